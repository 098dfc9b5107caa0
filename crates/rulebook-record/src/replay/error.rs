//! Why a record is not, or not any more, the record of a game by this book.

use std::collections::{BTreeMap, BTreeSet};
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
        /// Where that stands: in the header.
        place: Place,
        /// Of which.
        recorded: String,
        /// Which is played here.
        played: &'static str,
    },
    /// It was made with another book of the same game.
    OtherBook(Box<OtherBook>),
    /// It names more players than the game has seats.
    Players {
        /// Where: in the header.
        place: Place,
        /// How many it names.
        named: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// It was made with another book of the same game, and with the one that is
    /// here it cannot even begin.
    OtherStart {
        /// The other book.
        other: Box<OtherBook>,
        /// Why it cannot begin.
        why: Box<ReplayError>,
    },
    /// The game cannot be set up as the record says.
    Setup {
        /// Where it says, if that is known: in the header.
        place: Option<Place>,
        /// How it says.
        text: Option<String>,
        /// Why not.
        why: String,
    },
    /// The game cannot be started.
    Start {
        /// Where it says how: in the header.
        place: Place,
        /// Why not.
        error: StartError,
    },
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
    /// Where in the record, if that is known.
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
            ReplayError::OtherGame { place, .. }
            | ReplayError::Players { place, .. }
            | ReplayError::Start { place, .. }
            | ReplayError::Action { place, .. }
            | ReplayError::Fault { place, .. } => Some(*place),
            ReplayError::OtherBook(other) | ReplayError::OtherStart { other, .. } => {
                Some(other.place)
            }
            ReplayError::Setup { place, .. } => *place,
            ReplayError::Diverged(divergence) => Some(divergence.place),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What these two are about says it itself.
        let place = match self {
            ReplayError::Read(_) | ReplayError::Diverged(_) => None,
            _ => self.place(),
        };
        if let Some(place) = place {
            write!(f, "{place}: ")?;
        }
        match self {
            ReplayError::Read(error) => error.fmt(f),
            ReplayError::OtherGame { recorded, played, .. } => {
                write!(f, "it is a record of {recorded}, and this is {played}.")
            }
            ReplayError::Players { named, seats, .. } => write!(
                f,
                "it names {named} players, and the game has {seats} seats: somebody else wrote \
                 this header.",
            ),
            ReplayError::OtherBook(other) => write!(f, "the {}", other.in_words()),
            ReplayError::OtherStart { other, .. } => write!(
                f,
                "the record was made with another version of the book: {}. With this one it does \
                 not even begin: it can only be converted.",
                other.difference()
            ),
            ReplayError::Setup { text: Some(text), why, .. } => {
                write!(f, "the game cannot be set up as {text:?}: {why}")
            }
            ReplayError::Setup { text: None, why, .. } => f.write_str(why),
            ReplayError::Start { error, .. } => write!(f, "the game cannot be started. {error}"),
            ReplayError::Action { text, why, .. } => {
                write!(f, "the action {text:?} cannot be read: {why}")
            }
            ReplayError::Diverged(divergence) => divergence.fmt(f),
            ReplayError::Fault { fault, .. } => write!(f, "the book is at fault. {fault}"),
        }
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReplayError::Read(error) => Some(error),
            ReplayError::Start { error, .. } => Some(error),
            ReplayError::OtherStart { why, .. } => Some(why.as_ref()),
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
    /// Where the record says so: in its header.
    pub place: Place,
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
    /// What is so, and what can be done, behind "the".
    fn in_words(&self) -> String {
        format!(
            "record was made with another version of the book: {}. It can be converted, and be \
             replayed without a promise as far as it comes out the same.",
            self.difference(),
        )
    }

    /// What differs, as a part of a sentence, with both sides of it.
    ///
    /// ```
    /// # #[cfg(feature = "games")] {
    /// # use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
    /// # use rulebook_record::{Replay, ReplayError, examples};
    /// # let book = TicTacToe::book().variant("tic-tac-toe").version("mine").compile()?;
    /// # let text = examples::tic_tac_toe();
    /// let error = Replay::open(&book, text.as_bytes()).unwrap_err();
    /// let ReplayError::OtherBook(other) = error else { panic!() };
    /// assert_eq!(other.difference(), "it was made with version 1, and this is version mine");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn difference(&self) -> String {
        let (recorded, found) = (&self.recorded, &self.found);
        let mut differences = Vec::new();
        if recorded.version != found.version {
            let version = |mark: &BookMark| {
                mark.version.as_ref().map_or("no version".to_owned(), |v| format!("version {v}"))
            };
            let (then, now) = (version(recorded), version(found));
            differences.push(format!("it was made with {then}, and this is {now}"));
        }
        let names: BTreeSet<&String> = recorded.data.keys().chain(found.data.keys()).collect();
        for name in names {
            let digest = |mark: &BookMark| {
                mark.data.get(name).map_or("none".to_owned(), |digest| digest.to_string())
            };
            let (then, now) = (digest(recorded), digest(found));
            if then != now {
                differences.push(format!("it was made with other {name} ({then}, here {now})"));
            }
        }
        if differences.is_empty() {
            let (then, now) = (recorded.fingerprint, found.fingerprint);
            differences.push(format!("the rules that it declares are others ({then}, here {now})"));
        }
        differences.join("; ")
    }
}

impl fmt::Display for OtherBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The {}", self.in_words())
    }
}

impl Error for OtherBook {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Form;

    fn mark(fingerprint: u64, version: &str, cards: u64) -> BookMark {
        let data = BTreeMap::from([("cards".to_owned(), Digest(cards))]);
        BookMark { fingerprint: Digest(fingerprint), version: Some(version.to_owned()), data }
    }

    #[test]
    fn what_differs_is_shown_with_both_sides_and_what_is_the_same_is_not() {
        let place = Place::header(Form::Lines);
        let said = |recorded, found| OtherBook { place, recorded, found }.difference();
        assert_eq!(
            said(mark(7, "1", 3), mark(7, "2", 3)),
            "it was made with version 1, and this is version 2"
        );
        assert_eq!(
            said(mark(7, "1", 3), mark(7, "1", 4)),
            "it was made with other cards (0000000000000003, here 0000000000000004)"
        );
        assert_eq!(
            said(mark(7, "1", 3), mark(8, "1", 3)),
            "the rules that it declares are others (0000000000000007, here 0000000000000008)"
        );
        let both = said(mark(7, "1", 3), mark(8, "2", 4));
        assert!(both.contains("version 1") && both.contains("; it was made with other cards"));
    }
}
