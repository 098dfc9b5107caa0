//! The document of the format shows records as they are. After a change that is
//! meant, write its examples anew with `RULEBOOK_BLESS=1`.
#![cfg(feature = "games")]

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use rulebook::prelude::*;
use rulebook_games::chess::Chess;
use rulebook_games::night_market::NightMarket;
use rulebook_games::{Playable, tic_tac_toe::TicTacToe};
use rulebook_record::{
    Form, Positions, Reader, Recorder, RecorderOptions, Replay, convert, session_options,
};

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/record-format.md")
}

fn recorder<G: Playable>(
    seed: u64,
    players: &[&str],
    positions: Positions,
) -> (Session<G>, Recorder<G, Vec<u8>>) {
    let mut game = G::book().start_with(G::setup(), Seed(seed), session_options()).unwrap();
    let players = players.iter().map(|player| (*player).to_owned()).collect();
    let options = RecorderOptions { players, positions, ..RecorderOptions::default() };
    let recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    (game, recorder)
}

/// With something taken back, to the end.
fn a_game() -> String {
    let (mut game, mut recorder) = recorder::<TicTacToe>(7, &["Ann", "Ben"], Positions::Never);
    let mut submit = |recorder: &mut Recorder<_, _>, seat, action| {
        let done = recorder.submit(&mut game, Seat(seat), TicTacToe::parse(action).unwrap());
        assert!(done.unwrap().is_committed());
        if action == "c3" {
            recorder.undo(&mut game).unwrap();
        }
    };
    for (seat, action) in [(0, "b2"), (1, "a1"), (0, "c3"), (0, "a3"), (1, "c1"), (0, "resign")] {
        submit(&mut recorder, seat, action);
    }
    String::from_utf8(recorder.finish(&game).unwrap()).unwrap()
}

/// Up to a pending choice.
fn a_choice() -> String {
    let (mut game, mut recorder) = recorder::<NightMarket>(3, &[], Positions::EveryFrame);
    let unveil = game.legal_all().unwrap().remove(0);
    recorder.play(&mut game, unveil).unwrap();
    for (seat, bid) in [(0, "bid 1"), (1, "bid 2"), (2, "bid 3")] {
        recorder.submit(&mut game, Seat(seat), NightMarket::parse(bid).unwrap()).unwrap();
    }
    assert!(game.pending().is_some());
    String::from_utf8(recorder.finish(&game).unwrap()).unwrap()
}

/// With positions as changes.
fn an_opening() -> String {
    let (mut game, mut recorder) = recorder::<Chess>(1, &[], Positions::Changes);
    for (seat, action) in [(0, "e2e4"), (1, "c7c5"), (0, "g1f3")] {
        recorder.submit(&mut game, Seat(seat), Chess::parse(action).unwrap()).unwrap();
    }
    String::from_utf8(recorder.finish(&game).unwrap()).unwrap()
}

/// Sixteen bytes to a line, in two halves.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.chunks(16) {
        let halves = line.chunks(8).map(|half| {
            half.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
        });
        let _ = writeln!(text, "{}", halves.collect::<Vec<_>>().join("  "));
    }
    text
}

fn compact(lines: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    convert(Reader::open(lines.as_bytes()).unwrap(), &mut bytes, Form::Compact).unwrap();
    bytes
}

/// The page with these examples in the place of its own.
fn with_examples(page: &str, examples: &[(&str, String)]) -> String {
    let mut page = page.to_owned();
    let mut from = 0;
    for (language, example) in examples {
        let fence = format!("```{language}\n");
        let begin = from + page[from..].find(&fence).expect("the example is there") + fence.len();
        let end = begin + page[begin..].find("```").expect("the block ends");
        page.replace_range(begin..end, example);
        from = begin + example.len();
    }
    page
}

#[test]
fn the_examples_are_records() {
    let game = a_game();
    let examples = [
        ("jsonl", game.clone()),
        ("jsonl", a_choice()),
        ("jsonl", an_opening()),
        ("hex", hex(&compact(&game))),
    ];
    let page = fs::read_to_string(document()).expect("the document is there");
    let written = with_examples(&page, &examples);
    if env::var_os("RULEBOOK_BLESS").is_some() {
        fs::write(document(), &written).expect("the document can be written");
    }
    let page = fs::read_to_string(document()).expect("the document is there");
    assert_eq!(page, written);
}

#[test]
fn the_examples_can_be_replayed() {
    let text = a_game();
    let mut replay = Replay::open(&TicTacToe::book(), text.as_bytes()).unwrap();
    assert!(replay.run().unwrap().is_over);
    let text = a_choice();
    let mut replay = Replay::open(&NightMarket::book(), text.as_bytes()).unwrap();
    replay.run().unwrap();
    assert!(replay.session().pending().is_some());
    let text = an_opening();
    let mut replay = Replay::open(&Chess::book(), text.as_bytes()).unwrap();
    assert_eq!(replay.run().unwrap().frame, 3);
}

#[test]
fn every_field_of_a_line_is_on_the_page() {
    let page = fs::read_to_string(document()).expect("the document is there");
    // What the reader names when it meets a field that it does not know.
    for text in ["{\"rulebook\":1,\"x\":0}\n", ""] {
        let record = if text.is_empty() {
            let game = a_game();
            let header = game.lines().next().unwrap();
            format!("{header}\n{{\"x\":0}}\n")
        } else {
            text.to_owned()
        };
        let error = match Reader::open(record.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(mut reader) => reader.next_entry().unwrap_err().to_string(),
        };
        let fields: Vec<&str> = error.split('"').skip(3).step_by(2).collect();
        assert!(fields.len() > 10, "{error}");
        for field in fields {
            assert!(page.contains(&format!("`{field}`")), "{field} is not on the page");
        }
    }
}
