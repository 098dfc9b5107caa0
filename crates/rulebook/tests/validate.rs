//! Validate: gates in order, every violation of a gate at once, exceptions and
//! prohibitions (M7–M11).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, Mistake, Refusal, RefusalKind};

/// A book with a rule for everything.
fn base() -> BookBuilder<Sandbox> {
    book("validate").rule("take it", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]))
}

/// A check that refuses everything.
fn refusing(builder: BookBuilder<Sandbox>, name: &'static str, gate: Gate) -> BookBuilder<Sandbox> {
    builder.check(name, gate, |check| check.require(|_| false, Why::Because(name)))
}

fn refusal(outcome: &Outcome<Sandbox>) -> &Refusal<Sandbox> {
    outcome.refusal().expect("the action is refused")
}

fn failed_gate(outcome: &Outcome<Sandbox>) -> Gate {
    match refusal(outcome).cause {
        Cause::Checks { gate, .. } => gate,
        ref other => panic!("{other}"),
    }
}

#[test]
fn every_violation_of_the_first_failing_gate_comes_at_once_and_no_other() {
    // M8
    let mut builder = base();
    for (name, gate) in [
        ("z at specific", Gate::Specific),
        ("z at actor", Gate::Actor),
        ("a at targets", Gate::Targets),
        ("a at actor", Gate::Actor),
    ] {
        builder = refusing(builder, name, gate);
    }
    let book = builder.compile().unwrap();
    let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
    assert_eq!(failed_gate(&outcome), Gate::Actor);
    // In order of declaration, not of names.
    assert_eq!(
        violations(refusal(&outcome)),
        [("z at actor", Why::Because("z at actor")), ("a at actor", Why::Because("a at actor")),]
    );
}

#[test]
fn gates_are_passed_in_their_order_whatever_the_order_of_declaration() {
    // M8
    for first in 0..Gate::ALL.len() {
        let mut builder = base();
        for gate in Gate::ALL[first..].iter().rev() {
            builder = builder
                .check(format!("at {gate}"), *gate, |check| check.require(|_| false, Why::NotNow));
        }
        let book = builder.compile().unwrap();
        let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
        assert_eq!(failed_gate(&outcome), Gate::ALL[first]);
    }
}

#[test]
fn checks_behind_the_failing_gate_are_not_even_asked() {
    // M8
    let calls = Calls::default();
    let asked = calls.clone();
    let book = refusing(base(), "no", Gate::Shape)
        .check("counted", Gate::Timing, move |check| {
            check.require(
                move |_| {
                    asked.hit();
                    true
                },
                Why::NotNow,
            )
        })
        .compile()
        .unwrap();
    go(&mut start(&book, BOTH[0]), Act::Go(1));
    assert_eq!(calls.take(), 0);
}

#[test]
fn what_makes_no_sense_is_invalid_and_what_is_forbidden_is_disallowed() {
    let kinds = [
        (Gate::Shape, RefusalKind::Invalid),
        (Gate::Timing, RefusalKind::Invalid),
        (Gate::Actor, RefusalKind::Disallowed),
        (Gate::Targets, RefusalKind::Disallowed),
        (Gate::Specific, RefusalKind::Disallowed),
    ];
    for (gate, kind) in kinds {
        let book = refusing(base(), "no", gate).compile().unwrap();
        let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
        assert_eq!(outcome.refusal_kind(), Some(kind), "{gate}");
    }
}

#[test]
fn a_violation_says_which_check_why_what_it_concerns_and_a_message_for_people() {
    // M7
    let book = base()
        .check("small steps", Gate::Specific, |check| {
            check.test(|ask| (ask.action.number() <= 10).or(Why::TooLarge(ask.action.number())))
        })
        .compile()
        .unwrap();
    let outcome = go(&mut start(&book, BOTH[0]), Act::Go(11));
    let Cause::Checks { violations, .. } = &refusal(&outcome).cause else {
        panic!("{outcome}");
    };
    let [violation] = &violations[..] else {
        panic!("{violations:?}");
    };
    assert_eq!(violation.check, "small steps");
    assert_eq!(violation.reason.code(), "TOO_LARGE");
    assert_eq!(violation.concerns().as_deref(), Some("number 11"));
    assert_eq!(violation.message(), "11 is too large.");
    assert_eq!(outcome.to_string(), "disallowed: 11 is too large.");
}

#[test]
fn one_check_may_have_several_reasons_and_all_come_in_its_order() {
    // M7
    let book = base()
        .check("numbers", Gate::Specific, |check| {
            check.test(|ask| {
                let number = ask.action.number();
                let mut reasons = Vec::new();
                reasons.extend((number > 10).then_some(Why::TooLarge(number)));
                reasons.extend((number % 2 != 0).then_some(Why::Odd));
                reasons
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = go(&mut game, Act::Go(11));
    assert_eq!(
        violations(refusal(&outcome)),
        [("numbers", Why::TooLarge(11)), ("numbers", Why::Odd)]
    );
    let reasons: Vec<_> = refusal(&outcome).reasons().cloned().collect();
    assert_eq!(reasons, [Why::TooLarge(11), Why::Odd]);
    assert!(go(&mut game, Act::Go(10)).is_committed());
}

#[test]
fn a_check_concerns_only_the_kinds_that_it_names() {
    let book = base()
        .check("no others", Gate::Specific, |check| {
            check.on(ActKind::Other).require(|_| false, Why::Forbidden)
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert!(go(&mut game, Act::Go(1)).is_committed());
    assert!(matches!(go(&mut game, Act::Other(1)), Outcome::Disallowed(_)));
}

#[test]
fn a_refused_action_comes_back_unchanged_and_changes_nothing() {
    // M7, M1
    let book = refusing(base(), "no", Gate::Targets).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        let outcome = game.submit(Seat(1), Act::Other(-3)).unwrap();
        assert_eq!(refusal(&outcome).action, Some(Act::Other(-3)));
        assert_eq!(refusal(&outcome).by, Some(By::Seat(Seat(1))));
        assert!(refusal(&outcome).is_retryable());
        assert_eq!(picture(&mut game), before);
    }
}

/// Numbers up to ten, unless the total is zero.
fn liftable() -> BookBuilder<Sandbox> {
    with_liftable(base())
}

fn with_liftable(builder: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    builder
        .check("small steps", Gate::Specific, |check| {
            check
                .liftable()
                .test(|ask| (ask.action.number() <= 10).or(Why::TooLarge(ask.action.number())))
        })
        .exception("the first step may be large", |exception| {
            exception.lifts("small steps").when(|ask| ask.state.total == 0)
        })
}

#[test]
fn an_exception_lifts_its_check_under_its_own_condition_and_the_frame_records_it() {
    // M9
    let book = liftable().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let id = go(&mut game, Act::Go(50)).frame().unwrap();
    let used: Vec<_> = game.frame(id).unwrap().exceptions().collect();
    assert_eq!(used, ["the first step may be large"]);
    // The condition does not hold any more.
    let outcome = go(&mut game, Act::Go(11));
    assert_eq!(violations(refusal(&outcome)), [("small steps", Why::TooLarge(11))]);
    // An exception that was not needed is not recorded.
    let id = go(&mut game, Act::Go(5)).frame().unwrap();
    assert_eq!(game.frame(id).unwrap().exceptions().count(), 0);
}

#[test]
fn an_exception_lifts_a_single_check_and_not_the_others_of_the_gate() {
    // M9: in the source text one exception would lift everything.
    let even = |builder: BookBuilder<Sandbox>, name: &'static str| {
        builder.check(name, Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() % 2 == 0, Why::Odd)
        })
    };
    let book = even(with_liftable(even(base(), "even before")), "even after").compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = go(&mut game, Act::Go(51));
    assert_eq!(
        violations(refusal(&outcome)),
        [("even before", Why::Odd), ("even after", Why::Odd)]
    );
    assert!(go(&mut game, Act::Go(50)).is_committed());
}

#[test]
fn the_first_exception_whose_condition_holds_lifts_and_is_recorded() {
    // M9
    let book = liftable()
        .exception("by the clock", |exception| {
            exception.lifts("small steps").when(|ask| ask.by == By::Clock)
        })
        .exception("always", |exception| exception.lifts("small steps").always())
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    let id = game.submit(By::Clock, Act::Go(20)).unwrap().frame();
    let frame = game.frame(id.unwrap()).unwrap();
    assert_eq!(frame.exceptions().collect::<Vec<_>>(), ["by the clock"]);
}

#[test]
fn an_exception_is_asked_only_when_its_check_fails() {
    let calls = Calls::default();
    let asked = calls.clone();
    let book = base()
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() <= 10, Why::TooLarge(0))
        })
        .exception("counted", move |exception| {
            exception.lifts("small steps").when(move |_| {
                asked.hit();
                true
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(5));
    assert_eq!(calls.take(), 0);
    go(&mut game, Act::Go(15));
    assert_eq!(calls.take(), 1);
}

#[test]
fn a_hard_check_cannot_be_lifted() {
    // M9
    let mistakes = mistakes(
        refusing(base(), "whose turn", Gate::Actor)
            .exception("cheat", |exception| exception.lifts("whose turn").always()),
    );
    assert_eq!(
        mistakes.iter().collect::<Vec<_>>(),
        [&Mistake::HardCheck { exception: "cheat".into(), check: "whose turn".into() }]
    );
}

#[test]
fn the_check_that_only_the_active_may_act_is_hard() {
    // M9, M33
    let mistakes = mistakes(
        base()
            .only_active("it is your turn", Why::NotYou)
            .exception("cheat", |exception| exception.lifts("it is your turn").always()),
    );
    assert_eq!(mistakes.len(), 1);
}

#[test]
fn a_prohibition_beats_the_exception_that_beats_the_check() {
    // M10, at the same gate, before it and behind it.
    for gate in [Gate::Actor, Gate::Specific] {
        let book = liftable()
            .prohibition("nobody goes beyond sixty", gate, |check| {
                check.require(|ask| ask.action.number() <= 60, Why::Forbidden)
            })
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        let outcome = go(&mut game, Act::Go(61));
        assert_eq!(violations(refusal(&outcome)), [("nobody goes beyond sixty", Why::Forbidden)]);
        assert_eq!(outcome.refusal_kind(), Some(RefusalKind::Disallowed));
        // The exception beats the check.
        assert!(go(&mut game, Act::Go(60)).is_committed());
    }
}

#[test]
fn no_exception_can_name_a_prohibition_even_one_that_calls_itself_liftable() {
    // M10
    let mistakes = mistakes(
        base()
            .prohibition("never", Gate::Specific, |check| {
                check.liftable().require(|_| false, Why::Forbidden)
            })
            .exception("but", |exception| exception.lifts("never").always()),
    );
    let expected =
        Mistake::LiftsProhibition { exception: "but".into(), prohibition: "never".into() };
    assert_eq!(mistakes.iter().collect::<Vec<_>>(), [&expected]);
}

#[test]
fn after_the_end_nothing_but_undo_is_accepted_and_no_check_is_asked() {
    // M34
    let calls = Calls::default();
    let asked = calls.clone();
    let book = base()
        .check("counted", Gate::Shape, move |check| {
            check.require(
                move |_| {
                    asked.hit();
                    true
                },
                Why::NotNow,
            )
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(100));
    assert_eq!(game.result().unwrap().of(Seat(0)), Some(1));
    assert!(game.active().is_empty());
    calls.take();
    let outcome = go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 0);
    assert_eq!(
        outcome.to_string(),
        "invalid: The game is over (seat 0: 1, seat 1: -1): nothing but undo is accepted."
    );
    assert!(matches!(refusal(&outcome).cause, Cause::Over { .. }));
    assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
    assert!(go(&mut game, Act::Go(1)).is_committed());
}

#[test]
fn who_acts_comes_from_the_session_and_never_from_the_action() {
    // M33, M11: the clock may act too.
    let book = base().only_active("it is your turn", Why::NotYou).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = game.submit(Seat(1), Act::Go(1)).unwrap();
    assert_eq!(violations(refusal(&outcome)), [("it is your turn", Why::NotYou)]);
    assert!(game.submit(By::Clock, Act::Go(1)).unwrap().is_committed());
    let outcome = game.submit(By::Chance, Act::Go(1)).unwrap();
    assert!(matches!(outcome, Outcome::Disallowed(_)));
    let frame = game.frames().next().unwrap();
    assert_eq!(frame.by(), Some(By::Clock));
}
