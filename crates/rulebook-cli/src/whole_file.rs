//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::failure::Failure;

/// Writes a file under another name first, so that an interruption leaves the
/// old one or the new one.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = WholeFile::create(path)?;
    file.write_all(text.as_bytes()).map_err(|error| cannot(path, &error))?;
    file.finish()
}

/// How many bytes a file may have that is read as a whole: far more than any that
/// somebody wrote.
const LARGEST: u64 = 64 << 20;

/// What is in a file, if it has an end.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let why = format!("it has more than {LARGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Whether a file can be written, asked before anything is done for it. Nothing
/// is left of the attempt.
pub(crate) fn try_out(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(cannot(path, &io::Error::from(io::ErrorKind::IsADirectory)));
    }
    WholeFile::create(path).map(drop)
}

/// A file cannot be written.
pub(crate) fn cannot(path: &Path, error: &dyn ToString) -> Failure {
    Failure::Usage(format!("the file {} cannot be written: {}", path.display(), error.to_string()))
}

/// A file that is written under another name until it is whole. If it is given
/// up before, nothing is left of it.
pub(crate) struct WholeFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    is_whole: bool,
}

impl WholeFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.part", process::id()));
        let part = PathBuf::from(name);
        let file = File::create(&part).map_err(|error| cannot(path, &error))?;
        Ok(WholeFile { path: path.to_owned(), part, file: BufWriter::new(file), is_whole: false })
    }

    /// Gives it its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let done = self.file.flush().and_then(|()| fs::rename(&self.part, &self.path));
        self.is_whole = done.is_ok();
        done.map_err(|error| cannot(&self.path, &error))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    /// It is flushed when it is whole.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.is_whole {
            // What is left behind would only be in the way.
            let _ = fs::remove_file(&self.part);
        }
    }
}
