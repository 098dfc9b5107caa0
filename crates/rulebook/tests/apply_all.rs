//! ApplyAll: order, what later rules see, refusals after events, one frame in
//! all, and how such a phase competes in its parent (M15).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, FaultKind, RefusalKind};

fn all(name: &str) -> BookBuilder<Sandbox> {
    book(name).strategy(Strategy::ApplyAll)
}

/// What one action writes, which is the same with both ways of recovery.
fn written(builder: BookBuilder<Sandbox>) -> Vec<&'static str> {
    let book = builder.compile().unwrap();
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(&book, recovery);
        let outcome = go(&mut game, Act::Go(0));
        assert!(outcome.is_committed(), "{outcome}");
        game.state().log.clone()
    });
    assert_eq!(one, two);
    one
}

#[test]
fn each_rule_sees_what_the_earlier_ones_did() {
    let book = all("sees").rule("one", says("one")).rule("two", |rule| {
        rule.when("one was here", |ask| ask.state.log == ["one"])
            .answer(|ask| Answer::Match(ask.state.log.len()))
            .then(|cx, found| {
                assert_eq!((found, cx.state.log.len()), (1, 1));
                [Ev::Note("two"), Ev::Note("and a half")]
            })
    });
    let book = book.rule("three", |rule| {
        rule.when("both events were here", |ask| ask.state.log.len() == 3)
            .then(|_, ()| [Ev::Note("three")])
    });
    assert_eq!(written(book), ["one", "two", "and a half", "three"]);
}

#[test]
fn all_of_it_is_one_frame_and_one_step_of_undo() {
    let book =
        all("one frame").rule("one", says("one")).rule("two", says("two")).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let id = go(&mut game, Act::Go(0)).frame().unwrap();
        assert_eq!((game.number(), game.undo_depth()), (1, 1));
        let frame = game.frame(id).unwrap();
        let events: Vec<_> =
            frame.events().map(|event| (event.event.clone(), event.origin)).collect();
        let origin = |name| rulebook::Origin::Rule(book.rule(name).unwrap());
        assert_eq!(events, [(Ev::Note("one"), origin("one")), (Ev::Note("two"), origin("two"))]);
        game.undo().unwrap();
        assert_eq!(game.state().log, [""; 0]);
    }
}

#[test]
fn a_refusal_after_an_event_stops_at_once_and_nothing_commits() {
    for kind in [RefusalKind::Invalid, RefusalKind::Disallowed, RefusalKind::Aborted] {
        let calls = Calls::default();
        let asked = calls.clone();
        let book = all("stops")
            .rule("one", says("one"))
            .rule("no", |rule| {
                rule.on(ActKind::Go)
                    .answer(move |ask| {
                        assert_eq!(ask.state.log.last(), Some(&"one"), "the event was applied");
                        Answer::<(), _>::Refuse(kind, Why::Forbidden)
                    })
                    .then(|_, ()| ())
            })
            .rule("counted", move |rule| {
                rule.when("counted", move |_| {
                    asked.hit();
                    true
                })
                .then(|_, ()| [Ev::Note("never")])
            })
            .compile()
            .unwrap();
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            go(&mut game, Act::Other(1));
            go(&mut game, Act::Other(2));
            game.undo().unwrap();
            calls.take();
            let before = picture(&mut game);
            let outcome = go(&mut game, Act::Go(1));
            assert_eq!(outcome.refusal_kind(), Some(kind));
            assert_eq!(outcome.refusal().unwrap().action, Some(Act::Go(1)));
            assert_eq!(calls.take(), 0);
            assert_eq!(picture(&mut game), before);
            // The redo branch is whole.
            assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
        }
    }
}

#[test]
fn a_child_phase_settles_when_its_turn_comes() {
    // On the starting state "late" would win, and "early" when its turn comes.
    let book = all("turns").rule("one", says("one")).phase("child", |child| {
        child
            .rule("early", |rule| {
                rule.when("one was here", |ask| !ask.state.log.is_empty())
                    .then(|_, ()| [Ev::Note("early")])
            })
            .rule("late", says("late"))
    });
    assert_eq!(written(book), ["one", "early"]);
}

#[test]
fn a_child_phase_that_was_silent_at_the_start_may_speak_later() {
    let after = |word: &'static str, count: usize| {
        move |rule: rulebook::RuleBuilder<Sandbox>| {
            rule.when("so many words", move |ask| ask.state.log.len() == count)
                .then(move |_, ()| [Ev::Note(word)])
        }
    };
    let book = all("speaks").rule("one", says("one")).phase("child", |child| {
        child
            .strategy(Strategy::ApplyAll)
            .rule("two", after("two", 1))
            .phase("grandchild", |grandchild| {
                grandchild
                    .strategy(Strategy::Exclusive)
                    .rule("three", after("three", 2))
                    .rule("not yet", after("not yet", 3))
            })
            .rule("four", after("four", 3))
    });
    assert_eq!(written(book), ["one", "two", "three", "four"]);
}

#[test]
fn children_and_rules_stand_in_one_order_of_priority() {
    let book = all("order")
        .rule("normal", says("normal"))
        .phase("high phase", |phase| {
            phase
                .priority(Priority::HIGH)
                .strategy(Strategy::ApplyAll)
                .rule("low in high", ranks("low in high", Priority::LOW))
                .rule("high in high", ranks("high in high", Priority::HIGH))
        })
        .phase("low phase", |phase| {
            phase
                .priority(Priority::LOW)
                .strategy(Strategy::LastWins)
                .rule("a", says("a"))
                .rule("b", says("b"))
        })
        .rule("highest", ranks("highest", Priority::HIGHEST));
    assert_eq!(written(book), ["highest", "high in high", "low in high", "normal", "b"]);
}

#[test]
fn a_conflict_that_appears_only_after_an_event_is_a_fault_and_nothing_commits() {
    let book = all("late conflict")
        .rule("one", says("one"))
        .phase("child", |child| {
            child
                .strategy(Strategy::Exclusive)
                .rule("a", |rule| {
                    rule.when("one was here", |ask| ask.state.log.len() == 1).then(|_, ()| ())
                })
                .rule("b", says("b"))
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        assert!(matches!(fault(&mut game, Act::Go(1)), FaultKind::Conflict { .. }));
        assert_eq!(picture(&mut game), before);
    }
}

/// A parent with an ApplyAll child and a sibling that comes after it.
fn candidate(parent: Strategy) -> BookBuilder<Sandbox> {
    book("candidate")
        .strategy(parent)
        .phase("effects", |effects| {
            effects
                .priority(Priority::HIGH)
                .strategy(Strategy::ApplyAll)
                .rule("a", |rule| {
                    rule.when("go", |ask| matches!(ask.action, Act::Go(_)))
                        .then(|_, ()| [Ev::Note("a")])
                })
                .rule("after a", |rule| {
                    rule.when("a was here", |ask| !ask.state.log.is_empty())
                        .then(|_, ()| [Ev::Note("after a")])
                })
        })
        .rule("sibling", |rule| {
            rule.when("no go", |ask| !matches!(ask.action, Act::Go(_)))
                .then(|_, ()| [Ev::Note("sibling")])
        })
}

#[test]
fn as_a_candidate_it_is_decisive_if_one_of_its_children_is_on_the_starting_state() {
    for parent in
        [Strategy::FirstWins, Strategy::LastWins, Strategy::HighestPriority, Strategy::Exclusive]
    {
        let book = candidate(parent).compile().unwrap();
        let mut game = start(&book, BOTH[0]);
        go(&mut game, Act::Go(0));
        assert_eq!(game.state().log, ["a", "after a"], "{parent}");
        let mut game = start(&book, BOTH[0]);
        go(&mut game, Act::Other(0));
        assert_eq!(game.state().log, ["sibling"], "{parent}");
    }
}

#[test]
fn as_a_candidate_it_wins_and_loses_whole() {
    let book = |parent, sibling: Priority| {
        book("competes")
            .strategy(parent)
            .phase("effects", |effects| {
                effects.strategy(Strategy::ApplyAll).rule("a", says("a")).rule("b", says("b"))
            })
            .rule("sibling", ranks("sibling", sibling))
    };
    let won = ["a", "b"];
    assert_eq!(written(book(Strategy::FirstWins, Priority::HIGH)), won);
    assert_eq!(written(book(Strategy::HighestPriority, Priority::LOW)), won);
    let lost = ["sibling"];
    assert_eq!(written(book(Strategy::LastWins, Priority::LOW)), lost);
    assert_eq!(written(book(Strategy::HighestPriority, Priority::HIGH)), lost);
    let conflict = book(Strategy::Exclusive, Priority::HIGH).compile().unwrap();
    let FaultKind::Conflict { rules, .. } = fault(&mut start(&conflict, BOTH[0]), Act::Go(0))
    else {
        panic!("both are decisive");
    };
    assert_eq!(rules, ["effects/a", "sibling"]);
}

#[test]
fn a_child_that_refuses_first_makes_it_a_refusing_candidate() {
    let book = book("refuses")
        .phase("effects", |effects| {
            effects
                .strategy(Strategy::ApplyAll)
                .rule("no", refuses(RefusalKind::Disallowed, "no"))
                .rule("yes", says("yes"))
        })
        .rule("sibling", says("sibling"))
        .compile()
        .unwrap();
    let outcome = go(&mut start(&book, BOTH[0]), Act::Go(0));
    let Cause::Rule { rule, .. } = &outcome.refusal().unwrap().cause else {
        panic!("{outcome}");
    };
    assert_eq!(rule, "effects/no");
}

#[test]
fn matched_rules_without_events_leave_no_trace() {
    // M6
    let nothing = |rule: rulebook::RuleBuilder<Sandbox>| rule.then(|_, ()| ());
    let book = all("silent")
        .rule("a", nothing)
        .rule("b", nothing)
        .rule("c", |rule| says("c")(rule.on(ActKind::Other)))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert!(matches!(go(&mut game, Act::Go(1)), Outcome::NoChange));
    go(&mut game, Act::Other(1));
    assert_eq!(game.state().log, ["c"]);
}

#[test]
fn keys_order_by_key_and_then_by_name_whatever_was_declared() {
    let keyed = |word: &'static str, key: u32| {
        move |rule: rulebook::RuleBuilder<Sandbox>| says(word)(rule.key(key))
    };
    let book = all("keys")
        .by_key()
        .rule("z", keyed("z", 1))
        .rule("b", keyed("b", 2))
        .rule("a", keyed("a", 2))
        .rule("y", keyed("y", 0))
        .phase("c", |phase| phase.key(1_u32).rule("inside", says("c/inside")));
    assert_eq!(written(book), ["y", "c/inside", "z", "a", "b"]);
}

#[test]
fn a_key_is_of_any_ordered_type_and_ranks_before_priority() {
    let words = all("words")
        .by_key()
        .rule("one", |rule| says("one")(rule.key("beta")))
        .rule("two", |rule| says("two")(rule.key("gamma").priority(Priority::OVERRIDE)))
        .rule("three", |rule| says("three")(rule.key("alpha")));
    assert_eq!(written(words), ["three", "one", "two"]);
    let pairs = all("pairs")
        .by_key()
        .rule("one", |rule| says("one")(rule.key((2, 'a'))))
        .rule("two", |rule| says("two")(rule.key((1, 'b'))))
        .rule("three", |rule| says("three")(rule.key((1, 'a'))));
    assert_eq!(written(pairs), ["three", "two", "one"]);
}

#[test]
fn keys_order_the_other_strategies_too() {
    let keyed = |strategy| {
        book("keys")
            .strategy(strategy)
            .by_key()
            .rule("b", |rule| says("b")(rule.key(2)))
            .rule("a", |rule| says("a")(rule.key(1)))
            .rule("c", |rule| says("c")(rule.key(3)))
    };
    assert_eq!(written(keyed(Strategy::FirstWins)), ["a"]);
    assert_eq!(written(keyed(Strategy::LastWins)), ["c"]);
}
