//! The id of a position.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::base64;
use crate::backgammon::board::checkers::CHECKERS;
use crate::backgammon::board::{Layout, LayoutProblems, Place, Position, Side, TextError};

/// The id that GNU Backgammon gives to a position: 14 characters.
///
/// It does not say whose position it is: the checkers of the player who is
/// *not* on roll come first, then those of the one who is. For each of them,
/// from point 1 to point 24 and the bar, there are as many ones as checkers,
/// and then a zero.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, PositionId, Side};
/// let id = PositionId::of(&Position::START, Side::White);
/// assert_eq!(id.to_string(), "4HPwATDgc/ABMA");
/// assert_eq!(id.position(Side::White), Ok(Position::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionId([u8; PositionId::BYTES]);

impl PositionId {
    /// How many characters an id has.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::PositionId;
    /// assert_eq!("4HPwATDgc/ABMA".len(), PositionId::CHARACTERS);
    /// ```
    pub const CHARACTERS: usize = 14;
    const BYTES: usize = 10;
    const BITS: usize = 8 * PositionId::BYTES;

    /// The id of a position in which this side is on roll.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Position, PositionId, Side};
    /// let id = PositionId::of(&Position::START, Side::Black);
    /// assert_eq!(id.to_string(), "4HPwATDgc/ABMA");
    /// ```
    pub fn of(position: &Position, on_roll: Side) -> PositionId {
        let mut id = PositionId([0; PositionId::BYTES]);
        let mut at = 0;
        for side in [on_roll.other(), on_roll] {
            for place in places() {
                let checkers = usize::from(position.count(side, place));
                for bit in at..at + checkers {
                    id.0[bit / 8] |= 1 << (bit % 8);
                }
                at += checkers + 1;
            }
        }
        id
    }

    /// The position, this side being on roll.
    ///
    /// # Errors
    ///
    /// If there is no such position.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{PositionId, PositionIdProblem, Side};
    /// let id: PositionId = "/////////////w".parse()?;
    /// assert_eq!(id.position(Side::White), Err(PositionIdProblem::TooManyOnes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(self, on_roll: Side) -> Result<Position, PositionIdProblem> {
        let mut layout = Layout::default();
        let mut at = 0;
        for side in [on_roll.other(), on_roll] {
            let mut total = 0;
            for place in places() {
                let checkers = self.ones(&mut at).ok_or(PositionIdProblem::TooManyOnes)?;
                layout.put(side, place, checkers);
                total += checkers;
            }
            layout.put(side, Place::OFF, CHECKERS.saturating_sub(total));
        }
        if (at..PositionId::BITS).any(|bit| self.bit(bit)) {
            return Err(PositionIdProblem::TooLong);
        }
        layout.check().map_err(PositionIdProblem::Impossible)
    }

    fn bit(self, bit: usize) -> bool {
        self.0[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// How many ones come before the next zero; steps over both.
    fn ones(self, at: &mut usize) -> Option<u8> {
        let ones = (*at..PositionId::BITS).take_while(|&bit| self.bit(bit)).count();
        *at += ones + 1;
        (*at <= PositionId::BITS).then_some(ones as u8)
    }
}

/// The places that an id speaks of, in order.
fn places() -> impl Iterator<Item = Place> {
    (1..=Place::BAR.number()).filter_map(Place::new)
}

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&base64::write(&self.0))
    }
}

impl FromStr for PositionId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PositionId, TextError> {
        base64::read(text).map(PositionId)
    }
}

/// Why an id says no position.
///
/// ```
/// use rulebook_games::backgammon::board::PositionIdProblem;
/// assert!(PositionIdProblem::TooLong.to_string().starts_with("There are bits"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionIdProblem {
    /// It ends before all points have been spoken of.
    TooManyOnes,
    /// Something comes after the last point.
    TooLong,
    /// There is no such position.
    Impossible(LayoutProblems),
}

impl fmt::Display for PositionIdProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyOnes => {
                f.write_str("There are more checkers than two players have, and no end to them.")
            }
            Self::TooLong => f.write_str("There are bits after the last point of the board."),
            Self::Impossible(problems) => fmt::Display::fmt(problems, f),
        }
    }
}

impl Error for PositionIdProblem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::TooManyOnes | Self::TooLong => None,
            Self::Impossible(problems) => Some(problems),
        }
    }
}
