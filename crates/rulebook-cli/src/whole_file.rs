//! Files that are there whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::failure::Failure;
use crate::source;

/// Writes a file under another name first, so that an interruption leaves the
/// old one or the new one.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    WholeFile::create(path)?.fill(text)
}

/// How many bytes a file may have that is read as a whole: far more than any that
/// somebody wrote.
const LARGEST: u64 = 64 << 20;

/// What is in a file, if it has an end; `-` is the standard input.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match source::is_stdin(path) {
        true => source::stdin()?.take(LARGEST + 1).read_to_end(&mut bytes)?,
        false => File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?,
    };
    if bytes.len() as u64 > LARGEST {
        let why = format!("it has more than {LARGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// Whether a file can be written, asked before anything is done for it. Nothing
/// is left of the attempt, nor of one that was killed.
pub(crate) fn try_out(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(cannot(path, &io::Error::from(io::ErrorKind::IsADirectory)));
    }
    // Whoever reads from a pipe would take this for all there is.
    if is_stream(path) {
        return Ok(());
    }
    clear_parts_of(path).map_err(|error| cannot(path, &error))?;
    WholeFile::create(path).map(drop)
}

/// Whether something is there that takes what is written as it comes, such as a
/// pipe, a terminal or another device: nothing of it can be lost, and it can only
/// be written straight.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file cannot be written.
pub(crate) fn cannot(path: &Path, error: &dyn ToString) -> Failure {
    Failure::Usage(format!("the file {} cannot be written: {}", path.display(), error.to_string()))
}

/// The same, unless it is the standard output: whoever reads that may have read
/// enough.
pub(crate) fn unwritten(path: &Path, error: io::Error) -> Failure {
    if path == Path::new(STDOUT) { Failure::Output(error) } else { cannot(path, &error) }
}

/// What stands for the standard output where a file is named.
pub(crate) const STDOUT: &str = "-";

/// How many links from one name to the next are followed.
const LINKS: usize = 40;

/// The file that a name stands for, also if it is not there yet: a link stays a
/// link.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            // Where it leads is said from where it stands.
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_no_link) => return Ok(path),
        }
    }
    Err(io::Error::other("links lead in a circle"))
}

/// How the name of a file ends as long as it is not whole, behind the number of
/// the program that writes it.
const PART: &str = ".part";

/// The name of the file that this is a part of, if it is one.
pub(crate) fn whole_name(part: &OsStr) -> Option<&str> {
    let (whole, id) = part.to_str()?.strip_suffix(PART)?.rsplit_once('.')?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(whole)
}

/// Takes away what a program left of such files that was killed while it wrote
/// them, and says how many there were. Who writes a file holds it locked.
pub(crate) fn clear_parts(folder: &Path, is_of: impl Fn(&str) -> bool) -> io::Result<usize> {
    let mut cleared = 0;
    for file in fs::read_dir(folder)? {
        let file = file?;
        let is_part = whole_name(&file.file_name()).is_some_and(&is_of);
        if is_part && file.file_type()?.is_file() && is_left(&file.path()) {
            fs::remove_file(file.path())?;
            cleared += 1;
        }
    }
    Ok(cleared)
}

/// Whether nobody writes a part any more. Who cannot tell leaves it.
fn is_left(part: &Path) -> bool {
    File::open(part).is_ok_and(|file| file.try_lock().is_ok())
}

/// The same for one file.
pub(crate) fn clear_parts_of(path: &Path) -> io::Result<usize> {
    let path = behind_links(path)?;
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(0) };
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    // If there is no such folder, that is found out when the file is written.
    if !folder.is_dir() {
        return Ok(0);
    }
    clear_parts(folder, |whole| name == whole)
}

/// A file that is written under another name until it is whole. If it is given
/// up before, nothing is left of it.
///
/// A file that it replaces keeps its permissions, and a link stays a link. What
/// is no file, such as a pipe, is written straight.
pub(crate) struct WholeFile {
    path: PathBuf,
    /// The file, and under which name it is written.
    names: Option<(PathBuf, PathBuf)>,
    file: BufWriter<Box<dyn Write>>,
    is_whole: bool,
}

impl WholeFile {
    /// What goes to the standard output, as it comes.
    pub(crate) fn stdout() -> Self {
        let file = BufWriter::new(Box::new(io::stdout()) as Box<dyn Write>);
        WholeFile { path: PathBuf::from(STDOUT), names: None, file, is_whole: false }
    }

    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let begun = if is_stream(path) { straight(path) } else { part(path) };
        let (file, names) = begun.map_err(|error| cannot(path, &error))?;
        let file = BufWriter::new(Box::new(file) as Box<dyn Write>);
        Ok(WholeFile { path: path.to_owned(), names, file, is_whole: false })
    }

    /// Writes all that is to be in it.
    pub(crate) fn fill(mut self, text: &str) -> Result<(), Failure> {
        let written = self.write_all(text.as_bytes());
        written.map_err(|error| unwritten(&self.path, error))?;
        self.finish()
    }

    /// Gives it its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let named = |names: &Option<(PathBuf, PathBuf)>| match names {
            Some((whole, part)) => fs::rename(part, whole),
            None => Ok(()),
        };
        let done = self.file.flush().and_then(|()| named(&self.names));
        self.is_whole = done.is_ok();
        done.map_err(|error| unwritten(&self.path, error))
    }
}

type Begun = (File, Option<(PathBuf, PathBuf)>);

fn straight(path: &Path) -> io::Result<Begun> {
    Ok((OpenOptions::new().write(true).open(path)?, None))
}

fn part(path: &Path) -> io::Result<Begun> {
    let whole = behind_links(path)?;
    let mut name = whole.as_os_str().to_owned();
    name.push(format!(".{}{PART}", process::id()));
    let part = PathBuf::from(name);
    let file = File::create(&part)?;
    // Before anything stands in it that not everybody may read.
    if let Ok(old) = fs::metadata(&whole) {
        file.set_permissions(old.permissions())?;
    }
    match file.try_lock() {
        // Some file systems know no locks: then nobody clears it away.
        Ok(()) | Err(TryLockError::Error(_)) => Ok((file, Some((whole, part)))),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Only the whole file matters; what is in the buffer can wait.
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((_, part)) = self.names.as_ref().filter(|_| !self.is_whole) {
            // It is given up because something else went wrong, and that is told.
            let _ = fs::remove_file(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("rulebook-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("there is room");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).expect("it is there").flatten();
        let mut names: Vec<String> =
            files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_left_by_a_program_that_was_killed_is_cleared_and_what_is_written_is_not() {
        let folder = folder("parts");
        for name in ["a.svg.12.part", "a.svg.345.part", "b.svg.12.part", "a.svg.x.part", "a.part"] {
            fs::write(folder.join(name), "half").expect("it can be written");
        }
        let written = folder.join("a.svg.6.part");
        let file = File::create(&written).expect("it can be made");
        file.lock().expect("nobody else has it");
        assert_eq!(clear_parts_of(&folder.join("a.svg")).expect("they can go"), 2);
        assert_eq!(names(&folder), ["a.part", "a.svg.6.part", "a.svg.x.part", "b.svg.12.part"]);
        drop(file);
        assert_eq!(clear_parts_of(&folder.join("a.svg")).expect("it can go"), 1);
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (file, link, far) = (folder.join("file"), folder.join("link"), folder.join("far"));
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
        symlink("file", &link).expect("links can be made");
        symlink(&link, &far).expect("links can be made");
        write(&far, "new").expect("it can be written");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        // Also if nothing is behind it yet.
        let dangling = folder.join("dangling");
        symlink("later", &dangling).expect("links can be made");
        write(&dangling, "there").expect("it can be written");
        assert_eq!(fs::read_to_string(folder.join("later")).expect("it is there"), "there");
        symlink("circle", folder.join("circle")).expect("links can be made");
        let told = write(&folder.join("circle"), "").unwrap_err().to_string();
        assert!(told.contains("cannot be written"), "{told}");
        assert_eq!(names(&folder), ["circle", "dangling", "far", "file", "later", "link"]);
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
