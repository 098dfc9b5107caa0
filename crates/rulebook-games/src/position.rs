//! What can be wrong with a position's text.

use std::error::Error;
use std::fmt;

/// A text that is no position of the game: where it cannot be read, if there
/// is such a place, and why not, with everything that is against it.
///
/// # Example
///
/// ```
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// let error = TicTacToe::read_position("xo./.y./...").unwrap_err();
/// assert_eq!(error.at(), Some(5));
/// assert_eq!(
///     error.to_string(),
///     "\"xo./.y./...\" is no position, at character 6: write x, o, or . for an empty place.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    text: String,
    at: Option<usize>,
    why: String,
}

impl PositionError {
    /// This text can be read, but makes no position.
    ///
    /// ```
    /// use rulebook_games::PositionError;
    /// let error = PositionError::new("xxx/.../...", "There are too many x.");
    /// assert_eq!(error.at(), None);
    /// ```
    pub fn new(text: &str, why: impl Into<String>) -> Self {
        PositionError { text: text.to_owned(), at: None, why: why.into() }
    }

    /// This text cannot be read from this character on, counted from 0.
    ///
    /// ```
    /// use rulebook_games::PositionError;
    /// let error = PositionError::at_character("night 9", 6, "there are nights 1 to 5.");
    /// assert!(error.to_string().contains("at character 7"));
    /// ```
    pub fn at_character(text: &str, at: usize, why: impl Into<String>) -> Self {
        PositionError { text: text.to_owned(), at: Some(at), why: why.into() }
    }

    /// The text that is no position.
    ///
    /// ```
    /// use rulebook_games::PositionError;
    /// assert_eq!(PositionError::new("xxx", "It is too short.").text(), "xxx");
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The character at which it cannot be read, from 0; the length of the text
    /// if something is missing at its end, and nothing if it can be read but
    /// makes no position.
    ///
    /// ```
    /// use rulebook_games::PositionError;
    /// assert_eq!(PositionError::at_character("xyz", 1, "write x or o.").at(), Some(1));
    /// ```
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// Everything that is against it, as sentences.
    ///
    /// ```
    /// use rulebook_games::PositionError;
    /// assert_eq!(PositionError::new("xxx", "It is too short.").why(), "It is too short.");
    /// ```
    pub fn why(&self) -> &str {
        &self.why
    }

    /// Joins what is against a position; nothing if nothing is.
    pub(crate) fn unless_sound(text: &str, reasons: &[String]) -> Result<(), Self> {
        match reasons {
            [] => Ok(()),
            reasons => Err(PositionError::new(text, reasons.join(" "))),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no position", self.text)?;
        if let Some(at) = self.at {
            write!(f, ", at character {}", at + 1)?;
        }
        write!(f, ": {}", self.why)
    }
}

impl Error for PositionError {}
