//! What a game is played with: what it comes with, or the cards of a file.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::{Seed, Session, SessionOptions};
use rulebook_games::{Kit, Playable};
use rulebook_record::{OtherBook, ReplayError};

use crate::failure::Failure;
use crate::whole_file;

/// Which cards a game is played with.
#[derive(Debug, Args)]
pub(crate) struct CardsFile {
    /// With the cards of this file, for duels: its first two decks against each
    /// other; 'rulebook cards FILE' says whether it is sound
    #[arg(long, value_name = "FILE")]
    pub(crate) cards: Option<PathBuf>,
}

impl CardsFile {
    /// The rules and the setup of the game, with these cards.
    pub(crate) fn kit<G: Playable>(&self) -> Result<Kit<G>, Failure> {
        let Some(path) = &self.cards else { return Ok(Kit::standard()) };
        let kit = G::with_cards(&path.display().to_string(), &read(path)?);
        kit.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// What went wrong with a record, and what to do if it was made with other
    /// cards than these.
    pub(crate) fn told(&self, error: &ReplayError) -> String {
        match error {
            ReplayError::OtherBook(other) | ReplayError::OtherStart { other, .. } => {
                format!("{error}{}", self.advice(other))
            }
            _ => error.to_string(),
        }
    }

    /// What to do about a record that was made with other cards.
    pub(crate) fn advice(&self, other: &OtherBook) -> &'static str {
        let cards = |book: &rulebook_record::BookMark| book.data.get("cards").copied();
        match (&self.cards, cards(&other.recorded) == cards(&other.found)) {
            (_, true) => "",
            (None, false) => " Name the file of the cards that it was played with: --cards FILE.",
            (Some(_), false) => {
                " It was played with other cards than those of this file: name another one with \
                 --cards, or none."
            }
        }
    }
}

/// The text of a card file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let cannot =
        |why: &str| Failure::Usage(format!("the file {} cannot be read: {why}", path.display()));
    let bytes = whole_file::read(path).map_err(|error| cannot(&error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let lines =
            error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n');
        let line = lines.count();
        cannot(&format!("line {line} is no UTF-8 text. Save it as UTF-8."))
    })
}

/// The state of a position, or of the start.
pub(crate) fn state<G: Playable>(
    kit: &Kit<G>,
    position: Option<&str>,
) -> Result<G::State, Failure> {
    let Some(text) = position else { return Ok(kit.setup.clone()) };
    kit.read_position(text.trim()).map_err(|error| Failure::Position {
        error,
        form: G::POSITIONS,
        game: G::NAME,
    })
}

/// A game from a position, or from the start.
pub(crate) fn session<G: Playable>(
    kit: &Kit<G>,
    position: Option<&str>,
    seed: Seed,
    options: SessionOptions,
) -> Result<Session<G>, Failure> {
    Ok(kit.book.start_with(state(kit, position)?, seed, options)?)
}
