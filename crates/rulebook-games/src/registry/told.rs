//! What came of a call, in words.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use rulebook::{Choice, Fault, Game, Outcome, RefusalKind, Session};

use crate::ParseError;

/// What came of a call: the engine's [`Outcome`], with the game's types turned
/// into text.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Seed, SessionOptions};
/// use rulebook_games::Told;
///
/// let game = rulebook_games::find("connect-four").unwrap();
/// let mut game = game.start(Seed(1), SessionOptions::default())?;
/// let told = game.submit(Seat(1).into(), "d")?;
/// assert!(matches!(told, Told::Refused { .. }));
/// assert_eq!(told.to_string(), "disallowed: It is not your turn.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It was committed, as this frame.
    Committed {
        /// The frame as text.
        frame: String,
    },
    /// This frame was undone.
    Undone {
        /// Its number.
        number: u64,
    },
    /// This frame was redone.
    Redone {
        /// Its number.
        number: u64,
    },
    /// Nothing changed.
    NoChange,
    /// It was refused.
    Refused {
        /// In which way.
        kind: RefusalKind,
        /// Everything that stood against it, as a sentence or several.
        why: String,
    },
    /// A player must choose first.
    Pending {
        /// What, and who.
        choice: Arc<Choice>,
    },
}

impl Told {
    pub(super) fn of<G: Game>(session: &Session<G>, outcome: Outcome<G>) -> Told {
        let refused =
            |kind, refusal: &rulebook::Refusal<G>| Told::Refused { kind, why: refusal.to_string() };
        match outcome {
            Outcome::Committed(id) => Told::Committed {
                frame: session.frame(id).map_or_else(|| id.to_string(), |frame| frame.to_string()),
            },
            Outcome::Undone(id) => Told::Undone { number: id.number() },
            Outcome::Redone(id) => Told::Redone { number: id.number() },
            Outcome::NoChange => Told::NoChange,
            Outcome::InvalidInput(refusal) => refused(RefusalKind::Invalid, &refusal),
            Outcome::Disallowed(refusal) => refused(RefusalKind::Disallowed, &refusal),
            Outcome::Aborted(refusal) => refused(RefusalKind::Aborted, &refusal),
            Outcome::Pending(choice) => Told::Pending { choice },
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Told::Committed { frame } => f.write_str(frame),
            Told::Undone { number } => write!(f, "frame {number} undone"),
            Told::Redone { number } => write!(f, "frame {number} redone"),
            Told::NoChange => f.write_str("no change"),
            Told::Refused { kind, why } => write!(f, "{kind}: {why}"),
            Told::Pending { choice } => choice.fmt(f),
        }
    }
}

/// Why a text came to nothing: it cannot be read, or the book is at fault.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Seed, SessionOptions};
/// use rulebook_games::TextError;
///
/// let game = rulebook_games::find("connect-four").unwrap();
/// let mut game = game.start(Seed(1), SessionOptions::default())?;
/// let error = game.submit(Seat(0).into(), "upwards").unwrap_err();
/// assert!(matches!(error, TextError::Unreadable(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The text is no action of the game.
    Unreadable(ParseError),
    /// The book is at fault.
    Fault(Fault),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Unreadable(error) => error.fmt(f),
            TextError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for TextError {}

impl From<ParseError> for TextError {
    fn from(error: ParseError) -> Self {
        TextError::Unreadable(error)
    }
}

impl From<Fault> for TextError {
    fn from(fault: Fault) -> Self {
        TextError::Fault(fault)
    }
}
