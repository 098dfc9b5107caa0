//! Numbers of checkers that anybody can write down, and the check that makes
//! a position of them.

use std::error::Error;
use std::fmt;

use crate::backgammon::board::checkers::{CHECKERS, Checkers};
use crate::backgammon::board::{Place, Position, Side};

/// Any number of checkers anywhere: what a position is made from.
///
/// ```
/// use rulebook_games::backgammon::board::{Layout, LayoutProblem, Place, Side};
///
/// let mut layout = Layout::default();
/// layout.put(Side::White, Place::new(3).unwrap(), 15);
/// layout.put(Side::Black, Place::new(22).unwrap(), 14);
/// let problems = layout.check().unwrap_err();
/// assert_eq!(problems.to_string(), "Black has 14 checkers: there must be 15. \
///     White has 15 checkers on point 3, and black has 14 there, which is their point 22.");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    counts: [[u8; Place::COUNT]; 2],
}

impl Layout {
    /// Puts so many checkers of this side on this place, instead of those that
    /// are there.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Layout, Place, Side};
    /// let mut layout = Layout::default();
    /// layout.put(Side::White, Place::BAR, 3);
    /// layout.put(Side::White, Place::BAR, 2);
    /// assert_eq!(layout.count(Side::White, Place::BAR), 2);
    /// ```
    pub fn put(&mut self, side: Side, place: Place, checkers: u8) {
        self.counts[side.index()][usize::from(place.number())] = checkers;
    }

    /// How many checkers of this side are on this place.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Place, Position, Side};
    /// assert_eq!(Position::START.layout().count(Side::White, Place::BAR), 0);
    /// ```
    pub fn count(&self, side: Side, place: Place) -> u8 {
        self.counts[side.index()][usize::from(place.number())]
    }

    /// The position, if it is one.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Layout, Position};
    /// assert_eq!(Position::START.layout().check(), Ok(Position::START));
    /// assert!(Layout::default().check().is_err());
    /// ```
    pub fn check(&self) -> Result<Position, LayoutProblems> {
        let problems: Vec<_> = self
            .wrong_totals()
            .chain(self.shared_points())
            .chain(self.both_won())
            .chain(self.nobody_enters())
            .collect();
        if problems.is_empty() {
            Ok(Position::from_sides([0, 1].map(|side| Checkers::from_counts(&self.counts[side]))))
        } else {
            Err(LayoutProblems(problems))
        }
    }

    /// How many checkers this side has.
    fn total(&self, side: Side) -> u16 {
        self.counts[side.index()].iter().map(|&count| u16::from(count)).sum()
    }

    fn wrong_totals(&self) -> impl Iterator<Item = LayoutProblem> {
        Side::ALL.into_iter().filter_map(|side| {
            let checkers = self.total(side);
            (checkers != u16::from(CHECKERS))
                .then_some(LayoutProblem::NotFifteen { side, checkers })
        })
    }

    fn shared_points(&self) -> impl Iterator<Item = LayoutProblem> {
        Place::points().filter_map(|point| {
            let theirs = point.mirrored()?;
            let white = self.count(Side::White, point);
            let black = self.count(Side::Black, theirs);
            (white > 0 && black > 0).then_some(LayoutProblem::Shared { point, white, black })
        })
    }

    fn both_won(&self) -> Option<LayoutProblem> {
        let off = |side| self.count(side, Place::OFF) >= CHECKERS;
        Side::ALL.into_iter().all(off).then_some(LayoutProblem::BothWon)
    }

    /// Each side waits on the bar, and the other one has closed its home board.
    fn nobody_enters(&self) -> Option<LayoutProblem> {
        let shut_out = |side: Side| {
            let closed = |point: u8| self.counts[side.other().index()][usize::from(point)] >= 2;
            self.count(side, Place::BAR) > 0 && (1..=6).all(closed)
        };
        Side::ALL.into_iter().all(shut_out).then_some(LayoutProblem::NobodyEnters)
    }
}

/// One thing that is wrong with a [`Layout`].
///
/// ```
/// use rulebook_games::backgammon::board::{LayoutProblem, Side};
/// assert_eq!(
///     LayoutProblem::NotFifteen { side: Side::White, checkers: 16 }.to_string(),
///     "White has 16 checkers: there must be 15.",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutProblem {
    /// A side has more or fewer than fifteen checkers, counting those that are
    /// off.
    NotFifteen {
        /// Whose.
        side: Side,
        /// How many there are.
        checkers: u16,
    },
    /// Both sides have checkers on one point.
    Shared {
        /// The point, as white counts.
        point: Place,
        /// How many are white's.
        white: u8,
        /// How many are black's.
        black: u8,
    },
    /// Both sides have borne off all their checkers.
    BothWon,
    /// Both sides are on the bar against a closed home board: neither could
    /// ever move again, and no play leads here.
    NobodyEnters,
}

impl fmt::Display for LayoutProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutProblem::NotFifteen { side, checkers } => {
                let side = if *side == Side::White { "White" } else { "Black" };
                write!(f, "{side} has {checkers} checkers: there must be {CHECKERS}.")
            }
            LayoutProblem::Shared { point, white, black } => {
                let theirs = Place::BAR.number() - point.number();
                write!(
                    f,
                    "White has {white} checkers on point {point}, and black has {black} there, \
                     which is their point {theirs}."
                )
            }
            LayoutProblem::BothWon => f.write_str("Both sides have borne off all their checkers."),
            LayoutProblem::NobodyEnters => {
                f.write_str("Both sides are on the bar against a closed home board.")
            }
        }
    }
}

/// Everything that is wrong with a [`Layout`]: at least one thing.
///
/// ```
/// use rulebook_games::backgammon::board::{Layout, LayoutProblem, Side};
/// let problems = Layout::default().check().unwrap_err();
/// assert_eq!(problems.problems().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutProblems(Vec<LayoutProblem>);

impl LayoutProblems {
    /// The problems.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::{Layout, LayoutProblem, Side};
    /// let problems = Layout::default().check().unwrap_err();
    /// let none = |side| LayoutProblem::NotFifteen { side, checkers: 0 };
    /// assert_eq!(problems.problems(), Side::ALL.map(none));
    /// ```
    pub fn problems(&self) -> &[LayoutProblem] {
        &self.0
    }
}

/// One sentence for each.
impl fmt::Display for LayoutProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::backgammon::board::problem::sentences(f, &self.0)
    }
}

impl Error for LayoutProblems {}
