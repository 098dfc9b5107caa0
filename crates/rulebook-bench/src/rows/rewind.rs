//! `rewind`: going to any step of a game of 10,000 moves.
//!
//! The steps are the same in every sample: spread over the whole game, and as far
//! from one to the next as steps drawn at random, because one who makes moves
//! again takes as long as the step is late. Ours goes there from where it is, back
//! or forth, by its history; or, *made again*, as one without a history must:
//! every move up to the step, from the start. boardgame.io keeps a log, and its
//! own panel for developers makes the moves again.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{History, Recovery};

use super::dispatch::{self, Counts, amount};
use super::undo::Undoes;
use crate::external::Node;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{BOARDGAME_IO, Maker};

const WORK: &str = "to any of 10,000 moves";
const MOVES: u64 = 10_000;
const OURS: &str = "rulebook, rewind";

/// The middles of the eighths of the game, in such an order that the way from one
/// to the next is on average a third of it.
const STEPS: [u64; 8] = [4_375, 625, 3_125, 8_125, 9_375, 5_625, 1_875, 6_875];

type Counting = Session<dispatch::rulebook::Counting<()>>;

/// One who can go to any step, and says the total there.
trait Rewinds {
    fn to(&mut self, step: u64) -> u64;
}

struct ByHistory(Counting);

impl Rewinds for ByHistory {
    fn to(&mut self, step: u64) -> u64 {
        let outcome = self.0.rewind(step);
        assert!(black_box(&outcome).is_ok(), "rulebook could not go to {step}");
        self.0.counter().total
    }
}

/// Makes the moves again, in a session of its own.
struct Again<F>(F);

impl<F: Fn() -> Counting> Rewinds for Again<F> {
    fn to(&mut self, step: u64) -> u64 {
        let mut game = (self.0)();
        (0..step).for_each(|n| game.add(amount(n)));
        game.counter().total
    }
}

struct ByHand {
    counts: dispatch::hand::WithUndoLog,
    at: u64,
}

impl Rewinds for ByHand {
    fn to(&mut self, step: u64) -> u64 {
        (step..self.at).for_each(|_| self.counts.undo());
        (self.at..step).for_each(|_| self.counts.redo());
        self.at = step;
        self.counts.counter().total
    }
}

fn steps(job: &Job) -> Vec<u64> {
    STEPS.into_iter().cycle().take(job.ops as usize).collect()
}

fn answer(job: &Job, sum: u64) -> Answer {
    Answer { work: job.ops, facts: vec![("sum", sum)] }
}

fn contestant<R: Rewinds + 'static>(
    name: &'static str,
    maker: Maker,
    make: impl Fn() -> R + 'static,
) -> Contestant {
    let mut made = None;
    Contestant::new(WORK, name, maker, move |job: &Job, meter: &mut Meter| {
        let rewinds = made.get_or_insert_with(&make);
        let steps = steps(job);
        answer(job, meter.time(|| steps.iter().map(|step| rewinds.to(*step)).sum()))
    })
}

fn session() -> impl Fn() -> Counting {
    dispatch::rulebook::session::<()>(Recovery::Revert, History::All)
}

/// All moves made by one who counts.
fn played<C: Counts>(mut counts: C) -> C {
    (0..MOVES).for_each(|n| counts.add(amount(n)));
    counts
}

/// Every total is known in closed form.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let total = |step: u64| step / 8 * 36 + (0..step % 8).map(amount).sum::<u64>();
    let expected: u64 = steps(job).into_iter().map(total).sum();
    match answer.facts[..] {
        [("sum", sum)] if sum == expected => Ok(()),
        _ => Err(format!("{answer}, expected {expected}")),
    }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let (start, again) = (session(), session());
    let hand = || ByHand { counts: played(dispatch::hand::WithUndoLog::default()), at: MOVES };
    let peer = Maker::Peer(BOARDGAME_IO);
    let node = Node::new().map(|mut node| {
        let run =
            move |job: &Job, meter: &mut Meter| answer(job, node.rewind(MOVES, &steps(job), meter));
        Contestant::new(WORK, BOARDGAME_IO.name, peer, run).always(STEPS.len() as u64)
    });
    let race = Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(OURS, Maker::Ours, move || ByHistory(played(start()))),
            contestant("rulebook, made again", Maker::Ours, {
                let again = std::rc::Rc::new(again);
                move || {
                    Again({
                        let again = again.clone();
                        move || again()
                    })
                }
            }),
            contestant("with undo log", Maker::Hand, hand),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(key(OURS), 100.0, key(BOARDGAME_IO.name))],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 3,
    };
    race.beside(key(BOARDGAME_IO.name), node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_are_as_late_and_as_far_apart_as_random_ones() {
        let count = STEPS.len() as u64;
        assert_eq!(STEPS.iter().sum::<u64>(), count * MOVES / 2);
        let next = STEPS.iter().cycle().skip(1);
        let ways: u64 = STEPS.iter().zip(next).map(|(from, to)| from.abs_diff(*to)).sum();
        assert!((ways / count).abs_diff(MOVES / 3) < MOVES / 50, "{}", ways / count);
    }
}
