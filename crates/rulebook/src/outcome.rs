//! What came of a call: outcomes and refusals.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::actor::{By, Scores, Seat};
use crate::book::check::Gate;
use crate::book::names::told;
use crate::game::{Game, Reason, is_only_kind};
use crate::session::choice::Choice;
use crate::session::frame::FrameId;

/// In which of three ways something is refused.
///
/// # Example
///
/// ```
/// use rulebook::RefusalKind;
/// assert_eq!(RefusalKind::Disallowed.to_string(), "disallowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// It makes no sense now.
    Invalid,
    /// It is meaningful, but forbidden.
    Disallowed,
    /// It began and could not safely complete.
    Aborted,
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RefusalKind::Invalid => "invalid",
            RefusalKind::Disallowed => "disallowed",
            RefusalKind::Aborted => "aborted",
        })
    }
}

/// What came of submit, answer, undo or redo.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// match game.submit(Seat(0), 5)? {
///     Outcome::Committed(id) => assert_eq!(game.frame(id).unwrap().number(), 1),
///     other => panic!("{other}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Outcome<G: Game> {
    /// The transition was committed as this frame.
    Committed(FrameId),
    /// This frame was undone.
    Undone(FrameId),
    /// This frame was redone.
    Redone(FrameId),
    /// Nothing was proposed and no dice were drawn: no frame, and the redo
    /// branch stays.
    NoChange,
    /// The action makes no sense now.
    InvalidInput(Box<Refusal<G>>),
    /// The action is meaningful, but forbidden.
    Disallowed(Box<Refusal<G>>),
    /// The action began and could not safely complete.
    Aborted(Box<Refusal<G>>),
    /// A player must choose first; see [`Session::answer`](crate::Session::answer).
    Pending(Arc<Choice>),
}

impl<G: Game> Outcome<G> {
    pub(crate) fn refused(kind: RefusalKind, refusal: Refusal<G>) -> Self {
        let refusal = Box::new(refusal);
        match kind {
            RefusalKind::Invalid => Outcome::InvalidInput(refusal),
            RefusalKind::Disallowed => Outcome::Disallowed(refusal),
            RefusalKind::Aborted => Outcome::Aborted(refusal),
        }
    }

    /// Insists that it was committed: the frame, or the outcome back as an
    /// error that says what came of it instead.
    ///
    /// # Errors
    ///
    /// The outcome itself, if it is any other.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let frame = game.submit(Seat(0), 5)?.committed()?;
    /// assert_eq!(frame.number(), 1);
    /// let refused = game.submit(Seat(9), 5)?.committed().unwrap_err();
    /// assert_eq!(refused.to_string(), "invalid: There is no seat 9: they are numbered 0 to 1.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn committed(self) -> Result<FrameId, Outcome<G>> {
        if let Outcome::Committed(id) = self {
            // Nothing in it is to be dropped.
            std::mem::forget(self);
            return Ok(id);
        }
        Err(self)
    }

    /// The frame, if one was committed, undone or redone.
    pub fn frame(&self) -> Option<FrameId> {
        match self {
            Outcome::Committed(id) | Outcome::Undone(id) | Outcome::Redone(id) => Some(*id),
            _ => None,
        }
    }

    /// The refusal, if it was refused.
    pub fn refusal(&self) -> Option<&Refusal<G>> {
        match self {
            Outcome::InvalidInput(refusal)
            | Outcome::Disallowed(refusal)
            | Outcome::Aborted(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// In which way it was refused, if it was.
    pub fn refusal_kind(&self) -> Option<RefusalKind> {
        match self {
            Outcome::InvalidInput(_) => Some(RefusalKind::Invalid),
            Outcome::Disallowed(_) => Some(RefusalKind::Disallowed),
            Outcome::Aborted(_) => Some(RefusalKind::Aborted),
            _ => None,
        }
    }

    /// Whether the game has moved.
    pub fn is_committed(&self) -> bool {
        matches!(self, Outcome::Committed(_))
    }
}

impl<G: Game> Error for Outcome<G> {}

impl<G: Game> fmt::Debug for Outcome<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Committed(id) => f.debug_tuple("Committed").field(id).finish(),
            Outcome::Undone(id) => f.debug_tuple("Undone").field(id).finish(),
            Outcome::Redone(id) => f.debug_tuple("Redone").field(id).finish(),
            Outcome::NoChange => f.write_str("NoChange"),
            Outcome::InvalidInput(refusal) => f.debug_tuple("InvalidInput").field(refusal).finish(),
            Outcome::Disallowed(refusal) => f.debug_tuple("Disallowed").field(refusal).finish(),
            Outcome::Aborted(refusal) => f.debug_tuple("Aborted").field(refusal).finish(),
            Outcome::Pending(choice) => f.debug_tuple("Pending").field(choice).finish(),
        }
    }
}

impl<G: Game> fmt::Display for Outcome<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Committed(id) => write!(f, "committed as {id}"),
            Outcome::Undone(id) => write!(f, "{id} undone"),
            Outcome::Redone(id) => write!(f, "{id} redone"),
            Outcome::NoChange => f.write_str("no change"),
            Outcome::InvalidInput(refusal) => write!(f, "invalid: {refusal}"),
            Outcome::Disallowed(refusal) => write!(f, "disallowed: {refusal}"),
            Outcome::Aborted(refusal) => write!(f, "aborted: {refusal}"),
            Outcome::Pending(choice) => write!(f, "{choice}"),
        }
    }
}

/// A refused call: the action unchanged, and everything that stood against it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let outcome = game.undo()?;
/// assert_eq!(outcome.refusal().unwrap().to_string(), "There is nothing to undo.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Refusal<G: Game> {
    /// By whom it was submitted, unless it was an undo or redo.
    pub by: Option<By>,
    /// The action, unchanged, if there was one.
    pub action: Option<G::Action>,
    /// What stood against it.
    pub cause: Cause<G>,
}

impl<G: Game> Refusal<G> {
    /// Whether another try makes sense: everything but a broken invariant.
    pub fn is_retryable(&self) -> bool {
        !matches!(self.cause, Cause::Invariants { .. })
    }

    /// The game's own reasons, in a stable order.
    pub fn reasons(&self) -> impl Iterator<Item = &G::Reason> {
        let (violations, rule): (&[Violation<G::Reason>], _) = match &self.cause {
            Cause::Checks { violations, .. } => (violations, None),
            Cause::Rule { reason, .. } | Cause::Unpaid { reason, .. } => (&[], Some(reason)),
            _ => (&[], None),
        };
        violations.iter().map(|violation| &violation.reason).chain(rule)
    }
}

impl<G: Game> fmt::Debug for Refusal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal")
            .field("by", &self.by)
            .field("action", &self.action)
            .field("cause", &self.cause)
            .finish()
    }
}

impl<G: Game> fmt::Display for Refusal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl<G: Game> Error for Refusal<G> {}

/// What stands against a call.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .check("small steps", Gate::Specific, |check| check
/// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Cause;
///
/// let mut game = book.start(0, Seed(1))?;
/// let outcome = game.submit(Seat(0), 50)?;
/// let Cause::Checks { gate, violations } = &outcome.refusal().unwrap().cause else { panic!() };
/// assert_eq!((*gate, violations[0].check.as_str()), (Gate::Specific, "small steps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub enum Cause<G: Game> {
    /// Checks or prohibitions of one gate: all that failed there.
    Checks {
        /// The gate.
        gate: Gate,
        /// Every unlifted violation, in order of declaration.
        violations: Vec<Violation<G::Reason>>,
    },
    /// A rule refused.
    Rule {
        /// The rule's full name.
        rule: String,
        /// Its reason.
        reason: G::Reason,
    },
    /// What a rule costs could not be paid.
    Unpaid {
        /// The rule's full name.
        rule: String,
        /// Its reason.
        reason: G::Reason,
        /// The part of the cost that did not happen.
        event: G::Event,
    },
    /// No rule of an active phase handles the action.
    Unhandled {
        /// The action's kind.
        kind: &'static str,
    },
    /// Invariants were broken, and everything was taken back.
    Invariants {
        /// Every broken invariant.
        broken: Vec<String>,
        /// The events that led there. A search line that copies its states
        /// keeps no events, and gives none.
        events: Vec<G::Event>,
    },
    /// The game is over: nothing but undo is accepted.
    Over {
        /// What each seat got.
        scores: Scores,
    },
    /// The proof belongs to another version of the state.
    StaleProof,
    /// A choice is pending, and can only be answered.
    ChoicePending {
        /// Who must choose.
        seat: Seat,
        /// What.
        question: String,
    },
    /// There is no choice to answer.
    NoChoicePending,
    /// The answer is to another choice than the one that is pending.
    OtherChoice,
    /// The choice is another seat's.
    NotYourChoice {
        /// Whose it is.
        seat: Seat,
    },
    /// The option was not offered.
    NotOffered {
        /// The option that was named.
        option: u32,
        /// How many there are.
        offered: u32,
    },
    /// There is nothing to undo.
    NothingToUndo,
    /// What came before cannot be undone: it was irreversible.
    Irreversible,
    /// There is nothing to redo.
    NothingToRedo,
    /// There is no such frame to go to.
    NoSuchFrame,
    /// Only a session for analysis may do that.
    OnlyInAnalysis,
    /// There is no rule of that number in this book.
    NoSuchRule,
    /// There is no such seat at the table.
    NoSuchSeat {
        /// The seat that was named.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// The frame is in the middle of a step that is undone as a whole.
    WithinStep,
}

impl<G: Game> Clone for Cause<G> {
    fn clone(&self) -> Self {
        match self {
            Cause::Checks { gate, violations } => {
                Cause::Checks { gate: *gate, violations: violations.clone() }
            }
            Cause::Rule { rule, reason } => {
                Cause::Rule { rule: rule.clone(), reason: reason.clone() }
            }
            Cause::Unpaid { rule, reason, event } => {
                Cause::Unpaid { rule: rule.clone(), reason: reason.clone(), event: event.clone() }
            }
            Cause::Unhandled { kind } => Cause::Unhandled { kind },
            Cause::Invariants { broken, events } => {
                Cause::Invariants { broken: broken.clone(), events: events.clone() }
            }
            Cause::Over { scores } => Cause::Over { scores: scores.clone() },
            Cause::StaleProof => Cause::StaleProof,
            Cause::ChoicePending { seat, question } => {
                Cause::ChoicePending { seat: *seat, question: question.clone() }
            }
            Cause::NoChoicePending => Cause::NoChoicePending,
            Cause::OtherChoice => Cause::OtherChoice,
            Cause::NotYourChoice { seat } => Cause::NotYourChoice { seat: *seat },
            Cause::NotOffered { option, offered } => {
                Cause::NotOffered { option: *option, offered: *offered }
            }
            Cause::NothingToUndo => Cause::NothingToUndo,
            Cause::Irreversible => Cause::Irreversible,
            Cause::NothingToRedo => Cause::NothingToRedo,
            Cause::NoSuchFrame => Cause::NoSuchFrame,
            Cause::OnlyInAnalysis => Cause::OnlyInAnalysis,
            Cause::NoSuchRule => Cause::NoSuchRule,
            Cause::NoSuchSeat { seat, seats } => Cause::NoSuchSeat { seat: *seat, seats: *seats },
            Cause::WithinStep => Cause::WithinStep,
        }
    }
}

impl<G: Game> fmt::Debug for Cause<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Checks { gate, violations } => f
                .debug_struct("Checks")
                .field("gate", gate)
                .field("violations", violations)
                .finish(),
            Cause::Rule { rule, reason } => {
                f.debug_struct("Rule").field("rule", rule).field("reason", reason).finish()
            }
            Cause::Unpaid { rule, reason, event } => f
                .debug_struct("Unpaid")
                .field("rule", rule)
                .field("reason", reason)
                .field("event", event)
                .finish(),
            Cause::Unhandled { kind } => f.debug_struct("Unhandled").field("kind", kind).finish(),
            Cause::Invariants { broken, events } => f
                .debug_struct("Invariants")
                .field("broken", broken)
                .field("events", events)
                .finish(),
            other => write!(f, "{other}"),
        }
    }
}

impl<G: Game> fmt::Display for Cause<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Checks { violations, .. } => {
                for (at, violation) in violations.iter().enumerate() {
                    let space = if at == 0 { "" } else { " " };
                    write!(f, "{space}{}", violation.reason)?;
                }
                Ok(())
            }
            Cause::Rule { reason, .. } | Cause::Unpaid { reason, .. } => reason.fmt(f),
            Cause::Unhandled { kind } if is_only_kind(kind) => {
                f.write_str("No rule of an active phase handles the action.")
            }
            Cause::Unhandled { kind } => {
                write!(f, "No rule of an active phase handles the action {kind}.")
            }
            Cause::Invariants { broken, .. } => {
                write!(f, "It would break {}: nothing was changed.", quoted(broken))
            }
            Cause::Over { scores } => {
                write!(f, "The game is over ({scores}): nothing but undo is accepted.")
            }
            Cause::StaleProof => {
                f.write_str("The proof is for another state: ask for the legal actions again.")
            }
            Cause::ChoicePending { seat, question } => {
                write!(f, "First {seat} must answer: {question}")
            }
            Cause::NoChoicePending => f.write_str("There is no choice to answer."),
            Cause::OtherChoice => {
                f.write_str("The answer is to another choice than the one that is pending.")
            }
            Cause::NotYourChoice { seat } => write!(f, "The choice is for {seat}."),
            Cause::NotOffered { option, offered } => {
                write!(f, "There is no option {option}: they are numbered 0 to {}.", offered - 1)
            }
            Cause::NothingToUndo => f.write_str("There is nothing to undo."),
            Cause::Irreversible => f.write_str(
                "It cannot be undone: dice had fallen, something was revealed, it was declared irreversible, or the history does not reach back.",
            ),
            Cause::NothingToRedo => f.write_str("There is nothing to redo."),
            Cause::NoSuchFrame => f.write_str("There is no such frame in the history."),
            Cause::NoSuchSeat { seat, seats } => match seats {
                0 => write!(f, "There is no {seat}: nobody is at the table."),
                seats => write!(f, "There is no {seat}: they are numbered 0 to {}.", seats - 1),
            },
            Cause::WithinStep => f.write_str(
                "That frame belongs to a step that is undone as a whole: go before or after it.",
            ),
            Cause::NoSuchRule => f.write_str("There is no such rule in this book."),
            Cause::OnlyInAnalysis => f.write_str("Only a session for analysis may do that."),
        }
    }
}

/// Names in quotation marks, with commas: the first of many.
pub(crate) fn quoted(names: &[impl fmt::Display]) -> String {
    let (named, more) = told(names.len());
    let named = names[..named].iter().map(|name| format!("\"{name}\""));
    let named = named.collect::<Vec<_>>().join(", ");
    if more == 0 { named } else { format!("{named} and {more} more") }
}

/// One check that failed.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// use rulebook::Violation;
/// let violation = Violation { check: "small steps".into(), reason: Why::TooLarge };
/// assert_eq!(violation.message(), "Too large.");
/// assert_eq!(violation.concerns(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Violation<R> {
    /// The check's (or prohibition's) name.
    pub check: String,
    /// The reason, from the game's own closed type.
    pub reason: R,
}

impl<R: Reason> Violation<R> {
    /// What it concerns, if it concerns something.
    pub fn concerns(&self) -> Option<String> {
        self.reason.concerns()
    }

    /// The message for people.
    pub fn message(&self) -> String {
        self.reason.to_string()
    }
}
