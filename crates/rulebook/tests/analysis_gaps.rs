//! What the actions are about that no rule answers: each subject with a gap is
//! named, those with the same gap together.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{
    AnalysisOptions, BookBuilder, Certainty, FindingKind, Kind, KindSet, Rule, RuleBuilder,
    WitnessSubject,
};

/// A rule for Go about these subjects, or about anything, in some light.
fn about(
    subjects: impl IntoIterator<Item = u32>,
    values: impl Into<KindSet<Light>>,
    light: &rulebook::Fact<Sandbox, Light>,
) -> impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox> {
    let rule = by(light, values);
    let subjects: Vec<u32> = subjects.into_iter().collect();
    move |builder| {
        let go = builder.on(ActKind::Go);
        rule(subjects.into_iter().fold(go, |builder, subject| builder.subject(Subject(subject))))
    }
}

fn others(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    book.rule("others", |rule| says("others")(rule.on([ActKind::Other, ActKind::Lost])))
}

/// The cases that nobody answers, in words.
fn open(book: BookBuilder<Sandbox>) -> Vec<String> {
    let analysis = analyse(others(book));
    assert_eq!(analysis.findings().len(), analysis.of(FindingKind::Gap).count(), "{analysis}");
    let gaps = analysis.of(FindingKind::Gap);
    gaps.map(|gap| gap.witness.as_ref().expect("a case").to_string()).collect()
}

#[test]
fn a_gap_about_a_subject_is_found_behind_the_gap_for_all_others() {
    let light = light();
    let planted = book("subjects")
        .rule("one", about([1], KindSet::all(), &light))
        .rule("two by day", about([2], Light::Day, &light))
        .rule("any by day", about([], Light::Day, &light));
    // Two is answered by day, by two rules; at night by none.
    let gap = "Go about subject 2, about nothing, or about a subject that no rule names when light is \
               Dusk or Night";
    let analysis = analyse(others(planted));
    let gaps: Vec<_> = analysis.of(FindingKind::Gap).collect();
    assert_eq!(gaps.len(), 1, "{analysis}");
    assert!(gaps[0].to_string().starts_with(&format!("No rule answers {gap}, if")), "{analysis}");
    let witness = gaps[0].witness.as_ref().unwrap();
    assert_eq!(
        (&witness.subject, &*witness.also),
        (&WitnessSubject::Other, &[Subject(2).into()][..])
    );
}

#[test]
fn subjects_with_gaps_of_their_own_are_named_apart() {
    let light = light();
    let planted = book("subjects")
        .rule("two", about([2], Light::Day, &light))
        .rule("three", about([3, 4], Light::Night, &light))
        .rule("five", about([5], [Light::Day, Light::Night], &light))
        .rule("any", about([], Light::Dusk, &light));
    assert_eq!(
        open(planted),
        [
            "Go about nothing or a subject that no rule names when light is Day or Night",
            "Go about subject 2 when light is Night",
            "Go about subject 3 and subject 4 when light is Day",
        ]
    );
}

#[test]
fn a_gap_that_all_subjects_share_is_about_any() {
    let light = light();
    let planted = book("subjects")
        .rule("two", about([2], Light::Day, &light))
        .rule("three", about([3], Light::Dusk, &light))
        .rule("any", about([], [Light::Day, Light::Dusk], &light));
    assert_eq!(open(planted), ["Go when light is Night"]);
}

#[test]
fn many_subjects_with_one_gap_are_one_finding() {
    let light = light();
    let planted = |subjects: u32| book("many").rule("a", about(1..=subjects, Light::Day, &light));
    let night = "when light is Dusk or Night";
    assert_eq!(open(planted(2)), [format!("Go about subject 1 and subject 2 {night}")]);
    let five = "subject 1, subject 2, subject 3, subject 4, subject 5";
    assert_eq!(open(planted(6)), [format!("Go about {five} and subject 6 {night}")]);
    assert_eq!(open(planted(9)), [format!("Go about {five} and 4 others {night}")]);
}

#[test]
fn many_gaps_of_many_subjects_are_counted() {
    let (light, zone) = (light(), zone());
    let mut planted = book("many");
    // Each subject is answered in all cases but one, and no two are alike.
    let cases = Light::ALL.iter().flat_map(|light| Zone::ALL.iter().map(move |zone| (light, zone)));
    for (subject, (&dark, &far)) in (1..).zip(cases) {
        let others = Light::ALL.iter().filter(|light| **light != dark);
        let others = others.fold(KindSet::none(), |set, &light| set.with(light));
        let near = Zone::ALL.iter().copied().find(|zone| *zone != far).unwrap();
        planted = planted
            .rule(format!("{subject}"), about([subject], others, &light))
            .rule(format!("{subject} near"), |rule| {
                says("near")(rule.on(ActKind::Go).subject(Subject(subject)).given(&zone, near))
            });
    }
    let analysis = analyse(others(planted));
    let gaps: Vec<_> = analysis.of(FindingKind::Gap).collect();
    assert_eq!(gaps.len(), 4, "{analysis}");
    assert!(gaps[..3].iter().all(|gap| gap.why.is_empty()), "{analysis}");
    assert_eq!(gaps[3].why, "there are 2 more cases");
}

#[test]
fn a_gap_of_several_subjects_is_proved_by_any_of_them() {
    let light = light();
    let compiled = others(
        book("subjects")
            .rule("one", about([1], KindSet::all(), &light))
            .rule("two by day", about([2], Light::Day, &light))
            .rule("any by day", about([], Light::Day, &light)),
    )
    .compile()
    .unwrap();
    let certainties = |number: i64| {
        let dusk = |_| Table { total: 1, ..Table::default() };
        let tries = move |_: &Table| vec![(By::Seat(Seat(0)), Act::Go(number))];
        let found = compiled.analyse_by_play(dusk).universe(tries).games(1).actions(1);
        let both = found.run().unwrap().and(compiled.analyse());
        both.of(FindingKind::Gap).map(|gap| gap.certainty).collect::<Vec<_>>()
    };
    assert_eq!(certainties(2), [Certainty::Proved]);
    assert_eq!(certainties(7), [Certainty::Proved]);
    assert_eq!(certainties(1), [Certainty::Suspected]);
}

#[test]
fn what_was_found_before_the_budget_was_spent_stays_found() {
    let light = light();
    let mut planted = book("budget").rule("any", about([], Light::Day, &light));
    for subject in 1..200 {
        planted = planted.rule(format!("{subject}"), about([subject], Light::Dusk, &light));
    }
    let compiled = others(planted).compile().unwrap();
    let gaps = |budget| {
        let analysis = compiled.analyse_with(AnalysisOptions { budget });
        let gaps = analysis.of(FindingKind::Gap).filter(|gap| gap.names("Go"));
        gaps.map(|gap| gap.certainty).collect::<Vec<_>>()
    };
    // What is about no subject that a rule names comes first.
    assert_eq!(gaps(4), [Certainty::Suspected, Certainty::Unknown]);
    assert_eq!(gaps(100), [Certainty::Suspected, Certainty::Suspected]);
}

#[test]
fn a_gap_does_not_hide_behind_another_one() {
    let (light, zone) = (light(), zone());
    let near = Zone::ALL[0];
    let with_night = |night: bool| {
        let book = book("behind").rule("day", about([], Light::Day, &light)).rule("dusk", |rule| {
            says("dusk")(rule.on(ActKind::Go).given(&light, Light::Dusk).given(&zone, near))
        });
        let by_night = about([], Light::Night, &light);
        if night { book.rule("night", by_night) } else { book }
    };
    let far: Vec<&str> = Zone::ALL[1..].iter().map(|zone| zone.name()).collect();
    let behind = format!("Go when light is Dusk and zone is {}", far.join(" or "));
    assert_eq!(open(with_night(false)), ["Go when light is Night", &behind]);
    assert_eq!(open(with_night(true)), [behind]);
}

#[test]
fn subjects_of_one_sort_are_asked_for_once() {
    let light = light();
    let mut planted = book("cards").rule("any", about([], Light::Day, &light));
    for card in 0..1_000 {
        planted = planted.rule(format!("{card}"), about([card], Light::Dusk, &light));
    }
    let compiled = others(planted).compile().unwrap();
    let analysis = compiled.analyse_with(AnalysisOptions { budget: 1_000 });
    assert_eq!(analysis.with(Certainty::Unknown).count(), 0, "{analysis}");
    assert_eq!(analysis.of(FindingKind::Gap).count(), 2, "{analysis}");
}

#[test]
fn a_subject_that_only_rules_for_other_actions_name_is_none_for_this_one() {
    let light = light();
    let compiled = book("subjects")
        .rule("one by night", about([1], Light::Night, &light))
        .rule("any by day", about([], Light::Day, &light))
        .rule("others", |rule| {
            says("others")(rule.on([ActKind::Other, ActKind::Lost]).subject(Subject(2)))
        })
        .compile()
        .unwrap();
    // At dusk nobody answers Go about two.
    let dusk = |_| Table { total: 1, ..Table::default() };
    let tries = |_: &Table| vec![(By::Seat(Seat(0)), Act::Go(2))];
    let found = compiled.analyse_by_play(dusk).universe(tries).games(1).actions(1);
    let both = found.run().unwrap().and(compiled.analyse());
    let gaps = both.of(FindingKind::Gap).filter(|gap| gap.to_string().contains("answered Go"));
    let gaps: Vec<_> = gaps.collect();
    assert_eq!(gaps.len(), 1, "{both}");
    let witness = gaps[0].witness.as_ref().unwrap();
    assert_eq!((gaps[0].certainty, &witness.subject), (Certainty::Proved, &WitnessSubject::Other));
}
