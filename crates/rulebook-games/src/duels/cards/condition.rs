//! On what conditions abilities act.

use rulebook::prelude::*;

use super::{Filter, Side, Stat};

/// Something that must hold.
///
/// ```
/// use rulebook_games::duels::cards::{Condition, Measure, Range, Side};
/// let desperate = Condition { measure: Measure::Hand(Side::Own), range: Range::at_most(1) };
/// assert!(desperate.range.contains(0) && !desperate.range.contains(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Condition {
    /// What is measured.
    pub measure: Measure,
    /// Between which bounds it must be.
    pub range: Range,
}

/// What a condition measures.
///
/// ```
/// use rulebook_games::duels::cards::{Measure, Side};
/// assert_ne!(Measure::Hand(Side::Own), Measure::BrokenLanes(Side::Own));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Measure {
    /// How many such cards are in play.
    Cards(Filter),
    /// A present stat of the card whose ability it is.
    Stat(Stat),
    /// How many cards are in a hand; of both sides, together.
    Hand(Side),
    /// How many lanes are broken.
    BrokenLanes(Side),
    /// 1 in a turn of that side, 0 in others.
    Turn(Side),
    /// 1 if `it` is such a card, 0 if not.
    It(Filter),
}

/// Between which numbers something must be, both included.
///
/// ```
/// use rulebook_games::duels::cards::Range;
/// assert!(Range::at_least(1).contains(7) && !Range::at_least(1).contains(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Range {
    /// At least this.
    pub least: u8,
    /// At most this.
    pub most: u8,
}

impl Range {
    /// At least so much.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Range;
    /// assert_eq!(Range::at_least(2).least, 2);
    /// ```
    pub const fn at_least(least: u8) -> Range {
        Range { least, most: u8::MAX }
    }

    /// At most so much.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Range;
    /// assert_eq!(Range::at_most(2).most, 2);
    /// ```
    pub const fn at_most(most: u8) -> Range {
        Range { least: 0, most }
    }

    /// Whether the number is in it.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Range;
    /// // Without an upper bound, nothing is too much.
    /// assert!(Range::at_least(1).contains(1_000));
    /// ```
    pub fn contains(self, number: u32) -> bool {
        (u32::from(self.least)..=u32::from(self.most)).contains(&number)
            || (self.most == u8::MAX && number > u32::from(u8::MAX))
    }
}
