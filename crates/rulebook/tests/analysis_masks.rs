//! Exclusivity groups that change nothing, and members for which theirs changes
//! nothing: each planted in a book, with a sound twin.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{
    About, AnalysisOptions, BookBuilder, Certainty, FindingKind, Predicate, RuleBuilder, Standing,
};

/// A rule of an exclusivity group.
fn grouped(rule: RuleBuilder<Sandbox>) -> RuleBuilder<Sandbox> {
    rule.exclusive("group")
}

#[test]
fn a_group_that_masks_nothing_is_idle() {
    let idle = |book| {
        let finding = only(book);
        assert_eq!((finding.kind, finding.certainty), (FindingKind::IdleMask, Certainty::Proved));
        assert_eq!(finding.about, About::Group("group".into()));
        finding
    };
    let all = || book("masks").strategy(Strategy::ApplyAll);
    let go = |rule: RuleBuilder<Sandbox>| says("go")(grouped(rule).on(ActKind::Go));
    let other = |rule: RuleBuilder<Sandbox>| says("other")(grouped(rule).on(ActKind::Other));
    let finding = idle(all().rule("a", go).rule("b", other).rule("c", says("c")));
    assert_eq!(finding.rules, ["a", "b"]);
    assert_eq!(
        finding.to_string(),
        "The exclusivity group \"group\" changes nothing: no two of its rules apply to the same \
         action. Put another rule into the group, or leave it out."
    );
    is_clean(all().rule("a", go).rule("b", go).rule("c", says("c")));
    assert_eq!(idle(all().rule("a", go).rule("c", says("c"))).why, "it has only one rule");
    let one_decides = book("first").rule("a", |rule| maybe(grouped(rule)));
    assert_eq!(
        idle(one_decides.rule("b", |rule| says("b")(grouped(rule)))).why,
        "no two of its rules stand in different children of one ApplyAll phase"
    );
}

#[test]
fn phases_around_decide_what_a_group_masks_but_its_rules_conditions_do_not() {
    let light = light();
    let phases = |other: Light| {
        book("masks")
            .strategy(Strategy::ApplyAll)
            .phase("day", |day| {
                day.given(&light, Light::Day).rule("a", |rule| says("a")(grouped(rule)))
            })
            .phase("other", |phase| {
                phase.given(&light, other).rule("b", |rule| says("b")(grouped(rule)))
            })
            .rule("c", says("c"))
    };
    assert_eq!(only(phases(Light::Night)).why, "no two of its rules apply to the same action");
    is_clean(phases(Light::Day));
    // The first may turn day into night.
    is_clean(
        book("masks")
            .strategy(Strategy::ApplyAll)
            .rule("a", |rule| by(&light, Light::Day)(grouped(rule)))
            .rule("b", |rule| by(&light, Light::Night)(grouped(rule)))
            .rule("c", says("c")),
    );
}

/// Several rules of a group, each for its kinds of actions.
fn members(kinds: &[ActKind]) -> BookBuilder<Sandbox> {
    let all = book("members").strategy(Strategy::ApplyAll);
    let member = |kind| move |rule: RuleBuilder<Sandbox>| says("x")(grouped(rule).on(kind));
    let members = kinds.iter().zip('a'..);
    members.fold(all, |book, (&kind, name)| book.rule(name.to_string(), member(kind)))
}

#[test]
fn a_member_that_neither_masks_nor_is_masked_is_found() {
    use ActKind::{Go, Lost, Other};

    let finding = only(members(&[Go, Go, Other]).rule("rest", says("rest")));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::IdleMember, Certainty::Proved));
    assert_eq!(
        (&finding.about, &*finding.rules),
        (&About::Group("group".into()), &["c".into()][..])
    );
    assert_eq!(
        finding.to_string(),
        "The exclusivity group \"group\" changes nothing for \"c\": it applies to no action to which \
         another rule of the group applies. Take it out of the group."
    );
    let two = only(members(&[Other, Go, Lost, Go]));
    assert_eq!(two.rules, ["a", "c"]);
    assert_eq!(
        two.to_string(),
        "The exclusivity group \"group\" changes nothing for \"a\" and \"c\": none of them applies to \
         an action to which another rule of the group applies. Take them out of the group."
    );
    // Each meets another one, in whatever order they stand.
    is_clean(members(&[Go, Go, Go]).rule("rest", says("rest")));
    is_clean(members(&[Go, Other, Lost, Other, Lost, Go]));
    is_clean(members(&[Go, Other, Lost]).rule("d", |rule| says("all")(grouped(rule))));
}

#[test]
fn of_many_idle_members_the_text_names_the_first() {
    let about = |subject: u32| {
        move |rule: RuleBuilder<Sandbox>| says("x")(grouped(rule).subject(Subject(subject)))
    };
    let pair = book("many").strategy(Strategy::ApplyAll).rule("a", about(0)).rule("b", about(0));
    let rest = says("rest");
    let many = (1..=40).fold(pair, |book, at| book.rule(format!("r{at}"), about(at)));
    let finding = only(many.rule("rest", rest));
    assert_eq!(finding.rules.len(), 40);
    let text = finding.to_string();
    assert!(text.contains("\"r4\", \"r5\" and 35 more: none of them"), "{text}");
}

/// Whoever cannot be reached is found as such, and nothing is said of its group.
#[test]
fn a_member_that_is_never_reached_is_not_called_idle_too() {
    let light = light();
    let planted = members(&[ActKind::Go, ActKind::Go])
        .phase("night", |night| {
            night.given(&light, Light::Night).phase("day", |day| {
                day.given(&light, Light::Day).rule("c", |rule| says("c")(grouped(rule)))
            })
        })
        .rule("rest", says("rest"));
    let analysis = analyse(planted);
    assert_eq!(analysis.of(FindingKind::IdleMember).count(), 0, "{analysis}");
    assert_eq!(analysis.findings().len(), 1, "{analysis}");
}

#[test]
fn members_that_the_budget_was_not_enough_for_are_unknown() {
    use ActKind::{Go, Other};

    let book = members(&[Go, Go, Other]).rule("rest", says("rest")).compile().unwrap();
    let analysis = |budget| book.analyse_with(AnalysisOptions { budget });
    let member = |budget| {
        let analysis = analysis(budget);
        let found = analysis.of(FindingKind::IdleMember).next().cloned();
        found.unwrap_or_else(|| panic!("{analysis}"))
    };
    // The first pair masks; then the third is compared with both.
    assert_eq!(member(3).certainty, Certainty::Proved);
    let open = member(2);
    assert_eq!((open.certainty, open.rules.len()), (Certainty::Unknown, 0));
    assert_eq!(
        open.to_string(),
        "Whether the exclusivity group \"group\" changes something for each of its rules is unknown: \
         the budget was not enough to find out. Analyse it with a larger budget."
    );
    assert_eq!(analysis(0).of(FindingKind::IdleMask).next().unwrap().certainty, Certainty::Unknown);
}

/// An explanation says of a rule that its group has applied before it says that a
/// phase around it is closed. What the analysis says of the group is true of both.
#[test]
fn a_group_that_changes_nothing_may_be_named_in_an_explanation() {
    let dark = Predicate::new("dark", |table: &Table| table.total < 0);
    let bright = dark.clone().opposite("bright");
    let book = |grouped: fn(RuleBuilder<Sandbox>) -> RuleBuilder<Sandbox>| {
        book("dark")
            .strategy(Strategy::ApplyAll)
            .phase("bright", |phase| {
                phase.while_holds(&bright).rule("a", |rule| says("a")(grouped(rule)))
            })
            .phase("dark", |phase| {
                phase.while_holds(&dark).rule("b", |rule| says("b")(grouped(rule)))
            })
            .rule("rest", says("rest"))
    };
    let finding = only(book(grouped));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::IdleMask, Certainty::Proved));
    let [with, without] = [grouped, |rule| rule].map(|grouped| {
        let mut game = start(&book(grouped).compile().unwrap(), BOTH[0]);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        let masked = explained.rules().any(|rule| matches!(rule.standing, Standing::Masked { .. }));
        go(&mut game, Act::Go(1));
        (masked, game.state().clone())
    });
    assert_eq!((with.0, without.0), (true, false));
    assert_eq!(with.1, without.1, "nothing changes without the group");
}
