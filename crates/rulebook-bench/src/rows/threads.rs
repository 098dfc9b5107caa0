//! `threads`: random games on one thread and on all cores, with the same digest.
//!
//! Games are numbered and each has dice of its own; threads take them by the
//! batch, and what they came to is put together by number. *By the wall* is how
//! long one waits: on a machine that others use, as many threads do not get as
//! many cores. *By CPU time* is what all threads took together: threads that
//! wait for each other, or share what they should not, take more. Both have a goal:
//! by CPU time alone, threads that run one after another would be as good.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use cpu_time::ThreadTime;
use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_games::connect_four::ConnectFour;

use super::real::RealLine;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::Maker;
use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::Wyrand;
use crate::report::machine::cores;

const WALL: &str = "random games of connect four, by the wall";
const CPU: &str = "random games of connect four, by CPU time";
const ONE: &str = "rulebook, one thread";
const ALL: &str = "rulebook, all cores";

/// Games that a thread takes at a time.
const BATCH: u64 = 16;
/// Longer than any game.
const MOST: u64 = 43;

/// What games came to. Order does not matter, because each is digested with its
/// number.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    moves: u64,
    first: u64,
    digest: u64,
    nanoseconds: f64,
}

impl Tally {
    fn add(&mut self, number: u64, (moves, ending): (u64, Option<Ending>)) {
        let ending = ending.expect("every game of connect four ends");
        self.moves += moves;
        self.first += u64::from(ending == Ending::First);
        let told = number << 8 | moves << 2 | ending as u64;
        let mixed = (told ^ told >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.digest = self.digest.wrapping_add(mixed ^ mixed >> 32);
    }

    fn join(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            first: self.first + other.first,
            digest: self.digest.wrapping_add(other.digest),
            nanoseconds: self.nanoseconds + other.nanoseconds,
        }
    }
}

/// One thread: batch after batch, until there is none.
fn work(book: &Book<ConnectFour>, next: &AtomicU64, job: &Job) -> Tally {
    let begin = ThreadTime::now();
    let start = book.start(ConnectFour::setup(), Seed(1)).expect("connect four can start");
    let mut line = RealLine::of(&start);
    let mut tally = Tally::default();
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        if first >= job.ops {
            break;
        }
        for number in first..job.ops.min(first + BATCH) {
            let mut dice = Wyrand::new(job.seed << 32 ^ number);
            tally.add(number, line.play(&mut dice, MOST));
        }
    }
    tally.nanoseconds = begin.elapsed().as_nanos() as f64;
    tally
}

fn play(book: &Book<ConnectFour>, threads: usize, job: &Job) -> Tally {
    let next = AtomicU64::new(0);
    if threads == 1 {
        return work(book, &next, job);
    }
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(book, &next, job))).collect();
        let joined = all.into_iter().map(|thread| thread.join().expect("a thread came back"));
        joined.fold(Tally::default(), Tally::join)
    })
}

fn contestant(work: &'static str, name: &'static str, threads: usize) -> Contestant {
    let book = ConnectFour::book();
    Contestant::new(work, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let begin = Instant::now();
        let Tally { moves, first, digest, nanoseconds } = play(&book, threads, job);
        let wall = begin.elapsed().as_nanos() as f64;
        meter.charge(if work == WALL { wall } else { nanoseconds });
        Answer { work: moves, facts: vec![("first", first), ("digest", digest)] }
    })
    .always(GAMES)
}

/// The same for everybody, so that all digests are compared: some milliseconds.
const GAMES: u64 = if cfg!(debug_assertions) { 100 } else { 20_000 };

/// The first player wins as often as it should.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let share = answer.facts[0].1 as f64 / job.ops as f64;
    match job.ops >= 1_000 && (share - 0.5556).abs() > 0.05 {
        false => Ok(()),
        true => Err(format!("{answer}: the first player wins {share} of the games")),
    }
}

/// As many threads as cores get at least so much of each of them.
const SHARE: f64 = 0.8;

/// What all cores are held to. By CPU time alone threads that run one after
/// another would be as good.
fn goals(cores: usize) -> Vec<Goal> {
    let key = |work, name| Key { work, name };
    // Rounded, because people read it.
    let factor = (SHARE * cores as f64 * 10.0).round() / 10.0;
    vec![
        Goal::faster(key(WALL, ALL), factor, key(WALL, ONE)),
        Goal::at_most(key(CPU, ALL), 1.25, key(CPU, ONE)),
    ]
}

fn race_on(cores: usize) -> Race {
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: Vec::new(),
        missing: Vec::new(),
        goals: if cores > 1 { goals(cores) } else { Vec::new() },
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 50,
    };
    [WALL, CPU].into_iter().fold(race, |race, work| {
        let all = match cores {
            1 => Err("this machine has one core, so nothing is asked of it".to_owned()),
            _ => Ok(contestant(work, ALL, cores)),
        };
        let key = |name| Key { work, name };
        race.beside(key(ONE), Ok(contestant(work, ONE, 1))).beside(key(ALL), all)
    })
}

pub(crate) fn race() -> Race {
    race_on(cores())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Verdict;
    use crate::measure::race::Measured;

    #[test]
    fn one_core_is_said_and_has_no_goal() {
        let race = race_on(1);
        assert!(race.goals.is_empty());
        assert_eq!(race.contestants.len(), 2);
        assert!(race.missing.iter().all(|missing| missing.why.contains("one core")));
        assert_eq!((race_on(3).goals.len(), race_on(3).missing.len()), (2, 0));
    }

    #[test]
    fn threads_that_run_one_after_another_miss_the_goal_by_the_wall() {
        let [wall, _] = &goals(3)[..] else { panic!("two goals") };
        let measured = |name, cost| Measured {
            key: Key { work: WALL, name },
            maker: Maker::Ours,
            ops: 1,
            samples: vec![cost],
        };
        let with = |all| wall.judge(&[measured(ONE, 12.0), measured(ALL, all)]);
        assert_eq!(with(12.0), Verdict::Missed(1.0));
        assert_eq!(with(5.0), Verdict::Met(2.4));
        let text = wall.describe(Unit::MillionMovesPerSecond, Verdict::NotMeasured);
        assert_eq!(text, "≥ 2.4 × faster than rulebook, one thread");
    }
}
