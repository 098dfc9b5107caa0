//! What becomes of a proposed event.

use std::fmt;

/// What became of a proposed event. It is final.
///
/// # Example
///
/// ```
/// use rulebook::Fate;
/// assert_eq!(Fate::RolledBack.to_string(), "rolled back");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It happened.
    Applied,
    /// It was prevented, directly or with the group in which it was.
    Prevented,
    /// Other events took its place.
    Replaced,
    /// It was replaced by nothing, or its group died before its turn.
    Skipped,
    /// It was forbidden, or the game says that it cannot happen in that state.
    Impossible,
    /// It came to nothing, and no prevention brought it there.
    Vanished,
    /// It was settled, but had become impossible when it should happen.
    Fizzled,
    /// It was settled, in a group that then died.
    RolledBack,
}

impl Fate {
    /// All fates.
    pub const ALL: [Fate; 8] = [
        Fate::Applied,
        Fate::Prevented,
        Fate::Replaced,
        Fate::Skipped,
        Fate::Impossible,
        Fate::Vanished,
        Fate::Fizzled,
        Fate::RolledBack,
    ];

    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fate::Applied => "applied",
            Fate::Prevented => "prevented",
            Fate::Replaced => "replaced",
            Fate::Skipped => "skipped",
            Fate::Impossible => "impossible",
            Fate::Vanished => "vanished",
            Fate::Fizzled => "fizzled",
            Fate::RolledBack => "rolled back",
        })
    }
}
