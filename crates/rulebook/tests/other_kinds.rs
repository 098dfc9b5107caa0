//! A phase without a rule for an action's kind is passed by as a whole, its
//! predicates included, whoever watches (M2, M16, M18).

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, FaultKind, Forecast, Notice, Observer, Pass, Passes, Standing};

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
fn between_mines(strategy: Strategy) -> BookBuilder<Sandbox> {
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
}

/// With the plan, and by the reference interpreter.
const BOTH_WAYS: [Passes; 2] = [Passes::all(), Passes::none()];

/// Every strategy, with the plan and by the reference interpreter.
fn every_way() -> impl Iterator<Item = (Strategy, Passes)> {
    STRATEGIES.into_iter().flat_map(|strategy| BOTH_WAYS.map(|passes| (strategy, passes)))
}

/// Something that was passed over.
#[derive(Debug, PartialEq)]
enum Passed {
    /// A rule, and why.
    Rule(String, Standing<'static, Why>),
    /// So many rules, in one go.
    Avoided(Pass, u64),
}

/// Says what was passed over.
struct Watcher(Sender<Passed>, Book<Sandbox>);

impl Observer<Sandbox> for Watcher {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        let passed = match notice {
            Notice::Skipped { rule, why } => {
                let name = self.1.rules().nth(rule.index()).unwrap().name();
                Passed::Rule(name, kept::kept(why))
            }
            Notice::Avoided { pass, count } => Passed::Avoided(*pass, *count),
            _ => return,
        };
        self.0.send(passed).unwrap();
    }
}

fn watched(book: &Book<Sandbox>) -> (Session<Sandbox>, Receiver<Passed>) {
    let mut game = start(book, BOTH[0]);
    let (sender, passed) = channel();
    game.observe(Watcher(sender, book.clone()));
    (game, passed)
}

fn rule(name: &str, why: Standing<'static, Why>) -> Passed {
    Passed::Rule(name.to_owned(), why)
}

#[test]
fn an_observer_does_not_change_what_becomes_of_an_action() {
    for (strategy, passes) in every_way() {
        let book = between_mines(strategy).passes(passes).compile().unwrap();
        let mut alone = start(&book, BOTH[0]);
        let (mut game, _passed) = watched(&book);
        for game in [&mut alone, &mut game] {
            let outcome = game.submit(Seat(0), Act::Go(1));
            assert!(outcome.is_ok_and(|outcome| outcome.is_committed()), "{strategy} {passes:?}");
            assert_eq!(game.state().log, ["go"], "{strategy} {passes:?}");
        }
    }
}

#[test]
fn nor_does_the_explanation_speak_of_a_fault_that_will_not_be() {
    for (strategy, passes) in every_way() {
        let book = between_mines(strategy).passes(passes).compile().unwrap();
        let mut game = start(&book, BOTH[0]);
        let explanation = game.explain(Seat(0), &Act::Go(1)).unwrap();
        let verdict = explanation.forecast();
        assert!(matches!(verdict, Forecast::Commit(rules) if rules == ["open/go"]), "{strategy}");
        for rule in ["mine/one", "mine/deeper/two", "open/mine/three"] {
            let report = explanation.rules().find(|report| report.name == rule).unwrap();
            assert_eq!(report.standing, Standing::OtherKind, "{rule} {strategy} {passes:?}");
        }
    }
}

/// What is passed over for one action.
fn passed_over(builder: BookBuilder<Sandbox>) -> Vec<Passed> {
    let (mut game, passed) = watched(&builder.compile().unwrap());
    go(&mut game, Act::Go(1));
    drop(game);
    passed.iter().collect()
}

#[test]
fn the_rules_below_are_passed_over_in_the_order_of_asking() {
    let book = || between_mines(Strategy::ApplyAll);
    // All three rules below the mines are left out before the first is asked.
    assert_eq!(
        passed_over(book()),
        [
            rule("before", Standing::Skipped),
            Passed::Avoided(Pass::Kinds, 3),
            rule("after", Standing::Skipped),
        ]
    );
    // The rule "three" stands behind the one that decided in its phase.
    assert_eq!(
        passed_over(book().passes(Passes::none())),
        [
            rule("before", Standing::Skipped),
            rule("mine/one", Standing::OtherKind),
            rule("mine/deeper/two", Standing::OtherKind),
            rule("after", Standing::Skipped),
        ]
    );
}

#[test]
fn an_action_without_a_rule_is_unhandled_whatever_the_book_s_own_predicate_does() {
    let mined = || {
        book("mined")
            .in_phase("", |root| root.when("boom", |_| panic!("boom")))
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
    };
    let told = [Passed::Avoided(Pass::Kinds, 1), rule("go", Standing::OtherKind)];
    for (passes, told) in BOTH_WAYS.into_iter().zip(told) {
        let book = mined().passes(passes).compile().unwrap();
        let mut alone = start(&book, BOTH[0]);
        let (mut game, passed) = watched(&book);
        for game in [&mut alone, &mut game] {
            let outcome = go(game, Act::Lost(1));
            assert!(matches!(outcome, Outcome::InvalidInput(_)));
            assert!(matches!(fault(game, Act::Go(1)), FaultKind::Panic { .. }));
        }
        drop(game);
        assert_eq!(passed.iter().collect::<Vec<_>>(), [told], "{passes:?}");
    }
}

#[test]
fn a_phase_counts_the_rules_of_the_phases_in_it_and_those_for_all_kinds() {
    for (strategy, passes) in every_way() {
        let book = book("deep")
            .passes(passes)
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
        assert_eq!(game.state().log, ["go", "other", "lost"], "{strategy} {passes:?}");
    }
}
