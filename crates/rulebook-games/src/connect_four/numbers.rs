//! Numbers for the actions, for programs that learn: a column's own.

use rulebook::Numbered;

use super::{Action, Board, Column, ConnectFour};

impl Numbered for ConnectFour {
    const ACTIONS: usize = Column::COUNT as usize;

    fn number(_: &Board, action: &Action) -> Option<usize> {
        match action {
            Action::Drop { column } => Some(column.0.into()),
            Action::Resign => None,
        }
    }
}
