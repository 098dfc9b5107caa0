//! `parity`: what it costs to have actions also decided by the reference
//! interpreter, and everything compared.
//!
//! Reported, without a goal: parity is for tests. It copies the game up to three times
//! and asks every rule, so it grows with the book and with the state.

use std::num::NonZeroU32;

use rulebook::prelude::*;
use rulebook::{Parity, Passes, SessionOptions};

use super::dispatch::{Counter, SINCE_THE_CUT, contestant};
use super::rules::game::Shape;
use super::rules::{self, rulebook::Cards};
use super::strategies::book;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Race, Sizing, Unit};
use crate::peers::Maker;

const FEW: &str = "one action, one of four rules matches";
const MANY: &str = "one action, one of 1,000 rules matches";

const ONE_IN_100: Parity = Parity::OneIn(NonZeroU32::new(100).unwrap());

const MODES: [(&str, Parity); 3] = [
    ("rulebook, off", Parity::Off),
    ("rulebook, one action in 100", ONE_IN_100),
    ("rulebook, every action", Parity::Every),
];

fn of_few((name, parity): (&'static str, Parity)) -> Contestant {
    let book = book(Strategy::FirstWins);
    let options = SessionOptions { history: SINCE_THE_CUT, parity, ..SessionOptions::default() };
    contestant(FEW, name, Maker::Ours, move || {
        book.start_with(Counter::default(), Seed(1), options).expect("a counter can start")
    })
}

fn of_many((name, parity): (&'static str, Parity)) -> Contestant {
    const RULES: usize = 1_000;
    let mut book: Option<Book<Cards>> = None;
    let (shape, walk) = (Shape::Keyed, rules::game::Walk::InPlay);
    Contestant::new(MANY, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let book = book.get_or_insert_with(|| rules::rulebook::book(shape, RULES, Passes::all()));
        let mut game = rules::rulebook::start_with(book, parity);
        meter.time(|| {
            for n in 0..job.ops {
                let outcome = game.submit(Seat(0), shape.action(walk, n, RULES));
                assert!(matches!(outcome, Ok(Outcome::Committed(_))), "{outcome:?}");
            }
        });
        rules::played(game.state(), job.ops, RULES)
    })
}

/// Each work knows what its answer must be.
fn check() -> impl Fn(&Job, &Answer) -> Result<(), String> {
    let check_cards = rules::check();
    move |job, answer| match answer.facts.last() {
        Some(("rules", _)) => check_cards(job, answer),
        _ => super::dispatch::check(job, answer),
    }
}

pub(crate) fn race() -> Race {
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: MODES.map(of_few).into_iter().chain(MODES.map(of_many)).collect(),
        missing: Vec::new(),
        goals: Vec::new(),
        series: Vec::new(),
        check: Box::new(check()),
        verify_ops: 250,
    }
}
