//! What a program tells a player after an action: to try again, and why; or
//! that something is broken.

use std::fmt;

use rulebook::prelude::*;
use rulebook::{Cause, Fault};

use super::Duels;

/// What a player is told when an action came to nothing.
///
/// A refusal invites another try. A broken invariant or a fault is critical:
/// nothing of the action stays, and somebody should look at it.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::duels::{Action, Feedback, book, setup};
///
/// let mut duel = book().start(setup(), Seed(1))?;
/// let outcome = duel.submit(Seat(0), Action::Draw)?;
/// let feedback = Feedback::of(&Ok(outcome)).unwrap();
/// assert_eq!(
///     feedback.to_string(),
///     "WRONG_PHASE: This step does not allow it: go on, or wait for the step that does.",
/// );
/// assert!(feedback.is_retryable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// Try something else: each reason with its code.
    Retry(Vec<(&'static str, String)>),
    /// Something is broken; nothing has changed.
    Critical(String),
}

impl Feedback {
    /// What to tell after a submit; nothing, if the action was accepted.
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::duels::{Action, Feedback, book, setup};
    /// let mut duel = book().start(setup(), Seed(1))?;
    /// assert_eq!(Feedback::of(&duel.submit(By::Chance, Action::Deal)), None);
    /// let told = Feedback::of(&duel.submit(By::Chance, Action::Deal)).unwrap();
    /// assert!(told.to_string().starts_with("WRONG_PHASE: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(outcome: &Result<Outcome<Duels>, Fault>) -> Option<Feedback> {
        let refusal = match outcome {
            Err(fault) => return Some(Feedback::Critical(fault.to_string())),
            Ok(outcome) => outcome.refusal()?,
        };
        if !refusal.is_retryable() {
            return Some(Feedback::Critical(refusal.to_string()));
        }
        let reasons = refusal.reasons().map(|reason| (reason.code(), reason.to_string()));
        let mut reasons: Vec<_> = reasons.collect();
        if reasons.is_empty() {
            reasons.push((code_of(&refusal.cause), refusal.to_string()));
        }
        Some(Feedback::Retry(reasons))
    }

    /// Whether another try makes sense.
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::duels::{Action, Feedback, book, setup};
    /// let mut duel = book().start(setup(), Seed(1))?;
    /// let told = Feedback::of(&duel.submit(Seat(0), Action::Draw)).unwrap();
    /// assert!(told.is_retryable());
    /// assert!(!Feedback::Critical("It broke.".to_owned()).is_retryable());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_retryable(&self) -> bool {
        matches!(self, Feedback::Retry(_))
    }
}

/// The code of what the engine itself refuses: nobody may act any more, or
/// somebody must choose first; or there is no such seat.
fn code_of(cause: &Cause<Duels>) -> &'static str {
    match cause {
        Cause::Over { .. } | Cause::ChoicePending { .. } => "INVALID_ACTION_TIMING",
        _ => "INVALID_ACTION_TYPE",
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feedback::Critical(message) => write!(f, "CRITICAL: {message}"),
            Feedback::Retry(reasons) => {
                for (at, (code, message)) in reasons.iter().enumerate() {
                    let between = if at == 0 { "" } else { " " };
                    write!(f, "{between}{code}: {message}")?;
                }
                Ok(())
            }
        }
    }
}
