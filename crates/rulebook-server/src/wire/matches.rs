//! Matches and the nodes of their trees.

use serde::{Deserialize, Serialize};

use super::Who;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum Player {
    /// Somebody at the page.
    Human,
    /// A bot that plays at random.
    Random,
    /// A bot that searches, and sees no more than its seat may.
    Mcts,
}

impl Player {
    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Random => "random",
            Player::Mcts => "mcts",
        }
    }

    /// Reads what was written.
    pub(crate) fn read(word: &str) -> Option<Player> {
        [Player::Human, Player::Random, Player::Mcts]
            .into_iter()
            .find(|player| player.word() == word)
    }
}

/// Asks for a new match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct NewMatch {
    /// The game, by name.
    pub(crate) game: String,
    /// Which dice fall: a whole number. Chosen by the server if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) seed: Option<String>,
    /// Where it begins, in the game's own notation. At its setup if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) position: Option<String>,
    /// Who sits where. Humans everywhere if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) seats: Option<Vec<Player>>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Match {
    /// Names it, for ever.
    pub(crate) id: String,
    /// The game, by name.
    pub(crate) game: String,
    /// Which dice fall. Empty in lists and for a viewer, who could work out what
    /// is hidden.
    pub(crate) seed: String,
    /// Where it began, if not at the game's setup. None in lists and for a
    /// viewer.
    pub(crate) position: Option<String>,
    /// Who sits where.
    pub(crate) seats: Vec<Player>,
    /// The node that was made last.
    pub(crate) head: u32,
    /// How many nodes there are, with the start.
    pub(crate) nodes: u32,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) created: u64,
    /// What came of the line of its last node, if it is over.
    pub(crate) result: Option<String>,
    /// Why nothing more is accepted, if the game's own code has panicked.
    pub(crate) broken: Option<String>,
}

/// A node of a match's tree: the start, or an action that was accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct NodeLine {
    /// Names it in its match; 0 is the start.
    pub(crate) node: u32,
    /// The node from which it was made. None at the start.
    pub(crate) parent: Option<u32>,
    /// How many nodes lead to it.
    pub(crate) number: u32,
    /// Who acted. None at the start.
    #[cfg_attr(test, ts(type = "string | null"), schema(value_type = Option<String>))]
    pub(crate) by: Option<Who>,
    /// The action. None at the start, and where the viewer may not know it.
    pub(crate) action: Option<String>,
    /// The action in more words, where there are any and the viewer may know it.
    pub(crate) words: Option<String>,
    /// The options that were chosen on the way. Empty where the viewer may not
    /// know the action.
    pub(crate) answers: Vec<u32>,
    /// How many events there were, for the eye of everything.
    pub(crate) events: Option<u32>,
    /// What came of the game, if this has ended it.
    pub(crate) result: Option<String>,
    /// The digest of the state after it, for the eye of everything.
    pub(crate) digest: Option<String>,
}

/// Some nodes of a match, in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct NodeList {
    /// The nodes that were asked for.
    pub(crate) nodes: Vec<NodeLine>,
    /// How many there are in all.
    pub(crate) total: u32,
}
