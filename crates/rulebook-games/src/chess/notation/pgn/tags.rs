//! Reading the tags of a game, and where it starts.

use super::game::is_name;
use super::space::{read_comment, skip_space};
use super::{PgnError, PgnProblem, PgnResult, PgnTag};
use crate::chess::board::Position;
use crate::chess::notation::cursor::Cursor;
use crate::chess::notation::{Misread, read_fen};

/// The tags of a game, and where their values are in the text.
pub(super) struct Tags {
    pub(super) tags: Vec<PgnTag>,
    places: Vec<usize>,
    /// What is said before and between them.
    pub(super) comments: Vec<String>,
}

/// Reads all tags that come next.
pub(super) fn read_tags(cursor: &mut Cursor<'_>) -> Result<Tags, PgnError> {
    let mut read = Tags { tags: Vec::new(), places: Vec::new(), comments: Vec::new() };
    while next_tag(cursor, &mut read.comments)? {
        let (tag, place) = read_tag(cursor, &read)?;
        read.tags.push(tag);
        read.places.push(place);
    }
    Ok(read)
}

/// Goes into the next tag, if one comes next. What is said before a tag belongs
/// to the game; what is said before the first move is left to be read with it.
fn next_tag(cursor: &mut Cursor<'_>, comments: &mut Vec<String>) -> Result<bool, PgnError> {
    let mut ahead = *cursor;
    let mut said = Vec::new();
    skip_space(&mut ahead);
    while let Some(comment) = read_comment(&mut ahead)? {
        said.push(comment);
        skip_space(&mut ahead);
    }
    let found = ahead.eat('[');
    if found {
        *cursor = ahead;
        comments.append(&mut said);
    }
    Ok(found)
}

fn read_tag(cursor: &mut Cursor<'_>, before: &Tags) -> Result<(PgnTag, usize), PgnError> {
    skip_space(cursor);
    let name_at = cursor.offset();
    let name = cursor.run(is_name).to_owned();
    if name.is_empty() {
        return Err(cursor.wrong(PgnProblem::TagName));
    }
    if before.get(&name).is_some() {
        return Err(cursor.wrong_at(name_at, PgnProblem::TagAgain { name }));
    }
    skip_space(cursor);
    if !cursor.eat('"') {
        return Err(cursor.wrong(PgnProblem::TagValue));
    }
    let place = cursor.offset();
    let value = read_value(cursor)?;
    skip_space(cursor);
    if !cursor.eat(']') {
        return Err(cursor.wrong(PgnProblem::TagClose));
    }
    Ok((PgnTag { name, value }, place))
}

/// Reads a value up to its closing quote.
fn read_value(cursor: &mut Cursor<'_>) -> Result<String, PgnError> {
    let mut value = String::new();
    loop {
        value.push_str(cursor.run(|found| !matches!(found, '"' | '\\') && !found.is_control()));
        match cursor.peek() {
            Some('"') => {
                cursor.next();
                return Ok(value);
            }
            Some('\\') => {
                cursor.next();
                let escaped = cursor.next_if(|found| matches!(found, '"' | '\\'));
                value.push(escaped.ok_or_else(|| cursor.wrong(PgnProblem::TagEscape))?);
            }
            _ => return Err(cursor.wrong(PgnProblem::TagOpen)),
        }
    }
}

impl Tags {
    /// A tag's value, and where it is.
    fn get(&self, name: &str) -> Option<(&str, usize)> {
        let index = self.tags.iter().position(|tag| tag.name == name)?;
        Some((&self.tags[index].value, self.places[index]))
    }

    /// The result that the tags tell, if they tell one.
    pub(super) fn result(&self, cursor: &Cursor<'_>) -> Result<Option<PgnResult>, PgnError> {
        let Some((found, place)) = self.get("Result") else { return Ok(None) };
        let problem = || PgnProblem::ResultTag { found: found.to_owned() };
        let result = PgnResult::from_text(found);
        result.map(Some).ok_or_else(|| cursor.wrong_at(place, problem()))
    }

    /// Where the game starts.
    pub(super) fn start(&self, cursor: &Cursor<'_>) -> Result<Position, PgnError> {
        let (set_up, fen) = (self.get("SetUp"), self.get("FEN"));
        match (set_up, fen) {
            (None | Some(("0", _)), None) => Ok(Position::start()),
            (None | Some(("1", _)), Some((fen, place))) => {
                read_fen(fen).map_err(|Misread { place: inside, problem }| {
                    cursor.wrong_at(place + inside.offset, PgnProblem::Start { problem })
                })
            }
            (Some((_, place)), _) => Err(cursor.wrong_at(place, PgnProblem::SetUp)),
        }
    }
}
