//! Collects the engine, its derives, the test kit and the documentation, which
//! `rulebook new` copies beside a new game: nothing of it is published.
//!
//! Where they are not there (in a package of this crate alone) the list is
//! empty, and a new game names their version instead.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What is copied, in the repository: files, and folders with all that is in
/// them.
const COPIED: [&str; 17] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "docs",
    "crates/rulebook/Cargo.toml",
    "crates/rulebook/README.md",
    "crates/rulebook/src",
    "crates/rulebook-derive/Cargo.toml",
    "crates/rulebook-derive/src",
    "crates/rulebook-testkit/Cargo.toml",
    "crates/rulebook-testkit/README.md",
    "crates/rulebook-testkit/src",
    "crates/rulebook-testkit/playthroughs",
];

fn main() {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let root = variable("CARGO_MANIFEST_DIR").join("../..");
    let mut files = Vec::new();
    if root.join("crates/rulebook/src/lib.rs").is_file() {
        for copied in COPIED {
            println!("cargo::rerun-if-changed=../../{copied}");
            collect(&root.join(copied), copied, &mut files);
        }
        files.sort();
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
    let mut list = String::from("&[\n");
    for (name, path) in files {
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes it");
    }
    list.push(']');
    fs::write(variable("OUT_DIR").join("vendored.rs"), list).expect("the list can be written");
}

/// The file, or all files of the folder, each with its name in the repository.
fn collect(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    if !path.is_dir() {
        let path = path.canonicalize().unwrap_or_else(|error| panic!("{name}: {error}"));
        files.push((name.to_owned(), path));
        return;
    }
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{name}: {error}")) {
        let entry = entry.unwrap_or_else(|error| panic!("{name}: {error}"));
        let inner = format!("{name}/{}", entry.file_name().to_str().expect("names are UTF-8"));
        collect(&entry.path(), &inner, files);
    }
}
