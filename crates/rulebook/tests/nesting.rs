//! Phases in phases: each strategy settles its own children only, and
//! priorities never leak across a phase's border (M13).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, FaultKind, PhaseBuilder, RefusalKind};

type Phase<'b> = PhaseBuilder<'b, Sandbox>;

/// What one action writes.
fn written(builder: BookBuilder<Sandbox>) -> Vec<&'static str> {
    let book = builder.compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = go(&mut game, Act::Go(0));
    assert!(outcome.is_committed(), "{outcome}");
    game.state().log.clone()
}

/// A phase with two rules, the second of higher priority.
fn pair<'b>(phase: Phase<'b>, strategy: Strategy, words: [&'static str; 2]) -> Phase<'b> {
    phase
        .strategy(strategy)
        .rule(words[0], ranks(words[0], Priority::LOW))
        .rule(words[1], ranks(words[1], Priority::HIGH))
}

#[test]
fn sibling_phases_with_different_strategies_never_interfere() {
    // In a peer the first matching phase's strategy governs everybody.
    let strategies = [
        (Strategy::FirstWins, "first low"),
        (Strategy::LastWins, "last high"),
        (Strategy::HighestPriority, "by priority high"),
    ];
    for rotated in 0..strategies.len() {
        let mut order = strategies;
        order.rotate_left(rotated);
        let mut builder = book("siblings").strategy(Strategy::ApplyAll);
        for (strategy, _) in order {
            let words = match strategy {
                Strategy::FirstWins => ["first low", "first high"],
                Strategy::LastWins => ["last low", "last high"],
                _ => ["by priority low", "by priority high"],
            };
            builder = builder.phase(words[0], |phase| pair(phase, strategy, words));
        }
        assert_eq!(written(builder), order.map(|(_, winner)| winner));
    }
}

#[test]
fn an_exclusive_phase_beside_others_minds_only_its_own_children() {
    let book = book("siblings")
        .strategy(Strategy::ApplyAll)
        .phase("one", |phase| pair(phase, Strategy::FirstWins, ["a", "b"]))
        .phase("two", |phase| {
            phase.strategy(Strategy::Exclusive).rule("c", says("c")).rule("d", skips)
        });
    assert_eq!(written(book), ["a", "c"]);
}

#[test]
fn a_child_phase_competes_with_its_own_priority_and_not_with_its_rules() {
    let book = |priority: Option<Priority>| {
        book("leaks")
            .strategy(Strategy::HighestPriority)
            .phase("inner", move |inner| {
                let inner = match priority {
                    Some(priority) => inner.priority(priority),
                    None => inner,
                };
                pair(inner, Strategy::HighestPriority, ["inner low", "inner high"])
                    .rule("override", |rule| {
                        says("inner override")(rule.priority(Priority::OVERRIDE))
                    })
            })
            .rule("outer", ranks("outer", 60))
    };
    // An Override inside is still only a Normal phase outside.
    assert_eq!(written(book(None)), ["outer"]);
    assert_eq!(written(book(Some(Priority(61)))), ["inner override"]);
    assert_eq!(written(book(Some(Priority(60)))), ["inner override"]);
    assert_eq!(written(book(Some(Priority::LOWEST))), ["outer"]);
}

#[test]
fn a_low_rule_in_a_high_phase_beats_a_high_rule_in_a_low_phase() {
    let book = book("leaks")
        .strategy(Strategy::HighestPriority)
        .phase("low phase", |phase| {
            phase
                .priority(Priority::LOW)
                .strategy(Strategy::HighestPriority)
                .rule("highest", ranks("highest", Priority::HIGHEST))
                .rule("other", says("other"))
        })
        .phase("high phase", |phase| {
            phase
                .priority(Priority::HIGH)
                .strategy(Strategy::HighestPriority)
                .rule("lowest", ranks("lowest", Priority::LOWEST))
                .rule("even lower", ranks("even lower", -5))
        });
    assert_eq!(written(book), ["lowest"]);
}

#[test]
fn every_strategy_settles_inside_every_other() {
    let inner = [
        (Strategy::FirstWins, vec!["low"]),
        (Strategy::LastWins, vec!["high"]),
        (Strategy::HighestPriority, vec!["high"]),
        (Strategy::ApplyAll, vec!["high", "low"]),
    ];
    let outer = [
        (Strategy::FirstWins, "inner"),
        (Strategy::LastWins, "sibling"),
        (Strategy::HighestPriority, "sibling"),
        (Strategy::ApplyAll, "both"),
    ];
    for (strategy, settled) in inner {
        for (around, who) in outer {
            let book = book("nested")
                .strategy(around)
                .phase("inner", |phase| pair(phase, strategy, ["low", "high"]))
                .rule("sibling", ranks("sibling", 60));
            let expected = match who {
                "inner" => settled.clone(),
                "sibling" => vec!["sibling"],
                _ => [vec!["sibling"], settled.clone()].concat(),
            };
            assert_eq!(written(book), expected, "{strategy} in {around}");
        }
    }
}

#[test]
fn exclusive_counts_a_child_phase_once_however_many_match_inside() {
    let book = book("counted")
        .strategy(Strategy::Exclusive)
        .phase("inner", |phase| pair(phase, Strategy::LastWins, ["a", "b"]))
        .rule("sibling", skips);
    assert_eq!(written(book), ["b"]);
}

#[test]
fn exclusive_names_the_rule_that_won_in_each_child() {
    let book = book("counted")
        .phase("outer", |outer| {
            outer
                .strategy(Strategy::Exclusive)
                .phase("one", |phase| pair(phase, Strategy::LastWins, ["a", "b"]))
                .phase("two", |phase| pair(phase, Strategy::FirstWins, ["c", "d"]))
                .rule("e", refuses(RefusalKind::Invalid, "e"))
        })
        .compile()
        .unwrap();
    assert_eq!(
        fault(&mut start(&book, BOTH[0]), Act::Go(1)),
        FaultKind::Conflict {
            phase: "outer".into(),
            action: "Go",
            rules: vec!["outer/one/b".into(), "outer/two/c".into(), "outer/e".into()],
        }
    );
}

#[test]
fn an_exclusive_in_an_exclusive_faults_for_itself() {
    let book = book("counted")
        .strategy(Strategy::Exclusive)
        .rule("outer", says("outer"))
        .phase("inner", |inner| {
            inner.strategy(Strategy::Exclusive).rule("a", says("a")).rule("b", says("b"))
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    for _ in 0..3 {
        let FaultKind::Conflict { phase, rules, .. } = fault(&mut game, Act::Go(1)) else {
            panic!("the inner phase is in conflict");
        };
        assert_eq!((phase.as_str(), rules.len()), ("inner", 2));
    }
}

#[test]
fn a_conflict_in_a_phase_that_is_not_reached_is_no_fault() {
    let book = book("counted").rule("before", says("before")).phase("inner", |inner| {
        inner.strategy(Strategy::Exclusive).rule("a", says("a")).rule("b", says("b"))
    });
    assert_eq!(written(book), ["before"]);
}

#[test]
fn a_child_phase_that_refuses_refuses_in_its_parent() {
    for (strategy, priority) in [
        (Strategy::FirstWins, Priority::NORMAL),
        (Strategy::HighestPriority, Priority::HIGH),
        (Strategy::ApplyAll, Priority::NORMAL),
    ] {
        let book = book("refusals")
            .strategy(strategy)
            .phase("inner", |inner| {
                inner
                    .priority(priority)
                    .rule("no", refuses(RefusalKind::Disallowed, "no"))
                    .rule("yes", says("yes"))
            })
            .rule("sibling", says("sibling"))
            .compile()
            .unwrap();
        let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
        assert!(matches!(outcome, Outcome::Disallowed(_)), "{strategy}");
    }
}

#[test]
fn a_phase_in_which_nobody_is_decisive_leaves_the_action_to_its_siblings() {
    for strategy in [
        Strategy::FirstWins,
        Strategy::LastWins,
        Strategy::HighestPriority,
        Strategy::Exclusive,
        Strategy::ApplyAll,
    ] {
        let book = book("leaves")
            .strategy(strategy)
            .rule("sibling", says("sibling"))
            .phase("silent", |phase| {
                phase
                    .strategy(strategy)
                    .rule("a", skips)
                    .phase("deeper", |deeper| deeper.rule("b", skips))
            })
            .phase("closed", |phase| phase.when("never", |_| false).rule("c", says("closed")));
        assert_eq!(written(book), ["sibling"], "{strategy}");
    }
}

#[test]
fn only_rules_of_the_actions_kind_and_subject_compete() {
    let book = book("kinds")
        .strategy(Strategy::Exclusive)
        .rule("go", |rule| says("go")(rule.on(ActKind::Go).subject(Subject(1))))
        .rule("go two", |rule| {
            says("go two")(rule.on(ActKind::Go).subject(Subject(2)).subject(Subject(3)))
        })
        .rule("other", |rule| says("other")(rule.on(ActKind::Other)))
        .compile()
        .unwrap();
    for (action, expected) in [
        (Act::Go(1), Some("go")),
        (Act::Go(2), Some("go two")),
        (Act::Go(3), Some("go two")),
        (Act::Go(4), None),
        // An action without a subject is about none that a rule names.
        (Act::Go(-1), None),
        (Act::Other(1), Some("other")),
        (Act::Lost(1), None),
    ] {
        let mut game = start(&book, BOTH[0]);
        let outcome = go(&mut game, action.clone());
        assert_eq!(game.state().log.first().copied(), expected, "{action:?}");
        assert_eq!(outcome.is_committed(), expected.is_some());
    }
}
