//! A new folder that is there whole or not at all.

use std::path::{Path, PathBuf};
use std::{fs, io, process};

use crate::failure::Failure;

/// A folder that is filled under another name, and takes its own when it is
/// whole. If it is never finished, nothing is left of it.
pub(super) struct Folder {
    path: PathBuf,
    part: PathBuf,
}

impl Folder {
    /// Begins a folder where there is none, or an empty one.
    pub(super) fn begin(path: &Path) -> Result<Self, Failure> {
        let taken = match fs::read_dir(path) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(cannot(path, &error)),
        };
        if taken {
            return Err(Failure::Usage(format!(
                "{} is there already, and is not empty: nothing was written. Choose another name.",
                path.display()
            )));
        }
        // Without a slash at its end, or it would lie inside.
        let mut part = path.components().as_path().as_os_str().to_owned();
        part.push(format!(".{}.part", process::id()));
        let folder = Folder { path: path.to_owned(), part: part.into() };
        fs::create_dir_all(&folder.part).map_err(|error| cannot(path, &error))?;
        Ok(folder)
    }

    /// Writes a file, and the folders that it needs.
    pub(super) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let file = self.part.join(name);
        let parent = file.parent().unwrap_or(&self.part);
        let wrote = fs::create_dir_all(parent).and_then(|()| fs::write(&file, bytes));
        wrote.map_err(|error| cannot(&self.path.join(name), &error))
    }

    /// Gives it its own name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        fs::rename(&self.part, &self.path).map_err(|error| cannot(&self.path, &error))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // After `finish` it is gone already; before, it would only be in the way.
        let _ = fs::remove_dir_all(&self.part);
    }
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{} cannot be written: {error}", path.display()))
}
