//! Backgammon: positions, plays and their parts, and the ids of GNU Backgammon.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use rulebook_games::backgammon::board::{
    Expected, GnuId, Layout, MatchId, MatchInfo, Place, Play, PlayTextError, Position, PositionId,
    PositionTextError, Roll, Side, Step, TextError, Written, is_play, plays,
};

use crate::{Count, Dice, Mutator, times};

const POSITIONS: [&str; 4] = [
    "white 24(2) 13(5) 8(3) 6(5), black 24(2) 13(5) 8(3) 6(5)",
    "white bar(2) 5(12) off, black bar 6(2) off(12)",
    "white 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3), black bar 6(14)",
    "white off(15), black 1(15)",
];
const PLACE_WORDS: [&str; 22] = [
    "bar", "off", "1", "2", "6", "12", "24", "25", "0", "(2)", "(15)", "(99)", "(0)", "(", ")",
    " ", ", ", "/", "*", "white", "black", "no play",
];
const PLAYS: [&str; 9] = [
    "8/5 6/5",
    "24/18*/13",
    "bar/22(2) 13/10(2)",
    "6/off(2)",
    "13/10/7/4 13/10",
    "bar/20/15/10/5",
    "24/20*/16*(2)",
    "no play",
    "24/18 13/11",
];
const IDS: [&str; 4] = ["4HPwATDgc/ABMA", "4FfwATCKT/ABMA", "ik/wATDgV/ABMA", "AAAAAAAAAAAAAA"];
const MATCHES: [&str; 3] = ["cAkKAAAAAAAA", "QYkqASAAIAAA", "MAEAAAAAAAAA"];
const BOTH: [&str; 2] = ["4HPwATDgc/ABMA:cAkKAAAAAAAA", "4FfwATCKT/ABMA:QYkqASAAIAAA"];
const ID_WORDS: [&str; 12] = ["A", "B", "/", "+", "4", "z", "9", ":", "=", "-", " ", "AAAA"];

/// The place, which is counted in characters, is in the text.
fn is_inside(text: &str, error: &TextError) -> bool {
    error.text() == text && error.at() <= text.chars().count()
}

/// Tries broken texts on one parser; what is read is written and read again.
fn round_trips<T>(seed: u64, seeds: &[&str], words: &[&str]) -> Vec<(String, T)>
where
    T: FromStr<Err = TextError> + Display + PartialEq + Debug,
{
    let (mut dice, mut count, tried) = (Dice(seed), Count::default(), times(10_000));
    let broken = Mutator { seeds, words };
    let mut read = Vec::new();
    for _ in 0..tried {
        let text = broken.text(&mut dice);
        let Some(value) = count.of(text.parse::<T>(), |error| is_inside(&text, error)) else {
            continue;
        };
        let written = value.to_string();
        assert_eq!(written.parse::<T>().as_ref(), Ok(&value), "{text:?} is {written:?}");
        read.push((text, value));
    }
    count.check(tried);
    read
}

#[test]
fn layouts_and_positions() {
    let mut legal = 0;
    for (text, layout) in round_trips::<Layout>(1, &POSITIONS, &PLACE_WORDS) {
        match (text.parse::<Position>(), layout.check()) {
            (Ok(read), Ok(checked)) => {
                assert_eq!(read, checked);
                assert_eq!(read.to_string().parse(), Ok(read));
                legal += 1;
            }
            (Err(PositionTextError::Impossible(problems)), Err(checked)) => {
                assert_eq!(problems, checked);
                assert!(!problems.problems().is_empty());
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
    assert!(legal > times(100), "only {legal}");
}

#[test]
fn places_steps_and_rolls() {
    round_trips::<Place>(2, &["bar", "24", "1", "off", "10"], &PLACE_WORDS);
    round_trips::<Step>(3, &["24/18", "bar/22*", "6/off", "8/5"], &PLACE_WORDS);
    round_trips::<Roll>(4, &["31", "66", "12"], &["1", "2", "6", "7", "0", "-", " "]);
}

#[test]
fn plays_by_themselves() {
    for (text, play) in round_trips::<Play>(5, &PLAYS, &PLACE_WORDS) {
        let written: Written = play.brief().parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(written.to_string(), play.brief(), "{text:?}");
    }
}

#[test]
fn plays_as_people_write_them() {
    let roll = |text: &str| text.parse::<Roll>().unwrap();
    let scenes: Vec<(Position, Roll)> = [
        (POSITIONS[0], "31"),
        (POSITIONS[0], "66"),
        (POSITIONS[1], "53"),
        (POSITIONS[2], "65"),
        (POSITIONS[2], "22"),
    ]
    .map(|(position, dice)| (position.parse().unwrap(), roll(dice)))
    .to_vec();
    let mut legal: Vec<String> = PLAYS.map(str::to_owned).to_vec();
    for (position, roll) in &scenes {
        legal.extend(plays(position, Side::White, *roll).into_iter().map(Play::brief));
    }
    let seeds: Vec<&str> = legal.iter().map(String::as_str).collect();
    let (mut dice, mut count, tried) = (Dice(6), Count::default(), times(10_000));
    let broken = Mutator { seeds: &seeds, words: &PLACE_WORDS };
    for round in 0..tried {
        let text = broken.text(&mut dice);
        let (position, roll) = &scenes[round % scenes.len()];
        let read = count.of(Play::read(&text, position, Side::White, *roll), |error| match error {
            PlayTextError::Unreadable(error) => is_inside(&text, error),
            PlayTextError::NotLegal { text: refused } => *refused == text,
        });
        let Some(play) = read else { continue };
        let none = play == Play::NONE && plays(position, Side::White, *roll).is_empty();
        assert!(none || is_play(position, Side::White, *roll, play), "{text:?}");
        assert_eq!(Play::read(&play.brief(), position, Side::White, *roll), Ok(play), "{text:?}");
    }
    count.check(tried);
}

#[test]
fn ids_of_positions() {
    let mut legal = 0;
    for (text, id) in round_trips::<PositionId>(7, &IDS, &ID_WORDS) {
        for side in Side::ALL {
            match id.position(side) {
                Ok(position) => {
                    legal += 1;
                    // Bits after the last checker are all that may differ.
                    assert_eq!(PositionId::of(&position, side), id, "{text:?}");
                }
                Err(problem) => assert!(!problem.to_string().is_empty()),
            }
        }
    }
    assert!(legal > times(100), "only {legal}");
}

#[test]
fn ids_of_matches() {
    let mut legal = 0;
    for (text, id) in round_trips::<MatchId>(8, &MATCHES, &ID_WORDS) {
        match id.info() {
            Ok(info) => {
                legal += 1;
                let again = info.id().unwrap_or_else(|problems| panic!("{text:?}: {problems}"));
                let in_order = |roll: Roll| Roll::new(roll.high(), roll.low());
                let dice = info.dice.and_then(in_order);
                assert_eq!(again.info(), Ok(MatchInfo { dice, ..info }), "{text:?}");
            }
            Err(problems) => assert!(!problems.problems().is_empty(), "{text:?}"),
        }
    }
    assert!(legal > times(100), "only {legal}");
}

/// How much of a text can be the beginning of ids with a colon between them.
fn beginning_of_ids(text: &str) -> usize {
    let is_right = |(at, letter): &(usize, char)| match at {
        0..14 | 15..27 => letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/'),
        14 => *letter == ':',
        _ => false,
    };
    text.chars().enumerate().take_while(is_right).count()
}

/// The error points at the first character that is wrong; only that an id says
/// more than it can is seen at its last one.
#[test]
fn ids_of_both_are_refused_at_the_first_wrong_character() {
    let (mut dice, mut refused) = (Dice(10), 0);
    let broken = Mutator { seeds: &BOTH, words: &ID_WORDS };
    for _ in 0..times(10_000) {
        let text = broken.text(&mut dice);
        let Err(error) = text.parse::<GnuId>() else { continue };
        let right = beginning_of_ids(&text);
        let is_last = error.expected() == Expected::IdEnd && [13, 26].contains(&error.at());
        assert!(error.at() == right || is_last && error.at() < right, "{text:?}: {error}");
        refused += 1;
    }
    assert!(refused > times(1_000), "only {refused}");
}

#[test]
fn ids_of_both() {
    for (_, id) in round_trips::<GnuId>(9, &BOTH, &ID_WORDS) {
        assert_eq!(id.to_string(), format!("{}:{}", id.position, id.game));
    }
}
