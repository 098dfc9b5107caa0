//! Games with their types hidden: what the rest of the server knows of a game
//! is JSON.
//!
//! [`Offered`] is a game on the shelf, [`Line`] one that is being played. Code
//! of authors runs here, some of it outside of the engine's protection
//! (`show`, `tell`, `Debug`): whoever calls a [`Line`] must expect a panic.

mod account;
mod answer;
mod book;
mod bot;
mod coverage;
mod decision;
mod happening;
mod line;
mod record;
mod running;
mod scene;
mod sketch;
mod state;
mod words;

use std::marker::PhantomData;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex, PoisonError};

use rulebook::{Book, By, Digests, Mode, Seed, SessionOptions, Viewed, Viewer};
use rulebook_games::Playable;

pub(crate) use line::{Committed, Line, Picked, Step, Trouble, Waiting};
pub(crate) use record::{NoRecord, Replayed};
pub(crate) use sketch::{Tree, changes};
pub(crate) use state::described_state;

use crate::drawing::Artist;
use crate::wire;
use running::Running;

/// Says something in more words.
pub(crate) type Words = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// A game that can be played here.
pub(crate) trait Offered: Send + Sync {
    /// What there is to say of it.
    fn info(&self) -> wire::GameInfo;

    /// Its book.
    fn book(&self) -> wire::Book;

    /// What of its book fires in so many games at random, as long as it is
    /// wanted.
    fn coverage(
        &self,
        games: u32,
        series: u64,
        wanted: &dyn Fn() -> bool,
    ) -> Result<wire::Coverage, Trouble>;

    /// Starts it, from its setup or from a position.
    fn start(&self, seed: Seed, position: Option<&str>) -> Result<Box<dyn Line>, Trouble>;

    /// Says what an action is in more words, if there are any, in a match that
    /// began there.
    fn words(&self, position: Option<&str>) -> Result<Option<Words>, Trouble>;

    /// Whether a viewer may know an action that somebody submitted.
    fn shows_action(&self, action: &str, by: By, viewer: Viewer) -> bool;

    /// Writes a line down as a record.
    fn record(
        &self,
        seed: Seed,
        position: Option<&str>,
        players: Vec<String>,
        steps: &[Waiting],
    ) -> Result<Vec<u8>, Trouble>;

    /// Plays a record again, as far as it agrees.
    fn replay(&self, record: &[u8]) -> Result<Replayed, NoRecord>;
}

/// A game with its book, written down once.
pub(crate) struct Registered<G: Playable> {
    book: Book<G>,
    artist: Artist<G>,
    /// How an action is written.
    moves: String,
    of: PhantomData<fn() -> G>,
}

impl<G: Playable> Registered<G>
where
    G::State: std::fmt::Debug,
{
    /// The game, drawn in this way.
    pub(crate) fn new(artist: Artist<G>) -> Self {
        Registered { book: G::book(), artist, moves: how_to_write::<G>(), of: PhantomData }
    }
}

/// How an action is written: whoever writes nonsense is told. Nothing, if an
/// author's own code panics there.
fn how_to_write<G: Playable>() -> String {
    let told = catch_unwind(|| G::parse("\u{1}").err().map(|error| error.to_string()));
    let told = told.ok().flatten().unwrap_or_default();
    told.split_once(" cannot be read: ").map_or("", |(_, how)| how).to_owned()
}

/// Everything is kept and everything may be undone: time is walked freely here.
fn options<G: Playable>(book: &Book<G>) -> SessionOptions {
    let digests = if book.has_digests() { Digests::PerFrame } else { Digests::Off };
    SessionOptions { mode: Mode::Analysis, digests, ..SessionOptions::default() }
}

/// Where a match begins.
fn state<G: Playable>(position: Option<&str>) -> Result<G::State, Trouble> {
    match position {
        None => Ok(G::setup()),
        Some(text) => G::read_position(text).map_err(|error| unstartable(error.to_string())),
    }
}

fn unstartable(why: String) -> Trouble {
    Trouble::Unreadable { code: "no_such_position", why }
}

impl<G: Playable> Offered for Registered<G>
where
    G::State: std::fmt::Debug,
{
    fn info(&self) -> wire::GameInfo {
        wire::GameInfo {
            name: G::NAME.to_owned(),
            about: G::ABOUT.to_owned(),
            seats: G::SEATS as u8,
            positions: G::POSITIONS.to_owned(),
            moves: self.moves.clone(),
            drawing: self.artist.name.to_owned(),
            hidden: !<G as Viewed>::IS_OPEN,
            players: bot::players(),
        }
    }

    fn book(&self) -> wire::Book {
        book::describe(G::NAME, &self.book)
    }

    fn coverage(
        &self,
        games: u32,
        series: u64,
        wanted: &dyn Fn() -> bool,
    ) -> Result<wire::Coverage, Trouble> {
        coverage::play::<G>(&self.book, games, series, wanted)
    }

    fn start(&self, seed: Seed, position: Option<&str>) -> Result<Box<dyn Line>, Trouble> {
        let session = self.book.start_with(state::<G>(position)?, seed, options(&self.book));
        let session = session.map_err(|error| unstartable(error.to_string()))?;
        Ok(Box::new(Running { session, artist: self.artist, marks: Vec::new() }))
    }

    fn words(&self, position: Option<&str>) -> Result<Option<Words>, Trouble> {
        let Some(words) = self.artist.words else { return Ok(None) };
        // States need not be such that several threads look at one.
        let state = Mutex::new(state::<G>(position)?);
        Ok(Some(Arc::new(move |text: &str| {
            words(&state.lock().unwrap_or_else(PoisonError::into_inner), text)
        })))
    }

    fn shows_action(&self, action: &str, by: By, viewer: Viewer) -> bool {
        if viewer.seat().is_some_and(|seat| by.is(seat)) {
            return true;
        }
        // What cannot be read is nobody's to know.
        G::parse(action).is_ok_and(|action| G::shows_action(&action, by, viewer))
    }

    fn record(
        &self,
        seed: Seed,
        position: Option<&str>,
        players: Vec<String>,
        steps: &[Waiting],
    ) -> Result<Vec<u8>, Trouble> {
        record::write(&self.book, seed, position, players, steps)
    }

    fn replay(&self, record: &[u8]) -> Result<Replayed, NoRecord> {
        record::replay(&self.book, record)
    }
}
