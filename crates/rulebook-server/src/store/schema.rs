//! The tables, and how older ones become the newest.

use rusqlite::Connection;

/// Each step makes the version after it of the one before: new ones are added
/// at the end, and old ones never change.
pub(super) const STEPS: &[&str] = &[
    "
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        seed TEXT NOT NULL,
        position TEXT,
        seats TEXT NOT NULL,
        created INTEGER NOT NULL,
        broken TEXT
    ) WITHOUT ROWID;
    CREATE INDEX matches_by_age ON matches (created);
    CREATE TABLE nodes (
        of TEXT NOT NULL REFERENCES matches (id),
        node INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        by TEXT NOT NULL,
        action TEXT NOT NULL,
        answers TEXT NOT NULL,
        events INTEGER NOT NULL,
        result TEXT,
        digest TEXT,
        PRIMARY KEY (of, node)
    ) WITHOUT ROWID;
    CREATE TABLE waiting (
        of TEXT NOT NULL REFERENCES matches (id),
        at INTEGER NOT NULL,
        by TEXT NOT NULL,
        action TEXT NOT NULL,
        answers TEXT NOT NULL,
        PRIMARY KEY (of, at)
    ) WITHOUT ROWID;
    CREATE TABLE answers (
        of TEXT NOT NULL REFERENCES matches (id),
        request TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (of, request)
    ) WITHOUT ROWID;
",
    "
    ALTER TABLE answers ADD COLUMN asked TEXT;
    -- What moved by itself had names that others could use.
    UPDATE answers SET request = '~' || request WHERE request GLOB 'auto-*';
",
];

/// Makes a connection ready to write: safe against a crash, and with tables of
/// the newest version.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), String> {
    let said = |error: rusqlite::Error| error.to_string();
    // A commit returns when it is on the disk, also if the machine fails.
    let settings =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";
    connection.execute_batch(settings).map_err(said)?;
    let version: u32 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(said)?;
    let version = version as usize;
    let Some(missing) = STEPS.get(version..) else {
        return Err(format!(
            "it is of version {version}, and this program knows no newer than {}: use a newer \
             program, or another data folder",
            STEPS.len()
        ));
    };
    for (step, sql) in missing.iter().enumerate() {
        let change = connection.transaction().map_err(said)?;
        change.execute_batch(sql).map_err(said)?;
        change
            .execute_batch(&format!("PRAGMA user_version = {}", version + step + 1))
            .map_err(said)?;
        change.commit().map_err(said)?;
    }
    Ok(())
}
