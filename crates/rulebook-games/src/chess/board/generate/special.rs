//! The moves with rules of their own: the double step, en passant, castling
//! and promotion.

use super::masks::Masks;
use super::sink::Sink;
use crate::chess::board::{Move, MoveClass, Position, Role, Square, Squares, attacks};

impl Position {
    /// A pawn's first move, two squares.
    #[inline]
    pub(super) fn double_steps_into(&self, masks: &Masks, sink: &mut impl Sink) {
        let us = self.rest.turn;
        let empty = !self.board.occupied();
        let home = self.mine(Role::Pawn) & Squares::rank(us.pawn_rank());
        let mut to = double(self, home & !masks.pinned) & masks.targets;
        // Along the file to the king a pinned pawn may go; in check it cannot help.
        if masks.checkers.is_empty() {
            for from in home & masks.pinned {
                to |= double(self, from.into()) & masks.leash(from);
            }
        }
        sink.pawns(MoveClass::DoubleStep, to & empty, 2 * us.step());
    }

    /// A pawn takes a pawn that has just gone two squares.
    #[inline]
    pub(super) fn en_passant_into(&self, sink: &mut impl Sink) {
        let Some(to) = self.legal_en_passant() else { return };
        for from in self.en_passant_takers() {
            sink.special(Move { from, to, role: Role::Pawn, class: MoveClass::EnPassant });
        }
    }

    /// King and rook move together.
    #[inline]
    pub(super) fn castling_into(&self, masks: &Masks, sink: &mut impl Sink) {
        if !masks.checkers.is_empty() {
            return;
        }
        for to in self.open_castles(masks.king) {
            let chosen = castling(masks.king, to);
            if self.castles_safely(chosen) {
                sink.special(chosen);
            }
        }
    }

    /// The rooks that may castle, with nothing in the way.
    #[inline]
    pub(super) fn open_castles(&self, king: Square) -> Squares {
        let occupied = self.board.occupied();
        let mut open = Squares::NONE;
        for rook in self.rest.castles & self.board.colour(self.rest.turn) {
            // They pass each other, so between them nothing stands. This is
            // quickly seen, and almost always the end of it.
            if (attacks::between(king, rook) & occupied).is_empty()
                && (castling_path(castling(king, rook)) & occupied).is_empty()
            {
                open |= rook.into();
            }
        }
        open
    }

    /// A pawn reaches the last rank.
    #[inline]
    pub(super) fn promotions_into(&self, masks: &Masks, sink: &mut impl Sink) {
        if self.ready_pawns().is_empty() {
            return;
        }
        self.single_steps(masks, Squares::EDGE_RANKS, |to, step| {
            for role in Role::PROMOTIONS {
                sink.pawns(MoveClass::Promotion(role), to, step);
            }
        });
    }

    /// The pawns one step before the last rank.
    #[inline]
    pub(super) fn ready_pawns(&self) -> Squares {
        self.mine(Role::Pawn) & Squares::rank((!self.rest.turn).pawn_rank())
    }

    /// Whether no square is attacked that the king passes or ends on.
    fn castles_safely(&self, chosen: Move) -> bool {
        let (king, rook) = chosen.castled();
        let occupied = self.board.occupied();
        // The rook may have shielded the king's last square.
        let afterwards = castled(occupied, chosen, king, rook);
        let passes = attacks::between(chosen.from, king);
        !self.is_attacked(king, afterwards)
            && passes.into_iter().all(|square| !self.is_attacked(square, occupied))
    }
}

/// The king castles with a rook.
#[inline]
fn castling(king: Square, rook: Square) -> Move {
    Move { from: king, to: rook, role: Role::King, class: MoveClass::Castling }
}

/// Where pawns arrive after two steps over an empty square.
#[inline]
pub(super) fn double(position: &Position, pawns: Squares) -> Squares {
    let over = pawns.forward(position.rest.turn) & !position.board.occupied();
    over.forward(position.rest.turn)
}

/// The squares that must be empty for castling: those that king and rook pass
/// or end on, except where they themselves stand.
#[inline]
pub(in crate::chess::board) fn castling_path(chosen: Move) -> Squares {
    let (king, rook) = chosen.castled();
    let passed = attacks::between(chosen.from, king) | attacks::between(chosen.to, rook);
    let ended = Squares::from(king) | rook.into();
    (passed | ended) & !(Squares::from(chosen.from) | chosen.to.into())
}

/// The occupied squares after castling.
#[inline]
pub(in crate::chess::board) fn castled(
    occupied: Squares,
    chosen: Move,
    king: Square,
    rook: Square,
) -> Squares {
    let left = Squares::from(chosen.from) | chosen.to.into();
    (occupied & !left) | king.into() | rook.into()
}
