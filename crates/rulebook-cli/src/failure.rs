//! What can go wrong, and the exit code for it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use rulebook::{Fault, StartError};
use rulebook_bots::NoDecision;
use rulebook_games::{ParseError, PositionError};
use serde_json::{Map, Value};

use crate::text::columns;

/// Why a command came to no good end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was to be said could not be written.
    Output(io::Error),
    /// The program was used wrongly; a sentence says how, and what to do.
    Usage(String),
    /// A text is no position of the game.
    Position {
        /// Why not.
        error: PositionError,
        /// How the game's positions are written.
        form: &'static str,
        /// The game's name.
        game: &'static str,
    },
    /// Something is wrong with a record.
    Record {
        /// The file.
        file: PathBuf,
        /// What is wrong, and where.
        error: String,
        /// What else there is to say of it, for programs.
        about: Map<String, Value>,
    },
    /// The game cannot be started.
    Start(StartError),
    /// The game's book is at fault.
    Fault(Fault),
    /// A bot came to no decision.
    NoDecision(NoDecision),
    /// The game is not over, but nobody can do anything.
    Stuck {
        /// The last frame's number.
        frame: u64,
    },
    /// Somebody outside ended the program with a signal.
    Ended {
        /// Its number.
        signal: u8,
    },
    /// A call came to something that it must not come to.
    Unexpected {
        /// What was done.
        done: String,
        /// What came of it.
        outcome: String,
    },
}

impl Failure {
    /// Whether the reader of our output has gone away, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The same on one line, for somebody who knows how positions are written.
    pub(crate) fn in_short(&self) -> String {
        match self {
            Failure::Position { error, .. } => error.to_string(),
            other => other.to_string(),
        }
    }

    /// What there is to say of it besides, for programs.
    pub(crate) fn about(&self) -> Map<String, Value> {
        match self {
            Failure::Record { about, .. } => about.clone(),
            _ => Map::new(),
        }
    }

    /// 1 if the game is to blame, 2 if it could not even be tried, and what shells
    /// say of a program that a signal has ended.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Record { .. }
            | Failure::Start(_)
            | Failure::Fault(_)
            | Failure::NoDecision(_)
            | Failure::Stuck { .. }
            | Failure::Unexpected { .. } => 1,
            Failure::Output(_) | Failure::Usage(_) | Failure::Position { .. } => 2,
            Failure::Ended { signal } => 128_u8.saturating_add(*signal),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Output(error) => write!(f, "the output cannot be written: {error}"),
            Failure::Usage(how) => f.write_str(how),
            Failure::Position { error, form, game } => {
                let pointer = pointer(error.text(), error.at());
                write!(f, "{error}{pointer}\n\nFor a position of {game}, {form}")
            }
            Failure::Record { file, error, .. } => write!(f, "{}: {error}", file.display()),
            Failure::Start(error) => write!(f, "the game cannot be started. {error}"),
            Failure::Fault(fault) => write!(f, "the game's book is at fault. {fault}"),
            Failure::NoDecision(why) => write!(f, "a bot came to no decision. {why}"),
            Failure::Stuck { frame } => {
                write!(f, "after frame {frame} the game is not over, but nobody can do anything")
            }
            Failure::Ended { signal } => write!(f, "the game was ended by the signal {signal}"),
            Failure::Unexpected { done, outcome } => {
                write!(f, "{done} should not come to this: {outcome}")
            }
        }
    }
}

/// The text, and below it a mark at the character that cannot be read. Of a long
/// text, what is around it.
fn pointer(text: &str, at: Option<usize>) -> String {
    const LONGEST: usize = 400;
    const AROUND: usize = 30;
    let Some(at) = at else { return String::new() };
    if columns(text) <= LONGEST {
        return format!("\n\n  {text}\n  {}^", " ".repeat(at));
    }
    let from = at.saturating_sub(AROUND);
    let around: String = text.chars().skip(from).take(2 * AROUND).collect();
    format!("\n\n  … {around} …\n    {}^", " ".repeat(at - from))
}

impl Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Usage(format!("{error}{}", pointer(error.text(), error.at())))
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Failure::Start(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Fault(fault)
    }
}

impl From<NoDecision> for Failure {
    fn from(why: NoDecision) -> Self {
        match why {
            NoDecision::Fault(fault) => Failure::Fault(fault),
            why => Failure::NoDecision(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_told_from_a_full_disk() {
        let closed = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert!(closed.is_closed_pipe());
        assert!(!full.is_closed_pipe());
        assert_eq!(full.exit_code(), 2);
    }

    #[test]
    fn of_a_long_text_one_sees_what_is_around_the_mark() {
        let text = format!("{}?{}", "a".repeat(600), "b".repeat(600));
        let shown = pointer(&text, Some(600));
        let (text, mark) = shown.trim_start().split_once('\n').expect("two lines");
        assert_eq!(text, format!("… {}?{} …", "a".repeat(30), "b".repeat(29)));
        // Both lines begin two columns further right.
        assert_eq!(mark.find('^'), text.chars().position(|letter| letter == '?').map(|at| at + 2));
    }

    #[test]
    fn a_game_that_is_stuck_is_a_negative_answer() {
        assert_eq!(Failure::Stuck { frame: 3 }.exit_code(), 1);
    }
}
