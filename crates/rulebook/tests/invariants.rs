//! Verify: all invariants hold, or nothing of the transition stays (M22).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, SessionOptions, StartError, Verify};

/// Adds the action's number, then the same again with the other sign of two.
fn numbers() -> BookBuilder<Sandbox> {
    book("numbers")
        .rule("add", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Add(-2)]))
}

fn aborted(outcome: &Outcome<Sandbox>) -> (Vec<String>, Vec<Ev>) {
    assert!(matches!(outcome, Outcome::Aborted(_)), "{outcome}");
    match &outcome.refusal().unwrap().cause {
        Cause::Invariants { broken, events } => (broken.clone(), events.clone()),
        other => panic!("{other}"),
    }
}

#[test]
fn every_broken_invariant_is_named_with_the_events_that_led_there() {
    let book = numbers()
        .invariant("below ten", |invariant| invariant.holds(|table| table.total < 10))
        .invariant("no words", |invariant| invariant.holds(|table| table.log.is_empty()))
        .invariant("even", |invariant| invariant.holds(|table| table.total % 2 == 0))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(4));
        go(&mut game, Act::Go(4));
        game.undo().unwrap();
        let before = picture(&mut game);
        let outcome = game.submit(Seat(1), Act::Other(31)).unwrap();
        let (broken, events) = aborted(&outcome);
        assert_eq!(broken, ["below ten", "even"]);
        assert_eq!(events, [Ev::Add(31), Ev::Add(-2)]);
        let refusal = outcome.refusal().unwrap();
        // A broken invariant is critical, and the action comes back all the same.
        assert!(!refusal.is_retryable());
        assert_eq!(refusal.action, Some(Act::Other(31)));
        assert_eq!(
            refusal.to_string(),
            "It would break \"below ten\", \"even\": nothing was changed."
        );
        assert_eq!(picture(&mut game), before);
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
    }
}

#[test]
fn only_the_invariants_that_the_events_could_break_are_asked() {
    let calls = Calls::default();
    let asked = calls.clone();
    let book = numbers()
        .rule("unused", says("unused"))
        .invariant("of words", move |invariant| {
            invariant.broken_by([EvKind::Note, EvKind::Reveal]).holds(move |_| {
                asked.hit();
                true
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(calls.take(), 1, "the start is asked everything");
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 0);
    game.disable(book.rule("add").unwrap()).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!((calls.take(), game.state().log.len()), (1, 1));
}

#[test]
fn between_the_events_of_one_transition_an_invariant_may_be_broken() {
    let book = numbers()
        .invariant("below ten", |invariant| invariant.holds(|table| table.total < 10))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert!(go(&mut game, Act::Go(11)).is_committed());
    assert_eq!(game.state().total, 9);
}

#[test]
fn the_debug_mode_verifies_after_every_event_what_holds_at_every_moment() {
    for recovery in BOTH {
        let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
        let always = numbers()
            .invariant("below ten", |invariant| invariant.holds(|table| table.total < 10))
            .compile()
            .unwrap();
        let mut game = start_with(&always, recovery, options);
        let before = picture(&mut game);
        let outcome = go(&mut game, Act::Go(11));
        let (broken, events) = aborted(&outcome);
        assert_eq!(broken, ["below ten"]);
        assert_eq!(events, [Ev::Add(11)], "the event that broke it is the last");
        assert_eq!(picture(&mut game), before);
        let at_rest = numbers()
            .invariant("below ten", |invariant| invariant.at_rest().holds(|table| table.total < 10))
            .compile()
            .unwrap();
        let mut game = start_with(&at_rest, recovery, options);
        assert!(go(&mut game, Act::Go(11)).is_committed());
        aborted(&go(&mut game, Act::Go(12)));
    }
}

#[test]
fn a_game_cannot_start_from_a_state_that_breaks_an_invariant() {
    let book = numbers()
        .invariant("below ten", |invariant| {
            invariant.broken_by(EvKind::Add).holds(|table| table.total < 10)
        })
        .invariant("no words", |invariant| invariant.at_rest().holds(|table| table.log.is_empty()))
        .compile()
        .unwrap();
    let table = Table { total: 50, log: vec!["word"], ..Table::default() };
    let error = book.start(table, Seed(1)).unwrap_err();
    assert_eq!(error, StartError::Invariants(vec!["below ten".into(), "no words".into()]));
    assert_eq!(error.to_string(), "The starting state breaks \"below ten\", \"no words\".");
}

#[test]
fn an_action_that_would_break_an_invariant_is_offered_for_it_is_not_forbidden() {
    // M27: legal is what is neither invalid nor disallowed.
    let book = book("offers")
        .rule("add", |rule| {
            rule.candidates(|offer| offer.push(Act::Go(50)))
                .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .invariant("below ten", |invariant| invariant.holds(|table| table.total < 10))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let legal = game.legal(Seat(0)).unwrap();
    assert_eq!(legal.len(), 1);
    aborted(&game.play(legal[0].clone()).unwrap());
}

#[test]
fn dice_that_fell_before_an_invariant_broke_fall_again_the_same() {
    // M1: the dice are rolled back too.
    let book = book("dice")
        .rule("roll", |rule| {
            rule.then(|cx, ()| {
                let pips = i64::from(cx.roll(1000));
                [Ev::Add(if matches!(cx.action, Act::Go(_)) { pips } else { -pips })]
            })
        })
        .invariant("not below zero", |invariant| invariant.holds(|table| table.total >= 0))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut fair = start(&book, recovery);
        let mut tried = start(&book, recovery);
        for _ in 0..3 {
            aborted(&go(&mut tried, Act::Other(1)));
            assert_eq!(tried.dice_position(), 0);
        }
        go(&mut fair, Act::Go(1));
        go(&mut tried, Act::Go(1));
        assert_eq!(fair.digest().unwrap(), tried.digest().unwrap());
    }
}
