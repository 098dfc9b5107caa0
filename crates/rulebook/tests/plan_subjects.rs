//! Subjects at their edges, and what becomes of facts, predicates and subjects
//! in variants of a book and between threads.

mod common;

use std::thread;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Fact, Mistake, Pass, Passes, Predicate, RefusalKind, RuleBuilder, Standing,
};

#[test]
fn subjects_may_be_huge_and_far_between() {
    let subjects = [0, 1, 63, 64, 65, 1_000_000, u32::MAX - 1, u32::MAX];
    let write = |mut book: BookBuilder<Sandbox>| {
        for subject in subjects {
            book = book.rule(subject.to_string(), |rule| {
                rule.subject(Subject(subject)).then(|_, ()| [Ev::Note("about it")])
            });
        }
        book.rule("any", says("any"))
    };
    for passes in [Passes::all(), Passes::all().without(Pass::Subjects), Passes::none()] {
        let mut game = with_passes(&write, passes, COUNTING);
        for subject in subjects {
            go(&mut game, Act::Go(subject.into()));
            let frame = game.frames().next_back().unwrap().to_string();
            assert!(frame.contains(&format!("the rule \"{subject}\"")), "{frame}");
        }
        for nobody in [2, 66, 999_999, i64::from(u32::MAX) - 2, -1] {
            go(&mut game, Act::Go(nobody));
            assert_eq!(game.state().log.last(), Some(&"any"), "{nobody}");
        }
        let expected = if passes.has(Pass::Subjects) { 8 * 7 + 5 * 8 } else { 0 };
        assert_eq!(game.avoided().by(Pass::Subjects), expected);
    }
}

#[test]
fn a_rule_about_many_subjects_is_asked_once_about_each() {
    let calls = Calls::default();
    let about = |subjects: Vec<u32>, calls: Calls| {
        let counted = asked(&calls);
        move |rule: RuleBuilder<Sandbox>| {
            let rule = subjects.into_iter().fold(rule, |rule, it| rule.subject(Subject(it)));
            let counted = move |ask: &Ask<'_, Sandbox>| !counted(ask);
            says("never")(rule.when("asked", counted))
        }
    };
    let write = |book: BookBuilder<Sandbox>| {
        book.rule("a thousand", about((0..1_000).collect(), calls.clone()))
            // The same one several times is the same one.
            .rule("twice", about(vec![7, 8, 7, 7, 500], calls.clone()))
            .rule("else", says("else"))
    };
    for passes in [Passes::all(), Passes::all().without(Pass::Subjects), Passes::none()] {
        let mut game = with_passes(&write, passes, COUNTING);
        for (subject, times) in [(7, 2), (8, 2), (9, 1), (500, 2), (999, 1), (1_000, 0)] {
            go(&mut game, Act::Go(subject));
            assert_eq!(calls.take(), times, "{subject}");
        }
        assert_eq!(game.state().log, ["else"; 6]);
    }
}

#[test]
fn rules_of_one_row_and_of_another_are_asked_in_the_order_of_the_book() {
    // About a subject and about any, given a value and given none: four rows
    // that are merged.
    let step = step();
    let write = |mut book: BookBuilder<Sandbox>| {
        for at in 0..24_u32 {
            book = book.rule(at.to_string(), |rule| {
                let rule = if at % 2 == 0 { rule.subject(Subject(5)) } else { rule };
                let rule = if at % 3 == 0 { rule } else { rule.given(&step, Step::Draw) };
                rule.when("so far", move |ask| ask.state.total == i64::from(at))
                    .then(|_, ()| [Ev::Add(1)])
            });
        }
        for at in 0..24_u32 {
            book = book.rule(format!("never {at}"), |rule| {
                says("never")(rule.given(&step, Step::End).subject(Subject(at)))
            });
        }
        book.strategy(Strategy::ApplyAll)
    };
    for passes in [Passes::all(), Passes::none()] {
        let mut game = with_passes(&write, passes, COMPARING);
        go(&mut game, Act::Go(5));
        // Each rule was asked after the one before it had applied.
        assert_eq!((game.state().total, game.number()), (24, 1));
    }
}

/// A book whose rule is about a subject, given a fact, while a predicate holds.
fn base(step: &Fact<Sandbox, Step>, poor: &Predicate<Sandbox>) -> Book<Sandbox> {
    book("base")
        .phase("play", |phase| {
            phase
                .rule("special", |rule| {
                    let rule = rule.subject(Subject(7)).given(step, Step::Draw);
                    says("special")(rule.while_holds(poor))
                })
                .rule("usual", says("usual"))
        })
        .compile()
        .unwrap()
}

#[test]
fn a_variant_may_use_the_same_facts_and_drop_them() {
    let (reads, calls) = (Calls::default(), Calls::default());
    let read = reads.clone();
    let step = Fact::of_state("step", move |table: &Table| {
        read.hit();
        table.step
    });
    let poor = counted("poor", &calls, |table| table.total == 0);
    let base = base(&step, &poor);
    let said = |book: &Book<Sandbox>, number| {
        let mut game = start_with(book, BOTH[0], COMPARING);
        go(&mut game, Act::Go(number));
        game.state().log[0]
    };
    assert_eq!((said(&base, 7), said(&base, 8)), ("special", "usual"));
    let more = base
        .variant("more")
        .in_phase("play", |phase| {
            let first = |rule: RuleBuilder<Sandbox>| says("first")(rule.given(&step, Step::Play));
            phase.rule("more", |rule| first(rule.while_holds(&poor)))
        })
        .replace("play/usual", |rule| says("other")(rule.given(&step, Step::Draw)))
        .compile()
        .unwrap();
    assert_eq!((said(&more, 7), said(&more, 8)), ("special", "other"));
    assert_eq!(more.plan().unwrap().entries().len(), 3);
    reads.take();
    calls.take();
    // Without the rule nobody needs to know.
    let fewer = base.variant("fewer").remove("play/special").compile().unwrap();
    assert_eq!((said(&fewer, 7), reads.take(), calls.take()), ("usual", 0, 0));
}

#[test]
fn a_variant_that_brings_another_fact_of_the_same_name_is_told_so() {
    let poor = Predicate::new("poor", |table: &Table| table.total == 0);
    let base = base(&step(), &poor);
    let mistakes = base
        .variant("other")
        .replace("play/usual", |rule| says("other")(rule.given(&step(), Step::Draw)))
        .compile()
        .unwrap_err();
    let twice = Mistake::MadeTwice { what: "fact", name: "step".to_owned() };
    assert!(mistakes.iter().eq([&twice]));
    // In place of the old one it may have the name.
    base.variant("other")
        .replace("play/special", |rule| says("other")(rule.given(&step(), Step::Draw)))
        .compile()
        .unwrap();
}

#[test]
fn facts_and_subjects_of_the_action_are_read_for_each_action_of_one_version() {
    // Nothing changes, so that there is but one version of the state.
    let number = number();
    let write = |book: BookBuilder<Sandbox>| {
        let silent = |rule: RuleBuilder<Sandbox>| rule.then(|_, ()| ());
        book.rule("minus", |rule| {
            let offers =
                rule.candidates(|offer| offer.extend([Act::Go(-5), Act::Go(5), Act::Go(0)]));
            silent(offers.given(&number, Sign::Minus))
        })
        .rule("five", |rule| silent(rule.given(&number, Sign::Plus).subject(Subject(5))))
        .rule("six", |rule| {
            refuses(RefusalKind::Disallowed, "six")(
                rule.given(&number, Sign::Plus).subject(Subject(6)),
            )
        })
    };
    for passes in [Passes::all(), Passes::none()] {
        let mut game = with_passes(&write, passes, COUNTING);
        for _ in 0..2 {
            for (number, outcome) in
                [(-1, "no change"), (5, "no change"), (6, "disallowed"), (0, "invalid")]
            {
                let said = go(&mut game, Act::Go(number)).to_string();
                assert!(said.starts_with(outcome), "{number}: {said}");
                let explained = game.explain(Seat(0), &Act::Go(-number)).unwrap();
                assert_eq!(
                    explained.rules().next().unwrap().standing == Standing::Selected,
                    number > 0
                );
                let legal = game.legal(Seat(0)).unwrap();
                let legal: Vec<_> = legal.iter().map(|legal| legal.action().number()).collect();
                assert_eq!(legal, [-5, 5]);
            }
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the engine starts no threads, but its callers do")]
fn a_book_with_a_plan_is_shared_between_threads() {
    let poor = Predicate::new("poor", |table: &Table| table.total < 10).reads([Of::Total]);
    let book = in_parts(book("shared"))
        .strategy(Strategy::ApplyAll)
        .rule("special", |rule| {
            let rule = rule.subject(Subject(7)).given(&step(), Step::Draw).while_holds(&poor);
            says("special")(rule.exclusive("word"))
        })
        .rule("usual", |rule| says("usual")(rule.exclusive("word")))
        .rule("adds", |rule| rule.while_holds(&poor).then(|_, ()| [Ev::Add(1)]))
        .compile()
        .unwrap();
    let played = |seat: i64| {
        let mut game = start_with(&book, BOTH[0], COUNTING);
        for number in 0..200 {
            go(&mut game, Act::Go((number + seat) % 9));
        }
        (picture(&mut game), avoided(&game))
    };
    let alone: Vec<_> = (0..4).map(played).collect();
    let together: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|seat| scope.spawn(move || played(seat))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(together, alone);
}
