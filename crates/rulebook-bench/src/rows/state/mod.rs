//! `state`: one small change in a large state, reversible.
//!
//! A state is a list of cells on the heap, of 64 bytes to 1 MiB; an action
//! adds an amount to one of them, here and there. Who copies the state pays for
//! its size; who takes the change back does not.

pub(super) mod hand;
pub(super) mod herdingcats;
pub(super) mod rulebook;

use std::hint::black_box;

use ::rulebook::{History, Kinds, Recovery};

use super::dispatch::SINCE_THE_CUT;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

/// States, and the works with them.
const SIZES: [(usize, &str); 5] = [
    (64, "64-byte state, one change"),
    (1 << 10, "1 KiB state, one change"),
    (1 << 14, "16 KiB state, one change"),
    (1 << 17, "128 KiB state, one change"),
    (1 << 20, "1 MiB state, one change"),
];
const BY_REVERT: &str = "rulebook, revert";
const BY_HAND: &str = "with undo log";
pub(super) const LARGE_CELLS: usize = (1 << 20) / 8;

/// Actions between two cuts of the history, outside the measured time.
const CHUNK: u64 = 4_096;
/// The same for one who keeps a copy of 1 MiB for every action.
const CHUNK_OF_COPIES: u64 = 16;

/// One who holds cells.
pub(crate) trait Holds {
    /// Adds to one cell.
    fn raise(&mut self, change: Change);
    /// Changes nothing, and nothing before that can be undone.
    fn cut(&mut self);
    fn cells(&self) -> &[u64];
}

/// What an action asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) struct Change {
    pub(crate) cell: usize,
    pub(crate) amount: u64,
}

impl Change {
    /// The `n`th change: in no order that a processor could foresee.
    pub(crate) fn nth(n: u64, cells: usize) -> Self {
        let scattered = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Self { cell: scattered as usize % cells, amount: n % 8 + 1 }
    }

    pub(crate) const NOTHING: Self = Self { cell: 0, amount: 0 };
}

/// Every cell begins with 1, so that all memory has been touched before.
pub(crate) fn fresh(cells: usize) -> Vec<u64> {
    vec![1; cells]
}

/// Depends on what every cell holds.
pub(crate) fn fingerprint(cells: &[u64]) -> u64 {
    cells
        .iter()
        .zip(1_u64..)
        .fold(0, |sum, (cell, place)| sum.wrapping_add(cell.wrapping_mul(place)))
}

fn contestant<H: Holds>(
    work: &'static str,
    name: &'static str,
    maker: Maker,
    chunk: u64,
    make: impl Fn() -> H + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut holds = make();
        let cells = holds.cells().len();
        let mut done = 0;
        while done < job.ops {
            let end = job.ops.min(done + chunk);
            meter.time(|| (done..end).for_each(|n| holds.raise(black_box(Change::nth(n, cells)))));
            holds.cut();
            done = end;
        }
        let sum = holds.cells().iter().sum::<u64>() - cells as u64;
        let facts = vec![("sum", sum), ("fingerprint", fingerprint(holds.cells()))];
        Answer { work: job.ops, facts }
    })
}

/// The sum of all changes is known in closed form.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let rest: u64 = (0..job.ops % 8).map(|n| n + 1).sum();
    let sum = job.ops / 8 * 36 + rest;
    if answer.facts[0] == ("sum", sum) {
        Ok(())
    } else {
        Err(format!("{answer}, expected sum {sum}"))
    }
}

/// Everyone with a state of so many bytes.
fn everyone((bytes, work): (usize, &'static str)) -> [Contestant; 4] {
    let cells = bytes / 8;
    // About 16 MiB of copies at most, and never more than others have.
    let copies = (CHUNK_OF_COPIES * (1 << 20) / bytes as u64).min(CHUNK);
    let (ours, peer) = (Maker::Ours, Maker::Peer(HERDINGCATS));
    let revert = rulebook::session(cells, Recovery::Revert, SINCE_THE_CUT);
    let snapshot = rulebook::session(cells, Recovery::Snapshot, History::All);
    [
        contestant(work, BY_REVERT, ours, CHUNK, revert),
        contestant(work, "rulebook, snapshot", ours, copies, snapshot),
        contestant(work, BY_HAND, Maker::Hand, CHUNK, move || hand::Cells::new(fresh(cells))),
        contestant(work, "herdingcats", peer, copies, move || herdingcats::engine(fresh(cells))),
    ]
}

pub(crate) fn race() -> Race {
    let [(_, small), .., (_, large)] = SIZES;
    let key = |work, name| Key { work, name };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: SIZES.into_iter().flat_map(everyone).collect(),
        missing: Vec::new(),
        goals: vec![
            Goal::at_most(key(large, BY_REVERT), 5.0, key(large, BY_HAND)),
            Goal::at_most(key(large, BY_REVERT), 1.5, key(small, BY_REVERT)),
        ],
        series: vec![Series { name: "one change", of: "bytes of state", works: SIZES.to_vec() }],
        check: Box::new(check),
        verify_ops: 100,
    }
}
