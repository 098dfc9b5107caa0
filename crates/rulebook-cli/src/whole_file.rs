//! Files that are there whole or not at all.

use std::path::Path;
use std::{fs, process};

use crate::failure::Failure;

/// Writes a file under another name first, so that an interruption leaves the
/// old one or the new one.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot =
        |error| Failure::Usage(format!("the file {} cannot be written: {error}", path.display()));
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", process::id()));
    fs::write(&name, text).map_err(cannot)?;
    fs::rename(&name, path).map_err(|error| {
        // What is left behind would only be in the way.
        let _ = fs::remove_file(&name);
        cannot(error)
    })
}
