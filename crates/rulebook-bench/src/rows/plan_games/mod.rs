//! `plan-games`: deciding in the opening of a game of chess, and in the entry
//! of backgammon, by the plan and by the reference interpreter.
//!
//! A line of play is prepared. In each of its positions every move that a
//! player would consider is decided, as for a list of legal actions, a few at
//! a time; then the line's own move is submitted. The books are made to be
//! decided: kinds, subjects, phases, declared facts and opaque conditions as
//! in the whole game, but no more of a move's effect than to go on.

mod backgammon;
mod chess;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook::prelude::*;
use rulebook::{BookBuilder, History, Legal, Offer, Passes, SessionOptions};

use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::Maker;
use crate::rows::ours::committed;

/// A position of a line: what is considered there, and what is then done,
/// unless it is the last.
#[derive(Clone, Debug)]
pub(crate) struct Turn<A> {
    pub(crate) considered: Vec<A>,
    pub(crate) done: Option<A>,
}

/// A line of play in some game.
pub(crate) trait Scene: Game<State: Clone, Action: Copy + Send + Sync> + 'static {
    const WORK: &'static str;
    /// How many moves are considered in the whole line, and how many of them
    /// are accepted.
    const CONSIDERED: u64;
    const ACCEPTED: u64;

    /// The book; one of its rules proposes what `offer` does.
    fn book(offer: impl Fn(&mut Offer<'_, Self>) + Send + Sync + 'static) -> BookBuilder<Self>;
    fn line() -> Vec<Turn<Self::Action>>;
    fn start() -> Self::State;
    /// The number of the position in the line.
    fn position(state: &Self::State) -> usize;
    /// The number of the rule that led here.
    fn led_by(state: &Self::State) -> u64;
}

/// How many moves are decided at a time: with more of them, comparing those
/// that are listed already would count.
const AT_A_TIME: usize = 8;

/// One who decides everything that is considered in a line.
struct Deciding<S: Scene> {
    book: Book<S>,
    line: Arc<[Turn<S::Action>]>,
    /// Which of the moves are proposed next.
    part: Arc<AtomicUsize>,
    legal: Vec<Legal<S>>,
}

impl<S: Scene> Deciding<S> {
    fn new(passes: Passes) -> Self {
        let line: Arc<[Turn<S::Action>]> = S::line().into();
        let part = Arc::new(AtomicUsize::new(0));
        let (turns, next) = (line.clone(), part.clone());
        let offer = move |offer: &mut Offer<'_, S>| {
            let considered = &turns[S::position(offer.state)].considered;
            let parts = considered.chunks(AT_A_TIME);
            let now = parts.skip(next.load(Ordering::Relaxed)).take(1);
            now.for_each(|part| part.iter().for_each(|&action| offer.push(action)));
        };
        let book = S::book(offer).passes(passes).compile().expect("the book has no mistakes");
        Self { book, line, part, legal: Vec::new() }
    }

    fn start(&self) -> Session<S> {
        let options = SessionOptions { history: History::None, ..SessionOptions::default() };
        self.book.start_with(S::start(), Seed(1), options).expect("the line can start")
    }

    /// Goes through the line: how many moves are considered, and how many of
    /// them are accepted.
    fn go(&mut self, game: &mut Session<S>) -> (u64, u64) {
        let (mut considered, mut accepted) = (0, 0);
        for turn in &*self.line {
            considered += turn.considered.len();
            for part in 0..turn.considered.len().div_ceil(AT_A_TIME) {
                self.part.store(part, Ordering::Relaxed);
                self.legal.clear();
                let listed = game.legal_into(Seat(0), &mut self.legal);
                listed.expect("legal actions can be listed");
                accepted += black_box(&self.legal).len();
            }
            if let Some(done) = turn.done {
                committed(game.submit(Seat(0), done));
            }
        }
        (considered as u64, accepted as u64)
    }

    /// Depends on which rule accepts each move.
    fn rules(&self) -> u64 {
        let mut game = self.start();
        let mut digest = 0_u64;
        for turn in &*self.line {
            let mut line = game.search(Seed(2));
            for &action in &turn.considered {
                let committed = line.push(Seat(0), action).expect("no fault").is_committed();
                let rule = if committed { S::led_by(line.state()) + 1 } else { 0 };
                digest = (digest.rotate_left(7) ^ rule).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                line.pop_to(0);
            }
            if let Some(done) = turn.done {
                game.submit(Seat(0), done).expect("no fault");
            }
        }
        digest
    }
}

/// One operation is the whole line; what is counted are decisions.
fn contestant<S: Scene>(name: &'static str, passes: Passes) -> Contestant {
    let mut made = None;
    Contestant::new(S::WORK, name, Maker::Ours, move |job: &Job, meter: &mut Meter| {
        let deciding = made.get_or_insert_with(|| Deciding::<S>::new(passes));
        let (mut considered, mut accepted) = (0, 0);
        for _ in 0..job.ops {
            let mut game = deciding.start();
            let found = meter.time(|| deciding.go(&mut game));
            considered += found.0;
            accepted += found.1;
        }
        let rules = if job.verify { deciding.rules() } else { 0 };
        let expected = (job.ops * S::CONSIDERED, job.ops * S::ACCEPTED);
        let wrong = u64::from((considered, accepted) != expected);
        let facts = vec![("accepted", accepted), ("wrong", wrong), ("rules", rules)];
        Answer { work: considered, facts }
    })
}

fn check(_: &Job, answer: &Answer) -> Result<(), String> {
    match answer.facts[..] {
        [_, ("wrong", 0), _] => Ok(()),
        _ => Err(format!("{answer} is not what the line has")),
    }
}

pub(crate) fn race() -> Race {
    let (plan, reference) = ("rulebook", "rulebook, every rule asked");
    let goal = |work| {
        let key = |name| Key { work, name };
        Goal::at_most(key(plan), 0.7, key(reference))
    };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant::<chess::Chess>(plan, Passes::all()),
            contestant::<chess::Chess>(reference, Passes::none()),
            contestant::<backgammon::Backgammon>(plan, Passes::all()),
            contestant::<backgammon::Backgammon>(reference, Passes::none()),
        ],
        missing: Vec::new(),
        goals: [chess::Chess::WORK, backgammon::Backgammon::WORK].map(goal).to_vec(),
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 1,
    }
}
