//! Writes a module for each page of the guide and for the front page, with the
//! page's code as its documentation: a page cannot be forgotten.

#[path = "src/chapter.rs"]
mod chapter;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = root.join("docs/guide");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed={}", guide.display());

    let entries = fs::read_dir(&guide).expect("the guide is a folder");
    let mut pages: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    pages.sort();
    pages.push(root.join("README.md"));

    let mut modules = String::new();
    for page in pages {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(&page).expect("a page is text");
        let Some(program) = chapter::program(&text) else { continue };
        let name = page.file_name().expect("a page has a name").to_string_lossy().into_owned();
        let module = name.trim_end_matches(".md").replace('-', "_").to_lowercase();
        fs::write(out.join(&name), program).expect("OUT_DIR can be written to");
        modules += &format!(
            "#[doc = include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))]\npub mod {module} {{}}\n"
        );
    }
    fs::write(out.join("pages.rs"), modules).expect("OUT_DIR can be written to");
}
