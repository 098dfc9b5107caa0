//! `dispatch`: one action, one rule, a 16-byte state, reversible, unit trace.
//!
//! An action adds an amount to a counter. Every contestant but the one in place
//! can take back each of the actions since the last cut; the cut itself is an
//! irreversible action of amount 0, made outside the measured time, so that
//! nobody pays for a history that grows without end.

pub(super) mod hand;
pub(super) mod herdingcats;
pub(crate) mod rulebook;

use std::hint::black_box;

use ::rulebook::{History, Recovery};

use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

const WORK: &str = "one action, one rule, 16-byte state";

/// Long enough that reading the clock does not count, short enough that the
/// history stays in the processor's caches.
const CHUNK: u64 = 4_096;

/// What a session of ours keeps: everything since the last cut can be undone.
pub(crate) const SINCE_THE_CUT: History = History::Last(CHUNK as usize);

/// The state, the same for everyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counter {
    pub(crate) total: u64,
    pub(crate) actions: u64,
}

/// One who counts. Whoever adds does it in the measured loop: what is called from
/// there is what the contestant itself calls, and nothing of the benchmark's.
pub(crate) trait Counts {
    fn add(&mut self, amount: u64);
    /// Adds 0, and nothing before that can be undone.
    fn cut(&mut self);
    fn counter(&self) -> Counter;
}

/// The amount of the `n`th action: small and never the same twice in a row.
pub(crate) fn amount(n: u64) -> u64 {
    n % 8 + 1
}

pub(crate) fn contestant<C: Counts>(
    work: &'static str,
    name: &'static str,
    maker: Maker,
    make: impl Fn() -> C + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut counts = make();
        let mut done = 0;
        while done < job.ops {
            let end = job.ops.min(done + CHUNK);
            meter.time(|| (done..end).for_each(|n| counts.add(black_box(amount(n)))));
            counts.cut();
            done = end;
        }
        let Counter { total, actions } = counts.counter();
        Answer { work: job.ops, facts: vec![("total", total), ("actions", actions)] }
    })
}

/// The answer in closed form.
pub(crate) fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let rest: u64 = (0..job.ops % 8).map(amount).sum();
    let total = job.ops / 8 * 36 + rest;
    let actions = job.ops + job.ops.div_ceil(CHUNK);
    let expected = vec![("total", total), ("actions", actions)];
    if answer.facts == expected { Ok(()) } else { Err(format!("{answer}, expected {expected:?}")) }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let (snapshot, revert) = (key("rulebook, snapshot"), key("rulebook, revert"));
    // Whichever way back an author chooses.
    let goals = |ours| {
        [
            Goal::at_most(ours, 3.0, key("with undo log")),
            Goal::faster(ours, 4.0, key("herdingcats")),
        ]
    };
    let ours = |name, recovery| {
        contestant(WORK, name, Maker::Ours, rulebook::session::<()>(recovery, SINCE_THE_CUT))
    };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            ours(snapshot.name, Recovery::Snapshot),
            ours(revert.name, Recovery::Revert),
            contestant(WORK, "in place", Maker::Hand, hand::InPlace::default),
            contestant(WORK, "with undo log", Maker::Hand, hand::WithUndoLog::default),
            contestant(WORK, "herdingcats", Maker::Peer(HERDINGCATS), herdingcats::engine::<()>),
        ],
        missing: Vec::new(),
        goals: [snapshot, revert].into_iter().flat_map(goals).collect(),
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 3 * CHUNK + 5,
    }
}
