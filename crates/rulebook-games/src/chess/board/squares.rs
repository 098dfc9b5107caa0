//! Sets of squares, one bit for each.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Colour, Square};

/// A set of squares.
///
/// ```
/// use rulebook_games::chess::board::{Square, Squares};
/// let set = Squares::from(Square::A1) | Square::H8.into();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::H8));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::H8]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares(
    /// One bit for each square, a1 the lowest.
    pub u64,
);

impl Squares {
    /// No square.
    ///
    /// ```
    /// use rulebook_games::chess::board::Squares;
    /// assert!(Squares::NONE.is_empty());
    /// ```
    pub const NONE: Squares = Squares(0);
    /// Every square.
    ///
    /// ```
    /// use rulebook_games::chess::board::Squares;
    /// assert_eq!(Squares::ALL.len(), 64);
    /// ```
    pub const ALL: Squares = Squares(!0);
    /// The a-file.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(Squares::FILE_A.contains(Square::A4));
    /// ```
    pub const FILE_A: Squares = Squares(0x0101_0101_0101_0101);
    /// The h-file.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(Squares::FILE_H.contains(Square::H4));
    /// ```
    pub const FILE_H: Squares = Squares(0x8080_8080_8080_8080);
    /// The first and the eighth rank.
    ///
    /// ```
    /// use rulebook_games::chess::board::Squares;
    /// assert_eq!(Squares::EDGE_RANKS, Squares::rank(0) | Squares::rank(7));
    /// ```
    pub const EDGE_RANKS: Squares = Squares(0xFF00_0000_0000_00FF);
    /// The light squares.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(Squares::LIGHT.contains(Square::H1));
    /// ```
    pub const LIGHT: Squares = Squares(0x55AA_55AA_55AA_55AA);

    /// One rank, counted from 0.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(Squares::rank(3).contains(Square::E4));
    /// ```
    #[inline]
    pub const fn rank(rank: u8) -> Squares {
        Squares(0xFF << (8 * (rank & 7)))
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(!Squares::NONE.contains(Square::E4));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many squares there are.
    ///
    /// ```
    /// use rulebook_games::chess::board::Squares;
    /// assert_eq!(Squares::ALL.len(), 64);
    /// ```
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    ///
    /// ```
    /// use rulebook_games::chess::board::Squares;
    /// assert!(Squares::NONE.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two or more.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert!(Squares::rank(0).is_many());
    /// assert!(!Squares::from(Square::A1).is_many());
    /// ```
    #[inline]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first square, counted from a1.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert_eq!(Squares::rank(1).first(), Some(Square::A2));
    /// assert_eq!(Squares::NONE.first(), None);
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The last square, counted from a1.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Squares};
    /// assert_eq!(Squares::rank(1).last(), Some(Square::H2));
    /// ```
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(63 - self.0.leading_zeros() as u8)) }
    }

    /// The first square of a set that is known to have one; a1 if it has none.
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::wrap(self.0.trailing_zeros() as u8)
    }

    /// Each square moved one rank towards the other side of the board.
    #[inline]
    pub(crate) const fn forward(self, colour: Colour) -> Squares {
        match colour {
            Colour::White => Squares(self.0 << 8),
            Colour::Black => Squares(self.0 >> 8),
        }
    }

    /// Each square moved one step forward and towards the a-file.
    #[inline]
    pub(crate) const fn forward_west(self, colour: Colour) -> Squares {
        let inner = self.0 & !Squares::FILE_A.0;
        match colour {
            Colour::White => Squares(inner << 7),
            Colour::Black => Squares(inner >> 9),
        }
    }

    /// Each square moved one step forward and towards the h-file.
    #[inline]
    pub(crate) const fn forward_east(self, colour: Colour) -> Squares {
        let inner = self.0 & !Squares::FILE_H.0;
        match colour {
            Colour::White => Squares(inner << 9),
            Colour::Black => Squares(inner >> 7),
        }
    }
}

macro_rules! set_operation {
    ($($operator:ident $function:ident $assign:ident $assigning:ident;)*) => {$(
        impl $operator for Squares {
            type Output = Squares;
            #[inline]
            fn $function(self, other: Squares) -> Squares {
                Squares(self.0.$function(other.0))
            }
        }

        impl $assign for Squares {
            #[inline]
            fn $assigning(&mut self, other: Squares) {
                self.0.$assigning(other.0);
            }
        }
    )*};
}

set_operation! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Squares {
        Squares(1 << square.index())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | square.into())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Each;
    #[inline]
    fn into_iter(self) -> Each {
        Each(self)
    }
}

/// The squares of a set, one after another; see [`Squares`].
///
/// ```
/// use rulebook_games::chess::board::{Square, Squares};
/// let mut each = Squares::rank(7).into_iter();
/// assert_eq!(each.next(), Some(Square::A8));
/// assert_eq!(each.len(), 7);
/// ```
#[derive(Clone, Debug)]
pub struct Each(Squares);

impl Iterator for Each {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Each {}
