//! The chapter "An hour with Rulebook": everything in it is what the program
//! says.
//!
//! Blocks marked `console` are run in one shell, in an empty folder. A line that
//! begins with `$ ` is a command; what follows it is what it must print. `…`
//! stands for anything, within a line or for lines that are left out. Run with
//! `RULEBOOK_BLESS=1` to write what the program says into the chapter; commands
//! whose text has an `…` are left as they are.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::common::Scratch;

const CHAPTER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/an-hour-with-rulebook.md");

/// A piece of the chapter.
enum Piece {
    /// Text between commands.
    Text(String),
    /// A command and what it prints.
    Command { line: String, prints: String },
}

fn pieces(chapter: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut in_console = false;
    for line in chapter.lines() {
        let ends = in_console && line == "```";
        match (in_console && !ends, line.strip_prefix("$ ")) {
            (true, Some(command)) => {
                pieces.push(Piece::Command { line: command.to_owned(), prints: String::new() });
            }
            (true, None) => match pieces.last_mut() {
                Some(Piece::Command { prints, .. }) => *prints += &format!("{line}\n"),
                _ => panic!("a console block begins with a command, not with {line:?}"),
            },
            (false, _) => pieces.push(Piece::Text(format!("{line}\n"))),
        }
        in_console = if in_console { !ends } else { line == "```console" };
    }
    assert!(!in_console, "a console block has no end");
    pieces
}

const MARK: &str = "-- end of a command --";

/// What each command prints, all of them run in one shell.
fn outputs(commands: &[&str], folder: &str) -> Vec<String> {
    let mut script = String::from("said=0\n");
    for command in commands {
        script += &format!("( exit $said )\n{command}\nsaid=$?\necho '{MARK}'\n");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_rulebook"));
    let folders = [program.parent().expect("it is in a folder").to_owned()];
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.into_iter().chain(env::split_paths(&path));
    let ran = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(folders).expect("the paths can be joined"))
        .env("COLUMNS", "80")
        .env("NO_COLOR", "1")
        .output()
        .expect("there is a shell");
    let said = String::from_utf8(ran.stdout).expect("everything is UTF-8");
    let end = format!("{MARK}\n");
    let outputs: Vec<String> = said.split(&end).map(str::to_owned).collect();
    assert_eq!(outputs.len(), commands.len() + 1, "every command came to an end:\n{said}");
    outputs[..commands.len()].to_vec()
}

/// Whether a text is what was expected, where `…` stands for anything.
fn fits(expected: &str, found: &str) -> bool {
    let Some((first, expected)) = expected.split_once('…') else { return expected == found };
    let Some(mut rest) = found.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = expected.split('…').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn the_program_says_what_the_chapter_says() {
    let chapter = fs::read_to_string(CHAPTER).expect("the chapter is there");
    let scratch = Scratch::new("hour");
    let mut pieces = pieces(&chapter);
    let commands: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Command { line, .. } => Some(line.as_str()),
            Piece::Text(_) => None,
        })
        .collect();
    assert!(commands.len() > 20, "the chapter uses each command");
    let mut outputs = outputs(&commands, &scratch.path(".")).into_iter();
    let bless = env::var_os("RULEBOOK_BLESS").is_some();
    let mut written = String::new();
    for piece in &mut pieces {
        match piece {
            Piece::Text(text) => written += text,
            Piece::Command { line, prints } => {
                let found = outputs.next().expect("one for each command");
                if bless && !prints.contains('…') {
                    prints.clone_from(&found);
                }
                assert!(
                    fits(prints, &found),
                    "$ {line}\nThe chapter says:\n{prints}\nThe program says:\n{found}"
                );
                written += &format!("$ {line}\n{prints}");
            }
        }
    }
    if bless {
        fs::write(CHAPTER, written).expect("the chapter can be written");
    }
}

#[test]
fn the_chapter_uses_every_command() {
    let chapter = fs::read_to_string(CHAPTER).expect("the chapter is there");
    let help = crate::common::says(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands = commands.expect("the help lists the commands").lines();
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        let uses = |piece: &Piece| match piece {
            Piece::Command { line, .. } => line.contains(&format!("rulebook {name}")),
            Piece::Text(_) => false,
        };
        assert!(pieces(&chapter).iter().any(uses), "{name} is missing");
    }
}

#[test]
fn what_is_left_out_stands_for_anything_and_nothing_else_does() {
    assert!(fits("a\n", "a\n"));
    assert!(!fits("a\n", "a\nb\n"));
    assert!(!fits("", "a\n"));
    assert!(fits("speed … a second\n", "speed 100 games a second\n"));
    assert!(!fits("speed … a second\n", "speed 100 games a minute\n"));
    assert!(fits("first\n…\nlast\n", "first\nmore\nand more\nlast\n"));
    assert!(fits("first\n…\n", "first\nmore\nand more\n"));
    assert!(!fits("first\n…\nlast\n", "first\nlast\nmore\n"));
}
