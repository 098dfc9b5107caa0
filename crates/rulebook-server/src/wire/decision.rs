//! Why an action was (or would be) decided as it was.

use serde::{Deserialize, Serialize};

use super::{Account, Who};

/// Everything for and against an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Decision {
    /// Who acts.
    #[cfg_attr(test, ts(type = "string"), schema(value_type = String))]
    pub(crate) by: Who,
    /// The action.
    pub(crate) action: String,
    /// Whether it is accepted.
    pub(crate) legal: bool,
    /// What comes of it.
    pub(crate) forecast: Forecast,
    /// The gates, in the order in which they are passed.
    pub(crate) gates: Vec<GateReport>,
    /// Every rule of the book and what it comes to.
    pub(crate) rules: Vec<RuleReport>,
    /// What it sets off, in a game with reactions.
    pub(crate) account: Option<Account>,
    /// All of it as text.
    pub(crate) text: String,
}

/// What comes of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Forecast {
    /// `commit`, `no_change`, `refused`, `choice`, `dice` or `fault`.
    pub(crate) kind: String,
    /// In words.
    pub(crate) words: String,
    /// The rules that decide, by full name.
    pub(crate) rules: Vec<String>,
}

/// A gate and what its checks say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct GateReport {
    /// The gate's name.
    pub(crate) gate: String,
    /// Its checks that concern the action.
    pub(crate) checks: Vec<CheckReport>,
}

/// What one check says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct CheckReport {
    /// The check's name.
    pub(crate) name: String,
    /// `hard`, `liftable` or `prohibition`.
    pub(crate) force: String,
    /// `passed`, `failed`, `lifted`, `not_reached` or `panicked`.
    pub(crate) standing: String,
    /// The exception that lifts it.
    pub(crate) lifted_by: Option<String>,
    /// Its reasons, also if it was lifted.
    pub(crate) reasons: Vec<Reason>,
    /// The exceptions that could lift it, whether or not they do now.
    pub(crate) exceptions: Vec<String>,
    /// What it said when it panicked.
    pub(crate) message: Option<String>,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Reason {
    /// A word for programs.
    pub(crate) code: String,
    /// A sentence for people.
    pub(crate) message: String,
    /// The check that gave it.
    pub(crate) check: Option<String>,
    /// The rule that gave it.
    pub(crate) rule: Option<String>,
    /// What it is about.
    pub(crate) concerns: Option<String>,
}

/// What one rule comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct RuleReport {
    /// Its own name.
    pub(crate) name: String,
    /// The phases around it, outermost first.
    pub(crate) path: Vec<String>,
    /// Its priority.
    pub(crate) priority: String,
    /// Its label.
    pub(crate) label: Option<String>,
    /// How its phase chooses.
    pub(crate) strategy: String,
    /// What it comes to.
    pub(crate) standing: RuleStanding,
}

/// What a rule comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct RuleStanding {
    /// `selected`, `refused`, `lost`, `in_conflict`, `predicate_false`,
    /// `other_kind`, `other_subject`, `disabled`, `condition_false`,
    /// `skipped`, `masked` or `not_reached`.
    pub(crate) kind: String,
    /// The same in words.
    pub(crate) words: String,
    /// The rule to which it lost.
    pub(crate) to: Option<String>,
    /// How it lost: by `priority` or by `order`.
    pub(crate) how: Option<String>,
    /// The strategy that settled it.
    pub(crate) strategy: Option<String>,
    /// What it would have answered, in words.
    pub(crate) would: Option<String>,
}
