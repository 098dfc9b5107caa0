//! Explanations: what stands for and against an action, as data and as text a
//! designer can read, without changing anything (M4, M18).

mod common;

use common::concerned::leaves_out_others;
use common::kept::{kept, other_subject};
use common::minefield::{self, Change, Minefield, Spot, Walk, WalkKind, armed};
use common::*;
use rulebook::prelude::*;
use rulebook::{
    Cause, CheckStanding, Explanation, Force, Forecast, Lost, Mode, Others, Passes, RefusalKind,
    SessionOptions, Standing, Would,
};

/// A rule with a condition that never holds.
fn unmet(rule: rulebook::RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    rule.when("blue moon", |_| false).then(|_, ()| ())
}

/// A rule that panics when it is asked.
fn panics(rule: rulebook::RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    rule.when("on purpose", |_| panic!("a broken rule")).then(|_, ()| ())
}

/// A book in which a rule can come to anything.
fn everything() -> Book<Sandbox> {
    book("everything")
        .strategy(Strategy::HighestPriority)
        .phase("closed", |closed| closed.when("dark", |_| false).rule("night", says("night")))
        .rule("king", |rule| says("king")(rule.priority(Priority::HIGH).label("special")))
        .rule("other kind", |rule| says("x")(rule.on(ActKind::Lost).priority(Priority::HIGHEST)))
        .rule("other subject", |rule| says("x")(rule.subject(Subject(9)).priority(90)))
        .rule("off", |rule| says("off")(rule.priority(95)))
        .rule("unmet", |rule| unmet(rule.priority(94)))
        .rule("silent", |rule| skips(rule.priority(93)))
        .rule("low", says("low"))
        .rule("forbids", |rule| refuses(RefusalKind::Invalid, "no")(rule.priority(10)))
        .rule("idle", |rule| skips(rule.priority(9)))
        .rule("broken", |rule| panics(rule.priority(8)))
        .rule("late", |rule| unmet(rule.priority(7)))
        .compile()
        .unwrap()
}

fn standings(game: &mut Session<Sandbox>, action: &Act) -> Vec<(String, Standing<'static, Why>)> {
    let explained = game.explain(Seat(0), action).unwrap();
    explained.rules().map(|rule| (rule.name.to_owned(), kept(&rule.standing))).collect()
}

fn standing<'s>(
    all: &'s [(String, Standing<'static, Why>)],
    name: &str,
) -> &'s Standing<'static, Why> {
    let found = all.iter().find(|(of, _)| of == name);
    &found.unwrap_or_else(|| panic!("there is no {name}")).1
}

#[test]
fn every_rule_has_its_standing_and_those_that_lost_say_what_they_would_have_answered() {
    let book = everything();
    let mut game = start(&book, BOTH[0]);
    game.disable(book.rule("off").unwrap()).unwrap();
    let before = picture(&mut game);
    let all = standings(&mut game, &Act::Go(1));
    assert_eq!(picture(&mut game), before);
    let lost = |would| Standing::Lost {
        how: Lost::ByPriority,
        to: "king",
        strategy: Strategy::HighestPriority,
        would,
    };
    let broken = Would::Panic("a broken rule".into());
    for (name, expected) in [
        ("king", Standing::Selected),
        ("other kind", Standing::OtherKind),
        ("other subject", other_subject(&[Subject(9).into()])),
        ("off", Standing::Disabled),
        ("unmet", Standing::ConditionFalse { condition: "blue moon" }),
        ("silent", Standing::Skipped),
        ("low", lost(&Would::Match)),
        ("forbids", lost(&Would::Refuse(RefusalKind::Invalid, Why::Because("no")))),
        ("idle", Standing::NotReached { would: &Would::Skip }),
        // Protected against its own panic.
        ("broken", Standing::NotReached { would: &broken }),
        ("late", Standing::ConditionFalse { condition: "blue moon" }),
        ("closed/night", Standing::PredicateFalse { phase: "closed", predicate: "dark" }),
    ] {
        assert_eq!(*standing(&all, name), expected, "{name}");
    }
}

#[test]
fn a_rule_that_is_chosen_and_refuses_says_so() {
    let book = book("refuses")
        .rule("no", refuses(RefusalKind::Disallowed, "it rains"))
        .rule("yes", says("yes"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    assert!(matches!(
        explained.forecast(),
        Forecast::Refused(RefusalKind::Disallowed, Cause::Rule { .. })
    ));
    assert_eq!(
        explained.rules().next().unwrap().standing,
        Standing::Refused(RefusalKind::Disallowed, &Why::Because("it rains"))
    );
    assert!(matches!(
        &explained.rules().nth(1).unwrap().standing,
        Standing::Lost { how: Lost::ByOrder, strategy: Strategy::FirstWins, .. }
    ));
}

#[test]
fn a_conflict_under_exclusive_shows_who_is_in_it() {
    let book = book("conflict")
        .strategy(Strategy::Exclusive)
        .rule("one", says("one"))
        .rule("two", says("two"))
        .rule("three", skips)
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    assert!(matches!(explained.forecast(), Forecast::Fault(_)));
    let standings: Vec<_> = explained.rules().map(|rule| rule.standing).collect();
    assert_eq!(standings, [Standing::InConflict, Standing::InConflict, Standing::Skipped]);
}

#[test]
fn apply_all_shows_all_that_apply_what_is_masked_and_who_lost_to_whom() {
    let book = book("all")
        .strategy(Strategy::ApplyAll)
        .phase("first", |first| first.rule("a", says("a")).rule("b", says("b")))
        .rule("c", |rule| says("c")(rule.exclusive("group")))
        .rule("d", |rule| says("d")(rule.exclusive("group")))
        .rule("e", |rule| rule.then(|_, ()| ()))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    let Forecast::Commit(by) = &explained.forecast() else {
        panic!("{explained}");
    };
    assert_eq!(by[..], ["first/a", "c", "e"]);
    let standings: Vec<_> = explained.rules().map(|rule| rule.standing).collect();
    let lost = Standing::Lost {
        how: Lost::ByOrder,
        to: "first/a",
        strategy: Strategy::FirstWins,
        would: &Would::Match,
    };
    let masked = Standing::Masked { group: "group" };
    let selected = Standing::Selected;
    assert_eq!(standings, [selected, lost, selected, masked, selected]);
}

#[test]
fn a_refusal_under_apply_all_leaves_the_rest_unreached_and_not_lost() {
    let book = book("stopped")
        .strategy(Strategy::ApplyAll)
        .rule("a", says("a"))
        .rule("no", refuses(RefusalKind::Aborted, "no"))
        .rule("b", says("b"))
        .rule("c", skips)
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let all = standings(&mut game, &Act::Go(1));
    assert_eq!(*standing(&all, "a"), Standing::Selected);
    assert_eq!(*standing(&all, "no"), Standing::Refused(RefusalKind::Aborted, &Why::Because("no")));
    assert_eq!(*standing(&all, "b"), Standing::NotReached { would: &Would::Match });
    assert_eq!(*standing(&all, "c"), Standing::NotReached { would: &Would::Skip });
}

#[test]
fn every_check_has_its_standing_up_to_the_gate_that_ended_it() {
    let fails = |why| move |check: rulebook::CheckBuilder<Sandbox>| check.require(|_| false, why);
    let book = book("checks")
        .rule("a", says("a"))
        .check("passes", Gate::Shape, |check| check.require(|_| true, Why::NotNow))
        .check("lifted", Gate::Timing, move |check| fails(Why::NotNow)(check.liftable()))
        .exception("not this one", |exception| exception.lifts("lifted").when(|_| false))
        .exception("this one", |exception| exception.lifts("lifted").always())
        .check("panics", Gate::Actor, |check| {
            check.test(|_| -> Result<(), Why> { panic!("a broken check") })
        })
        .prohibition("fails", Gate::Actor, fails(Why::Forbidden))
        .check("too late", Gate::Targets, fails(Why::Odd))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    assert!(matches!(explained.forecast(), Forecast::Fault(_)), "a submit would be a fault");
    let checks: Vec<_> = explained.gates().iter().flat_map(|gate| gate.checks.clone()).collect();
    let expected = [
        ("passes", Force::Hard, CheckStanding::Passed),
        (
            "lifted",
            Force::Liftable,
            CheckStanding::Lifted { by: "this one".into(), reasons: vec![Why::NotNow] },
        ),
        ("panics", Force::Hard, CheckStanding::Panicked("a broken check".into())),
        ("fails", Force::Prohibition, CheckStanding::Failed(vec![Why::Forbidden])),
        ("too late", Force::Hard, CheckStanding::NotReached),
    ];
    assert_eq!(checks.len(), expected.len());
    for (check, (name, force, standing)) in checks.iter().zip(expected) {
        assert_eq!((check.check.as_str(), check.force), (name, force));
        assert_eq!(check.standing, standing, "{name}");
    }
    assert_eq!(checks[1].exceptions, ["not this one", "this one"]);
    // Gates come in their order, also those without checks.
    let gates: Vec<_> = explained.gates().iter().map(|gate| gate.gate).collect();
    assert_eq!(gates, Gate::ALL);
}

#[test]
fn the_forecast_says_what_a_submit_would_come_to() {
    let book = book("verdicts")
        .rule("go", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| (cx.action.number() > 0).then_some(Ev::Note("x")))
        })
        .rule("roll", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| [Ev::Add(-i64::from(cx.roll(6)))])
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Lost).then(|cx, ()| {
                let word = cx.choose(Seat(1), "Which?", ["a", "b"])?;
                Ok([Ev::Note(word)])
            })
        })
        .compile()
        .unwrap();
    let says = |game: &mut Session<Sandbox>, action| {
        game.explain(Seat(0), &action).unwrap().forecast().to_string()
    };
    let mut game = start(&book, BOTH[0]);
    assert_eq!(says(&mut game, Act::Go(1)), "would be committed by \"go\".");
    assert_eq!(says(&mut game, Act::Go(0)), "would change nothing: \"go\" proposes no event.");
    assert_eq!(says(&mut game, Act::Other(1)), "would let the dice decide, by \"roll\".");
    assert!(says(&mut game, Act::Lost(1)).starts_with("would wait for a choice: seat 1 must"));
    go(&mut game, Act::Lost(1));
    assert_eq!(
        says(&mut game, Act::Go(1)),
        "would be refused as invalid: First seat 1 must answer: Which?"
    );
    let analysis = SessionOptions { mode: Mode::Analysis, ..SessionOptions::default() };
    let mut game = start_with(&book, BOTH[0], analysis);
    assert_eq!(says(&mut game, Act::Other(1)), "would be committed by \"roll\".");
    assert_eq!(game.dice_position(), 0);
}

#[test]
fn after_the_end_the_verdict_is_that_it_is_over() {
    let book =
        book("over").rule("win", |rule| rule.then(|_, ()| [Ev::Add(100)])).compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    assert!(matches!(explained.forecast(), Forecast::Refused(_, Cause::Over { .. })));
}

#[test]
fn an_explanation_reads_like_an_answer() {
    let book = book("readable")
        .only_active("it is your turn", Why::NotYou)
        .check("small steps", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 10, Why::TooLarge(12))
        })
        .exception("seven-league boots", |exception| {
            exception.lifts("small steps").when(|ask| ask.state.total == 0)
        })
        .phase("move", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .rule("castle", |rule| unmet(rule.priority(Priority::HIGH).label("special moves")))
                .rule("walk", says("walk"))
                .rule("crawl", |rule| says("crawl")(rule.priority(Priority::LOW)))
        })
        .phase("night", |night| night.when("dark", |_| false).rule("sleep", says("sleep")))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(
        game.explain(Seat(0), &Act::Go(12)).unwrap().to_string(),
        "\
Go(12) by seat 0 would be committed by \"move/walk\".
Checks:
  ✓ it is your turn [Actor]
  ✓ small steps: lifted by \"seven-league boots\" (12 is too large.) [Specific]
Rules:
  • move/castle (priority High (75), special moves): \"blue moon\" does not hold
  ▸ move/walk (priority Normal (50)): selected
  • move/crawl (priority Low (25)): lost by priority to \"move/walk\" under HighestPriority, would have matched
  • night/sleep (priority Normal (50)): \"dark\" of the phase \"night\" does not hold
"
    );
    assert_eq!(
        game.explain(Seat(1), &Act::Go(12)).unwrap().to_string(),
        "\
Go(12) by seat 1 would be refused as disallowed: It is not your turn.
Checks:
  ✗ it is your turn: It is not your turn. [Actor]
  • small steps: not reached [Specific]
Rules:
  • move/castle (priority High (75), special moves): \"blue moon\" does not hold
  • move/walk (priority Normal (50)): not reached, would have matched
  • move/crawl (priority Low (25)): not reached, would have matched
  • night/sleep (priority Normal (50)): \"dark\" of the phase \"night\" does not hold
"
    );
}

#[test]
fn explaining_changes_nothing_whatever_is_explained() {
    let book = everything();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(2));
        game.undo().unwrap();
        let legal = game.preview(Seat(0), &Act::Go(3)).unwrap();
        let before = picture(&mut game);
        for action in [Act::Go(1), Act::Other(9), Act::Lost(1), Act::Go(-1)] {
            game.explain(Seat(1), &action).unwrap();
            game.explain(By::Clock, &action).unwrap();
        }
        assert_eq!(picture(&mut game), before);
        let again = game.preview(Seat(0), &Act::Go(3)).unwrap();
        assert_eq!(format!("{legal:?}"), format!("{again:?}"));
    }
}

const STRATEGIES: [Strategy; 5] = [
    Strategy::FirstWins,
    Strategy::LastWins,
    Strategy::HighestPriority,
    Strategy::Exclusive,
    Strategy::ApplyAll,
];

/// The names of the rules that an action concerns.
fn concerned<G: Game>(explanation: &Explanation<G>) -> Vec<&str> {
    leaves_out_others(explanation).unwrap_or_else(|wrong| panic!("{wrong}"));
    explanation.concerned().map(|report| report.name).collect()
}

/// A book whose rules name a kind, a subject, both or none, before and after each other.
fn named(strategy: Strategy, passes: Passes) -> Book<Sandbox> {
    book("named")
        .passes(passes)
        .strategy(strategy)
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() < 50, Why::TooLarge(50))
        })
        .rule("a subject", |rule| unmet(rule.subject(Subject(3))))
        .rule("a kind", |rule| unmet(rule.on(ActKind::Go)))
        .rule("both", |rule| says("both")(rule.on(ActKind::Go).subject(Subject(3))))
        .rule("none", unmet)
        .rule("other things", |rule| says("x")(rule.on(ActKind::Other).subject(Subject(4))))
        .rule("off", |rule| says("off")(rule.on(ActKind::Go).subject(Subject(3))))
        .compile()
        .unwrap()
}

#[test]
fn an_action_concerns_the_rules_for_its_kind_and_about_its_subject() {
    for strategy in STRATEGIES {
        for passes in [Passes::all(), Passes::none()] {
            let book = named(strategy, passes);
            let mut game = start(&book, BOTH[0]);
            game.disable(book.rule("off").unwrap()).unwrap();
            for (action, expected, others) in [
                (Act::Go(3), &["a subject", "a kind", "both", "none", "off"][..], (1, 0)),
                (Act::Go(4), &["a kind", "none"], (1, 3)),
                (Act::Go(-1), &["a kind", "none"], (1, 3)),
                // Refused by a check before a rule is asked.
                (Act::Go(50), &["a kind", "none"], (1, 3)),
                (Act::Other(4), &["none", "other things"], (3, 1)),
                (Act::Other(3), &["a subject", "none"], (3, 1)),
                (Act::Lost(1), &["none"], (4, 1)),
            ] {
                let explained = game.explain(Seat(0), &action).unwrap();
                assert_eq!(concerned(explained), expected, "{action:?}, {strategy}");
                let (other_kind, other_subject) = others;
                assert_eq!(explained.others(), Others { other_kind, other_subject }, "{action:?}");
            }
        }
    }
}

#[test]
fn where_rules_name_no_subject_all_of_the_kind_are_concerned() {
    for strategy in STRATEGIES {
        let book = book("without subjects")
            .strategy(strategy)
            .rule("late", |rule| says("late")(rule.on(ActKind::Lost)))
            .rule("one", |rule| unmet(rule.on(ActKind::Go)))
            .rule("two", |rule| says("two")(rule.priority(Priority::HIGH)))
            .rule("three", |rule| skips(rule.on(ActKind::Go)))
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        assert_eq!(concerned(explained), ["one", "two", "three"], "{strategy}");
        assert_eq!(explained.others(), Others { other_kind: 1, other_subject: 0 });
    }
}

#[test]
fn a_conflict_and_what_is_masked_concern_the_action() {
    let keyed = |strategy| {
        book("keyed")
            .strategy(strategy)
            .rule("other", |rule| says("other")(rule.subject(Subject(2))))
            .rule("one", |rule| says("one")(rule.subject(Subject(1)).exclusive("group")))
            .rule("two", |rule| says("two")(rule.subject(Subject(1)).exclusive("group")))
    };
    for strategy in [Strategy::Exclusive, Strategy::ApplyAll] {
        let mut game = start(&keyed(strategy).compile().unwrap(), BOTH[0]);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        assert_eq!(concerned(explained), ["one", "two"], "{strategy}");
        let conflict = matches!(explained.forecast(), Forecast::Fault(_));
        assert_eq!(conflict, strategy == Strategy::Exclusive);
    }
}

#[test]
fn where_nobody_says_what_an_action_is_about_it_concerns_all_rules_of_its_kind() {
    let walk = |subject: u32| {
        move |rule: rulebook::RuleBuilder<Minefield>| {
            let rule = rule.on(WalkKind::Go).subject(Subject(subject));
            rule.then(|cx, ()| [Change::Add(cx.action.number())])
        }
    };
    let leap = |rule: rulebook::RuleBuilder<Minefield>| {
        rule.on(WalkKind::Leap).then(|cx, ()| [Change::Add(cx.action.number())])
    };
    for passes in [Passes::all(), Passes::none()] {
        let book = Book::<Minefield>::builder("mined")
            .passes(passes)
            .rule("leap", leap)
            .rule("one", walk(1))
            .rule("any", |rule| {
                rule.on(WalkKind::Go).then(|cx, ()| [Change::Add(cx.action.number())])
            })
            .rule("two", walk(2))
            .compile()
            .unwrap();
        let mut game = minefield::midway(&book, SessionOptions::default());
        let explained = game.explain(Seat(0), &Walk::Go(1)).unwrap();
        assert_eq!(concerned(explained), ["one", "any"]);
        let explained =
            armed(Spot::Subject, || game.explain(Seat(0), &Walk::Go(1)).unwrap().clone());
        assert!(matches!(explained.forecast(), Forecast::Fault(_)));
        assert_eq!(concerned(&explained), ["one", "any", "two"]);
        assert_eq!(explained.others(), Others { other_kind: 1, other_subject: 0 });
    }
}

/// A book of one rule for all, among so many for other actions and so many about other
/// subjects than seven.
fn among(others: Others) -> Book<Sandbox> {
    let mut book = book("among others");
    for number in 0..others.other_kind {
        book = book.rule(format!("lost {number}"), |rule| says("lost")(rule.on(ActKind::Lost)));
    }
    book = book.rule("count", says("count"));
    for number in 0..others.other_subject {
        let about = |rule: rulebook::RuleBuilder<Sandbox>| rule.subject(Subject(7));
        book = book.rule(format!("seven {number}"), |rule| says("seven")(about(rule)));
    }
    book.compile().unwrap()
}

#[test]
fn a_text_lists_up_to_twelve_rules_that_concern_something_else_and_sums_up_more() {
    let text = |other_kind, other_subject| {
        let mut game = start(&among(Others { other_kind, other_subject }), BOTH[0]);
        game.explain(Seat(0), &Act::Go(1)).unwrap().to_string()
    };
    let few = text(7, 5);
    assert_eq!(few.lines().count(), 2 + 13);
    assert_eq!(few.matches("concerns other actions").count(), 7);
    assert_eq!(few.matches("concerns only subject").count(), 5);
    let first = "Go(1) by seat 0 would be committed by \"count\".\nRules:\n  \
                 ▸ count (priority Normal (50)): selected\n  • ";
    for (other_kind, other_subject, sum) in [
        (8, 5, "8 more rules concern other actions, 5 other subjects"),
        (742, 0, "742 more rules concern other actions"),
        (0, 257, "257 more rules concern other subjects"),
        (1, 12, "1 more rule concerns other actions, 12 other subjects"),
    ] {
        assert_eq!(text(other_kind, other_subject), format!("{first}{sum}\n"));
    }
}

#[test]
fn the_text_lists_a_hundred_rules_that_do_not_decide_and_all_that_do() {
    let text = |rules: usize| {
        let idle = (0..rules).fold(book("many"), |book, number| {
            book.rule(format!("idle {number}"), |rule| says("x")(rule.when("blue moon", |_| false)))
        });
        let book = idle.rule("last", says("last")).compile().unwrap();
        let mut game = start(&book, BOTH[0]);
        game.explain(Seat(0), &Act::Go(1)).unwrap().to_string()
    };
    for (rules, told) in [
        (100, None),
        (101, Some("  • 1 more rule does not decide\n")),
        (20_000, Some("  • 19900 more rules do not decide\n")),
    ] {
        let text = text(rules);
        assert_eq!(text.matches("\"blue moon\" does not hold").count(), 100);
        assert_eq!(text.matches("▸ last (priority Normal (50)): selected").count(), 1);
        assert_eq!(
            text.lines().last().filter(|line| line.contains("more")),
            told.map(str::trim_end)
        );
    }
}
