//! What can be wrong with what a fleet is told.

use std::fmt;

use crate::error::{Fault, StartError};

/// A buffer of the caller's.
///
/// # Example
///
/// ```
/// assert_eq!(rulebook::Buffer::Masks.to_string(), "masks");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// Of those who are asked.
    Actors,
    /// Of legal numbers.
    Masks,
    /// Of numbers to play.
    Actions,
    /// Of what came of them.
    Steps,
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Buffer::Actors => "actors",
            Buffer::Masks => "masks",
            Buffer::Actions => "actions",
            Buffer::Steps => "steps",
        })
    }
}

/// A buffer has as many places as it must have.
pub(super) fn fits(buffer: Buffer, expected: usize, found: usize) -> Result<(), FleetError> {
    if expected == found { Ok(()) } else { Err(FleetError::Length { buffer, expected, found }) }
}

/// Why a fleet could not do what it was told. Games are named by their place in
/// the fleet.
///
/// # Example
///
/// ```
/// let error = rulebook::FleetError::Illegal { game: 3, number: 7 };
/// assert_eq!(error.to_string(), "Action 7 is not legal in game 3: look at its mask.");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FleetError {
    /// A buffer has the wrong length.
    Length {
        /// Which.
        buffer: Buffer,
        /// How long it must be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A number is not legal now.
    Illegal {
        /// In which game.
        game: usize,
        /// The number.
        number: u32,
    },
    /// A legal action or option has a number that there is not.
    Beyond {
        /// In which game.
        game: usize,
        /// The number.
        number: u32,
        /// How many there are.
        actions: usize,
    },
    /// A game is not over, and nobody can do anything that has a number.
    Stuck {
        /// Which game.
        game: usize,
    },
    /// A game is over before anybody could act.
    OverAtOnce {
        /// Which game.
        game: usize,
    },
    /// A game cannot begin.
    Start {
        /// Which game.
        game: usize,
        /// Why not.
        error: StartError,
    },
    /// The book is at fault.
    Fault {
        /// In which game.
        game: usize,
        /// The fault.
        fault: Fault,
    },
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FleetError::Length { buffer, expected, found } => {
                write!(f, "The buffer of {buffer} has {found} places: make it {expected}.")
            }
            FleetError::Illegal { game, number } => {
                write!(f, "Action {number} is not legal in game {game}: look at its mask.")
            }
            FleetError::Beyond { game, number, actions } => write!(
                f,
                "Something legal in game {game} has the number {number}, but numbers are below \
                 {actions}: raise ACTIONS, or mend the game's number().",
            ),
            FleetError::Stuck { game } => write!(
                f,
                "Game {game} is not over, but nobody can do anything that has a number: give \
                 such actions numbers.",
            ),
            FleetError::OverAtOnce { game } => {
                write!(f, "Game {game} is over before anybody could act: begin with another setup.",)
            }
            FleetError::Start { game, error } => write!(f, "Game {game} cannot begin. {error}"),
            FleetError::Fault { game, fault } => write!(f, "Game {game}: {fault}"),
        }
    }
}

impl std::error::Error for FleetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FleetError::Start { error, .. } => Some(error),
            FleetError::Fault { fault, .. } => Some(fault),
            _ => None,
        }
    }
}
