//! What happens on the board, and how each event is taken back.

use rulebook::prelude::*;

use super::{Board, Column};
use crate::Ending;

/// What happens on the board.
///
/// The row is not in the event: it follows from the board. Applying the event
/// says it, as the [`Trace`].
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::connect_four::{Column, ConnectFour, Event, setup};
/// let mut board = setup();
/// ConnectFour::apply(&mut board, &Event::Dropped { seat: Seat(0), column: Column(3) });
/// ConnectFour::apply(&mut board, &Event::Dropped { seat: Seat(1), column: Column(3) });
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

/// What applying an event left behind.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::connect_four::{Column, ConnectFour, Event, Trace, setup};
/// let dropped = Event::Dropped { seat: Seat(0), column: Column(3) };
/// assert_eq!(ConnectFour::apply(&mut setup(), &dropped), Trace::Landed { row: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// A disc landed.
    Landed {
        /// In which row, counted from the bottom, from 0.
        row: u8,
    },
    /// Nothing that the event does not say.
    Over,
}

/// Part of each rule's function: there it is known which event it is.
#[inline(always)]
pub(super) fn apply(board: &mut Board, event: Event) -> Trace {
    match event {
        Event::Dropped { seat, column } => Trace::Landed { row: board.put(seat, column) },
        Event::Ended { ending } => {
            board.end(Some(ending));
            Trace::Over
        }
    }
}

#[inline]
pub(super) fn revert(board: &mut Board, event: Event, trace: Trace) {
    match (event, trace) {
        (Event::Dropped { seat, column }, Trace::Landed { row }) => board.take(seat, column, row),
        (Event::Dropped { .. } | Event::Ended { .. }, _) => board.end(None),
    }
}
