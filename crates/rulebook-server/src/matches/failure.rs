//! Why a call fails, as status, code and sentence.

use crate::game::Trouble;
use crate::store::StoreError;
use crate::wire::ApiError;

/// Why a call fails.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// A word for programs.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
}

impl Failure {
    /// A failure of that status.
    pub(crate) fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Failure { status, code, message: message.into() }
    }

    /// There is no such thing.
    pub(crate) fn not_found(code: &'static str, message: impl Into<String>) -> Self {
        Failure::new(404, code, message)
    }

    /// It can be read, but makes no sense.
    pub(crate) fn unfit(code: &'static str, message: impl Into<String>) -> Self {
        Failure::new(422, code, message)
    }

    /// Only the eye of everything may see it.
    pub(crate) fn hidden() -> Self {
        let message = "Only the eye of everything sees this: ask with viewer=everything.";
        Failure::new(403, "hidden", message)
    }

    /// Too much is asked at once.
    pub(crate) fn too_fast(message: &str) -> Self {
        Failure::new(429, "too_fast", message)
    }

    /// The game's own code has panicked.
    pub(crate) fn broken(message: &str) -> Self {
        let message = message.trim_end_matches('.');
        let message = format!("The game's own code has panicked: {message}.");
        Failure::new(409, "broken", message)
    }

    /// As it is sent.
    pub(crate) fn told(&self) -> ApiError {
        ApiError { code: self.code.to_owned(), message: self.message.clone(), details: None }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::new(500, "store", error.to_string())
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unreadable { code, why } => Failure::unfit(code, why),
            Trouble::Fault(message) => Failure::new(500, "fault", message),
        }
    }
}
