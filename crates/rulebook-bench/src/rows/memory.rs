//! `memory`: what sessions, books and long games keep, counted by the allocator.
//!
//! Heap bytes, with the room that lists have beyond what is in them. A session
//! counts with its own size, because it lies in a list of sessions. The peak of a
//! game with bounded history is what was alive at once, at the worst moment.

use rulebook::prelude::*;
use rulebook::{History, Passes, Recovery, SessionOptions};
use rulebook_games::chess::{self, Chess};

use super::dispatch::{self, Counter, Counts, amount};
use super::rules::game::Shape;
use super::rules::{HandIndex, Plays as _, rulebook as cards};
use crate::goal::{Goal, Limit};
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

/// A build without optimisation would count for minutes to no purpose.
const IS_SHORT: bool = cfg!(debug_assertions);
const MANY: u64 = if IS_SHORT { 1_000 } else { 100_000 };
const LONG: u64 = if IS_SHORT { 10_000 } else { 1_000_000 };
const SHORT: u64 = 10_000;
const KEPT: usize = 100;

const FRESH: &str = "one of 100,000 sessions, 16-byte state";
const STARTED: &str = "one of 100,000 sessions, ten actions made";
const CHESS: &str = "one of 100,000 games of chess, ten moves made";
const RULE: &str = "one of 100,000 rules in a book";
const PEAK_SHORT: &str = "peak in a game of 10,000 actions, 100 kept";
const PEAK_LONG: &str = "peak in a game of 1,000,000 actions, 100 kept";

/// Nobody asked for so much or so little; but it may not creep.
const CEILING: &str = "a ceiling of our own";

const OURS: &str = "rulebook";
const CATS: &str = "herdingcats";

/// So many of something at once: what is asserted of them is summed up.
fn many<T>(
    work: &'static str,
    (name, maker): (&'static str, Maker),
    make: impl Fn() -> T + 'static,
    look: impl Fn(&T) -> u64 + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let all: Vec<T> = meter.keep(|| {
            let mut all = Vec::with_capacity(job.ops as usize);
            all.extend((0..job.ops).map(|_| make()));
            all
        });
        let sum = all.iter().map(&look).sum();
        Answer { work: job.ops, facts: vec![("of", job.ops), ("sum", sum)] }
    })
    .always(MANY)
}

fn counters<C: Counts + 'static>(
    (work, actions): (&'static str, u64),
    who: (&'static str, Maker),
    make: impl Fn() -> C + 'static,
) -> Contestant {
    let made = move || {
        let mut counts = make();
        (0..actions).for_each(|n| counts.add(amount(n)));
        counts
    };
    many(work, who, made, |counts| counts.counter().total)
}

/// Sessions of one book, and what others have in their place.
fn sessions(work: (&'static str, u64)) -> [Contestant; 3] {
    let ours = dispatch::rulebook::session::<()>(Recovery::Revert, History::All);
    let hand = dispatch::hand::WithUndoLog::default;
    [
        counters(work, (OURS, Maker::Ours), ours),
        counters(work, ("with undo log", Maker::Hand), hand),
        counters(work, (CATS, Maker::Peer(HERDINGCATS)), dispatch::herdingcats::engine::<()>),
    ]
}

/// Games of chess: a knight goes out and home.
fn games() -> Contestant {
    let book = chess::book();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "e2e4", "e7e5"];
    let moves = moves.map(|text| chess::parse(text).expect("it is a move"));
    let make = move || -> Session<Chess> {
        let mut game = book.start(chess::setup(), Seed(1)).expect("chess can start");
        for made in &moves {
            let by = game.turn().expect("somebody is to move");
            let outcome = game.submit(by, *made);
            assert!(matches!(outcome, Ok(Outcome::Committed(_))), "rulebook refused a move");
        }
        game
    };
    many(CHESS, (OURS, Maker::Ours), make, Session::number)
}

/// A book, or an index of the same rules by hand.
fn book<T>(
    (name, maker): (&'static str, Maker),
    make: impl Fn(usize) -> T + 'static,
    rules: impl Fn(&T) -> usize + 'static,
) -> Contestant {
    Contestant::new(RULE, name, maker, move |job: &Job, meter: &mut Meter| {
        let book = meter.keep(|| make(job.ops as usize));
        let facts = vec![("of", job.ops), ("sum", rules(&book) as u64)];
        Answer { work: job.ops, facts }
    })
    .always(MANY)
}

/// The peak of a game of so many actions.
fn peak(work: &'static str, actions: u64) -> Contestant {
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(KEPT),
        ..SessionOptions::default()
    };
    let book = dispatch::rulebook::book::<()>();
    Contestant::new(work, OURS, Maker::Ours, move |_: &Job, meter: &mut Meter| {
        let total = meter.peak(|| {
            let game = book.start_with(Counter::default(), Seed(1), options);
            let mut game = game.expect("a counter can start");
            (0..actions).for_each(|n| game.add(amount(n)));
            game.counter().total
        });
        Answer { work: 1, facts: vec![("actions", actions), ("total", total)] }
    })
    .always(1)
}

/// What is known of each in closed form.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let total = |actions: u64| actions / 8 * 36 + (0..actions % 8).map(amount).sum::<u64>();
    let right = match answer.facts[..] {
        [("of", of), ("sum", sum)] => {
            let each = [0, 1, 10, total(10)];
            of == job.ops && each.iter().any(|each| sum == of * each)
        }
        [("actions", actions), ("total", sum)] => sum == total(actions),
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("{answer} cannot be")) }
}

pub(crate) fn race() -> Race {
    let key = |work| Key { work, name: OURS };
    let at_most = |work, cost, why| Goal { ours: key(work), limit: Limit::AtMost { cost, why } };
    let ours = |rules| cards::book(Shape::Keyed, rules, Passes::all());
    let mut contestants = Vec::new();
    contestants.extend(sessions((FRESH, 0)));
    contestants.extend(sessions((STARTED, 10)));
    contestants.push(games());
    contestants.push(book((OURS, Maker::Ours), ours, |book| book.rules().count()));
    let index = |rules| (HandIndex::new(Shape::Keyed, rules), rules);
    contestants.push(book(("index", Maker::Hand), index, |(_, rules)| *rules));
    contestants.push(peak(PEAK_SHORT, SHORT));
    contestants.push(peak(PEAK_LONG, LONG));
    Race {
        unit: Unit::Bytes,
        sizing: Sizing::Fixed(1),
        contestants,
        missing: Vec::new(),
        goals: vec![
            at_most(FRESH, 4096.0, CEILING),
            at_most(STARTED, 4096.0, CEILING),
            at_most(CHESS, 8192.0, CEILING),
            at_most(RULE, 2048.0, CEILING),
            Goal::at_most(key(PEAK_LONG), 1.0, key(PEAK_SHORT)),
        ],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 10,
    }
}
