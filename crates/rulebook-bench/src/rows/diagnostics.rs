//! `diagnostics`: what it costs to be told why.
//!
//! The book is that of `strategies` with FirstWins: three rules that skip and
//! one that matches. An observer hears of every notice; `explain` makes the
//! whole explanation as data, for the action that is submitted next.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Detail, Notice, Observer};

use super::dispatch::rulebook::Counting;
use super::dispatch::{Counter, Counts, check, contestant};
use super::strategies::{book, start};
use crate::goal::Goal;
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::peers::Maker;

const WORK: &str = "one action, told why";

/// Counts what it is told.
struct Listener {
    notices: u64,
    detail: Detail,
}

impl Observer<Counting<()>> for Listener {
    fn notice(&mut self, notice: &Notice<'_, Counting<()>>) {
        black_box(notice);
        self.notices += 1;
    }

    fn detail(&self) -> Detail {
        self.detail
    }
}

/// Counts, and has every action explained before it is submitted.
struct Explained(Session<Counting<()>>);

impl Counts for Explained {
    fn add(&mut self, amount: u64) {
        let explanation = self.0.explain(Seat(0), &amount).expect("the session can be used");
        assert_eq!(black_box(&explanation).rules.len(), 4);
        self.0.add(amount);
    }

    fn cut(&mut self) {
        self.0.cut();
    }

    fn counter(&self) -> Counter {
        self.0.counter()
    }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let plain = key("rulebook, plain");
    let outcomes = key("rulebook, observer of outcomes");
    let decisions = key("rulebook, observer of decisions");
    let explained = key("rulebook, explained first");
    let fresh = || {
        let book = book(Strategy::FirstWins);
        move || start(&book)
    };
    let observed = |key: Key, detail| {
        let fresh = fresh();
        contestant(WORK, key.name, Maker::Ours, move || {
            let mut game = fresh();
            game.observe(Listener { notices: 0, detail });
            game
        })
    };
    let first = fresh();
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(WORK, plain.name, Maker::Ours, fresh()),
            observed(outcomes, Detail::Outcomes),
            observed(decisions, Detail::Decisions),
            contestant(WORK, explained.name, Maker::Ours, move || Explained(first())),
        ],
        missing: Vec::new(),
        goals: [outcomes, decisions, explained]
            .map(|ours| Goal::at_most(ours, 2.0, plain))
            .to_vec(),
        check: Box::new(check),
        verify_ops: 100,
    }
}
