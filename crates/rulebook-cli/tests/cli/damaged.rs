//! Records that are cut off, damaged, forged or of another book: what each command
//! says of them.

use std::fs;

use rulebook::Digest;
use rulebook_record::{Entry, Header, Reader, Then, Writer, examples};
use serde_json::Value;

use crate::common::{Ran, Scratch, play, program, run, says};

/// The record of a game, and its lines.
fn recorded(game: &str, scratch: &Scratch) -> (String, Vec<String>) {
    let folder = scratch.path("records");
    says(&["simulate", game, "-n", "1", "--record-dir", &folder]);
    let record = format!("{folder}/{game}-00001.jsonl");
    let text = fs::read_to_string(&record).expect("it was written");
    (record, text.lines().map(str::to_owned).collect())
}

/// A record with other entries or another header, and with a sound chain.
fn rewritten(record: &str, change: impl FnOnce(&mut Header, &mut [Entry])) -> Vec<String> {
    let bytes = fs::read(record).expect("it is there");
    let mut reader = Reader::open(&bytes[..]).expect("it is a record");
    let (mut header, mut entries) = (reader.header().clone(), Vec::new());
    while let Some(noted) = reader.next_entry().expect("it is sound") {
        entries.push(noted.entry);
    }
    change(&mut header, &mut entries);
    let mut writer = Writer::begin(Vec::new(), reader.form(), &header).expect("it can be written");
    for entry in &entries {
        writer.write(entry).expect("it can be written");
    }
    let text = String::from_utf8(writer.into_inner()).expect("it is text");
    text.lines().map(str::to_owned).collect()
}

fn whole(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn ran(args: &[&str]) -> Ran {
    run(program(args).env("COLUMNS", "500"))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The whole example, and the same without the end of its last line.
fn cut_off(scratch: &Scratch) -> (String, String) {
    let text = examples::tic_tac_toe();
    let cut = scratch.file("cut.jsonl", &text[..text.len() - 9]);
    (scratch.file("whole.jsonl", &text), cut)
}

const LOOKS: [&[&str]; 5] = [
    &["show", "tic-tac-toe"],
    &["show", "tic-tac-toe", "--at", "1"],
    &["legal", "tic-tac-toe", "--at", "1"],
    &["explain", "tic-tac-toe"],
    &["explain", "tic-tac-toe", "c3", "--at", "1"],
];

#[test]
fn whoever_looks_at_a_record_that_is_cut_off_is_told_so() {
    let scratch = Scratch::new("look-cut");
    let (complete, cut) = cut_off(&scratch);
    for look in LOOKS {
        let of_whole = ran(&[look, &["--record", &complete]].concat());
        assert_eq!((of_whole.code, of_whole.err.as_str()), (Some(0), ""), "{look:?}");
        let of_cut = ran(&[look, &["--record", &cut]].concat());
        assert_eq!(of_cut.code, Some(0), "{look:?}: {}", of_cut.err);
        assert_eq!(of_cut.out, of_whole.out, "{look:?}");
        let said =
            "cut.jsonl: line 5: the record is cut off here. Everything before it can be read.";
        assert!(of_cut.err.trim_end().ends_with(said), "{look:?}: {}", of_cut.err);
    }
}

#[test]
fn programs_that_look_at_a_record_that_is_cut_off_are_told_so() {
    let scratch = Scratch::new("look-cut-json");
    let (complete, cut) = cut_off(&scratch);
    for look in LOOKS {
        let of_whole = ran(&[look, &["--json", "--record", &complete]].concat());
        assert_eq!((of_whole.code, of_whole.err.as_str()), (Some(0), ""), "{look:?}");
        let of_cut = ran(&[look, &["--json", "--record", &cut]].concat());
        assert_eq!(of_cut.code, Some(0), "{look:?}: {}", of_cut.err);
        let warned = json(&of_cut.err);
        assert_eq!(warned["cut_off"], 5, "{look:?}");
        assert!(warned["warning"].as_str().unwrap().contains("is cut off here"), "{look:?}");
        let (mut said, whole) = (json(&of_cut.out), json(&of_whole.out));
        // A list has no room for it.
        if said.is_object() {
            assert_eq!((&said["cut_off"], &whole["cut_off"]), (&5.into(), &Value::Null));
            said["cut_off"] = Value::Null;
        }
        assert_eq!(said, whole, "{look:?}");
    }
}

#[test]
fn whoever_goes_on_with_a_record_that_was_cut_off_is_told_so_first() {
    let scratch = Scratch::new("go-on-cut");
    let text = examples::tic_tac_toe();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let cut = format!("{}{}", lines[..3].concat(), &lines[3][..20]);
    let file = scratch.file("cut.jsonl", &cut);
    let go_on = ["tic-tac-toe", "--seats", "human", "--record", &file, "--continue"];
    let told = play(&go_on, "").out.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "line 4: the record is cut off here. Everything before it can be read. The piece of \
                an entry that stood here is taken out, and the game goes on.";
    let at = told.find(said).unwrap_or_else(|| panic!("{told}"));
    assert!(at < told.find("seat 0 to act").expect("it goes on"), "{told}");
    // Once it is taken out, there is nothing to say.
    assert_eq!(fs::read_to_string(&file).expect("it is there"), lines[..3].concat());
    assert!(!play(&go_on, "").out.contains("cut off"));

    scratch.file("cut.jsonl", &cut);
    let told = play(&[&go_on[..], &["--json"]].concat(), "").out;
    let events: Vec<Value> = told.lines().map(json).collect();
    let names: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(names[..3], ["begins", "cut_off", "board"]);
    assert_eq!(events[1]["entry"], 4);
    assert!(events[1]["said"].as_str().unwrap().contains("line 4: the record is cut off here"));
}

/// What verify and replay say of a record, which is the same, in one line.
fn first(file: &str) -> String {
    let verified = ran(&["verify", file]);
    assert_eq!((verified.code, verified.err.as_str()), (Some(1), ""));
    let replayed = ran(&["replay", file]);
    assert_eq!(replayed.code, Some(1));
    // One is wrapped, and the other is not.
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let verified = joined(&verified.out).trim_start_matches("✗ ").to_owned();
    assert_eq!(format!("error: {verified}"), joined(&replayed.err));
    verified.trim_start_matches(file).trim_start_matches(": ").to_owned()
}

fn diverge(entry: &mut Entry) {
    let Entry::Act { then: Then::Frame { digest, .. }, .. } = entry else {
        panic!("{entry} makes no frame")
    };
    digest.0 ^= 1;
}

#[test]
fn what_comes_first_in_a_record_is_what_verify_names() {
    let scratch = Scratch::new("first");
    let (record, lines) = recorded("connect-four", &scratch);
    assert!(lines.len() > 10, "a short game");
    let diverges = "line 4: the game diverges at frame 3";
    let forged = rewritten(&record, |_, entries| diverge(&mut entries[2]));
    let first_of = |lines: &[String]| first(&scratch.file("edited.jsonl", &whole(lines)));

    let mut damaged = forged.clone();
    damaged[8] = "{\"act\":".to_owned();
    assert!(first_of(&damaged).starts_with(diverges), "{}", first_of(&damaged));

    let mut broken = forged.clone();
    broken[4] = broken[4].replacen("\"chain\":\"", "\"chain\":\"0000", 1);
    let end = broken[4].len() - 6;
    broken[4].replace_range(end.., "\"}");
    assert!(first_of(&broken).starts_with(diverges), "{}", first_of(&broken));
    // The same break in a record that does not diverge is the first.
    let mut broken = lines.clone();
    broken[4] = broken[5].clone();
    assert!(first_of(&broken).starts_with("line 5: "), "{}", first_of(&broken));

    let mut switched = rewritten(&record, |_, entries| {
        entries[2] = Entry::Disable { rule: "nope".to_owned(), digest: Digest(1) };
    });
    switched[4] = "?".to_owned();
    let said = first_of(&switched);
    assert!(said.starts_with(diverges) && said.contains("nope"), "{said}");

    // Before all else: the header.
    let mut other = rewritten(&record, |header, _| header.version = Some("0".to_owned()));
    other[4] = "?".to_owned();
    let file = scratch.file("edited.jsonl", &whole(&other));
    let said = json(&ran(&["verify", &file, "--json"]).out);
    let error = said[0]["error"].as_str().unwrap();
    assert!(error.starts_with("line 1: the record was made with another version"), "{error}");
    assert!(error.contains("\nline 5: it is damaged"), "{error}");
}

#[test]
fn a_divergence_is_told_to_programs_the_same_by_all() {
    let scratch = Scratch::new("diverged-json");
    let record = scratch.file("other.jsonl", &examples::other_rules());
    let verified = json(&ran(&["verify", &record, "--json"]).out);
    let show = ["show", "tic-tac-toe", "--record", &record, "--json"];
    let explain = ["explain", "tic-tac-toe", "--record", &record, "--json"];
    for args in [&["replay", &record, "--json"][..], &show, &explain] {
        let ran = ran(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{args:?}");
        let said = json(&ran.err);
        assert_eq!((&said["exit_code"], &said["frame"]), (&1.into(), &2.into()), "{args:?}");
        for field in ["entry", "frame", "expected", "found", "diff", "diff_against"] {
            assert_ne!(said[field], Value::Null, "{args:?}: {field}");
            assert_eq!(said[field], verified[0][field], "{args:?}: {field}");
        }
    }
}

#[test]
fn a_refused_header_has_its_line_also_for_programs() {
    let scratch = Scratch::new("header-json");
    let record = scratch.file("whole.jsonl", &examples::tic_tac_toe());
    let other = rewritten(&record, |header, _| header.version = Some("0".to_owned()));
    let unknown = rewritten(&record, |header, _| header.game = "halma".to_owned());
    let no_record = vec!["1. e4 e5 *".to_owned()];
    for lines in [other, unknown, no_record] {
        let file = scratch.file("edited.jsonl", &whole(&lines));
        assert_eq!(json(&ran(&["verify", &file, "--json"]).out)[0]["entry"], 1, "{}", lines[0]);
    }
    let missing = scratch.path("none.jsonl");
    assert_eq!(json(&ran(&["verify", &missing, "--json"]).out)[0]["entry"], Value::Null);
}

#[test]
fn a_seed_is_told_as_the_record_has_it() {
    let scratch = Scratch::new("seed-text");
    let file = scratch.path("game.jsonl");
    play(&["tic-tac-toe", "--record", &file, "--seed", "18446744073709551615"], "");
    let said = says(&["replay", &file, "--json"]);
    assert_eq!(json(&said)["seed"], "18446744073709551615");
}

#[test]
fn a_notation_that_cannot_be_written_says_what_can_be_done() {
    let scratch = Scratch::new("other-pgn");
    for (game, end) in [("chess", "pgn"), ("backgammon", "mat")] {
        let (record, _) = recorded(game, &scratch);
        let old = rewritten(&record, |header, _| header.version = Some("0".to_owned()));
        let file = scratch.file("old.jsonl", &whole(&old));
        let out = scratch.path(&format!("old.{end}"));
        let refused = ran(&["convert", &file, &out]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
        for words in [
            "line 1: the record was made with another version of the book: it was made with version \
             0, and this is version 1.",
            &format!("A .{end} file is written by playing the game"),
            "It can be converted to .jsonl or .rbr, and 'rulebook replay",
        ] {
            assert!(refused.err.contains(words), "{words}: {}", refused.err);
        }
        assert!(!fs::exists(&out).expect("one can look"));
        // What it says can be done can be done.
        says(&["convert", &file, &scratch.path(&format!("{game}.rbr"))]);
        says(&["replay", &file, "--anyway"]);
    }
}
