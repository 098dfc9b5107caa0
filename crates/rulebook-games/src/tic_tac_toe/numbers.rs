//! Numbers for the actions, for programs that learn: a cell's own.

use rulebook::Numbered;

use super::{Action, Board, Cell, TicTacToe};

impl Numbered for TicTacToe {
    const ACTIONS: usize = Cell::COUNT as usize;

    fn number(_: &Board, action: &Action) -> Option<usize> {
        match action {
            Action::Place { cell } => Some(cell.0.into()),
            Action::Resign => None,
        }
    }
}
