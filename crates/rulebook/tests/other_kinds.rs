//! A phase without a rule for an action's kind is passed by as a whole, its
//! predicates included, whoever watches (M2, M16, M18).

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};

use common::*;
use rulebook::prelude::*;
use rulebook::{FaultKind, Forecast, Notice, Observer, Standing};

/// Every strategy.
const STRATEGIES: [Strategy; 5] = [
    Strategy::FirstWins,
    Strategy::LastWins,
    Strategy::HighestPriority,
    Strategy::Exclusive,
    Strategy::ApplyAll,
];

/// Two rules for `Go`, and between them phases for other kinds with
/// predicates that panic.
fn between_mines(strategy: Strategy) -> Book<Sandbox> {
    book("mines")
        .strategy(strategy)
        .rule("before", |rule| skips(rule.on(ActKind::Go)))
        .phase("mine", |mine| {
            mine.when("boom", |_| panic!("boom"))
                .rule("one", |rule| says("one")(rule.on(ActKind::Other)))
                .phase("deeper", |deeper| {
                    deeper
                        .when("bang", |_| panic!("bang"))
                        .rule("two", |rule| says("two")(rule.on(ActKind::Lost)))
                })
        })
        .phase("open", |open| {
            open.rule("go", |rule| says("go")(rule.on(ActKind::Go))).phase("mine", |mine| {
                mine.when("boom", |_| panic!("boom"))
                    .rule("three", |rule| says("three")(rule.on(ActKind::Other)))
            })
        })
        .rule("after", |rule| skips(rule.on(ActKind::Go)))
        .compile()
        .unwrap()
}

/// Says which rules were passed over, and why.
struct Skips(Sender<(String, Standing<Why>)>, Book<Sandbox>);

impl Observer<Sandbox> for Skips {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        if let Notice::Skipped { rule, why } = notice {
            let name = self.1.rules().nth(rule.index()).unwrap().name();
            self.0.send((name, (*why).clone())).unwrap();
        }
    }
}

fn watched(book: &Book<Sandbox>) -> (Session<Sandbox>, Receiver<(String, Standing<Why>)>) {
    let mut game = start(book, BOTH[0]);
    let (sender, skips) = channel();
    game.observe(Skips(sender, book.clone()));
    (game, skips)
}

#[test]
fn an_observer_does_not_change_what_becomes_of_an_action() {
    for strategy in STRATEGIES {
        let book = between_mines(strategy);
        let mut alone = start(&book, BOTH[0]);
        let (mut game, _skips) = watched(&book);
        for game in [&mut alone, &mut game] {
            let outcome = game.submit(Seat(0), Act::Go(1));
            assert!(outcome.is_ok_and(|outcome| outcome.is_committed()), "{strategy}");
            assert_eq!(game.state().log, ["go"], "{strategy}");
        }
    }
}

#[test]
fn nor_does_the_explanation_speak_of_a_fault_that_will_not_be() {
    for strategy in STRATEGIES {
        let book = between_mines(strategy);
        let explanation = start(&book, BOTH[0]).explain(Seat(0), &Act::Go(1)).unwrap();
        let verdict = &explanation.forecast;
        assert!(matches!(verdict, Forecast::Commit(rules) if *rules == ["open/go"]), "{strategy}");
        for rule in ["mine/one", "mine/deeper/two", "open/mine/three"] {
            let report = explanation.rules.iter().find(|report| report.name == rule).unwrap();
            assert_eq!(report.standing, Standing::OtherKind, "{rule} under {strategy}");
        }
    }
}

#[test]
fn the_rules_below_are_passed_over_in_the_order_of_asking() {
    let book = between_mines(Strategy::ApplyAll);
    let (mut game, skips) = watched(&book);
    go(&mut game, Act::Go(1));
    drop(game);
    let expected = [
        ("before", Standing::Skipped),
        ("mine/one", Standing::OtherKind),
        ("mine/deeper/two", Standing::OtherKind),
        ("after", Standing::Skipped),
    ];
    let expected = expected.map(|(rule, why)| (rule.to_owned(), why));
    assert_eq!(skips.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn an_action_without_a_rule_is_unhandled_whatever_the_book_s_own_predicate_does() {
    let book = book("mined")
        .in_phase("", |root| root.when("boom", |_| panic!("boom")))
        .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
        .compile()
        .unwrap();
    let mut alone = start(&book, BOTH[0]);
    let (mut game, skips) = watched(&book);
    for game in [&mut alone, &mut game] {
        let outcome = go(game, Act::Lost(1));
        assert!(matches!(outcome, Outcome::InvalidInput(_)));
        assert!(matches!(fault(game, Act::Go(1)), FaultKind::Panic { .. }));
    }
    drop(game);
    assert_eq!(skips.iter().collect::<Vec<_>>(), [("go".to_owned(), Standing::OtherKind)]);
}

#[test]
fn a_phase_counts_the_rules_of_the_phases_in_it_and_those_for_all_kinds() {
    for strategy in STRATEGIES {
        let book = book("deep")
            .strategy(strategy)
            .phase("outer", |outer| {
                outer.phase("middle", |middle| {
                    middle
                        .rule("other", |rule| says("other")(rule.on(ActKind::Other)))
                        .phase("inner", |inner| {
                            inner.rule("go", |rule| says("go")(rule.on(ActKind::Go)))
                        })
                })
            })
            .phase("any", |any| {
                any.rule("lost", |rule| {
                    let rule = rule.when("lost", |ask| matches!(ask.action, Act::Lost(_)));
                    says("lost")(rule)
                })
            })
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        for action in [Act::Go(1), Act::Other(1), Act::Lost(1)] {
            go(&mut game, action);
        }
        assert_eq!(game.state().log, ["go", "other", "lost"], "{strategy}");
    }
}
