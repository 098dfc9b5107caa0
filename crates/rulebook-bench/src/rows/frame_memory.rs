//! `frame-memory`: what a history keeps in memory for one frame, beside a state
//! of 4 KiB.
//!
//! Counted by the allocator: heap bytes that are alive after the actions and
//! were not before, divided by their number. A list that grows doubles its
//! room, so the figure swings between two ends, and both are measured: after
//! 4,096 frames such lists are just full, with one more they are half empty.

use rulebook::{History, Recovery};

use super::state::{self, Change, Holds, fingerprint, fresh};
use crate::goal::{Goal, Limit};
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

const CELLS: usize = 4096 / 8;
const FRAMES: u64 = 4096;

/// The two ends: the work, and how many frames more than the job says.
const FULL: (&str, u64) = ("4 KiB state, lists just full", 0);
const GROWN: (&str, u64) = ("4 KiB state, lists just grown", 1);

const OURS: &str = "rulebook, revert";

fn contestant<H: Holds>(
    (work, more): (&'static str, u64),
    name: &'static str,
    maker: Maker,
    make: impl Fn() -> H + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut holds = make();
        let frames = job.ops + more;
        meter.keep(|| (0..frames).for_each(|n| holds.raise(Change::nth(n, CELLS))));
        let facts = vec![("fingerprint", fingerprint(holds.cells()))];
        Answer { work: frames, facts }
    })
}

/// Calculated from the changes alone.
fn check(_: &Job, answer: &Answer) -> Result<(), String> {
    let mut cells = fresh(CELLS);
    let changes = (0..answer.work).map(|n| Change::nth(n, CELLS));
    changes.for_each(|change| cells[change.cell] += change.amount);
    let expected = ("fingerprint", fingerprint(&cells));
    if answer.facts[0] == expected {
        Ok(())
    } else {
        Err(format!("{answer}, expected {expected:?}"))
    }
}

/// Everyone, at one of the two ends.
fn everyone(end: (&'static str, u64)) -> [Contestant; 4] {
    let ours = |recovery| state::rulebook::session(CELLS, recovery, History::All);
    let hand = || state::hand::Cells::new(fresh(CELLS));
    let cats = || state::herdingcats::engine(fresh(CELLS));
    [
        contestant(end, OURS, Maker::Ours, ours(Recovery::Revert)),
        contestant(end, "rulebook, snapshot", Maker::Ours, ours(Recovery::Snapshot)),
        contestant(end, "with undo log", Maker::Hand, hand),
        contestant(end, "herdingcats", Maker::Peer(HERDINGCATS), cats),
    ]
}

pub(crate) fn race() -> Race {
    let cost = 200.0 + size_of::<Change>() as f64;
    let goal = |(work, _)| Goal {
        ours: Key { work, name: OURS },
        limit: Limit::AtMost { cost, why: "200 B and the event" },
    };
    Race {
        unit: Unit::BytesPerFrame,
        sizing: Sizing::Fixed(FRAMES),
        contestants: [FULL, GROWN].into_iter().flat_map(everyone).collect(),
        missing: Vec::new(),
        goals: [FULL, GROWN].map(goal).to_vec(),
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 100,
    }
}
