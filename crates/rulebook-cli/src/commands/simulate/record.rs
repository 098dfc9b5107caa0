//! A record of each game of a series.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rulebook::Session;
use rulebook_games::Playable;
use rulebook_record::{RecorderOptions, save};

use crate::failure::Failure;
use crate::whole_file::{self, WholeFile, cannot};

/// A folder of records.
pub(super) struct Records {
    folder: PathBuf,
    /// How they are kept.
    options: RecorderOptions,
    /// Nobody else writes records there meanwhile. Where folders cannot be locked
    /// there is none.
    _lock: Option<File>,
}

impl Records {
    /// The folder, made if it is not there, for the records of so many games.
    /// If it has one of them already, it is left as it is.
    pub(super) fn new(
        folder: &Path,
        game: &str,
        games: u64,
        options: RecorderOptions,
    ) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| cannot_be("made", folder, &error))?;
        let lock = take(folder)?;
        let records = Records { folder: folder.to_owned(), options, _lock: lock };
        if let Some(path) = records.of(game, 1..=games)?.first() {
            return Err(Failure::Usage(format!(
                "the file {} is there already, and is left as it is: name another folder, or move \
                 the records away.",
                path.display()
            )));
        }
        Ok(records)
    }

    /// Takes away what is left of records of this game that a program was writing
    /// when it was killed, and says how many there were.
    pub(super) fn clear_parts(&self, game: &str) -> Result<usize, Failure> {
        let is_record = |name: &str| number(OsStr::new(name), game).is_some();
        let cleared = whole_file::clear_parts(&self.folder, is_record);
        cleared.map_err(|error| cannot_be("cleared", &self.folder, &error))
    }

    /// The records of these games that are there, in their order.
    fn of(&self, game: &str, games: RangeInclusive<u64>) -> Result<Vec<PathBuf>, Failure> {
        let cannot = |error| cannot_be("read", &self.folder, &error);
        let files = fs::read_dir(&self.folder).map_err(cannot)?;
        let mut found = Vec::new();
        for file in files {
            let file = file.map_err(cannot)?;
            if let Some(nth) = number(&file.file_name(), game).filter(|nth| games.contains(nth)) {
                found.push((nth, file.path()));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Takes the records away of games that are not counted: an interrupted
    /// series is its beginning, and others may have come further on threads of
    /// their own.
    pub(super) fn keep_only(&self, game: &str, counted: u64, games: u64) -> Result<(), Failure> {
        for path in self.of(game, counted + 1..=games)? {
            fs::remove_file(&path).map_err(|error| {
                let path = path.display();
                Failure::Usage(format!("the file {path} cannot be removed: {error}"))
            })?;
        }
        Ok(())
    }

    /// Writes the record of a game, numbered from 1. It is there whole or not at
    /// all.
    pub(super) fn keep<G: Playable>(
        &self,
        nth: u64,
        game: &mut Session<G>,
        start: &G::State,
    ) -> Result<(), Failure> {
        let path = self.folder.join(name(G::NAME, nth + 1));
        let file = WholeFile::create(&path)?;
        let saved = save(file, game, start.clone(), self.options.clone());
        saved.map_err(|error| cannot(&path, &error))?.finish()
    }
}

/// Takes a folder for this program alone: two series would take each other's
/// records for their own.
fn take(folder: &Path) -> Result<Option<File>, Failure> {
    let Ok(lock) = File::open(folder) else { return Ok(None) };
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::Error(_)) => Ok(None),
        Err(TryLockError::WouldBlock) => Err(Failure::Usage(format!(
            "another program is writing records into the folder {}: wait for it, or name another \
             folder.",
            folder.display()
        ))),
    }
}

fn cannot_be(what: &str, folder: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("the folder {} cannot be {what}: {error}", folder.display()))
}

/// What the record of a game is called.
fn name(game: &str, nth: u64) -> String {
    format!("{game}-{nth:05}.jsonl")
}

/// Of which game a file of this name is the record, if it is one.
fn number(file: &OsStr, game: &str) -> Option<u64> {
    let nth = file.to_str()?.strip_prefix(game)?.strip_prefix('-')?.strip_suffix(".jsonl")?;
    let nth = nth.parse().ok()?;
    (file == name(game, nth).as_str()).then_some(nth)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_is_written_by_one_program_at_a_time() {
        let folder = env::temp_dir().join(format!("rulebook-taken-{}", process::id()));
        let begin = || Records::new(&folder, "chess", 1, RecorderOptions::default());
        let first = begin().expect("it is made");
        let told = begin().map(drop).unwrap_err().to_string();
        assert!(told.starts_with("another program is writing records into the folder"), "{told}");
        drop(first);
        assert!(begin().is_ok());
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn records_of_games_that_are_not_counted_are_taken_away_and_others_are_left() {
        let folder = env::temp_dir().join(format!("rulebook-keep-only-{}", process::id()));
        let records = Records::new(&folder, "chess", 100_000, RecorderOptions::default())
            .expect("it is made");
        let names = ["chess-00001", "chess-00002", "chess-00017", "chess-100000", "chess960-00017"];
        for name in names {
            fs::write(folder.join(format!("{name}.jsonl")), "").expect("it can be written");
        }
        records.keep_only("chess", 2, 100_000).expect("they are taken away");
        let is_left = |name: &&str| folder.join(format!("{name}.jsonl")).exists();
        let left: Vec<&str> = names.into_iter().filter(is_left).collect();
        fs::remove_dir_all(&folder).expect("it was there");
        assert_eq!(left, ["chess-00001", "chess-00002", "chess960-00017"]);
    }
}
