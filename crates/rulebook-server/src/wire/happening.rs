//! What happened in a frame: events, their changes, and the account of
//! reactions.

use serde::{Deserialize, Serialize};

use super::Who;

/// What happened on the way to a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Happening {
    /// The node.
    pub(crate) node: u32,
    /// Who acted.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// The action, as far as the viewer may know it.
    pub(crate) action: Option<String>,
    /// The rules that decided, by full name. Nothing for a viewer.
    pub(crate) rules: Vec<String>,
    /// The exceptions by which it was allowed. Nothing for a viewer.
    pub(crate) exceptions: Vec<String>,
    /// The choices on the way: for a viewer, their own.
    pub(crate) choices: Vec<Made>,
    /// The dice on the way. Nothing for a viewer.
    pub(crate) rolls: Vec<Roll>,
    /// What was applied, in order; what a viewer is told, for a viewer.
    pub(crate) events: Vec<EventLine>,
    /// Everything that was proposed and what became of it, in a game with
    /// reactions. None for a viewer.
    pub(crate) account: Option<Account>,
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Made {
    /// By whom.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) seat: Who,
    /// The question.
    pub(crate) question: String,
    /// The option, by number.
    pub(crate) option: u32,
    /// The option, in words.
    pub(crate) text: String,
    /// Whether there was no other.
    pub(crate) alone: bool,
}

/// A number that the dice gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Roll {
    /// The number, from one.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) value: u64,
    /// How many there were to fall.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) sides: u64,
}

/// An event and what it changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct EventLine {
    /// Its place in the frame, from zero.
    pub(crate) index: u32,
    /// As a person tells it.
    pub(crate) text: String,
    /// Its kind. Empty for a viewer.
    pub(crate) kind: String,
    /// Where it came from, in words. Empty for a viewer.
    pub(crate) origin: String,
    /// What became of it.
    pub(crate) fate: String,
    /// Its line in the account.
    pub(crate) line: Option<u32>,
    /// What it changed in the state. Nothing for a viewer.
    pub(crate) changes: Vec<Change>,
}

/// A value that changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Change {
    /// Where it stands in the state, such as `players[0].hand[2]`.
    pub(crate) path: String,
    /// What it was. None if it was not there.
    pub(crate) before: Option<String>,
    /// What it is. None if it is gone.
    pub(crate) after: Option<String>,
}

/// Everything that was proposed and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Account {
    /// Every proposed event.
    pub(crate) lines: Vec<AccountLine>,
    /// What guards announced.
    pub(crate) announcements: Vec<Announcement>,
    /// The triggers that fired.
    pub(crate) fired: Vec<Fired>,
    /// The standing rules of each round of rest, by name.
    pub(crate) rounds: Vec<Vec<String>>,
}

/// A proposed event and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct AccountLine {
    /// Its place in the account, from zero.
    pub(crate) index: u32,
    /// The line that led to it.
    pub(crate) caused_by: Option<u32>,
    /// What was proposed.
    pub(crate) proposed: String,
    /// What it came to in the end, if that is something else.
    pub(crate) became: Option<String>,
    /// What became of it: `applied`, `prevented`, `replaced`, `skipped`,
    /// `impossible`, `vanished`, `fizzled`, `rolled back` or `not settled`.
    pub(crate) fate: String,
    /// The guards that settled its fate.
    pub(crate) by: Vec<String>,
    /// The line with which it fell.
    pub(crate) fell_with: Option<u32>,
    /// The group with which it stands or falls, in words.
    pub(crate) group: Option<String>,
    /// Why it was proposed.
    pub(crate) because: Because,
    /// The guards that were considered, in order.
    pub(crate) considered: Vec<Considered>,
    /// Its place among the applied events.
    pub(crate) applied: Option<u32>,
}

/// Why an event was proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Because {
    /// `rule`, `cost`, `leaving`, `entering`, `replacement`, `rider`,
    /// `charge`, `trigger` or `standing`.
    pub(crate) kind: String,
    /// The same in words, with names.
    pub(crate) words: String,
    /// The firing that led to it, for a trigger.
    pub(crate) firing: Option<u32>,
    /// The round of rest that led to it, for a standing rule.
    pub(crate) round: Option<u32>,
}

/// A guard that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Considered {
    /// The guard, and the source that carries it.
    pub(crate) guard: String,
    /// What it said: `forbade`, `prevented`, `could_not_prevent`, `modified`,
    /// `redirected`, `replaced`, `passed`, `declined`, `condition_false`,
    /// `no_charges`, `applied_before`, `could_not_save` or `not_reached`.
    pub(crate) stance: String,
    /// The same in words.
    pub(crate) words: String,
    /// What it changed the event to.
    pub(crate) became: Option<String>,
}

/// What a guard announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Announcement {
    /// The guard, and the source that carries it.
    pub(crate) by: String,
    /// How much it prevented.
    pub(crate) amount: u32,
    /// How much was left.
    pub(crate) left: u32,
    /// The lines that it prevented.
    pub(crate) prevented: Vec<u32>,
    /// The lines that fell with them.
    pub(crate) fell: Vec<u32>,
    /// All of it in words.
    pub(crate) words: String,
}

/// A trigger that fired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Fired {
    /// The trigger's name.
    pub(crate) trigger: String,
    /// The source that carries it.
    pub(crate) source: Option<String>,
    /// The lines that it saw.
    pub(crate) lines: Vec<u32>,
    /// What came of it: `waiting`, `resolved` or `condition_false`.
    pub(crate) came_to: String,
    /// All of it in words.
    pub(crate) words: String,
}
