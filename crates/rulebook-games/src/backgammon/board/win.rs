//! How much a won game counts.

use rulebook::Canonical;

use std::fmt;

/// How much a game that was played to the end counts.
///
/// ```
/// use rulebook_games::backgammon::board::Win;
/// assert_eq!(Win::Gammon.factor(), 2);
/// assert_eq!(Win::Backgammon.to_string(), "backgammon");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Win {
    /// The loser has borne off at least one checker.
    Single,
    /// The loser has borne off none.
    Gammon,
    /// The loser has borne off none, and has a checker on the bar or in the
    /// winner's home board.
    Backgammon,
}

impl Win {
    /// All of them, the cheapest first.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Win;
    /// assert_eq!(Win::ALL.map(Win::factor), [1, 2, 3]);
    /// ```
    pub const ALL: [Win; 3] = [Win::Single, Win::Gammon, Win::Backgammon];

    /// By how much it multiplies the value of the cube.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Win;
    /// assert_eq!(Win::Backgammon.factor(), 3);
    /// ```
    #[inline]
    pub const fn factor(self) -> u8 {
        match self {
            Win::Single => 1,
            Win::Gammon => 2,
            Win::Backgammon => 3,
        }
    }
}

/// `single game`, `gammon` or `backgammon`.
impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Win::Single => "single game",
            Win::Gammon => "gammon",
            Win::Backgammon => "backgammon",
        })
    }
}
