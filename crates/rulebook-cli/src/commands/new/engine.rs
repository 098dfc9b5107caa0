//! Where a new game finds the engine: copied beside it, in a copy of the
//! repository, or published.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The engine, its derives, the test kit and the documentation, by their places
/// in the repository.
const VENDORED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/vendored.rs"));

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a build of the engine's derives takes from elsewhere.
const FETCHES: &str = "The first build fetches syn and quote, by others, for the engine's derives: \
                       it needs the network, unless cargo has them already.";

/// Where a new game finds the engine.
#[derive(Debug)]
pub(super) enum Engine {
    /// Copied into `vendor/`.
    Vendored,
    /// In a copy of the repository.
    Path(PathBuf),
    /// By its version: this program was not built in the repository.
    Published,
}

impl Engine {
    /// Where the caller says, or copied.
    pub(super) fn choose(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) => Self::at(path),
            None if VENDORED.is_empty() => Ok(Engine::Published),
            None => Ok(Engine::Vendored),
        }
    }

    fn at(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let cannot = |why: String| {
            Failure::Usage(format!(
                "the engine is not in {shown}: {why}. Name the folder of a copy of its repository, \
                 or leave --engine out: then it is copied."
            ))
        };
        let whole = path.canonicalize().map_err(|error| cannot(error.to_string()))?;
        for krate in ["rulebook", "rulebook-testkit"] {
            let manifest = Path::new("crates").join(krate).join("Cargo.toml");
            if !whole.join(&manifest).is_file() {
                return Err(cannot(format!("there is no {}", manifest.display())));
            }
        }
        if whole.to_str().is_none_or(|path| path.contains(['"', '\\', '\n'])) {
            return Err(cannot("its path cannot be written in a manifest".to_owned()));
        }
        Ok(Engine::Path(whole))
    }

    /// How a manifest names one of the engine's crates.
    pub(super) fn dependency(&self, krate: &str) -> String {
        match self.root() {
            Some(root) => format!("version = \"{VERSION}\", path = \"{root}/crates/{krate}\""),
            None => format!("version = \"{VERSION}\""),
        }
    }

    /// Where the guide is, in a sentence.
    pub(super) fn guide(&self) -> String {
        match self.root() {
            Some(root) => format!(
                "It is in `{root}/docs/guide`:\nbegin with [Your first game]({root}/docs/guide/your-first-game.md)."
            ),
            None => "It is in the engine's repository, in `docs/guide`.".to_owned(),
        }
    }

    fn root(&self) -> Option<Cow<'_, str>> {
        match self {
            Engine::Vendored => Some("vendor".into()),
            Engine::Path(path) => Some(path.to_string_lossy()),
            Engine::Published => None,
        }
    }

    /// One word for programs.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Engine::Vendored => "vendored",
            Engine::Path(_) => "path",
            Engine::Published => "published",
        }
    }

    /// What a person should know of it.
    pub(super) fn sentence(&self) -> String {
        match self {
            Engine::Vendored => format!(
                "Rulebook is not published yet. Version {VERSION} of the engine, the test kit and \
                 the guide are copied into vendor/; to use a copy of the repository instead, change \
                 the two paths in Cargo.toml. {FETCHES}"
            ),
            Engine::Path(path) => format!(
                "It uses the engine and the test kit in {}, and moves with them. {FETCHES}",
                path.display()
            ),
            Engine::Published => format!("It uses version {VERSION} of the published engine."),
        }
    }

    /// The files to copy, by their place in the repository.
    pub(super) fn copies(&self) -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
        let copied = match self {
            Engine::Vendored => VENDORED,
            Engine::Path(_) | Engine::Published => &[],
        };
        copied.iter().map(|&(path, bytes)| {
            let manifest = |change: fn(&str) -> String| {
                Cow::Owned(change(&String::from_utf8_lossy(bytes)).into_bytes())
            };
            match path {
                "Cargo.toml" => (path, manifest(workspace)),
                _ if path.ends_with("/Cargo.toml") => (path, manifest(without_tests)),
                _ => (path, Cow::Borrowed(bytes)),
            }
        })
    }
}

/// The workspace's manifest, with the members that are copied. Profiles are for
/// whoever works on the engine, and count in its own workspace alone.
fn workspace(manifest: &str) -> String {
    let is_copied = |krate: &str| {
        let manifest = format!("crates/{krate}/Cargo.toml");
        VENDORED.iter().any(|(path, _)| *path == manifest)
    };
    let names_other = |line: &str| {
        let named = line.split_once("path = \"crates/").and_then(|(_, rest)| rest.split_once('"'));
        named.is_some_and(|(krate, _)| !is_copied(krate))
    };
    let is_profile = |paragraph: &str| paragraph.lines().any(|line| line.starts_with("[profile."));
    // They stand at its end.
    let paragraphs = manifest.split("\n\n").take_while(|paragraph| !is_profile(paragraph));
    let kept = paragraphs.map(|paragraph| {
        let lines = paragraph.lines();
        let lines = lines.filter(|line| !line.starts_with("default-members") && !names_other(line));
        let lines = lines.map(|line| match line.starts_with("members") {
            true => "members = [\"crates/*\"]",
            false => line,
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    kept.collect::<Vec<_>>().join("\n\n").trim_end().to_owned() + "\n"
}

/// A crate's manifest without what only its tests need: they are not copied.
fn without_tests(manifest: &str) -> String {
    let mut kept = String::new();
    let mut of_tests = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            of_tests = line == "[dev-dependencies]";
        }
        if !of_tests {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_the_test_kit_and_the_guide_are_copied() {
        let copies: Vec<_> = Engine::Vendored.copies().map(|(path, _)| path).collect();
        for path in [
            "crates/rulebook/src/lib.rs",
            "crates/rulebook-derive/src/lib.rs",
            "crates/rulebook-testkit/src/lib.rs",
            "docs/guide/your-first-game.md",
        ] {
            assert!(copies.contains(&path), "{path} is missing");
        }
        assert!(!copies.iter().any(|path| path.contains("/tests/")));
    }

    #[test]
    fn the_copied_manifests_name_nothing_that_is_not_copied() {
        let copies: Vec<_> = Engine::Vendored.copies().collect();
        let manifests = copies.iter().filter(|(path, _)| path.ends_with("Cargo.toml"));
        for (path, text) in manifests {
            let text = String::from_utf8_lossy(text);
            for section in ["[dev-dependencies]", "default-members", "\"xtask\"", "[profile."] {
                assert!(!text.contains(section), "{path} has {section}");
            }
            for krate in text.split("path = \"crates/").skip(1) {
                let krate = krate.split('"').next().unwrap();
                let manifest = format!("crates/{krate}/Cargo.toml");
                assert!(copies.iter().any(|(path, _)| *path == manifest), "{path} names {krate}");
            }
        }
    }

    #[test]
    fn the_copied_workspace_keeps_what_its_crates_inherit() {
        let manifest = Engine::Vendored.copies().find(|(path, _)| *path == "Cargo.toml");
        let text = String::from_utf8(manifest.expect("it is copied").1.into_owned()).unwrap();
        for words in ["[workspace.package]", "rulebook-derive = {", "[workspace.lints.clippy]"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("rulebook-games"), "{text}");
    }

    #[test]
    fn a_folder_without_the_engine_is_refused() {
        let refused = Engine::choose(Some(Path::new("no-such-folder"))).unwrap_err().to_string();
        assert!(refused.starts_with("the engine is not in no-such-folder: "), "{refused}");
        let empty = Engine::choose(Some(Path::new("src"))).unwrap_err().to_string();
        assert!(empty.contains("there is no crates/rulebook/Cargo.toml"), "{empty}");
    }
}
