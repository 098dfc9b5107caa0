//! The adapter that turns notices into events of the `tracing` crate.
#![cfg(feature = "tracing")]

mod common;

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Detail, Passes, TracingObserver};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Keeps the events of a thread: level and fields.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<(Level, String)>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        }
        .unwrap();
    }
}

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "rulebook"
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push((*event.metadata().level(), line.0));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What is traced while a watched game is played.
fn traced(detail: Detail, play: impl FnOnce(&mut Session<Sandbox>)) -> Vec<(Level, String)> {
    traced_in(rules(), detail, play)
}

fn traced_in(
    rules: BookBuilder<Sandbox>,
    detail: Detail,
    play: impl FnOnce(&mut Session<Sandbox>),
) -> Vec<(Level, String)> {
    let kept = Kept::default();
    tracing::subscriber::with_default(kept.clone(), || {
        let mut game = start(&rules.compile().unwrap(), BOTH[0]);
        game.observe(TracingObserver::new(detail));
        play(&mut game);
    });
    let lines = kept.0.lock().unwrap();
    lines.clone()
}

fn rules() -> BookBuilder<Sandbox> {
    book("traced")
        .rule("never", skips)
        .rule("add", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| {
                assert!(cx.action.number() != 13, "on purpose");
                (cx.action.number() != 0).then(|| Ev::Add(cx.action.number()))
            })
        })
        .rule("also", |rule| says("also")(rule.on(ActKind::Go)))
        .rule("ask", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                let word = cx.choose(Seat(0), "Which?", ["a", "b"])?;
                Ok([Ev::Note(word)])
            })
        })
        .invariant("small", |invariant| invariant.holds(|table| table.total < 50))
}

fn levels(lines: &[(Level, String)]) -> Vec<Level> {
    lines.iter().map(|(level, _)| *level).collect()
}

#[test]
fn a_commit_is_information_and_its_decision_is_for_debugging() {
    let lines = traced(Detail::Decisions, |game| drop(go(game, Act::Go(1))));
    assert_eq!(
        levels(&lines),
        [
            Level::DEBUG, // submitted
            Level::TRACE, // skipped
            Level::TRACE, // avoided
            Level::DEBUG, // conflict
            Level::DEBUG, // selected
            Level::DEBUG, // happened
            Level::INFO,  // committed
        ]
    );
    assert_eq!(lines[2].1, "avoided pass=kinds count=1");
    let (_, committed) = lines.last().unwrap();
    assert!(committed.starts_with("committed: frame 1: Go(1) by seat 0"), "{committed}");
    assert!(committed.contains("frame=1"));
}

#[test]
fn the_reference_interpreter_avoids_nothing_and_nothing_of_it_is_traced() {
    let play = |game: &mut Session<Sandbox>| drop(go(game, Act::Go(1)));
    let by_plan = traced(Detail::Decisions, play);
    let by_reference = traced_in(rules().passes(Passes::none()), Detail::Decisions, play);
    let without = by_plan.into_iter().filter(|(_, line)| !line.starts_with("avoided"));
    assert_eq!(by_reference, without.collect::<Vec<_>>());
}

#[test]
fn with_outcomes_only_no_decision_is_traced() {
    let lines = traced(Detail::Outcomes, |game| drop(go(game, Act::Go(1))));
    assert_eq!(levels(&lines), [Level::DEBUG, Level::DEBUG, Level::INFO]);
}

#[test]
fn a_refusal_is_a_warning_and_what_is_critical_an_error() {
    let lines = traced(Detail::Outcomes, |game| {
        go(game, Act::Lost(1));
        go(game, Act::Go(60));
        assert!(game.submit(Seat(0), Act::Go(13)).is_err());
        go(game, Act::Go(0));
    });
    let said = |level: Level| {
        let of_level = lines.iter().filter(move |(of, _)| *of == level);
        of_level.map(|(_, line)| line.as_str()).collect::<Vec<_>>()
    };
    let warned = said(Level::WARN);
    assert_eq!(warned.len(), 1);
    assert!(warned[0].starts_with("refused: No rule of an active phase handles the action Lost."));
    let failed = said(Level::ERROR);
    assert_eq!(failed.len(), 2);
    assert!(failed[0].starts_with("refused: It would break \"small\": nothing was changed."));
    assert!(failed[1].starts_with("fault: There was a panic in the effect of the rule \"add\""));
    assert_eq!(lines.last().unwrap(), &(Level::DEBUG, "no change".to_owned()));
}

#[test]
fn choices_time_travel_and_sequences_are_information() {
    let lines = traced(Detail::Outcomes, |game| {
        let Outcome::Pending(choice) = go(game, Act::Other(1)) else {
            panic!("it asks");
        };
        game.answer(Seat(0), choice.id, 0).unwrap();
        game.undo().unwrap();
        game.redo().unwrap();
        let by = By::Seat(Seat(0));
        game.submit_all([(by, Act::Go(1)), (by, Act::Lost(1))]).unwrap();
    });
    let told: Vec<_> = lines
        .iter()
        .filter(|(level, _)| *level == Level::INFO)
        .map(|(_, line)| line.split([':', ' ']).next().unwrap())
        .collect();
    assert_eq!(told, ["pending", "committed", "undone", "redone", "committed", "rolled"]);
}
