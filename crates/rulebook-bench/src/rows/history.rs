//! `history`: one action and its undo, with ever more frames behind.
//!
//! A game of a hundred or of a million actions is played, outside the measured
//! time; then one more is made and taken back, over and over.

use std::hint::black_box;

use rulebook::{History, Recovery};

use super::dispatch::{self, Counts, amount};
use super::undo::Undoes;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

/// Frames behind, and the works with so many.
const WORKS: [(usize, &str); 5] = [
    (100, "one action and its undo, 100 frames behind"),
    (1_000, "one action and its undo, 1,000 frames behind"),
    (10_000, "one action and its undo, 10,000 frames behind"),
    (100_000, "one action and its undo, 100,000 frames behind"),
    (1_000_000, "one action and its undo, 1,000,000 frames behind"),
];

/// What a test has time for, where nothing is optimised.
const MOST: usize = if cfg!(debug_assertions) { 10_000 } else { 1_000_000 };

const OURS: &str = "rulebook, revert";

fn contestant<C: Counts + Undoes + 'static>(
    (frames, work): (usize, &'static str),
    (name, maker): (&'static str, Maker),
    make: impl Fn() -> C + 'static,
) -> Contestant {
    let mut made = None;
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let counts = made.get_or_insert_with(|| {
            let mut counts = make();
            (0..frames.min(MOST) as u64).for_each(|n| counts.add(amount(n)));
            counts
        });
        let before = counts.counter();
        meter.time(|| {
            for n in 0..job.ops {
                counts.add(black_box(amount(n)));
                counts.undo();
            }
        });
        let same = u64::from(counts.counter() == before);
        Answer { work: job.ops, facts: vec![("same", same), ("actions", before.actions)] }
    })
}

/// What was done is taken back, and nothing before it is lost.
fn check(_: &Job, answer: &Answer) -> Result<(), String> {
    match answer.facts[..] {
        [("same", 1), ("actions", actions)] if actions >= 100 => Ok(()),
        _ => Err(format!("{answer}: what was done was not taken back")),
    }
}

fn everyone(work: (usize, &'static str)) -> [Contestant; 3] {
    let ours = dispatch::rulebook::session::<()>(Recovery::Revert, History::All);
    let peer = Maker::Peer(HERDINGCATS);
    [
        contestant(work, (OURS, Maker::Ours), ours),
        contestant(work, ("with undo log", Maker::Hand), dispatch::hand::WithUndoLog::default),
        contestant(work, ("herdingcats", peer), dispatch::herdingcats::engine::<()>),
    ]
}

pub(crate) fn race() -> Race {
    let key = |(_, work)| Key { work, name: OURS };
    let [few, .., many] = WORKS;
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: WORKS.into_iter().flat_map(everyone).collect(),
        missing: Vec::new(),
        goals: vec![Goal::at_most(key(many), 1.5, key(few))],
        series: vec![Series { name: "one action and its undo", of: "frames", works: WORKS.into() }],
        check: Box::new(check),
        verify_ops: 100,
    }
}
