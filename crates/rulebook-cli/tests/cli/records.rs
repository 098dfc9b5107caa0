//! Records: simulate into a folder, replay, verify, convert, and looking at a
//! frame; and the cards of Duels.

use std::fs;

use serde_json::Value;

use crate::common::{Scratch, program, refused, run, says};

fn json(args: &[&str]) -> Value {
    let ran = run(&mut program(&[args, &["--json"]].concat()));
    assert_eq!(ran.err, "", "rulebook {args:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("rulebook {args:?}: {error}"))
}

/// A folder with the record of one game, and where it is.
fn recorded(game: &str, name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let folder = scratch.path("records");
    says(&["simulate", game, "-n", "1", "--record-dir", &folder]);
    let record = format!("{folder}/{game}-00001.jsonl");
    (scratch, record)
}

#[test]
fn a_simulation_leaves_records_that_can_be_verified() {
    let scratch = Scratch::new("record-dir");
    let folder = scratch.path("records");
    for game in ["tic-tac-toe", "night-market", "backgammon"] {
        let said = json(&["simulate", game, "-n", "2", "--record-dir", &folder]);
        assert_eq!(said["digest"], json(&["simulate", game, "-n", "2"])["digest"], "{game}");
    }
    let files: Vec<String> = fs::read_dir(&folder)
        .expect("the folder was made")
        .map(|file| file.expect("it can be read").path().display().to_string())
        .collect();
    assert_eq!(files.len(), 6);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let verified = json(&[&["verify"], &files[..]].concat());
    for one in verified.as_array().unwrap() {
        assert_eq!((&one["sound"], &one["finished"]), (&true.into(), &true.into()), "{one}");
    }
    let told = says(&[&["verify"], &files[..]].concat());
    assert_eq!(told.matches('✓').count(), 6, "{told}");
}

#[test]
fn a_record_is_played_again_and_shows_where_it_ends() {
    let (_scratch, record) = recorded("tic-tac-toe", "replay");
    let told = says(&["replay", &record]);
    assert!(told.starts_with("tic-tac-toe, version 1, seed "), "{told}");
    assert!(told.contains("    1  ") && told.contains("\nover: "), "{told}");
    let whole = json(&["replay", &record]);
    let frames = whole["frame"].as_u64().unwrap();
    assert_eq!(whole["finished"], true);
    assert_eq!(whole["entries"].as_array().unwrap().len() as u64, frames + 1);
    let part = json(&["replay", &record, "--to", "2"]);
    assert_eq!((&part["frame"], &part["finished"]), (&2.into(), &false.into()));
    let shown = json(&["show", "tic-tac-toe", "--record", &record, "--at", "2"]);
    assert_eq!(shown["position"], part["position"]);
    let start = json(&["replay", &record, "--to", "0"]);
    assert_eq!(start["position"], ".../.../...");
}

#[test]
fn a_frame_of_a_record_is_explained() {
    let (_scratch, record) = recorded("tic-tac-toe", "explain-frame");
    let first = json(&["replay", &record])["entries"][0]["text"].as_str().unwrap().to_owned();
    let action = first.split(' ').next().unwrap();
    let told = says(&["explain", "tic-tac-toe", "--record", &record, "--at", "1"]);
    let expected = format!("✓ {action} by seat 0 was committed by \"placing/place a mark\".");
    assert!(told.starts_with(&expected), "{told}");
    assert!(told.contains("\nFrame 1\n  • seat 0 marks "), "{told}");
    let told = json(&["explain", "tic-tac-toe", "--record", &record]);
    assert_eq!(told["explanation"]["legal"], true);
    assert!(told["came_of_it"].as_array().unwrap().len() >= 2, "{told}");
    // What was played cannot be played again.
    let args = ["explain", "tic-tac-toe", action, "--record", &record, "--at", "1"];
    assert_eq!(json(&args)["legal"], false);
    let before = json(&["legal", "tic-tac-toe", "--record", &record, "--at", "0"]);
    let after = json(&["legal", "tic-tac-toe", "--record", &record, "--at", "1"]);
    assert_eq!(before.as_array().unwrap().len(), after.as_array().unwrap().len() + 1);
}

#[test]
fn both_forms_are_converted_into_each_other() {
    let (scratch, record) = recorded("duels", "convert");
    let (compact, again) = (scratch.path("game.rbr"), scratch.path("again.jsonl"));
    says(&["convert", &record, &compact]);
    says(&["convert", &compact, &again]);
    let bytes = |path: &str| fs::read(path).expect("it was written");
    assert_eq!(bytes(&record), bytes(&again));
    assert!(bytes(&compact).len() * 2 < bytes(&record).len());
    assert!(says(&["verify", &compact]).starts_with("✓ "));
    let left: Vec<_> = fs::read_dir(scratch.path("")).unwrap().collect();
    assert_eq!(left.len(), 3, "no half-written file is left: {left:?}");
}

#[test]
fn chess_is_written_as_pgn_and_backgammon_as_mat() {
    let (scratch, record) = recorded("chess", "pgn");
    let pgn = scratch.path("game.pgn");
    says(&["convert", &record, &pgn]);
    let text = fs::read_to_string(&pgn).expect("it was written");
    assert!(text.starts_with("[Event \"?\"]\n") && text.contains("\n1. "), "{text}");
    refused(&["convert", &record, &scratch.path("game.mat")], &["for backgammon", "of chess"]);
    refused(&["convert", &record, &scratch.path("game.txt")], &["end it with .jsonl, .rbr"]);

    let (scratch, record) = recorded("backgammon", "mat");
    let mat = scratch.path("game.mat");
    says(&["convert", &record, &mat]);
    let text = fs::read_to_string(&mat).expect("it was written");
    assert!(text.starts_with(" 0 point match\n\n Game 1\n"), "{text}");
    refused(&["convert", &record, &scratch.path("game.pgn")], &["for chess", "of backgammon"]);
}

#[test]
fn a_damaged_record_says_where_and_ends_with_1() {
    let (scratch, record) = recorded("connect-four", "damage");
    let text = fs::read_to_string(&record).expect("it was written");
    let edited = scratch.file("edited.jsonl", &text.replacen("\"by\":1", "\"by\":0", 1));
    let ran = run(&mut program(&["verify", &edited]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.contains("line 3: the chain breaks"), "{}", ran.out);
    let ran = run(&mut program(&["replay", &edited]));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("edited.jsonl: line 3: the chain breaks"), "{}", ran.err);
    let said = json(&["verify", &edited, &record]);
    assert_eq!((&said[0]["sound"], &said[0]["entry"]), (&false.into(), &3.into()));
    assert_eq!(said[1]["sound"], true);

    let cut = scratch.file("cut.jsonl", &text[..text.len() - 30]);
    let ran = run(&mut program(&["verify", &cut]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("not finished. line "), "{told}");
    assert!(told.contains("the record is cut off here"), "{told}");
}

#[test]
fn the_first_divergence_is_named() {
    let scratch = Scratch::new("diverge");
    let record = scratch.file("other.jsonl", &rulebook_record::examples::other_rules());
    let ran = run(program(&["verify", &record]).env("COLUMNS", "200"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    for words in
        ["the game diverges at frame 2 (a1 by seat 1)", "\n  - 1 . o .\n", "\n  + 1 o . .\n"]
    {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let said = json(&["verify", &record]);
    assert_eq!((&said[0]["frame"], &said[0]["entry"]), (&2.into(), &3.into()));
    assert!(said[0]["diff"].as_str().unwrap().starts_with("- as recorded\n+ as replayed\n"));
}

#[test]
fn a_record_by_another_book_is_told_so() {
    let scratch = Scratch::new("foreign");
    let text = rulebook_record::examples::tic_tac_toe();
    let mut reader = rulebook_record::Reader::open(text.as_bytes()).unwrap();
    let mut header = reader.header().clone();
    (header.version, header.book.0) = (Some("0".to_owned()), 1);
    let form = rulebook_record::Form::Lines;
    let mut writer = rulebook_record::Writer::begin(Vec::new(), form, &header).unwrap();
    while let Some(noted) = reader.next_entry().unwrap() {
        writer.write(&noted.entry).unwrap();
    }
    let old = String::from_utf8(writer.into_inner()).unwrap();
    let record = scratch.file("old.jsonl", &old);
    let ran = run(&mut program(&["replay", &record]));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("it was made with version 0, and this is version 1"), "{}", ran.err);
    assert!(ran.err.contains("old.jsonl --anyway' does that."), "{}", ran.err);
    assert!(says(&["replay", &record, "--anyway"]).contains("without a promise"));
    let said = json(&["verify", &record]);
    assert_eq!((&said[0]["sound"], &said[0]["other_book"]), (&false.into(), &true.into()));
    says(&["convert", &record, &scratch.path("old.rbr")]);
}

#[test]
fn a_missing_file_is_told_and_the_others_are_verified() {
    let (scratch, record) = recorded("tic-tac-toe", "missing");
    let none = scratch.path("none.jsonl");
    let args = ["verify", &record, &none, &record];
    let ran = run(&mut program(&args));
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.out.matches("✓ ").count(), 2, "{}", ran.out);
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("none.jsonl cannot be read"), "{told}");
    assert!(ran.err.contains("1 of 3 files could not be verified"), "{}", ran.err);
    let ran = run(&mut program(&[&args[..], &["--json"]].concat()));
    assert_eq!(ran.code, Some(2));
    let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
    let sound: Vec<&Value> = said.as_array().unwrap().iter().map(|one| &one["sound"]).collect();
    assert_eq!(sound, [true, false, true]);
    assert!(said[1]["error"].as_str().unwrap().contains("cannot be read"), "{said}");
}

#[test]
fn records_that_are_there_are_not_written_over() {
    let (scratch, record) = recorded("tic-tac-toe", "there");
    let before = fs::read(&record).expect("it was written");
    let folder = scratch.path("records");
    let again = ["simulate", "tic-tac-toe", "-n", "1000000000", "--record-dir", &folder];
    refused(&again, &["tic-tac-toe-00001.jsonl is there already", "name another folder"]);
    says(&["simulate", "connect-four", "-n", "1", "--record-dir", &folder]);
    let other = format!("{folder}/connect-four-00001.jsonl");
    let convert = ["convert", &other, &record];
    refused(&convert, &["is there already", "--force"]);
    assert_eq!(fs::read(&record).expect("it is there"), before);
    says(&[&convert[..], &["--force"]].concat());
    assert_eq!(fs::read(&record).expect("it is there"), fs::read(&other).expect("it is there"));
}

#[test]
fn wrong_use_of_records_says_what_to_do() {
    let (scratch, record) = recorded("tic-tac-toe", "wrong");
    refused(&["replay", &scratch.path("none.jsonl")], &["none.jsonl cannot be read"]);
    refused(&["verify"], &["<FILE>"]);
    refused(&["show", "chess", "--record", &record], &["is a record of tic-tac-toe"]);
    refused(&["show", "tic-tac-toe", "--at", "3"], &["--record"]);
    refused(&["legal", "tic-tac-toe", "--record", &record, "--at", "99"], &["has no frame 99"]);
    refused(&["explain", "tic-tac-toe", "--record", &record, "--at", "0"], &["--at N, from 1"]);
    refused(&["replay", &record, "--to", "x"], &["--to"]);
    let no_record = scratch.file("notes.txt", "1. e4 e5 *\n");
    let ran = run(&mut program(&["replay", &no_record]));
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("this is no record of a game"), "{}", ran.err);
}

#[test]
fn a_card_file_is_checked() {
    let scratch = Scratch::new("cards");
    let standard = says(&["cards", "--standard"]);
    let good = scratch.file("good.json", &standard);
    assert!(says(&["cards", &good]).contains(" cards and "));
    assert_eq!(json(&["cards", &good])["sound"], true);
    let bad = scratch.file("bad.json", &standard.replacen("\"atk\": 3", "\"atk\": 33", 1));
    let ran = run(&mut program(&["cards", &bad]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.contains("bad.json:7:"), "{}", ran.out);
    assert_eq!(json(&["cards", &bad])["problems"][0]["line"], 7);
    refused(&["cards", &scratch.path("none.json")], &["cannot be read"]);
    refused(&["cards"], &["<FILE>"]);
    assert!(says(&["cards", "--schema"]).contains("json-schema.org"));
}

/// Cards as a designer writes them.
const MINE: &str = include_str!("../../../rulebook-games/tests/data/duels-mine.json");

#[test]
fn duels_are_played_recorded_and_verified_with_cards_of_a_file() {
    let scratch = Scratch::new("own-cards");
    let (mine, folder) = (scratch.file("mine.json", MINE), scratch.path("records"));
    let shown = says(&["show", "duels", "--cards", &mine]);
    assert!(shown.contains("0 Lord Marshal"), "{shown}");
    assert_eq!(says(&["legal", "duels", "--cards", &mine]), "chance: deal\n");
    let simulate = ["simulate", "duels", "-n", "1", "--cards", &mine, "--record-dir", &folder];
    says(&simulate);
    let record = format!("{folder}/duels-00001.jsonl");
    says(&["verify", &record, "--cards", &mine]);
    let end = json(&["replay", &record, "--cards", &mine]);
    let end = end["position"].as_str().unwrap();
    assert_eq!(json(&["show", "duels", "--cards", &mine, "--position", end])["position"], end);
    let explain = ["explain", "duels", "--record", &record, "--at", "2", "--cards", &mine];
    assert!(says(&explain).contains("place the champion"));
    let fired = says(&["coverage", "duels", "-n", "1", "--cards", &mine]);
    assert!(fired.contains("Siege Ram: when it is placed"), "{fired}");
    says(&["lint", "duels", "--cards", &mine]);
}

#[test]
fn a_record_with_other_cards_says_what_to_name() {
    let scratch = Scratch::new("other-cards");
    let (mine, folder) = (scratch.file("mine.json", MINE), scratch.path("records"));
    says(&["simulate", "duels", "-n", "1", "--cards", &mine, "--record-dir", &folder]);
    let record = format!("{folder}/duels-00001.jsonl");
    let other = scratch.file("other.json", &MINE.replace("\"atk\": 4", "\"atk\": 5"));
    for (args, words) in [
        (vec!["replay", &record], "--cards FILE"),
        (vec!["verify", &record], "--cards FILE"),
        (vec!["legal", "duels", "--record", &record], "--cards FILE"),
        (vec!["replay", &record, "--anyway"], "--cards FILE"),
        (vec!["replay", &record, "--cards", &other], "other cards than those of this file"),
        (vec!["verify", &record, "--cards", &other], "other cards than those of this file"),
    ] {
        let ran = run(&mut program(&args));
        assert_eq!(ran.code, Some(1), "{args:?}");
        let said = (ran.out + &ran.err).replace("\n  ", " ");
        assert!(
            said.contains("made with other cards (") && said.contains(words),
            "{args:?}: {said}"
        );
        // What is tried does not begin, and that is what is said.
        let is_tried = args[0] == "verify" || args.contains(&"--anyway");
        assert_eq!(said.contains("it can only be converted."), is_tried, "{args:?}: {said}");
        assert_eq!(said.contains("without a promise"), !is_tried, "{args:?}: {said}");
    }
}

#[test]
fn a_card_file_that_cannot_be_played_with_is_told() {
    let scratch = Scratch::new("bad-cards");
    let wrong = scratch.file("wrong.json", &MINE.replace("\"monster\"", "\"monstre\""));
    let said = "\"kind\" cannot be \"monstre\". Did you mean \"monster\"?";
    refused(&["play", "duels", "--cards", &wrong], &[said]);
    refused(&["show", "duels", "--cards", "missing.json"], &["missing.json cannot be read"]);
    let sound = scratch.file("mine.json", MINE);
    refused(&["show", "chess", "--cards", &sound], &["chess is played without cards"]);
    let utf16 = scratch.path("utf16.json");
    let units = MINE.encode_utf16().flat_map(u16::to_le_bytes);
    fs::write(&utf16, [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()).unwrap();
    refused(&["cards", &utf16], &["line 1 is no UTF-8 text. Save it as UTF-8."]);
    let marked = scratch.file("marked.json", &format!("\u{feff}{MINE}"));
    says(&["cards", &marked]);
}

#[test]
fn notations_of_other_worlds_are_written_and_not_read() {
    let scratch = Scratch::new("no-pgn");
    let pgn = scratch.file("game.pgn", "1. e4 e5 *\n");
    let said = ["a .pgn file is no record", "name a .jsonl or .rbr file"];
    refused(&["convert", &pgn, &scratch.path("game.jsonl")], &said);
}
