//! Matches: trees of nodes, kept in the store and played in memory.
//!
//! What is answered was written before. Each match has a lock of its own, so
//! that one that is slow keeps nobody else waiting; those that nobody uses any
//! more are dropped from memory and read again when they are wanted.

mod act;
mod autoplay;
mod failure;
mod lines;
mod look;
mod name;
mod records;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rulebook::Seed;

pub(crate) use act::Request;
pub(crate) use autoplay::Course;
pub(crate) use failure::Failure;
pub(crate) use table::{News, Table};

use crate::game::Offered;
use crate::store::{Entry, MatchRow, Store};
use crate::studio::Studio;
use crate::wire::{self, NewMatch, Player};
use table::Tree;

/// So many matches are kept in memory.
const MOST_LIVE: usize = 64;

/// All matches.
pub(crate) struct Matches {
    studio: Studio,
    store: Store,
    live: Mutex<BTreeMap<String, Arc<Table>>>,
    clock: AtomicU64,
}

impl Matches {
    /// The matches of a store.
    pub(crate) fn new(studio: Studio, store: Store) -> Self {
        Matches { studio, store, live: Mutex::default(), clock: AtomicU64::new(0) }
    }

    /// The games.
    pub(crate) fn studio(&self) -> &Studio {
        &self.studio
    }

    /// The game of that name.
    pub(crate) fn game(&self, name: &str) -> Result<&dyn Offered, Failure> {
        self.studio.find(name).ok_or_else(|| {
            let known = self.studio.games().collect::<Vec<_>>().join(", ");
            Failure::not_found(
                "no_such_game",
                format!("There is no game {name:?}. There are {known}."),
            )
        })
    }

    /// Some matches, the newest first: the newest of all, or those before one.
    pub(crate) fn list(
        &self,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<wire::Match>, Failure> {
        if let Some(id) = before
            && !self.store.has(id)?
        {
            return Err(no_such_match(id));
        }
        Ok(self.store.matches(before, limit)?.iter().map(described).collect())
    }

    /// Makes a match.
    pub(crate) fn create(&self, asked: &NewMatch) -> Result<wire::Match, Failure> {
        let game = self.game(&asked.game)?;
        let seed = match &asked.seed {
            None => chance(),
            Some(text) => text.parse().map_err(|_no_number| {
                let message =
                    format!("{text:?} is no seed: write a whole number from 0 to {}.", u64::MAX);
                Failure::unfit("no_such_seed", message)
            })?,
        };
        let row = MatchRow {
            id: format!("{:016x}", chance()),
            game: asked.game.clone(),
            seed,
            position: asked.position.clone(),
            seats: seats(game, asked.seats.as_deref())?,
            created: now(),
            broken: None,
            head: 0,
            result: None,
        };
        let line = table::careful(|| game.start(Seed(seed), row.position.as_deref()))??;
        self.store.write(vec![Entry::Match(row.clone())])?;
        let words = table::careful(|| game.words(row.position.as_deref()))??;
        let table = Table::new(Tree::new(row.clone(), Some(line), words));
        self.keep(Arc::new(table));
        Ok(described(&row))
    }

    /// The match of that name, if it is in memory.
    pub(crate) fn at_hand(&self, id: &str) -> Option<Arc<Table>> {
        let table = self.live().get(id).cloned()?;
        table.used.store(self.tick(), Ordering::Relaxed);
        Some(table)
    }

    /// The match of that name, from memory or from the store.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Table>, Failure> {
        if let Some(table) = self.at_hand(id) {
            return Ok(table);
        }
        let loaded = self.store.load(id)?.ok_or_else(|| no_such_match(id))?;
        let game = self.game(&loaded.row.game)?;
        let words = table::careful(|| game.words(loaded.row.position.as_deref()))??;
        Ok(self.keep(Arc::new(Table::new(Tree::loaded(loaded, words)))))
    }

    /// Keeps a match in memory, and lets go of what nobody has used for long.
    fn keep(&self, table: Arc<Table>) -> Arc<Table> {
        let mut live = self.live();
        table.used.store(self.tick(), Ordering::Relaxed);
        // Somebody else may have been quicker: there is only one of each.
        let kept = live.entry(table.id.clone()).or_insert(table).clone();
        while live.len() > MOST_LIVE {
            // Whoever is using one holds it too.
            let idle = live.iter().filter(|(_, table)| Arc::strong_count(table) == 1);
            let oldest = idle.min_by_key(|(_, table)| table.used.load(Ordering::Relaxed));
            let Some(id) = oldest.map(|(id, _)| id.clone()) else { break };
            live.remove(&id);
        }
        kept
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Table>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }
}

/// A match as it is told.
pub(crate) fn described(row: &MatchRow) -> wire::Match {
    wire::Match {
        id: row.id.clone(),
        game: row.game.clone(),
        seed: row.seed.to_string(),
        position: row.position.clone(),
        seats: row.seats.clone(),
        head: row.head,
        nodes: row.head + 1,
        created: row.created,
        result: row.result.clone(),
        broken: row.broken.clone(),
    }
}

fn no_such_match(id: &str) -> Failure {
    let message = format!("There is no match {id:?}: GET /api/matches lists them.");
    Failure::not_found("no_such_match", message)
}

/// Who sits where, if that is possible.
fn seats(game: &dyn Offered, asked: Option<&[Player]>) -> Result<Vec<Player>, Failure> {
    let info = game.info();
    let Some(asked) = asked else { return Ok(vec![Player::Human; usize::from(info.seats)]) };
    if asked.len() != usize::from(info.seats) {
        let message = format!("{} has {} seats, and not {}.", info.name, info.seats, asked.len());
        return Err(Failure::unfit("wrong_seats", message));
    }
    match asked.iter().find(|player| !info.players.contains(player)) {
        Some(player) => {
            let message = format!("Nobody called {:?} plays {} here.", player.word(), info.name);
            Err(Failure::unfit("wrong_seats", message))
        }
        None => Ok(asked.to_vec()),
    }
}

/// A number that nobody can guess: seeds and names of matches are no part of a
/// game.
#[expect(clippy::disallowed_types, reason = "nobody is to guess what comes")]
fn chance() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

/// The hour at which a match is made is written beside it, and tells the game
/// nothing.
#[expect(clippy::disallowed_methods, reason = "people want to know when they played")]
fn now() -> u64 {
    // A clock before 1970 is wrong, and so is the age that it gives.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
