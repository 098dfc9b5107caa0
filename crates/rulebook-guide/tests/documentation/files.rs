//! The repository's own files, to be looked at.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Folders that hold what others wrote, or what is made of our files.
const FOREIGN: [&str; 2] = ["target", "node_modules"];

/// All files of the workspace whose name ends so, with their paths from its
/// folder, in order.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).expect("a folder can be listed");
        for path in entries.map(|entry| entry.expect("a folder can be listed").path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() && !FOREIGN.contains(&name) && !name.starts_with('.') {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let path = path.strip_prefix(root()).expect("it lies in the workspace");
                found.push(path.to_owned());
            }
        }
    }
    found.sort();
    found
}

/// A file's text.
pub(crate) fn page(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All pages: paths and texts.
pub(crate) fn pages() -> Vec<(PathBuf, String)> {
    files("md").into_iter().map(|path| (path.clone(), page(path))).collect()
}

/// The sources of all crates, one after the other.
pub(crate) fn sources() -> String {
    let sources = files("rs")
        .into_iter()
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"));
    sources.map(page).collect()
}

/// The code blocks of a page: language and code.
pub(crate) fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((language, code))) => open = Some((language, code + line + "\n")),
            (None, None) => {}
        }
    }
    blocks
}

/// Where the links of a page lead. Code has none.
pub(crate) fn links(text: &str) -> Vec<String> {
    let mut code = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        } else if !code {
            prose += line.trim();
            prose.push(' ');
        }
    }
    let outside_code = prose.split('`').step_by(2).collect::<String>();
    let inline = outside_code.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    inline.map(|(link, _)| link.to_owned()).collect()
}
