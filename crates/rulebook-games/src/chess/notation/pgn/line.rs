//! Reading the moves of a game, word by word, with variations in each other.

use super::read::read_move;
use super::space::{read_comment, skip_space};
use super::{PgnError, PgnLine, PgnMove, PgnProblem, PgnResult};
use crate::chess::board::{Colour, Move, Position};
use crate::chess::notation::cursor::Cursor;

/// How deep variations may lie in each other. Nobody writes that, but a
/// broken or hostile text might.
const DEEPEST: usize = 64;

/// A line that is being read.
struct Open {
    line: PgnLine,
    /// Before the last move, where its variations start.
    before: Position,
    /// After the last move.
    now: Position,
    /// Where the variation was opened.
    opened: usize,
}

impl Open {
    fn new(start: Position, opened: usize) -> Open {
        Open { line: PgnLine::default(), before: start, now: start, opened }
    }
}

/// The lines that are being read, the game itself first and each variation in
/// the one before it.
pub(super) struct Lines {
    outer: Vec<Open>,
    current: Open,
    /// Where the number stands whose move has not come yet.
    number: Option<usize>,
}

/// Whether a word ends the game.
pub(super) enum Stop {
    None,
    /// How, and where it is said.
    Result(PgnResult, usize),
}

impl Lines {
    /// Begins a game about which this has been said already.
    pub(super) fn new(start: Position, comments: Vec<String>) -> Lines {
        let mut current = Open::new(start, 0);
        current.line.comments = comments;
        Lines { outer: Vec::new(), current, number: None }
    }

    /// The game's own line, when all is read.
    pub(super) fn finish(self) -> PgnLine {
        self.current.line
    }

    /// Reads one word.
    pub(super) fn step(&mut self, cursor: &mut Cursor<'_>) -> Result<Stop, PgnError> {
        skip_space(cursor);
        if let Some(comment) = read_comment(cursor)? {
            self.comment(comment);
            return Ok(Stop::None);
        }
        let at = cursor.offset();
        if let Some(result) = read_result(cursor) {
            return self.result(result, at, cursor);
        }
        match cursor.peek() {
            Some('0'..='9') if !cursor.rest().starts_with("0-0") => self.number(cursor)?,
            Some('(') => self.open(cursor)?,
            Some(')') => self.close(cursor)?,
            Some('$') => self.glyph(cursor)?,
            Some('[') => return Err(cursor.wrong(PgnProblem::TagLate)),
            Some(found) if found.is_ascii_alphanumeric() => self.play(cursor)?,
            Some(found) => return Err(cursor.wrong(PgnProblem::Unknown { found })),
            None => return Err(self.ends(cursor)),
        }
        Ok(Stop::None)
    }

    fn comment(&mut self, comment: String) {
        match self.current.line.moves.last_mut() {
            Some(played) => played.comments.push(comment),
            None => self.current.line.comments.push(comment),
        }
    }

    fn result(
        &mut self,
        result: PgnResult,
        at: usize,
        cursor: &Cursor<'_>,
    ) -> Result<Stop, PgnError> {
        self.no_number(cursor)?;
        if self.outer.is_empty() {
            Ok(Stop::Result(result, at))
        } else {
            Err(cursor.wrong_at(at, PgnProblem::VariationResult))
        }
    }

    fn number(&mut self, cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
        self.no_number(cursor)?;
        let at = cursor.offset();
        let digits = cursor.run(|found| found.is_ascii_digit());
        let expected = self.current.now.moves();
        if digits.parse() != Ok(expected) {
            return Err(cursor.wrong_at(at, PgnProblem::MoveNumber { expected }));
        }
        let stops_at = cursor.offset();
        let stops = cursor.run(|found| found == '.');
        if stops.len() > 1 && self.current.now.turn() == Colour::White {
            return Err(cursor.wrong_at(stops_at, PgnProblem::MoveSide));
        }
        self.number = Some(at);
        Ok(())
    }

    /// That no number waits for its move.
    fn no_number(&self, cursor: &Cursor<'_>) -> Result<(), PgnError> {
        match self.number {
            Some(at) => Err(cursor.wrong_at(at, PgnProblem::NumberAlone)),
            None => Ok(()),
        }
    }

    fn play(&mut self, cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
        let chosen: Move = read_move(&self.current.now, cursor)?;
        let mut played = PgnMove::new(chosen);
        played.glyphs.extend(read_suffix(cursor)?);
        self.current.before = self.current.now;
        self.current.now.apply(chosen);
        self.current.line.moves.push(played);
        self.number = None;
        Ok(())
    }

    fn glyph(&mut self, cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
        self.no_number(cursor)?;
        let Some(last) = self.current.line.moves.last_mut() else {
            return Err(cursor.wrong(PgnProblem::NoMove));
        };
        cursor.eat('$');
        let at = cursor.offset();
        let digits = cursor.run(|found| found.is_ascii_digit());
        let glyph = digits.parse().map_err(|_no_byte| cursor.wrong_at(at, PgnProblem::Glyph))?;
        last.glyphs.push(glyph);
        Ok(())
    }

    fn open(&mut self, cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
        self.no_number(cursor)?;
        if self.current.line.moves.is_empty() {
            return Err(cursor.wrong(PgnProblem::NoMove));
        }
        if self.outer.len() == DEEPEST {
            return Err(cursor.wrong(PgnProblem::VariationDeep { most: DEEPEST }));
        }
        let inner = Open::new(self.current.before, cursor.offset());
        cursor.eat('(');
        self.outer.push(std::mem::replace(&mut self.current, inner));
        Ok(())
    }

    fn close(&mut self, cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
        self.no_number(cursor)?;
        let Some(outer) = self.outer.pop() else {
            return Err(cursor.wrong(PgnProblem::VariationClosed));
        };
        cursor.eat(')');
        let inner = std::mem::replace(&mut self.current, outer);
        if let Some(last) = self.current.line.moves.last_mut() {
            last.variations.push(inner.line);
        }
        Ok(())
    }

    /// What is missing at the end of the text.
    fn ends(&self, cursor: &Cursor<'_>) -> PgnError {
        if self.outer.is_empty() {
            cursor.wrong(PgnProblem::NoResult)
        } else {
            cursor.wrong_at(self.current.opened, PgnProblem::VariationOpen)
        }
    }
}

/// Reads a result, if one comes next.
fn read_result(cursor: &mut Cursor<'_>) -> Option<PgnResult> {
    PgnResult::ALL.into_iter().find(|result| cursor.eat_all(result.text()))
}

/// Reads the signs that stick to a move, as a number.
fn read_suffix(cursor: &mut Cursor<'_>) -> Result<Option<u8>, PgnError> {
    let at = cursor.offset();
    let signs = cursor.run(|found| matches!(found, '!' | '?'));
    let known = ["", "!", "?", "!!", "??", "!?", "?!"];
    match known.iter().position(|known| *known == signs) {
        Some(0) => Ok(None),
        Some(glyph) => Ok(Some(glyph as u8)),
        None => Err(cursor.wrong_at(at, PgnProblem::Suffix)),
    }
}
