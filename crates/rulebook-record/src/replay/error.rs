//! Why a record is not, or not any more, the record of a game by this book.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use rulebook::{Book, Digest, Fault, Game, StartError};

use super::divergence::Divergence;
use crate::entry::Header;
use crate::error::{Place, ReadError};

/// Why a replay stops.
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook_games::{Playable, connect_four::ConnectFour};
/// use rulebook_record::{Replay, ReplayError, examples};
/// let text = examples::tic_tac_toe();
/// let error = Replay::open(&ConnectFour::book(), text.as_bytes()).unwrap_err();
/// assert!(matches!(error, ReplayError::OtherGame { .. }));
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record cannot be read.
    Read(ReadError),
    /// It is the record of another game.
    OtherGame {
        /// Of which.
        recorded: String,
        /// Which is played here.
        played: &'static str,
    },
    /// It was made with another book of the same game.
    OtherBook(Box<OtherBook>),
    /// The game cannot be set up as the record says.
    Setup {
        /// How it says.
        text: Option<String>,
        /// Why not.
        why: String,
    },
    /// The game cannot be started.
    Start(StartError),
    /// An action cannot be read.
    Action {
        /// Where.
        place: Place,
        /// The action.
        text: String,
        /// Why not.
        why: String,
    },
    /// The game comes out differently.
    Diverged(Box<Divergence>),
    /// The book is at fault.
    Fault {
        /// Where.
        place: Place,
        /// The fault.
        fault: Fault,
    },
}

impl ReplayError {
    /// Where in the record, if it is about one place.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// # use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// # use rulebook_record::Replay;
    /// let error = Replay::open(&TicTacToe::book(), &b""[..]).unwrap_err();
    /// assert_eq!(error.place().unwrap().entry, 1);
    /// # }
    /// ```
    pub fn place(&self) -> Option<Place> {
        match self {
            ReplayError::Read(error) => Some(error.place),
            ReplayError::Action { place, .. } | ReplayError::Fault { place, .. } => Some(*place),
            ReplayError::Diverged(divergence) => Some(divergence.place),
            _ => None,
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Read(error) => error.fmt(f),
            ReplayError::OtherGame { recorded, played } => {
                write!(f, "It is a record of {recorded}, and this is {played}.")
            }
            ReplayError::OtherBook(other) => other.fmt(f),
            ReplayError::Setup { text: Some(text), why } => {
                write!(f, "The game cannot be set up as {text:?}: {why}")
            }
            ReplayError::Setup { text: None, why } => f.write_str(why),
            ReplayError::Start(error) => write!(f, "The game cannot be started. {error}"),
            ReplayError::Action { place, text, why } => {
                write!(f, "{place}: the action {text:?} cannot be read: {why}")
            }
            ReplayError::Diverged(divergence) => divergence.fmt(f),
            ReplayError::Fault { place, fault } => {
                write!(f, "{place}: the book is at fault. {fault}")
            }
        }
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReplayError::Read(error) => Some(error),
            ReplayError::Start(error) => Some(error),
            ReplayError::Fault { fault, .. } => Some(fault),
            _ => None,
        }
    }
}

impl From<ReadError> for ReplayError {
    fn from(error: ReadError) -> Self {
        ReplayError::Read(error)
    }
}

impl From<StartError> for ReplayError {
    fn from(error: StartError) -> Self {
        ReplayError::Start(error)
    }
}

/// A record was made with another book of the same game: other rules, another
/// version, other data.
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
/// use rulebook_record::{OtherBooks, Replay, ReplayError, ReplayOptions, examples};
///
/// let house_rules = TicTacToe::book().variant("tic-tac-toe").version("mine").compile()?;
/// let text = examples::tic_tac_toe();
/// let error = Replay::open(&house_rules, text.as_bytes()).unwrap_err();
/// assert!(matches!(error, ReplayError::OtherBook(_)));
///
/// // What can still be done: to replay it as far as it goes.
/// let anyway = ReplayOptions { books: OtherBooks::Try, ..ReplayOptions::default() };
/// let mut replay = Replay::open_with(&house_rules, text.as_bytes(), anyway)?;
/// assert!(replay.other_book().is_some());
/// replay.run()?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherBook {
    /// The book that it was made with.
    pub recorded: BookMark,
    /// The book that is here.
    pub found: BookMark,
}

/// What tells a book from others.
///
/// ```
/// # let header = rulebook_record::examples::header();
/// let mark = rulebook_record::BookMark::of_header(header);
/// assert_eq!(mark.version.as_deref(), Some("1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMark {
    /// Its fingerprint.
    pub fingerprint: Digest,
    /// The author's version.
    pub version: Option<String>,
    /// What it reads besides the state.
    pub data: BTreeMap<String, Digest>,
}

impl BookMark {
    /// The book that a header speaks of.
    pub fn of_header(header: &Header) -> BookMark {
        BookMark {
            fingerprint: header.book,
            version: header.version.clone(),
            data: header.data.clone(),
        }
    }

    /// The book that is here.
    pub(super) fn of_book<G: Game>(book: &Book<G>) -> BookMark {
        BookMark {
            fingerprint: book.fingerprint(),
            version: book.version().map(str::to_owned),
            data: book.data().map(|(name, digest)| (name.to_owned(), digest)).collect(),
        }
    }
}

impl OtherBook {
    /// What differs, as a sentence.
    fn difference(&self) -> String {
        let (recorded, found) = (&self.recorded, &self.found);
        let version = |mark: &BookMark| {
            mark.version
                .as_ref()
                .map_or_else(|| "no version".to_owned(), |v| format!("version {v}"))
        };
        if recorded.version != found.version {
            return format!(
                "it was made with {}, and this is {}",
                version(recorded),
                version(found)
            );
        }
        let differs = |name: &&String| recorded.data.get(*name) != found.data.get(*name);
        let names = recorded.data.keys().chain(found.data.keys()).filter(differs);
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            "the rules that it declares are others".to_owned()
        } else {
            format!("it was made with other {}", names.join(", "))
        }
    }
}

impl fmt::Display for OtherBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The record was made with another version of the book: {} ({}, here {}). It can be \
             shown and converted, and be replayed without a promise as far as it comes out the \
             same.",
            self.difference(),
            self.recorded.fingerprint,
            self.found.fingerprint,
        )
    }
}

impl Error for OtherBook {}
