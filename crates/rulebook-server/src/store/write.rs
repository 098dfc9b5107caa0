//! The thread that writes.

use std::sync::mpsc::{Receiver, SyncSender};

use rusqlite::{Connection, TransactionBehavior, params};

use super::{MatchRow, NodeRow};
use crate::game::Waiting;
use crate::wire::Who;

/// So many jobs share one commit at most.
const MOST: usize = 256;

/// Something to write.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    /// A new match.
    Match(MatchRow),
    /// A new node of a match.
    Node(String, NodeRow),
    /// What waits for a choice at a node of a match from now on.
    Waiting(String, u32, Option<Waiting>),
    /// The answer that a request to a match got.
    Answer {
        /// The match.
        of: String,
        /// The name of the request.
        request: String,
        /// The digest of what it asked.
        asked: String,
        /// The answer.
        answer: String,
    },
    /// A match that accepts nothing more, and why.
    Broken(String, String),
}

/// What is written together, and who waits for it.
pub(super) struct Job {
    pub(super) entries: Vec<Entry>,
    pub(super) done: SyncSender<Result<(), String>>,
}

/// Writes until nobody can ask any more.
pub(super) fn run(mut connection: Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut jobs = vec![first];
        jobs.extend(queue.try_iter().take(MOST - 1));
        let written = commit(&mut connection, &jobs);
        for (number, job) in jobs.into_iter().enumerate() {
            let result = match &written {
                Ok(results) => results[number].clone(),
                Err(error) => Err(error.clone()),
            };
            // Whoever asked and does not listen any more has gone home.
            let _ = job.done.send(result);
        }
    }
}

/// Writes all jobs in one transaction. A job that fails takes nothing else
/// with it; a commit that fails takes all.
fn commit(connection: &mut Connection, jobs: &[Job]) -> Result<Vec<Result<(), String>>, String> {
    let said = |error: rusqlite::Error| error.to_string();
    let mut all =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(said)?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        let mut own = all.savepoint().map_err(said)?;
        let written = job.entries.iter().try_for_each(|entry| write(&own, entry));
        if written.is_err() {
            own.rollback().map_err(said)?;
        }
        own.commit().map_err(said)?;
        results.push(written.map_err(said));
    }
    all.commit().map_err(said)?;
    Ok(results)
}

fn write(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    match entry {
        Entry::Match(row) => write_match(connection, row),
        Entry::Node(of, row) => write_node(connection, of, row),
        Entry::Waiting(of, at, None) => {
            let sql = "DELETE FROM waiting WHERE of = ?1 AND at = ?2";
            connection.prepare_cached(sql)?.execute(params![of, at]).map(drop)
        }
        Entry::Waiting(of, at, Some(waiting)) => {
            let sql = "INSERT OR REPLACE INTO waiting (of, at, by, action, answers)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            let (by, answers) = (Who(waiting.by).to_string(), numbers(&waiting.answers));
            let values = params![of, at, by, waiting.action, answers];
            connection.prepare_cached(sql)?.execute(values).map(drop)
        }
        Entry::Answer { of, request, asked, answer } => {
            let sql = "INSERT INTO answers (of, request, asked, answer) VALUES (?1, ?2, ?3, ?4)";
            connection.prepare_cached(sql)?.execute(params![of, request, asked, answer]).map(drop)
        }
        Entry::Broken(of, why) => {
            let sql = "UPDATE matches SET broken = ?2 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![of, why]).map(drop)
        }
    }
}

fn write_match(connection: &Connection, row: &MatchRow) -> rusqlite::Result<()> {
    let sql = "INSERT INTO matches (id, game, seed, position, seats, created, broken)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let seats: Vec<&str> = row.seats.iter().map(|player| player.word()).collect();
    let created = i64::try_from(row.created).unwrap_or(i64::MAX);
    connection.prepare_cached(sql)?.execute(params![
        row.id,
        row.game,
        row.seed.to_string(),
        row.position,
        seats.join(","),
        created,
        row.broken,
    ])?;
    Ok(())
}

fn write_node(connection: &Connection, of: &str, row: &NodeRow) -> rusqlite::Result<()> {
    let sql = "INSERT INTO nodes (of, node, parent, by, action, answers, events, result, digest)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.prepare_cached(sql)?.execute(params![
        of,
        row.node,
        row.parent,
        row.by.to_string(),
        row.action,
        numbers(&row.answers),
        row.events,
        row.result,
        row.digest,
    ])?;
    Ok(())
}

/// Numbers as text: `1,0,3`.
fn numbers(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(",")
}
