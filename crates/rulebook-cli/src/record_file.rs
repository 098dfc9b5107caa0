//! Records in files: opening them, and the game at one of their frames.

use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::{Seed, Session, SessionOptions};
use rulebook_games::{Playable, Visit, visit};
use rulebook_record::{
    Against, CutOff, Divergence, Making, OtherBooks, Place, ReadErrorKind, Replay, ReplayError,
    ReplayOptions, Survey,
};
use serde_json::{Map, Value, json};

use crate::args::frame;
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::kit::{CardsFile, session};
use crate::paint::{OPEN, Paper};
use crate::progress::Progress;
use crate::source::{Input, Source};

/// A record, and a frame of it.
#[derive(Debug, Args)]
pub(crate) struct RecordAt {
    /// From a record: the game in this file; - is the standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<PathBuf>,

    /// After this frame of the record, 0 is the start; without it, where the
    /// record ends
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true,
          value_parser = frame)]
    pub(crate) at: Option<u64>,
}

/// Something is wrong with a record.
pub(crate) fn bad(path: &Path, error: &impl ToString) -> Failure {
    let (error, about) = (error.to_string(), Map::new());
    Failure::Record { file: path.to_owned(), error, about }
}

/// A record is not played to its end.
pub(crate) fn stopped(path: &Path, error: &ReplayError) -> Failure {
    stopped_so(path, error, error.to_string())
}

/// A record is not played to its end, and these words say so.
pub(crate) fn stopped_so(path: &Path, error: &ReplayError, said: String) -> Failure {
    let mut about = Map::new();
    about.insert("entry".to_owned(), error.place().map(|place| place.entry).into());
    if let ReplayError::Diverged(divergence) = error {
        about.extend(diverged(divergence));
    }
    Failure::Record { file: path.to_owned(), error: said, about }
}

/// A divergence, for programs.
pub(crate) fn diverged(divergence: &Divergence) -> Map<String, Value> {
    let diff = divergence.diff.as_ref();
    // With what the state is compared: as it was recorded, or before.
    let against = diff.map(|diff| match diff.against {
        Against::Recorded => "recorded",
        Against::Before => "before",
    });
    let said = [
        ("frame", divergence.frame.into()),
        ("expected", divergence.expected.to_string().into()),
        ("found", divergence.found.to_string().into()),
        ("diff", diff.map(ToString::to_string).into()),
        ("diff_against", against.into()),
    ];
    said.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Says on the standard error that a record is cut off, if it is: what is said of
/// the game holds for what can be read.
pub(crate) fn mention(path: &Path, cut: Option<CutOff>, json: bool) -> Result<(), Failure> {
    let Some(cut) = cut else { return Ok(()) };
    let said = format!("{}: {cut}", path.display());
    let mut paper = Paper::stderr();
    match json {
        true => {
            let entry = cut.place.entry;
            paper.raw(&format!("{}\n", json!({ "warning": said, "cut_off": entry })))?;
        }
        false if paper.is_terminal() => paper.prose(0, OPEN, &said)?,
        false => paper.line(OPEN, &said)?,
    }
    Ok(paper.flush()?)
}

/// Whether a record was not read to its end because somebody asked to stop: then
/// it is not to blame.
pub(crate) fn is_interrupted(error: &ReplayError, is_asked: bool) -> bool {
    let is_reading = matches!(
        error,
        ReplayError::Read(error) if matches!(error.kind, ReadErrorKind::Io(_))
    );
    is_asked && is_reading
}

/// Does something with the game that a record is of.
pub(crate) fn with_game_of<V, T>(
    path: &Path,
    (game, place): (&str, Place),
    doing: V,
) -> Result<T, Failure>
where
    V: Visit<Out = Result<T, Failure>>,
{
    let unknown = || {
        let why = "a game that this program does not know: 'rulebook games' lists those it knows.";
        bad(path, &format!("{place}: it is a record of {game}, {why}"))
    };
    visit(game, doing).unwrap_or_else(|| Err(unknown()))
}

/// The game at a position, at a frame of a record, or at the start. If the record
/// is cut off, that is mentioned, and given.
pub(crate) fn session_at<G: Playable>(
    at: &GameAt,
    record: &RecordAt,
    json: bool,
) -> Result<(Session<G>, Option<CutOff>), Failure> {
    match &record.record {
        Some(path) => {
            let (session, cut) = session_of(&Source::open(path)?, &at.cards, record.at)?;
            mention(path, cut, json)?;
            Ok((session, cut))
        }
        None => {
            let position = at.position.as_deref();
            let session = session(&at.cards.kit()?, position, Seed(0), SessionOptions::default())?;
            Ok((session, None))
        }
    }
}

/// The game at a frame of a record, or at its end; and where the record is cut
/// off, if it is.
fn session_of<G: Playable>(
    source: &Source,
    cards: &CardsFile,
    at: Option<u64>,
) -> Result<(Session<G>, Option<CutOff>), Failure> {
    let progress = source.progress(if at.is_some() { 3 } else { 1 });
    let mut replay = replay::<G>(source, cards, OtherBooks::Refuse, Some(&progress))?;
    let played = match at {
        None => replay.run().map(drop),
        Some(0) => Ok(()),
        Some(frame) => {
            let making = making(source, frame, &progress)?;
            run_through(&mut replay, making)
        }
    };
    played.map_err(|error| stopped(source.path(), &error))?;
    let cut = match at {
        None => replay.played().cut_off,
        Some(_) => Survey::as_far_as_it_goes(source.reader(Some(&progress))?).0.cut_off,
    };
    Ok((replay.into_session(), cut))
}

/// A record of this game, set up to be played again.
pub(crate) fn replay<'p, G: Playable>(
    source: &Source,
    cards: &CardsFile,
    books: OtherBooks,
    progress: Option<&'p Progress>,
) -> Result<Replay<G, Input<'p>>, Failure> {
    let path = source.path();
    let opened = open::<G>(source, cards, books, progress)?;
    opened.map_err(|error| {
        let said = format!("{}{}", cards.told(&error), anyway(path, cards, &error));
        stopped_so(path, &error, said)
    })
}

/// The same, for those who have something of their own to say if it cannot be.
pub(crate) fn open<'p, G: Playable>(
    source: &Source,
    cards: &CardsFile,
    books: OtherBooks,
    progress: Option<&'p Progress>,
) -> Result<Result<Replay<G, Input<'p>>, ReplayError>, Failure> {
    let recorded = source.header()?.game;
    if recorded != G::NAME {
        let (file, game) = (source.path().display(), G::NAME);
        return Err(Failure::Usage(format!(
            "the file {file} is a record of {recorded}: write {recorded} instead of {game}."
        )));
    }
    let options = ReplayOptions { books, ..ReplayOptions::default() };
    let kit = cards.kit::<G>()?;
    Ok(Replay::open_from(&kit.book, kit.setup, source.input(progress), options))
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
pub(crate) fn making(source: &Source, frame: u64, progress: &Progress) -> Result<Making, Failure> {
    let bad = |error| bad(source.path(), &error);
    if let Some(making) = Making::find(source.reader(Some(progress))?, frame).map_err(bad)? {
        return Ok(making);
    }
    let last = Survey::of(source.reader(Some(progress))?).map_err(bad)?.frame;
    Err(Failure::Usage(format!(
        "the game in {} has no frame {frame}: in the end it stands at frame {last}.",
        source.path().display()
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
