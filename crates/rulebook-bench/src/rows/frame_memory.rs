//! `frame-memory`: what a history keeps in memory for one frame, beside a state
//! of 4 KiB.
//!
//! Counted by the allocator: heap bytes that are alive after the actions and
//! were not before, divided by their number; so the room that a growing list
//! keeps in reserve counts too.

use rulebook::Recovery;

use super::state::{self, Change, Holds, fingerprint, fresh};
use crate::goal::{Goal, Limit};
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

const WORK: &str = "history of a 4 KiB state";
const CELLS: usize = 4096 / 8;
const FRAMES: u64 = 5000;

fn contestant<H: Holds>(
    name: &'static str,
    maker: Maker,
    make: impl Fn() -> H + 'static,
) -> Contestant {
    Contestant::new(WORK, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut holds = make();
        meter.keep(|| (0..job.ops).for_each(|n| holds.raise(Change::nth(n, CELLS))));
        Answer { work: job.ops, facts: vec![("fingerprint", fingerprint(holds.cells()))] }
    })
}

/// Calculated from the changes alone.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let mut cells = fresh(CELLS);
    (0..job.ops).map(|n| Change::nth(n, CELLS)).for_each(|c| cells[c.cell] += c.amount);
    let expected = ("fingerprint", fingerprint(&cells));
    if answer.facts[0] == expected {
        Ok(())
    } else {
        Err(format!("{answer}, expected {expected:?}"))
    }
}

pub(crate) fn race() -> Race {
    let ours = Key { work: WORK, name: "rulebook, revert" };
    let event = size_of::<Change>() as f64;
    let limit = Limit::AtMost { cost: 200.0 + event, why: "200 B and the event" };
    let rulebook = |recovery| state::rulebook::session(CELLS, recovery);
    Race {
        unit: Unit::BytesPerFrame,
        sizing: Sizing::Fixed(FRAMES),
        contestants: vec![
            contestant(ours.name, Maker::Ours, rulebook(Recovery::Revert)),
            contestant("rulebook, snapshot", Maker::Ours, rulebook(Recovery::Snapshot)),
            contestant("with undo log", Maker::Hand, || state::hand::Cells::new(fresh(CELLS))),
            contestant("herdingcats", Maker::Peer(HERDINGCATS), || {
                state::herdingcats::engine(fresh(CELLS))
            }),
        ],
        missing: Vec::new(),
        goals: vec![Goal { ours, limit }],
        check: Box::new(check),
        verify_ops: 100,
    }
}
