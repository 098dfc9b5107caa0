//! Records of both versions of the format.
#![cfg(feature = "games")]

mod common;

use common::{Plan, play};
use rulebook::{By, Digest, Reversibility};
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;
use rulebook_games::{Playable, Visit, games, visit};
use rulebook_record::{
    Entry, Form, Header, OtherBooks, Positions, ReadErrorKind, ReadLimits, Reader, Recorder,
    Replay, ReplayOptions, Then, Writer, convert, examples, position_of,
};

/// A game as a program wrote it that knew the first version alone.
const LINES: &[u8] = include_bytes!("version-1/night-market.jsonl");
const COMPACT: &[u8] = include_bytes!("version-1/night-market.rbr");

fn converted(bytes: &[u8], form: Form) -> Vec<u8> {
    let mut out = Vec::new();
    convert(Reader::open(bytes).expect("it is a record"), &mut out, form).expect("it is sound");
    out
}

#[test]
fn a_record_of_the_first_version_is_read_verified_and_converted_as_ever() {
    assert!(converted(LINES, Form::Compact) == COMPACT);
    assert!(converted(COMPACT, Form::Lines) == LINES);
    for bytes in [LINES, COMPACT] {
        let options = ReplayOptions { books: OtherBooks::Try, ..ReplayOptions::default() };
        let mut replay = Replay::open_with(&NightMarket::book(), bytes, options).expect("it opens");
        assert_eq!(replay.header().format, 1);
        assert!(replay.run().expect("it comes out the same").is_over);
    }
}

#[test]
fn a_record_of_the_first_version_is_gone_on_with_in_the_first() {
    let text = examples::tic_tac_toe();
    let mut record: Vec<u8> = text.split_inclusive('\n').take(3).collect::<String>().into();
    let mut replay = Replay::open(&TicTacToe::book(), &record[..]).unwrap();
    replay.run().unwrap();
    let (mut game, tail) = replay.into_parts();
    let begun = record.len();
    record.truncate(tail.offset() as usize);
    let mut recorder = Recorder::resume(record, tail, Positions::Changes).unwrap();
    let action = TicTacToe::parse("c3").unwrap();
    recorder.submit(&mut game, rulebook::Seat(0), action).unwrap();
    let record = String::from_utf8(recorder.into_inner()).unwrap();
    assert!(record.starts_with("{\"rulebook\":1,") && !record.contains("\"change\""), "{record}");
    assert!(record[begun..].contains("\"position\":\"..x/.x./o..\""), "{record}");
    Replay::open(&TicTacToe::book(), record.as_bytes()).unwrap().run().unwrap();
}

/// A record, without its positions, with them, and with their changes.
fn three<G: Playable>(seed: u64, form: Form) -> [Vec<u8>; 3] {
    [Positions::Never, Positions::EveryFrame, Positions::Changes].map(|positions| {
        let mut plan = Plan::of(seed, 150, form);
        plan.keep.positions = positions;
        play::<G>(&plan).bytes
    })
}

fn positions(bytes: &[u8]) -> Vec<Option<String>> {
    let mut reader = Reader::open(bytes).unwrap();
    let mut positions = Vec::new();
    while let Some(noted) = reader.next_entry().unwrap() {
        positions.push(position_of(&noted.entry).map(str::to_owned));
    }
    positions
}

struct Changes;
impl Visit for Changes {
    type Out = ();
    fn visit<G: Playable>(self) {
        for form in [Form::Lines, Form::Compact] {
            let mut sizes = [0; 3];
            for seed in [0, 4, 8, 12] {
                let three = three::<G>(seed, form);
                assert_eq!(positions(&three[1]), positions(&three[2]), "{} {seed}", G::NAME);
                let formats = three.each_ref().map(|bytes| Reader::open(&bytes[..]).unwrap());
                assert_eq!(formats.map(|reader| reader.header().format), [1, 1, 2]);
                three.iter().zip(&mut sizes).for_each(|(bytes, size)| *size += bytes.len());
            }
            let [never, whole, changes] = sizes;
            assert!(changes <= whole, "{}: {sizes:?}", G::NAME);
            // Two thirds more at most, where whole ones may take eight times as much.
            let is_small = form == Form::Compact || 3 * changes < 5 * never;
            assert!(is_small, "{}: {sizes:?}", G::NAME);
        }
    }
}

#[test]
fn positions_as_changes_are_the_same_and_take_little_room() {
    for game in games() {
        visit(game.name(), Changes).expect("it can be visited");
    }
}

#[test]
fn a_record_of_changes_is_gone_on_with_in_changes() {
    let [.., record] = three::<rulebook_games::chess::Chess>(0, Form::Lines);
    let text = String::from_utf8(record).unwrap();
    assert!(text.starts_with("{\"rulebook\":2,"), "{text}");
    let half: String = text.split_inclusive('\n').take(40).collect();
    let book = rulebook_games::chess::Chess::book();
    let mut replay = Replay::open(&book, half.as_bytes()).unwrap();
    replay.run().unwrap();
    let (mut game, tail) = replay.into_parts();
    let mut recorder = Recorder::resume(half.into_bytes(), tail, Positions::EveryFrame).unwrap();
    let next = game.legal_all().unwrap().remove(0);
    recorder.play(&mut game, next).unwrap();
    let record = String::from_utf8(recorder.into_inner()).unwrap();
    let last = record.lines().last().unwrap();
    assert!(last.contains("\"change\":["), "{last}");
    Replay::open(&book, record.as_bytes()).unwrap().run().unwrap();
}

/// What is said of a record that is edited.
fn refused(text: &str, limits: ReadLimits) -> String {
    let mut reader = Reader::open_with(text.as_bytes(), limits).expect("the header is sound");
    loop {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it was edited"),
            Err(error) => return error.to_string(),
        }
    }
}

#[test]
fn a_change_that_cannot_be_is_told_with_its_line() {
    let [.., record] = three::<rulebook_games::chess::Chess>(0, Form::Lines);
    let text = String::from_utf8(record).unwrap();
    let limits = ReadLimits::default();
    let (before, after) = text.split_once("\"change\":[").expect("there is one");
    let line = before.lines().count();
    for (steps, said) in [
        ("999,\"x\",", "its change is none of the position before it"),
        ("-999,", "its change is none of the position before it"),
        ("1.5,", "a change is a list of numbers and texts"),
        ("[],", "a change is a list of numbers and texts"),
        ("\"x\",", "the chain breaks"),
    ] {
        let told = refused(&format!("{before}\"change\":[{steps}{after}"), limits);
        assert!(told.starts_with(&format!("line {line}: ")) && told.contains(said), "{told}");
    }
    let both = format!("{before}\"position\":\"x\",\"change\":[{after}");
    let told = refused(&both, limits);
    assert!(told.contains("the field \"change\" does not belong here"), "{told}");
    // In the first version there are none.
    let first =
        examples::tic_tac_toe().replacen("\"position\":\".../.x./...\"", "\"change\":[]", 1);
    let told = refused(&first, limits);
    assert!(told.starts_with("line 2: ") && told.contains("as version 1 never does"), "{told}");
}

#[test]
fn positions_do_not_grow_without_end() {
    let header = Header { format: 2, ..examples::header().clone() };
    for form in [Form::Lines, Form::Compact] {
        let mut writer = Writer::begin(Vec::new(), form, &header).unwrap();
        for frame in 1..6 {
            let position = (0..40 * frame).map(|word| format!("{word} ")).collect();
            writer
                .write(&Entry::Act {
                    by: By::Chance,
                    action: "grow".to_owned(),
                    reversibility: Reversibility::Reversible,
                    then: Then::Frame { digest: Digest(frame), position: Some(position) },
                })
                .unwrap();
        }
        let bytes = writer.into_inner();
        // None of the entries is as long as the position becomes.
        let limits = ReadLimits { entry: 400, ..ReadLimits::default() };
        let mut reader = Reader::open_with(&bytes[..], limits).unwrap();
        let error = loop {
            match reader.next_entry() {
                Ok(entry) => assert!(entry.is_some(), "it grows too far"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.place.entry, 5);
        assert!(matches!(error.kind, ReadErrorKind::TooLong { limit: 400 }), "{error}");
        assert_eq!(positions(&bytes).len(), 5);
    }
}
