//! The five strategies, each in one phase: who wins, ties, refusals among the
//! candidates, and that asking agrees with doing (M13, M14, M15).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, FaultKind, RefusalKind, RuleBuilder};

const ALL: [Strategy; 5] = [
    Strategy::FirstWins,
    Strategy::LastWins,
    Strategy::HighestPriority,
    Strategy::Exclusive,
    Strategy::ApplyAll,
];

fn settled(strategy: Strategy) -> BookBuilder<Sandbox> {
    book("settled").strategy(strategy)
}

/// What one action writes.
fn written(builder: BookBuilder<Sandbox>) -> Vec<&'static str> {
    let book = builder.compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    assert!(go(&mut game, Act::Go(0)).is_committed());
    game.state().log.clone()
}

#[test]
fn first_wins_takes_the_first_decisive_rule() {
    let book =
        settled(Strategy::FirstWins).rule("a", skips).rule("b", says("b")).rule("c", says("c"));
    assert_eq!(written(book), ["b"]);
}

#[test]
fn first_wins_is_the_default_and_looks_at_no_priority() {
    let book = book("default")
        .rule("a", ranks("a", Priority::LOWEST))
        .rule("b", ranks("b", Priority::OVERRIDE));
    assert_eq!(written(book), ["a"]);
}

#[test]
fn last_wins_takes_the_last_decisive_rule() {
    let book =
        settled(Strategy::LastWins).rule("a", says("a")).rule("b", says("b")).rule("c", skips);
    assert_eq!(written(book), ["b"]);
}

#[test]
fn highest_priority_wins_wherever_it_is_declared() {
    for [one, two, three] in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let entries =
            [("low", Priority::LOW), ("high", Priority::HIGH), ("normal", Priority::NORMAL)];
        let mut builder = settled(Strategy::HighestPriority);
        for at in [one, two, three] {
            let (word, priority) = entries[at];
            builder = builder.rule(word, ranks(word, priority));
        }
        assert_eq!(written(builder), ["high"]);
    }
}

#[test]
fn equal_priorities_go_to_the_first_declared() {
    let book = settled(Strategy::HighestPriority)
        .rule("z", ranks("z", Priority::HIGH))
        .rule("a", ranks("a", Priority::HIGH))
        .rule("said nothing", says("said nothing"));
    assert_eq!(written(book), ["z"]);
}

#[test]
fn nothing_said_is_normal_and_the_six_levels_stand_in_their_order() {
    let named = [
        Priority::LOWEST,
        Priority::LOW,
        Priority::NORMAL,
        Priority::HIGH,
        Priority::HIGHEST,
        Priority::OVERRIDE,
    ];
    assert_eq!(named.map(|priority| priority.0), [0, 25, 50, 75, 100, 200]);
    assert_eq!(Priority::default(), Priority::NORMAL);
    let book = |other: Priority| {
        settled(Strategy::HighestPriority)
            .rule("said", ranks("said", other))
            .rule("unsaid", says("unsaid"))
    };
    assert_eq!(written(book(Priority(49))), ["unsaid"]);
    assert_eq!(written(book(Priority(50))), ["said"]);
}

#[test]
fn any_integer_is_a_priority() {
    let book = settled(Strategy::ApplyAll)
        .rule("smallest", ranks("smallest", i32::MIN))
        .rule("minus one", ranks("minus one", -1))
        .rule("largest", ranks("largest", i32::MAX))
        .rule("sixty", ranks("sixty", 60));
    assert_eq!(written(book), ["largest", "sixty", "minus one", "smallest"]);
}

#[test]
fn a_conflict_of_many_rules_names_a_few_and_counts_the_others() {
    let names: Vec<String> = (0..1_000).map(|rule| format!("rule {rule}")).collect();
    let all = names.iter().fold(book("crowd").strategy(Strategy::Exclusive), |book, name| {
        book.rule(name, says("crowd"))
    });
    let fault = start(&all.compile().unwrap(), BOTH[0]).submit(Seat(0), Act::Go(1)).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "The book is Exclusive, but 1000 of its children are decisive for the action Go: \"rule 0\", \
         \"rule 1\", \"rule 2\", \"rule 3\", \"rule 4\" and 995 more. Narrow one of them, or give the \
         book another strategy."
    );
    // All of them are in the data.
    let FaultKind::Conflict { rules, .. } = fault.kind() else { panic!("{fault}") };
    assert_eq!(*rules, names);
}

#[test]
fn exclusive_with_one_decisive_rule_is_fine() {
    let book = settled(Strategy::Exclusive).rule("a", skips).rule("b", says("b")).rule("c", skips);
    assert_eq!(written(book), ["b"]);
}

#[test]
fn exclusive_with_two_is_a_fault_that_names_count_kind_and_rules() {
    let book = book("fail fast")
        .phase("move", |phase| {
            phase
                .strategy(Strategy::Exclusive)
                .rule("rule-a", says("a"))
                .rule("rule-b", skips)
                .rule("rule-c", says("c"))
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let before = picture(&mut game);
        let fault = game.submit(Seat(0), Act::Other(1)).unwrap_err();
        assert_eq!(
            *fault.kind(),
            FaultKind::Conflict {
                phase: "move".into(),
                action: "Other",
                rules: vec!["move/rule-a".into(), "move/rule-c".into()],
            }
        );
        assert_eq!(
            fault.to_string(),
            "The phase \"move\" is Exclusive, but 2 of its children are decisive for the action \
             Other: \"move/rule-a\", \"move/rule-c\". Narrow one of them, or give the phase another \
             strategy."
        );
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn apply_all_applies_in_order_of_priority_and_ties_by_declaration() {
    let book = settled(Strategy::ApplyAll)
        .rule("low", ranks("low", Priority::LOW))
        .rule("first", says("first"))
        .rule("none", skips)
        .rule("second", says("second"))
        .rule("high", ranks("high", Priority::HIGH));
    assert_eq!(written(book), ["high", "first", "second", "low"]);
}

/// Two candidates, the first of which refuses.
fn with_refusal(strategy: Strategy, kind: RefusalKind) -> Book<Sandbox> {
    settled(strategy)
        .rule("refuses", refuses(kind, "refuses"))
        .rule("matches", says("matches"))
        .compile()
        .unwrap()
}

#[test]
fn a_refusal_among_the_candidates_decides_like_a_match() {
    // M14, with each kind of refusal.
    for kind in [RefusalKind::Invalid, RefusalKind::Disallowed, RefusalKind::Aborted] {
        for strategy in ALL {
            let book = with_refusal(strategy, kind);
            let mut game = start(&book, BOTH[0]);
            let before = picture(&mut game);
            match (strategy, game.submit(Seat(0), Act::Go(1))) {
                (Strategy::LastWins, Ok(outcome)) => assert!(outcome.is_committed()),
                (Strategy::Exclusive, Err(fault)) => {
                    assert!(matches!(fault.kind(), FaultKind::Conflict { .. }));
                }
                (_, Ok(outcome)) => {
                    assert_eq!(outcome.refusal_kind(), Some(kind), "{strategy}");
                    let refusal = outcome.refusal().unwrap();
                    assert_eq!(refusal.action, Some(Act::Go(1)));
                    assert!(refusal.is_retryable());
                    let Cause::Rule { rule, reason } = &refusal.cause else {
                        panic!("{outcome}");
                    };
                    assert_eq!((rule.as_str(), reason), ("refuses", &Why::Because("refuses")));
                    assert_eq!(picture(&mut game), before);
                }
                (_, Err(fault)) => panic!("{strategy}: {fault}"),
            }
        }
    }
}

#[test]
fn a_refusal_that_loses_refuses_nothing() {
    let refuse = || refuses(RefusalKind::Disallowed, "no");
    let first = settled(Strategy::FirstWins).rule("matches", says("yes")).rule("refuses", refuse());
    assert_eq!(written(first), ["yes"]);
    let last = settled(Strategy::LastWins).rule("refuses", refuse()).rule("matches", says("yes"));
    assert_eq!(written(last), ["yes"]);
}

#[test]
fn an_override_overrules_a_base_rules_refusal() {
    // M14
    let book = settled(Strategy::HighestPriority)
        .rule("base", refuses(RefusalKind::Disallowed, "base"))
        .rule("variant", ranks("variant", Priority::OVERRIDE));
    assert_eq!(written(book), ["variant"]);
}

#[test]
fn a_refusal_of_high_priority_beats_a_match_of_low_priority() {
    let book = settled(Strategy::HighestPriority)
        .rule("matches", ranks("matches", Priority::LOW))
        .rule("refuses", |rule| refuses(RefusalKind::Invalid, "no")(rule.priority(Priority::HIGH)))
        .compile()
        .unwrap();
    let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
    assert!(matches!(outcome, Outcome::InvalidInput(_)), "{outcome}");
}

#[test]
fn a_rule_that_was_not_reached_is_not_asked() {
    // M14
    for strategy in [Strategy::FirstWins, Strategy::LastWins, Strategy::HighestPriority] {
        let calls = Calls::default();
        let counted = |priority: Priority| {
            let calls = calls.clone();
            move |rule: RuleBuilder<Sandbox>| {
                rule.priority(priority)
                    .when("counted", move |_| {
                        calls.hit();
                        true
                    })
                    .then(|_, ()| [Ev::Note("x")])
            }
        };
        let book = settled(strategy)
            .rule("a", counted(Priority::NORMAL))
            .rule("b", counted(Priority::HIGH))
            .rule("c", counted(Priority::NORMAL))
            .compile()
            .unwrap();
        go(&mut start(&book, BOTH[0]), Act::Go(1));
        assert_eq!(calls.take(), 1, "{strategy}");
    }
}

#[test]
fn what_a_rule_found_is_handed_to_its_own_effect_and_computed_once() {
    // Rules of one type of finding share a place for it, and must not mix it up.
    let calls = Calls::default();
    let finds = |word: &'static str| {
        let calls = calls.clone();
        move |rule: RuleBuilder<Sandbox>| {
            rule.answer(move |_| {
                calls.hit();
                Answer::Match(word)
            })
            .then(|_, found| [Ev::Note(found)])
        }
    };
    for (strategy, expected) in [
        (Strategy::FirstWins, vec!["a"]),
        (Strategy::LastWins, vec!["b"]),
        (Strategy::ApplyAll, vec!["a", "b"]),
    ] {
        let book = settled(strategy).rule("a", finds("a")).rule("b", finds("b"));
        let asked = expected.len();
        assert_eq!(written(book), expected);
        assert_eq!(calls.take(), asked);
    }
}

#[test]
fn validation_agrees_with_execution_under_every_strategy() {
    // What is offered is accepted, what is not offered is refused. A fault, as
    // of a conflict, is no refusal, so the others do not suffer from it.
    let mut conflicts = 0;
    for strategy in ALL {
        let book = settled(strategy)
            .rule("odd", |rule| {
                rule.when("odd", |ask| ask.action.number() % 2 == 1)
                    .candidates(|offer| offer.extend((0..12).map(Act::Go)))
                    .then(|cx, ()| [Ev::Add(cx.action.number())])
            })
            .rule("not four", |rule| {
                rule.answer(|ask| match ask.action.number() {
                    3 | 4 => Answer::disallowed(Why::Forbidden),
                    _ => Answer::<(), _>::Skip,
                })
                .then(|_, ()| ())
            })
            .rule("by four", |rule| {
                rule.when("by four", |ask| ask.action.number() % 4 == 0)
                    .then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Note("by four")])
            })
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        let legal = game.legal(Seat(0)).unwrap();
        for number in 0..12 {
            let mut game = start(&book, BOTH[1]);
            let accepted = match game.submit(Seat(0), Act::Go(number)) {
                Ok(outcome) => outcome.refusal().is_none(),
                Err(fault) => {
                    assert!(matches!(fault.kind(), FaultKind::Conflict { .. }), "{fault}");
                    assert_eq!(strategy, Strategy::Exclusive);
                    conflicts += 1;
                    true
                }
            };
            let offered = legal.iter().any(|legal| *legal.action() == Act::Go(number));
            assert_eq!(accepted, offered, "{strategy}, {number}");
        }
    }
    // Three is odd and forbidden, four is forbidden and divisible by four.
    assert_eq!(conflicts, 2);
}
