//! Exact generators: their candidates carry a proof and skip validation, and
//! compile refuses the claim where something could overrule it (M27).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, Legal, Mistake, Rule, RuleBuilder};

fn actions(legal: &[Legal<Sandbox>]) -> Vec<i64> {
    legal.iter().map(|legal| legal.action().number()).collect()
}

/// An exact rule behind what may stand in its way.
fn exact(honours: &'static [&'static str]) -> impl Fn(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    move |rule| {
        rule.on(ActKind::Go)
            .exact(honours.iter().copied(), |offer| {
                offer.extend((1..=3).map(Act::Go));
            })
            .then(|cx, ()| [Ev::Add(cx.action.number())])
    }
}

#[test]
fn exact_candidates_skip_validation_and_the_rules_before_them() {
    let (checks, rules, conditions) = (Calls::default(), Calls::default(), Calls::default());
    let (asked, others, own) = (checks.clone(), rules.clone(), conditions.clone());
    let book = book("exact")
        .check("counted", Gate::Shape, move |check| {
            check.require(
                move |_| {
                    asked.hit();
                    true
                },
                Why::NotNow,
            )
        })
        .rule("before", move |rule| {
            rule.when("never", move |_| {
                others.hit();
                false
            })
            .then(|_, ()| ())
        })
        .rule("step", move |rule| {
            rule.when("counted", move |_| {
                own.hit();
                true
            })
            .exact(["counted", "before"], |offer| {
                offer.extend((1..=3).map(Act::Go));
            })
            .then(|cx, ()| [Ev::Add(cx.action.number())])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let legal = game.legal(Seat(0)).unwrap();
    assert_eq!(actions(&legal), [1, 2, 3]);
    assert_eq!((checks.take(), rules.take(), conditions.take()), (0, 0, 0));
    assert!(game.play(legal[1].clone()).unwrap().is_committed());
    assert_eq!((checks.take(), rules.take()), (0, 0));
    assert!(conditions.take() <= 1, "the rule may look again, but once");
    // Without a proof everything is asked.
    assert!(go(&mut game, Act::Go(2)).is_committed());
    assert_eq!((checks.take(), rules.take(), conditions.take()), (1, 1, 1));
}

#[test]
fn an_exact_rule_that_finds_something_is_asked_once_for_it() {
    let calls = Calls::default();
    let asked = calls.clone();
    let book = book("finds")
        .rule("step", move |rule| {
            rule.answer(move |ask| {
                asked.hit();
                Answer::Match(ask.action.number() * 10)
            })
            .exact([], |offer| offer.push(Act::Go(2)))
            .then(|_, found| [Ev::Add(found)])
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let legal = game.legal(Seat(0)).unwrap().remove(0);
        assert_eq!(calls.take(), 0);
        assert!(game.play(legal).unwrap().is_committed());
        assert_eq!((calls.take(), game.state().total), (1, 20));
    }
}

fn overruled_by(builder: BookBuilder<Sandbox>, rule: &str) -> Vec<String> {
    let found = mistakes(builder);
    match found.iter().collect::<Vec<_>>()[..] {
        [Mistake::Overruled { rule: who, by }] if who == rule => by.clone(),
        _ => panic!("{found}"),
    }
}

/// A check or prohibition that refuses nothing.
fn idle(check: rulebook::CheckBuilder<Sandbox>) -> rulebook::Check<Sandbox> {
    check.require(|_| true, Why::NotNow)
}

#[test]
fn compile_refuses_an_exact_claim_that_a_check_or_prohibition_could_overrule() {
    let book = || {
        book("claims")
            .check("one", Gate::Shape, idle)
            .prohibition("two", Gate::Specific, idle)
            .check("of other kinds", Gate::Specific, |check| idle(check.on(ActKind::Other)))
    };
    assert_eq!(overruled_by(book().rule("step", exact(&[])), "step"), ["one", "two"]);
    assert_eq!(overruled_by(book().rule("step", exact(&["one"])), "step"), ["two"]);
    assert!(book().rule("step", exact(&["one", "two"])).compile().is_ok());
}

#[test]
fn compile_refuses_an_exact_claim_that_a_rule_before_it_could_overrule() {
    let plain = |rule: RuleBuilder<Sandbox>| rule.then(|_, ()| ());
    let elsewhere = |rule: RuleBuilder<Sandbox>| rule.on(ActKind::Other).then(|_, ()| ());
    let around = |strategy| {
        book("claims")
            .strategy(strategy)
            .rule("elsewhere", elsewhere)
            .rule("before", plain)
            .rule("step", exact(&[]))
            .rule("after", plain)
    };
    assert_eq!(overruled_by(around(Strategy::FirstWins), "step"), ["before"]);
    assert_eq!(overruled_by(around(Strategy::LastWins), "step"), ["after"]);
    for strategy in [Strategy::Exclusive, Strategy::ApplyAll] {
        assert_eq!(overruled_by(around(strategy), "step"), ["before", "after"], "{strategy}");
    }
    // Equal priorities: the one declared before.
    assert_eq!(overruled_by(around(Strategy::HighestPriority), "step"), ["before"]);
    let by_priority = book("claims")
        .strategy(Strategy::HighestPriority)
        .rule("low", move |rule| plain(rule.priority(Priority::LOW)))
        .rule("step", exact(&[]))
        .rule("high", move |rule| plain(rule.priority(Priority::HIGH)));
    assert_eq!(overruled_by(by_priority, "step"), ["high"]);
}

#[test]
fn an_exact_claim_may_honour_a_whole_phase_and_nothing_that_does_not_exist() {
    let plain = |rule: RuleBuilder<Sandbox>| rule.then(|_, ()| ());
    let book = |honours| {
        book("claims")
            .phase("special", move |special| special.rule("one", plain).rule("two", plain))
            .rule("step", exact(honours))
    };
    assert_eq!(overruled_by(book(&[]), "step"), ["special/one", "special/two"]);
    assert_eq!(overruled_by(book(&["special/two"]), "step"), ["special/one"]);
    assert!(book(&["special"]).compile().is_ok());
    let found = mistakes(book(&["special", "specia"]));
    assert_eq!(
        found.iter().collect::<Vec<_>>(),
        [&Mistake::HonoursNothing { rule: "step".into(), name: "specia".into() }]
    );
}

#[test]
fn the_turn_machine_is_a_check_that_an_exact_claim_must_honour() {
    let book = |honours| {
        book("claims")
            .turn(
                |table: &Table| table.step,
                Why::NotNow,
                |turn| turn.step(Step::Draw, |step| step.allows(ActKind::Go).ends()),
            )
            .rule("step", exact(honours))
    };
    assert_eq!(overruled_by(book(&[]), "step"), ["the step allows it"]);
    assert!(book(&["the step allows it"]).compile().is_ok());
}

#[test]
fn an_exact_rule_that_is_switched_off_proposes_nothing() {
    let book = book("exact").rule("step", exact(&[])).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    game.disable(book.rule("step").unwrap()).unwrap();
    assert_eq!(game.legal(Seat(0)).unwrap(), []);
}

/// "two" decides the even numbers. "other" would take them all, and leaves
/// them out of its candidates, because it knows of "two".
fn even_and_odd() -> Book<Sandbox> {
    let even = |action: &Act| action.number() % 2 == 0;
    book("even and odd")
        .phase("special", |special| {
            special.rule("two", |rule| {
                rule.on(ActKind::Go)
                    .when("even", move |ask| even(ask.action))
                    .candidates(|offer| offer.extend((0..=6).map(Act::Go)))
                    .then(|_, ()| [Ev::Note("two")])
            })
        })
        .check("at most five", Gate::Shape, |check| {
            check.require(|ask| ask.action.number() <= 5, Why::NotNow)
        })
        .rule("other", |rule| {
            rule.on(ActKind::Go)
                .exact(["special", "at most five"], |offer| {
                    offer.extend([1, 3, 5].map(Act::Go));
                })
                .then(|_, ()| [Ev::Note("other")])
        })
        .compile()
        .unwrap()
}

/// Offered is what is accepted, in the session and on a line of it.
fn offers_what_it_accepts(game: &mut Session<Sandbox>) -> Vec<i64> {
    let mut offered = actions(&game.legal(Seat(0)).unwrap());
    offered.sort_unstable();
    let accepted = |number: &i64| go(&mut game.fork(), Act::Go(*number)).is_committed();
    assert_eq!(offered, (0..=8).filter(accepted).collect::<Vec<_>>());
    let mut on_a_line = Vec::new();
    game.search(Seed(1)).legal_into(Seat(0), &mut on_a_line).unwrap();
    let mut on_a_line = actions(&on_a_line);
    on_a_line.sort_unstable();
    assert_eq!(on_a_line, offered);
    offered
}

#[test]
fn what_a_switched_off_rule_leaves_to_an_exact_one_is_offered() {
    let book = even_and_odd();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(offers_what_it_accepts(&mut game), [0, 1, 2, 3, 4, 5]);
    game.disable(book.rule("special/two").unwrap()).unwrap();
    assert_eq!(offers_what_it_accepts(&mut game), [0, 1, 2, 3, 4, 5]);
    for legal in game.legal(Seat(0)).unwrap() {
        let mut fork = game.fork();
        assert!(fork.play(legal).unwrap().is_committed());
        assert_eq!(fork.state().log, ["other"]);
    }
    // With the other one off as well, nothing is left.
    game.disable(book.rule("other").unwrap()).unwrap();
    assert_eq!(offers_what_it_accepts(&mut game), [0; 0]);
    game.enable(book.rule("special/two").unwrap()).unwrap();
    assert_eq!(offers_what_it_accepts(&mut game), [0, 2, 4]);
}

#[test]
fn an_exact_rule_is_not_believed_while_a_rule_that_it_honours_is_off() {
    // "first" takes one away; "second" counts on it.
    let book = book("together")
        .strategy(Strategy::ApplyAll)
        .rule("first", |rule| rule.on(ActKind::Go).then(|_, ()| [Ev::Add(-1)]))
        .rule("second", |rule| {
            rule.on(ActKind::Go)
                .answer(|ask| match ask.state.total {
                    -1 => Answer::Match(()),
                    _ => Answer::disallowed(Why::NotNow),
                })
                .exact(["first"], |offer| offer.push(Act::Go(1)))
                .then(|_, ()| [Ev::Note("second")])
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(actions(&game.legal(Seat(0)).unwrap()), [1]);
    game.disable(book.rule("first").unwrap()).unwrap();
    assert!(matches!(go(&mut game, Act::Go(1)), Outcome::Disallowed(_)));
    assert_eq!(game.legal(Seat(0)).unwrap(), []);
    game.undo().unwrap();
    assert_eq!(actions(&game.legal(Seat(0)).unwrap()), [1]);
}

/// Whether the rule "other" is believed, and what is offered.
fn in_variant(variant: BookBuilder<Sandbox>) -> (bool, Vec<i64>) {
    let book = variant.compile().unwrap();
    let other = book.rule_view(book.rule("other").unwrap()).is_exact();
    (other, offers_what_it_accepts(&mut start(&book, BOTH[0])))
}

#[test]
fn a_variant_may_overrule_an_exact_generator_of_its_base_which_is_then_not_believed() {
    let base = even_and_odd();
    let variant = || base.variant("variant");
    let no_three = |rule: RuleBuilder<Sandbox>| {
        rule.on(ActKind::Go)
            .answer(|ask| match ask.action.number() {
                3 => Answer::disallowed(Why::NotNow),
                _ => Answer::Skip,
            })
            .then(|_, ()| ())
    };
    assert_eq!(in_variant(variant()), (true, vec![0, 1, 2, 3, 4, 5]));
    // After it, or of another kind: nothing changes.
    assert!(in_variant(variant().rule("after", no_three)).0);
    // Within a phase that the generator honours, but knows without this rule.
    let within = variant().in_phase("special", |special| special.rule("no three", no_three));
    assert_eq!(in_variant(within), (false, vec![0, 1, 2, 4, 5]));
    // A check of the variant's own, also under an honoured check's name.
    let below = |most: i64| {
        move |check: rulebook::CheckBuilder<Sandbox>| {
            check.require(move |ask| ask.action.number() <= most, Why::NotNow)
        }
    };
    let stricter = variant().check("at most three", Gate::Shape, below(3));
    assert_eq!(in_variant(stricter), (false, vec![0, 1, 2, 3]));
    let renewed = variant().remove("at most five").check("at most five", Gate::Shape, below(4));
    assert_eq!(in_variant(renewed), (false, vec![0, 1, 2, 3, 4]));
    // A variant of a variant begins from there.
    let stricter = variant().check("at most three", Gate::Shape, below(3)).compile().unwrap();
    assert_eq!(in_variant(stricter.variant("again")), (false, vec![0, 1, 2, 3]));
}

#[test]
fn a_variants_own_exact_claims_are_checked_as_in_any_book() {
    let first = even_and_odd()
        .variant("variant")
        .in_phase("special", |special| special.rule("mine", exact(&[])));
    assert_eq!(overruled_by(first, "special/mine"), ["at most five", "special/two"]);
    let replaced = even_and_odd().variant("variant").replace("other", exact(&["special"]));
    assert_eq!(overruled_by(replaced, "other"), ["at most five"]);
}

#[test]
fn a_proof_under_apply_all_lets_the_other_rules_apply_as_well() {
    let add = |rule: RuleBuilder<Sandbox>| rule.on(ActKind::Go).then(|_, ()| [Ev::Add(10)]);
    let book = book("together")
        .strategy(Strategy::ApplyAll)
        .rule("before", add)
        .rule("step", exact(&["before", "after"]))
        .rule("after", add)
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let mut line = game.search(Seed(1));
    let legal = game.legal(Seat(0)).unwrap().remove(0);
    let mut found = Vec::new();
    line.legal_into(Seat(0), &mut found).unwrap();
    assert!(line.play(&found[0]).unwrap().is_committed());
    assert!(game.play(legal).unwrap().is_committed());
    assert_eq!((game.state().total, line.state().total), (21, 21));
}

#[test]
fn invariants_are_verified_also_where_a_proof_decides() {
    let book = book("bounded")
        .invariant("small", |invariant| {
            invariant.broken_by(EvKind::Add).holds(|table| table.total < 3)
        })
        .invariant("never three", |invariant| invariant.holds(|table| table.total != 3))
        .rule("step", exact(&[]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let mut line = game.search(Seed(1));
        let three = game.legal(Seat(0)).unwrap().remove(2);
        let mut found = Vec::new();
        line.legal_into(Seat(0), &mut found).unwrap();
        for outcome in [game.play(three).unwrap(), line.play(&found[2]).unwrap()] {
            let Some(Cause::Invariants { broken, .. }) = outcome.refusal().map(|it| &it.cause)
            else {
                panic!("{outcome:?}");
            };
            assert!(matches!(outcome, Outcome::Aborted(_)));
            assert_eq!(*broken, ["small", "never three"]);
        }
        assert_eq!((game.state().total, line.state().total), (0, 0));
        assert!(line.play(&found[1]).unwrap().is_committed());
    }
}

#[test]
fn a_variant_may_take_out_what_an_exact_generator_honours_and_is_warned() {
    let variant = even_and_odd().variant("odd").remove("special").compile().unwrap();
    let warning = Warning::LeftToNobody { rule: "other".into(), removed: vec!["special".into()] };
    assert_eq!(variant.warnings().last(), Some(&warning));
    assert!(!variant.rule_view(variant.rule("other").unwrap()).is_exact());
    // Nobody proposes the even numbers any more, although they would be taken.
    let mut game = start(&variant, BOTH[0]);
    assert_eq!(actions(&game.legal(Seat(0)).unwrap()), [1, 3, 5]);
    assert!(go(&mut game, Act::Go(2)).is_committed());
    // So it is as the warning says: replace the rule, and all is well.
    let mended = even_and_odd().variant("odd").remove("special").replace("other", |rule| {
        rule.on(ActKind::Go)
            .exact(["at most five"], |offer| offer.extend((0..=5).map(Act::Go)))
            .then(|_, ()| [Ev::Note("other")])
    });
    let mended = mended.compile().unwrap();
    assert!(!mended.warnings().contains(&warning));
    assert_eq!(offers_what_it_accepts(&mut start(&mended, BOTH[0])), [0, 1, 2, 3, 4, 5]);
}
