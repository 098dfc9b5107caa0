//! Many games on many threads.
//!
//! The games are numbered, each has a seed of its own, and what they came to is
//! put together in their order: so nothing depends on the number of threads. An
//! interrupted series is its beginning, without holes.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rulebook::{Book, Digest, Legal, SessionOptions};
use rulebook_bots::NoDecision;
use rulebook_games::{CountsAs, Playable};

use super::bots::Bots;
use super::record::Records;
use super::tally::Tally;
use crate::failure::Failure;
use crate::interrupt;
use crate::player::{Manner, Players, nth_seed};
use crate::progress::Progress;
use crate::seats::Who;

/// How many games a thread takes at a time.
const BATCH: u64 = 16;

/// Games to be played.
pub(super) struct Series<G: Playable> {
    pub(super) book: Book<G>,
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// A game that goes on after so many actions is left.
    pub(super) longest: u64,
    pub(super) options: SessionOptions,
    /// Where records go, if they are wanted.
    pub(super) records: Option<Records>,
    /// Who plays, by seat.
    pub(super) seats: Vec<Who>,
}

impl<G: Playable> Series<G> {
    /// Plays them, each from this state.
    pub(super) fn play(&self, start: &G::State) -> Result<Tally, Failure> {
        let next = AtomicU64::new(0);
        let done = Mutex::new(BTreeMap::new());
        let progress = Progress::new(self.games, "games");
        let ran: Vec<Result<(), Failure>> = thread::scope(|scope| {
            let (next, done, progress) = (&next, &done, &progress);
            let work = move |start: G::State| {
                let ran = self.work(&start, next, done, progress);
                // If one fails, the others need not go on.
                ran.inspect_err(|_| next.store(self.games, Ordering::Relaxed))
            };
            // Each has a state of its own, which need not be shared.
            let starts = (0..self.threads).map(|_| start.clone());
            let threads = starts.map(|start| scope.spawn(move || work(start)));
            let threads: Vec<_> = threads.collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        drop(progress);
        ran.into_iter().collect::<Result<(), Failure>>()?;
        let done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(self.put_together(done))
    }

    /// The beginning of the series, as far as it is without holes.
    fn put_together(&self, done: BTreeMap<u64, Tally>) -> Tally {
        let mut all = Tally::new(G::SEATS);
        for (first, batch) in done {
            if first != all.games() {
                break;
            }
            all.add(batch);
        }
        all
    }

    /// Plays batch after batch, until there is none.
    fn work(
        &self,
        start: &G::State,
        next: &AtomicU64,
        done: &Mutex<BTreeMap<u64, Tally>>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= self.games || interrupt::is_asked() {
                return Ok(());
            }
            let mut batch = Tally::new(G::SEATS);
            for nth in (first..self.games).take(BATCH as usize) {
                if interrupt::is_asked() || !self.game(nth, start, &mut batch)? {
                    break;
                }
                progress.add(1);
            }
            done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(first, batch);
        }
    }

    /// Plays one game; false if it was interrupted.
    fn game(&self, nth: u64, start: &G::State, batch: &mut Tally) -> Result<bool, Failure> {
        let seed = nth_seed(self.seed, nth);
        let mut game = self.book.start_with(start.clone(), seed, self.options)?;
        let mut players = Players::new(seed, Manner::Moving);
        let mut bots = Bots::new(&self.seats, &self.book, seed);
        let mut tally = Tally::new(G::SEATS);
        let mut moves = 0;
        while game.result().is_none() && game.number() < self.longest {
            if interrupt::is_asked() {
                return Ok(false);
            }
            let legal = game.legal_all()?;
            let is_move = |legal: &&Legal<G>| G::counts_as(legal.action()) == CountsAs::Move;
            let among = legal.iter().filter(is_move).count() as u64;
            if among > 0 {
                tally.chose(moves, among);
                moves += 1;
            }
            let Some(picked) = players.act::<G>(&legal) else {
                return Err(Failure::Stuck { frame: game.number() });
            };
            match bots.make(&mut game, picked, &mut players) {
                Err(Failure::NoDecision(NoDecision::Stopped)) => return Ok(false),
                made => made?,
            }
        }
        if let Some(records) = &self.records {
            records.keep(nth, &mut game, start)?;
        }
        let digest = game.digest()?.unwrap_or(Digest(0));
        tally.ended(game.number(), game.result().as_ref(), digest);
        batch.add(tally);
        Ok(true)
    }
}
