//! The analysis by play: faults that hide in the author's own code are found by
//! trying, each as what it is: proved where it was seen, suspected where it was
//! not.

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Certainty, Fact, FindingKind, Kind, PlayError, PlaySearch, Predicate, RefusalKind,
    Searched,
};

const BY: By = By::Seat(Seat(0));

/// Everything that is tried in the sandbox: small numbers of each kind.
fn tries(_: &Table) -> Vec<(By, Act)> {
    let numbers = 0..6;
    numbers.flat_map(|n| [(BY, Act::Go(n)), (BY, Act::Other(n))]).collect()
}

fn search(builder: BookBuilder<Sandbox>) -> PlaySearch<'static, Sandbox> {
    let book = builder.compile().unwrap();
    book.analyse_by_play(|_| Table::default()).universe(tries).games(3).actions(12)
}

fn found(builder: BookBuilder<Sandbox>) -> Searched {
    search(builder).run().unwrap()
}

/// The findings in short: kind, what about, how sure.
fn short(found: &Searched) -> Vec<(FindingKind, &str, Certainty)> {
    let findings = found.analysis.findings().iter();
    findings.map(|finding| (finding.kind, finding.about.name(), finding.certainty)).collect()
}

/// A rule for numbers for which something opaque holds.
fn adds(
    holds: impl Fn(i64) -> bool + Send + Sync + 'static,
) -> impl FnOnce(rulebook::RuleBuilder<Sandbox>) -> rulebook::Rule<Sandbox> {
    move |rule| {
        rule.when("its own condition", move |ask| holds(ask.action.number()))
            .then(|cx, ()| [Ev::Add(cx.action.number())])
    }
}

#[test]
fn a_sound_book_gives_no_findings() {
    let builder = book("sound")
        .check("even", Gate::Specific, |check| {
            check.on(ActKind::Other).require(|ask| ask.action.number() % 2 == 0, Why::Odd)
        })
        .rule("small", adds(|n| n < 3))
        .rule("large", adds(|_| true));
    assert_eq!(short(&found(builder)), []);
}

#[test]
fn an_overlap_under_exclusive_is_proved_with_the_case() {
    let builder = book("exclusive").phase("one of them", |phase| {
        phase
            .strategy(Strategy::Exclusive)
            .rule("small", adds(|n| n <= 3))
            .rule("large", adds(|n| n >= 3))
    });
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::Overlap, "one of them", Certainty::Proved)]);
    let finding = &found.analysis.findings()[0];
    assert_eq!(finding.rules, ["one of them/small", "one of them/large"]);
    let witness = finding.witness.as_ref().unwrap();
    let played = witness.played.as_ref().unwrap();
    assert_eq!(
        (witness.action, played.action.as_str(), played.before.len()),
        ("Go", "Go(3) by seat 0", 0)
    );
}

#[test]
fn rules_that_never_meet_under_exclusive_are_no_overlap() {
    let builder = book("exclusive")
        .strategy(Strategy::Exclusive)
        .rule("small", adds(|n| n < 3))
        .rule("large", adds(|n| n >= 3));
    assert_eq!(short(&found(builder)), []);
}

#[test]
fn an_action_that_comes_through_the_checks_and_that_nobody_answers_is_a_gap() {
    let builder = book("gap")
        .check("not five", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 5, Why::Forbidden)
        })
        .rule("most", adds(|n| n != 4 && n != 5));
    let found = found(builder);
    let gaps = [("Go", Certainty::Proved), ("Other", Certainty::Proved)]
        .map(|(kind, certainty)| (FindingKind::Gap, kind, certainty));
    assert_eq!(short(&found), gaps);
    let witness = found.analysis.findings()[0].witness.as_ref().unwrap();
    assert_eq!(witness.played.as_ref().unwrap().action, "Go(4) by seat 0");
}

#[test]
fn what_a_rule_refuses_is_answered_and_no_gap() {
    let builder = book("refusals")
        .rule("not four", |rule| {
            rule.answer(|ask| match ask.action.number() {
                4 => Answer::disallowed(Why::Forbidden),
                _ => Answer::Skip,
            })
            .then(|_, ()| [Ev::Add(0)])
        })
        .rule("most", adds(|n| n != 4));
    assert_eq!(found(builder).analysis.of(FindingKind::Gap).count(), 0);
}

#[test]
fn a_rule_that_never_answers_is_suspected_with_what_stands_in_its_way() {
    let builder = book("unreachable")
        .rule("never", |rule| adds(|n| n > 100)(rule.on(ActKind::Go)))
        .rule("silent", skips)
        .rule("rest", adds(|_| true));
    let found = found(builder);
    assert_eq!(
        short(&found),
        [
            (FindingKind::Unreachable, "never", Certainty::Suspected),
            (FindingKind::Unreachable, "silent", Certainty::Suspected),
        ]
    );
    let why = &found.analysis.findings()[0].why;
    assert!(why.contains("times \"its own condition\" did not hold"), "{why}");
    let why = &found.analysis.findings()[1].why;
    assert!(why.contains("times it skipped"), "{why}");
}

#[test]
fn of_a_rule_for_actions_that_nobody_tried_nothing_is_known() {
    let builder = book("untried")
        .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost)))
        .rule("rest", |rule| adds(|_| true)(rule.on([ActKind::Go, ActKind::Other])));
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::Unreachable, "lost", Certainty::Unknown)]);
}

#[test]
fn a_rule_whose_actions_checks_refuse_is_named_with_the_check() {
    let builder = book("refused")
        .check("no five", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 5, Why::Forbidden)
        })
        .rule("five", adds(|n| n == 5))
        .rule("rest", adds(|_| true));
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::Unreachable, "five", Certainty::Suspected)]);
    let why = &found.analysis.findings()[0].why;
    assert!(why.contains("the check \"no five\" refused"), "{why}");
}

#[test]
fn a_rule_that_always_loses_is_suspected_with_those_that_win() {
    let builder = book("shadowed")
        .rule("small", adds(|n| n < 2))
        .rule("large", adds(|n| n > 1))
        .rule("late", adds(|n| n < 3))
        .rule("refused too", refuses(RefusalKind::Disallowed, "late"));
    let found = found(builder);
    assert_eq!(
        short(&found),
        [
            (FindingKind::Shadowed, "late", Certainty::Suspected),
            (FindingKind::Shadowed, "refused too", Certainty::Suspected),
        ]
    );
    let finding = &found.analysis.findings()[0];
    assert_eq!(finding.rules, ["late", "small", "large"]);
    assert_eq!(
        finding.witness.as_ref().unwrap().played.as_ref().unwrap().action,
        "Go(0) by seat 0"
    );
    // Whoever wins once is not shadowed.
    let builder = book("live").rule("small", adds(|n| n < 2)).rule("late", adds(|_| true));
    assert_eq!(short(&self::found(builder)), []);
}

#[test]
fn a_rule_behind_a_conflict_is_suspected_with_those_in_conflict() {
    let builder = book("behind")
        .phase("either", |phase| {
            phase.strategy(Strategy::Exclusive).rule("a", says("a")).rule("b", says("b"))
        })
        .rule("behind", adds(|_| true));
    let found = found(builder);
    assert_eq!(
        short(&found),
        [
            (FindingKind::Shadowed, "behind", Certainty::Suspected),
            (FindingKind::Overlap, "either", Certainty::Proved),
        ]
    );
    assert_eq!(found.analysis.findings()[0].rules, ["behind", "either/a", "either/b"]);
}

#[test]
fn a_suspicion_is_never_worded_like_a_proof() {
    let builder = book("everything")
        .check("small", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() < 100, Why::TooLarge(100))
        })
        .exception("huge", |exception| exception.lifts("small").always())
        .check("even", Gate::Specific, |check| {
            check.liftable().require(|ask| ask.action.number() != 5, Why::Odd)
        })
        .exception("seven", |e| e.lifts("even").when(|ask| ask.action.number() == 7))
        .rule("lost", |rule| says("lost")(rule.on(ActKind::Lost)))
        .phase("closed", |phase| phase.when("never", |_| false).rule("in vain", says("in vain")))
        .phase("all", |phase| {
            phase
                .strategy(Strategy::ApplyAll)
                .rule("one", |rule| adds(|n| n == 1)(rule.exclusive("once")))
                .rule("two", |rule| adds(|n| n == 2)(rule.exclusive("once")))
        })
        .rule("never", adds(|n| n > 100))
        .rule("late", adds(|n| n == 1));
    let found = found(builder);
    let mut kinds: Vec<_> = short(&found).iter().map(|(kind, _, _)| *kind).collect();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            FindingKind::Unreachable,
            FindingKind::Shadowed,
            FindingKind::DeadPhase,
            FindingKind::Gap,
            FindingKind::IdleMask,
            FindingKind::UnusedCheck,
            FindingKind::IdleException,
        ]
    );
    for finding in found.analysis.findings() {
        let text = finding.to_string();
        let (perhaps, unknown) = (text.contains("perhaps"), text.contains("unknown"));
        let expected = match finding.certainty {
            Certainty::Proved => (false, false),
            Certainty::Suspected => (true, false),
            Certainty::Unknown => (false, true),
        };
        assert_eq!((perhaps, unknown), expected, "{text}");
        if finding.certainty == Certainty::Suspected {
            // Each of its sentences, without the names in it.
            let words: String = text.split('"').step_by(2).collect();
            let claims =
                |sentence: &&str| sentence.contains("is never") || sentence.contains("are never");
            let bold = |sentence: &&str| claims(sentence) && !sentence.contains("perhaps");
            assert_eq!(words.split(". ").find(bold), None, "{text}");
        }
    }
}

#[test]
fn a_phase_that_is_never_open_is_suspected_and_its_rules_are_not_told_one_by_one() {
    let late = Predicate::<Sandbox>::new("it is late", |table: &Table| table.total > 50);
    let builder = book("dead")
        .phase("evening", |phase| {
            phase
                .while_holds(&late)
                .rule("sleep", says("sleep"))
                .phase("night", |night| night.when("dark", |_| true).rule("dream", says("dream")))
        })
        .phase("day", |phase| {
            phase.when("it is early", |table| table.total < 90).rule("add", adds(|_| true))
        });
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::DeadPhase, "evening", Certainty::Suspected)]);
    let finding = &found.analysis.findings()[0];
    assert_eq!(finding.rules, ["evening/sleep", "evening/night/dream"]);
    assert!(finding.why.contains("\"it is late\""), "{}", finding.why);
}

/// Three values, and a fourth one that is not listed: a mistake of its author's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    A,
    B,
    C,
    Not,
}

impl Kind for Listed {
    const ALL: &'static [Self] = &[Listed::A, Listed::B, Listed::C];
    fn index(self) -> usize {
        // The low bits are those of C.
        if self == Listed::Not { 128 + Listed::C as usize } else { self as usize }
    }
    fn name(self) -> &'static str {
        ["A", "B", "C", "not"][self as usize]
    }
}

impl Kinded for Listed {
    type Kind = Self;
    fn kind(&self) -> Self {
        *self
    }
}

#[test]
fn a_value_that_is_not_listed_ends_the_search_with_the_action_that_met_it() {
    let value = Fact::of_state(
        "value",
        |table: &Table| {
            if table.total < 3 { Listed::A } else { Listed::Not }
        },
    );
    let builder = book("unlisted")
        .phase("for C", |phase| phase.given(&value, Listed::C).rule("c", says("c")))
        .rule("add", adds(|_| true));
    let error = search(builder).run().unwrap_err();
    let said = error.to_string();
    let begin = "There was a panic in the fact \"value\": it came to value number 130 of a kind \
                 that lists 3";
    assert!(said.starts_with(begin) && said.ends_with(". Correct that first."), "{said}");
    assert!(matches!(error, PlayError::Fault { played, .. } if !played.before.is_empty()));
}

#[test]
fn what_is_proved_of_all_values_that_are_listed_is_so_in_play() {
    let value = Fact::of_state("value", |table: &Table| {
        [Listed::A, Listed::B, Listed::C, Listed::Not][table.total.rem_euclid(4) as usize]
    });
    let book = book("values")
        .rule("a", |rule| says("a")(rule.given(&value, Listed::A)))
        .rule("b", |rule| says("b")(rule.given(&value, [Listed::B, Listed::C])))
        .rule("rest", says("rest"))
        .compile()
        .unwrap();
    let analysis = book.analyse();
    let rest = analysis.about("rest").next().unwrap();
    assert_eq!((rest.kind, rest.certainty), (FindingKind::Shadowed, Certainty::Proved));
    for (total, word) in [(0, Some("a")), (1, Some("b")), (2, Some("b")), (3, None)] {
        let table = Table { total, ..Table::default() };
        let mut game = book.start(table, Seed(1)).unwrap();
        let answered = game.submit(Seat(0), Act::Go(1)).is_ok();
        assert_eq!((answered, game.state().log.first().copied()), (word.is_some(), word));
    }
}

#[test]
fn a_phase_that_is_open_only_where_the_one_around_it_is_closed_is_dead() {
    let builder = book("crossed")
        .phase("high", |high| {
            high.when("at least 5", |table| table.total >= 5)
                .phase("low", |low| {
                    low.when("below 5", |table| table.total < 5).rule("never", says("never"))
                })
                .rule("stay", says("stay"))
        })
        .rule("add", adds(|_| true));
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::DeadPhase, "high/low", Certainty::Suspected)]);
}

#[test]
fn checks_that_never_fail_and_exceptions_that_never_lift_are_suspected() {
    let builder = || {
        book("checks")
            .check("small", Gate::Specific, |check| {
                check.require(|ask| ask.action.number() < 100, Why::TooLarge(100))
            })
            .check("lost", Gate::Specific, |check| {
                check.on(ActKind::Lost).require(|_| false, Why::Forbidden)
            })
            .check("even", Gate::Specific, |check| {
                check.liftable().require(|ask| ask.action.number() % 2 == 0, Why::Odd)
            })
            .exception("one", |e| e.lifts("even").when(|ask| ask.action.number() == 1))
            .exception("seven", |e| e.lifts("even").when(|ask| ask.action.number() == 7))
            .rule("add", adds(|_| true))
    };
    let found = found(builder());
    assert_eq!(
        short(&found),
        [
            (FindingKind::UnusedCheck, "small", Certainty::Suspected),
            (FindingKind::UnusedCheck, "lost", Certainty::Unknown),
            (FindingKind::IdleException, "seven", Certainty::Suspected),
        ]
    );
    // Where only legal actions are tried, checks are not put to the test.
    let book = builder().rule("offers", |rule| {
        adds(|_| true)(rule.candidates(|offer| offer.extend([Act::Go(1), Act::Go(2)])))
    });
    let book = book.compile().unwrap();
    let legal = book.analyse_by_play(|_| Table::default()).games(2).actions(5).run().unwrap();
    assert_eq!(short(&legal), [(FindingKind::Shadowed, "offers", Certainty::Suspected)]);
}

#[test]
fn a_group_that_never_masks_is_suspected() {
    let builder = |second: i64| {
        book("groups")
            .strategy(Strategy::ApplyAll)
            .rule("one", |rule| adds(|n| n < 3)(rule.exclusive("once")))
            .rule("two", move |rule| adds(move |n| n >= second)(rule.exclusive("once")))
    };
    let idle = found(builder(3));
    assert_eq!(short(&idle), [(FindingKind::IdleMask, "once", Certainty::Suspected)]);
    assert_eq!(idle.analysis.findings()[0].rules, ["one", "two"]);
    assert_eq!(short(&found(builder(2))), []);
}

#[test]
fn a_rule_that_is_always_masked_is_suspected() {
    let builder = book("masked")
        .strategy(Strategy::ApplyAll)
        .rule("one", |rule| adds(|n| n != 0)(rule.exclusive("once")))
        .rule("two", |rule| adds(|n| n != 0)(rule.exclusive("once")))
        .rule("rest", says("rest"));
    let found = found(builder);
    assert_eq!(short(&found), [(FindingKind::Unreachable, "two", Certainty::Suspected)]);
    let why = &found.analysis.findings()[0].why;
    assert!(why.contains("a rule of \"once\" had applied"), "{why}");
}

#[test]
fn what_needs_a_certain_state_is_found_where_play_gets_there() {
    let builder = || {
        book("deep")
            .strategy(Strategy::Exclusive)
            .rule("add", adds(|_| true))
            .rule("at eleven", |rule| {
                rule.when("eleven", |ask| ask.state.total == 11).then(|_, ()| [Ev::Note("11")])
            })
    };
    let deep = search(builder()).games(50).run().unwrap();
    assert_eq!(short(&deep), [(FindingKind::Overlap, "", Certainty::Proved)]);
    let played = deep.analysis.findings()[0].witness.as_ref().unwrap().played.as_ref().unwrap();
    assert!(played.before.len() >= 3, "{played}");
    // Whoever makes these moves gets there.
    let mut game = start(&builder().compile().unwrap(), BOTH[0]);
    for said in &played.before {
        let acts = (0..20).flat_map(|n| [Act::Go(n), Act::Other(n), Act::Lost(n)]);
        let tries = acts.flat_map(|act| [0, 1].map(|seat| (Seat(seat), act.clone())));
        let mut said_by = tries.filter(|(by, act)| *said == format!("{act:?} by {by}"));
        let (by, act) = said_by.next().unwrap_or_else(|| panic!("{said}"));
        game.submit(by, act).unwrap().committed().unwrap();
    }
    assert_eq!((game.state().total, game.number()), (11, played.before.len() as u64));
    let shallow = search(builder()).games(50).actions(2).run().unwrap();
    assert_eq!(short(&shallow), [(FindingKind::Unreachable, "at eleven", Certainty::Suspected)]);
}

#[test]
fn what_applies_after_a_choice_is_not_shadowed_by_who_asks() {
    let builder = book("after a choice")
        .strategy(Strategy::ApplyAll)
        .rule("ask", |rule| {
            rule.then(|cx, ()| Ok([Ev::Note(cx.choose(Seat(0), "Which?", ["a", "b"])?)]))
        })
        .rule("after", |rule| says("after")(rule.exclusive("once")))
        .rule("masked", |rule| says("masked")(rule.exclusive("once")));
    let found = found(builder);
    assert_eq!(
        short(&found),
        [
            (FindingKind::Unreachable, "masked", Certainty::Unknown),
            (FindingKind::IdleMask, "once", Certainty::Unknown),
        ]
    );
    let after = found.coverage.named("after").next().unwrap();
    assert_eq!(after.times(), found.coverage.committed);
}

#[test]
fn the_same_search_finds_the_same() {
    let builder = || book("same").rule("a", adds(|n| n > 2)).rule("b", adds(|n| n == 4));
    let (one, two) = (found(builder()), found(builder()));
    assert_eq!((&one.analysis, one.progress), (&two.analysis, two.progress));
    let other = search(builder()).seed(Seed(77)).run().unwrap();
    assert_eq!(short(&one), short(&other));
}

#[test]
fn another_fault_than_a_conflict_ends_the_search_with_its_place() {
    let builder = book("faulty").rule("add", |rule| {
        rule.then(|cx, ()| {
            assert!(cx.action.number() != 4, "on purpose");
            [Ev::Add(1)]
        })
    });
    let PlayError::Fault { fault, played } = search(builder).run().unwrap_err() else {
        panic!("it is a fault")
    };
    assert!(fault.to_string().contains("on purpose"), "{fault}");
    assert_eq!((played.action.as_str(), played.before.len()), ("Go(4) by seat 0", 0));
}
