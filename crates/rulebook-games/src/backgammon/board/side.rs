//! The two players.

use rulebook::Canonical;

use std::fmt;

/// One of the two players.
///
/// Each counts the points from their own side: both move from 24 down to 1
/// and then off.
///
/// ```
/// use rulebook_games::backgammon::board::Side;
/// assert_eq!(Side::White.other(), Side::Black);
/// assert_eq!(Side::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Side {
    /// The first player; GNU Backgammon's player 0.
    White,
    /// The second player; GNU Backgammon's player 1.
    Black,
}

impl Side {
    /// Both, in order.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Side;
    /// assert_eq!(Side::ALL, [Side::White, Side::Black]);
    /// ```
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Side;
    /// assert_eq!(Side::White.other(), Side::Black);
    /// ```
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for white, 1 for black.
    ///
    /// ```
    /// use rulebook_games::backgammon::board::Side;
    /// assert!(Side::ALL.iter().enumerate().all(|(index, side)| side.index() == index));
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// `white` or `black`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "white",
            Side::Black => "black",
        })
    }
}
