//! `groups`: one action that proposes a group of events, all or nothing; the
//! cost of each event.
//!
//! Nothing guards against them, so all happen. By hand they are applied one by
//! one, with an undo log.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Group, GroupKind, History, Reactive, Recovery, SessionOptions};

use super::state::{Change, Holds, fingerprint, fresh, hand};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::Maker;
use crate::rows::ours::committed;

/// Events in a group, and the works with so many.
const WORKS: [(usize, &str); 4] = [
    (1, "an event of a group of 1"),
    (10, "an event of a group of 10"),
    (100, "an event of a group of 100"),
    (1_000, "an event of a group of 1,000"),
];
const CELLS: usize = 1_024;
/// Actions that can be taken back.
const KEPT: usize = 16;

const ATOMIC: &str = "rulebook, atomic";
const BATCH: &str = "rulebook, batch";
const SEQUENCE: &str = "rulebook, sequence";

struct Cells;

/// What an action asks for: so many changes, beginning with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
struct Sweep {
    first: u64,
    events: usize,
}

impl Sweep {
    fn changes(self) -> impl Iterator<Item = Change> {
        (0..self.events as u64).map(move |next| Change::nth(self.first + next, CELLS))
    }
}

impl Game for Cells {
    type State = Vec<u64>;
    type Action = Sweep;
    type Event = Change;
    type Trace = ();
    type Reason = Never;

    fn apply(cells: &mut Vec<u64>, change: &Change) {
        cells[change.cell] += change.amount;
    }
}

impl Revert for Cells {
    fn revert(cells: &mut Vec<u64>, change: &Change, (): &()) {
        cells[change.cell] -= change.amount;
    }
}

impl Reactive for Cells {}

fn group(kind: GroupKind, sweep: Sweep) -> Group<Change> {
    match kind {
        GroupKind::Atomic => Group::atomic(sweep.changes()),
        GroupKind::Batch => Group::batch(sweep.changes()),
        GroupKind::Sequence => Group::sequence(sweep.changes()),
    }
}

fn session(kind: GroupKind) -> impl Fn() -> Session<Cells> {
    let book = Book::<Cells>::builder("cells")
        .reverts()
        .reacts()
        .rule("sweep", |rule| {
            rule.then(move |cx, ()| {
                let sweep = *cx.action;
                cx.propose_group(group(kind, sweep));
                []
            })
        })
        .compile()
        .expect("the book of one rule has no mistakes");
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(KEPT),
        ..SessionOptions::default()
    };
    move || book.start_with(fresh(CELLS), Seed(1), options).expect("cells can start")
}

/// One who sweeps.
trait Sweeps {
    fn sweep(&mut self, sweep: Sweep);
    fn cells(&self) -> &[u64];
}

impl Sweeps for Session<Cells> {
    fn sweep(&mut self, sweep: Sweep) {
        committed(self.submit(Seat(0), sweep));
    }

    fn cells(&self) -> &[u64] {
        self.state()
    }
}

impl Sweeps for hand::Cells {
    fn sweep(&mut self, sweep: Sweep) {
        sweep.changes().for_each(|change| self.raise(change));
    }

    fn cells(&self) -> &[u64] {
        Holds::cells(self)
    }
}

fn contestant<S: Sweeps>(
    (events, work): (usize, &'static str),
    (name, maker): (&'static str, Maker),
    make: impl Fn() -> S + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut sweeps = make();
        let sweep = |n| black_box(Sweep { first: n * events as u64, events });
        meter.time(|| (0..job.ops).for_each(|n| sweeps.sweep(sweep(n))));
        let facts = vec![("fingerprint", fingerprint(sweeps.cells()))];
        Answer { work: job.ops * events as u64, facts }
    })
}

/// What the cells must come to after so many events, calculated from the changes
/// alone.
fn expected(events: u64) -> u64 {
    let mut cells = fresh(CELLS);
    let changes = (0..events).map(|n| Change::nth(n, CELLS));
    changes.for_each(|change| cells[change.cell] += change.amount);
    fingerprint(&cells)
}

/// Each is worked out once, because samples of one contestant are all of one
/// size.
fn check() -> impl Fn(&Job, &Answer) -> Result<(), String> {
    let known: RefCell<BTreeMap<u64, u64>> = RefCell::default();
    move |_, answer| {
        let events = answer.work;
        let expected = *known.borrow_mut().entry(events).or_insert_with(|| expected(events));
        match answer.facts[..] {
            [("fingerprint", found)] if found == expected => Ok(()),
            _ => Err(format!("{answer}, expected the fingerprint {expected}")),
        }
    }
}

fn everyone(work: (usize, &'static str)) -> [Contestant; 4] {
    let ours = |name, kind| contestant(work, (name, Maker::Ours), session(kind));
    let hand = || hand::Cells::new(fresh(CELLS));
    [
        ours(ATOMIC, GroupKind::Atomic),
        ours(BATCH, GroupKind::Batch),
        ours(SEQUENCE, GroupKind::Sequence),
        contestant(work, ("with undo log", Maker::Hand), hand),
    ]
}

pub(crate) fn race() -> Race {
    let key = |(_, work), name| Key { work, name };
    // With a single event the action itself is most of the cost.
    let [_, few, .., many] = WORKS;
    let flat = |name| Goal::at_most(key(many, name), 1.5, key(few, name));
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: WORKS.into_iter().flat_map(everyone).collect(),
        missing: Vec::new(),
        goals: [ATOMIC, BATCH, SEQUENCE].map(flat).to_vec(),
        series: vec![Series { name: "an event of a group", of: "events", works: WORKS.into() }],
        check: Box::new(check()),
        verify_ops: 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_samples_are_checked_too() {
        let (check, job) = (check(), Job { ops: 5, seed: 2, verify: false });
        let answer = |print| Answer { work: 50, facts: vec![("fingerprint", print)] };
        assert_eq!(check(&job, &answer(expected(50))), Ok(()));
        assert!(check(&job, &answer(expected(49))).is_err());
    }
}
