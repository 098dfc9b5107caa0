//! `players`: one action at a table of two and of 62, which is as many as there
//! can be.
//!
//! Each player in turn gives a coin to the next. Ours is a whole turn: whose it
//! is, what is legal, and the action played; by hand, the change and an entry in
//! an undo log.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{History, Legal, Recovery, SessionOptions};

use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::Maker;
use crate::rows::ours::committed;

/// Players, and the works with so many.
const WORKS: [(usize, &str); 4] = [
    (2, "a turn among 2 players"),
    (8, "a turn among 8 players"),
    (24, "a turn among 24 players"),
    (62, "a turn among 62 players"),
];
/// Turns that can be taken back.
const KEPT: usize = 64;

const SUBMIT: &str = "rulebook, submit";
const LISTED: &str = "rulebook, listed and played";

struct Coins;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    purses: Vec<i64>,
    turn: Seat,
}

impl Table {
    fn new(players: usize) -> Self {
        Self { purses: vec![0; players], turn: Seat(0) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
struct Give;

#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    /// It is not your turn.
    NotYourTurn,
}

impl Game for Coins {
    type State = Table;
    type Action = Give;
    type Event = Give;
    type Trace = ();
    type Reason = Why;

    fn apply(table: &mut Table, _: &Give) {
        let next = table.turn.next(table.purses.len());
        table.purses[table.turn.index()] -= 1;
        table.purses[next.index()] += 2;
        table.turn = next;
    }

    fn seats(table: &Table) -> usize {
        table.purses.len()
    }

    fn active(table: &Table) -> Actors {
        Actors::only(table.turn)
    }
}

impl Revert for Coins {
    fn revert(table: &mut Table, _: &Give, (): &()) {
        let players = table.purses.len();
        table.purses[table.turn.index()] -= 2;
        table.turn = Seat(((table.turn.index() + players - 1) % players) as u8);
        table.purses[table.turn.index()] += 1;
    }
}

fn session(players: usize) -> impl Fn() -> Session<Coins> {
    let book = Book::<Coins>::builder("coins")
        .reverts()
        .only_active("it is your turn", Why::NotYourTurn)
        .rule("give", |rule| rule.candidates(|offer| offer.push(Give)).then(|cx, ()| [*cx.action]))
        .compile()
        .expect("the book of one rule has no mistakes");
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(KEPT),
        ..SessionOptions::default()
    };
    move || book.start_with(Table::new(players), Seed(1), options).expect("coins can start")
}

/// One who takes turns.
trait Turns {
    fn take(&mut self);
    fn purses(&self) -> &[i64];
}

struct Submits(Session<Coins>);

impl Turns for Submits {
    fn take(&mut self) {
        committed(self.0.submit(self.0.state().turn, black_box(Give)));
    }

    fn purses(&self) -> &[i64] {
        &self.0.state().purses
    }
}

struct Lists {
    game: Session<Coins>,
    legal: Vec<Legal<Coins>>,
}

impl Turns for Lists {
    fn take(&mut self) {
        let Self { game, legal } = self;
        for by in game.active().iter() {
            game.legal_into(by, legal).expect("legal actions can be listed");
        }
        let only = legal.pop().expect("somebody can act");
        assert!(legal.is_empty(), "there is one thing to do");
        committed(game.play(only));
    }

    fn purses(&self) -> &[i64] {
        &self.game.state().purses
    }
}

struct ByHand {
    table: Table,
    log: Vec<Seat>,
}

impl Turns for ByHand {
    fn take(&mut self) {
        let this = black_box(self);
        if this.log.len() == 2 * KEPT {
            this.log.drain(..KEPT);
        }
        this.log.push(this.table.turn);
        Coins::apply(&mut this.table, &Give);
    }

    fn purses(&self) -> &[i64] {
        &self.table.purses
    }
}

fn contestant<T: Turns>(
    work: &'static str,
    (name, maker): (&'static str, Maker),
    make: impl Fn() -> T + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut turns = make();
        meter.time(|| (0..job.ops).for_each(|_| turns.take()));
        let purses = turns.purses();
        let places = purses.iter().zip(1..).map(|(purse, place)| purse * place);
        let fingerprint = places.fold(0_i64, i64::wrapping_add).cast_unsigned();
        let coins = purses.iter().sum::<i64>().cast_unsigned();
        Answer { work: job.ops, facts: vec![("coins", coins), ("fingerprint", fingerprint)] }
    })
}

/// Each turn makes one coin.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    match answer.facts[0] {
        ("coins", coins) if coins == job.ops => Ok(()),
        _ => Err(format!("{answer}, expected {} coins", job.ops)),
    }
}

fn everyone((players, work): (usize, &'static str)) -> [Contestant; 3] {
    let (submits, lists) = (session(players), session(players));
    let lists = move || Lists { game: lists(), legal: Vec::new() };
    let hand = move || ByHand { table: Table::new(players), log: Vec::new() };
    [
        contestant(work, (SUBMIT, Maker::Ours), move || Submits(submits())),
        contestant(work, (LISTED, Maker::Ours), lists),
        contestant(work, ("with undo log", Maker::Hand), hand),
    ]
}

pub(crate) fn race() -> Race {
    let key = |(_, work), name| Key { work, name };
    let [few, .., many] = WORKS;
    let flat = |name| Goal::at_most(key(many, name), 1.5, key(few, name));
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: WORKS.into_iter().flat_map(everyone).collect(),
        missing: Vec::new(),
        goals: [SUBMIT, LISTED].map(flat).to_vec(),
        series: vec![Series { name: "a turn", of: "players", works: WORKS.into() }],
        check: Box::new(check),
        verify_ops: 500,
    }
}
