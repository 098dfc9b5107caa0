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
        self.apply_taking(chosen, self.taken(chosen));
    }

    /// The same where it is known what the move takes.
    #[inline(always)]
    pub(in crate::chess) fn apply_taking(&mut self, chosen: Move, taken: Option<Role>) {
        let Move { from, to, role, class } = chosen;
        self.forget_en_passant();
        self.rest.halfmoves =
            if role == Role::Pawn { 0 } else { self.rest.halfmoves.saturating_add(1) };
        if let Some(taken) = taken {
            let square = if class == MoveClass::EnPassant { passed(to) } else { to };
            self.toggle(!self.rest.turn, taken, square);
            self.rest.halfmoves = 0;
        }
        match class {
            MoveClass::Ordinary | MoveClass::DoubleStep | MoveClass::EnPassant => {
                self.carry(role, from, to);
            }
            MoveClass::Castling => self.castle(chosen),
            MoveClass::Promotion(becomes) => {
                self.toggle(self.rest.turn, Role::Pawn, from);
                self.toggle(self.rest.turn, becomes, to);
            }
        }
        self.forget_castling(role, from, to);
        self.pass_turn();
        if class == MoveClass::DoubleStep {
            self.remember_en_passant(Square::wrap((from.index() + to.index()) as u8 / 2));
        }
    }

    /// Takes back a move that took this: the pieces go where they came from,
    /// and the rest is as it was.
    #[inline(always)]
    pub(in crate::chess) fn unapply(
        &mut self,
        chosen: Move,
        taken: Option<Role>,
        (hash, rest): (u64, &Rest),
    ) {
        let Move { from, to, role, class } = chosen;
        // Asked before, so that the rest is copied in one piece.
        let turn = !self.rest.turn;
        (self.hash, self.rest) = (hash, *rest);
        if let Some(taken) = taken {
            let square = if class == MoveClass::EnPassant { passed(to) } else { to };
            self.board.toggle(!turn, taken, square.into());
        }
        if matches!(class, MoveClass::Castling | MoveClass::Promotion(_)) {
            return self.board.transform_back(turn, chosen);
        }
        self.board.toggle(turn, role, Squares::from(from) ^ to.into());
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
        self.board.toggle(colour, role, square.into());
        self.hash ^= zobrist::piece(colour, role, square);
    }

    /// Carries the mover's piece to an empty square.
    #[inline]
    fn carry(&mut self, role: Role, from: Square, to: Square) {
        self.board.toggle(self.rest.turn, role, Squares::from(from) ^ to.into());
        self.hash ^=
            zobrist::piece(self.rest.turn, role, from) ^ zobrist::piece(self.rest.turn, role, to);
    }

    #[inline]
    fn forget_castling(&mut self, role: Role, from: Square, to: Square) {
        let home = match role {
            Role::King => Squares::rank(self.rest.turn.home_rank()),
            _ => Squares::NONE,
        };
        let lost = self.rest.castles & (home | from.into() | to.into());
        if !lost.is_empty() {
            self.rest.castles ^= lost;
            self.hash ^= zobrist::castles(lost);
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if let Some(skipped) = self.legal_en_passant() {
            self.hash ^= zobrist::en_passant(skipped);
        }
        self.rest.skipped = None;
        self.rest.takeable = false;
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

    #[inline]
    fn pass_turn(&mut self) {
        self.hash ^= zobrist::BLACK;
        if self.rest.turn == Colour::Black {
            self.rest.moves = self.rest.moves.saturating_add(1);
        }
        self.rest.turn = !self.rest.turn;
    }
}
