//! What happens on the board, and how each event is taken back.

use rulebook::prelude::*;

use super::{Board, Cell};
use crate::Ending;

/// What happens on the board.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::tic_tac_toe::{Cell, Event, TicTacToe, setup};
/// let mut board = setup();
/// TicTacToe::apply(&mut board, &Event::Marked { seat: Seat(0), cell: Cell(4) });
/// assert_eq!(board.mark(Cell(4)), Some(Seat(0)));
/// assert_eq!(board.turn(), Seat(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// A player's mark was placed, and it is the other one's turn.
    Marked {
        /// Whose mark.
        seat: Seat,
        /// Where.
        cell: Cell,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
}

#[inline]
pub(super) fn apply(board: &mut Board, event: Event) {
    match event {
        Event::Marked { seat, cell } => board.put(seat, cell),
        Event::Ended { ending } => board.end(Some(ending)),
    }
}

#[inline]
pub(super) fn revert(board: &mut Board, event: Event) {
    match event {
        Event::Marked { seat, cell } => board.take(seat, cell),
        Event::Ended { .. } => board.end(None),
    }
}
