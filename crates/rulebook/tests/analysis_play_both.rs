//! Play and reasoning together: the more certain finding stays, and what was
//! seen to be otherwise goes.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{Analysis, AnalysisOptions, Certainty, Fact, FindingKind, RuleBuilder, Searched};

const BY: By = By::Seat(Seat(0));

#[derive(Clone, Copy, rulebook::Kinds)]
enum Size {
    Small,
    Large,
}

/// Everything that is tried in the sandbox: small numbers of each kind.
fn tries(_: &Table) -> Vec<(By, Act)> {
    let numbers = 0..6;
    numbers.flat_map(|n| [(BY, Act::Go(n)), (BY, Act::Other(n))]).collect()
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

/// Rules with declared conditions, one of which can never answer.
fn declared() -> Book<Sandbox> {
    let size = Fact::of_action("size", |ask: &Ask<'_, Sandbox>| match ask.action.number() {
        ..=2 => Size::Small,
        _ => Size::Large,
    });
    book("declared")
        .rule("small", |rule| says("small")(rule.given(&size, SizeKind::Small)))
        .rule("large", |rule| says("large")(rule.given(&size, SizeKind::Large)))
        .rule("never", says("never"))
        .compile()
        .unwrap()
}

#[test]
fn of_a_proof_and_a_suspicion_of_the_same_the_proof_stays() {
    let book = declared();
    let played = book.analyse_by_play(|_| Table::default()).universe(tries).games(2).actions(5);
    let played = played.run().unwrap();
    let never = [(FindingKind::Shadowed, "never", Certainty::Suspected)];
    assert_eq!(short(&played), never);
    let both = played.and(book.analyse());
    let certainties: Vec<_> = both.about("never").map(|finding| finding.certainty).collect();
    assert_eq!(certainties, [Certainty::Proved]);
}

#[test]
fn a_case_that_was_seen_leaves_the_other_questions_open() {
    let size = Fact::of_action("size", |ask: &Ask<'_, Sandbox>| match ask.action.number() {
        ..=2 => Size::Small,
        _ => Size::Large,
    });
    let book = book("open")
        .strategy(Strategy::Exclusive)
        .rule("one", |rule| adds(|n| n < 1)(rule.given(&size, SizeKind::Small)))
        .rule("two", |rule| adds(|n| n < 3)(rule.given(&size, SizeKind::Small)))
        .rule("three", |rule| adds(|n| n == 2)(rule.given(&size, SizeKind::Small)))
        .compile()
        .unwrap();
    let reasoned = book.analyse();
    let count = |analysis: &Analysis, kind| {
        let of = |certainty| analysis.of(kind).filter(move |f| f.certainty == certainty).count();
        (of(Certainty::Proved), of(Certainty::Suspected) + of(Certainty::Unknown))
    };
    let (overlaps, gaps) =
        (count(&reasoned, FindingKind::Overlap), count(&reasoned, FindingKind::Gap));
    assert!(overlaps.0 == 0 && overlaps.1 > 0 && gaps.1 > 0, "{reasoned}");
    let played = book.analyse_by_play(|_| Table::default()).universe(tries).games(1).actions(3);
    let both = played.run().unwrap().and(reasoned);
    // "one" meets "two", and "two" meets "three"; nobody answers 3 and more.
    assert_eq!(count(&both, FindingKind::Overlap), (2, overlaps.1), "{both}");
    // Of both kinds that was suspected, and is proved now.
    assert_eq!(count(&both, FindingKind::Gap), (gaps.0 + 2, gaps.1 - 2), "{both}");
}

/// A book with rules for some light only: 0 is day, 1 is dusk, 2 is night.
fn by_light(adds: i64) -> Book<Sandbox> {
    let light = light();
    let rule = move |rule: RuleBuilder<Sandbox>| rule.then(move |_, ()| [Ev::Add(adds)]);
    let lost = |rule: RuleBuilder<Sandbox>| rule.on(ActKind::Lost).then(|_, ()| ());
    book("lights")
        .rule("day", |builder| rule(builder.given(&light, Light::Day)))
        .rule("night", |builder| rule(builder.given(&light, Light::Night)))
        .rule("lost", lost)
        .compile()
        .unwrap()
}

fn gaps(analysis: &Analysis) -> Vec<String> {
    analysis.of(FindingKind::Gap).map(|gap| format!("[{}] {gap}", gap.certainty)).collect()
}

#[test]
fn a_gap_that_was_suspected_and_then_met_is_one_finding() {
    let book = by_light(1);
    let search = book.analyse_by_play(|_| Table::default()).universe(tries).every_state(10);
    let both = search.run().unwrap().and(book.analyse());
    let met = |kind: &str| {
        format!(
            "[proved] No rule answered {kind} when light is Dusk: {kind}(0) by seat 0 after 1 \
             action of the game with seed 0 (Go(0) by seat 0). Add a rule for it, or a check that \
             says why it is refused."
        )
    };
    assert_eq!(gaps(&both), [met("Go"), met("Other")]);
}

#[test]
fn what_a_complete_search_never_met_says_so() {
    let book = by_light(3);
    let search = |limit| {
        let start = |_| Table { total: 99, ..Table::default() };
        book.analyse_by_play(start).universe(tries).every_state(limit).run().unwrap()
    };
    let said = |met: &str| {
        ["Go", "Other"].map(|kind| {
            format!(
                "[suspected] No rule answers {kind} when light is Dusk, if the game ever gets \
                 there{met}. Add a rule for it, or a check that says why it is refused."
            )
        })
    };
    let whole = search(100);
    assert!(whole.complete, "{whole}");
    let never = "; a search through every state never met it";
    assert_eq!(gaps(&whole.and(book.analyse())), said(never));
    // One that was cut short says nothing.
    assert_eq!(gaps(&search(1).and(book.analyse())), said(""));
}

#[test]
fn an_overlap_that_a_complete_search_never_met_says_so() {
    let light = light();
    let adds = |rule: RuleBuilder<Sandbox>| rule.then(|_, ()| [Ev::Add(3)]);
    let book = book("exclusive")
        .strategy(Strategy::Exclusive)
        .rule("early", |rule| adds(rule.given(&light, [Light::Day, Light::Dusk])))
        .rule("late", |rule| adds(rule.given(&light, [Light::Dusk, Light::Night])))
        .compile()
        .unwrap();
    let start = |_| Table { total: 99, ..Table::default() };
    let search = book.analyse_by_play(start).universe(tries).every_state(100);
    let both = search.run().unwrap().and(book.analyse());
    let overlap = both.of(FindingKind::Overlap).next().unwrap();
    assert_eq!(overlap.certainty, Certainty::Suspected);
    let never = "if the game ever gets there; a search through every state never met it.";
    assert!(overlap.to_string().contains(never), "{overlap}");
}

#[test]
fn a_gap_about_a_subject_is_proved_only_by_that_subject() {
    let light = light();
    let about = |number| Subject(number);
    let compiled = book("subjects")
        .rule("one", |rule| says("one")(rule.subject(about(1)).given(&light, Light::Day)))
        .rule("two", |rule| says("two")(rule.subject(about(2))))
        .compile()
        .unwrap();
    let reasoned = compiled.analyse();
    assert!(gaps(&reasoned).iter().any(|gap| gap.contains("about subject 1")), "{reasoned}");
    let both = |numbers: &'static [i64]| {
        let start = |_| Table { total: 1, ..Table::default() };
        let tries = |_: &Table| numbers.iter().map(|&number| (BY, Act::Go(number))).collect();
        let found = compiled.analyse_by_play(start).universe(tries).games(1).actions(2);
        let both = found.run().unwrap().and(compiled.analyse());
        let proved = both.of(FindingKind::Gap).filter(|gap| gap.names("Go"));
        proved.map(|gap| gap.certainty).collect::<Vec<_>>()
    };
    assert_eq!(both(&[1]), [Certainty::Proved]);
    assert_eq!(both(&[7]), [Certainty::Proved, Certainty::Suspected]);
}

#[test]
fn a_check_that_refuses_what_nobody_answers_is_never_called_unused() {
    let compiled = book("shouting")
        .rule("a", |rule| says("a")(rule.on([ActKind::Go, ActKind::Lost])))
        .check("no shouting", Gate::Timing, |check| {
            check.on(ActKind::Other).require(|_| false, Why::NotNow)
        })
        .compile()
        .unwrap();
    let search = compiled.analyse_by_play(|_| Table::default()).universe(tries).games(1);
    let found = search.actions(3).run().unwrap();
    assert_eq!(found.analysis.about("no shouting").count(), 0, "play saw it refuse");
    for analysis in [compiled.analyse(), found.and(compiled.analyse())] {
        let said: Vec<_> = analysis.about("no shouting").map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "The check \"no shouting\" is only about Other, which no rule answers anyway. Remove \
              it, unless players are to read its reason."
            ]
        );
        assert!(!analysis.to_string().contains("nused"), "{analysis}");
    }
}

#[test]
fn one_action_is_not_called_actions() {
    let compiled = book("one").rule("never", adds(|_| false)).compile().unwrap();
    let one = |_: &Table| vec![(BY, Act::Go(1))];
    let search = compiled.analyse_by_play(|_| Table::default()).universe(one).games(1);
    let found = search.actions(1).run().unwrap();
    assert_eq!(found.progress.to_string(), "1 action tried in 1 state of 1 game");
    let never = found.analysis.about("never").next().unwrap();
    assert_eq!(
        never.why,
        "one action of its kinds was tried in play, and it answered none; once \"its own \
         condition\" did not hold"
    );
    let gap = found.analysis.of(FindingKind::Gap).next().unwrap();
    assert_eq!(gap.why, "seen once, while 1 action came through the checks");
    assert!(gap.to_string().starts_with("No rule answered Go(1) by seat 0 at the start"));
}

#[test]
fn what_play_refutes_is_dropped_from_what_reasoning_left_open() {
    let book = declared().variant("open").remove("large").compile().unwrap();
    let reasoned = book.analyse_with(AnalysisOptions { budget: 0 });
    let about = |analysis: &Analysis| analysis.about("never").count();
    assert_eq!(about(&reasoned), 1, "{reasoned}");
    let played = book.analyse_by_play(|_| Table::default()).universe(tries).games(2).actions(5);
    let both = played.run().unwrap().and(reasoned);
    assert_eq!(about(&both), 0, "it answers where \"large\" did: {both}");
}

#[test]
fn a_suspicion_by_play_is_more_than_an_open_question() {
    let book = declared();
    let played = book.analyse_by_play(|_| Table::default()).universe(tries).games(2).actions(5);
    let both = played.run().unwrap().and(book.analyse_with(AnalysisOptions { budget: 0 }));
    let certainties: Vec<_> = both.about("never").map(|finding| finding.certainty).collect();
    assert_eq!(certainties, [Certainty::Suspected], "{both}");
}
