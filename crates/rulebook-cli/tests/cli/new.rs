//! `rulebook new`: a game of one's own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Ran, Scratch, program, refused, run, says};

/// Cargo in that folder, as its owner runs it: with its own target folder, and
/// nothing from outside, because the workspace's build has fetched everything.
fn cargo(folder: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(args).arg("--offline").env("CARGO_TERM_COLOR", "never");
    for variable in ["CARGO_TARGET_DIR", "RUSTFLAGS", "CARGO_MANIFEST_DIR"] {
        command.env_remove(variable);
    }
    command
}

fn passes(command: &mut Command) -> Ran {
    let ran = run(command);
    assert_eq!(ran.code, Some(0), "{command:?}\n{}\n{}", ran.out, ran.err);
    ran
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn a_new_game_compiles_plays_and_passes_the_suite() {
    let scratch = Scratch::new("new");
    let game = scratch.path("stone-age");
    let said = says(&["new", &game]);
    for words in ["The game stone-age is in", "copied into vendor/", "cargo test"] {
        assert!(said.contains(words), "{words}:\n{said}");
    }
    let tested = passes(&mut cargo(&game, &["test"]));
    assert!(tested.out.contains("the_game_passes_the_conformance_suite ... ok"), "{}", tested.out);

    let mut playing = cargo(&game, &["run", "--quiet"]);
    playing.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut playing = playing.spawn().expect("cargo starts");
    let said = b"take 3\ntake 9\nwhy take 2\nundo\nnonsense\nresign\n";
    playing.stdin.take().unwrap().write_all(said).expect("it reads");
    let played = playing.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{told}\n{}", String::from_utf8_lossy(&played.stderr));
    for words in [
        "You may take one, two or three stones, not 9.",
        "\u{25b8} take stones (priority Normal (50)): selected",
        "frame 1 undone",
        "\"nonsense\" cannot be read: write \"take 2\" or \"resign\".",
        "The game is over: seat 0: -1, seat 1: 1.",
    ] {
        assert!(told.contains(words), "{words}:\n{told}");
    }
}

#[test]
fn a_new_game_can_use_the_engine_where_it_is() {
    let scratch = Scratch::new("new-path");
    let game = scratch.path("stone-age");
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let said = says(&["new", &game, "--engine", repository, "--json"]);
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["name"], "stone-age");
    assert_eq!(said["folder"], game.as_str());
    assert_eq!(said["engine"], "path");
    assert!(!Path::new(&game).join("vendor").exists());
    // The manifest is sound, and everything in it is found.
    let metadata = passes(&mut cargo(&game, &["metadata", "--format-version", "1"]));
    let metadata: Value = serde_json::from_str(&metadata.out).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.iter().any(|package| package["name"] == "rulebook-testkit"));
}

#[test]
fn what_is_there_is_left_alone() {
    let scratch = Scratch::new("new-taken");
    let kept = scratch.file("kept.txt", "mine");
    refused(&["new", &scratch.path("..")], &["cannot be the name of a game"]);
    let game = scratch.path("game-of-mine");
    fs::create_dir(&game).unwrap();
    fs::write(Path::new(&game).join("notes.txt"), "mine").unwrap();
    refused(&["new", &game], &["is there already, and is not empty: nothing was written"]);
    assert_eq!(files(Path::new(&game)), 1);
    refused(&["new", &format!("{kept}/game")], &["kept.txt", "cannot be written"]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), "mine");
    // No half-made folder is left behind.
    assert_eq!(files(Path::new(&scratch.path("."))), 2);
}

#[test]
fn an_empty_folder_is_filled() {
    let scratch = Scratch::new("new-empty");
    let game = scratch.path("empty");
    fs::create_dir(&game).unwrap();
    // With a slash at its end, as a shell completes it.
    assert_eq!(run(&mut program(&["new", &format!("{game}/")])).code, Some(0));
    assert!(Path::new(&game).join("src/lib.rs").is_file());
}

#[test]
fn a_wrong_name_or_engine_is_refused_before_anything_is_written() {
    let scratch = Scratch::new("new-wrong");
    for (name, why) in [
        ("Chess!", "'C' is no small letter"),
        ("match", "uses that word itself"),
        ("9-men", "does not begin with a letter"),
    ] {
        refused(&["new", &scratch.path(name)], &[why, "Write something like my-game"]);
    }
    refused(&["new"], &["<NAME>"]);
    let game = scratch.path("my-game");
    refused(
        &["new", &game, "--engine", "nowhere"],
        &["the engine is not in nowhere", "leave --engine out"],
    );
    assert_eq!(files(Path::new(&scratch.path("."))), 0);
}

/// All files below a folder.
fn all_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for file in fs::read_dir(folder).expect("it can be read") {
        let path = file.expect("it can be read").path();
        if path.is_dir() {
            all_files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Where the links of a page lead: what stands in `](…)`, `src="…"` and
/// `href="…"`, but not in examples of code.
fn links(page: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            continue;
        }
        for (begin, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            links.extend(line.split(begin).skip(1).filter_map(|rest| rest.split(end).next()));
        }
    }
    links
}

#[test]
fn all_links_of_a_new_game_lead_somewhere() {
    let scratch = Scratch::new("new-links");
    let game = scratch.path("stone-age");
    says(&["new", &game]);
    let mut files = Vec::new();
    all_files(Path::new(&game), &mut files);
    let pages = files.iter().filter(|file| file.extension().is_some_and(|end| end == "md"));
    let mut followed = 0;
    for page in pages {
        let text = fs::read_to_string(page).expect("it is text");
        for link in links(&text) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains(':') {
                continue;
            }
            let to = page.parent().expect("it is in a folder").join(file);
            assert!(to.exists(), "{} leads to {link}, which is not there", page.display());
            followed += 1;
        }
    }
    assert!(followed > 100, "only {followed} links were found");
    let picture = fs::read(Path::new(&game).join("vendor/docs/pictures/studio-chess.png"));
    assert!(picture.expect("it is there").starts_with(b"\x89PNG"));
}

#[test]
fn who_makes_a_game_is_told_what_a_build_fetches() {
    let scratch = Scratch::new("new-fetches");
    let game = scratch.path("stone-age");
    let said = says(&["new", &game]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("The first build fetches syn and quote"), "{said}");
    let readme = fs::read_to_string(Path::new(&game).join("README.md")).expect("it is there");
    assert!(readme.contains("it needs the network"), "{readme}");
}
