//! Why an action is refused.

use rulebook::prelude::*;

use super::Column;

/// Why an action is refused.
///
/// ```
/// use rulebook_games::connect_four::{Column, Why};
/// assert_eq!(Why::Full { column: Column(3) }.to_string(), "Column d is full.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// There is no column {column}: columns are numbered from 0 to 6.
    NoSuchColumn {
        /// What was taken for a column.
        column: Column,
    },
    /// It is not your turn.
    NotYourTurn,
    /// Column {column} is full.
    Full {
        /// Which one.
        column: Column,
    },
}
