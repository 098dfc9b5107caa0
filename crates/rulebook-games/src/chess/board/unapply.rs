//! Taking a move back.

use super::position::passed;
use super::{Colour, Move, MoveClass, Position, Role, Square, Squares};

/// What a move overwrites in a position, so that it can be taken back.
///
/// ```
/// use rulebook_games::chess::board::{Attempt, Position, Square};
/// let start = Position::start();
/// let attempt = Attempt { from: Square::E2, to: Square::E4, promotion: None };
/// let chosen = start.find(attempt).unwrap();
/// let overwritten = start.overwritten(chosen);
/// let mut position = start.after(chosen);
/// position.unapply(chosen, overwritten);
/// assert_eq!(position, start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overwritten {
    hash: u64,
    castles: Squares,
    halfmoves: u16,
    moves: u16,
    taken: Option<Role>,
    skipped: Option<Square>,
    takeable: bool,
}

impl Overwritten {
    /// What the move took.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let start = Position::start();
    /// assert_eq!(start.overwritten(start.legal_list()[0]).taken(), None);
    /// ```
    pub fn taken(&self) -> Option<Role> {
        self.taken
    }
}

impl Position {
    /// What a legal move will overwrite.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let start = Position::start();
    /// let chosen = start.legal_list()[0];
    /// assert_eq!(start.overwritten(chosen), start.overwritten(chosen));
    /// ```
    #[inline]
    pub fn overwritten(&self, chosen: Move) -> Overwritten {
        let taken = match chosen.class {
            MoveClass::EnPassant => Some(Role::Pawn),
            _ if self.takes(chosen) => Some(self.board.role_on(chosen.to)),
            _ => None,
        };
        Overwritten {
            hash: self.hash,
            castles: self.castles,
            halfmoves: self.halfmoves,
            moves: self.moves,
            taken,
            skipped: self.skipped,
            takeable: self.takeable,
        }
    }

    /// Takes the last move back, given what it overwrote.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let mut position = Position::start();
    /// let chosen = position.legal_list()[0];
    /// let overwritten = position.overwritten(chosen);
    /// position.apply(chosen);
    /// position.unapply(chosen, overwritten);
    /// assert_eq!(position, Position::start());
    /// ```
    #[inline]
    pub fn unapply(&mut self, chosen: Move, was: Overwritten) {
        let Move { from, to, role, class } = chosen;
        let mover = !self.turn;
        self.turn = mover;
        match class {
            MoveClass::Ordinary | MoveClass::DoubleStep | MoveClass::EnPassant => {
                self.flip(mover, role, Squares::from(from) ^ to.into());
            }
            MoveClass::Castling => {
                let (king, rook) = chosen.castled();
                self.flip(mover, Role::King, Squares::from(from) ^ king.into());
                self.flip(mover, Role::Rook, Squares::from(to) ^ rook.into());
            }
            MoveClass::Promotion(became) => {
                self.flip(mover, Role::Pawn, from.into());
                self.flip(mover, became, to.into());
            }
        }
        if let Some(taken) = was.taken {
            let square = if class == MoveClass::EnPassant { passed(to) } else { to };
            self.flip(!mover, taken, square.into());
        }
        self.hash = was.hash;
        self.castles = was.castles;
        self.halfmoves = was.halfmoves;
        self.moves = was.moves;
        self.skipped = was.skipped;
        self.takeable = was.takeable;
    }

    /// Puts pieces on squares, or takes them from there; the hash is set by
    /// who calls.
    #[inline]
    fn flip(&mut self, colour: Colour, role: Role, squares: Squares) {
        self.board.roles[role as usize] ^= squares;
        self.board.colours[colour as usize] ^= squares;
    }
}
