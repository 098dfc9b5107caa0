//! Why a call was not recorded.

use std::error::Error;
use std::fmt;

use rulebook::Fault;

use crate::error::WriteError;

/// Why a call was not recorded.
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook::prelude::*;
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{Recorder, RecordError};
///
/// // Without digests there is nothing to verify.
/// let mut game = TicTacToe::book().start(TicTacToe::setup(), Seed(1))?;
/// let error = Recorder::start(Vec::new(), &mut game).unwrap_err();
/// assert!(matches!(error, RecordError::NoDigests));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The session makes no digests.
    NoDigests,
    /// The session is under way already.
    UnderWay,
    /// The session has forgotten how the game began.
    Forgotten,
    /// The game did not begin where it is said to have begun.
    OtherStart {
        /// The frame that comes out differently.
        frame: u64,
    },
    /// The state at the start cannot be written so that reading it gives the
    /// same game.
    Setup {
        /// What was written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// More players are named than there are seats.
    Players {
        /// How many are named.
        named: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// The action cannot be written so that it can be read back. Nothing was
    /// done.
    Action {
        /// What was written.
        text: String,
    },
    /// The session has moved without the recorder.
    OutOfStep {
        /// The frame at which the record stands.
        recorded: u64,
        /// The frame at which the game stands.
        found: u64,
    },
    /// The record has its end.
    Finished,
    /// An entry is missing, because it could not be written.
    Broken,
    /// What happened cannot be written. The session has moved, the record has
    /// not.
    Write(WriteError),
    /// The book is at fault. Nothing was done.
    Fault(Fault),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoDigests => f.write_str(
                "The session makes no digests: start it with `rulebook_record::session_options()`, \
                 and write `.digests()` in the book if there is none.",
            ),
            RecordError::UnderWay => f.write_str(
                "The game is under way already: a recorder must be there from its start. \
                 To go on with a record, use `Recorder::resume`.",
            ),
            RecordError::Forgotten => f.write_str(
                "The session has forgotten how the game began: only a session that keeps its whole \
                 history can be saved.",
            ),
            RecordError::OtherStart { frame } => write!(
                f,
                "From the start that was given, frame {frame} comes out differently: give the \
                 state in which this session was started.",
            ),
            RecordError::Setup { text, why } => {
                write!(f, "The game cannot be recorded from this start ({text:?}): {why}")
            }
            RecordError::Players { named, seats } => write!(
                f,
                "The game has {seats} seats, but {named} players are named: name one for each seat \
                 at most.",
            ),
            RecordError::Action { text } => write!(
                f,
                "The action {text:?} cannot be read back, so it was not submitted: \
                 `read_action` must read what `write_action` writes.",
            ),
            RecordError::OutOfStep { recorded, found } => write!(
                f,
                "The record stands at frame {recorded} and the game at frame {found}, or a choice \
                 came or went: something was done that did not go through the recorder.",
            ),
            RecordError::Finished => f.write_str(
                "The record has its end, and nothing can come after it: record what comes next in \
                 another one.",
            ),
            RecordError::Broken => {
                f.write_str("An entry could not be written, so the record cannot go on.")
            }
            RecordError::Write(error) => error.fmt(f),
            RecordError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordError::Write(error) => Some(error),
            RecordError::Fault(fault) => Some(fault),
            _ => None,
        }
    }
}

impl From<WriteError> for RecordError {
    fn from(error: WriteError) -> Self {
        RecordError::Write(error)
    }
}

impl From<Fault> for RecordError {
    fn from(fault: Fault) -> Self {
        RecordError::Fault(fault)
    }
}
