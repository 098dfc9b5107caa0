//! A race: all contestants of a row take turns, do the same work, and must give
//! the same answer.
//!
//! What comes in is a [`Race`]; what comes out is a list of samples for each
//! contestant, taken in turn so that one round's noise meets all of them, or a
//! [`WrongAnswer`]. A contestant whose answer is wrong never gets a figure.

use std::fmt;

use super::clock::Meter;
use crate::goal::Goal;
use crate::peers::Maker;

/// Names a contestant within its row: the work that it does, and who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) work: &'static str,
    pub(crate) name: &'static str,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.work)
    }
}

/// How much to do. The same job must give the same answer from every contestant
/// with the same work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) ops: u64,
    pub(crate) seed: u64,
    /// This run is not measured: a contestant may do costly bookkeeping to give
    /// a more telling answer.
    pub(crate) verify: bool,
}

/// What a contestant found, so that it can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Units of work done: the figure is the cost of one. (Moves, where a job
    /// counts games.)
    pub(crate) work: u64,
    pub(crate) facts: Vec<(&'static str, u64)>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} units of work", self.work)?;
        self.facts.iter().try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}

/// Does what a contestant does, with all that it keeps for that.
trait Runs {
    fn run(&mut self, job: &Job, meter: &mut Meter) -> Answer;
    /// Takes what it keeps to its next place in memory.
    fn move_on(&mut self);
}

/// The places of a contestant in memory, of which it has one at a time.
///
/// Of some hundred addresses there is one at which a session takes half as long
/// again for an action; a step further, or a page, it does not. The same code lies
/// there, and the same data: it is the processor that takes two addresses for one.
/// Whoever stays has that luck in every sample, whoever moves on in a few.
struct Places<F> {
    all: [Option<F>; PLACES],
    at: usize,
}

const PLACES: usize = 8;

impl<F> Places<F> {
    fn new(run: F) -> Self {
        let mut all = [const { None }; PLACES];
        all[0] = Some(run);
        Self { all, at: 0 }
    }
}

impl<F: FnMut(&Job, &mut Meter) -> Answer> Runs for Places<F> {
    fn run(&mut self, job: &Job, meter: &mut Meter) -> Answer {
        let run = self.all[self.at].as_mut().expect("a contestant is where it moved to");
        run(job, meter)
    }

    fn move_on(&mut self) {
        let run = self.all[self.at].take();
        self.at = (self.at + 1) % PLACES;
        self.all[self.at] = run;
    }
}

/// Whether a contestant's answers are its own, and not the others'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alone {
    Never,
    /// Only those of the unmeasured first run are compared with others':
    /// afterwards it takes what comes first in an order of its own.
    WhenMeasured,
    /// It has dice of its own.
    Always,
}

/// One who takes part.
pub(crate) struct Contestant {
    pub(crate) key: Key,
    pub(crate) maker: Maker,
    /// Operations of a sample, if its work has a size of its own.
    ops: Option<u64>,
    alone: Alone,
    run: Box<dyn Runs>,
    /// Why it takes no part any more.
    gone: Option<String>,
}

impl Contestant {
    pub(crate) fn new(
        work: &'static str,
        name: &'static str,
        maker: Maker,
        run: impl FnMut(&Job, &mut Meter) -> Answer + 'static,
    ) -> Self {
        let (key, run) = (Key { work, name }, Box::new(Places::new(run)));
        Self { key, maker, ops: None, alone: Alone::Never, run, gone: None }
    }

    /// Its answers are its own: what is known beforehand is all that is asked.
    pub(crate) fn alone(self, alone: Alone) -> Self {
        Self { alone, ..self }
    }

    fn is_comparable(&self, job: &Job) -> bool {
        match self.alone {
            Alone::Never => true,
            Alone::WhenMeasured => job.verify,
            Alone::Always => false,
        }
    }

    /// Every sample has so many operations, whatever the race says.
    pub(crate) fn always(self, ops: u64) -> Self {
        Self { ops: Some(ops), ..self }
    }
}

/// One work in several sizes: how its cost grows is fitted and drawn.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: &'static str,
    /// What is counted: rules, sources.
    pub(crate) of: &'static str,
    /// Sizes, and the works of those sizes.
    pub(crate) works: Vec<(usize, &'static str)>,
}

impl Series {
    /// Whether this work is one of its sizes.
    pub(crate) fn has(&self, work: &str) -> bool {
        self.works.iter().any(|(_, other)| *other == work)
    }
}

/// One who should take part and cannot.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) key: Key,
    pub(crate) why: String,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    NanosecondsPerOperation,
    MillionMovesPerSecond,
    MillionLeavesPerSecond,
    MillionTurnsPerSecond,
    BytesPerFrame,
    Bytes,
}

/// How many operations make a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sizing {
    /// As many as take the time that the effort asks for.
    ByTime,
    /// This many, because the figure depends on it and not on time.
    Fixed(u64),
}

type Check = Box<dyn Fn(&Job, &Answer) -> Result<(), String>>;

/// A row, ready to run.
pub(crate) struct Race {
    pub(crate) unit: Unit,
    pub(crate) sizing: Sizing,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) missing: Vec<Missing>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) series: Vec<Series>,
    /// What is known about the answer beforehand; asked after every sample.
    pub(crate) check: Check,
    /// Operations of the unmeasured first run, whose answers are all compared.
    pub(crate) verify_ops: u64,
}

/// How thoroughly to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) samples: usize,
    pub(crate) nanoseconds_per_sample: f64,
}

impl Effort {
    pub(crate) const FULL: Self = Self { samples: 31, nanoseconds_per_sample: 10e6 };
    pub(crate) const QUICK: Self = Self { samples: 7, nanoseconds_per_sample: 2e6 };
    /// Shows that a row works, and measures nothing.
    #[cfg(test)]
    pub(crate) const TINY: Self = Self { samples: 2, nanoseconds_per_sample: 1.0 };
}

/// The samples of one contestant: cost of one unit of work, one per round.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) key: Key,
    pub(crate) maker: Maker,
    pub(crate) ops: u64,
    pub(crate) samples: Vec<f64>,
}

/// A contestant's answer is not right, or not the others'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrongAnswer(pub(crate) String);

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Race {
    /// Runs everyone in turn. `progress` hears of each round before it begins. Who
    /// goes away meanwhile is missing afterwards; all others have their figures.
    pub(crate) fn run(
        &mut self,
        effort: Effort,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<Measured>, WrongAnswer> {
        let verify = Job { ops: self.verify_ops, seed: 1, verify: true };
        let everyone = 0..self.contestants.len();
        let jobs = vec![verify; everyone.len()];
        self.round(&jobs, everyone.clone())?;

        let mut measured = self.sized(effort)?;
        // What is counted is the same in every round.
        let samples = if self.unit.is_counted() { 2 } else { effort.samples };
        for round in 0..samples {
            progress(round);
            let job = |m: &Measured| Job { ops: m.ops, seed: round as u64 + 2, verify: false };
            let jobs: Vec<Job> = measured.iter().map(job).collect();
            // Whoever goes first goes last in the next round.
            let order = everyone.clone().cycle().skip(round).take(everyone.len());
            for (place, cost) in self.round(&jobs, order)? {
                measured[place].samples.push(cost);
            }
        }
        Ok(self.without_those_gone(measured))
    }

    fn without_those_gone(&mut self, mut measured: Vec<Measured>) -> Vec<Measured> {
        for Contestant { key, gone, .. } in &mut self.contestants {
            if let Some(why) = gone.clone() {
                measured.retain(|measured| measured.key != *key);
                self.missing.push(Missing { key: *key, why });
            }
        }
        self.contestants.retain(|contestant| contestant.gone.is_none());
        measured
    }

    /// One sample of everyone, in `order`; their answers are compared.
    fn round(
        &mut self,
        jobs: &[Job],
        order: impl Iterator<Item = usize>,
    ) -> Result<Vec<(usize, f64)>, WrongAnswer> {
        let mut costs = Vec::with_capacity(jobs.len());
        let mut answers: Vec<(Key, u64, Answer)> = Vec::with_capacity(jobs.len());
        for place in order {
            let job = jobs[place];
            let Some((cost, answer)) = self.sample(place, &job)? else { continue };
            costs.push((place, cost));
            if !self.contestants[place].is_comparable(&job) {
                continue;
            }
            let key = self.contestants[place].key;
            let same_job =
                |(other, ops, _): &&(Key, u64, Answer)| other.work == key.work && *ops == job.ops;
            if let Some((other, _, theirs)) = answers.iter().find(same_job)
                && *theirs != answer
            {
                return Err(WrongAnswer(format!(
                    "{other} and {key} disagree after {job:?}: {theirs} against {answer}"
                )));
            }
            answers.push((key, job.ops, answer));
        }
        Ok(costs)
    }

    /// What it cost and what was found; none if the contestant is gone.
    fn sample(&mut self, place: usize, job: &Job) -> Result<Option<(f64, Answer)>, WrongAnswer> {
        let contestant = &mut self.contestants[place];
        if contestant.gone.is_some() {
            return Ok(None);
        }
        let mut meter = Meter::default();
        contestant.run.move_on();
        let answer = contestant.run.run(job, &mut meter);
        contestant.gone = meter.failure();
        if contestant.gone.is_some() {
            return Ok(None);
        }
        (self.check)(job, &answer).map_err(|wrong| {
            WrongAnswer(format!("{} is wrong after {job:?}: {wrong}", contestant.key))
        })?;
        Ok(Some((meter.charged() / answer.work as f64, answer)))
    }

    /// Doubles the operations until a sample takes long enough. This also warms
    /// everyone up.
    fn sized(&mut self, effort: Effort) -> Result<Vec<Measured>, WrongAnswer> {
        let mut measured = Vec::with_capacity(self.contestants.len());
        for place in 0..self.contestants.len() {
            let Contestant { key, maker, ops, .. } = self.contestants[place];
            let ops = match (ops, self.sizing) {
                (Some(ops), _) | (None, Sizing::Fixed(ops)) => ops,
                (None, Sizing::ByTime) => self.ops_for(place, effort.nanoseconds_per_sample)?,
            };
            measured.push(Measured { key, maker, ops, samples: Vec::new() });
        }
        Ok(measured)
    }

    fn ops_for(&mut self, place: usize, nanoseconds: f64) -> Result<u64, WrongAnswer> {
        const MOST: u64 = 1 << 32;
        let mut ops = 1;
        loop {
            let job = Job { ops, seed: 1, verify: false };
            let Some((cost, answer)) = self.sample(place, &job)? else { return Ok(ops) };
            // Three quarters: rather a little too short than twice too long.
            if cost * answer.work as f64 >= nanoseconds * 0.75 || ops >= MOST {
                return Ok(ops);
            }
            ops *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::rc::Rc;

    use super::*;

    fn adder(name: &'static str, each: u64) -> Contestant {
        Contestant::new("adding", name, Maker::Hand, move |job, meter| {
            let total =
                meter.time(|| (0..job.ops).fold(0, |sum, _| sum + std::hint::black_box(each)));
            Answer { work: job.ops, facts: vec![("total", total)] }
        })
    }

    fn race(contestants: Vec<Contestant>) -> Race {
        Race {
            unit: Unit::NanosecondsPerOperation,
            sizing: Sizing::ByTime,
            contestants,
            missing: Vec::new(),
            goals: Vec::new(),
            series: Vec::new(),
            check: Box::new(|_, answer| match answer.facts[0].1 % 2 {
                0 => Ok(()),
                _ => Err(format!("an odd total in {answer}")),
            }),
            verify_ops: 10,
        }
    }

    #[test]
    fn everyone_gets_one_sample_per_round() {
        let mut rounds = Vec::new();
        let effort = Effort { samples: 3, nanoseconds_per_sample: 1e4 };
        let measured = race(vec![adder("a", 2), adder("b", 2)])
            .run(effort, |round| rounds.push(round))
            .unwrap();
        assert_eq!(rounds, [0, 1, 2]);
        assert_eq!(measured.len(), 2);
        assert!(measured.iter().all(|m| m.samples.len() == 3 && m.ops > 1));
        assert!(measured.iter().flat_map(|m| &m.samples).all(|&cost| cost > 0.0));
    }

    #[test]
    fn contestants_that_disagree_are_named_with_their_answers() {
        let wrong = race(vec![adder("a", 2), adder("b", 4)]).run(Effort::TINY, |_| ()).unwrap_err();
        assert!(wrong.0.contains("a (adding) and b (adding) disagree"), "{wrong}");
        assert!(wrong.0.contains("total 20 against 10 units of work, total 40"), "{wrong}");
    }

    #[test]
    fn who_is_alone_when_measured_is_still_verified() {
        let own = |name, each| adder(name, each).alone(Alone::WhenMeasured);
        let mut both = race(vec![own("a", 2), own("b", 4)]);
        let job = Job { ops: 3, seed: 2, verify: false };
        assert!(both.round(&[job, job], 0..2).is_ok());
        let wrong = both.run(Effort::TINY, |_| ()).unwrap_err();
        assert!(wrong.0.contains("a (adding) and b (adding) disagree"), "{wrong}");
    }

    #[test]
    fn a_known_answer_is_checked_even_without_others() {
        let wrong = race(vec![adder("odd", 3)]);
        let mut wrong = Race { verify_ops: 1, ..wrong };
        let wrong = wrong.run(Effort::TINY, |_| ()).unwrap_err();
        assert!(wrong.0.starts_with("odd (adding) is wrong"), "{wrong}");
        assert!(wrong.0.contains("an odd total"), "{wrong}");
    }

    #[test]
    fn who_goes_away_in_between_is_missing_and_all_others_are_measured() {
        let mut rounds = 0;
        let leaver = Contestant::new("adding", "leaver", Maker::Hand, move |job, meter| {
            rounds += 1;
            if rounds > 2 {
                meter.fail("it is tired".to_owned());
            }
            meter.charge(1.0);
            Answer { work: job.ops, facts: vec![("total", 2 * job.ops)] }
        });
        let mut race = race(vec![leaver, adder("a", 2)]);
        let measured = race.run(Effort::TINY, |_| ()).unwrap();
        assert_eq!(measured.iter().map(|m| m.key.name).collect::<Vec<_>>(), ["a"]);
        assert_eq!(measured[0].samples.len(), Effort::TINY.samples);
        let [Missing { key, why }] = &race.missing[..] else { panic!("{:?}", race.missing) };
        assert_eq!((key.name, why.as_str()), ("leaver", "it is tired"));
    }

    #[test]
    fn nobody_stays_in_one_place_in_memory() {
        let places: Rc<RefCell<BTreeSet<usize>>> = Rc::default();
        let (seen, mut kept) = (places.clone(), [0_u64; 40]);
        let run = move |job: &Job, meter: &mut Meter| {
            meter.charge(1.0);
            kept[0] += 1;
            seen.borrow_mut().insert(kept.as_ptr().addr());
            Answer { work: job.ops, facts: vec![("total", 2 * kept[0])] }
        };
        let mover = Contestant::new("adding", "mover", Maker::Hand, run).always(1);
        let effort = Effort { samples: PLACES, nanoseconds_per_sample: 1.0 };
        race(vec![mover]).run(effort, |_| ()).unwrap();
        assert_eq!(places.borrow().len(), PLACES);
    }

    #[test]
    fn a_fixed_size_is_kept() {
        let contestants = vec![adder("a", 2), adder("b", 2).always(78)];
        let mut race = Race { sizing: Sizing::Fixed(77), ..race(contestants) };
        let measured = race.run(Effort::TINY, |_| ()).unwrap();
        assert_eq!(measured.iter().map(|m| m.ops).collect::<Vec<_>>(), [77, 78]);
    }
}
