//! A shared predicate and its opposite: one question, with a name for each answer.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::plan::*;
use common::*;
use lights::{At, at, is_clean, only};
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Certainty, FaultKind, FindingKind, Mistake, Pass, Passes, Predicate, Standing,
};

const BY: By = By::Seat(Seat(0));

/// While poor one earns, while rich one spends: by rules, or by phases with a rule each.
fn purse(in_phases: bool, poor: &Predicate<Sandbox>) -> BookBuilder<Sandbox> {
    let rich = poor.opposite("rich");
    let book = in_parts(book("purse"));
    match in_phases {
        true => book
            .phase("low", |phase| phase.while_holds(poor).rule("earn", adds(7)))
            .phase("high", |phase| phase.while_holds(&rich).rule("spend", adds(-5))),
        false => book
            .rule("earn", |rule| adds(7)(rule.while_holds(poor)))
            .rule("spend", |rule| adds(-5)(rule.while_holds(&rich))),
    }
}

fn adds(number: i64) -> impl Fn(rulebook::RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    move |rule| rule.on(ActKind::Go).then(move |_, ()| [Ev::Add(number)])
}

fn poor(calls: &Calls) -> Predicate<Sandbox> {
    counted("poor", calls, |table| table.total < 10).reads([Of::Total])
}

#[test]
fn it_holds_where_the_predicate_does_not() {
    for passes in [Passes::all(), Passes::none()] {
        for in_phases in [false, true] {
            let book = purse(in_phases, &poor(&Calls::default())).passes(passes);
            let mut game = start_with(&book.compile().unwrap(), BOTH[0], COMPARING);
            let totals = (0..7).map(|_| {
                go(&mut game, Act::Go(1));
                game.state().total
            });
            assert!(totals.eq([7, 14, 9, 16, 11, 6, 13]), "{passes:?}, phases: {in_phases}");
        }
    }
}

#[test]
fn both_are_evaluated_together_and_remembered_together() {
    let asked = |passes: Passes| {
        let calls = Calls::default();
        let book = purse(false, &poor(&calls)).passes(passes);
        let book = book.rule("note", |rule| says("note")(rule.on(ActKind::Other)));
        let mut game = start(&book.compile().unwrap(), BOTH[0]);
        // Seven, fourteen, nine; what is noted does not change how much it is.
        let actions = [Act::Go(1), Act::Go(1), Act::Other(1), Act::Go(1), Act::Other(1)];
        actions.map(|action| {
            calls.take();
            go(&mut game, action);
            calls.take()
        })
    };
    assert_eq!(asked(Passes::all()), [1, 1, 0, 1, 0]);
    assert_eq!(asked(Passes::all().without(Pass::Memo)), [1, 1, 0, 1, 0]);
    // The third spends: first poor is asked, and then rich.
    assert_eq!(asked(Passes::none()), [1, 1, 0, 2, 0]);
}

#[test]
fn what_was_learnt_of_one_is_known_of_the_other_until_it_is_written() {
    let calls = Calls::default();
    let poor = poor(&calls);
    let rich = poor.opposite("rich");
    let book = in_parts(book("memory"))
        .rule("poor", |rule| says("poor")(rule.on(ActKind::Go).while_holds(&poor)))
        .rule("rich", |rule| says("rich")(rule.on(ActKind::Other).while_holds(&rich)))
        .rule("add", |rule| rule.on(ActKind::Lost).then(|_, ()| [Ev::Add(10)]))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    for (action, times) in [
        (Act::Go(1), 1),
        (Act::Other(1), 0),
        (Act::Lost(1), 0),
        (Act::Other(1), 1),
        (Act::Go(1), 0),
    ] {
        go(&mut game, action.clone());
        assert_eq!(calls.take(), times, "{action:?}");
    }
    assert_eq!(game.state().log, ["poor", "rich"]);
}

#[test]
fn the_opposite_of_the_opposite_is_the_predicate() {
    let calls = Calls::default();
    let poor = poor(&calls);
    let again = poor.opposite("rich").opposite("poor");
    let book = in_parts(book("again"))
        .rule("first", |rule| skips(rule.while_holds(&poor)))
        .rule("second", |rule| says("second")(rule.while_holds(&again)))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    assert_eq!((calls.take(), game.state().log.as_slice()), (1, &["second"][..]));
}

#[test]
fn an_explanation_calls_each_by_its_name() {
    for passes in [Passes::all(), Passes::none()] {
        let book = purse(false, &poor(&Calls::default())).passes(passes).compile().unwrap();
        let mut game = start(&book, BOTH[0]);
        let standing = |game: &mut Session<Sandbox>, name: &str| {
            let rule = game.book().rule(name).unwrap();
            let explanation = game.explain(BY, &Act::Go(1)).unwrap();
            format!(
                "{:?}",
                explanation.rules().find(|report| report.rule == rule).unwrap().standing
            )
        };
        let false_of = |condition| {
            let standing: Standing<'_, Why> = Standing::ConditionFalse { condition };
            format!("{standing:?}")
        };
        assert_eq!(standing(&mut game, "spend"), false_of("rich"));
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(1));
        assert_eq!(standing(&mut game, "earn"), false_of("poor"));
    }
}

#[test]
fn the_plan_says_what_is_whose_opposite() {
    let book = purse(true, &poor(&Calls::default())).compile().unwrap();
    assert_eq!(
        book.plan().unwrap().to_string(),
        "purse: 2 entries\n  \
           0 low/earn, on Go, while poor\n  \
           1 high/spend, on Go, while rich\n  \
           shared predicate poor, reads part 1: 1 entry\n  \
           shared predicate rich, the opposite of poor, reads part 1: 1 entry\n  \
           part 1 is written by Add\n  Turn may write anything\n"
    );
    let signature = |rich: &Predicate<Sandbox>| {
        let book =
            in_parts(self::book("signed")).rule("spend", |rule| adds(-5)(rule.while_holds(rich)));
        let book = book.compile().unwrap();
        (book.plan().unwrap().signature(), book.fingerprint())
    };
    let opposite = signature(&poor(&Calls::default()).opposite("rich"));
    let other = signature(&Predicate::new("in debt", |_: &Table| true).opposite("rich"));
    let own = signature(&Predicate::new("rich", |_: &Table| true));
    assert_eq!(opposite, signature(&poor(&Calls::default()).opposite("rich")));
    // A second name says no more than what it is of, and no less.
    let again = signature(&poor(&Calls::default()).opposite("poor").opposite("rich"));
    let all = [opposite, other, own, again];
    for (at, a) in all.iter().enumerate() {
        assert!(all[at + 1..].iter().all(|b| a.0 != b.0 && a.1 != b.1));
    }
}

#[test]
fn names_are_unique_among_predicates_and_their_opposites() {
    let names = |first: &Predicate<Sandbox>, second: &Predicate<Sandbox>| {
        let rules = book("names")
            .rule("a", |rule| says("a")(rule.while_holds(first)))
            .rule("b", |rule| says("b")(rule.while_holds(second)));
        match rules.compile() {
            Ok(_) => Vec::new(),
            Err(mistakes) => mistakes.iter().cloned().collect(),
        }
    };
    let twice = |name: &str| Mistake::MadeTwice { what: "predicate", name: name.to_owned() };
    let poor = poor(&Calls::default());
    let rich = poor.opposite("rich");
    assert_eq!(names(&poor, &rich), []);
    // One opposite may go by two names.
    assert_eq!(names(&rich, &poor.opposite("wealthy")), []);
    let [alike] = &names(&poor, &poor.opposite("poor"))[..] else { panic!("there is one") };
    assert_eq!(*alike, Mistake::NamedLikeOpposite { predicate: "poor".to_owned() });
    assert_eq!(
        alike.to_string(),
        "The predicate \"poor\" and its opposite have one name: give the opposite a name for what \
         holds when \"poor\" does not."
    );
    let other = Predicate::new("other", |_: &Table| true);
    assert_eq!(names(&rich, &other.opposite("rich")), [twice("rich")]);
    assert_eq!(names(&rich, &other.opposite("poor")), [twice("poor")]);
    // Who says only of the opposite what it reads has made another one.
    assert_eq!(names(&poor, &rich.clone().reads([Of::Log])), [twice("poor")]);
    let nameless = Mistake::NoName { what: "predicate", within: String::new() };
    assert_eq!(names(&poor, &poor.opposite("")), [nameless]);
}

#[test]
fn what_panics_is_the_predicate_also_for_those_who_wait_for_its_opposite() {
    let fragile = Predicate::new("fragile", |table: &Table| {
        assert!(table.total != 7, "on purpose");
        true
    });
    for passes in [Passes::all(), Passes::none()] {
        let broken = fragile.opposite("broken");
        let book = in_parts(book("panics"))
            .passes(passes)
            .rule("broken", |rule| says("broken")(rule.on(ActKind::Other).while_holds(&broken)))
            .rule("add", adds(7))
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        go(&mut game, Act::Go(1));
        let before = picture(&mut game);
        match fault(&mut game, Act::Other(1)) {
            FaultKind::Panic { place, .. } => assert_eq!(place, "the predicate \"fragile\""),
            other => panic!("there should be a panic, and not: {other}"),
        }
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn an_under_declared_read_is_caught_where_only_the_opposite_is_asked() {
    let poor = Predicate::new("poor", |table: &Table| table.total < 5).reads([Of::Log]);
    let rich = poor.opposite("rich");
    let book = in_parts(book("lying"))
        .rule("spend", |rule| adds(-5)(rule.while_holds(&rich)))
        .rule("earn", adds(7))
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    go(&mut game, Act::Go(1));
    let fault = game.submit(BY, Act::Go(1)).unwrap_err();
    assert!(matches!(fault.kind(), FaultKind::Diverged { .. }), "{fault}");
    assert!(fault.to_string().contains("\"poor\" is remembered as true"), "{fault}");
}

#[test]
fn under_exclusive_the_two_never_meet() {
    let poor = poor(&Calls::default());
    let both = |second: &Predicate<Sandbox>| {
        book("exclusive")
            .strategy(Strategy::Exclusive)
            .rule("a", |rule| says("a")(rule.while_holds(&poor)))
            .rule("b", |rule| says("b")(rule.while_holds(second)))
    };
    is_clean(both(&poor.opposite("rich")));
    // Of a predicate of its own nobody knows that.
    let rich = Predicate::new("rich", |table: &Table| table.total >= 10);
    let finding = only(both(&rich));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::Overlap, Certainty::Unknown));
}

#[test]
fn together_the_two_shadow_what_stands_behind_them() {
    let poor = poor(&Calls::default());
    let behind = |second: &Predicate<Sandbox>| {
        book("shadow")
            .rule("a", |rule| says("a")(rule.while_holds(&poor)))
            .phase("p", |phase| phase.while_holds(second).rule("b", says("b")))
            .rule("behind", says("behind"))
    };
    let finding = only(behind(&poor.opposite("rich")));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::Shadowed, Certainty::Proved));
    assert_eq!(finding.rules, ["behind", "a", "p/b"]);
    is_clean(behind(&Predicate::new("rich", |table: &Table| table.total >= 10)));
}

#[test]
fn a_rule_that_waits_for_both_is_never_reached() {
    let poor = poor(&Calls::default());
    let rich = poor.opposite("rich");
    let book = book("neither")
        .phase("low", |phase| {
            phase.while_holds(&poor).rule("never", |rule| says("never")(rule.while_holds(&rich)))
        })
        .rule("else", says("else"));
    let analysis = book.compile().unwrap().analyse();
    let unreachable: Vec<_> = analysis.of(FindingKind::Unreachable).collect();
    assert_eq!(unreachable.len(), 1, "{analysis}");
    assert_eq!(unreachable[0].certainty, Certainty::Proved);
    assert!(unreachable[0].names("low/never"));
    assert_eq!(
        unreachable[0].why,
        "\"rich\" and \"poor\" of the phase \"low\" cannot hold together"
    );
}

#[test]
fn so_is_a_phase_and_the_steps_of_a_turn_have_nothing_to_do_with_it() {
    let poor = poor(&Calls::default());
    let rich = poor.opposite("rich");
    let phase = book("phase").phase("never", |phase| {
        phase.while_holds(&poor).while_holds(&rich).rule("never", says("never"))
    });
    let finding = only(phase.rule("else", says("else")));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::DeadPhase, Certainty::Proved));
    assert_eq!(finding.why, "\"poor\" and \"rich\" cannot hold together");
    let step = at();
    let turn = book("turn").turn_by(&step, Why::NotNow, |turn| {
        let all = [ActKind::Go, ActKind::Other, ActKind::Lost];
        turn.step(At::Draw, |step| step.allows(ActKind::Go).leads_to(At::Play))
            .step(At::Play, move |step| step.allows(all).leads_to(At::Draw))
    });
    let turn = turn
        .rule("never", |rule| says("never")(rule.while_holds(&poor).while_holds(&rich)))
        .rule("else", says("else"));
    let analysis = turn.compile().unwrap().analyse();
    let finding = analysis.of(FindingKind::Unreachable).next().expect("it is never reached");
    assert_eq!(finding.why, "\"poor\" and \"rich\" cannot hold together");
}

#[test]
fn a_case_says_which_of_the_two_held_at_the_start() {
    let poor = poor(&Calls::default());
    let rich = poor.opposite("rich");
    let analysis = book("all")
        .strategy(Strategy::ApplyAll)
        .rule("earn", says("earn"))
        .phase("was poor", |phase| {
            phase
                .while_holds(&poor)
                .strategy(Strategy::Exclusive)
                .rule("a", |rule| says("a")(rule.while_holds(&rich)))
                .rule("b", |rule| says("b")(rule.while_holds(&rich)))
        })
        .compile()
        .unwrap()
        .analyse();
    let overlap = analysis.of(FindingKind::Overlap).next().expect("they overlap");
    let witness = overlap.witness.as_ref().unwrap().to_string();
    assert_eq!(witness, "Go when \"poor\" holds at the start and \"rich\" holds");
}
