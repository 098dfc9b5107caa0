//! What is wrong with a card file, for the person who wrote it.

use std::error::Error;
use std::fmt;

/// What sort of mistake it is.
///
/// ```
/// use rulebook_games::duels::cards::{CardSet, ProblemKind};
/// let errors = CardSet::parse("mine.json", "{").unwrap_err();
/// assert_eq!(errors.problems()[0].kind, ProblemKind::Syntax);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProblemKind {
    /// It is no JSON, or too large. Nothing else is looked at.
    Syntax,
    /// It is not in the form that the published schema describes: an unknown
    /// word, a missing field, a number out of range.
    Shape,
    /// It has the form, and makes no sense: an unknown card, a deck too small.
    Meaning,
}

/// One thing that is wrong.
///
/// ```
/// use rulebook_games::duels::cards::CardSet;
/// let text = CardSet::STANDARD.replacen("\"atk\": 3", "\"atk\": 33", 1);
/// let errors = CardSet::parse("mine.json", &text).unwrap_err();
/// let problem = &errors.problems()[0];
/// assert_eq!((problem.line, problem.place.as_str()), (7, "card `ash-queen`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The card or deck, as a person would call it; empty for the file itself.
    pub place: String,
    /// What sort of mistake it is.
    pub kind: ProblemKind,
    /// What is wrong, and what to do: sentences.
    pub message: String,
}

/// Everything that is wrong with a card file, in the order of its lines.
///
/// ```
/// use rulebook_games::duels::cards::CardSet;
/// let text = r#"{
///   "format": 1,
///   "name": "Mine",
///   "cards": [
///     { "id": "imp", "name": "Imp", "kind": "monsters", "class": "attacker",
///       "atk": 2, "def": 0, "spd": 3 }
///   ],
///   "decks": []
/// }"#;
/// let errors = CardSet::parse("mine.json", text).unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "mine.json has 4 problems:\n\
///      mine.json:4:12: no card is a Champion. Add one, with \"kind\": \"champion\".\n\
///      mine.json:5:43: card `imp`: \"kind\" cannot be \"monsters\". Did you mean \"monster\"?\n\
///      mine.json:6:24: card `imp`: \"def\" is 0. It must be a whole number from 1 to 20.\n\
///      mine.json:8:12: \"decks\" has 0 entries. It must have 1 to 100.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadErrors {
    pub(super) file: String,
    pub(super) problems: Vec<Problem>,
    pub(super) more: usize,
}

impl LoadErrors {
    /// The name of the file, as it was given.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert_eq!(CardSet::parse("mine.json", "[]").unwrap_err().file(), "mine.json");
    /// ```
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What is wrong, in the order of lines; at most 200 of it.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert_eq!(CardSet::parse("mine.json", "[]").unwrap_err().problems().len(), 1);
    /// ```
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many problems there are beyond those that are kept.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// assert_eq!(CardSet::parse("mine.json", "[]").unwrap_err().more(), 0);
    /// ```
    pub fn more(&self) -> usize {
        self.more
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.problems.len() + self.more;
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{} has {count} problem{plural}:", self.file)?;
        for problem in &self.problems {
            write!(f, "\n{}:{problem}", self.file)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more, not shown. Mend these first."),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

impl Error for LoadErrors {}
