//! Choices where they meet the rest of a book: rules that apply one after the
//! other, candidates, looks ahead, and effects that change their mind (M28).

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use common::minefield::{Spot, armed, at};
use common::*;
use rulebook::prelude::*;
use rulebook::{Choice, FaultKind, Forecast, Preview, RuleBuilder};

fn pending(outcome: Outcome<Sandbox>) -> Choice {
    match outcome {
        Outcome::Pending(choice) => (*choice).clone(),
        other => panic!("a choice should be pending, and not: {other}"),
    }
}

/// A rule that asks a seat for a word.
fn asks(seat: Seat) -> impl Fn(RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    move |rule| {
        rule.candidates(|offer| offer.push(Act::Go(1))).then(move |cx, ()| {
            let question = format!("After {}?", cx.state.log.len());
            let word = cx.choose(seat, &question, ["a", "b"])?;
            Ok([Ev::Note(word)])
        })
    }
}

#[test]
fn each_rule_of_an_apply_all_may_ask_and_sees_what_was_chosen_before() {
    let book = book("all")
        .strategy(Strategy::ApplyAll)
        .rule("one", asks(Seat(0)))
        .rule("plain", says("plain"))
        .rule("two", asks(Seat(1)))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let first = pending(go(&mut game, Act::Go(1)));
        assert_eq!((first.seat, first.question.as_str()), (Seat(0), "After 0?"));
        let second = pending(game.answer(Seat(0), first.id, 1).unwrap());
        assert_eq!((second.seat, second.question.as_str()), (Seat(1), "After 2?"));
        assert_eq!(game.state().log, [""; 0], "nothing has happened yet");
        let id = game.answer(Seat(1), second.id, 0).unwrap().frame().unwrap();
        assert_eq!(game.state().log, ["b", "plain", "a"]);
        assert_eq!((game.number(), game.frame(id).unwrap().choices().len()), (1, 2));
    }
}

#[test]
fn an_action_that_asks_is_legal_and_can_be_looked_at() {
    for strategy in [Strategy::FirstWins, Strategy::ApplyAll] {
        let book = book("looks")
            .strategy(strategy)
            .rule("one", asks(Seat(0)))
            .rule("two", asks(Seat(1)))
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        let before = picture(&mut game);
        let legal = game.legal(Seat(0)).unwrap();
        assert_eq!(legal.len(), 1);
        assert!(matches!(game.preview(Seat(0), &Act::Go(1)).unwrap(), Preview::Choice(_)));
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        assert!(matches!(explained.forecast(), Forecast::Choice(_)));
        assert_eq!(picture(&mut game), before, "nothing is pending");
        pending(game.play(legal[0].clone()).unwrap());
    }
}

#[test]
fn a_late_refusal_after_a_choice_refuses_the_action() {
    let book = book("late")
        .strategy(Strategy::ApplyAll)
        .rule("ask", asks(Seat(0)))
        .rule("not b", |rule| {
            rule.answer(|ask| match ask.state.log.last() {
                Some(&"b") => Answer::<(), _>::disallowed(Why::Forbidden),
                _ => Answer::Skip,
            })
            .then(|_, ()| ())
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let choice = pending(go(&mut game, Act::Go(1)));
        let before = picture(&mut game);
        let outcome = game.answer(Seat(0), choice.id, 1).unwrap();
        assert!(matches!(outcome, Outcome::Disallowed(_)));
        assert_eq!(picture(&mut game), before, "the other option may do");
        assert!(game.answer(Seat(0), choice.id, 0).unwrap().is_committed());
    }
}

#[test]
fn an_effect_whose_options_change_between_question_and_answer_is_at_fault() {
    let options = Arc::new(AtomicU32::new(3));
    let offered = options.clone();
    let book = book("fickle")
        .rule("ask", move |rule| {
            let offered = offered.clone();
            rule.then(move |cx, ()| {
                let by = cx.choose(Seat(0), "How many?", 0..offered.load(Ordering::SeqCst))?;
                Ok([Ev::Add(i64::from(by))])
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        options.store(3, Ordering::SeqCst);
        let mut game = start(&book, recovery);
        let choice = pending(go(&mut game, Act::Go(1)));
        let before = picture(&mut game);
        options.store(2, Ordering::SeqCst);
        let fault = game.answer(Seat(0), choice.id, 2).unwrap_err();
        assert_eq!(
            *fault.kind(),
            FaultKind::WrongAnswer {
                place: "the effect of the rule \"ask\"".into(),
                question: "How many?".into(),
            }
        );
        assert_eq!(picture(&mut game), before);
        assert!(game.answer(Seat(0), choice.id, 1).unwrap().is_committed());
    }
}

#[test]
fn a_choice_of_the_same_seat_again_and_again_keeps_its_order() {
    let book = book("many")
        .rule("ask", |rule| {
            rule.then(|cx, ()| {
                let mut words = Vec::new();
                for _ in 0..cx.action.number() {
                    words.push(Ev::Note(cx.choose(Seat(0), "Next?", ["a", "b", "c"])?));
                }
                Ok(words)
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let mut outcome = go(&mut game, Act::Go(5));
    for option in [2, 0, 1, 1, 0] {
        let choice = pending(outcome);
        outcome = game.answer(Seat(0), choice.id, option).unwrap();
    }
    assert!(outcome.is_committed());
    assert_eq!(game.state().log, ["c", "a", "b", "b", "a"]);
}

#[test]
fn options_that_cannot_be_shown_are_a_fault_of_the_effect() {
    struct Shy;
    impl std::fmt::Display for Shy {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("on purpose")
        }
    }
    let book = book("shy")
        .rule("ask", |rule| {
            rule.then(|cx, ()| {
                cx.choose(Seat(0), "Which?", [Shy, Shy])?;
                Ok([Ev::Add(1)])
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let before = picture(&mut game);
    assert_eq!(
        fault(&mut game, Act::Go(1)).to_string(),
        "There was a panic in the effect of the rule \"ask\": on purpose"
    );
    assert_eq!(picture(&mut game), before);
}

/// Asks for one of two numbers; what is chosen panics, is refused, or is fine.
fn choosy() -> Book<Sandbox> {
    book("choosy")
        .rule("ask", |rule| {
            rule.then(|cx, ()| {
                let by = cx.choose(Seat(0), "How many?", [1, 2])?;
                at(Spot::Effect);
                Ok([Ev::Add(by * cx.action.number())])
            })
        })
        .invariant("small", |invariant| invariant.holds(|table| table.total < 10))
        .compile()
        .unwrap()
}

#[test]
fn a_fault_with_every_option_leaves_the_choice_pending() {
    // M1: a fault says nothing about the options.
    for recovery in BOTH {
        let mut game = start(&choosy(), recovery);
        let choice = pending(go(&mut game, Act::Go(1)));
        let before = picture(&mut game);
        for option in [0, 1] {
            assert!(armed(Spot::Effect, || game.answer(Seat(0), choice.id, option)).is_err());
            assert_eq!(picture(&mut game), before, "after option {option}");
        }
        assert!(game.answer(Seat(0), choice.id, 1).unwrap().is_committed());
        assert_eq!(game.state().total, 2);
    }
}

#[test]
fn an_action_that_is_refused_with_every_option_is_dropped() {
    // Otherwise the game would wait for ever for an answer that cannot come.
    for recovery in BOTH {
        let mut game = start(&choosy(), recovery);
        let before = picture(&mut game);
        let choice = pending(go(&mut game, Act::Go(50)));
        for _ in 0..2 {
            let outcome = game.answer(Seat(0), choice.id, 0).unwrap();
            assert!(matches!(outcome, Outcome::Aborted(_)));
            assert_eq!(game.pending(), Some(&choice), "the other option may do");
        }
        let outcome = game.answer(Seat(0), choice.id, 1).unwrap();
        assert!(matches!(outcome, Outcome::Aborted(_)));
        assert_eq!(picture(&mut game), before, "nothing is pending any more");
        pending(go(&mut game, Act::Go(1)));
    }
}

#[test]
fn a_choice_of_a_seat_that_is_not_at_the_table_is_a_fault() {
    let book = book("absent").rule("ask", asks(Seat(5))).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        assert_eq!(
            fault(&mut game, Act::Go(1)),
            FaultKind::NoSuchSeat {
                place: "the effect of the rule \"ask\"".into(),
                seat: Seat(5),
                question: "After 0?".into(),
            }
        );
        assert_eq!(picture(&mut game), before);
    }
}
