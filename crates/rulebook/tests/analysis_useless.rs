//! What no rule answers, and what stands in a book and does nothing: each
//! planted in a book, with a sound twin; and the report.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{About, BookBuilder, Certainty, Finding, FindingKind, RuleBuilder};

#[test]
fn a_kind_of_action_that_no_rule_answers_is_a_gap() {
    let finding =
        only(book("gap").rule("a", |rule| says("a")(rule.on([ActKind::Go, ActKind::Other]))));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::Gap, Certainty::Proved));
    assert_eq!((&finding.about, finding.witness.is_none()), (&About::Action("Lost"), true));
    assert_eq!(
        finding.to_string(),
        "No rule answers the action Lost: no rule that can be reached is about it. Add a rule or a \
         step for it, or remove the action."
    );
    is_clean(book("sound").rule("a", says("a")));
}

#[test]
fn a_rule_that_is_never_reached_fills_no_gap() {
    let light = light();
    let planted = book("gap")
        .rule("a", |rule| says("a")(rule.on([ActKind::Go, ActKind::Other])))
        .phase("night", |night| {
            night.given(&light, Light::Night).rule("b", by(&light, Light::Day))
        });
    let analysis = analyse(planted);
    assert_eq!(analysis.of(FindingKind::Gap).next().unwrap().about, About::Action("Lost"));
}

#[test]
fn facts_that_no_rule_wants_are_a_gap_with_a_witness() {
    let (light, zone) = (light(), zone());
    let book = |at_night: &[Zone]| {
        let in_zone = |rule: RuleBuilder<Sandbox>| rule.given(&zone, at_night);
        book("cases")
            .rule("by day", by(&light, [Light::Day, Light::Dusk]))
            .rule("by night", |rule| by(&light, Light::Night)(in_zone(rule)))
            .rule("go", |rule| says("go")(rule.on(ActKind::Go)))
    };
    let analysis = analyse(book(&[Zone::Hand]));
    let gaps: Vec<&Finding> = analysis.of(FindingKind::Gap).collect();
    let [other, lost] = gaps[..] else { panic!("there should be two gaps:\n{analysis}") };
    assert_eq!(other.certainty, Certainty::Suspected);
    assert_eq!(
        other.to_string(),
        "No rule answers Other when light is Night and zone is Field, if the game ever gets there. \
         Add a rule for it, or a check that says why it is refused."
    );
    assert_eq!(lost.about, About::Action("Lost"));
    let whole = analyse(book(&[Zone::Hand, Zone::Field]));
    assert_eq!(whole.of(FindingKind::Gap).count(), 0, "{whole}");
}

#[test]
fn a_rule_that_its_own_code_decides_may_fill_a_gap() {
    let light = light();
    is_clean(book("maybe").rule("by day", by(&light, Light::Day)).rule("maybe", maybe));
}

#[test]
fn subjects_without_a_rule_are_a_gap_only_beside_a_rule_for_all() {
    let light = light();
    let about =
        |subject| move |rule: RuleBuilder<Sandbox>| says("about")(rule.subject(Subject(subject)));
    // Each rule names its own: nobody knows of others.
    is_clean(book("cards").rule("one", about(1)).rule("two", about(2)));
    let analysis =
        analyse(book("cards").rule("one", about(1)).rule("by day", by(&light, Light::Day)));
    let gap = analysis.of(FindingKind::Gap).next().unwrap();
    assert_eq!(
        gap.witness.as_ref().unwrap().to_string(),
        "Go about nothing or a subject that no rule names when light is Dusk or Night"
    );
}

#[test]
fn a_priority_that_leaves_the_order_as_it_is_is_redundant() {
    let ranked = |first: i32, second: i32| {
        book("priorities")
            .strategy(Strategy::HighestPriority)
            .rule("a", |rule| maybe(rule.priority(first)))
            .rule("b", |rule| maybe(rule.priority(second)))
            .rule("c", says("c"))
    };
    let redundant = |book| {
        let analysis = analyse(book);
        let found = analysis.of(FindingKind::RedundantPriority);
        found.map(|found| (found.about.name().to_owned(), found.why.clone())).collect::<Vec<_>>()
    };
    let same = "the order is the same without it";
    let of = |name: &str, why: &str| vec![(name.to_owned(), why.to_owned())];
    assert_eq!(redundant(ranked(60, 70)), of("a", same));
    let once = format!("{same}, once the priority of \"b\" is left out");
    assert_eq!(redundant(ranked(75, 60)), [of("b", same), of("a", &once)].concat());
    assert_eq!(redundant(ranked(50, 60)), of("a", "it is the ordinary one"));
    // Where one of two must stay, the other one need not.
    assert_eq!(redundant(ranked(40, 60)), of("b", same));
    let needed = book("needed")
        .strategy(Strategy::HighestPriority)
        .rule("c", maybe)
        .rule("a", |rule| maybe(rule.priority(Priority::HIGH)))
        .rule("b", says("b"));
    is_clean(needed);
}

#[test]
fn a_priority_over_rules_that_answer_other_actions_is_redundant() {
    let light = light();
    let pair = |other: Light| {
        book("priorities")
            .strategy(Strategy::HighestPriority)
            .rule("a", by(&light, Light::Day))
            .rule("b", |rule| by(&light, other)(rule.priority(Priority::HIGH)))
            .rule("c", |rule| says("c")(rule.priority(Priority::LOW)))
    };
    let analysis = analyse(pair(Light::Night));
    let findings: Vec<_> = analysis.findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "The priority of the rule \"b\" changes nothing: it never answers an action that \"a\" \
             answers. Leave it out.",
            "The priority of the rule \"c\" changes nothing: the order is the same without it. \
             Leave it out.",
        ]
    );
    let needed = analyse(pair(Light::Day));
    assert_eq!(needed.of(FindingKind::RedundantPriority).count(), 1, "{needed}");
    // Under ApplyAll the first changes what the second is asked about.
    let all = pair(Light::Night).strategy(Strategy::ApplyAll);
    assert_eq!(analyse(all).of(FindingKind::RedundantPriority).count(), 1);
}

#[test]
fn a_priority_over_rules_about_other_subjects_is_redundant() {
    let pair = |other: u32| {
        book("subjects")
            .strategy(Strategy::HighestPriority)
            .rule("a", |rule| maybe(rule.subject(Subject(1))))
            .rule("b", move |rule| says("b")(rule.priority(Priority::HIGH).subject(Subject(other))))
    };
    let finding = only(pair(2));
    assert_eq!(finding.kind, FindingKind::RedundantPriority);
    assert_eq!(
        finding.to_string(),
        "The priority of the rule \"b\" changes nothing: it never answers an action that \"a\" \
         answers. Leave it out."
    );
    assert_eq!(analyse(pair(1)).of(FindingKind::RedundantPriority).count(), 0);
}

#[test]
fn a_condition_that_holds_wherever_it_is_asked_changes_nothing() {
    let light = light();
    let within = |strategy: Strategy, wanted: &'static [Light]| {
        let rule = by(&light, wanted);
        book("conditions")
            .strategy(strategy)
            .rule("first", maybe)
            .phase("night", |night| {
                night.given(&light, [Light::Dusk, Light::Night]).rule("sleep", rule)
            })
            .rule("else", says("else"))
    };
    let finding = only(within(Strategy::FirstWins, &[Light::Dusk, Light::Night]));
    assert_eq!((finding.kind, finding.certainty), (FindingKind::IdleCondition, Certainty::Proved));
    assert_eq!(
        finding.to_string(),
        "The rule \"night/sleep\" has a condition that changes nothing: \"light is Dusk or Night\" \
         follows from what is asked before. Leave it out."
    );
    is_clean(within(Strategy::FirstWins, &[Light::Day, Light::Dusk]));
    // Below ApplyAll it may have become day meanwhile.
    is_clean(within(Strategy::ApplyAll, &[Light::Dusk, Light::Night]));
    let every = only(within(Strategy::ApplyAll, &[Light::Day, Light::Dusk, Light::Night]));
    assert_eq!(every.why, "\"light is Day or Dusk or Night\" names every value");
}

#[test]
fn what_the_compiler_warns_of_is_found_too() {
    let kinds = |book: BookBuilder<Sandbox>| {
        let analysis = analyse(book);
        assert_eq!(analysis.proved().count(), analysis.findings().len());
        analysis
            .findings()
            .iter()
            .map(|found| (found.kind, found.about.clone()))
            .collect::<Vec<_>>()
    };
    let ranked = |rule: RuleBuilder<Sandbox>| maybe(rule.priority(Priority::HIGH));
    assert_eq!(
        kinds(book("ranked").rule("a", ranked).rule("b", says("b"))),
        [(FindingKind::RedundantPriority, About::Rule("a".into()))]
    );
    assert_eq!(
        kinds(book("keyed").rule("a", |rule| says("a")(rule.key(1)))),
        [(FindingKind::IdleKey, About::Rule("a".into()))]
    );
    assert_eq!(
        kinds(book("single").phase("p", |p| p.strategy(Strategy::LastWins).rule("a", says("a")))),
        [(FindingKind::IdleStrategy, About::Phase("p".into()))]
    );
    let soft = book("soft")
        .rule("a", says("a"))
        .check("soft", Gate::Specific, |check| check.liftable().require(|_| true, Why::NotNow));
    assert_eq!(kinds(soft), [(FindingKind::NeverLifted, About::Check("soft".into()))]);
}

#[test]
fn a_check_for_actions_that_no_rule_answers_is_needless_with_its_exceptions() {
    let checked = |kind: ActKind| {
        book("checks")
            .rule("a", |rule| says("a")(rule.on([ActKind::Go, ActKind::Other])))
            .check("late", Gate::Timing, |check| {
                check.on(kind).liftable().require(|_| false, Why::NotNow)
            })
            .exception("but now", |exception| exception.lifts("late").when(|_| true))
    };
    let found = |kind| {
        let analysis = analyse(checked(kind));
        let rest = analysis.findings().iter().filter(|found| found.kind != FindingKind::Gap);
        rest.cloned().collect::<Vec<_>>()
    };
    let [check, exception] = &found(ActKind::Lost)[..] else { panic!("there should be two") };
    assert_eq!(
        check.to_string(),
        "The check \"late\" is only about Lost, which no rule answers anyway. Remove it, unless \
         players are to read its reason."
    );
    assert_eq!(
        exception.to_string(),
        "The exception \"but now\" is only for the check \"late\", about actions that no rule \
         answers anyway. Remove it, so that the check gives its reason."
    );
    assert_eq!(exception.kind, FindingKind::IdleException);
    assert_eq!(found(ActKind::Go), []);
}

/// It says what can be done in which step, whoever answers.
#[test]
fn a_check_of_actions_that_only_dead_rules_answer_is_needless() {
    let light = light();
    let with = |of: &'static [Light]| {
        let book = book("dead").rule("all", |rule| says("all")(rule.on(ActKind::Other)));
        book.phase("night", |night| {
            night
                .given(&light, Light::Night)
                .rule("go", |rule| by(&light, of)(rule.on(ActKind::Go)))
        })
        .check("quiet", Gate::Shape, |check| check.on(ActKind::Go).require(|_| true, Why::NotNow))
    };
    let needless = |of| analyse(with(of)).of(FindingKind::UnusedCheck).count();
    assert_eq!((needless(&[Light::Day]), needless(&[Light::Night])), (1, 0));
}

#[test]
fn the_check_of_the_turn_is_never_needless() {
    let (light, step) = (light(), at());
    let dead = book("dead")
        .turn_by(&step, Why::NotNow, |turn| {
            turn.step(At::Draw, |step| step.allows(ActKind::Go).leads_to(At::Play))
                .step(At::Play, |step| step.leads_to(At::Draw))
        })
        .phase("night", |night| night.given(&light, Light::Night).rule("a", by(&light, Light::Day)))
        .check("quiet", Gate::Shape, |check| check.require(|_| true, Why::NotNow));
    let analysis = analyse(dead);
    let needless = analysis.of(FindingKind::UnusedCheck).map(|found| found.about.name());
    assert_eq!(needless.collect::<Vec<_>>(), ["quiet"], "{analysis}");
}

#[test]
fn the_report_is_for_people_to_read() {
    let light = light();
    let report = analyse(
        book("village")
            .rule("work", by(&light, [Light::Day, Light::Dusk]))
            .rule("sleep", by(&light, [Light::Dusk, Light::Night]))
            .rule("dream", |rule| by(&light, Light::Night)(rule.on(ActKind::Go)))
            .phase("market", |market| {
                market.strategy(Strategy::Exclusive).rule("buy", maybe).rule("sell", maybe)
            })
            .rule("steal", |rule| says("steal")(rule.on(ActKind::Lost))),
    );
    assert_eq!(
        report.to_string(),
        "Shadowed rules:\n\
         - [proved] The rule \"dream\" is shadowed by \"sleep\", which answers before it whenever it \
         could. Put it first, narrow the other one, or remove it.\n\
         - [proved] The rule \"market/buy\" is shadowed by \"work\" and \"sleep\" together: one of \
         them answers before it whenever it could. Put its phase \"market\" before them, narrow one \
         of them, or remove it.\n\
         - [proved] The rule \"market/sell\" is shadowed by \"work\" and \"sleep\" together: one of \
         them answers before it whenever it could. Put its phase \"market\" before them, narrow one \
         of them, or remove it.\n\
         - [proved] The rule \"steal\" is shadowed by \"work\" and \"sleep\" together: one of them \
         answers before it whenever it could. Put it before them, narrow one of them, or remove \
         it.\n\
         4 findings in the book \"village\": 4 proved, 0 suspected, 0 unknown."
    );
    let about: Vec<_> = report.about("sleep").map(|found| found.rules[0].as_str()).collect();
    assert_eq!(about, ["dream", "market/buy", "market/sell", "steal"]);
    let clean = analyse(book("village").rule("work", says("work")));
    assert_eq!(clean.to_string(), "Nothing was found in the 1 rule of the book \"village\".");
}
