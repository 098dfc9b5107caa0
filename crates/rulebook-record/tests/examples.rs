//! The examples are what they say. After a change that is meant, write them
//! anew with `RULEBOOK_BLESS=1`.
#![cfg(feature = "games")]

use std::path::PathBuf;
use std::{env, fs};

use rulebook::prelude::*;
use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
use rulebook_record::{Entry, Form, Reader, Recorder, Then, Writer, session_options};

fn record(actions: &[&str]) -> Vec<u8> {
    let setup = TicTacToe::setup();
    let mut game = TicTacToe::book().start_with(setup, Seed(1), session_options()).unwrap();
    let mut recorder = Recorder::start(Vec::new(), &mut game).unwrap();
    for action in actions {
        let by = game.turn().unwrap();
        recorder.submit(&mut game, by, TicTacToe::parse(action).unwrap()).unwrap();
    }
    recorder.finish(&game).unwrap()
}

fn is_kept_as(file: &str, bytes: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples").join(file);
    if env::var_os("RULEBOOK_BLESS").is_some() {
        fs::write(&path, bytes).expect("the example can be written");
    }
    let kept = fs::read(&path).expect("the example is there");
    assert_eq!(String::from_utf8_lossy(&kept), String::from_utf8_lossy(bytes), "{file}");
}

#[test]
fn the_example_is_what_a_recorder_writes() {
    is_kept_as("tic-tac-toe.jsonl", &record(&["b2", "a1", "resign"]));
}

#[test]
fn the_other_example_says_a1_and_shows_b1() {
    let mut entries = entries(&record(&["b2", "a1"]));
    let other = self::entries(&record(&["b2", "b1"]));
    if let (Some(Entry::Act { then, .. }), Some(Entry::Act { then: told, .. })) =
        (entries.last_mut(), other.last())
    {
        then.clone_from(told);
    }
    assert!(matches!(&entries[1], Entry::Act { then: Then::Frame { .. }, .. }));
    let bytes = record(&[]);
    let header = Reader::open(&bytes[..]).unwrap().header().clone();
    let mut writer = Writer::begin(Vec::new(), Form::Lines, &header).unwrap();
    for entry in &entries {
        writer.write(entry).unwrap();
    }
    is_kept_as("other-rules.jsonl", &writer.into_inner());
}

fn entries(record: &[u8]) -> Vec<Entry> {
    let mut reader = Reader::open(record).unwrap();
    let mut entries = Vec::new();
    while let Some(noted) = reader.next_entry().unwrap() {
        entries.push(noted.entry);
    }
    entries
}
