//! What happens on the board, and how each event is taken back.

use rulebook::prelude::*;

use super::{Board, Column};
use crate::Ending;

/// What happens on the board.
///
/// The row is not in the event: it follows from the board. Applying the event
/// says it, as the trace.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::connect_four::{Column, ConnectFour, Event, setup};
/// let mut board = setup();
/// let dropped = |seat| Event::Dropped { seat: Seat(seat), column: Column(3) };
/// assert_eq!(ConnectFour::apply(&mut board, &dropped(0)), Some(0));
/// assert_eq!(ConnectFour::apply(&mut board, &dropped(1)), Some(1));
/// assert_eq!(board.disc(Column(3), 1), Some(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// A player's disc was dropped, and it is the other one's turn.
    Dropped {
        /// Whose disc.
        seat: Seat,
        /// Where.
        column: Column,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
}

#[inline]
pub(super) fn apply(board: &mut Board, event: Event) -> Option<u8> {
    match event {
        Event::Dropped { seat, column } => Some(board.put(seat, column)),
        Event::Ended { ending } => {
            board.end(Some(ending));
            None
        }
    }
}

#[inline]
pub(super) fn revert(board: &mut Board, event: Event, landed: Option<u8>) {
    match (event, landed) {
        (Event::Dropped { seat, column }, Some(row)) => board.take(seat, column, row),
        (Event::Dropped { .. } | Event::Ended { .. }, _) => board.end(None),
    }
}
