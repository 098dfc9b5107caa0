//! Why an action is refused.

use rulebook::prelude::*;

use super::Cell;

/// Why an action is refused.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::{Why, cell};
/// assert_eq!(Why::Taken { cell: cell("b2") }.to_string(), "Somebody stands on b2 already.");
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// There is no such cell: they are called a1 to d3.
    NoSuchCell,
    /// It is not your turn.
    NotYourTurn,
    /// Only chance brings the storm, once all clans had their turn.
    NoStormNow,
    /// The storm is coming: nobody can do anything else.
    StormNow,
    /// Somebody stands on {cell} already.
    Taken {
        /// Where.
        cell: Cell,
    },
    /// Nobody of yours stands next to {cell}.
    NobodyNear {
        /// Where.
        cell: Cell,
    },
    /// You have not enough coins for that.
    NoCoins,
}
