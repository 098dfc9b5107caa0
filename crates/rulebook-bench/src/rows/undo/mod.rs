//! `undo`: taking actions back and doing them again.
//!
//! A history is built outside the measured time; then all of it is undone and
//! redone, over and over. With the 16-byte counter of `dispatch` undo and redo
//! are measured apart; with the 1 MiB of `state` a history that keeps copies
//! cannot be long, so there the two are measured together.

mod edits;

use rulebook::{History, Recovery};

use super::dispatch::{self, Counts};
use super::state::{self, Change, Holds, LARGE_CELLS, fresh};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker, UNDO};

const UNDO_SMALL: &str = "undo, 16-byte state";
const REDO_SMALL: &str = "redo, 16-byte state";
const BOTH_LARGE: &str = "undo and redo, 1 MiB state";

/// Ours, by how an action is taken back.
const OURS: [&str; 2] = ["rulebook, snapshot", "rulebook, revert"];

/// Frames in the history of a small state.
const DEEP: u64 = 16_384;
/// Frames in a history in which each may hold 1 MiB.
const SHALLOW: u64 = 16;

/// One who can take back and do again.
pub(crate) trait Undoes {
    fn undo(&mut self);
    fn redo(&mut self);
}

/// One who can also act.
trait Subject: Undoes {
    const DEPTH: u64;
    /// Does the `n`th action.
    fn act(&mut self, n: u64);
    fn fingerprint(&self) -> u64;
}

/// Counts, with a long history.
struct Counting<C>(C);

impl<C: Undoes> Undoes for Counting<C> {
    fn undo(&mut self) {
        self.0.undo();
    }

    fn redo(&mut self) {
        self.0.redo();
    }
}

impl<C: Counts + Undoes> Subject for Counting<C> {
    const DEPTH: u64 = DEEP;

    fn act(&mut self, n: u64) {
        self.0.add(dispatch::amount(n));
    }

    fn fingerprint(&self) -> u64 {
        let counter = self.0.counter();
        counter.total << 32 | counter.actions
    }
}

/// Holds 1 MiB, with a short history.
struct Holding<H>(H);

impl<H: Undoes> Undoes for Holding<H> {
    fn undo(&mut self) {
        self.0.undo();
    }

    fn redo(&mut self) {
        self.0.redo();
    }
}

impl<H: Holds + Undoes> Subject for Holding<H> {
    const DEPTH: u64 = SHALLOW;

    fn act(&mut self, n: u64) {
        self.0.raise(Change::nth(n, LARGE_CELLS));
    }

    fn fingerprint(&self) -> u64 {
        state::fingerprint(self.0.cells())
    }
}

/// Which part of going back and forth is measured.
#[derive(Clone, Copy)]
enum Timed {
    Undo,
    Redo,
    Both,
}

impl Timed {
    /// Goes back `depth` frames and forth again, `rounds` times.
    fn run<S: Subject>(self, subject: &mut S, meter: &mut Meter, depth: u64, rounds: u64) {
        let undo = |subject: &mut S| (0..depth).for_each(|_| subject.undo());
        let redo = |subject: &mut S| (0..depth).for_each(|_| subject.redo());
        let both = |subject: &mut S| {
            for _ in 0..rounds {
                undo(subject);
                redo(subject);
            }
        };
        if let Self::Both = self {
            return meter.time(|| both(subject));
        }
        for _ in 0..rounds {
            match self {
                Self::Undo => meter.time(|| undo(subject)),
                Self::Redo | Self::Both => undo(subject),
            }
            match self {
                Self::Redo => meter.time(|| redo(subject)),
                Self::Undo | Self::Both => redo(subject),
            }
        }
    }
}

fn contestant<S: Subject>(
    (work, timed): (&'static str, Timed),
    name: &'static str,
    maker: Maker,
    make: impl Fn() -> S + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut subject = make();
        let depth = job.ops.min(S::DEPTH);
        let start = subject.fingerprint();
        (0..depth).for_each(|n| subject.act(n));
        let acted = subject.fingerprint();
        (0..depth).for_each(|_| subject.undo());
        let undone = subject.fingerprint();
        (0..depth).for_each(|_| subject.redo());
        let rounds = job.ops / depth;
        timed.run(&mut subject, meter, depth, rounds);
        let redone = subject.fingerprint();
        let facts =
            vec![("start", start), ("undone", undone), ("acted", acted), ("redone", redone)];
        Answer { work: depth * rounds, facts }
    })
}

/// Undoing everything leads to the start, redoing it to the end.
fn check(_: &Job, answer: &Answer) -> Result<(), String> {
    let [(_, start), (_, undone), (_, acted), (_, redone)] = answer.facts[..] else {
        return Err(format!("{answer}, expected four facts"));
    };
    let right = start == undone && acted == redone && start != acted;
    if right { Ok(()) } else { Err(format!("{answer}: undo or redo went astray")) }
}

/// Everyone with the small state; the same for undo and for redo.
fn small(work: (&'static str, Timed)) -> [Contestant; 5] {
    let ours = |name, recovery| {
        let session = dispatch::rulebook::session::<()>(recovery, History::All);
        contestant(work, name, Maker::Ours, move || Counting(session()))
    };
    let hand = || Counting(dispatch::hand::WithUndoLog::default());
    let cats = || Counting(dispatch::herdingcats::engine::<()>());
    [
        ours(OURS[0], Recovery::Snapshot),
        ours(OURS[1], Recovery::Revert),
        contestant(work, "with undo log", Maker::Hand, hand),
        contestant(work, "undo", Maker::Peer(UNDO), || Counting(edits::Edits::default())),
        contestant(work, "herdingcats", Maker::Peer(HERDINGCATS), cats),
    ]
}

fn large() -> [Contestant; 4] {
    let work = (BOTH_LARGE, Timed::Both);
    let ours = |name, recovery| {
        let session = state::rulebook::session(LARGE_CELLS, recovery, History::All);
        contestant(work, name, Maker::Ours, move || Holding(session()))
    };
    let hand = || Holding(state::hand::Cells::new(fresh(LARGE_CELLS)));
    let cats = || Holding(state::herdingcats::engine(fresh(LARGE_CELLS)));
    [
        ours(OURS[0], Recovery::Snapshot),
        ours(OURS[1], Recovery::Revert),
        contestant(work, "with undo log", Maker::Hand, hand),
        contestant(work, "herdingcats", Maker::Peer(HERDINGCATS), cats),
    ]
}

pub(crate) fn race() -> Race {
    let mut contestants = Vec::new();
    contestants.extend(small((UNDO_SMALL, Timed::Undo)));
    contestants.extend(small((REDO_SMALL, Timed::Redo)));
    contestants.extend(large());
    let key = |work, name| Key { work, name };
    let goals = [UNDO_SMALL, REDO_SMALL, BOTH_LARGE].into_iter().flat_map(|work| {
        OURS.map(|ours| Goal::at_most(key(work, ours), 1.0, key(work, "herdingcats")))
    });
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants,
        missing: Vec::new(),
        goals: goals.collect(),
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 64,
    }
}
