//! What every failing call answers.

use serde::{Deserialize, Serialize};

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct ApiError {
    /// A word for programs, such as `no_such_match`.
    pub(crate) code: String,
    /// A sentence for people that says what to do.
    pub(crate) message: String,
    /// More, where there is more to say.
    pub(crate) details: Option<String>,
}
