//! The board and the actions as text.

use std::fmt;
use std::str::FromStr;

use rulebook::prelude::*;

use super::{Action, Board, Cell, Event};
use crate::ParseError;

const EXPECTED: &str = "write a cell as column and row, such as \"b2\", or \"resign\".";

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exists() {
            let column = char::from(b'a' + self.0 % 3);
            write!(f, "{column}{}", self.0 / 3 + 1)
        } else {
            write!(f, "cell {}", self.0)
        }
    }
}

/// By name, so that events and explanations read like the game.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let cell = Cell::all().find(|cell| cell.to_string() == text);
        cell.ok_or_else(|| ParseError::new(text, EXPECTED))
    }
}

/// The action as a player writes it.
///
/// ```
/// use rulebook_games::tic_tac_toe::{Action, Cell, print};
/// assert_eq!(print(&Action::Place { cell: Cell(0) }), "a1");
/// assert_eq!(print(&Action::Resign), "resign");
/// ```
pub fn print(action: &Action) -> String {
    match action {
        Action::Place { cell } => cell.to_string(),
        Action::Resign => "resign".to_owned(),
    }
}

/// An event as a player tells it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::tic_tac_toe::{Cell, Event, tell};
/// assert_eq!(tell(&Event::Marked { seat: Seat(0), cell: Cell(4) }), "seat 0 marks b2");
/// ```
pub fn tell(event: &Event) -> String {
    match event {
        Event::Marked { seat, cell } => format!("{seat} marks {cell}"),
        Event::Ended { ending } => ending.to_string(),
    }
}

/// Reads an action as a player writes it.
///
/// # Errors
///
/// If it is neither a cell nor `resign`.
///
/// ```
/// use rulebook_games::tic_tac_toe::{Action, Cell, parse};
/// assert_eq!(parse("c3"), Ok(Action::Place { cell: Cell(8) }));
/// assert_eq!(
///     parse("d4").unwrap_err().to_string(),
///     "\"d4\" cannot be read: write a cell as column and row, such as \"b2\", or \"resign\".",
/// );
/// ```
pub fn parse(text: &str) -> Result<Action, ParseError> {
    match text.trim() {
        "resign" => Ok(Action::Resign),
        cell => Ok(Action::Place { cell: cell.parse()? }),
    }
}

/// The board as text, `x` for crosses and `o` for noughts.
///
/// ```
/// use rulebook_games::tic_tac_toe::{setup, show};
/// assert_eq!(show(&setup()), "3 . . .\n2 . . .\n1 . . .\n  a b c\n");
/// ```
pub fn show(board: &Board) -> String {
    let mark = |cell| match board.mark(cell) {
        Some(Seat(0)) => "x",
        Some(_) => "o",
        None => ".",
    };
    let row = |row: u8| {
        let [a, b, c] = [0, 1, 2].map(|column| mark(Cell(3 * row + column)));
        format!("{} {a} {b} {c}\n", row + 1)
    };
    let rows: String = (0..3).rev().map(row).collect();
    rows + "  a b c\n"
}
