//! Making a move.

use super::position::{Rest, passed};
use super::zobrist;
use super::{Board, Colour, Move, MoveClass, Position, Role, Square, Squares, attacks};

impl Board {
    /// Puts a player's pieces of one role on squares, or takes them from there.
    #[inline]
    fn toggle(&mut self, colour: Colour, role: Role, squares: Squares) {
        self.roles[role as usize] ^= squares;
        self.colours[colour as usize] ^= squares;
    }

    /// Puts a piece on a square, or takes it from there: its part in the hash.
    #[inline]
    fn put(&mut self, colour: Colour, role: Role, square: Square) -> u64 {
        self.toggle(colour, role, square.into());
        zobrist::piece(colour, role, square)
    }

    /// Carries a piece to an empty square, in the same way.
    #[inline]
    fn carry(&mut self, colour: Colour, role: Role, from: Square, to: Square) -> u64 {
        self.toggle(colour, role, Squares::from(from) ^ to.into());
        zobrist::piece(colour, role, from) ^ zobrist::piece(colour, role, to)
    }

    /// Moves king and rook. Either may end where the other stood, or stay.
    #[cold]
    fn castle(&mut self, colour: Colour, chosen: Move) -> u64 {
        let (king, rook) = chosen.castled();
        self.carry(colour, Role::King, chosen.from, king)
            ^ self.carry(colour, Role::Rook, chosen.to, rook)
    }

    /// Takes back a move that was more than a piece carried to a square.
    #[cold]
    fn transform_back(&mut self, turn: Colour, chosen: Move) {
        if let MoveClass::Promotion(became) = chosen.class {
            self.toggle(turn, Role::Pawn, chosen.from.into());
            self.toggle(turn, became, chosen.to.into());
        } else {
            let (king, rook) = chosen.castled();
            self.toggle(turn, Role::King, Squares::from(king) ^ chosen.from.into());
            self.toggle(turn, Role::Rook, Squares::from(rook) ^ chosen.to.into());
        }
    }
}

impl Position {
    /// Makes a legal move.
    ///
    /// Legality is not asked about here. What a move leads to that
    /// [`is_legal`](Position::is_legal) denies is not a position, though
    /// nothing panics.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, Colour, Position, Square};
    /// let mut position = Position::start();
    /// let attempt = Attempt { from: Square::E2, to: Square::E4, promotion: None };
    /// position.apply(position.find(attempt).unwrap());
    /// assert_eq!(position.turn(), Colour::Black);
    /// assert_eq!(position.en_passant(), Some(Square::E3));
    /// ```
    #[inline]
    pub fn apply(&mut self, chosen: Move) {
        self.apply_taking(chosen);
    }

    /// The same, and says what the move takes.
    #[inline(always)]
    pub(in crate::chess) fn apply_taking(&mut self, chosen: Move) -> Option<Role> {
        let Move { from, to, role, class } = chosen;
        let turn = self.rest.turn;
        // Written once, when all is known.
        let mut hash = self.hash ^ zobrist::BLACK;
        if let Some(skipped) = self.legal_en_passant() {
            hash ^= zobrist::en_passant(skipped);
        }
        (self.rest.skipped, self.rest.takeable) = (None, false);
        self.rest.halfmoves =
            if role == Role::Pawn { 0 } else { self.rest.halfmoves.saturating_add(1) };
        let taken = self.taken(chosen);
        if let Some(taken) = taken {
            let square = if class == MoveClass::EnPassant { passed(to) } else { to };
            hash ^= self.board.put(!turn, taken, square);
            self.rest.halfmoves = 0;
        }
        hash ^= match class {
            MoveClass::Ordinary | MoveClass::DoubleStep | MoveClass::EnPassant => {
                self.board.carry(turn, role, from, to)
            }
            MoveClass::Castling => self.board.castle(turn, chosen),
            MoveClass::Promotion(becomes) => {
                self.board.put(turn, Role::Pawn, from) ^ self.board.put(turn, becomes, to)
            }
        };
        let mut left = Squares::from(from) ^ to.into();
        if role == Role::King {
            left |= home(turn);
        }
        let lost = self.rest.castles & left;
        if !lost.is_empty() {
            self.rest.castles ^= lost;
            hash ^= zobrist::castles(lost);
        }
        self.hash = hash;
        if turn == Colour::Black {
            self.rest.moves = self.rest.moves.saturating_add(1);
        }
        self.rest.turn = !turn;
        if class == MoveClass::DoubleStep {
            self.remember_en_passant(Square::wrap((from.index() + to.index()) as u8 / 2));
        }
        taken
    }

    /// Takes back a move that took this: the pieces go where they came from,
    /// and the rest is as it was.
    #[inline(always)]
    pub(in crate::chess) fn unapply(
        &mut self,
        chosen: &Move,
        taken: Option<Role>,
        (hash, rest): (u64, &Rest),
    ) {
        let &Move { from, to, role, class } = chosen;
        // Asked before, so that the rest is copied in one piece.
        let turn = !self.rest.turn;
        (self.hash, self.rest) = (hash, *rest);
        if let Some(taken) = taken {
            let square = if class == MoveClass::EnPassant { passed(to) } else { to };
            self.board.toggle(!turn, taken, square.into());
        }
        match class {
            MoveClass::Ordinary | MoveClass::DoubleStep | MoveClass::EnPassant => {
                self.board.toggle(turn, role, Squares::from(from) ^ to.into());
            }
            MoveClass::Castling | MoveClass::Promotion(_) => {
                self.board.transform_back(turn, *chosen);
            }
        }
    }

    /// What a legal move takes.
    ///
    /// ```
    /// use rulebook_games::chess::board::Role;
    /// use rulebook_games::chess::notation::{read_fen, read_san};
    /// let position = read_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// assert_eq!(position.taken(read_san(&position, "exd6")?), Some(Role::Pawn));
    /// assert_eq!(position.taken(read_san(&position, "e6")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn taken(&self, chosen: Move) -> Option<Role> {
        match chosen.class {
            MoveClass::EnPassant => Some(Role::Pawn),
            // The rook that the king castles with is its own.
            _ if !self.board.colour(!self.rest.turn).contains(chosen.to) => None,
            _ => Some(self.board.role_on(chosen.to)),
        }
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, Position, Square};
    /// let start = Position::start();
    /// let attempt = Attempt { from: Square::G1, to: Square::F3, promotion: None };
    /// let next = start.after(start.find(attempt).unwrap());
    /// assert_eq!(next.halfmoves(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn after(&self, chosen: Move) -> Position {
        let mut next = *self;
        next.apply(chosen);
        next
    }

    #[inline]
    fn remember_en_passant(&mut self, skipped: Square) {
        self.rest.skipped = Some(skipped);
        let near =
            attacks::pawn(!self.rest.turn, skipped) & self.board.of(self.rest.turn, Role::Pawn);
        // Almost always nobody stands there, and then nothing is worked out.
        if !near.is_empty() {
            self.look_for_takers(skipped);
        }
    }

    #[cold]
    #[inline(never)]
    fn look_for_takers(&mut self, skipped: Square) {
        if !self.en_passant_takers().is_empty() {
            self.rest.takeable = true;
            self.hash ^= zobrist::en_passant(skipped);
        }
    }
}

/// The rank on which a player castles. A function apart, so that other moves
/// than the king's do not ask for it.
#[inline(never)]
fn home(colour: Colour) -> Squares {
    Squares::rank(colour.home_rank())
}
