//! A book in which everything can fire that needs no reactions, and sessions of
//! it that are watched.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Coverage};

use super::*;

/// A book in which everything can fire that needs no reactions.
pub(crate) fn full() -> BookBuilder<Sandbox> {
    book("full")
        .turn(
            |table: &Table| table.step,
            Why::NotNow,
            |turn| {
                turn.always([ActKind::Go, ActKind::Other, ActKind::Lost])
                    .step(Step::Draw, |step| {
                        step.leaving(|_| [Ev::Note("left")]).leads_to(Step::Play)
                    })
                    .step(Step::Play, |step| {
                        step.entering(|_| [Ev::Note("in")]).leads_to(Step::End)
                    })
                    .step(Step::End, |step| step.entering(|_| [Ev::Note("end")]).ends())
            },
        )
        .check("small steps", Gate::Specific, |check| {
            check.liftable().test(|ask| {
                let number = ask.action.number();
                let reasons = [(number > 50, Why::TooLarge(50)), (number > 70, Why::TooLarge(70))];
                reasons
                    .into_iter()
                    .filter(|(much, _)| *much)
                    .map(|(_, why)| why)
                    .collect::<Vec<_>>()
            })
        })
        .exception("sixty", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 60)
        })
        .exception("seventy", |exception| {
            exception.lifts("small steps").when(|ask| ask.action.number() == 70)
        })
        .check("even", Gate::Specific, |check| {
            check.on(ActKind::Other).require(|ask| ask.action.number() % 2 == 0, Why::Odd)
        })
        .phase("going", |phase| {
            phase
                .rule("nothing", |rule| {
                    rule.on(ActKind::Go)
                        .when("zero", |ask| ask.action.number() == 0)
                        .then(|_, ()| ())
                })
                .rule("no", |rule| {
                    rule.on(ActKind::Go)
                        .answer(|ask| match ask.action.number() {
                            13 => Answer::<(), _>::disallowed(Why::Forbidden),
                            14 => Answer::invalid(Why::Because("14")),
                            _ => Answer::Skip,
                        })
                        .then(|_, ()| ())
                })
                .rule("add", |rule| {
                    rule.on(ActKind::Go)
                        .then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Note("added")])
                })
        })
        .phase("other", |phase| {
            phase
                .rule("ask", |rule| {
                    rule.on(ActKind::Other).when("two", |ask| ask.action.number() == 2).then(
                        |cx, ()| {
                            let word = cx.choose(Seat(0), "Which?", ["a", "b"])?;
                            Ok([Ev::Note(word)])
                        },
                    )
                })
                .rule("move", |rule| {
                    rule.on(ActKind::Other)
                        .when("four", |ask| ask.action.number() == 4)
                        .then(|_, ()| [Ev::Move(Step::Play)])
                })
        })
        .invariant("small", |invariant| invariant.holds(|table| table.total < 90))
}

pub(crate) fn watched(builder: BookBuilder<Sandbox>) -> (Coverage<Sandbox>, Session<Sandbox>) {
    let book = builder.compile().unwrap();
    let coverage = Coverage::of(&book);
    let mut game = start(&book, BOTH[0]);
    coverage.watch(&mut game).unwrap();
    (coverage, game)
}

pub(crate) fn times(coverage: &Coverage<Sandbox>, item: &str) -> u64 {
    let report = coverage.report();
    let found = report.items.iter().find(|covered| covered.to_string() == item);
    found.unwrap_or_else(|| panic!("there is {item}")).times()
}
