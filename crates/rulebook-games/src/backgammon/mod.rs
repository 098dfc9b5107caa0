//! Backgammon.
//!
//! # The rules
//!
//! White has seat 0, Black seat 1. Each counts the points from their own side
//! and moves from 24 down to 1, and then off.
//!
//! 1. **Opening.** Each player throws a die, until they differ. Whoever threw
//!    more begins, and plays both dice.
//! 2. On your turn, **roll**, and play both dice, each with one checker or both
//!    with the same; a double is played twice over. No checker lands where the
//!    opponent has two or more. One that is alone is **hit** and goes to the
//!    bar. Checkers on the bar **enter** before anything else. Once all
//!    checkers are at home, they are **borne off**.
//! 3. Both dice are played if possible, or else the larger; of a double as many
//!    as possible. Who cannot move passes with **no play**.
//! 4. Say the whole play at once, or go step by step; until you are **done**
//!    you may **take back** your steps.
//! 5. Before you roll you may **double**, if the cube is in the middle or yours.
//!    Your opponent **takes**, and owns the cube, or **drops**, and loses what
//!    it was worth. **Beavers** are for money, if they are agreed upon.
//! 6. Whoever bears off all checkers first wins: a single game, a **gammon** if
//!    the loser has borne off none, a **backgammon** if moreover one of them is
//!    on the bar or in the winner's home; once, twice, three times the cube.
//! 7. On your turn, before you move a checker, you may **resign** a single game,
//!    a gammon or a backgammon. Your opponent **accepts**, or **declines** and
//!    the game goes on.
//! 8. A game for money stands alone. A match goes on until a player has enough
//!    points; the first game after somebody is one point short is played
//!    without doubling (the **Crawford** rule).
//!
//! # Example
//!
//! ```
//! use rulebook::prelude::*;
//! use rulebook_games::backgammon::board::{Position, Roll, Side};
//! use rulebook_games::backgammon::{Table, book, parse};
//!
//! let table = Table::rolled(Position::START, Side::White, Roll::new(3, 1).unwrap());
//! let mut game = book().start(table, Seed(1))?;
//! let refused = game.submit(Seat(0), parse("8/5")?)?;
//! assert_eq!(
//!     refused.to_string(),
//!     "disallowed: This plays 1 of the dice, but 2 can be played.",
//! );
//! game.submit(Seat(0), parse("8/5 6/5")?)?;
//! assert_eq!(game.turn(), Some(Seat(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tables as text
//!
//! Any table can be written on one line and read again, and so can the ids of
//! GNU Backgammon. What cannot be is refused with every reason.
//!
//! ```
//! use rulebook_games::backgammon::Table;
//!
//! let table: Table = "4HPwATDgc/ABMA:cInlAAAAAAAE".parse()?;
//! assert_eq!(table.to_string(), "4HPwATDgc/ABMA, black to play 31, match to 7");
//! assert_eq!(table.gnu_id()?.to_string(), "4HPwATDgc/ABMA:cInlAAAAAAAE");
//!
//! let wrong = "white 6(15), black 19(15), white to roll, cube 4, no cube".parse::<Table>();
//! assert_eq!(wrong.unwrap_err().to_string(), "White has 15 checkers on point 6, and black has 15 \
//!     there, which is their point 19. The cube stands at 4, but this game is played without it.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What else is here
//!
//! [`board`]: positions, plays, the cube, the score, notations and the ids of
//! GNU Backgammon. It can be used without the engine.

mod action;
mod book;
mod event;
mod ids;
mod notation;
mod problem;
mod reason;
mod state;
mod text;

pub mod board;

pub use action::{Action, ActionKind, universe};
pub use book::{book, class_of_a_step};
pub use event::{Event, EventKind, Trace, Victory};
pub use notation::TableTextError;
pub use problem::{TableProblem, TableProblems};
pub use reason::{Objection, Why};
pub use state::{Stage, Table, setup};
pub use text::{parse, parse_in, print, show, tell};

use rulebook::Open;
use rulebook::prelude::*;

use crate::{CountsAs, ParseError, Playable, PositionError};

/// The game of backgammon; see the [module](self).
///
/// ```
/// use rulebook::{By, Game};
/// use rulebook_games::backgammon::{Backgammon, setup};
/// assert!(Backgammon::active(&setup()).contains(By::Chance));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Backgammon;

impl Game for Backgammon {
    type State = Table;
    type Action = Action;
    type Event = Event;
    type Trace = Trace;
    type Reason = Why;

    #[inline]
    fn apply(table: &mut Table, event: &Event) -> Trace {
        event::apply(table, *event)
    }

    #[inline]
    fn active(table: &Table) -> Actors {
        table.to_act().map_or(Actors::only(By::Chance), |side| Actors::only(side.seat()))
    }

    #[inline]
    fn result(table: &Table) -> Option<Scores> {
        table.scores()
    }
}

impl Revert for Backgammon {
    #[inline]
    fn revert(table: &mut Table, event: &Event, trace: &Trace) {
        event::revert(table, *event, trace);
    }
}

impl Open for Backgammon {}

impl Playable for Backgammon {
    const NAME: &'static str = "backgammon";
    const ABOUT: &'static str = "Backgammon for money, with the doubling cube.";
    const SEATS: usize = 2;
    const POSITIONS: &'static str = notation::FORM;

    fn book() -> Book<Self> {
        book()
    }

    fn setup() -> Table {
        setup()
    }

    fn universe(table: &Table) -> Vec<Action> {
        universe(table)
    }

    fn show(table: &Table) -> String {
        show(table)
    }

    fn show_sight(table: &Table) -> String {
        show(table)
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

    fn parse_in(table: &Table, text: &str) -> Result<Action, ParseError> {
        parse_in(table, text)
    }

    fn write_position(table: &Table) -> String {
        table.to_string()
    }

    fn read_position(text: &str) -> Result<Table, PositionError> {
        text.parse().map_err(|error: TableTextError| error.of(text))
    }

    /// Whole plays only.
    fn for_counting(table: Table) -> Table {
        table.with_whole_plays_only()
    }

    /// Plays are moves; to have none is no move.
    fn counts_as(action: &Action) -> CountsAs {
        match action {
            Action::Play(play) if !play.is_empty() => CountsAs::Move,
            Action::Throw | Action::Roll => CountsAs::Chance,
            _ => CountsAs::Aside,
        }
    }

    fn is_rare(action: &Action) -> bool {
        action.is_rare()
    }
}
