//! Rules that meet where only one may answer: planted in a book, with a sound
//! twin.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{
    About, BookBuilder, Certainty, Fact, FindingKind, Rule, RuleBuilder, WitnessSubject,
};

fn exclusive(a: impl FnOnce(RuleBuilder<Sandbox>) -> Rule<Sandbox>) -> BookBuilder<Sandbox> {
    book("exclusive").strategy(Strategy::Exclusive).rule("a", a)
}

#[test]
fn two_rules_that_always_meet_under_exclusive_overlap() {
    let planted = exclusive(says("a")).rule("b", |rule| says("b")(rule.on(ActKind::Other)));
    let finding = only(planted);
    assert_eq!((finding.kind, finding.certainty), (FindingKind::Overlap, Certainty::Proved));
    assert_eq!(finding.rules, ["a", "b"]);
    assert_eq!(finding.witness.as_ref().unwrap().action, "Other");
    assert_eq!(
        finding.to_string(),
        "\"a\" and \"b\" overlap in the book, which is Exclusive: every Other is a fault. Narrow \
         one of them, or give the phase another strategy."
    );
    let sound = exclusive(|rule| says("a")(rule.on([ActKind::Go, ActKind::Lost])));
    is_clean(sound.rule("b", |rule| says("b")(rule.on(ActKind::Other))));
}

#[test]
fn it_is_no_proof_where_something_stands_between() {
    let suspected = |book: BookBuilder<Sandbox>| {
        let analysis = analyse(book);
        let overlaps: Vec<_> = analysis.of(FindingKind::Overlap).cloned().collect();
        let [finding] = &overlaps[..] else { panic!("there should be one overlap:\n{analysis}") };
        assert_eq!(finding.certainty, Certainty::Suspected);
        finding.clone()
    };
    let light = light();
    let both = |light: &Fact<Sandbox, Light>| {
        exclusive(by(light, [Light::Day, Light::Dusk]))
            .rule("b", by(light, [Light::Dusk, Light::Night]))
    };
    assert_eq!(
        suspected(both(&light)).to_string(),
        "\"a\" and \"b\" may overlap in the book, which is Exclusive: Go when light is Dusk is a \
         fault, if the game ever gets there; the same holds for Other and Lost. Narrow one of \
         them, or give the phase another strategy."
    );
    // A check may refuse the action before.
    let checked =
        exclusive(says("a"))
            .rule("b", says("b"))
            .check("not now", Gate::Timing, |check| check.require(|_| true, Why::NotNow));
    suspected(checked);
    // Another rule may answer before, in the book or in the branch itself.
    suspected(book("before").rule("first", maybe).phase("inner", |phase| {
        phase.strategy(Strategy::Exclusive).rule("a", says("a")).rule("b", says("b"))
    }));
    let branch = exclusive(says("a")).phase("p", |p| p.rule("first", maybe).rule("b", says("b")));
    let analysis = analyse(branch);
    assert_eq!(analysis.proved().count(), 0, "{analysis}");
    assert_eq!(analysis.with(Certainty::Suspected).next().unwrap().rules, ["a", "p/b"]);
}

#[test]
fn all_kinds_of_actions_that_are_faults_are_named() {
    let both = |book: BookBuilder<Sandbox>| only(book.rule("b", says("b"))).to_string();
    let place = "\"a\" and \"b\" overlap in the book, which is Exclusive";
    let advice = "Narrow one of them, or give the phase another strategy.";
    assert_eq!(
        both(exclusive(says("a"))),
        format!("{place}: every Go is a fault; the same holds for Other and Lost. {advice}")
    );
    // What a check may refuse before is no fault each time.
    let checked = exclusive(says("a")).check("not now", Gate::Timing, |check| {
        check.on(ActKind::Other).require(|_| true, Why::NotNow)
    });
    assert_eq!(
        both(checked),
        format!("{place}: every Go is a fault; the same holds for Lost. {advice}")
    );
}

#[test]
fn rules_that_stand_deeper_overlap_too() {
    let light = light();
    let deep = |other: Light| {
        let (one, two) = (by(&light, Light::Day), by(&light, other));
        let dusk = by(&light, Light::Dusk);
        book("deep")
            .phase("both", |both| {
                both.strategy(Strategy::Exclusive).phase("one", |phase| phase.rule("a", one)).phase(
                    "two",
                    |phase| {
                        let phase = phase.strategy(Strategy::ApplyAll).rule("b", two);
                        phase.rule("c", |rule| dusk(rule.subject(Subject(1))))
                    },
                )
            })
            .rule("else", says("else"))
    };
    let finding = only(deep(Light::Day));
    assert_eq!(finding.about, About::Phase("both".into()));
    assert_eq!(finding.rules, ["both/one/a", "both/two/b"]);
    is_clean(deep(Light::Night));
}

#[test]
fn a_witness_names_the_subject_that_both_are_about() {
    let about = |subjects: [u32; 2]| {
        move |rule: RuleBuilder<Sandbox>| {
            says("about")(rule.subject(Subject(subjects[0])).subject(Subject(subjects[1])))
        }
    };
    let analysis = analyse(exclusive(about([1, 2])).rule("b", about([2, 3])));
    let finding = analysis.of(FindingKind::Overlap).next().unwrap();
    let witness = finding.witness.as_ref().unwrap();
    assert_eq!(witness.subject, WitnessSubject::Named(Subject(2).into()));
    assert_eq!(witness.to_string(), "Go about subject 2");
    assert_eq!(
        analyse(exclusive(about([1, 2])).rule("b", about([3, 4]))).of(FindingKind::Overlap).count(),
        0
    );
}

#[test]
fn what_the_authors_own_code_decides_is_unknown_and_said_once() {
    let finding = only(exclusive(maybe).rule("b", maybe).rule("c", maybe));
    assert_eq!(finding.certainty, Certainty::Unknown);
    assert_eq!(finding.rules, ["a", "b", "c"]);
    assert_eq!(
        finding.to_string(),
        "Whether any two of \"a\", \"b\" and \"c\" overlap in the book itself, which is Exclusive, is unknown: \
         their own code decides it. Declare their conditions with .given(…), or look for a case by \
         play."
    );
}
