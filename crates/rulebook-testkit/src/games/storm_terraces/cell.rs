//! The cells of the hillside.

use std::fmt;

use rulebook::prelude::*;

/// How many cells there are.
pub const CELLS: u8 = COLUMNS * 3;
const COLUMNS: u8 = 4;

/// A cell, numbered by terraces from the lowest, each from the left.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Cell, cell};
/// assert_eq!(Cell(5), cell("b2"));
/// assert!(cell("b2").is_next_to(cell("b3")) && !cell("b2").is_next_to(cell("c3")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Canonical)]
pub struct Cell(pub u8);

impl Cell {
    /// All cells.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS).map(Cell)
    }

    /// Whether there is such a cell.
    pub fn exists(self) -> bool {
        self.0 < CELLS
    }

    /// Whether they share a side.
    pub fn is_next_to(self, other: Cell) -> bool {
        let (column, row) = (self.0 % COLUMNS, self.0 / COLUMNS);
        let (other_column, other_row) = (other.0 % COLUMNS, other.0 / COLUMNS);
        column.abs_diff(other_column) + row.abs_diff(other_row) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.0 % COLUMNS, self.0 / COLUMNS);
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }
}

/// The cell of that name, for those who write it down in a program.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::cell;
/// assert_eq!(cell("d3").to_string(), "d3");
/// ```
///
/// # Panics
///
/// If there is no such cell: they are called `a1` to `d3`.
pub fn cell(name: &str) -> Cell {
    let named = Cell::all().find(|cell| cell.to_string() == name);
    named.unwrap_or_else(|| panic!("there is no cell {name}: they are called a1 to d3"))
}
