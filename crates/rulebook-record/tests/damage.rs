//! Whatever is done to a record, what is read of it is what was written, or a
//! beginning of it, and no replay accepts another game. Deterministic fuzzing.
#![cfg(feature = "games")]

mod common;

use common::{Plan, play, read, write};
use rulebook::prelude::*;
use rulebook::{Dice, History};
use rulebook_games::{Playable, Visit, games, visit};
use rulebook_record::{
    Breaks, Entry, Form, Header, Noted, ReadErrorKind, ReadLimits, Reader, Replay, ReplayError,
    ReplayOptions, Then,
};

/// How many times each record is damaged, in each way; more if RULEBOOK_FUZZ
/// says so.
fn times() -> u32 {
    let said = std::env::var("RULEBOOK_FUZZ").ok().and_then(|times| times.parse().ok());
    said.unwrap_or(25)
}

type Damage = fn(&mut Vec<u8>, &mut Dice);

const DAMAGES: &[(&str, Damage)] = &[
    ("a bit flipped", |bytes, dice| {
        let at = place(bytes, dice);
        bytes[at] ^= 1 << dice.below(8);
    }),
    ("a byte replaced", |bytes, dice| {
        let at = place(bytes, dice);
        bytes[at] = dice.below(256) as u8;
    }),
    ("a piece taken out", |bytes, dice| {
        let (from, to) = piece(bytes, dice);
        bytes.drain(from..to);
    }),
    ("a piece twice", |bytes, dice| {
        let (from, to) = piece(bytes, dice);
        let copy = bytes[from..to].to_vec();
        bytes.splice(to..to, copy);
    }),
    ("a piece elsewhere", |bytes, dice| {
        let (from, to) = piece(bytes, dice);
        let cut: Vec<u8> = bytes.drain(from..to).collect();
        let at = place(bytes, dice);
        bytes.splice(at..at, cut);
    }),
    ("noise put in", |bytes, dice| {
        let at = place(bytes, dice);
        let noise: Vec<u8> = (0..=dice.below(20)).map(|_| dice.below(256) as u8).collect();
        bytes.splice(at..at, noise);
    }),
    ("a digit changed", |bytes, dice| {
        let digits: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at].is_ascii_hexdigit()).collect();
        if let Some(&at) = dice.pick(&digits) {
            bytes[at] = b"0123456789abcdef"[dice.below(16) as usize];
        }
    }),
    ("cut", |bytes, dice| {
        let at = place(bytes, dice);
        bytes.truncate(at);
    }),
    ("a line taken out", |bytes, dice| lines(bytes, |lines| drop(lines.remove(some(lines, dice))))),
    ("a line twice", |bytes, dice| {
        lines(bytes, |lines| {
            let at = some(lines, dice);
            lines.insert(at, lines[at].clone());
        });
    }),
    ("two lines swapped", |bytes, dice| {
        lines(bytes, |lines| {
            let (one, other) = (some(lines, dice), some(lines, dice));
            lines.swap(one, other);
        });
    }),
    ("the front taken off", |bytes, dice| {
        let at = place(bytes, dice);
        bytes.drain(..at);
    }),
];

fn place(bytes: &[u8], dice: &mut Dice) -> usize {
    dice.below(bytes.len().max(1) as u32) as usize
}

fn piece(bytes: &[u8], dice: &mut Dice) -> (usize, usize) {
    let from = place(bytes, dice);
    (from, (from + 1 + dice.below(120) as usize).min(bytes.len()))
}

fn some(lines: &[Vec<u8>], dice: &mut Dice) -> usize {
    dice.below(lines.len() as u32) as usize
}

fn lines(bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    let mut all: Vec<Vec<u8>> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut all);
    *bytes = all.concat();
}

struct Fuzz;
impl Visit for Fuzz {
    type Out = ();
    fn visit<G: Playable>(self) {
        let book = G::book();
        for (seed, form) in [(0, Form::Lines), (1, Form::Compact)] {
            let whole = play::<G>(&Plan::of(seed, 25, form)).bytes;
            let (header, entries, _) = read(&whole);
            let mut dice = Dice::new(Seed(seed + 77));
            for (what, damage) in DAMAGES {
                for _ in 0..times() {
                    let mut bytes = whole.clone();
                    damage(&mut bytes, &mut dice);
                    check(
                        &book,
                        (&header, &entries),
                        &bytes,
                        &format!("{} {form:?} {what}", G::NAME),
                    );
                }
            }
        }
    }
}

/// What can be read is a beginning of what was written; the rest is an error
/// with its place, or the note that the record is cut off.
fn check<G: Playable>(
    book: &Book<G>,
    (header, entries): (&Header, &[Noted]),
    damaged: &[u8],
    what: &str,
) {
    let mut reader = match Reader::open(damaged) {
        Ok(reader) => reader,
        Err(error) => {
            assert_eq!(error.place.entry, 1, "{what}");
            assert!(error.to_string().ends_with('.'), "{what}: {error}");
            return;
        }
    };
    assert_eq!(reader.header(), header, "{what}");
    let mut at = 0;
    let ended = loop {
        match reader.next_entry() {
            Ok(Some(noted)) => {
                assert_eq!(Some(&noted.entry), entries.get(at).map(|noted| &noted.entry), "{what}");
                at += 1;
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    if let Some(error) = &ended {
        assert_eq!(error.place.entry, at as u64 + 2, "{what}: {error}");
    }
    check_past(book, damaged, ended.as_ref(), what);
    let replayed = Replay::<G, _>::open(book, damaged).and_then(|mut replay| replay.run());
    match (ended, replayed) {
        (None, Ok(played)) => assert_eq!(played.entries, at as u64 + 1, "{what}"),
        (Some(_), Err(ReplayError::Read(_))) => {}
        (ended, replayed) => panic!("{what}: {ended:?}, but {replayed:?}"),
    }
}

/// Whoever reads on where the chain breaks knows where that was; and nobody else
/// has a break.
fn check_past<G: Playable>(
    book: &Book<G>,
    damaged: &[u8],
    ended: Option<&rulebook_record::ReadError>,
    what: &str,
) {
    let options = ReplayOptions { breaks: Breaks::Note, ..ReplayOptions::default() };
    let mut replay = match Replay::<G, _>::open_with(book, damaged, options) {
        Ok(replay) => replay,
        Err(error) => panic!("{what}: the header is whole, but {error}"),
    };
    let played = replay.run();
    let chain = ended.filter(|error| matches!(error.kind, ReadErrorKind::Chain { .. }));
    assert_eq!(replay.first_break().map(|it| it.place), chain.map(|it| it.place), "{what}");
    if let (Some(error), Ok(_)) = (ended, &played) {
        assert!(chain.is_some(), "{what}: {error}, and nobody says so");
    }
}

#[test]
fn no_damage_makes_another_game_of_a_record() {
    for game in games() {
        visit(game.name(), Fuzz).expect("it can be visited");
    }
}

#[test]
fn noise_is_no_record() {
    let mut dice = Dice::new(Seed(9));
    for _ in 0..2000 {
        let mut noise: Vec<u8> = (0..dice.below(200)).map(|_| dice.below(256) as u8).collect();
        match dice.below(4) {
            0 => drop(noise.splice(..0, *b"\x93RBR\r\n\x1a\n\x01")),
            1 => drop(noise.splice(..0, *b"{\"rulebook\":1,")),
            _ => {}
        }
        assert!(Reader::open(&noise[..]).is_err());
    }
}

/// Whoever edits a record and mends its chain is found by the replay.
struct Forge;
impl Visit for Forge {
    type Out = ();
    fn visit<G: Playable>(self) {
        let (book, mut dice) = (G::book(), Dice::new(Seed(5)));
        for form in [Form::Lines, Form::Compact] {
            let mut plan = Plan::of(4, 30, form);
            plan.history = History::All;
            let (header, noted, _) = read(&play::<G>(&plan).bytes);
            let entries: Vec<Entry> = noted.into_iter().map(|noted| noted.entry).collect();
            for at in 0..entries.len() {
                let mut forged = entries.clone();
                if !forge(&mut forged[at], &mut dice) {
                    continue;
                }
                let bytes = write(&header, &forged, form);
                let error = Replay::<G, _>::open(&book, &bytes[..])
                    .and_then(|mut replay| replay.run())
                    .expect_err("a forged record is found out");
                let place = error.place().expect("it is said where");
                assert_eq!(place.entry, at as u64 + 2, "{} {}: {error}", G::NAME, forged[at]);
            }
        }
    }
}

/// Changes what came of an entry.
fn forge(entry: &mut Entry, dice: &mut Dice) -> bool {
    let bit = 1 << dice.below(64);
    match entry {
        Entry::Act { then: Then::Frame { digest, .. }, .. }
        | Entry::Answer { then: Then::Frame { digest, .. }, .. }
        | Entry::Rewind { digest, .. }
        | Entry::Enable { digest, .. }
        | Entry::Disable { digest, .. } => digest.0 ^= bit,
        Entry::Act { then: Then::Asks { asked, .. }, .. }
        | Entry::Answer { then: Then::Asks { asked, .. }, .. } => asked.0 ^= bit,
        Entry::Acts { acts, .. } => acts[1].digest.0 ^= bit,
        Entry::End { scores } => scores[0] += 1,
        Entry::Act { .. } | Entry::Answer { .. } | Entry::Withdraw => return false,
    }
    true
}

#[test]
fn a_forged_record_is_found_at_the_forged_entry() {
    for game in games() {
        visit(game.name(), Forge).expect("it can be visited");
    }
}

fn chess(steps: u32, form: Form) -> Vec<u8> {
    play::<rulebook_games::chess::Chess>(&Plan::of(0, steps, form)).bytes
}

#[test]
fn a_record_of_another_format_is_told_so() {
    let text = String::from_utf8(chess(3, Form::Lines)).unwrap();
    let newer = text.replacen("{\"rulebook\":1,", "{\"rulebook\":3,\"new\":[],", 1);
    let error = Reader::open(newer.as_bytes()).unwrap_err();
    assert!(matches!(error.kind, ReadErrorKind::OtherFormat { found: 3 }));
    assert!(error.to_string().contains("version 3 of the record format"), "{error}");
    let none = text.replacen("{\"rulebook\":1,", "{\"rulebook\":0,", 1);
    let error = Reader::open(none.as_bytes()).unwrap_err();
    assert!(matches!(error.kind, ReadErrorKind::OtherFormat { found: 0 }));
    let mut compact = chess(3, Form::Compact);
    compact[8] = 7;
    let error = Reader::open(&compact[..]).unwrap_err();
    assert!(matches!(error.kind, ReadErrorKind::OtherFormat { found: 7 }), "{error}");
}

#[test]
fn a_gigantic_line_is_given_up_at_the_limit() {
    let mut text = chess(3, Form::Lines);
    text.extend(b"{\"act\":\"");
    text.resize(text.len() + (3 << 20), b'x');
    let mut reader = Reader::open(&text[..]).unwrap();
    let error = loop {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the line is too long"),
            Err(error) => break error,
        }
    };
    assert!(matches!(error.kind, ReadErrorKind::TooLong { .. }), "{error}");
    let mut compact = chess(3, Form::Compact);
    compact.extend([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3]);
    let mut reader = Reader::open(&compact[..]).unwrap();
    let error = loop {
        match reader.next_entry() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the block is too long"),
            Err(error) => break error,
        }
    };
    assert!(error.to_string().contains("longer than 1048576 bytes"), "{error}");
}

#[test]
fn a_record_without_end_is_given_up_at_the_limit() {
    let text = chess(20, Form::Lines);
    let limits = ReadLimits { entries: 10, ..ReadLimits::default() };
    let mut reader = Reader::open_with(&text[..], limits).unwrap();
    let mut read = 1;
    let error = loop {
        match reader.next_entry() {
            Ok(Some(_)) => read += 1,
            Ok(None) => panic!("there are more than ten"),
            Err(error) => break error,
        }
    };
    assert_eq!(read, 10);
    assert!(matches!(error.kind, ReadErrorKind::TooMany { limit: 10 }), "{error}");
}

#[test]
fn an_edited_line_says_what_is_wrong_with_it() {
    let text = String::from_utf8(chess(3, Form::Lines)).unwrap();
    let wrong = |from: &str, to: &str| {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text);
        let mut reader = Reader::open(edited.as_bytes()).unwrap();
        let error = loop {
            match reader.next_entry() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{to} is accepted"),
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.starts_with("line 2: "), "{error}");
        error
    };
    assert!(wrong("\"frame\":1", "\"frame\":9").contains("it says frame 9, but"));
    assert!(wrong("\"by\":0", "\"by\":1").contains("the chain breaks"));
    assert!(wrong("\"by\":0", "\"by\":\"nobody\"").contains("a seat's number"));
    assert!(wrong("\"by\":0,", "").contains("the field \"by\" is missing"));
    assert!(wrong("{\"act\"", "{\"act\":\"x\",\"act\"").contains("\"act\" is there twice"));
    assert!(wrong("{\"act\"", "{\"mood\":1,\"act\"").contains("nobody knows the field \"mood\""));
    assert!(wrong("{\"act\"", "{\"end\":[1],\"act\"").contains("\"end\" does not belong here"));
    assert!(wrong("{\"act\"", "{\"act").contains("it is damaged"));
    assert!(wrong("\"frame\":1,", "").contains("it says no frame"));
}
