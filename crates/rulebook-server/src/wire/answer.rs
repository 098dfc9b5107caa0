//! What is asked of a match, and the one answer that each request gets.

use serde::{Deserialize, Serialize};

use super::{Choice, NodeLine, Reason, Who};

/// Submits an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct ActionRequest {
    /// Names this request: a repeated one is answered the same and applied
    /// once, and one that asks something else is refused. Up to 64 letters,
    /// digits and hyphens.
    pub(crate) id: String,
    /// The node at which to act.
    pub(crate) at: u32,
    /// Who acts.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// The action, as a person writes it.
    pub(crate) action: String,
}

/// Answers a choice that is pending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct AnswerRequest {
    /// Names this request.
    pub(crate) id: String,
    /// The node at which the choice is pending.
    pub(crate) at: u32,
    /// Who answers.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// Which choice.
    pub(crate) choice: String,
    /// The option, by number.
    pub(crate) option: u32,
}

/// Takes back the action that waits for a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct WithdrawRequest {
    /// Names this request.
    pub(crate) id: String,
    /// The node at which the choice is pending.
    pub(crate) at: u32,
}

/// Has a bot (or chance) act for whoever is to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct BotRequest {
    /// Names this request.
    pub(crate) id: String,
    /// The node at which to act.
    pub(crate) at: u32,
    /// For whom. If absent: for whose turn it is, otherwise for the first bot
    /// that can act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"), schema(value_type = Option<String>))]
    pub(crate) by: Option<Who>,
}

/// Asks why an action would (or would not) be accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct WhyRequest {
    /// The node at which somebody would act.
    pub(crate) at: u32,
    /// Who would.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// The action, as a person writes it.
    pub(crate) action: String,
}

/// The one answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Answer {
    /// The request.
    pub(crate) id: String,
    /// What came of it.
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum Outcome {
    /// It was accepted, and made this node.
    Accepted {
        /// The new node.
        node: NodeLine,
    },
    /// It changed nothing, and made no node.
    Unchanged,
    /// Somebody must choose first.
    Pending {
        /// The choice.
        choice: Choice,
    },
    /// The action that waited for a choice was taken back.
    Withdrawn,
    /// It was refused, and nothing has changed.
    Refused {
        /// `invalid`, `disallowed` or `aborted`.
        refusal: String,
        /// A word for programs: the first reason's code, or one of the
        /// engine's, such as `OVER`.
        code: String,
        /// The check, rule or invariant of the book that refused it, by name, the
        /// first of several. `engine` if it was none of them, such as after the
        /// end of a game; `studio` if it never came to the game.
        #[serde(default)]
        rule: String,
        /// All reasons in sentences.
        message: String,
        /// Each reason, with the check or rule that gave it.
        reasons: Vec<Reason>,
    },
    /// The game's own code failed, and nothing has changed.
    Fault {
        /// What happened.
        message: String,
    },
}
