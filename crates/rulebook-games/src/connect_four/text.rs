//! The board and the actions as text.

use std::fmt;
use std::str::FromStr;

use rulebook::prelude::*;

use super::{Action, Board, Column, Event, ROWS};
use crate::ParseError;

const EXPECTED: &str = "write a column from \"a\" to \"g\", or \"resign\".";

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exists() {
            write!(f, "{}", char::from(b'a' + self.0))
        } else {
            write!(f, "{}", self.0)
        }
    }
}

/// By name, so that events and explanations read like the game.
impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Column, ParseError> {
        let column = Column::all().find(|column| column.to_string() == text);
        column.ok_or_else(|| ParseError::new(text, EXPECTED))
    }
}

/// The action as a player writes it.
///
/// ```
/// use rulebook_games::connect_four::{Action, Column, print};
/// assert_eq!(print(&Action::Drop { column: Column(0) }), "a");
/// assert_eq!(print(&Action::Resign), "resign");
/// ```
pub fn print(action: &Action) -> String {
    match action {
        Action::Drop { column } => column.to_string(),
        Action::Resign => "resign".to_owned(),
    }
}

/// An event as a player tells it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::connect_four::{Column, Event, tell};
/// let dropped = Event::Dropped { seat: Seat(1), column: Column(3) };
/// assert_eq!(tell(&dropped), "seat 1 drops a disc into d");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Dropped { seat, column } => format!("{seat} drops a disc into {column}"),
        Event::Ended { ending } => ending.to_string(),
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is neither a column nor `resign`.
///
/// ```
/// use rulebook_games::connect_four::{Action, Column, parse};
/// assert_eq!(parse("g"), Ok(Action::Drop { column: Column(6) }));
/// assert_eq!(
///     parse("h").unwrap_err().to_string(),
///     "\"h\" cannot be read: write a column from \"a\" to \"g\", or \"resign\".",
/// );
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    match text.trim() {
        "resign" => Ok(Action::Resign),
        column => Ok(Action::Drop { column: column.parse()? }),
    }
}

/// The board as text, `r` for red and `y` for yellow.
///
/// ```
/// use rulebook_games::connect_four::{setup, show};
/// assert!(show(&setup()).ends_with(". . . . . . .\na b c d e f g\n"));
/// ```
pub fn show(board: &Board) -> String {
    let disc = |column, row| match board.disc(column, row) {
        Some(Seat(0)) => "r",
        Some(_) => "y",
        None => ".",
    };
    let line = |row| {
        let discs: Vec<_> = Column::all().map(|column| disc(column, row)).collect();
        discs.join(" ") + "\n"
    };
    let rows: String = (0..ROWS).rev().map(line).collect();
    rows + "a b c d e f g\n"
}
