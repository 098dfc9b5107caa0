//! Header and entries as bytes. The compact form holds these bytes, and the
//! chain of both forms is made of them.

use std::collections::BTreeMap;

use rulebook::{Digest, History, Mode, Reversibility, Seat, Seed};

use super::bytes::{Malformed, Sink, Source};
use crate::change::{Change, Step};
use crate::entry::{Entry, Header, Joined, Setup, Then};

/// The header's bytes.
pub(crate) fn write_header(header: &Header) -> Vec<u8> {
    let mut sink = Sink::default();
    sink.text(&header.game);
    sink.digest(header.book);
    sink.maybe(header.version.as_deref());
    sink.number(header.data.len() as u64);
    for (name, digest) in &header.data {
        sink.text(name);
        sink.digest(*digest);
    }
    sink.number(header.players.len() as u64);
    for player in &header.players {
        sink.text(player);
    }
    match &header.setup {
        Setup::Standard => sink.maybe(None),
        Setup::Position(text) => sink.maybe(Some(text)),
    }
    sink.fixed(header.seed.0);
    sink.byte(match header.mode {
        Mode::Play => 0,
        Mode::Analysis => 1,
    });
    match header.history {
        History::All => sink.byte(0),
        History::None => sink.byte(1),
        History::Last(count) => {
            sink.byte(2);
            sink.number(count as u64);
        }
    }
    sink.digest(header.start);
    sink.0
}

/// A header from its bytes.
pub(crate) fn read_header(format: u32, bytes: &[u8]) -> Result<Header, Malformed> {
    let mut source = Source::new(bytes);
    let header = Header {
        format,
        game: source.text()?,
        book: source.digest()?,
        version: source.maybe()?,
        data: data(&mut source)?,
        players: source.list(Source::text)?,
        setup: source.maybe()?.map_or(Setup::Standard, Setup::Position),
        seed: Seed(source.fixed()?),
        mode: if source.flag()? { Mode::Analysis } else { Mode::Play },
        history: history(&mut source)?,
        start: source.digest()?,
    };
    source.end()?;
    Ok(header)
}

/// Names in ascending order, each once, with their digests.
fn data(source: &mut Source<'_>) -> Result<BTreeMap<String, Digest>, Malformed> {
    let all = source.list(|source| Ok((source.text()?, source.digest()?)))?;
    if all.is_sorted_by(|(one, _), (next, _)| one < next) {
        Ok(all.into_iter().collect())
    } else {
        Err(Malformed("the names of its data are not in order"))
    }
}

fn history(source: &mut Source<'_>) -> Result<History, Malformed> {
    match source.byte()? {
        0 => Ok(History::All),
        1 => Ok(History::None),
        2 => Ok(History::Last(source.small()?)),
        _ => Err(Malformed("there is no such history")),
    }
}

/// An entry's bytes, of which the chain is made.
pub(crate) fn write_entry(entry: &Entry) -> Vec<u8> {
    write(entry, None)
}

/// An entry's bytes as they stand in a block: with a change in the place of the
/// position, if there is one.
pub(crate) fn write(entry: &Entry, change: Option<&Change>) -> Vec<u8> {
    let mut sink = Sink::default();
    match entry {
        Entry::Act { by, action, reversibility, then } => {
            sink.byte(match reversibility {
                Reversibility::Reversible => 0,
                Reversibility::Irreversible => 1,
            });
            sink.by(*by);
            sink.text(action);
            write_then(&mut sink, then, change);
        }
        Entry::Acts { acts, position } => {
            sink.byte(2);
            sink.number(acts.len() as u64);
            for act in acts {
                sink.by(act.by);
                sink.text(&act.action);
                sink.digest(act.digest);
            }
            match change {
                Some(change) => {
                    sink.byte(OF_SEVERAL);
                    write_change(&mut sink, change);
                }
                None => sink.maybe(position.as_deref()),
            }
        }
        Entry::Answer { by, option, then } => {
            sink.byte(3);
            sink.by(*by);
            sink.number(u64::from(*option));
            write_then(&mut sink, then, change);
        }
        Entry::Withdraw => sink.byte(4),
        Entry::Rewind { to, digest } => {
            sink.byte(5);
            sink.number(*to);
            sink.digest(*digest);
        }
        Entry::Enable { rule, digest } | Entry::Disable { rule, digest } => {
            sink.byte(if matches!(entry, Entry::Enable { .. }) { 6 } else { 7 });
            sink.text(rule);
            sink.digest(*digest);
        }
        Entry::End { scores } => {
            sink.byte(8);
            sink.number(scores.len() as u64);
            for score in scores {
                sink.signed(*score);
            }
        }
    }
    sink.0
}

/// What stands before a change, after several actions and after one.
const OF_SEVERAL: u8 = 2;
const OF_ONE: u8 = 5;

fn write_change(sink: &mut Sink, change: &Change) {
    sink.number(change.0.len() as u64);
    for Step { stay, go, put } in &change.0 {
        sink.number(*stay as u64);
        sink.number(*go as u64);
        sink.text(put);
    }
}

fn write_then(sink: &mut Sink, then: &Then, change: Option<&Change>) {
    match then {
        Then::Frame { digest, position } => match (change, position) {
            (Some(change), _) => {
                sink.byte(OF_ONE);
                sink.digest(*digest);
                write_change(sink, change);
            }
            (None, Some(position)) => {
                sink.byte(1);
                sink.digest(*digest);
                sink.text(position);
            }
            (None, None) => {
                sink.byte(0);
                sink.digest(*digest);
            }
        },
        Then::Asks { seat, asked, options } => {
            sink.byte(2);
            sink.byte(seat.0);
            sink.digest(*asked);
            sink.number(u64::from(*options));
        }
        Then::Refused => sink.byte(3),
        Then::Dropped => sink.byte(4),
    }
}

/// An entry from its bytes, and the change that stands in the place of its
/// position.
pub(crate) fn read_entry(bytes: &[u8]) -> Result<(Entry, Option<Change>), Malformed> {
    let mut source = Source::new(bytes);
    let mut change = None;
    let entry = entry(&mut source, &mut change)?;
    source.end()?;
    Ok((entry, change))
}

fn entry(source: &mut Source<'_>, change: &mut Option<Change>) -> Result<Entry, Malformed> {
    let what = source.byte()?;
    Ok(match what {
        0 | 1 => Entry::Act {
            by: source.by()?,
            action: source.text()?,
            reversibility: if what == 0 {
                Reversibility::Reversible
            } else {
                Reversibility::Irreversible
            },
            then: then(source, change)?,
        },
        2 => Entry::Acts { acts: source.list(joined)?, position: several(source, change)? },
        3 => {
            Entry::Answer { by: source.by()?, option: source.small()?, then: then(source, change)? }
        }
        4 => Entry::Withdraw,
        5 => Entry::Rewind { to: source.number()?, digest: source.digest()? },
        6 => Entry::Enable { rule: source.text()?, digest: source.digest()? },
        7 => Entry::Disable { rule: source.text()?, digest: source.digest()? },
        8 => Entry::End { scores: source.list(Source::signed)? },
        _ => return Err(Malformed("there is no entry of this kind")),
    })
}

fn joined(source: &mut Source<'_>) -> Result<Joined, Malformed> {
    Ok(Joined { by: source.by()?, action: source.text()?, digest: source.digest()? })
}

/// The position after several actions, or a change.
fn several(
    source: &mut Source<'_>,
    change: &mut Option<Change>,
) -> Result<Option<String>, Malformed> {
    match source.byte()? {
        0 => Ok(None),
        1 => source.text().map(Some),
        OF_SEVERAL => {
            *change = Some(read_change(source)?);
            Ok(None)
        }
        _ => Err(Malformed("a position is there, or a change of it, or nothing")),
    }
}

fn read_change(source: &mut Source<'_>) -> Result<Change, Malformed> {
    let step = |source: &mut Source<'_>| {
        Ok(Step { stay: source.small()?, go: source.small()?, put: source.text()? })
    };
    source.list(step).map(Change)
}

fn then(source: &mut Source<'_>, change: &mut Option<Change>) -> Result<Then, Malformed> {
    Ok(match source.byte()? {
        0 => Then::Frame { digest: source.digest()?, position: None },
        1 => Then::Frame { digest: source.digest()?, position: Some(source.text()?) },
        2 => Then::Asks {
            seat: Seat(source.byte()?),
            asked: source.digest()?,
            options: source.small()?,
        },
        3 => Then::Refused,
        4 => Then::Dropped,
        OF_ONE => {
            let digest = source.digest()?;
            *change = Some(read_change(source)?);
            Then::Frame { digest, position: None }
        }
        _ => return Err(Malformed("nothing of this kind comes of an entry")),
    })
}
