//! A record of each game of a series.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rulebook::Session;
use rulebook_games::Playable;
use rulebook_record::{Positions, RecorderOptions, save};

use crate::failure::Failure;
use crate::whole_file::{WholeFile, cannot};

/// A folder of records.
pub(super) struct Records {
    folder: PathBuf,
}

impl Records {
    /// The folder, made if it is not there, for the records of so many games.
    /// If it has one of them already, it is left as it is.
    pub(super) fn new(folder: &Path, game: &str, games: u64) -> Result<Self, Failure> {
        let cannot = |what: &str, error: &io::Error| {
            Failure::Usage(format!("the folder {} cannot be {what}: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(|error| cannot("made", &error))?;
        for file in fs::read_dir(folder).map_err(|error| cannot("read", &error))? {
            let file = file.map_err(|error| cannot("read", &error))?;
            if number(&file.file_name(), game).is_some_and(|nth| (1..=games).contains(&nth)) {
                return Err(Failure::Usage(format!(
                    "the file {} is there already, and is left as it is: name another folder, or \
                     move the records away.",
                    file.path().display()
                )));
            }
        }
        Ok(Records { folder: folder.to_owned() })
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
        let options = RecorderOptions { positions: Positions::Never, ..RecorderOptions::default() };
        let file = WholeFile::create(&path)?;
        let saved = save(file, game, start.clone(), options);
        saved.map_err(|error| cannot(&path, &error))?.finish()
    }
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
