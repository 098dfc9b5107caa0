//! The golden playthrough: one game as a text that a person can read, kept in
//! a file, compared byte for byte.

use std::env;
use std::fs;
use std::path::{self, Path, PathBuf};

use rulebook::{Game, Seed};

use crate::playthrough::playthrough;
use crate::suite::{Findings, Suite};

/// Set to 1, it writes golden files instead of comparing them.
const BLESS: &str = "RULEBOOK_BLESS";

pub(crate) fn check<G: Game>(suite: &Suite<G>, path: &Path, seed: Seed, findings: &mut Findings) {
    let path = whole(path);
    let checked = match playthrough(suite, seed) {
        Ok(text) if env::var_os(BLESS).is_some_and(|bless| bless == "1") => write(&path, &text),
        Ok(text) => compare(&path, &text),
        Err(error) => Err(format!("The playthrough cannot be played: {error}")),
    };
    if let Err(what) = checked {
        findings.fail_at_large(what);
    }
}

/// The path from the root, because a message must say which file is meant.
fn whole(path: &Path) -> PathBuf {
    // It fails for an empty path only, which no file has either.
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes the file, and says so. A missing folder is made, but no more than the
/// last: the others are more likely misspelt than missing.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let shown = path.display();
    let write = || {
        if let Some(folder) = path.parent().filter(|folder| !folder.exists()) {
            fs::create_dir(folder)?;
        }
        fs::write(path, text)
    };
    write().map_err(|error| {
        format!("{shown} could not be written: {error}. Is the path right? At most its last folder is made.")
    })?;
    eprintln!("{BLESS}: wrote {shown} ({} lines).", text.lines().count());
    Ok(())
}

fn compare(path: &Path, text: &str) -> Result<(), String> {
    let shown = path.display();
    let golden = fs::read_to_string(path).map_err(|error| {
        format!("{shown} could not be read ({error}). If the game has none yet, make it: run this test with {BLESS}=1, and read what it wrote.")
    })?;
    if golden == text {
        return Ok(());
    }
    let difference = first_difference(&golden, text);
    Err(format!(
        "{shown} is not what the game plays now.\n{difference}\n  If the change is meant, run this test with {BLESS}=1, and read what it changed."
    ))
}

/// The first line that differs, on both sides.
fn first_difference(golden: &str, text: &str) -> String {
    let (mut theirs, mut ours) = (golden.split('\n'), text.split('\n'));
    let mut number = 0;
    loop {
        number += 1;
        let end = "(the end)";
        match (theirs.next(), ours.next()) {
            (None, None) => return "  They differ in nothing but the ends of lines.".to_owned(),
            (one, other) if one == other => {}
            (one, other) => {
                let (one, other) = (one.unwrap_or(end), other.unwrap_or(end));
                return format!(
                    "  Line {number} of the file: {one}\n  Line {number} now:         {other}"
                );
            }
        }
    }
}
