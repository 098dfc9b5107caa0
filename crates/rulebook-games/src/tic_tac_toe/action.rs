//! What a player can do.

use rulebook::prelude::*;

use super::{Board, Cell};

/// What a player can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::tic_tac_toe::{Action, ActionKind, Cell};
/// assert_eq!(Action::Place { cell: Cell(4) }.kind(), ActionKind::Place);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// Place your mark in a cell.
    Place {
        /// Which one.
        cell: Cell,
    },
    /// Give up.
    Resign,
}

impl Action {
    /// The cell that it is about, if it is about one.
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{Action, Cell};
    /// assert_eq!(Action::Place { cell: Cell(4) }.cell(), Some(Cell(4)));
    /// assert_eq!(Action::Resign.cell(), None);
    /// ```
    #[inline]
    pub fn cell(self) -> Option<Cell> {
        match self {
            Action::Place { cell } => Some(cell),
            Action::Resign => None,
        }
    }
}

/// Every action there is, in whatever state: each cell, one that does not
/// exist, and resigning.
///
/// ```
/// use rulebook_games::tic_tac_toe::{setup, universe};
/// assert_eq!(universe(&setup()).len(), 11);
/// ```
pub fn universe(_: &Board) -> Vec<Action> {
    let place = |cell| Action::Place { cell };
    let cells = (0..=Cell::COUNT).map(Cell);
    cells.map(place).chain([Action::Resign]).collect()
}
