//! Many rules with Rulebook: each shape as an author would write it down.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Fact, History, Kind, Offer, Parity, Part, Passes, Predicate, Recovery, Rule,
    RuleBuilder, SessionOptions,
};

use super::game::{
    Action, ActionKind, Event, EventKind, KINDS, MOST, PILES, STEPS, Shape, StepKind, TYPES, Table,
    laid, told_apart,
};
use super::{KEPT, Plays};
use crate::rows::ours::committed;

pub(crate) struct Cards;

impl Game for Cards {
    type State = Table;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Never;

    fn apply(table: &mut Table, event: &Event) {
        table.lay(*event);
    }

    fn subject(_: &Table, action: &Action) -> Option<Subject> {
        Some(Subject(action.card().number))
    }
}

impl Revert for Cards {
    fn revert(table: &mut Table, event: &Event, (): &()) {
        table.take_back(*event);
    }
}

/// What rules can name besides kinds and cards.
pub(super) struct Words {
    step: Fact<Cards, StepKind>,
    /// By pile: that it is even, and that it is odd.
    even: [[Predicate<Cards>; 2]; PILES],
}

impl Words {
    pub(super) fn new() -> Self {
        let even = |pile: usize| {
            let holds = move |table: &Table| table.is_even(pile);
            let even = Predicate::new(format!("pile {pile} is even"), holds).reads([part(pile)]);
            let odd = even.opposite(format!("pile {pile} is odd"));
            [even, odd]
        };
        Self {
            step: Fact::of_state("step", |table: &Table| table.step),
            even: std::array::from_fn(even),
        }
    }
}

fn part(pile: usize) -> Part {
    Part(pile as u8)
}

/// The rule of that number.
pub(super) fn rule(
    shape: Shape,
    number: usize,
    words: &Words,
    rule: RuleBuilder<Cards>,
) -> Rule<Cards> {
    let kind = |key: usize| ActionKind::ALL[key % KINDS];
    let card = |key: usize| (key / KINDS) as u32;
    match shape {
        Shape::Keyed => {
            finish(number, number, rule.on(kind(number)).subject(Subject(card(number))))
        }
        Shape::Unkeyed => {
            let mine = card(number);
            let rule = rule.on(kind(number));
            finish(
                number,
                number,
                rule.when("its card", move |ask| ask.action.card().number == mine),
            )
        }
        Shape::Stepped => {
            let step = StepKind::ALL[number % STEPS];
            let rule = rule.given(&words.step, step);
            finish(number, number, rule.subject(Subject((number / STEPS) as u32)))
        }
        Shape::Written => {
            let key = number / 2;
            let rule = rule.on(kind(key)).subject(Subject(card(key)));
            finish(key, number, rule.while_holds(&words.even[key % PILES][number % 2]))
        }
        Shape::Mixed => {
            let rule = rule.on(kind(number)).subject(Subject(card(number)));
            match number % TYPES {
                0 => finish_as::<0>(number, number, rule),
                1 => finish_as::<1>(number, number, rule),
                2 => finish_as::<2>(number, number, rule),
                _ => finish_as::<3>(number, number, rule),
            }
        }
    }
}

fn finish(key: usize, number: usize, rule: RuleBuilder<Cards>) -> Rule<Cards> {
    finish_as::<0>(key, number, rule)
}

/// For each TYPE by other closures, which do the same.
fn finish_as<const TYPE: usize>(
    key: usize,
    number: usize,
    rule: RuleBuilder<Cards>,
) -> Rule<Cards> {
    rule.when("not too much", |ask| ask.action.card().amount <= MOST)
        .then(move |cx, ()| [laid(key, number, told_apart::<TYPE>(cx.action.card()))])
}

/// The book without rules.
pub(super) fn empty() -> BookBuilder<Cards> {
    let book = Book::<Cards>::builder("cards").compares().reverts();
    let piles = EventKind::ALL.iter().enumerate();
    piles.fold(book, |book, (pile, &kind)| book.writes(kind, [part(pile)]))
}

/// The book of so many rules, before it is compiled; one of them proposes what
/// `offer` does, if anybody wants legal actions.
pub(super) fn builder<O>(shape: Shape, rules: usize, mut offer: Option<O>) -> BookBuilder<Cards>
where
    O: Fn(&mut Offer<'_, Cards>) + Send + Sync + 'static,
{
    let words = Words::new();
    let mut book = empty();
    for number in 0..rules {
        let offer = offer.take();
        book = book.rule(format!("rule {number}"), |it| {
            rule(
                shape,
                number,
                &words,
                offer.into_iter().fold(it, |it, offer| it.candidates(offer)),
            )
        });
    }
    book
}

/// A book of so many rules.
pub(crate) fn book(shape: Shape, rules: usize, passes: Passes) -> Book<Cards> {
    let nothing = None::<fn(&mut Offer<'_, Cards>)>;
    let book = builder(shape, rules, nothing).passes(passes).compile();
    book.expect("the book of cards has no mistakes")
}

/// A session that can take back the last actions, one by one.
pub(crate) fn start(book: &Book<Cards>) -> Session<Cards> {
    start_with(book, Parity::Off)
}

/// The same, which compares some of its actions with the reference.
pub(crate) fn start_with(book: &Book<Cards>, parity: Parity) -> Session<Cards> {
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(KEPT),
        parity,
        ..SessionOptions::default()
    };
    book.start_with(Table::default(), Seed(1), options).expect("a table of cards can start")
}

/// Plays with all passes of the plan, or with none.
pub(crate) struct Playing<const PLAN: bool>(Session<Cards>);

pub(super) type Planned = Playing<true>;
pub(super) type Reference = Playing<false>;

impl<const PLAN: bool> Plays for Playing<PLAN> {
    fn new(shape: Shape, rules: usize) -> Self {
        let passes = if PLAN { Passes::all() } else { Passes::none() };
        Self(start(&book(shape, rules, passes)))
    }

    fn begin(&mut self) {
        self.0 = start(self.0.book());
    }

    #[inline(always)]
    fn play(&mut self, action: Action) {
        committed(self.0.submit(Seat(0), action));
    }

    fn undo(&mut self) {
        let outcome = self.0.undo();
        assert!(matches!(black_box(&outcome), Ok(Outcome::Undone(_))), "rulebook could not undo");
    }

    fn table(&self) -> &Table {
        self.0.state()
    }
}
