//! What is kept, as the rest of the server knows it.

use crate::game::Waiting;
use crate::wire::{Player, Who};

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatchRow {
    /// Names it.
    pub(crate) id: String,
    /// The game, by name.
    pub(crate) game: String,
    /// Which dice fall.
    pub(crate) seed: u64,
    /// Where it began, if not at the setup.
    pub(crate) position: Option<String>,
    /// Who sits where.
    pub(crate) seats: Vec<Player>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: u64,
    /// Why nothing more is accepted.
    pub(crate) broken: Option<String>,
    /// The node that was made last.
    pub(crate) head: u32,
    /// What came of that node, if the game is over there.
    pub(crate) result: Option<String>,
}

/// A node that was made by an action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NodeRow {
    /// Names it in its match, from one.
    pub(crate) node: u32,
    /// The node from which it was made.
    pub(crate) parent: u32,
    /// Who acted.
    pub(crate) by: Who,
    /// The action.
    pub(crate) action: String,
    /// The options that were chosen on the way.
    pub(crate) answers: Vec<u32>,
    /// How many events there were.
    pub(crate) events: u32,
    /// What came of the game, if this ended it.
    pub(crate) result: Option<String>,
    /// The digest of the state after it.
    pub(crate) digest: Option<String>,
}

/// A match with everything that belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loaded {
    /// The match.
    pub(crate) row: MatchRow,
    /// Its nodes, in the order in which they were made.
    pub(crate) nodes: Vec<NodeRow>,
    /// What waits for a choice, with the node at which it does.
    pub(crate) waiting: Vec<(u32, Waiting)>,
}
