//! Reading lines. What would be lost in the compact form is refused: a field
//! that nobody knows, a field where it does not belong.

use std::io::{BufRead, Read};

use rulebook::{Digest, History, Reversibility, Seat, Seed};
use serde::Deserialize;

use super::line::{AsksLine, HeaderLine, Hex, JoinedLine, Kept, Line, Mode, Who};
use super::object::Object;
use super::words::damage;
use crate::change::Change;
use crate::entry::{Entry, Header, Joined, Setup, Then};
use crate::error::ReadErrorKind;
use crate::limits::ReadLimits;
use crate::opening::known;

/// What comes next in a file of lines.
pub(crate) enum Next {
    /// The end, after a whole line.
    End,
    /// A line, and whether its end is there too.
    Line { text: Vec<u8>, is_ended: bool },
}

/// Reads the next line, without its end.
pub(crate) fn next(input: &mut impl BufRead, limits: &ReadLimits) -> Result<Next, ReadErrorKind> {
    let mut text = Vec::new();
    let most = limits.entry as u64 + 1;
    input.by_ref().take(most).read_until(b'\n', &mut text)?;
    let is_ended = text.last() == Some(&b'\n');
    if is_ended {
        text.pop();
    } else if text.len() > limits.entry {
        return Err(ReadErrorKind::TooLong { limit: limits.entry });
    }
    Ok(if text.is_empty() && !is_ended { Next::End } else { Next::Line { text, is_ended } })
}

fn malformed(why: impl Into<String>) -> ReadErrorKind {
    ReadErrorKind::Malformed(why.into())
}

fn json<'t, T: Deserialize<'t>>(text: &'t [u8]) -> Result<T, ReadErrorKind> {
    if text.trim_ascii().is_empty() {
        return Err(malformed("the line is empty, and a record has no empty lines: take it out"));
    }
    let read = serde_json::from_slice(text).map(|Object(line)| line);
    read.map_err(|error| malformed(damage(&error)))
}

/// The header and the chain that its line claims.
pub(crate) fn read_header(text: &[u8]) -> Result<(Header, Digest), ReadErrorKind> {
    /// Enough to know what it is; what else stands there is another version's.
    #[derive(Deserialize)]
    struct Mark {
        rulebook: u64,
    }
    let Ok(Object(Mark { rulebook })) = serde_json::from_slice(text) else {
        let is_ours = text.starts_with(b"{\"rulebook\"");
        return Err(if is_ours {
            json::<HeaderLine>(text).err().unwrap_or(ReadErrorKind::NotARecord)
        } else {
            ReadErrorKind::NotARecord
        });
    };
    let format = known(rulebook)?;
    let line: HeaderLine = json(text)?;
    let seed = line.seed.parse().ok().filter(|seed: &u64| seed.to_string() == line.seed);
    let data = line.data.unwrap_or_default().into_iter();
    let header = Header {
        format,
        game: line.game,
        book: line.book.0,
        version: line.version,
        data: data.map(|(name, Hex(digest))| (name, digest)).collect(),
        players: line.players.unwrap_or_default(),
        setup: line.position.map_or(Setup::Standard, Setup::Position),
        seed: Seed(
            seed.ok_or_else(|| malformed("\"seed\" is a whole number of 64 bits, as text"))?,
        ),
        mode: match line.mode {
            Mode::Play => rulebook::Mode::Play,
            Mode::Analysis => rulebook::Mode::Analysis,
        },
        history: history(line.history)?,
        start: line.digest.0,
    };
    Ok((header, line.chain.0))
}

fn history(kept: Kept) -> Result<History, ReadErrorKind> {
    Ok(match kept {
        Kept::All => History::All,
        Kept::None => History::None,
        Kept::Last(count) => History::Last(
            usize::try_from(count).map_err(|_large| malformed("\"last\" is too large"))?,
        ),
    })
}

/// What a line says: the entry, the change of the position, the number of its
/// frame, and the chain.
pub(crate) struct Said {
    pub(crate) entry: Entry,
    /// What stands in the place of its position.
    pub(crate) change: Option<Change>,
    pub(crate) frame: Option<u64>,
    pub(crate) chain: Digest,
}

/// Reads a line.
pub(crate) fn read_line(text: &[u8]) -> Result<Said, ReadErrorKind> {
    let mut line: Line = json(text)?;
    let chain = line.chain.take().ok_or_else(|| malformed("the field \"chain\" is missing"))?.0;
    let frame = line.frame.take();
    let mut entry = entry(&mut line)?;
    // Where a position could stand, and none does.
    let change = match entry.position_mut() {
        Some(None) => line.change.take().map(|change| change.0),
        _ => None,
    };
    if let Some(field) = left(&line) {
        return Err(malformed(format!("the field \"{field}\" does not belong here")));
    }
    Ok(Said { entry, change, frame, chain })
}

/// The entry, taking what belongs to it out of the line.
fn entry(line: &mut Line) -> Result<Entry, ReadErrorKind> {
    if let Some(action) = line.act.take() {
        let by = by(line)?;
        let reversibility = match flag(line.irreversible.take(), "irreversible")? {
            true => Reversibility::Irreversible,
            false => Reversibility::Reversible,
        };
        return Ok(Entry::Act { by, action, reversibility, then: then(line)? });
    }
    if let Some(acts) = line.acts.take() {
        let one = |Object(JoinedLine { act, by, digest }): Object<JoinedLine>| Joined {
            by: by.0,
            action: act,
            digest: digest.0,
        };
        let acts = acts.into_iter().map(one).collect();
        return Ok(Entry::Acts { acts, position: line.position.take() });
    }
    if let Some(option) = line.answer.take() {
        return Ok(Entry::Answer { by: by(line)?, option, then: then(line)? });
    }
    if let Some(to) = line.rewind.take() {
        return Ok(Entry::Rewind { to, digest: digest(line)? });
    }
    if let Some(rule) = line.enable.take() {
        return Ok(Entry::Enable { rule, digest: digest(line)? });
    }
    if let Some(rule) = line.disable.take() {
        return Ok(Entry::Disable { rule, digest: digest(line)? });
    }
    if let Some(scores) = line.end.take() {
        return Ok(Entry::End { scores });
    }
    if flag(line.withdraw.take(), "withdraw")? {
        return Ok(Entry::Withdraw);
    }
    Err(malformed(
        "none of the fields act, acts, answer, withdraw, rewind, enable, disable and end is there",
    ))
}

fn then(line: &mut Line) -> Result<Then, ReadErrorKind> {
    if let Some(Object(AsksLine { seat, asked, options })) = line.asks.take() {
        return Ok(Then::Asks { seat: Seat(seat), asked: asked.0, options });
    }
    if flag(line.refused.take(), "refused")? {
        return Ok(Then::Refused);
    }
    if flag(line.dropped.take(), "dropped")? {
        return Ok(Then::Dropped);
    }
    Ok(Then::Frame { digest: digest(line)?, position: line.position.take() })
}

fn by(line: &mut Line) -> Result<rulebook::By, ReadErrorKind> {
    let Who(by) = line.by.take().ok_or_else(|| malformed("the field \"by\" is missing"))?;
    Ok(by)
}

fn digest(line: &mut Line) -> Result<Digest, ReadErrorKind> {
    let hex = line.digest.take().ok_or_else(|| malformed("the field \"digest\" is missing"))?;
    Ok(hex.0)
}

/// A field that is there and true, or not there.
fn flag(said: Option<bool>, field: &str) -> Result<bool, ReadErrorKind> {
    match said {
        None => Ok(false),
        Some(true) => Ok(true),
        Some(false) => Err(malformed(format!("the field \"{field}\" can only be true"))),
    }
}

/// A field that nobody took.
fn left(line: &Line) -> Option<&'static str> {
    let fields = [
        ("act", line.act.is_some()),
        ("acts", line.acts.is_some()),
        ("answer", line.answer.is_some()),
        ("withdraw", line.withdraw.is_some()),
        ("rewind", line.rewind.is_some()),
        ("enable", line.enable.is_some()),
        ("disable", line.disable.is_some()),
        ("end", line.end.is_some()),
        ("by", line.by.is_some()),
        ("irreversible", line.irreversible.is_some()),
        ("asks", line.asks.is_some()),
        ("refused", line.refused.is_some()),
        ("dropped", line.dropped.is_some()),
        ("position", line.position.is_some()),
        ("change", line.change.is_some()),
        ("digest", line.digest.is_some()),
    ];
    fields.into_iter().find(|(_, is_there)| *is_there).map(|(field, _)| field)
}
