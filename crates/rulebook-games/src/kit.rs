//! What a game is played with: its rules, and where it begins.

use std::error::Error;
use std::fmt;

use rulebook::Book;

use crate::duels::cards::LoadErrors;
use crate::{Playable, PositionError};

/// The rules of a game and where it begins: those that it comes with, or others
/// where a game's cards are data.
///
/// # Example
///
/// ```
/// use rulebook::Seed;
/// use rulebook_games::duels::{Duels, cards::CardSet};
/// use rulebook_games::{Kit, Playable};
///
/// let mine = CardSet::STANDARD.replace("Ember Hound", "Cinder Hound");
/// let kit = Duels::with_cards("mine.json", &mine)?;
/// assert_ne!(kit.book.fingerprint(), Kit::<Duels>::standard().book.fingerprint());
/// let duel = kit.book.start(kit.setup.clone(), Seed(1))?;
/// // Its positions are read with the same cards.
/// assert_eq!(kit.read_position(&Duels::write_position(duel.state()))?, kit.setup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Kit<G: Playable> {
    /// The rules.
    pub book: Book<G>,
    /// Where its games begin.
    pub setup: G::State,
}

impl<G: Playable> Kit<G> {
    /// What the game comes with.
    ///
    /// ```
    /// use rulebook_games::{Kit, chess::{Chess, setup}};
    /// assert_eq!(Kit::<Chess>::standard().setup, setup());
    /// ```
    pub fn standard() -> Self {
        Kit { book: G::book(), setup: G::setup() }
    }

    /// Sets up a position of the game as it is played with this.
    ///
    /// # Errors
    ///
    /// As [`Playable::read_position`].
    pub fn read_position(&self, text: &str) -> Result<G::State, PositionError> {
        G::read_position_like(&self.setup, text)
    }
}

impl<G: Playable> Clone for Kit<G> {
    fn clone(&self) -> Self {
        Kit { book: self.book.clone(), setup: self.setup.clone() }
    }
}

impl<G: Playable> fmt::Debug for Kit<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kit").field("book", &self.book.fingerprint()).finish_non_exhaustive()
    }
}

/// Why a game is not played with the cards of a file.
///
/// # Example
///
/// ```
/// use rulebook_games::{CardsError, Playable, chess::Chess, duels::Duels};
/// let error = Chess::with_cards("mine.json", "{}").unwrap_err();
/// assert_eq!(error.to_string(), "chess is played without cards, so it takes no card file.");
/// assert!(matches!(Duels::with_cards("mine.json", "[]"), Err(CardsError::Wrong(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardsError {
    /// The game has no cards.
    NoCards {
        /// Which game.
        game: &'static str,
    },
    /// Everything that is wrong with the file.
    Wrong(LoadErrors),
}

impl fmt::Display for CardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardsError::NoCards { game } => {
                write!(f, "{game} is played without cards, so it takes no card file.")
            }
            CardsError::Wrong(errors) => errors.fmt(f),
        }
    }
}

impl Error for CardsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CardsError::NoCards { .. } => None,
            CardsError::Wrong(errors) => Some(errors),
        }
    }
}

impl From<LoadErrors> for CardsError {
    fn from(errors: LoadErrors) -> Self {
        CardsError::Wrong(errors)
    }
}
