//! Ordinary moves: a piece goes to a square and takes what stands there.

use super::masks::Masks;
use super::sink::Sink;
use crate::chess::board::{MoveClass, Position, Role, Squares, attacks};

impl Position {
    /// Every ordinary move.
    #[inline]
    pub(super) fn ordinary_into(&self, masks: &Masks, sink: &mut impl Sink) {
        if !masks.is_double() {
            self.pawns_into(masks, sink);
            self.officers_into(masks, sink);
        }
        sink.piece(Role::King, masks.king, self.king_steps(masks));
    }

    /// Knights, bishops, rooks and queens.
    #[inline]
    pub(super) fn officers_into(&self, masks: &Masks, sink: &mut impl Sink) {
        let occupied = self.board.occupied();
        // A pinned knight has nowhere to go.
        for from in self.mine(Role::Knight) & !masks.pinned {
            sink.piece(Role::Knight, from, attacks::knight(from) & masks.targets);
        }
        for from in self.mine(Role::Bishop) {
            let reach = attacks::bishop(from, occupied) & masks.targets;
            sink.piece(Role::Bishop, from, reach & masks.leash(from));
        }
        for from in self.mine(Role::Rook) {
            let reach = attacks::rook(from, occupied) & masks.targets;
            sink.piece(Role::Rook, from, reach & masks.leash(from));
        }
        for from in self.mine(Role::Queen) {
            let reach = attacks::queen(from, occupied) & masks.targets;
            sink.piece(Role::Queen, from, reach & masks.leash(from));
        }
    }

    /// Pawns that do not reach the last rank: single steps and captures.
    #[inline]
    pub(super) fn pawns_into(&self, masks: &Masks, sink: &mut impl Sink) {
        self.single_steps(masks, !Squares::EDGE_RANKS, |to, step| {
            sink.pawns(MoveClass::Ordinary, to, step);
        });
    }

    /// Single steps and captures of pawns to some squares: in up to three
    /// bunches, and one by one for those that are pinned.
    #[inline]
    pub(super) fn single_steps(
        &self,
        masks: &Masks,
        within: Squares,
        mut each: impl FnMut(Squares, i8),
    ) {
        let pawns = self.mine(Role::Pawn);
        self.steps_of(pawns & !masks.pinned, masks.targets & within, &mut each);
        // In check, a pinned piece cannot help.
        if masks.checkers.is_empty() {
            for from in pawns & masks.pinned {
                self.steps_of(from.into(), within & masks.leash(from), &mut each);
            }
        }
    }

    #[inline]
    fn steps_of(&self, pawns: Squares, to: Squares, each: &mut impl FnMut(Squares, i8)) {
        let (us, theirs) = (self.rest.turn, self.board.colour(!self.rest.turn));
        each(pawns.forward(us) & !self.board.occupied() & to, us.step());
        each(pawns.forward_west(us) & theirs & to, us.step() - 1);
        each(pawns.forward_east(us) & theirs & to, us.step() + 1);
    }
}
