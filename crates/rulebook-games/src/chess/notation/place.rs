//! Where in a text something is, and what is wrong there.

use std::error::Error;
use std::fmt;

/// A place in a text.
///
/// ```
/// use rulebook_games::chess::notation::Place;
/// let place = Place::of("1. e4\n1... ü5", 13);
/// assert_eq!((place.offset, place.line, place.column), (13, 2, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// How many bytes come before it.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its character in the line, from 1.
    pub column: usize,
}

impl Place {
    /// The place after so many bytes of a text.
    ///
    /// ```
    /// use rulebook_games::chess::notation::Place;
    /// assert_eq!(Place::of("e4", 1).to_string(), "line 1, column 2");
    /// ```
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text[..text.floor_char_boundary(offset)];
        let line = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[begin..].chars().count() + 1;
        Place { offset: before.len(), line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that cannot be read: where, and why.
///
/// ```
/// use rulebook_games::chess::notation::{FenProblem, read_fen};
/// let error = read_fen("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap_err();
/// assert_eq!(error.place.column, 19);
/// assert_eq!(error.problem, FenProblem::NoPiece { found: '9' });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread<P> {
    /// Where in the text.
    pub place: Place,
    /// What is wrong there, and what to do.
    pub problem: P,
}

impl<P: fmt::Display> Misread<P> {
    /// After how many bytes it is, and what is wrong there.
    pub(in crate::chess) fn offset_and_why(self) -> (usize, String) {
        (self.place.offset, self.problem.to_string())
    }
}

impl<P: fmt::Display> fmt::Display for Misread<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl<P: fmt::Debug + fmt::Display> Error for Misread<P> {}
