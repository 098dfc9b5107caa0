//! Where a record is read from, as often as it takes: a file, or what comes
//! through a pipe and is kept meanwhile.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Stdin, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook_record::{Header, Place, Reader};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::record_file::stopped;

/// What stands for the standard input where a file is named.
const STDIN: &str = "-";

/// Whether a name stands for the standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// The standard input, for whoever asks first: there is nothing left of it for
/// anybody else.
pub(crate) fn stdin() -> io::Result<Stdin> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        let why = "the standard input can be read only once. Name - once, and files for the rest.";
        return Err(io::Error::other(why));
    }
    Ok(io::stdin())
}

/// A record that can be read more than once.
#[derive(Clone)]
pub(crate) struct Source {
    path: PathBuf,
    bytes: Rc<RefCell<Bytes>>,
}

/// The bytes of a record.
enum Bytes {
    File(File),
    /// What can be read only once, and what was read of it.
    Pipe {
        pipe: Box<dyn Read>,
        kept: File,
        length: u64,
    },
}

impl Source {
    /// Opens a file; `-` is the standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let cannot =
            |error| Failure::Usage(format!("the file {} cannot be read: {error}", path.display()));
        if is_stdin(path) {
            return stdin().and_then(|stdin| Self::kept(path, stdin)).map_err(cannot);
        }
        let file = File::open(path).map_err(cannot)?;
        let kind = file.metadata().map_err(cannot)?.file_type();
        if kind.is_dir() {
            return Err(cannot(io::ErrorKind::IsADirectory.into()));
        }
        if kind.is_file() {
            Ok(Self::of_file(path, file))
        } else {
            Self::kept(path, file).map_err(cannot)
        }
    }

    /// A file that is open already.
    pub(crate) fn of_file(path: &Path, file: File) -> Self {
        Self::new(path, Bytes::File(file))
    }

    /// What can be read only once. It is kept as far as somebody reads it, so
    /// that what has no end does no harm.
    fn kept(path: &Path, pipe: impl Read + 'static) -> io::Result<Self> {
        let (pipe, kept) = (Box::new(pipe), tempfile::tempfile()?);
        Ok(Self::new(path, Bytes::Pipe { pipe, kept, length: 0 }))
    }

    fn new(path: &Path, bytes: Bytes) -> Self {
        Source { path: path.to_owned(), bytes: Rc::new(RefCell::new(bytes)) }
    }

    /// What it is called.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Its bytes, from the beginning.
    pub(crate) fn input<'p>(&self, progress: Option<&'p Progress>) -> Input<'p> {
        BufReader::new(Metered { bytes: Rc::clone(&self.bytes), at: 0, progress })
    }

    /// The record in it.
    pub(crate) fn reader<'p>(
        &self,
        progress: Option<&'p Progress>,
    ) -> Result<Reader<Input<'p>>, Failure> {
        Reader::open(self.input(progress)).map_err(|error| stopped(&self.path, &error.into()))
    }

    /// What is said in its header.
    pub(crate) fn header(&self) -> Result<Header, Failure> {
        Ok(self.reader(None)?.header().clone())
    }

    /// Of which game it is, and where that stands.
    pub(crate) fn game(&self) -> Result<(String, Place), Failure> {
        let reader = self.reader(None)?;
        Ok((reader.header().game.clone(), Place::header(reader.form())))
    }

    /// How far something is that reads it so many times.
    pub(crate) fn progress(&self, times: u64) -> Progress {
        progress([&self.path], times)
    }
}

/// How far something is that reads these files so many times.
pub(crate) fn progress<'f>(files: impl IntoIterator<Item = &'f PathBuf>, times: u64) -> Progress {
    // Of what comes through a pipe nobody knows how much it is.
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    Progress::new(times * files.into_iter().map(size).sum::<u64>(), "bytes")
}

/// A record that is being read.
pub(crate) type Input<'p> = BufReader<Metered<'p>>;

/// A record, and how far it is read.
pub(crate) struct Metered<'p> {
    bytes: Rc<RefCell<Bytes>>,
    at: u64,
    progress: Option<&'p Progress>,
}

impl Read for Metered<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        // Whoever shows how far it is can be asked to stop.
        if self.progress.is_some() && interrupt::is_asked() {
            return Err(io::Error::other("interrupted"));
        }
        let read = self.bytes.borrow_mut().read_at(self.at, into)?;
        self.at += read as u64;
        if let Some(progress) = self.progress {
            progress.add(read as u64);
        }
        Ok(read)
    }
}

impl Bytes {
    /// Reads from a place. Others may read elsewhere in between.
    fn read_at(&mut self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Bytes::File(file) => {
                file.seek(SeekFrom::Start(at))?;
                file.read(into)
            }
            Bytes::Pipe { kept, length, .. } if at < *length => {
                kept.seek(SeekFrom::Start(at))?;
                kept.read(into)
            }
            Bytes::Pipe { pipe, kept, length } => {
                let read = pipe.read(into)?;
                kept.seek(SeekFrom::Start(*length))?;
                kept.write_all(&into[..read])?;
                *length += read as u64;
                Ok(read)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_through_a_pipe_can_be_read_again_also_at_the_same_time() {
        let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let source = Source::kept(Path::new(STDIN), io::Cursor::new(text.clone())).unwrap();
        let (mut first, mut second) = (source.input(None), source.input(None));
        let mut begin = [0; 20_000];
        first.read_exact(&mut begin).unwrap();
        assert_eq!(begin[..], text[..20_000]);
        let mut all = Vec::new();
        second.read_to_end(&mut all).unwrap();
        assert!(all == text);
        let mut rest = Vec::new();
        first.read_to_end(&mut rest).unwrap();
        assert!(rest == text[20_000..]);
    }

    #[test]
    fn what_has_no_end_is_read_only_as_far_as_somebody_wants_it() {
        let source = Source::kept(Path::new(STDIN), io::repeat(b'x')).unwrap();
        assert!(source.header().is_err());
    }
}
