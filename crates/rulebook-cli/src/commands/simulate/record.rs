//! A record of each game of a series.

use std::fs;
use std::path::{Path, PathBuf};

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
    /// The folder, made if it is not there.
    pub(super) fn new(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::Usage(format!("the folder {} cannot be made: {error}", folder.display()))
        })?;
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
        let path = self.folder.join(format!("{}-{:05}.jsonl", G::NAME, nth + 1));
        let options = RecorderOptions { positions: Positions::Never, ..RecorderOptions::default() };
        let file = WholeFile::create(&path)?;
        let saved = save(file, game, start.clone(), options);
        saved.map_err(|error| cannot(&path, &error))?.finish()
    }
}
