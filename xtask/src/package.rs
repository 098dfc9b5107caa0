//! A dry run of publishing: every library crate is packed, and built from what
//! was packed.
//!
//! The crates go in one command. Cargo then lets those that are not published
//! yet find each other among the packed ones, which it would not do one by one.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::Step;

/// The chore.
pub(crate) fn steps() -> Vec<Step> {
    vec![Step::new(
        "packaging",
        "every library crate packs, builds from its package, and could be published",
        |root| dry_run(&libraries(&root.join("crates"))?).run(root),
    )]
}

/// Uncommitted changes are let pass: nothing is published, and a change wants
/// to be tried before it is committed.
fn dry_run(libraries: &[String]) -> Invocation {
    let command = Invocation::cargo("publish --dry-run --allow-dirty --all-features");
    libraries
        .iter()
        .fold(command, |command, library| command.with_argument("--package").with_argument(library))
}

/// The folders of `crates` that hold a library meant for others, by name: a
/// crate's folder is named like the crate.
fn libraries(crates: &Path) -> Result<Vec<String>, Failure> {
    let unreadable = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Failure::Unreadable { path, error }
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(crates).map_err(unreadable(crates))? {
        let entry = entry.map_err(unreadable(crates))?;
        let manifest = entry.path().join("Cargo.toml");
        if !entry.path().join("src").join("lib.rs").is_file() || !manifest.is_file() {
            continue;
        }
        let text = fs::read_to_string(&manifest).map_err(unreadable(&manifest))?;
        if is_published(&text) {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a manifest leaves publishing open.
fn is_published(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(|line| line.replace(' ', ""));
    !lines.any(|line| line.starts_with("publish=false"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    #[test]
    fn all_libraries_are_tried_in_one_command() {
        let libraries = ["one".to_owned(), "two".to_owned()];
        assert_eq!(
            dry_run(&libraries).to_string(),
            "cargo publish --dry-run --allow-dirty --all-features --package one --package two"
        );
    }

    #[test]
    fn the_library_crates_are_found() {
        let found = libraries(&workspace_root().join("crates")).unwrap();
        for library in
            ["rulebook", "rulebook-derive", "rulebook-games", "rulebook-record", "rulebook-testkit"]
        {
            assert!(found.iter().any(|name| name == library), "{found:?}");
        }
        assert!(!found.iter().any(|name| name == "rulebook-cli"));
    }

    #[test]
    fn a_crate_kept_private_is_not_tried() {
        assert!(is_published("[package]\nname = \"a\"\n"));
        assert!(!is_published("[package]\npublish = false\n"));
    }
}
