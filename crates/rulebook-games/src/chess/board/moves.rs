//! What a player says, and what it is: an attempt and a move.

use std::fmt;

use super::{Role, Square};

/// What a player says: from here to there, and what the pawn becomes.
///
/// Castling is said in either of two ways: the king goes to the square of the
/// rook that it castles with, or, from the e-file, two squares towards it.
///
/// ```
/// use rulebook_games::chess::board::{Attempt, Square};
/// let attempt = Attempt { from: Square::E2, to: Square::E4, promotion: None };
/// assert_eq!(attempt.to_string(), "e2e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes that reaches the last rank.
    pub promotion: Option<Role>,
}

/// In long algebraic notation, as chess programs talk to each other.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter().to_ascii_lowercase()))
    }
}

/// By its text, so that events and explanations read like the game.
impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which rule of chess a move is made by.
///
/// ```
/// use rulebook_games::chess::board::MoveClass;
/// assert_eq!(MoveClass::EnPassant.to_string(), "en passant");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveClass {
    /// A piece goes to a square, and takes what stands there.
    Ordinary,
    /// A pawn's first move goes two squares.
    DoubleStep,
    /// A pawn takes a pawn that has just gone two squares.
    EnPassant,
    /// King and rook move together.
    Castling,
    /// A pawn reaches the last rank and becomes this.
    Promotion(Role),
}

impl fmt::Display for MoveClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveClass::Ordinary => f.write_str("ordinary move"),
            MoveClass::DoubleStep => f.write_str("double step"),
            MoveClass::EnPassant => f.write_str("en passant"),
            MoveClass::Castling => f.write_str("castling"),
            MoveClass::Promotion(role) => write!(f, "promotion to a {role}"),
        }
    }
}

/// One move, with what it is: all that is needed to make it.
///
/// Whether it is legal depends on the position:
/// [`Position::is_legal`](super::Position::is_legal).
///
/// ```
/// use rulebook_games::chess::board::{Attempt, MoveClass, Position, Square};
/// let attempt = Attempt { from: Square::E2, to: Square::E4, promotion: None };
/// let chosen = Position::start().find(attempt).unwrap();
/// assert_eq!(chosen.class, MoveClass::DoubleStep);
/// assert_eq!(std::mem::size_of_val(&chosen), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands. The king, when castling.
    pub from: Square,
    /// Where it goes. When castling, where the rook stands.
    pub to: Square,
    /// What moves.
    pub role: Role,
    /// By which rule.
    pub class: MoveClass,
}

impl Move {
    /// The move as a player says it, with castling as king takes rook.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Move, MoveClass, Role, Square};
    /// let class = MoveClass::Promotion(Role::Queen);
    /// let chosen = Move { from: Square::A7, to: Square::A8, role: Role::Pawn, class };
    /// assert_eq!(chosen.attempt().to_string(), "a7a8q");
    /// ```
    #[inline]
    pub fn attempt(self) -> Attempt {
        let promotion = match self.class {
            MoveClass::Promotion(role) => Some(role),
            _ => None,
        };
        Attempt { from: self.from, to: self.to, promotion }
    }

    /// Where the king and the rook go when castling.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Move, MoveClass, Role, Square};
    /// let (from, to) = (Square::E8, Square::A8);
    /// let long = Move { from, to, role: Role::King, class: MoveClass::Castling };
    /// assert_eq!(long.castled(), (Square::C8, Square::D8));
    /// ```
    #[inline]
    pub fn castled(self) -> (Square, Square) {
        Wing::of(self.from, self.to).castled(self.from)
    }
}

/// Piece, squares and rule: `pawn e2e4 (double step)`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.role, self.attempt(), self.class)
    }
}

/// One of the two sides to castle to.
///
/// ```
/// use rulebook_games::chess::board::{Square, Wing};
/// assert_eq!(Wing::of(Square::E1, Square::H1), Wing::King);
/// assert_eq!(Wing::Queen.castled(Square::E1), (Square::C1, Square::D1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// Towards the h-file: the king ends on the g-file.
    King,
    /// Towards the a-file: the king ends on the c-file.
    Queen,
}

impl Wing {
    /// Both sides, the king's first.
    ///
    /// ```
    /// use rulebook_games::chess::board::Wing;
    /// assert_eq!(Wing::ALL, [Wing::King, Wing::Queen]);
    /// ```
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The side on which a rook stands, seen from the king.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Wing};
    /// assert_eq!(Wing::of(Square::B1, Square::A1), Wing::Queen);
    /// ```
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Wing {
        if rook.file() > king.file() { Wing::King } else { Wing::Queen }
    }

    /// Where the king and the rook end, on the king's rank.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Square, Wing};
    /// assert_eq!(Wing::King.castled(Square::B8), (Square::G8, Square::F8));
    /// ```
    #[inline]
    pub const fn castled(self, king: Square) -> (Square, Square) {
        match self {
            Wing::King => (king.on_file(6), king.on_file(5)),
            Wing::Queen => (king.on_file(2), king.on_file(3)),
        }
    }
}

impl fmt::Display for Wing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wing::King => "king's side",
            Wing::Queen => "queen's side",
        })
    }
}
