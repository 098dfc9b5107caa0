//! The pages of the project: links lead somewhere, names exist, code is run.

use std::collections::BTreeSet;

use crate::files::{blocks, files, links, page, pages, root, sources};

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let mut lost = Vec::new();
    let mut followed = 0;
    for (path, text) in pages() {
        for link in links(&text) {
            if link.contains("://") {
                continue;
            }
            followed += 1;
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let found = root().join(&target).exists()
                && (heading.is_empty() || headings(&page(&target)).contains(heading));
            if !found {
                lost.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert_eq!(lost, [""; 0]);
    assert!(followed > 200, "only {followed} links were found");
}

/// The headings of a page, as a link names them.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let plain = |title: &str| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|sign| sign.is_alphanumeric() || *sign == '-').collect()
    };
    titles.map(plain).collect()
}

#[test]
fn every_word_has_a_place_in_the_index_and_every_page_a_word() {
    let index = page("docs/README.md");
    let listed: BTreeSet<_> =
        links(&index).into_iter().filter(|link| link.starts_with("words/")).collect();
    let words: BTreeSet<_> = pages()
        .into_iter()
        .filter_map(|(path, _)| {
            Some(path.to_str()?.strip_prefix("docs/")?.to_owned())
                .filter(|path| path.starts_with("words/"))
        })
        .collect();
    assert_eq!(listed, words);
    for (path, _) in pages().into_iter().filter(|(path, _)| path.starts_with("docs/guide")) {
        let page = path.strip_prefix("docs").expect("it begins so").display();
        assert!(index.contains(&format!("({page})")), "{page} is not in the index");
    }
}

#[test]
fn every_name_on_a_page_about_a_word_is_a_name_in_the_code() {
    let code = sources();
    let declared: BTreeSet<_> = code.lines().flat_map(declarations).collect();
    let mut unknown = Vec::new();
    for (path, text) in pages().into_iter().filter(|(path, _)| path.starts_with("docs/words")) {
        let line = text.lines().find_map(|line| line.strip_prefix("In the code: "));
        let names = line.unwrap_or_else(|| panic!("{} names no code", path.display()));
        for name in names.trim_end_matches('.').split(", ").map(|name| name.trim_matches('`')) {
            if !name.split("::").all(|part| declared.contains(part)) {
                unknown.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert_eq!(unknown, [""; 0]);
}

/// What a line of code may declare: what stands after a keyword, and what a
/// line begins with, if it could be a field or a variant.
fn declarations(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_start().trim_start_matches("pub ");
    let field = name(line).filter(|name| {
        let rest = &line[name.len()..];
        rest.starts_with([',', ':', '(']) || rest.starts_with(" {")
    });
    let keywords = ["struct ", "enum ", "trait ", "type ", "fn ", "const "];
    let after = move |keyword| line.split_once(keyword).and_then(|(_, rest)| name(rest));
    keywords.into_iter().filter_map(after).chain(field)
}

/// The name that a text begins with.
fn name(text: &str) -> Option<&str> {
    let end = text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len());
    Some(&text[..end]).filter(|name| !name.is_empty())
}

#[test]
fn declarations_are_found_and_uses_are_not() {
    let found = |line| declarations(line).collect::<Vec<_>>();
    assert_eq!(found("    pub fn submit(&mut self) {"), ["submit"]);
    assert_eq!(found("    Match(F),"), ["Match"]);
    assert_eq!(found("    Lost {"), ["Lost"]);
    assert_eq!(found("    self.submit(by)"), [""; 0]);
    assert_eq!(found("/// Submits an action"), [""; 0]);
}

#[test]
fn the_picture_of_a_plan_shows_the_entries_that_its_page_prints() {
    let picture = page("docs/pictures/how-rules-are-chosen.svg");
    let texts: Vec<_> = picture
        .split("<text ")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('>')?.1.split_once("</text>")?.0))
        .collect();
    let chapter = page("docs/guide/how-rules-are-chosen.md");
    let printed = chapter.split_once(" entries\n").map(|(_, rest)| rest).unwrap_or_default();
    let entries = printed.lines().map_while(|line| {
        let (number, rest) = line.trim_start().split_once(' ')?;
        let name = rest.split(", ").next()?.rsplit('/').next()?;
        number.parse::<usize>().ok().map(|_| [number, name])
    });
    let entries: Vec<_> = entries.collect();
    let drawn: Vec<_> = texts.windows(2).filter(|pair| pair[0].parse::<usize>().is_ok()).collect();
    assert_eq!(drawn, entries);
    assert_eq!(entries.len(), 14);
}

#[test]
fn rust_code_stands_only_where_it_is_run() {
    let elsewhere: Vec<_> = pages()
        .into_iter()
        .filter(|(path, text)| {
            let run = path.starts_with("docs/guide") || path.ends_with("README.md");
            !run && blocks(text).iter().any(|(language, _)| language.starts_with("rust"))
        })
        .map(|(path, _)| path)
        .collect();
    assert_eq!(elsewhere, [""; 0].map(std::path::PathBuf::from));
}

#[test]
fn both_front_pages_show_the_same_game() {
    let code = |path: &str| {
        let blocks = blocks(&page(path)).into_iter().filter(|(language, _)| language == "rust");
        blocks.map(|(_, code)| code).collect::<Vec<_>>().join("\n")
    };
    let hidden_end = "# Ok::<(), Box<dyn std::error::Error>>(())\n";
    assert_eq!(code("README.md") + hidden_end, code("crates/rulebook/README.md"));
}

#[test]
fn the_two_commands_stand_on_the_front_page_and_the_version_is_the_workspaces() {
    let front = page("README.md");
    for command in ["cargo run --release ", "cargo xtask test "] {
        assert!(front.lines().any(|line| line.starts_with(command)), "{command}");
    }
    let manifest = page("Cargo.toml");
    let value = |key: &str| {
        let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.and_then(|rest| rest.strip_suffix('"')).unwrap_or_else(|| panic!("{key}")).to_owned()
    };
    let (rust, version) = (value("rust-version"), value("version"));
    let short = version.rsplit_once('.').map(|(short, _)| short).unwrap_or_default();
    for path in ["README.md", "crates/rulebook/README.md"] {
        let text = page(path);
        assert!(text.contains(&format!("rulebook = {{ version = \"{short}\"")), "{path}: {short}");
        assert!(text.contains(&rust), "{path}: {rust}");
    }
}

#[test]
fn the_architecture_fits_in_300_lines_and_names_files_that_exist() {
    let text = page("ARCHITECTURE.md");
    assert!(text.lines().count() < 300);
    assert_eq!(links(&text), [""; 0], "names, not links");
    let names = text.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs"));
    let files: Vec<_> = files("rs").into_iter().collect();
    for name in names {
        let found = files.iter().any(|file| file.ends_with(name));
        assert!(found, "there is no {name}");
    }
}

#[test]
fn the_game_of_the_studio_page_is_the_example_that_a_browser_plays() {
    let example = page("crates/rulebook-server/examples/ten.rs");
    let blocks = blocks(&page("docs/guide/your-game-in-the-studio.md"));
    let mut shown = 0;
    for (_, code) in blocks.into_iter().filter(|(language, _)| language == "rust") {
        let defined = code.lines().take_while(|line| !line.starts_with("let "));
        let defined = defined.filter(|line| !line.starts_with("use ")).collect::<Vec<_>>();
        let defined = defined.join("\n").trim().to_owned();
        assert!(example.contains(&defined), "the example has not: {defined}");
        shown += usize::from(!defined.is_empty());
    }
    assert_eq!(shown, 3, "the game, what people read and write, and the drawing");
}
