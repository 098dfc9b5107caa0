//! Tic-tac-toe.
//!
//! # The rules
//!
//! Two players share a board of three rows and three columns. The first player
//! draws crosses, the second noughts.
//!
//! 1. The players take turns, crosses first. On your turn, **place your mark**
//!    in an empty cell.
//! 2. Whoever **completes a line** of three of their own marks, across, down or
//!    diagonally, wins at once.
//! 3. If the board is full and nobody has a line, the game is a **draw**.
//! 4. Instead of placing a mark you may **resign**: the other player wins.
//!
//! Cells are named by column and row, from the lower left: `a1` is a corner,
//! `b2` the middle.
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::tic_tac_toe::{Action, Cell, Why, book, setup, show};
//!
//! let mut game = book().start(setup(), Seed(1))?;
//! let place = |cell: &str| Action::Place { cell: cell.parse().unwrap() };
//!
//! game.submit(Seat(0), place("b2"))?;
//! let refused = game.submit(Seat(1), place("b2"))?;
//! assert_eq!(refused.to_string(), "disallowed: The cell b2 is taken.");
//!
//! game.submit(Seat(1), place("a3"))?;
//! game.submit(Seat(0), place("a1"))?;
//! game.submit(Seat(1), place("c3"))?;
//! assert_eq!(show(game.state()), "\
//! 3 o . o
//! 2 . x .
//! 1 x . .
//!   a b c
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod book;
mod event;
mod numbers;
mod position;
mod reason;
mod state;
mod text;

pub use action::{Action, ActionKind, universe};
pub use book::book;
pub use event::{Event, EventKind};
pub use position::{read_position, write_position};
pub use reason::Why;
pub use state::{Board, Cell, Cells, setup};
pub use text::{parse, print, show, tell};

use rulebook::Open;
use rulebook::prelude::*;

use crate::{Ending, ParseError, Playable, PositionError};

/// The game of tic-tac-toe; see the [module](self).
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::tic_tac_toe::{TicTacToe, setup};
/// assert!(TicTacToe::active(&setup()).contains(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = Board;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    #[inline]
    fn apply(board: &mut Board, event: &Event) {
        event::apply(board, *event);
    }

    #[inline]
    fn active(board: &Board) -> Actors {
        Actors::only(board.turn())
    }

    #[inline]
    fn result(board: &Board) -> Option<Scores> {
        board.ending().map(Ending::scores)
    }
}

impl Revert for TicTacToe {
    #[inline]
    fn revert(board: &mut Board, event: &Event, (): &()) {
        event::revert(board, *event);
    }
}

impl Open for TicTacToe {}

impl Playable for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "Three in a row on a board of nine cells.";
    const SEATS: usize = 2;
    const POSITIONS: &'static str = position::FORM;

    fn book() -> Book<Self> {
        book()
    }

    fn setup() -> Board {
        setup()
    }

    fn universe(board: &Board) -> Vec<Action> {
        universe(board)
    }

    fn show(board: &Board) -> String {
        show(board)
    }

    fn show_sight(board: &Board) -> String {
        show(board)
    }

    fn print(action: &Action) -> String {
        print(action)
    }

    fn tell(event: &Event) -> String {
        tell(event)
    }

    fn parse(text: &str) -> Result<Action, ParseError> {
        parse(text)
    }

    fn write_position(board: &Board) -> String {
        write_position(board)
    }

    fn read_position(text: &str) -> Result<Board, PositionError> {
        read_position(text)
    }

    fn is_rare(action: &Action) -> bool {
        matches!(action, Action::Resign)
    }
}
