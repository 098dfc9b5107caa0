//! A game in which every function of the author's can be made to panic.
//!
//! A test arms one spot; the function that stands there panics when it is
//! reached. Each test has a thread of its own, so the fuse is the thread's.

use std::cell::Cell;

use rulebook::prelude::*;
use rulebook::{Encoder, Kind, Notice, Observer, SessionOptions};

/// Where an author's function can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Check,
    Exception,
    Prohibition,
    Active,
    Seats,
    Predicate,
    Condition,
    Answer,
    Effect,
    Candidates,
    Exact,
    Entering,
    Leaving,
    Apply,
    Revert,
    Invariant,
    Result,
    Subject,
    Fact,
    StepOf,
    Encode,
    CloneState,
    CloneAction,
    CompareActions,
    KindOfAction,
    KindOfEvent,
    CloneEvent,
    Observer(&'static str),
}

thread_local! {
    static ARMED: Cell<Option<(Spot, usize)>> = const { Cell::new(None) };
}

/// The function at this spot is reached.
pub(crate) fn at(spot: Spot) {
    match ARMED.get() {
        Some((armed, 0)) if armed == spot => panic!("boom"),
        Some((armed, left)) if armed == spot => ARMED.set(Some((spot, left - 1))),
        _ => {}
    }
}

/// The same, for a function that says yes if it gets away with it.
fn past(spot: Spot) -> bool {
    at(spot);
    true
}

/// Runs with one spot armed.
pub(crate) fn armed<T>(spot: Spot, run: impl FnOnce() -> T) -> T {
    armed_after(spot, 0, run)
}

/// Runs with one spot armed, which is passed so many times before it goes off.
pub(crate) fn armed_after<T>(spot: Spot, passes: usize, run: impl FnOnce() -> T) -> T {
    ARMED.set(Some((spot, passes)));
    let done = run();
    ARMED.set(None);
    done
}

/// The game.
pub(crate) struct Minefield;

/// The state.
#[derive(Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) total: i64,
    pub(crate) night: bool,
}

impl Clone for Field {
    fn clone(&self) -> Self {
        at(Spot::CloneState);
        Field { total: self.total, night: self.night }
    }
}

impl Canonical for Field {
    fn encode(&self, into: &mut Encoder) {
        at(Spot::Encode);
        self.total.encode(into);
        self.night.encode(into);
    }
}

/// An action.
#[derive(Debug)]
pub(crate) enum Walk {
    /// Adds a number, and night falls or ends.
    Go(i64),
    /// Adds a number (nothing for zero), by the rule with the exact generator.
    Leap(i64),
    /// Asks seat 0 for two numbers and adds them.
    Ask,
    /// Nobody handles it.
    Fly,
}

/// The number with which a walk needs the exception.
pub(crate) const EXCEPTIONAL: i64 = 13;

impl Clone for Walk {
    fn clone(&self) -> Self {
        at(Spot::CloneAction);
        match self {
            Walk::Go(number) => Walk::Go(*number),
            Walk::Leap(number) => Walk::Leap(*number),
            Walk::Ask => Walk::Ask,
            Walk::Fly => Walk::Fly,
        }
    }
}

impl PartialEq for Walk {
    fn eq(&self, other: &Self) -> bool {
        at(Spot::CompareActions);
        match (self, other) {
            (Walk::Go(one), Walk::Go(two)) | (Walk::Leap(one), Walk::Leap(two)) => one == two,
            (Walk::Ask, Walk::Ask) | (Walk::Fly, Walk::Fly) => true,
            _ => false,
        }
    }
}

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkKind {
    Go,
    Leap,
    Ask,
    Fly,
}

impl Kind for WalkKind {
    const ALL: &'static [Self] = &[WalkKind::Go, WalkKind::Leap, WalkKind::Ask, WalkKind::Fly];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Go", "Leap", "Ask", "Fly"][self.index()]
    }
}

impl Kinded for Walk {
    type Kind = WalkKind;
    fn kind(&self) -> WalkKind {
        at(Spot::KindOfAction);
        match self {
            Walk::Go(_) => WalkKind::Go,
            Walk::Leap(_) => WalkKind::Leap,
            Walk::Ask => WalkKind::Ask,
            Walk::Fly => WalkKind::Fly,
        }
    }
}

impl Walk {
    pub(crate) fn number(&self) -> i64 {
        match self {
            Walk::Go(number) | Walk::Leap(number) => *number,
            Walk::Ask | Walk::Fly => 0,
        }
    }
}

/// An event.
#[derive(Debug)]
pub(crate) enum Change {
    Add(i64),
    Dusk,
}

impl Clone for Change {
    fn clone(&self) -> Self {
        at(Spot::CloneEvent);
        match self {
            Change::Add(number) => Change::Add(*number),
            Change::Dusk => Change::Dusk,
        }
    }
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Add,
    Dusk,
}

impl Kind for ChangeKind {
    const ALL: &'static [Self] = &[ChangeKind::Add, ChangeKind::Dusk];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Add", "Dusk"][self.index()]
    }
}

impl Kinded for Change {
    type Kind = ChangeKind;
    fn kind(&self) -> ChangeKind {
        at(Spot::KindOfEvent);
        match self {
            Change::Add(_) => ChangeKind::Add,
            Change::Dusk => ChangeKind::Dusk,
        }
    }
}

impl Game for Minefield {
    type State = Field;
    type Action = Walk;
    type Event = Change;
    type Trace = i64;
    type Reason = super::Why;

    /// Half of the change is made before the panic.
    fn apply(field: &mut Field, event: &Change) -> i64 {
        match event {
            Change::Add(number) => field.total += number,
            Change::Dusk => field.night = !field.night,
        }
        at(Spot::Apply);
        field.total
    }

    fn seats(_: &Field) -> usize {
        at(Spot::Seats);
        2
    }

    fn active(_: &Field) -> Actors {
        at(Spot::Active);
        Actors::seats(2)
    }

    fn result(field: &Field) -> Option<Scores> {
        at(Spot::Result);
        (field.total > 1_000_000).then(|| Scores::draw(2))
    }

    fn subject(_: &Field, _: &Walk) -> Option<Subject> {
        at(Spot::Subject);
        Some(Subject(1))
    }
}

impl Revert for Minefield {
    fn revert(field: &mut Field, event: &Change, _: &i64) {
        match event {
            Change::Add(number) => field.total -= number,
            Change::Dusk => field.night = !field.night,
        }
        at(Spot::Revert);
    }
}

/// Everything that a book can have.
pub(crate) fn full() -> Book<Minefield> {
    Book::<Minefield>::builder("minefield")
        .digests()
        .reverts()
        .only_active("your turn", super::Why::NotYou)
        .check("check", Gate::Shape, |check| {
            check.liftable().require(
                |ask| {
                    at(Spot::Check);
                    ask.action.number() != EXCEPTIONAL
                },
                super::Why::Odd,
            )
        })
        .exception("exception", |exception| {
            exception.lifts("check").when(|_| past(Spot::Exception))
        })
        .prohibition("prohibition", Gate::Specific, |check| {
            check.test(|_| {
                at(Spot::Prohibition);
                Ok(())
            })
        })
        .turn(
            |field: &Field| {
                at(Spot::StepOf);
                if field.night { "night" } else { "day" }
            },
            super::Why::NotNow,
            |turn| {
                turn.step("day", |step| step.leads_to("night").leaving(|_| at(Spot::Leaving)))
                    .step("night", |step| step.leads_to("day").entering(|_| at(Spot::Entering)))
                    .always([WalkKind::Go, WalkKind::Leap, WalkKind::Ask, WalkKind::Fly])
            },
        )
        .phase("phase", |phase| walking(phase, Some(Subject(1))))
        .rule("leap", |rule| {
            rule.on(WalkKind::Leap)
                .exact(["check", "prohibition", "your turn", "the step allows it"], |offer| {
                    at(Spot::Exact);
                    offer.push(Walk::Leap(1));
                })
                .then(|cx, ()| {
                    let number = cx.action.number();
                    (number != 0).then_some(Change::Add(number))
                })
        })
        .rule("stroll", |rule| rule.on(WalkKind::Go).then(|_, ()| [Change::Add(1)]))
        .rule("ask", |rule| {
            rule.on(WalkKind::Ask).then(|cx, ()| {
                let one = cx.choose(Seat(0), "One?", [1, 2])?;
                let two = cx.choose(Seat(0), "Two?", [1, 2])?;
                at(Spot::Effect);
                Ok([Change::Add(one + two)])
            })
        })
        .invariant("invariant", |invariant| {
            invariant.holds(|field: &Field| {
                at(Spot::Invariant);
                field.total < 1000
            })
        })
        .compile()
        .expect("the minefield is a fine book")
}

/// Checks and ordered rules, and nothing else.
pub(crate) fn plain() -> Book<Minefield> {
    Book::<Minefield>::builder("plain")
        .digests()
        .reverts()
        .check("check", Gate::Shape, |check| {
            check.test(|_| {
                at(Spot::Check);
                Ok(())
            })
        })
        .phase("phase", |phase| walking(phase, None))
        .compile()
        .expect("the plain book is fine")
}

fn walking(
    phase: rulebook::PhaseBuilder<'_, Minefield>,
    subject: Option<Subject>,
) -> rulebook::PhaseBuilder<'_, Minefield> {
    phase.when("predicate", |_| past(Spot::Predicate)).rule("walk", |rule| {
        let rule = rule.on(WalkKind::Go);
        let rule = match subject {
            Some(subject) => rule.subject(subject),
            None => rule,
        };
        rule.when("condition", |_| past(Spot::Condition))
            .answer(|ask| {
                at(Spot::Answer);
                Answer::Match(ask.action.number())
            })
            .candidates(|offer| {
                at(Spot::Candidates);
                offer.extend([Walk::Go(1), Walk::Go(2)]);
            })
            .then(|cx, number| {
                cx.propose(Change::Add(number));
                at(Spot::Effect);
                [Change::Dusk]
            })
    })
}

/// A game with something to undo and something to redo.
pub(crate) fn midway(book: &Book<Minefield>, options: SessionOptions) -> Session<Minefield> {
    let field = Field { total: 0, night: false };
    let mut game = book.start_with(field, Seed(7), options).expect("a fine start");
    for number in 1..=3 {
        assert!(game.submit(Seat(0), Walk::Go(number)).expect("a fine walk").is_committed());
    }
    game.undo().expect("a fine undo");
    game
}

/// Watches, and panics at the notice that is armed.
pub(crate) struct Watcher;

impl Observer<Minefield> for Watcher {
    fn notice(&mut self, notice: &Notice<'_, Minefield>) {
        at(Spot::Observer(notice.name()));
    }
}
