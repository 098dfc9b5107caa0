//! Many rules of which one answers, and rules that are all applied.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Fact, History, Predicate, SessionOptions};

use super::counted_section;

const RULES: u32 = 10_000;
const ACTIONS: u32 = 1_000;

/// Piles of cards: an action lays one, and its rule says what it is worth.
struct Cards;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
struct Card {
    number: u32,
}

impl Game for Cards {
    type State = u64;
    type Action = Card;
    type Event = Card;
    type Trace = ();
    type Reason = Never;

    fn apply(worth: &mut u64, card: &Card) {
        *worth += u64::from(card.number);
    }

    fn subject(_: &u64, card: &Card) -> Option<Subject> {
        Some(Subject(card.number))
    }
}

fn start(book: &Book<Cards>) -> Session<Cards> {
    let options = SessionOptions { history: History::Last(64), ..SessionOptions::default() };
    book.start_with(0, Seed(1), options).expect("it can start")
}

/// Lays cards that are spread over all there are.
fn lay(game: &mut Session<Cards>, cards: u32) -> u64 {
    let mut worth = 0;
    for n in 0..ACTIONS {
        let number = n.wrapping_mul(7_919) % cards;
        let outcome = game.submit(Seat(0), black_box(Card { number }));
        assert!(matches!(black_box(&outcome), Ok(Outcome::Committed(_))), "refused");
        worth += u64::from(number);
    }
    worth
}

/// A rule for each card.
fn cards() -> Book<Cards> {
    let mut book = Book::<Cards>::builder("cards");
    for number in 0..RULES {
        book = book.rule(format!("card {number}"), |rule| {
            rule.on(CardKind::Card).subject(Subject(number)).then(|cx, ()| [*cx.action])
        });
    }
    book.compile().expect("the book has no mistakes")
}

/// Has it explained why cards may be laid, each of which concerns so many of all rules.
fn explain(game: &mut Session<Cards>, concerned: usize) -> u64 {
    let cards = RULES / concerned as u32;
    let mut explain = || {
        for n in 0..ACTIONS {
            let card = black_box(Card { number: n.wrapping_mul(7_919) % cards });
            let why = black_box(game.explain(Seat(0), &card).expect("no fault"));
            assert_eq!(why.concerned().inspect(|it| _ = black_box(it)).count(), concerned);
            assert_eq!(why.others().total(), RULES as usize - concerned);
        }
    };
    explain();
    counted_section(explain);
    assert_eq!(*game.state(), 0);
    u64::from(ACTIONS)
}

pub(super) fn explained() -> u64 {
    explain(&mut start(&cards()), 1)
}

/// The same where half of the rules about a card want something else.
pub(super) fn explained_by_fact() -> u64 {
    let worth = worth();
    let mut book = Book::<Cards>::builder("cards by worth");
    for number in 0..RULES {
        let wanted = [WorthKind::Even, WorthKind::Odd][number as usize % 2];
        book = book.rule(format!("rule {number}"), |rule| {
            rule.subject(Subject(number / 2)).given(&worth, wanted).then(|cx, ()| [*cx.action])
        });
    }
    explain(&mut start(&book.compile().expect("the book has no mistakes")), 2)
}

pub(super) fn keyed() -> u64 {
    let mut game = start(&cards());
    let worth = lay(&mut game, RULES);
    counted_section(|| lay(&mut game, RULES));
    assert_eq!(*game.state(), 2 * worth);
    u64::from(ACTIONS)
}

/// Whether what was laid is worth an even number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
enum Worth {
    Even,
    Odd,
}

fn worth() -> Fact<Cards, WorthKind> {
    Fact::of_state("worth", |worth: &u64| match worth % 2 {
        0 => Worth::Even,
        _ => Worth::Odd,
    })
}

/// A rule for each card and for each worth, and a shared predicate for all.
pub(super) fn declared() -> u64 {
    let worth = worth();
    let small = Predicate::new("small", |worth: &u64| *worth < u64::MAX / 2);
    let mut book = Book::<Cards>::builder("declared");
    for number in 0..10 {
        for wanted in [WorthKind::Even, WorthKind::Odd] {
            book = book.rule(format!("card {number}, {wanted:?}"), |rule| {
                let rule = rule.subject(Subject(number)).given(&worth, wanted);
                rule.while_holds(&small).then(|cx, ()| [*cx.action])
            });
        }
    }
    let mut game = start(&book.compile().expect("the book has no mistakes"));
    let worth = lay(&mut game, 10);
    counted_section(|| lay(&mut game, 10));
    assert_eq!(*game.state(), 2 * worth);
    u64::from(ACTIONS)
}

pub(super) fn apply_all() -> u64 {
    let mut book = Book::<Cards>::builder("four cards").strategy(Strategy::ApplyAll);
    for number in 0..4 {
        book = book.rule(format!("card {number}"), |rule| {
            rule.when("its card", move |ask| ask.action.number == number)
                .then(|cx, ()| [*cx.action])
        });
    }
    let mut game = start(&book.compile().expect("the book has no mistakes"));
    let worth = lay(&mut game, 4);
    counted_section(|| lay(&mut game, 4));
    assert_eq!(*game.state(), 2 * worth);
    u64::from(ACTIONS)
}
