//! Nested: a few rules in Exclusive and ApplyAll phases that stand in each other.
//!
//! So few need no plan, and with it they may not be slower. Each action is answered
//! by one rule for cards, as everywhere in this row, and then a token is laid by
//! whoever else applies: once for each ApplyAll phase around. Tokens are taken off
//! the table again before it is compared.

use rulebook::prelude::*;
use rulebook::{Kind, Passes, PhaseBuilder, Rule, RuleBuilder};

use super::game::{ActionKind, Event, KINDS, Shape, Table, Walk};
use super::rulebook::{Cards, Words, empty, rule, start};
use super::{KEPT, OURS, Place, REFERENCE};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Contestant, Job};
use crate::peers::Maker;
use crate::rows::ours::committed;

/// Which phases stand in which.
#[derive(Clone, Copy, Debug)]
enum Nesting {
    /// Two Exclusive phases in a book that applies all.
    ExclusiveInApplyAll,
    /// Two phases that apply all in an Exclusive book.
    ApplyAllInExclusive,
    /// The second in a book that applies all.
    ThreeDeep,
}

use Nesting::{ApplyAllInExclusive, ExclusiveInApplyAll, ThreeDeep};

/// Nesting, shape, rules for cards, and the name, which counts those for tokens as well.
const WORKS: [(Nesting, Shape, usize, &str); 12] = [
    (ExclusiveInApplyAll, Shape::Keyed, 4, "5 rules, keyed, Exclusive in ApplyAll"),
    (ExclusiveInApplyAll, Shape::Keyed, 9, "10 rules, keyed, Exclusive in ApplyAll"),
    (ExclusiveInApplyAll, Shape::Unkeyed, 4, "5 rules, unkeyed, Exclusive in ApplyAll"),
    (ExclusiveInApplyAll, Shape::Unkeyed, 9, "10 rules, unkeyed, Exclusive in ApplyAll"),
    (ApplyAllInExclusive, Shape::Keyed, 3, "5 rules, keyed, ApplyAll in Exclusive"),
    (ApplyAllInExclusive, Shape::Keyed, 8, "10 rules, keyed, ApplyAll in Exclusive"),
    (ApplyAllInExclusive, Shape::Unkeyed, 3, "5 rules, unkeyed, ApplyAll in Exclusive"),
    (ApplyAllInExclusive, Shape::Unkeyed, 8, "10 rules, unkeyed, ApplyAll in Exclusive"),
    (ThreeDeep, Shape::Keyed, 3, "6 rules, keyed, three deep"),
    (ThreeDeep, Shape::Keyed, 7, "10 rules, keyed, three deep"),
    (ThreeDeep, Shape::Unkeyed, 3, "6 rules, unkeyed, three deep"),
    (ThreeDeep, Shape::Unkeyed, 7, "10 rules, unkeyed, three deep"),
];

/// How many kinds of actions the first of two phases is about.
const FIRST: usize = KINDS / 2;

impl Nesting {
    /// How many tokens an action lays.
    fn tokens(self) -> u64 {
        match self {
            ExclusiveInApplyAll | ApplyAllInExclusive => 1,
            ThreeDeep => 2,
        }
    }

    fn book(self, shape: Shape, rules: usize, passes: Passes) -> Book<Cards> {
        let [first, second] = [true, false].map(|first| Half { first, shape, rules });
        let book = empty().passes(passes);
        let book = match self {
            ExclusiveInApplyAll => book
                .strategy(Strategy::ApplyAll)
                .phase("first", |phase| first.cards(phase.strategy(Strategy::Exclusive)))
                .phase("second", |phase| second.cards(phase.strategy(Strategy::Exclusive)))
                .rule("token", token),
            ApplyAllInExclusive => book
                .strategy(Strategy::Exclusive)
                .phase("first", |phase| first.cards_and_token(phase))
                .phase("second", |phase| second.cards_and_token(phase)),
            ThreeDeep => book
                .strategy(Strategy::ApplyAll)
                .phase("one of them", |phase| {
                    phase
                        .strategy(Strategy::Exclusive)
                        .phase("first", |phase| first.cards_and_token(phase))
                        .phase("second", |phase| second.cards_and_token(phase))
                })
                .rule("token", token),
        };
        book.compile().expect("the book of cards has no mistakes")
    }
}

const TOKEN: u32 = 1;

fn token(rule: RuleBuilder<Cards>) -> Rule<Cards> {
    rule.then(|_, ()| [Event::onto(0, TOKEN)])
}

/// The rules for the first kinds of actions, or for the others.
#[derive(Clone, Copy)]
struct Half {
    first: bool,
    shape: Shape,
    rules: usize,
}

impl Half {
    fn cards(self, phase: PhaseBuilder<'_, Cards>) -> PhaseBuilder<'_, Cards> {
        let words = Words::new();
        let mine = (0..self.rules).filter(|number| (number % KINDS < FIRST) == self.first);
        mine.fold(phase, |phase, number| {
            phase.rule(format!("rule {number}"), |it| rule(self.shape, number, &words, it))
        })
    }

    fn cards_and_token(self, phase: PhaseBuilder<'_, Cards>) -> PhaseBuilder<'_, Cards> {
        let (first, others) = ActionKind::ALL.split_at(FIRST);
        let kinds = if self.first { first } else { others };
        self.cards(phase.strategy(Strategy::ApplyAll)).rule("token", |rule| token(rule.on(kinds)))
    }
}

/// The table without so many tokens.
fn without_tokens(table: &Table, tokens: u64) -> Table {
    let mut table = table.clone();
    (0..tokens).for_each(|_| table.take_back(Event::onto(0, TOKEN)));
    table
}

/// One who plays by a book in which each action lays so many tokens besides.
pub(super) fn contestant(
    place: Place,
    (name, maker): (&'static str, Maker),
    tokens: u64,
    book: impl Fn() -> Book<Cards> + 'static,
) -> Contestant {
    let mut made = None;
    Contestant::new(place.work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut game = start(made.get_or_insert_with(&book));
        meter.time(|| {
            (0..job.ops).for_each(|n| committed(game.submit(Seat(0), place.action(n))));
        });
        if job.verify {
            let again = job.ops - job.ops % KEPT as u64..job.ops;
            again.clone().for_each(|_| assert!(matches!(game.undo(), Ok(Outcome::Undone(_)))));
            again.for_each(|n| committed(game.submit(Seat(0), place.action(n))));
        }
        let table = without_tokens(game.state(), job.ops * tokens);
        place.answer(job.ops, table.facts())
    })
}

fn places() -> impl Iterator<Item = (Nesting, Place)> {
    WORKS.into_iter().map(|(nesting, shape, rules, work)| {
        (nesting, Place::new(shape, Walk::InPlay, (rules, work)))
    })
}

pub(super) fn contestants() -> impl Iterator<Item = Contestant> {
    places().flat_map(|(nesting, place)| {
        let whose = [(OURS, Passes::all()), (REFERENCE, Passes::none())];
        whose.map(|(who, passes)| {
            let book = move || nesting.book(place.shape, place.rules, passes);
            contestant(place, who, nesting.tokens(), book)
        })
    })
}

pub(super) fn goals() -> impl Iterator<Item = Goal> {
    places().map(|(_, place)| Goal::at_most(place.key(OURS), 1.0, place.key(REFERENCE)))
}
