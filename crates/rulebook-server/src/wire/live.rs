//! What goes over the socket of a match.

use serde::{Deserialize, Serialize};

use super::{
    ActionRequest, Answer, AnswerRequest, ApiError, BotRequest, NodeLine, Who, WithdrawRequest,
};

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum LiveMessage {
    /// There is a new node.
    Node {
        /// The node, as far as the viewer may see it.
        node: NodeLine,
    },
    /// The choice that is pending at a node has changed: look again.
    Pending {
        /// The node.
        at: u32,
    },
    /// Nobody but people are to act now.
    Idle,
    /// A bot thinks.
    Thinking {
        /// Who.
        #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
        by: Who,
        /// At which node.
        at: u32,
    },
    /// The answer to a request that came over this socket.
    Answer {
        /// The answer.
        answer: Answer,
    },
    /// A request that got no answer, because it was none; or a bot that was to
    /// act and could not.
    Error {
        /// The request, if there was one that could be read.
        id: Option<String>,
        /// Why.
        error: ApiError,
    },
    /// So many messages were missed: read the nodes again.
    Missed {
        /// How many.
        #[cfg_attr(test, ts(type = "number"))]
        count: u64,
    },
    /// The game's own code has panicked: nothing more is accepted.
    Broken {
        /// What happened.
        message: String,
    },
}

/// What the page says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum LiveRequest {
    /// Submits an action.
    Action(ActionRequest),
    /// Answers a choice.
    Answer(AnswerRequest),
    /// Takes a pending action back.
    Withdraw(WithdrawRequest),
    /// Has a bot act.
    Bot(BotRequest),
}
