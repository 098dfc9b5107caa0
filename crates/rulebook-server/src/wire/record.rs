//! Records that are opened and verified.

use serde::{Deserialize, Serialize};

use super::{Change, Match};

/// What came of opening a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum RecordOpened {
    /// All of it was played again.
    Opened {
        /// The match that was made of it.
        #[serde(rename = "match")]
        of: Match,
        /// What is to be said of it all the same: where it is cut off, or that it
        /// was made with another version of the rules.
        remark: Option<String>,
    },
    /// The game goes another way than the record says.
    Diverged {
        /// Where.
        #[serde(flatten)]
        diverged: Diverged,
        /// The match that was made of what agrees.
        #[serde(rename = "match")]
        of: Option<Match>,
    },
    /// It is no record.
    Unreadable {
        /// The line at which it cannot be read.
        line: Option<u32>,
        /// Why.
        message: String,
    },
}

/// What came of verifying a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) enum RecordVerdict {
    /// The game goes as the record says.
    Same {
        /// The game.
        game: String,
        /// How many frames it has.
        frames: u32,
        /// What is to be said of it all the same: where it is cut off, or that it
        /// was made with another version of the rules.
        remark: Option<String>,
    },
    /// The game goes another way than the record says.
    Diverged(Diverged),
    /// It is no record.
    Unreadable {
        /// The line at which it cannot be read.
        line: Option<u32>,
        /// Why.
        message: String,
    },
}

/// Where a game first goes another way than its record says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Diverged {
    /// The frame, from one.
    pub(crate) frame: u32,
    /// Its action.
    pub(crate) action: String,
    /// What the record says.
    pub(crate) expected: String,
    /// What happens.
    pub(crate) found: String,
    /// The lines of the state that differ, side by side.
    pub(crate) differences: Vec<Change>,
    /// What they are compared with: `recorded`, the state in the record, or
    /// `before`, the state before the frame, if the record keeps none.
    pub(crate) against: Option<String>,
    /// What is to be said of the record besides: where its chain breaks, or
    /// that it was made with another version of the rules.
    pub(crate) remark: Option<String>,
}
