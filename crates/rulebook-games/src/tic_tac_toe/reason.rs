//! Why an action is refused.

use rulebook::prelude::*;

use super::Cell;

/// Why an action is refused.
///
/// ```
/// use rulebook_games::tic_tac_toe::{Cell, Why};
/// assert_eq!(Why::Taken { cell: Cell(4) }.to_string(), "The cell b2 is taken.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// There is no {cell}: cells are numbered from 0 to 8.
    NoSuchCell {
        /// What was taken for a cell.
        cell: Cell,
    },
    /// It is not your turn.
    NotYourTurn,
    /// The cell {cell} is taken.
    Taken {
        /// Which one.
        cell: Cell,
    },
}
