//! What of a book has fired.

use serde::{Deserialize, Serialize};

/// What of a book has fired in some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Coverage {
    /// In how many games.
    pub(crate) games: u32,
    /// How many actions were committed.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) committed: u64,
    /// How many were refused.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) refused: u64,
    /// How many changed nothing.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) unchanged: u64,
    /// How many ended in a fault.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) faults: u64,
    /// How much of the book has fired, of a hundred.
    pub(crate) percent: u32,
    /// Each rule, check and so on.
    pub(crate) rows: Vec<CoverageRow>,
}

/// How often one thing of a book has fired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct CoverageRow {
    /// What it is: `rule`, `phase`, `cost`, `check`, `exception`, `guard`,
    /// `trigger`, `standing`, `entering`, `leaving` or `reason`.
    pub(crate) kind: String,
    /// Its full name.
    pub(crate) name: String,
    /// How often it fired.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) fired: u64,
    /// How often of these it refused.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) refused: u64,
    /// What a rule with an answer of its own has never done, although it fired:
    /// `matched` or `refused`. Whether it could, only its author knows.
    pub(crate) lacks: Option<String>,
    /// How often it was asked, where that is counted.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) asked: Option<u64>,
}
