//! `strategies`: each conflict strategy where exactly one of four rules matches,
//! against FirstWins.
//!
//! The rule that matches stands where its strategy asks it last, so that all
//! strategies ask all four: what is left to differ is the strategy itself.

use rulebook::SessionOptions;
use rulebook::prelude::*;

use super::dispatch::rulebook::Counting;
use super::dispatch::{Counter, SINCE_THE_CUT, check, contestant};
use crate::goal::Goal;
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::peers::Maker;

const WORK: &str = "one of four rules matches";

/// All strategies, the one that the others are held against first.
const STRATEGIES: [(&str, Strategy); 5] = [
    ("rulebook, FirstWins", Strategy::FirstWins),
    ("rulebook, LastWins", Strategy::LastWins),
    ("rulebook, HighestPriority", Strategy::HighestPriority),
    ("rulebook, Exclusive", Strategy::Exclusive),
    ("rulebook, ApplyAll", Strategy::ApplyAll),
];

/// No amount is as large as this.
const NEVER: u64 = 1 << 60;

fn skip(rule: rulebook::RuleBuilder<Counting<()>>) -> rulebook::Rule<Counting<()>> {
    rule.when("a huge amount", |ask| *ask.action > NEVER).then(|cx, ()| [*cx.action])
}

fn add(rule: rulebook::RuleBuilder<Counting<()>>) -> rulebook::Rule<Counting<()>> {
    rule.when("an ordinary amount", |ask| *ask.action <= NEVER).then(|cx, ()| [*cx.action])
}

/// Three rules that skip, and one that adds and is asked last.
pub(super) fn book(strategy: Strategy) -> Book<Counting<()>> {
    let book = Book::builder("counter").compares().strategy(strategy);
    let book = match strategy {
        Strategy::LastWins => book.rule("add", add).rule("a", skip).rule("b", skip).rule("c", skip),
        Strategy::HighestPriority => book
            .rule("add", |rule| add(rule.priority(Priority::LOW)))
            .rule("a", skip)
            .rule("b", skip)
            .rule("c", skip),
        Strategy::FirstWins | Strategy::Exclusive | Strategy::ApplyAll => {
            book.rule("a", skip).rule("b", skip).rule("c", skip).rule("add", add)
        }
    };
    book.compile().expect("the book of four rules has no mistakes")
}

pub(super) fn start(book: &Book<Counting<()>>) -> Session<Counting<()>> {
    // Bounded, so that what is measured is the decision and not fresh memory.
    let options = SessionOptions { history: SINCE_THE_CUT, ..SessionOptions::default() };
    book.start_with(Counter::default(), Seed(1), options).expect("a counter can start")
}

pub(crate) fn race() -> Race {
    let key = |(name, _)| Key { work: WORK, name };
    let ours = |(name, strategy)| {
        let book = book(strategy);
        contestant(WORK, name, Maker::Ours, move || start(&book))
    };
    let [first, others @ ..] = STRATEGIES.map(key);
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: STRATEGIES.map(ours).into(),
        missing: Vec::new(),
        goals: others.map(|ours| Goal::at_most(ours, 1.05, first)).to_vec(),
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how many rules are asked: those that a decision passes over, and
    /// the one that it selects.
    struct Asked(std::sync::mpsc::Sender<&'static str>);

    impl rulebook::Observer<Counting<()>> for Asked {
        fn notice(&mut self, notice: &rulebook::Notice<'_, Counting<()>>) {
            self.0.send(notice.name()).expect("the test listens");
        }
    }

    #[test]
    fn every_strategy_asks_all_four_rules() {
        for (name, strategy) in STRATEGIES {
            let (sender, notices) = std::sync::mpsc::channel();
            let mut game = start(&book(strategy));
            game.observe(Asked(sender));
            game.submit(Seat(0), 1).expect("the book has no faults");
            drop(game);
            let notices: Vec<_> = notices.iter().collect();
            let count = |name| notices.iter().filter(|notice| **notice == name).count();
            assert_eq!((count("skipped"), count("selected")), (3, 1), "{name}: {notices:?}");
        }
    }
}
