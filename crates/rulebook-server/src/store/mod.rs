//! Where matches are kept: one SQLite file in the data folder.
//!
//! What comes in is written when [`Store::write`] returns, and not before; all
//! that one call writes is written together or not at all. One thread writes:
//! it commits at once whatever has queued, so that many matches share one
//! flush of the disk. A lock file keeps a second server out of the folder.

mod read;
mod rows;
mod schema;
mod write;

use std::error::Error;
use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags};

pub(crate) use rows::{Loaded, MatchRow, NodeRow};
pub(crate) use write::Entry;

use write::Job;

/// The name of the file in the data folder.
const FILE: &str = "studio.sqlite";
/// The name of the file that is locked.
const LOCK: &str = "studio.lock";

/// Matches on disk.
pub(crate) struct Store {
    jobs: Option<Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    reader: Mutex<Connection>,
    /// Held as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the store in a folder, which is made if it is not there.
    pub(crate) fn open(folder: &Path) -> Result<Store, StoreError> {
        let io = |error: std::io::Error| StoreError::new(folder, error);
        std::fs::create_dir_all(folder).map_err(io)?;
        let lock = File::create(folder.join(LOCK)).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError {
                    place: folder.to_owned(),
                    why: "another studio is using it: close that one, or give this one a \
                          folder of its own"
                        .to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let path = folder.join(FILE);
        let sql = |error: rusqlite::Error| StoreError::new(&path, error);
        let mut connection = Connection::open(&path).map_err(sql)?;
        schema::prepare(&mut connection).map_err(|why| StoreError { place: path.clone(), why })?;
        let reader =
            Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sql)?;
        let (jobs, queue) = mpsc::channel();
        let thread = std::thread::Builder::new().name("store".to_owned());
        let writer = thread.spawn(move || write::run(connection, &queue)).map_err(io)?;
        Ok(Store {
            jobs: Some(jobs),
            writer: Some(writer),
            reader: Mutex::new(reader),
            _lock: lock,
        })
    }

    /// Writes all of it or nothing; when it returns, it is on the disk.
    pub(crate) fn write(&self, entries: Vec<Entry>) -> Result<(), StoreError> {
        let (done, answer) = mpsc::sync_channel(1);
        let gone = || StoreError {
            place: PathBuf::from(FILE),
            why: "the thread that writes has ended".to_owned(),
        };
        let jobs = self.jobs.as_ref().ok_or_else(gone)?;
        jobs.send(Job { entries, done }).map_err(|_gone| gone())?;
        match answer.recv() {
            Ok(written) => written.map_err(|why| StoreError { place: PathBuf::from(FILE), why }),
            Err(_) => Err(gone()),
        }
    }

    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let connection = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        query(&connection).map_err(|error| StoreError::new(Path::new(FILE), error))
    }

    /// Some matches, the newest first: the newest of all, or those before one.
    pub(crate) fn matches(
        &self,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        self.read(|connection| read::matches(connection, before, limit))
    }

    /// Whether there is a match of that name.
    pub(crate) fn has(&self, id: &str) -> Result<bool, StoreError> {
        self.read(|connection| read::has(connection, id))
    }

    /// A match with all its nodes.
    pub(crate) fn load(&self, id: &str) -> Result<Option<Loaded>, StoreError> {
        self.read(|connection| read::load(connection, id))
    }

    /// What a request asked (unknown of old ones), and the answer that it has
    /// got.
    pub(crate) fn answer(
        &self,
        of: &str,
        request: &str,
    ) -> Result<Option<(Option<String>, String)>, StoreError> {
        self.read(|connection| read::answer(connection, of, request))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Without a sender the writer finishes what has queued, and ends.
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            // If it has panicked, every write has said so.
            let _ = writer.join();
        }
    }
}

/// Why something cannot be kept or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreError {
    place: PathBuf,
    why: String,
}

impl StoreError {
    fn new(place: &Path, error: impl fmt::Display) -> Self {
        StoreError { place: place.to_owned(), why: error.to_string() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used: {}.", self.place.display(), self.why)
    }
}

impl Error for StoreError {}

#[cfg(test)]
pub(crate) mod tests;
