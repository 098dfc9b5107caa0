//! The id of a match.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{MatchInfo, Stage, base64};
use crate::backgammon::board::{Cube, Length, Roll, Side, Switch, TextError, Win};

/// The id that GNU Backgammon gives to everything about a game but the
/// position: 12 characters.
///
/// ```
/// use rulebook_games::backgammon::board::{MatchId, Side, Stage};
/// let id: MatchId = "QQmgAAAAAAAE".parse()?;
/// let info = id.info()?;
/// assert_eq!((info.doublings, info.cube_owner), (1, Some(Side::White)));
/// assert_eq!(info.stage, Stage::Playing);
/// assert_eq!(info.id()?, id);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId([u8; MatchId::BYTES]);

/// The bits of each field, the lowest first.
mod field {
    use std::ops::Range;

    pub(super) const CUBE: Range<usize> = 0..4;
    pub(super) const CUBE_OWNER: Range<usize> = 4..6;
    pub(super) const ROLLER: Range<usize> = 6..7;
    pub(super) const CRAWFORD: Range<usize> = 7..8;
    pub(super) const STAGE: Range<usize> = 8..11;
    pub(super) const DECIDER: Range<usize> = 11..12;
    pub(super) const DOUBLED: Range<usize> = 12..13;
    pub(super) const RESIGNED: Range<usize> = 13..15;
    pub(super) const DICE: [Range<usize>; 2] = [15..18, 18..21];
    pub(super) const LENGTH: Range<usize> = 21..36;
    pub(super) const SCORE: [Range<usize>; 2] = [36..51, 51..66];
    pub(super) const NO_JACOBY: Range<usize> = 66..67;
    pub(super) const REST: Range<usize> = 67..72;
}

/// What the owner of the cube is if nobody owns it.
const CENTRED: u16 = 3;
/// What fits into the bits for the length and the scores.
const MOST_POINTS: u16 = 0x7FFF;

impl MatchId {
    /// How many characters an id has.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::MatchId;
    /// assert_eq!("cInlAAAAAAAE".len(), MatchId::CHARACTERS);
    /// ```
    pub const CHARACTERS: usize = 12;
    const BYTES: usize = 9;

    fn get(self, bits: Range<usize>) -> u16 {
        bits.rev().fold(0, |value, bit| value << 1 | u16::from(self.0[bit / 8] >> (bit % 8) & 1))
    }

    fn with(mut self, bits: Range<usize>, value: u16) -> MatchId {
        for (place, bit) in bits.enumerate() {
            self.0[bit / 8] |= ((value >> place & 1) as u8) << (bit % 8);
        }
        self
    }

    /// What the id says.
    ///
    /// # Errors
    ///
    /// Everything in it that makes no sense.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{MatchId, MatchIdProblem};
    /// let id: MatchId = "ICcAAAAAAAAA".parse()?;
    /// assert_eq!(id.info().unwrap_err().problems(), [
    ///     MatchIdProblem::CubeOwner { bits: 2 },
    ///     MatchIdProblem::Stage { bits: 7 },
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn info(self) -> Result<MatchInfo, MatchIdProblems> {
        let mut problems = Problems(Vec::new());
        let info = MatchInfo {
            doublings: self.get(field::CUBE) as u8,
            cube_owner: problems.unless(self.cube_owner()),
            roller: side(self.get(field::ROLLER)),
            crawford_game: switch(self.get(field::CRAWFORD)),
            stage: problems.unless(self.stage()),
            decider: side(self.get(field::DECIDER)),
            doubled: switch(self.get(field::DOUBLED)),
            resigned: Win::ALL.into_iter().find(|win| self.get(field::RESIGNED) == number(*win)),
            dice: problems.unless(self.dice()),
            length: Length::points(self.get(field::LENGTH)),
            score: field::SCORE.map(|bits| self.get(bits)),
            jacoby: switch(1 - self.get(field::NO_JACOBY)),
        };
        if self.get(field::REST) != 0 {
            problems.0.push(MatchIdProblem::TooLong);
        }
        if problems.0.is_empty() { Ok(info) } else { Err(MatchIdProblems(problems.0)) }
    }

    fn cube_owner(self) -> Result<Option<Side>, MatchIdProblem> {
        match self.get(field::CUBE_OWNER) {
            bits @ (0 | 1) => Ok(Some(side(bits))),
            CENTRED => Ok(None),
            bits => Err(MatchIdProblem::CubeOwner { bits: bits as u8 }),
        }
    }

    fn stage(self) -> Result<Stage, MatchIdProblem> {
        let bits = self.get(field::STAGE) as u8;
        Stage::ALL.get(usize::from(bits)).copied().ok_or(MatchIdProblem::Stage { bits })
    }

    fn dice(self) -> Result<Option<Roll>, MatchIdProblem> {
        let dice = field::DICE.map(|bits| self.get(bits) as u8);
        match (dice, Roll::new(dice[0], dice[1])) {
            ([0, 0], _) => Ok(None),
            (_, Some(roll)) => Ok(Some(roll)),
            (dice, None) => Err(MatchIdProblem::Dice { dice }),
        }
    }
}

impl MatchInfo {
    /// The id that says this. It does not say in which order the dice fell:
    /// the larger one comes first.
    ///
    /// # Errors
    ///
    /// Everything that is too large for an id.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::MatchId;
    /// let id: MatchId = "cInlAAAAAAAE".parse()?;
    /// assert_eq!(id.info()?.id()?, id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self) -> Result<MatchId, MatchIdProblems> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(MatchIdProblems(problems));
        }
        let dice = self.dice.map_or([0; 2], |roll| [roll.high(), roll.low()]);
        Ok(MatchId([0; MatchId::BYTES])
            .with(field::CUBE, u16::from(self.doublings))
            .with(field::CUBE_OWNER, self.cube_owner.map_or(CENTRED, |side| side.index() as u16))
            .with(field::ROLLER, self.roller.index() as u16)
            .with(field::CRAWFORD, u16::from(self.crawford_game == Switch::On))
            .with(field::STAGE, self.stage as u16)
            .with(field::DECIDER, self.decider.index() as u16)
            .with(field::DOUBLED, u16::from(self.doubled == Switch::On))
            .with(field::RESIGNED, self.resigned.map_or(0, number))
            .with(field::DICE[0].clone(), u16::from(dice[0]))
            .with(field::DICE[1].clone(), u16::from(dice[1]))
            .with(field::LENGTH, self.length.goal().unwrap_or(0))
            .with(field::SCORE[0].clone(), self.score[0])
            .with(field::SCORE[1].clone(), self.score[1])
            .with(field::NO_JACOBY, u16::from(self.jacoby == Switch::Off)))
    }

    fn problems(&self) -> Vec<MatchIdProblem> {
        let cube = (self.doublings > Cube::LIMIT)
            .then_some(MatchIdProblem::CubeTooHigh { doublings: self.doublings });
        let points = self.length.goal().into_iter().chain(self.score);
        let points = points.filter(|&points| points > MOST_POINTS);
        cube.into_iter()
            .chain(points.map(|points| MatchIdProblem::TooManyPoints { points }))
            .collect()
    }
}

/// The problems met so far.
struct Problems(Vec<MatchIdProblem>);

impl Problems {
    /// The value; if there is a problem, notes it and goes on with any value.
    fn unless<T: Default>(&mut self, value: Result<T, MatchIdProblem>) -> T {
        value.unwrap_or_else(|problem| {
            self.0.push(problem);
            T::default()
        })
    }
}

fn side(bits: u16) -> Side {
    if bits == 0 { Side::White } else { Side::Black }
}

fn switch(bits: u16) -> Switch {
    if bits == 0 { Switch::Off } else { Switch::On }
}

/// What a resignation is written as.
fn number(win: Win) -> u16 {
    u16::from(win.factor())
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&base64::write(&self.0))
    }
}

impl FromStr for MatchId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<MatchId, TextError> {
        base64::read(text).map(MatchId)
    }
}

/// One thing in the id of a match that makes no sense, or does not fit in.
///
/// ```
/// use rulebook_games::backgammon::board::MatchIdProblem;
/// assert_eq!(
///     MatchIdProblem::Dice { dice: [7, 1] }.to_string(),
///     "The dice 7 and 1 cannot be: both must be from 1 to 6, or both 0.",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchIdProblem {
    /// The owner of the cube is neither player, and not nobody.
    CubeOwner {
        /// What it says instead.
        bits: u8,
    },
    /// There is no such stage of a game.
    Stage {
        /// What it says instead.
        bits: u8,
    },
    /// Not two dice from 1 to 6, and not none.
    Dice {
        /// What they are.
        dice: [u8; 2],
    },
    /// Something comes after the last field.
    TooLong,
    /// The cube was doubled more than 15 times.
    CubeTooHigh {
        /// How often.
        doublings: u8,
    },
    /// The match is too long, or a score too high.
    TooManyPoints {
        /// How many points.
        points: u16,
    },
}

impl fmt::Display for MatchIdProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CubeOwner { bits } => {
                write!(f, "The owner of the cube is {bits}: it must be 0, 1, or 3 for nobody.")
            }
            Self::Stage { bits } => write!(f, "The game's stage is {bits}: there are 0 to 4."),
            Self::Dice { dice: [one, two] } => write!(
                f,
                "The dice {one} and {two} cannot be: both must be from 1 to 6, or both 0."
            ),
            Self::TooLong => f.write_str("There are bits after the last field."),
            Self::CubeTooHigh { doublings } => {
                write!(f, "The cube was doubled {doublings} times: it goes up to {}.", Cube::LIMIT)
            }
            Self::TooManyPoints { points } => {
                write!(f, "An id cannot say {points} points: it goes up to {MOST_POINTS}.")
            }
        }
    }
}

/// Everything in the id of a match that makes no sense, or does not fit in.
///
/// ```
/// use rulebook_games::backgammon::board::MatchInfo;
/// let error = MatchInfo { doublings: 16, ..MatchInfo::default() }.id().unwrap_err();
/// assert_eq!(error.to_string(), "The cube was doubled 16 times: it goes up to 15.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchIdProblems(Vec<MatchIdProblem>);

impl MatchIdProblems {
    /// The problems: at least one.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{MatchIdProblem, MatchInfo};
    /// let info = MatchInfo { score: [40_000, 0], ..MatchInfo::default() };
    /// let problems = info.id().unwrap_err();
    /// assert_eq!(problems.problems(), [MatchIdProblem::TooManyPoints { points: 40_000 }]);
    /// ```
    pub fn problems(&self) -> &[MatchIdProblem] {
        &self.0
    }
}

/// One sentence for each.
impl fmt::Display for MatchIdProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::backgammon::board::problem::sentences(f, &self.0)
    }
}

impl Error for MatchIdProblems {}
