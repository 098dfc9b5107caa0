//! A session of which a record is kept, if somebody wants one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rulebook::{By, ChoiceId, Outcome, Session};
use rulebook_games::Playable;
use rulebook_record::{
    Entry, Form, OtherBooks, Positions, RecordError, Recorder, RecorderOptions, Replay, ReplayError,
};

use super::past::Past;
use super::table::Cut;
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::record_file::{bad, replay};
use crate::source::{Input, Source};
use crate::whole_file::cannot;

/// A session, the states that it has been in, and the record that is kept of it.
/// Each entry is in the file before the next one is made.
pub(super) struct Recorded<G: Playable> {
    session: Session<G>,
    past: Past<G>,
    record: Option<Record<G>>,
    cut: Option<Cut>,
}

struct Record<G: Playable> {
    path: PathBuf,
    recorder: Recorder<G, File>,
}

impl<G: Playable> Recorded<G> {
    /// Begins, and keeps a record in this file if there is one named.
    pub(super) fn new(
        mut session: Session<G>,
        path: Option<&Path>,
        players: Vec<String>,
    ) -> Result<Self, Failure> {
        let past = Past::begin(&session);
        let Some(path) = path else {
            return Ok(Recorded { session, past, record: None, cut: None });
        };
        is_name_of_record(path)?;
        let file = File::create_new(path).map_err(|error| cannot_make(path, &error))?;
        take(&file, path)?;
        let form = Form::of_path(path).unwrap_or_default();
        let options = RecorderOptions { form, players, positions: Positions::EveryFrame };
        let recorder = Recorder::start_with(file, &mut session, options);
        let recorder = recorder.map_err(|error| bad(path, &error))?;
        let record = Some(Record { path: path.to_owned(), recorder });
        Ok(Recorded { session, past, record, cut: None })
    }

    /// Goes on with the game of a record, which is verified first. Gives who
    /// played it.
    pub(super) fn go_on(path: &Path, cards: &CardsFile) -> Result<(Self, Vec<String>), Failure> {
        if !path.exists() {
            return Err(Failure::Usage(format!(
                "there is no file {} to go on with: leave --continue out to begin a game.",
                path.display()
            )));
        }
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let opened = opened.and_then(|file| Ok((file.try_clone()?, file)));
        let (file, read) = opened.map_err(|error| cannot(path, &error))?;
        // Before it is read: what another writes meanwhile would be lost.
        take(&file, path)?;
        let source = Source::of_file(path, read);
        let progress = source.progress(1);
        let mut replay = replay::<G>(&source, cards, OtherBooks::Refuse, Some(&progress))?;
        let past = run(&mut replay).map_err(|error| bad(path, &error))?;
        if replay.played().is_over {
            return Err(Failure::Usage(format!(
                "the game in {file} is over: 'rulebook replay {file}' shows it.",
                file = path.display()
            )));
        }
        let players = replay.header().players.clone();
        let cut = replay.played().cut_off.map(|cut| Cut::of(path, cut));
        let (session, tail) = replay.into_parts();
        let file = cut_at(file, tail.offset()).map_err(|error| cannot(path, &error))?;
        let recorder = Recorder::resume(file, tail, Positions::EveryFrame);
        let recorder = recorder.map_err(|error| bad(path, &error))?;
        let record = Some(Record { path: path.to_owned(), recorder });
        Ok((Recorded { session, past, record, cut }, players))
    }

    /// What was cut off of the record that the game goes on from.
    pub(super) fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// The session, to look at; what moves it goes through the record.
    pub(super) fn session(&mut self) -> &mut Session<G> {
        &mut self.session
    }

    /// The session, to look at, and the states that it has been in.
    pub(super) fn with_past(&mut self) -> (&mut Session<G>, &Past<G>) {
        (&mut self.session, &self.past)
    }

    pub(super) fn submit(&mut self, by: By, action: G::Action) -> Result<Outcome<G>, Failure> {
        let outcome = match &mut self.record {
            None => self.session.submit(by, action)?,
            Some(record) => {
                let outcome = record.recorder.submit(&mut self.session, by, action);
                record.told(outcome)?
            }
        };
        Ok(self.noted(outcome))
    }

    pub(super) fn answer(
        &mut self,
        by: By,
        choice: ChoiceId,
        option: u32,
    ) -> Result<Outcome<G>, Failure> {
        let outcome = match &mut self.record {
            None => self.session.answer(by, choice, option)?,
            Some(record) => {
                let outcome = record.recorder.answer(&mut self.session, by, choice, option);
                record.told(outcome)?
            }
        };
        Ok(self.noted(outcome))
    }

    /// Keeps the state if a frame was made.
    fn noted(&mut self, outcome: Outcome<G>) -> Outcome<G> {
        if let Outcome::Committed(_) = outcome {
            self.past.note(&self.session);
        }
        outcome
    }

    pub(super) fn undo(&mut self) -> Result<Outcome<G>, Failure> {
        match &mut self.record {
            None => Ok(self.session.undo()?),
            Some(record) => {
                let outcome = record.recorder.undo(&mut self.session);
                record.told(outcome)
            }
        }
    }

    pub(super) fn redo(&mut self) -> Result<Outcome<G>, Failure> {
        match &mut self.record {
            None => Ok(self.session.redo()?),
            Some(record) => {
                let outcome = record.recorder.redo(&mut self.session);
                record.told(outcome)
            }
        }
    }

    /// Writes how the game ended, if it has. Says where the record is.
    pub(super) fn close(&mut self) -> Result<Option<PathBuf>, Failure> {
        let Some(Record { path, recorder }) = self.record.take() else { return Ok(None) };
        recorder.finish(&self.session).map_err(|error| bad(&path, &error))?;
        Ok(Some(path))
    }
}

impl<G: Playable> Record<G> {
    fn told(&self, outcome: Result<Outcome<G>, RecordError>) -> Result<Outcome<G>, Failure> {
        outcome.map_err(|error| match error {
            // The record has nothing to do with it.
            RecordError::Fault(fault) => Failure::Fault(fault),
            error => bad(&self.path, &error),
        })
    }
}

/// Plays a record to its end, and keeps the states that the game has been in.
fn run<G: Playable>(replay: &mut Replay<G, Input<'_>>) -> Result<Past<G>, ReplayError> {
    let mut past = Past::begin(replay.session());
    let mut before = replay.session().number();
    while let Some(noted) = replay.step()? {
        let number = replay.session().number();
        // Whoever goes back and forth comes to states that are known.
        if number > before && !matches!(noted.entry, Entry::Rewind { .. }) {
            past.note(replay.session());
        }
        before = number;
    }
    Ok(past)
}

/// Takes a record for this program alone, as long as it is open: two that write
/// it would write over each other.
fn take(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::Usage(format!(
            "the game in {} is being played by another program, which writes its record: leave it \
             there first, or name another file.",
            path.display()
        ))),
        // Some file systems know no locks: then it is as it was without them.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(cannot(path, &error)),
    }
}

/// Whether a record is what somebody means who names a file so.
fn is_name_of_record(path: &Path) -> Result<(), Failure> {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    match end.as_deref() {
        Some(end @ ("pgn" | "mat")) => Err(Failure::Usage(format!(
            "a .{end} file says less than a record, and nobody can go on from it: name a .jsonl or \
             .rbr file, and write {} from it afterwards, with 'rulebook convert'.",
            path.display()
        ))),
        None if path == Path::new("-") => Err(Failure::Usage(
            "a record is kept in a file, line by line as it is played: name one that ends with \
             .jsonl or .rbr."
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// A record where it goes on. What stands behind that was cut off while it was
/// written, and says nothing.
fn cut_at(mut file: File, offset: u64) -> io::Result<File> {
    file.set_len(offset)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

fn cannot_make(path: &Path, error: &io::Error) -> Failure {
    let file = path.display();
    Failure::Usage(match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!(
                "the file {file} is there already, and is left as it is: add --continue to go on \
                 with its game, or name another one."
            )
        }
        _ => format!("the file {file} cannot be made: {error}"),
    })
}
