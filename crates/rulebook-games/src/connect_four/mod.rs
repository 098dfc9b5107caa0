//! Connect four.
//!
//! # The rules
//!
//! Two players share an upright board of seven columns and six rows. The first
//! player has red discs, the second yellow ones.
//!
//! 1. The players take turns, red first. On your turn, **drop a disc** into a
//!    column that is not full; it falls to the lowest free place.
//! 2. Whoever **connects four** of their own discs in a row, across, up or
//!    diagonally, wins at once.
//! 3. If the board is full and nobody has four, the game is a **draw**.
//! 4. Instead of dropping a disc you may **resign**: the other player wins.
//!
//! Columns are named `a` to `g`, from the left.
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::connect_four::{book, parse, setup, show};
//!
//! let mut game = book().start(setup(), Seed(1))?;
//! for (turn, column) in ["d", "e", "d", "e", "d", "e", "d"].into_iter().enumerate() {
//!     game.submit(Seat(turn as u8 % 2), parse(column)?)?;
//! }
//! assert_eq!(show(game.state()), "\
//! . . . . . . .
//! . . . . . . .
//! . . . r . . .
//! . . . r y . .
//! . . . r y . .
//! . . . r y . .
//! a b c d e f g
//! ");
//! assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
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
pub use event::{Event, EventKind, Trace};
pub use position::{read_position, write_position};
pub use reason::Why;
pub use state::{Board, Column, Columns, ROWS, setup};
pub use text::{parse, print, show, tell};

use rulebook::Open;
use rulebook::prelude::*;

use crate::{Ending, ParseError, Playable, PositionError};

/// The game of connect four; see the [module](self).
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::connect_four::{ConnectFour, setup};
/// assert!(ConnectFour::active(&setup()).contains(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type State = Board;
    type Action = Action;
    type Event = Event;
    type Trace = Trace;
    type Reason = Why;

    #[inline(always)]
    fn apply(board: &mut Board, event: &Event) -> Trace {
        event::apply(board, *event)
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

impl Revert for ConnectFour {
    #[inline]
    fn revert(board: &mut Board, event: &Event, trace: &Trace) {
        event::revert(board, *event, *trace);
    }
}

impl Open for ConnectFour {}

impl Playable for ConnectFour {
    const NAME: &'static str = "connect-four";
    const ABOUT: &'static str = "Four in a row on an upright board of seven columns.";
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
