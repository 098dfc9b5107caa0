//! Making a move.

use super::position::passed;
use super::zobrist;
use super::{Colour, Move, MoveClass, Position, Role, Square, Squares, attacks};

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
        let Move { from, to, role, class } = chosen;
        self.forget_en_passant();
        self.halfmoves = if role == Role::Pawn { 0 } else { self.halfmoves.saturating_add(1) };
        match class {
            MoveClass::Ordinary => {
                self.take(to);
                self.carry(role, from, to);
            }
            MoveClass::DoubleStep => self.carry(Role::Pawn, from, to),
            MoveClass::EnPassant => {
                self.take(passed(to));
                self.carry(Role::Pawn, from, to);
            }
            MoveClass::Castling => self.castle(chosen),
            MoveClass::Promotion(becomes) => {
                self.take(to);
                self.toggle(self.turn, Role::Pawn, from);
                self.toggle(self.turn, becomes, to);
            }
        }
        self.forget_castling(role, from, to);
        self.pass_turn();
        if class == MoveClass::DoubleStep {
            self.remember_en_passant(Square::wrap((from.index() + to.index()) as u8 / 2));
        }
    }

    /// Moves king and rook. Either may end where the other stood, or stay.
    #[cold]
    fn castle(&mut self, chosen: Move) {
        let (king, rook) = chosen.castled();
        self.carry(Role::King, chosen.from, king);
        self.carry(Role::Rook, chosen.to, rook);
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

    /// Puts a piece on a square, or takes it from there.
    #[inline]
    fn toggle(&mut self, colour: Colour, role: Role, square: Square) {
        self.board.roles[role as usize] ^= square.into();
        self.board.colours[colour as usize] ^= square.into();
        self.hash ^= zobrist::piece(colour, role, square);
    }

    /// Takes the opponent's piece from a square, if there is one.
    #[inline]
    fn take(&mut self, square: Square) {
        if self.board.colour(!self.turn).contains(square) {
            self.toggle(!self.turn, self.board.role_on(square), square);
            self.halfmoves = 0;
        }
    }

    /// Carries the mover's piece to an empty square.
    #[inline]
    fn carry(&mut self, role: Role, from: Square, to: Square) {
        let both = Squares::from(from) ^ to.into();
        self.board.roles[role as usize] ^= both;
        self.board.colours[self.turn as usize] ^= both;
        self.hash ^= zobrist::piece(self.turn, role, from) ^ zobrist::piece(self.turn, role, to);
    }

    #[inline]
    fn forget_castling(&mut self, role: Role, from: Square, to: Square) {
        let home = match role {
            Role::King => Squares::rank(self.turn.home_rank()),
            _ => Squares::NONE,
        };
        let lost = self.castles & (home | from.into() | to.into());
        if !lost.is_empty() {
            self.castles ^= lost;
            self.hash ^= zobrist::castles(lost);
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if let Some(skipped) = self.legal_en_passant() {
            self.hash ^= zobrist::en_passant(skipped);
        }
        self.skipped = None;
        self.takeable = false;
    }

    #[inline]
    fn remember_en_passant(&mut self, skipped: Square) {
        self.skipped = Some(skipped);
        let near = attacks::pawn(!self.turn, skipped) & self.board.of(self.turn, Role::Pawn);
        // Almost always nobody stands there, and then nothing is worked out.
        if !near.is_empty() {
            self.look_for_takers(skipped);
        }
    }

    #[cold]
    #[inline(never)]
    fn look_for_takers(&mut self, skipped: Square) {
        if !self.en_passant_takers().is_empty() {
            self.takeable = true;
            self.hash ^= zobrist::en_passant(skipped);
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.hash ^= zobrist::BLACK;
        if self.turn == Colour::Black {
            self.moves = self.moves.saturating_add(1);
        }
        self.turn = !self.turn;
    }
}
