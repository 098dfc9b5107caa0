//! Coverage of one book, and sessions of another: a clear error, and nothing is
//! counted or changed.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Coverage, FaultKind};

fn small() -> BookBuilder<Sandbox> {
    book("small")
        .check("even", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() % 2 == 0, Why::Odd)
        })
        .exception("one", |exception| exception.lifts("even").when(|ask| ask.action.number() == 1))
        .rule("add", says("add"))
}

fn coverage() -> Coverage<Sandbox> {
    Coverage::of(&small().compile().unwrap())
}

fn complaint(builder: BookBuilder<Sandbox>) -> String {
    let other = builder.compile().unwrap();
    let coverage = coverage();
    let mut game = start(&other, BOTH[0]);
    let watching = coverage.watch(&mut game).unwrap_err();
    assert_eq!(coverage.add(&game).unwrap_err(), watching);
    assert_eq!(coverage.merge(&Coverage::of(&other)).unwrap_err(), watching);
    assert!(game.unobserve().is_none(), "nobody watches it");
    watching.to_string()
}

#[test]
fn a_session_of_another_book_is_refused_with_what_differs() {
    let says_that = |how: &str| {
        format!("The coverage is of another book \"small\", {how}: count each book on its own.")
    };
    assert_eq!(
        complaint(small().name("large")),
        "The coverage is of the book \"small\", and not of \"large\": count each book on its own.",
    );
    let more = small().rule("more", says("more"));
    assert_eq!(complaint(more), says_that("without the rule \"more\""));
    assert_eq!(
        complaint(small().remove("one")),
        says_that("with the exception \"one\" that this one lacks")
    );
    let guarded = small().check("odd", Gate::Specific, |check| check.require(|_| true, Why::Odd));
    assert_eq!(complaint(guarded), says_that("without the check \"odd\""));
    let turned = book("small").rule("more", says("more")).rule("add", says("add"));
    assert_eq!(complaint(turned), says_that("without the rule \"more\""));
}

#[test]
fn the_same_names_in_another_order_are_another_book() {
    let (one, two) = (
        book("small").rule("a", says("a")).rule("b", says("b")).compile().unwrap(),
        book("small").rule("b", says("b")).rule("a", says("a")).compile().unwrap(),
    );
    let error = Coverage::of(&one).merge(&Coverage::of(&two)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The coverage is of another book \"small\", with the rule \"a\" in another place: \
         count each book on its own.",
    );
}

#[test]
fn the_same_book_written_twice_is_the_same_book() {
    let coverage = coverage();
    let mut game = start(&small().compile().unwrap(), BOTH[0]);
    coverage.watch(&mut game).unwrap();
    go(&mut game, Act::Go(2));
    assert_eq!(coverage.add(&game).unwrap(), 1);
    assert_eq!(coverage.report().committed, 2);
}

/// An observer of its own cannot be asked beforehand: it says so at the first
/// occasion, and the session is as before.
#[test]
fn an_observer_in_a_foreign_session_is_a_fault_that_says_so() {
    let foreign = || {
        book("foreign")
            .check("odd", Gate::Specific, |check| {
                check.require(|ask| ask.action.number() != 5, Why::Odd)
            })
            .check("large", Gate::Specific, |check| {
                check.liftable().require(|ask| ask.action.number() < 9, Why::TooLarge(9))
            })
            .exception("ten", |exception| exception.lifts("large").always())
            .rule("no", |rule| {
                let answer = refuses(rulebook::RefusalKind::Invalid, "no");
                answer(rule.when("seven", |ask| ask.action.number() == 7))
            })
            .rule("add", says("add"))
    };
    for act in [1, 5, 7, 10].map(Act::Go) {
        let coverage = coverage();
        let mut game = start(&foreign().compile().unwrap(), BOTH[0]);
        game.observe(coverage.observer());
        let FaultKind::Panic { message, .. } = fault(&mut game, act.clone()) else {
            panic!("the observer panicked")
        };
        assert_eq!(
            message,
            "The coverage is of the book \"small\", and watches a session of another one: \
             count each book on its own.",
        );
        assert_eq!((game.number(), coverage.report().committed), (0, 0), "{act:?}");
    }
}
