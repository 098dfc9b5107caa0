//! Files that a run writes in the end. What was there before stays until all of
//! the new is written: a run takes minutes, and may be broken off.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that can be written, and has not been touched.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Written beside it, as a file of this name, which then takes its place.
    Replace(PathBuf),
    /// What is no plain file (a device, a pipe) cannot be replaced.
    Into,
}

impl Output {
    /// Sees whether it can be written, or says why not.
    pub(crate) fn at(path: &Path) -> Result<Self, String> {
        let way = Way::of(path).map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), way })
    }

    /// Writes it, whole or not at all.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        let written = match &self.way {
            Way::Replace(beside) => self.replace(beside, text),
            Way::Into => {
                let file = OpenOptions::new().write(true).open(&self.path);
                file.and_then(|mut file| file.write_all(text.as_bytes()))
            }
        };
        written.map_err(|error| cannot_write(&self.path, &error))
    }

    fn replace(&self, beside: &Path, text: &str) -> io::Result<()> {
        let target = followed(&self.path);
        let replaced = File::create(beside).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            if let Ok(old) = fs::metadata(&target) {
                file.set_permissions(old.permissions())?;
            }
            fs::rename(beside, &target)
        });
        replaced.inspect_err(|_| {
            // Why it could not be written says more than why this failed, too.
            let _ = fs::remove_file(beside);
        })
    }
}

impl Way {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) if !there.is_file() && !there.is_dir() => return Ok(Self::Into),
            // Opening it so leaves what is in it.
            Ok(_) => drop(OpenOptions::new().write(true).open(path)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let beside = beside(&followed(path))?;
        File::create(&beside)?;
        fs::remove_file(&beside)?;
        Ok(Self::Replace(beside))
    }
}

/// Where a link leads to: it is not the link that is replaced.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A name in the same folder, which nobody else has.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}", std::process::id()));
    Ok(path.with_file_name(hidden))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}.", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with one file, gone in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("rulebook-bench-output-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir(&folder).expect("a temporary folder can be made");
            fs::write(folder.join("old"), "what was there").expect("a file can be written");
            Self(folder)
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.0.join(name)).expect("the file is there")
        }

        fn files(&self) -> usize {
            fs::read_dir(&self.0).expect("the folder is there").count()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).expect("the folder can be removed");
        }
    }

    #[test]
    fn what_was_there_stays_until_the_new_is_written() {
        let folder = Folder::new("stays");
        let output = Output::at(&folder.0.join("old")).unwrap();
        assert_eq!((folder.read("old").as_str(), folder.files()), ("what was there", 1));
        output.write("the new").unwrap();
        assert_eq!((folder.read("old").as_str(), folder.files()), ("the new", 1));
    }

    #[test]
    fn what_was_not_there_is_not_there_before_it_is_written() {
        let folder = Folder::new("new");
        let output = Output::at(&folder.0.join("new")).unwrap();
        assert_eq!(folder.files(), 1);
        output.write("the new").unwrap();
        assert_eq!((folder.read("new").as_str(), folder.files()), ("the new", 2));
    }

    #[test]
    fn what_cannot_be_written_is_said_and_nothing_is_left() {
        let folder = Folder::new("not");
        for wrong in [folder.0.join("no/such"), folder.0.clone(), folder.0.join("..")] {
            let why = Output::at(&wrong).unwrap_err();
            assert!(why.contains("cannot be written"), "{why}");
        }
        assert_eq!(folder.files(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn where_a_link_leads_is_written_and_devices_stay_devices() {
        let folder = Folder::new("link");
        let link = folder.0.join("link");
        std::os::unix::fs::symlink("old", &link).expect("a link can be made");
        Output::at(&link).and_then(|output| output.write("the new")).unwrap();
        assert_eq!((folder.read("old").as_str(), folder.files()), ("the new", 2));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let device = Output::at(Path::new("/dev/null")).unwrap();
        device.write("nothing").unwrap();
        assert!(matches!(device.way, Way::Into));
    }
}
