//! Writing lines.

use rulebook::{History, Reversibility};

use super::line::{AsksLine, ChangeLine, HeaderLine, Hex, JoinedLine, Kept, Line, Mode, Who};
use super::object::Object;
use crate::change::Change;
use crate::course::Course;
use crate::entry::{Entry, Header, Setup, Then};

/// The first line, with its end.
pub(crate) fn write_header(header: &Header, course: &Course) -> Vec<u8> {
    let data = header.data.iter().map(|(name, digest)| (name.clone(), Hex(*digest)));
    finish(&HeaderLine {
        rulebook: header.format,
        game: header.game.clone(),
        book: Hex(header.book),
        version: header.version.clone(),
        data: (!header.data.is_empty()).then(|| data.collect()),
        players: (!header.players.is_empty()).then(|| header.players.clone()),
        position: match &header.setup {
            Setup::Standard => None,
            Setup::Position(text) => Some(text.clone()),
        },
        seed: header.seed.0.to_string(),
        mode: match header.mode {
            rulebook::Mode::Play => Mode::Play,
            rulebook::Mode::Analysis => Mode::Analysis,
        },
        history: match header.history {
            History::All => Kept::All,
            History::None => Kept::None,
            History::Last(count) => Kept::Last(count as u64),
        },
        digest: Hex(header.start),
        chain: Hex(course.chain()),
    })
}

/// An entry's line, with its end; `course` is that after it. A change stands in
/// the place of the position, if there is one.
pub(crate) fn write_line(entry: &Entry, course: &Course, change: Option<Change>) -> Vec<u8> {
    let mut line = Line { chain: Some(Hex(course.chain())), ..Line::default() };
    match entry {
        Entry::Act { by, action, reversibility, then } => {
            line.act = Some(action.clone());
            line.by = Some(Who(*by));
            line.irreversible = (*reversibility == Reversibility::Irreversible).then_some(true);
            came_to(&mut line, then, course);
        }
        Entry::Acts { acts, position } => {
            let one = |act: &crate::entry::Joined| {
                Object(JoinedLine {
                    act: act.action.clone(),
                    by: Who(act.by),
                    digest: Hex(act.digest),
                })
            };
            line.acts = Some(acts.iter().map(one).collect());
            line.frame = Some(course.number());
            line.position = position.clone();
        }
        Entry::Answer { by, option, then } => {
            line.answer = Some(*option);
            line.by = Some(Who(*by));
            came_to(&mut line, then, course);
        }
        Entry::Withdraw => line.withdraw = Some(true),
        Entry::Rewind { to, digest } => {
            line.rewind = Some(*to);
            line.digest = Some(Hex(*digest));
        }
        Entry::Enable { rule, digest } => {
            line.enable = Some(rule.clone());
            (line.frame, line.digest) = (Some(course.number()), Some(Hex(*digest)));
        }
        Entry::Disable { rule, digest } => {
            line.disable = Some(rule.clone());
            (line.frame, line.digest) = (Some(course.number()), Some(Hex(*digest)));
        }
        Entry::End { scores } => line.end = Some(scores.clone()),
    }
    if let Some(change) = change {
        (line.position, line.change) = (None, Some(ChangeLine(change)));
    }
    finish(&line)
}

fn came_to(line: &mut Line, then: &Then, course: &Course) {
    match then {
        Then::Frame { digest, position } => {
            line.frame = Some(course.number());
            line.position = position.clone();
            line.digest = Some(Hex(*digest));
        }
        Then::Asks { seat, asked, options } => {
            let asks = AsksLine { seat: seat.0, asked: Hex(*asked), options: *options };
            line.asks = Some(Object(asks));
        }
        Then::Refused => line.refused = Some(true),
        Then::Dropped => line.dropped = Some(true),
    }
}

fn finish(line: &impl serde::Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec(line).expect("texts and numbers can be written as JSON");
    text.push(b'\n');
    text
}
