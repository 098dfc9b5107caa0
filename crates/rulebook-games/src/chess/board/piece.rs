//! Who plays, and with what.

use std::fmt;
use std::ops::Not;

use rulebook::prelude::*;

/// One of the two players.
///
/// ```
/// use rulebook_games::chess::board::Colour;
/// assert_eq!(!Colour::White, Colour::Black);
/// assert_eq!(Colour::Black.to_string(), "Black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Colour {
    /// Moves first, up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Colour {
    /// Both players, White first.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// assert_eq!(Colour::ALL, [Colour::White, Colour::Black]);
    /// ```
    pub const ALL: [Colour; 2] = [Colour::White, Colour::Black];

    /// The rank on which this player's officers stand at the start, from 0.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// assert_eq!((Colour::White.home_rank(), Colour::Black.home_rank()), (0, 7));
    /// ```
    #[inline]
    pub const fn home_rank(self) -> u8 {
        match self {
            Colour::White => 0,
            Colour::Black => 7,
        }
    }

    /// The rank on which this player's pawns stand at the start, from 0.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// assert_eq!((Colour::White.pawn_rank(), Colour::Black.pawn_rank()), (1, 6));
    /// ```
    #[inline]
    pub const fn pawn_rank(self) -> u8 {
        match self {
            Colour::White => 1,
            Colour::Black => 6,
        }
    }

    /// By how much a square's number grows with one step of this player's pawn.
    #[inline]
    pub(crate) const fn step(self) -> i8 {
        match self {
            Colour::White => 8,
            Colour::Black => -8,
        }
    }
}

impl Not for Colour {
    type Output = Colour;
    #[inline]
    fn not(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
        })
    }
}

/// What a piece is, whoever it belongs to.
///
/// ```
/// use rulebook_games::chess::board::Role;
/// assert_eq!(Role::from_letter('N'), Some(Role::Knight));
/// assert_eq!(Role::Knight.to_string(), "knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Steps forward, takes diagonally.
    Pawn,
    /// Jumps.
    Knight,
    /// Goes along diagonals.
    Bishop,
    /// Goes along ranks and files.
    Rook,
    /// Goes along every line.
    Queen,
    /// Must not be lost.
    King,
}

impl Role {
    /// All roles, the pawn first and the king last.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// assert_eq!(Role::ALL[0], Role::Pawn);
    /// ```
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn can become, the strongest first.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// assert!(Role::PROMOTIONS.iter().all(|role| role.is_promotion()));
    /// ```
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Its capital letter.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// assert_eq!(Role::Knight.letter(), 'N');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role with this capital letter.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// assert_eq!(Role::from_letter('Q'), Some(Role::Queen));
    /// assert_eq!(Role::from_letter('q'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Whether a pawn may become one of these.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// assert!(Role::Knight.is_promotion());
    /// assert!(!Role::King.is_promotion());
    /// ```
    #[inline]
    pub const fn is_promotion(self) -> bool {
        !matches!(self, Role::Pawn | Role::King)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A piece of one player.
///
/// ```
/// use rulebook_games::chess::board::{Colour, Piece, Role};
/// let piece = Piece { colour: Colour::Black, role: Role::Queen };
/// assert_eq!(piece.letter(), 'q');
/// assert_eq!(Piece::from_letter('q'), Some(piece));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// Its letter: a capital for White, a small one for Black.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Piece, Role};
    /// assert_eq!(Piece { colour: Colour::White, role: Role::King }.letter(), 'K');
    /// ```
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::White => self.role.letter(),
            Colour::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    ///
    /// ```
    /// use rulebook_games::chess::board::Piece;
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Piece> {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let role = Role::from_letter(letter.to_ascii_uppercase())?;
        Some(Piece { colour, role })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Piece { colour, role } = self;
        write!(f, "{colour}'s {role}")
    }
}
