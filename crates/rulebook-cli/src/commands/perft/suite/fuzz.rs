//! Broken suites, thousands of them, the same in every run: whatever comes in,
//! nothing panics, what is refused is named by its line in few words, and what
//! is read can be written and read again.

use std::fmt::Write;

use rulebook::{Dice, Seed};

use super::{Form, Suite};
use crate::failure::Failure;

const NAME: &str = "suite";
const TRIED: usize = 20_000;

const POSITIONS: [&str; 3] = [
    "# remark\n8/8 w - - 0 1 ;D1 20 ;D2 400\n\n4k3/8 b - - 0 1;D6 7;\n",
    "8/8 w - - 0 1 ; D1\t20 ; D3   8902\r\n8/8 w - - 0 1 ;D1 1",
    "\u{feff}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865609\n",
];
const TABLES: [&str; 4] = [
    "# remark\ndepth,nodes\n1,7\n2,49\n",
    "position,depth,nodes\r\nx.o/.../...,1,7\r\n4HPwATDgc/ABMA, white to play 31,1,16\r\n",
    "position_id,dice,gnubg_plays,openspiel_finals\n4HPwATDgc/ABMA,63,14,14\n",
    "\u{feff}depth , nodes\n 1 , 7 \n",
];
const WORDS: [&str; 28] = [
    ";",
    ";D1 20",
    ";D",
    "D",
    "D0 1",
    ";D99 1",
    ";D100 1",
    ",",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\t",
    "#",
    "0",
    "7",
    "-1",
    "+1",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "é",
    "🎲",
    "\0",
    "\u{feff}",
    "depth,nodes\n",
    "\u{a0}",
];

/// A suite with a few things changed, or one that is not changed.
fn broken(seeds: &[&str], dice: &mut Dice) -> String {
    let mut letters: Vec<char> = seeds[dice.below(seeds.len() as u32) as usize].chars().collect();
    for _ in 0..dice.below(5) {
        let at = dice.below(letters.len() as u32 + 1) as usize;
        let end = (at + dice.below(6) as usize).min(letters.len());
        let word = WORDS[dice.below(WORDS.len() as u32) as usize];
        match dice.below(5) {
            0 => drop(letters.splice(at..at, word.chars())),
            1 => drop(letters.splice(at..end, word.chars())),
            2 => drop(letters.drain(at..end)),
            3 => drop(letters.splice(at..at, letters[at..end].to_vec())),
            _ => letters.truncate(at),
        }
    }
    letters.into_iter().collect()
}

/// The suite again, as this form writes it.
fn written(suite: &Suite, form: Form) -> String {
    let mut text = String::new();
    if form == Form::Table {
        let heading = match suite.cases[0].position {
            Some(_) => "position,depth,nodes\n",
            None => "depth,nodes\n",
        };
        text.push_str(heading);
    }
    for case in &suite.cases {
        let (position, depth, nodes) = (case.position.as_deref(), case.depth, case.nodes);
        let line = match (form, position) {
            (Form::Positions, position) => {
                format!("{} ;D{depth} {nodes}", position.unwrap_or_default())
            }
            (Form::Table, Some(position)) => format!("{position},{depth},{nodes}"),
            (Form::Table, None) => format!("{depth},{nodes}"),
        };
        writeln!(text, "{line}").expect("a text has room");
    }
    text
}

/// What is read is inside the text; what is refused is named in few words.
fn check(form: Form, text: &str) -> bool {
    let lines = text.lines().count();
    match Suite::of(NAME.to_owned(), form, text.as_bytes()) {
        Ok(suite) => {
            assert!(suite.cases.iter().all(|case| (1..=lines).contains(&case.line)), "{text:?}");
            assert!(suite.cases.is_sorted_by_key(|case| case.line), "{text:?}");
            let again = written(&suite, form);
            // A position that looks like a remark is one when it comes first.
            if !again.lines().any(|line| line.starts_with(['#', '\u{feff}'])) {
                let again = Suite::of(NAME.to_owned(), form, again.as_bytes()).expect(text);
                let said = |suite: &Suite| {
                    let cases = suite.cases.iter();
                    let said = cases.map(|case| (case.position.clone(), case.depth, case.nodes));
                    said.collect::<Vec<_>>()
                };
                assert_eq!(said(&again), said(&suite), "{text:?}");
            }
            true
        }
        Err(Failure::Usage(why)) => {
            assert!(why.chars().count() < 1_000, "{why}");
            let line = why.strip_prefix("suite:").and_then(|rest| rest.split_once(": "));
            match line.and_then(|(line, _)| line.parse::<usize>().ok()) {
                Some(line) => assert!((1..=lines).contains(&line), "{text:?}: {why}"),
                None => assert!(why.contains("has no counts in it"), "{text:?}: {why}"),
            }
            false
        }
        Err(other) => panic!("{text:?}: {other}"),
    }
}

#[test]
fn whatever_is_in_a_suite_it_is_read_or_refused_at_its_line() {
    for (form, seeds) in [(Form::Positions, &POSITIONS[..]), (Form::Table, &TABLES[..])] {
        let mut dice = Dice::new(Seed(1));
        let read = (0..TRIED).filter(|_| check(form, &broken(seeds, &mut dice))).count();
        // Enough of both: otherwise little was tried.
        assert!(read > TRIED / 20 && read < TRIED * 19 / 20, "{form:?}: {read} of {TRIED}");
    }
}

#[test]
fn long_lines_and_many_lines_are_read_or_refused_in_few_words() {
    let long = "8".repeat(1_000_000);
    for text in [
        long.clone(),
        format!("{long} ;D1 20"),
        format!("8/8 w ;{long}"),
        format!("8/8 w ;D1 {long}"),
        format!("depth,nodes\n1,{long}\n"),
        format!("{long}\n1,1\n"),
        "8/8 w - - 0 1 ;D1 1\n".repeat(50_000),
        format!("8/8 w{}", " ;D1 1".repeat(100_000)),
        String::new(),
        "\u{feff}".to_owned(),
        "\r\n\r\n".to_owned(),
    ] {
        for form in [Form::Positions, Form::Table] {
            check(form, &text);
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for bytes in [&[0xFF, 0xFE, 0x00][..], &[b'8', 0xC3], &[0xED, 0xA0, 0x80]] {
        for form in [Form::Positions, Form::Table] {
            let refused = Suite::of(NAME.to_owned(), form, bytes).expect_err("no text");
            assert!(refused.to_string().contains("is no text in UTF-8"), "{refused}");
        }
    }
}

#[test]
fn an_empty_suite_has_no_counts() {
    for text in ["", "\n", "# remark\n", "\u{feff}"] {
        let refused = Suite::of(NAME.to_owned(), Form::Positions, text.as_bytes());
        let refused = refused.expect_err("nothing is in it");
        assert_eq!(refused.to_string(), "the suite suite has no counts in it.");
    }
}
