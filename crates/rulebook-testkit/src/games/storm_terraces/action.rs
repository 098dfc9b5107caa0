//! What clans and the storm can do.

use rulebook::prelude::*;

use super::{CELLS, Cell, Hill, Kind};

/// What clans and the storm can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_testkit::games::storm_terraces::{Action, ActionKind};
/// assert_eq!(Action::Storm.kind(), ActionKind::Storm);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Action {
    /// A clan places a piece.
    Place {
        /// What.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// Everybody next to a cell rushes for it.
    Scramble {
        /// Which cell.
        cell: Cell,
    },
    /// A clan rests.
    Rest,
    /// The storm comes.
    Storm,
}

/// Every action there is, in whatever state, and some on a cell that does not
/// exist.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{setup, universe};
/// assert_eq!(universe(&setup()).len(), 13 * 6 + 2);
/// ```
pub fn universe(_: &Hill) -> Vec<Action> {
    let mut all = vec![Action::Rest, Action::Storm];
    for cell in (0..=CELLS).map(Cell) {
        all.extend(Kind::ALL.map(|kind| Action::Place { kind, cell }));
        all.push(Action::Scramble { cell });
    }
    all
}
