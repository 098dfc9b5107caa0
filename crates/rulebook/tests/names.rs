//! What people call subjects and parts of the state: wherever a book speaks of them
//! it says their names, and nothing is decided by them.

mod common;
#[path = "common/lights.rs"]
mod lights;

use common::*;
use lights::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Entry, FindingKind, Part, Standing, SubjectName, WitnessSubject};

/// Some of them have a name.
fn animal(Subject(subject): Subject) -> Option<&'static str> {
    ["the lion", "the seal", "the owl"].get(subject as usize).copied()
}

fn named(subject: u32) -> SubjectName {
    let subject = Subject(subject);
    SubjectName { subject, name: animal(subject).map(Into::into) }
}

/// A rule about the owl and others, named twice and not in order; and one about any.
fn zoo() -> BookBuilder<Sandbox> {
    book("zoo")
        .rule("feed", |rule| {
            says("feed")([2, 7, 0, 2].into_iter().fold(rule, |rule, at| rule.subject(Subject(at))))
        })
        .rule("any", says("any"))
}

/// What the first rule is said to concern, of an action about something else.
fn concerns(book: &Book<Sandbox>) -> String {
    let mut game = start(book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    let first = explained.rules().next().unwrap();
    first.standing.to_string()
}

#[test]
fn an_explanation_says_what_a_rule_is_about_by_name() {
    let book = zoo().names_subjects(animal).compile().unwrap();
    assert_eq!(concerns(&book), "concerns only the lion, the owl and subject 7");
    let mut game = start(&book, BOTH[0]);
    let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
    let concerns = [named(0), named(2), named(7)];
    assert_eq!(
        explained.rules().next().unwrap().standing,
        Standing::OtherSubject { concerns: &concerns }
    );
    assert!(explained.to_string().contains("concerns only the lion, the owl and subject 7\n"));
}

#[test]
fn of_many_subjects_five_are_told() {
    let many = |subjects: u32| {
        let book = book("many").names_subjects(|Subject(at)| Some(format!("s{at}"))).rule(
            "many",
            |rule| {
                says("many")((10..10 + subjects).fold(rule, |rule, at| rule.subject(Subject(at))))
            },
        );
        concerns(&book.compile().unwrap())
    };
    assert_eq!(many(1), "concerns only s10");
    assert_eq!(many(6), "concerns only s10, s11, s12, s13, s14 and s15");
    assert_eq!(many(7), "concerns only s10, s11, s12, s13, s14 and 2 others");
    assert_eq!(many(10_000), "concerns only s10, s11, s12, s13, s14 and 9995 others");
}

#[test]
fn views_of_a_rule_give_each_subject_once_with_its_name() {
    let book = zoo().names_subjects(animal).compile().unwrap();
    let feed = book.rule("feed").unwrap();
    let all = [named(0), named(2), named(7)];
    assert_eq!(book.rule_view(feed).subjects(), all);
    assert_eq!(book.plan().unwrap().entry(feed).subjects(), all);
    let contents = book.contents();
    let about = |at: usize| match &contents.entries[at].what {
        Entry::Rule { subjects, .. } => subjects.clone(),
        Entry::Phase { .. } => panic!("a phase"),
    };
    assert_eq!((about(1), about(2)), (all.to_vec(), vec![]));
}

#[test]
fn the_plan_says_all_subjects_and_the_parts_of_the_state_by_name() {
    let calm = Predicate::new("calm", |table: &Table| table.total < 5).reads([Part(0), Part(9)]);
    let write = |book: BookBuilder<Sandbox>| {
        book.writes(EvKind::Note, [Part(0)])
            .writes(EvKind::Add, [Part(1), Part(0)])
            .rule("calmly", |rule| says("calmly")(rule.while_holds(&calm)))
    };
    let part = |Part(part): Part| ["the cage", "the pool"].get(usize::from(part)).copied();
    let book = write(zoo()).names_subjects(animal).names_parts(part).compile().unwrap();
    assert_eq!(
        book.plan().unwrap().to_string(),
        "zoo: 3 entries\n  \
           0 feed, about the lion or the owl or subject 7\n  \
           1 any, always\n  \
           2 calmly, while calm\n  \
           shared predicate calm, reads the cage and part 9: 1 entry\n  \
           the cage is written by Note and Add\n  \
           no event says that it writes part 9\n  \
           Reveal, Move and Turn may write anything\n"
    );
    // Without names they are numbers.
    let plain = write(zoo()).compile().unwrap().plan().unwrap().to_string();
    assert!(plain.contains("0 feed, about subject 0 or subject 2 or subject 7\n"), "{plain}");
    assert!(plain.contains("calm, reads part 0 and part 9: 1 entry\n"), "{plain}");
}

#[test]
fn what_the_analysis_finds_is_told_by_name() {
    let light = light();
    let planted = book("gaps")
        .names_subjects(animal)
        .strategy(Strategy::Exclusive)
        .rule("owl", |rule| by(&light, Light::Night)(rule.subject(Subject(2))))
        .rule("owl again", |rule| by(&light, Light::Night)(rule.subject(Subject(2))))
        .rule("any", by(&light, Light::Day));
    let analysis = analyse(planted);
    let overlap = analysis.of(FindingKind::Overlap).next().unwrap();
    let witness = overlap.witness.as_ref().unwrap();
    assert_eq!(witness.subject, WitnessSubject::Named(named(2)));
    assert!(overlap.to_string().contains("about the owl when light is Night"), "{overlap}");
    let gap = analysis.of(FindingKind::Gap).next().unwrap();
    assert!(
        gap.to_string().contains("about nothing or a subject that no rule names when"),
        "{gap}"
    );
    let owl = analysis.of(FindingKind::Gap).nth(1).unwrap();
    assert!(owl.to_string().contains("about the owl when light is Dusk"), "{owl}");
}

#[test]
fn names_decide_nothing() {
    let (plain, named) =
        (zoo().compile().unwrap(), zoo().names_subjects(animal).compile().unwrap());
    assert_eq!(plain.fingerprint(), named.fingerprint());
    // A variant has its base book's names, and may have others.
    let variant = named.variant("variant").compile().unwrap();
    assert_eq!(concerns(&variant), concerns(&named));
    let renamed = named.variant("renamed").names_subjects(|_| Some("it")).compile().unwrap();
    assert_eq!(concerns(&renamed), "concerns only it, it and it");
}

#[test]
fn two_subjects_of_one_name_are_still_two_in_the_signature() {
    let about = |subject: u32| {
        let book = book("twins").names_subjects(|_| Some("a twin"));
        let book = book.rule("one", |rule| says("one")(rule.subject(Subject(subject)))).compile();
        book.unwrap().plan().unwrap().signature()
    };
    assert_eq!(about(1), about(1));
    assert_ne!(about(1), about(2));
}

#[test]
fn a_name_that_is_empty_or_breaks_lines_is_a_mistake() {
    let calm = Predicate::new("calm", |table: &Table| table.total < 5).reads([Part(0)]);
    let write = |name: &'static str| {
        let book = zoo().names_subjects(move |Subject(at)| (at == 2).then_some(name));
        book.names_parts(move |_| Some(name))
            .rule("calmly", |rule| says("calmly")(rule.while_holds(&calm)))
    };
    let whats = ["part of the state", "subject"];
    for (name, expected) in [
        ("", whats.map(|what| Mistake::NoName { what, within: String::new() })),
        ("the\nowl", whats.map(|what| Mistake::ControlInName { what, name: "the\nowl".into() })),
    ] {
        assert!(write(name).compile().unwrap_err().iter().eq(&expected), "{name:?}");
    }
    assert!(write("the owl").compile().is_ok());
}
