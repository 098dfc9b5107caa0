//! The state as a tree.

use serde::{Deserialize, Serialize};

/// A part of a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct StateNode {
    /// Its name within its parent: a field, an index, a key.
    pub(crate) name: String,
    /// The name of its type or variant, or the value itself.
    pub(crate) value: Option<String>,
    /// Its parts.
    #[cfg_attr(test, schema(no_recursion))]
    pub(crate) children: Vec<StateNode>,
    /// The event that wrote it last. None if nothing has since the start.
    pub(crate) written: Option<Written>,
    /// Whether it is not known what wrote it: nobody has asked, or it is too long
    /// ago to be looked for.
    pub(crate) unknown: bool,
}

/// Which event wrote a value last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Written {
    /// The node in which it happened.
    pub(crate) node: u32,
    /// The event's place in that frame, from zero.
    pub(crate) event: u32,
    /// The event, as a person tells it.
    pub(crate) text: String,
}
