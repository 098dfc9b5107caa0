//! Reading what was written.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Loaded, MatchRow, NodeRow};
use crate::game::Waiting;
use crate::wire::{Player, Who};

/// Reads matches that were chosen before: what is looked up for each of them is
/// looked up for no other.
fn of(chosen: &str) -> String {
    format!(
        "SELECT id, game, seed, position, seats, created, broken, head,
                (SELECT result FROM nodes WHERE of = id AND node = head)
         FROM (SELECT *, (SELECT COALESCE(MAX(node), 0) FROM nodes WHERE of = id) AS head
               FROM ({chosen}))"
    )
}

/// Some matches, the newest first: the newest of all, or those before one.
pub(super) fn matches(
    connection: &Connection,
    before: Option<&str>,
    limit: u32,
) -> rusqlite::Result<Vec<MatchRow>> {
    let newest = "ORDER BY created DESC, id DESC LIMIT ?1";
    match before {
        None => {
            let sql = of(&format!("SELECT * FROM matches {newest}"));
            connection.prepare_cached(&sql)?.query_map([limit], match_row)?.collect()
        }
        Some(before) => {
            let sql = of(&format!(
                "SELECT * FROM matches
                 WHERE (created, id) < (SELECT created, id FROM matches WHERE id = ?2) {newest}"
            ));
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map(params![limit, before], match_row)?.collect()
        }
    }
}

/// Whether there is a match of that name.
pub(super) fn has(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM matches WHERE id = ?1")?.exists([id])
}

/// A match with everything that belongs to it.
pub(super) fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<Loaded>> {
    let sql = of("SELECT * FROM matches WHERE id = ?1");
    let row = connection.prepare_cached(&sql)?.query_row([id], match_row).optional()?;
    let Some(row) = row else { return Ok(None) };
    let sql = "SELECT node, parent, by, action, answers, events, result, digest
               FROM nodes WHERE of = ?1 ORDER BY node";
    let nodes: rusqlite::Result<_> =
        connection.prepare_cached(sql)?.query_map([id], node_row)?.collect();
    let sql = "SELECT at, by, action, answers FROM waiting WHERE of = ?1";
    let waiting = |row: &Row<'_>| {
        let waiting = Waiting {
            by: parsed::<Who>(row, 1)?.0,
            action: row.get(2)?,
            answers: numbers(row, 3)?,
        };
        Ok((row.get(0)?, waiting))
    };
    let waiting: rusqlite::Result<_> =
        connection.prepare_cached(sql)?.query_map([id], waiting)?.collect();
    Ok(Some(Loaded { row, nodes: nodes?, waiting: waiting? }))
}

/// What a request asked (unknown of old ones), and the answer that it has got.
pub(super) fn answer(
    connection: &Connection,
    of: &str,
    request: &str,
) -> rusqlite::Result<Option<(Option<String>, String)>> {
    let sql = "SELECT asked, answer FROM answers WHERE of = ?1 AND request = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_row(params![of, request], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    let seats: String = row.get(4)?;
    let seats = seats.split(',').filter(|word| !word.is_empty());
    let seats: Option<Vec<Player>> = seats.map(Player::read).collect();
    let created: i64 = row.get(5)?;
    Ok(MatchRow {
        id: row.get(0)?,
        game: row.get(1)?,
        seed: parsed(row, 2)?,
        position: row.get(3)?,
        seats: seats.ok_or_else(|| unreadable(4, "unknown players"))?,
        created: u64::try_from(created).unwrap_or_default(),
        broken: row.get(6)?,
        head: row.get(7)?,
        result: row.get(8)?,
    })
}

fn node_row(row: &Row<'_>) -> rusqlite::Result<NodeRow> {
    Ok(NodeRow {
        node: row.get(0)?,
        parent: row.get(1)?,
        by: parsed(row, 2)?,
        action: row.get(3)?,
        answers: numbers(row, 4)?,
        events: row.get(5)?,
        result: row.get(6)?,
        digest: row.get(7)?,
    })
}

/// Reads a text as something else.
fn parsed<T: std::str::FromStr>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    let text: String = row.get(at)?;
    text.parse().map_err(|_foreign| unreadable(at, &text))
}

/// Reads numbers that were written as `1,0,3`.
fn numbers(row: &Row<'_>, at: usize) -> rusqlite::Result<Vec<u32>> {
    let text: String = row.get(at)?;
    let numbers = text.split(',').filter(|word| !word.is_empty()).map(str::parse);
    numbers.collect::<Result<_, _>>().map_err(|_foreign| unreadable(at, &text))
}

fn unreadable(at: usize, what: &str) -> rusqlite::Error {
    let why = format!("{what:?} is nothing that this program has written");
    rusqlite::Error::FromSqlConversionFailure(at, Type::Text, why.into())
}
