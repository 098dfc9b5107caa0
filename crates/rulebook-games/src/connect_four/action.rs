//! What a player can do.

use rulebook::prelude::*;

use super::{Board, Column};

/// What a player can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::connect_four::{Action, ActionKind, Column};
/// assert_eq!(Action::Drop { column: Column(3) }.kind(), ActionKind::Drop);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Drop a disc into a column.
    Drop {
        /// Which one.
        column: Column,
    },
    /// Give up.
    Resign,
}

impl Action {
    /// The column that it is about, if it is about one.
    ///
    /// ```
    /// use rulebook_games::connect_four::{Action, Column};
    /// assert_eq!(Action::Drop { column: Column(3) }.column(), Some(Column(3)));
    /// assert_eq!(Action::Resign.column(), None);
    /// ```
    #[inline]
    pub fn column(self) -> Option<Column> {
        match self {
            Action::Drop { column } => Some(column),
            Action::Resign => None,
        }
    }
}

/// Every action there is, in whatever state: each column, one that does not
/// exist, and resigning.
///
/// ```
/// use rulebook_games::connect_four::{setup, universe};
/// assert_eq!(universe(&setup()).len(), 9);
/// ```
pub fn universe(_: &Board) -> Vec<Action> {
    let drop = |column| Action::Drop { column };
    let columns = (0..=Column::COUNT).map(Column);
    columns.map(drop).chain([Action::Resign]).collect()
}
