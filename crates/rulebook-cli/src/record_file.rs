//! Records in files: opening them, and the game at one of their frames.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::{Seed, Session, SessionOptions};
use rulebook_games::{Playable, Visit, visit};
use rulebook_record::{Making, OtherBooks, Reader, Replay, ReplayError, ReplayOptions, Survey};

use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::interrupt;
use crate::kit::{CardsFile, session};
use crate::progress::Progress;

/// A record, and a frame of it.
#[derive(Debug, Args)]
pub(crate) struct RecordAt {
    /// From a record: the game in this file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<PathBuf>,

    /// After this frame of the record, 0 is the start; without it, where the
    /// record ends
    #[arg(long, value_name = "N", requires = "record")]
    pub(crate) at: Option<u64>,
}

/// A record that is being read.
pub(crate) type Input<'p> = BufReader<Metered<'p>>;

/// A file, and how far it is read.
pub(crate) struct Metered<'p> {
    file: File,
    progress: Option<&'p Progress>,
}

impl Read for Metered<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // Whoever shows how far it is can be asked to stop.
        if self.progress.is_some() && interrupt::is_asked() {
            return Err(io::Error::other("interrupted"));
        }
        let read = self.file.read(bytes)?;
        if let Some(progress) = self.progress {
            progress.add(read as u64);
        }
        Ok(read)
    }
}

/// Opens a file.
pub(crate) fn open<'p>(path: &Path, progress: Option<&'p Progress>) -> Result<Input<'p>, Failure> {
    let cannot =
        |error| Failure::Usage(format!("the file {} cannot be read: {error}", path.display()));
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(cannot(io::ErrorKind::IsADirectory.into()));
    }
    Ok(BufReader::new(Metered { file, progress }))
}

/// Opens a record.
pub(crate) fn reader(path: &Path) -> Result<Reader<Input<'static>>, Failure> {
    Reader::open(open(path, None)?).map_err(|error| bad(path, &error))
}

/// How far something is that reads these files so many times.
pub(crate) fn progress<'f>(files: impl IntoIterator<Item = &'f PathBuf>, times: u64) -> Progress {
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    Progress::new(times * files.into_iter().map(size).sum::<u64>(), "bytes")
}

/// Something is wrong with a record.
pub(crate) fn bad(path: &Path, error: &impl ToString) -> Failure {
    Failure::Record { file: path.to_owned(), error: error.to_string() }
}

/// Does something with the game that a record is of.
pub(crate) fn with_game_of<V, T>(path: &Path, game: &str, doing: V) -> Result<T, Failure>
where
    V: Visit<Out = Result<T, Failure>>,
{
    let unknown = || {
        let error = format!("it is a record of {game}, a game that this program does not know.");
        bad(path, &error)
    };
    visit(game, doing).unwrap_or_else(|| Err(unknown()))
}

/// The game at a position, at a frame of a record, or at the start.
pub(crate) fn session_at<G: Playable>(
    at: &GameAt,
    record: &RecordAt,
) -> Result<Session<G>, Failure> {
    match &record.record {
        Some(path) => session_of(path, &at.cards, record.at),
        None => {
            let position = at.position.as_deref();
            session(&at.cards.kit()?, position, Seed(0), SessionOptions::default())
        }
    }
}

/// The game at a frame of a record, or at its end.
pub(crate) fn session_of<G: Playable>(
    path: &Path,
    cards: &CardsFile,
    at: Option<u64>,
) -> Result<Session<G>, Failure> {
    let mut replay = replay::<G>(path, cards, OtherBooks::Refuse)?;
    let played = match at {
        None => replay.run().map(drop),
        Some(0) => Ok(()),
        Some(frame) => {
            let making = making(path, frame)?;
            run_through(&mut replay, making)
        }
    };
    played.map_err(|error| bad(path, &error))?;
    Ok(replay.into_session())
}

/// A record of this game, set up to be played again.
pub(crate) fn replay<G: Playable>(
    path: &Path,
    cards: &CardsFile,
    books: OtherBooks,
) -> Result<Replay<G, Input<'static>>, Failure> {
    let recorded = reader(path)?.header().game.clone();
    if recorded != G::NAME {
        let (file, game) = (path.display(), G::NAME);
        return Err(Failure::Usage(format!(
            "the file {file} is a record of {recorded}: write {recorded} instead of {game}."
        )));
    }
    let options = ReplayOptions { books, ..ReplayOptions::default() };
    let kit = cards.kit::<G>()?;
    Replay::open_from(&kit.book, kit.setup, open(path, None)?, options).map_err(|error| {
        bad(path, &format!("{}{}", cards.told(&error), anyway(path, cards, &error)))
    })
}

/// What can be done with a record by another book, if it is not for other cards.
fn anyway(path: &Path, cards: &CardsFile, error: &ReplayError) -> String {
    match error {
        ReplayError::OtherBook(other) if cards.advice(other).is_empty() => {
            format!(" 'rulebook replay {} --anyway' does that.", path.display())
        }
        _ => String::new(),
    }
}

/// Where a frame was made.
pub(crate) fn making(path: &Path, frame: u64) -> Result<Making, Failure> {
    let found = Making::find(reader(path)?, frame).map_err(|error| bad(path, &error))?;
    if let Some(making) = found {
        return Ok(making);
    }
    let last = Survey::of(reader(path)?).map_err(|error| bad(path, &error))?.frame;
    Err(Failure::Usage(format!(
        "the game in {} has no frame {frame}: in the end it stands at frame {last}.",
        path.display()
    )))
}

/// Plays up to and with the frame.
pub(crate) fn run_through<G: Playable>(
    replay: &mut Replay<G, Input<'_>>,
    making: Making,
) -> Result<(), ReplayError> {
    match making.nth {
        None => replay.run_to(making.ends).map(drop),
        Some(nth) => {
            replay.run_to(making.ends - 1)?;
            replay.step_within(nth + 1)
        }
    }
}
