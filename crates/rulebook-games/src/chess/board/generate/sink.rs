//! Where generated moves go: into a closure, into a number, or into a yes.

use crate::chess::board::{Move, MoveClass, Role, Square, Squares};

/// What receives moves, in bunches.
pub(super) trait Sink {
    /// A piece may go from a square to each of these.
    fn piece(&mut self, role: Role, from: Square, to: Squares);
    /// Pawns may go to each of these, each from so many squares before it.
    fn pawns(&mut self, class: MoveClass, to: Squares, step: i8);
    /// A single special move.
    fn special(&mut self, chosen: Move);
}

/// Hands out each move.
pub(super) struct Each<F>(pub(super) F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, to: Squares) {
        for to in to {
            self.0(Move { from, to, role, class: MoveClass::Ordinary });
        }
    }

    #[inline]
    fn pawns(&mut self, class: MoveClass, to: Squares, step: i8) {
        for to in to {
            let from = Square::wrap((to.index() as u8).wrapping_sub_signed(step));
            self.0(Move { from, to, role: Role::Pawn, class });
        }
    }

    #[inline]
    fn special(&mut self, chosen: Move) {
        self.0(chosen);
    }
}

/// Counts the moves without looking at them.
#[derive(Default)]
pub(super) struct Count(pub(super) usize);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, to: Squares) {
        self.0 += to.len();
    }

    #[inline]
    fn pawns(&mut self, _: MoveClass, to: Squares, _: i8) {
        self.0 += to.len();
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Sees whether there is a move at all.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, to: Squares) {
        self.0 |= !to.is_empty();
    }

    #[inline]
    fn pawns(&mut self, _: MoveClass, to: Squares, _: i8) {
        self.0 |= !to.is_empty();
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 = true;
    }
}
