//! Why a game cannot be started from a position.

use std::error::Error;
use std::fmt;

use rulebook::StartError;

use crate::PositionError;

/// Why a game cannot be started from a position.
///
/// # Example
///
/// ```
/// use rulebook::{Seed, SessionOptions};
/// use rulebook_games::StartAtError;
///
/// let game = rulebook_games::find("tic-tac-toe").unwrap();
/// let started = game.start_at("xxx", Seed(1), SessionOptions::default());
/// let Err(StartAtError::Position(error)) = started else { panic!("that is no position") };
/// assert_eq!(error.why(), "a row has 3 places: write / and the next row below.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartAtError {
    /// The text is no position of the game.
    Position(PositionError),
    /// The game cannot be started.
    Start(StartError),
}

impl fmt::Display for StartAtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartAtError::Position(error) => error.fmt(f),
            StartAtError::Start(error) => error.fmt(f),
        }
    }
}

impl Error for StartAtError {}

impl From<PositionError> for StartAtError {
    fn from(error: PositionError) -> Self {
        StartAtError::Position(error)
    }
}

impl From<StartError> for StartAtError {
    fn from(error: StartError) -> Self {
        StartAtError::Start(error)
    }
}
