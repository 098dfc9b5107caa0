//! The engine is pure: no clock, no threads, no I/O, no floating point, no
//! `unsafe`, no state of a thread, and no dependencies unless a feature asks for one.
//!
//! Clippy refuses most of this already (see the engine's `clippy.toml`), but a
//! lint can be expected away in one line. This check cannot: it reads the
//! sources.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::source::{self, Token};
use crate::steps::Step;

const ENGINE: &str = "crates/rulebook";

/// What may not occur in the engine's sources, and why.
const BANNED: &[(&str, &str)] = &[
    ("unsafe", "the engine is safe Rust throughout"),
    ("print!", "the engine does no I/O"),
    ("println!", "the engine does no I/O"),
    ("eprint!", "the engine does no I/O"),
    ("eprintln!", "the engine does no I/O"),
    ("dbg!", "the engine does no I/O"),
    ("thread_local!", "the engine has no global state but the counter of tickets"),
    ("f32", "floating point differs between platforms"),
    ("f64", "floating point differs between platforms"),
    ("std::env", "what a game does may not depend on its surroundings"),
    ("std::fs", "the engine does no I/O"),
    ("std::io", "the engine does no I/O"),
    ("std::net", "the engine does no I/O"),
    ("std::os", "the engine is the same on every platform"),
    ("std::process", "the engine starts and ends no programs"),
    ("std::thread", "the engine starts no threads and asks for none"),
    ("std::time", "limits count work, never time"),
    ("core::time", "limits count work, never time"),
];

/// What the engine's `lib.rs` must say of itself, so that the compiler holds
/// every later line to it.
const PROMISES: &[(&str, &str)] =
    &[("forbid", "unsafe_code"), ("deny", "clippy::float_arithmetic")];

/// The chore: the sources, then the dependencies, then the lints' settings.
pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step::new(
            "pure sources",
            "the engine's sources use no clock, thread, I/O, floating point or unsafe code",
            check_sources,
        ),
        Step::new(
            "no dependencies",
            "the engine depends on nothing unless a feature asks for it",
            check_dependencies,
        ),
        Step::new(
            "strict lints",
            "what clippy refuses everywhere, it refuses in the engine too",
            check_lint_settings,
        ),
    ]
}

fn check_sources(root: &Path) -> Result<(), Failure> {
    let sources = root.join(ENGINE).join("src");
    let mut findings = Vec::new();
    for path in rust_files(&sources)? {
        let text = read(&path)?;
        let shown = path.strip_prefix(root).unwrap_or(&path).display();
        let impure = impurities(&text);
        findings.extend(impure.iter().map(|finding| format!("{shown}:{finding}")));
    }
    let lib = read(&sources.join("lib.rs"))?;
    findings.extend(missing_promises(&lib).map(|(level, lint)| {
        format!("{ENGINE}/src/lib.rs lacks the attribute `#![{level}({lint})]`")
    }));
    found_none("The engine's sources are not pure:", findings)
}

/// Each banned word, macro or path in `text`, as `line: what: why`.
fn impurities(text: &str) -> Vec<String> {
    let tokens = source::tokens(text);
    let mut all = source::paths(&tokens, &["std", "core"]);
    all.extend(source::macros(&tokens));
    all.extend(tokens);
    all.sort_by_key(|token| token.line);
    all.iter().filter_map(impurity).collect()
}

fn impurity(token: &Token) -> Option<String> {
    let (word, why) =
        BANNED.iter().find(|(word, _)| token.text == *word || has_suffix(&token.text, word))?;
    let line = token.line;
    Some(format!("{line}: `{word}` is not allowed here: {why}"))
}

/// Whether `text` is a number that ends in the type `word`, like `1f64`. The
/// last digits of a hexadecimal number are no suffix.
fn has_suffix(text: &str, word: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_digit())
        && !text.starts_with("0x")
        && text.ends_with(word)
}

/// The promises that no attribute of the crate makes.
fn missing_promises(lib: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let texts: Vec<String> = source::tokens(lib).into_iter().map(|token| token.text).collect();
    let code = texts.concat();
    PROMISES.iter().copied().filter(move |(level, lint)| {
        let opening = format!("#![{level}(");
        !code.split(&opening).skip(1).any(|rest| {
            let list = rest.split(")]").next().unwrap_or_default();
            list.split(',').any(|listed| listed == *lint)
        })
    })
}

fn check_dependencies(root: &Path) -> Result<(), Failure> {
    let tree = "tree --package rulebook --edges normal,build --target all --depth 1 --prefix none";
    let tree = Invocation::cargo(tree).capture(root)?;
    found_none(
        "The engine may depend on nothing by default. Make these optional, or do without:",
        dependencies(&tree),
    )
}

/// The lines of a `cargo tree` of depth 1 without its first, the crate itself.
fn dependencies(tree: &str) -> Vec<String> {
    let lines = tree.lines().map(str::trim).skip(1);
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Clippy reads the nearest `clippy.toml` only, so the engine's must repeat
/// what the workspace's says.
fn check_lint_settings(root: &Path) -> Result<(), Failure> {
    let everywhere = read(&root.join("clippy.toml"))?;
    let engine = read(&root.join(ENGINE).join("clippy.toml"))?;
    let engine = disallowed(&engine);
    let forgotten = disallowed(&everywhere)
        .into_iter()
        .filter(|path| !engine.contains(path))
        .map(str::to_owned)
        .collect();
    found_none("The engine's clippy.toml must repeat these entries of the workspace's:", forgotten)
}

/// The paths that a `clippy.toml` disallows, one table to a line.
fn disallowed(settings: &str) -> Vec<&str> {
    let after = settings.split("path = \"").skip(1);
    after.filter_map(|rest| rest.split('"').next()).collect()
}

fn found_none(summary: &'static str, findings: Vec<String>) -> Result<(), Failure> {
    if findings.is_empty() { Ok(()) } else { Err(Failure::Found { summary, findings }) }
}

/// All Rust files below `folder`, in the order of their names.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Unreadable { path: folder.to_path_buf(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::Unreadable { path: path.to_path_buf(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_unsafe_is_found_with_its_line() {
        let planted = "//! No unsafe here.\nfn f() {\n    unsafe { g() }\n}\n";
        assert_eq!(
            impurities(planted),
            ["3: `unsafe` is not allowed here: the engine is safe Rust throughout"]
        );
    }

    #[test]
    fn every_banned_path_is_found_however_it_is_imported() {
        for (path, why) in BANNED.iter().filter(|(path, _)| path.contains("::")) {
            let (root, module) = path.split_once("::").unwrap();
            for planted in [
                format!("use {path};"),
                format!("use {root}::{{fmt, {module}::Thing}};"),
                format!("fn f() {{ ::{path}::thing(); }}"),
            ] {
                let expected = format!("1: `{path}` is not allowed here: {why}");
                assert_eq!(impurities(&planted), [expected], "{planted}");
            }
        }
    }

    #[test]
    fn floating_point_is_found_as_type_and_as_literal() {
        assert_eq!(impurities("fn f(x: f64) {}").len(), 1);
        assert_eq!(impurities("let x = 1f32;").len(), 1);
        assert_eq!(impurities("let x = 0xf32;").len(), 0);
    }

    #[test]
    fn words_that_only_look_alike_are_allowed() {
        let pure = "#![forbid(unsafe_code)]\n\
            /// `unsafe`, std::time\n\
            use std::{fmt, sync::Arc, thread_local};\n\
            fn time(thread: crate::std_time) -> &'static str { \"std::thread unsafe f64\" }";
        assert_eq!(impurities(pure), [""; 0]);
    }

    #[test]
    fn state_of_a_thread_is_found_however_it_is_called() {
        for planted in ["thread_local! { static A: u8 = 1; }", "std::thread_local! {}"] {
            let expected = "1: `thread_local!` is not allowed here: \
                the engine has no global state but the counter of tickets";
            assert_eq!(impurities(planted), [expected], "{planted}");
        }
    }

    #[test]
    fn a_promise_in_a_comment_is_no_promise() {
        let lib = "// #![forbid(unsafe_code)]\n\
            #![deny(clippy::print_stdout, clippy::float_arithmetic)]\n";
        let missing: Vec<_> = missing_promises(lib).collect();
        assert_eq!(missing, [("forbid", "unsafe_code")]);
        assert_eq!(missing_promises("#![forbid(unsafe_code)]").count(), 1);
    }

    #[test]
    fn printing_is_found_and_comparing_is_not() {
        assert_eq!(impurities("fn f() { println!(\"hi\") }").len(), 1);
        assert_eq!(impurities("fn print() -> bool { println != print }").len(), 0);
    }

    #[test]
    fn a_dependency_is_found_below_the_crate_itself() {
        assert_eq!(dependencies("rulebook v0.1.0 (here)\n"), [""; 0]);
        assert_eq!(dependencies("rulebook v0.1.0 (here)\nserde v1.0.0\n\n"), ["serde v1.0.0"]);
    }

    #[test]
    fn disallowed_paths_are_read_from_the_settings() {
        let settings = "disallowed-types = [\n\
            { path = \"std::a::B\", reason = \"order\" },\n\
            { path = \"std::c::D\", reason = \"a \\\"reason\\\"\" },\n]";
        assert_eq!(disallowed(settings), ["std::a::B", "std::c::D"]);
    }

    #[test]
    fn source_files_are_found_in_folders_too() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = rust_files(here).unwrap();
        assert!(files.contains(&here.join("src").join("purity.rs")));
        assert!(rust_files(&here.join("no-such-folder")).is_err());
    }
}
