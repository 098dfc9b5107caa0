//! Reading a text from left to right.

use super::{Expected, TextError};
use crate::backgammon::board::Place;

/// A text and how far it is read. Everything that these texts are made of is
/// ASCII, so what has been read has as many characters as bytes.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// The number of the next character.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// What is still to be read.
    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Reads this, if it comes next.
    pub(crate) fn take(&mut self, ascii: &str) -> bool {
        let comes = self.rest().starts_with(ascii);
        if comes {
            self.at += ascii.len();
        }
        comes
    }

    /// Reads a number of at most two figures, if one comes next: no sign, no
    /// zero in front.
    pub(crate) fn take_number(&mut self) -> Option<u8> {
        let rest = self.rest();
        let figures = rest.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&figures) || rest.starts_with('0') {
            return None;
        }
        self.at += figures;
        rest[..figures].parse().ok()
    }

    /// Reads a number of any size, if one comes next: no sign, no zero in
    /// front, nothing too large.
    pub(crate) fn take_amount<T: std::str::FromStr>(&mut self) -> Option<T> {
        let rest = self.rest();
        let figures = rest.bytes().take_while(u8::is_ascii_digit).count();
        let has_zero = figures > 1 && rest.starts_with('0');
        let amount = rest[..figures].parse().ok().filter(|_| !has_zero)?;
        self.at += figures;
        Some(amount)
    }

    /// Reads a text that the next of these characters ends, or the end of all;
    /// a mistake in it is one at its place in the whole.
    pub(crate) fn take_until<T: std::str::FromStr<Err = TextError>>(
        &mut self,
        ends: &[char],
    ) -> Result<T, TextError> {
        let part = self.rest().split(ends).next().unwrap_or_default();
        let part_at = self.at;
        let read = part.parse();
        let read = read.map_err(|error: TextError| {
            let at = self.text[..part_at].chars().count() + error.at();
            self.error_at(at, error.expected())
        })?;
        self.at += part.len();
        Ok(read)
    }

    /// Reads a place, if one comes next.
    pub(crate) fn take_place(&mut self) -> Option<Place> {
        if self.take("bar") {
            return Some(Place::BAR);
        }
        if self.take("off") {
            return Some(Place::OFF);
        }
        let before = self.at;
        let place = self.take_number().and_then(Place::new).filter(|place| place.is_point());
        if place.is_none() {
            self.at = before;
        }
        place
    }

    /// Reads a number in parentheses, if one comes next and it is within
    /// these bounds. `Ok(None)` if no parenthesis comes.
    pub(crate) fn take_times(
        &mut self,
        bounds: std::ops::RangeInclusive<u8>,
        expected: Expected,
    ) -> Result<Option<u8>, TextError> {
        if !self.take("(") {
            return Ok(None);
        }
        let at = self.at;
        let times = self.take_number().filter(|times| bounds.contains(times));
        let times = times.ok_or_else(|| self.error_at(at, expected))?;
        if self.take(")") { Ok(Some(times)) } else { Err(self.error(expected)) }
    }

    /// Nothing else comes.
    pub(crate) fn end(&self) -> Result<(), TextError> {
        if self.is_at_end() { Ok(()) } else { Err(self.error(Expected::End)) }
    }

    /// The next character cannot be read.
    pub(crate) fn error(&self, expected: Expected) -> TextError {
        self.error_at(self.at, expected)
    }

    /// An earlier character makes no sense.
    pub(crate) fn error_at(&self, at: usize, expected: Expected) -> TextError {
        TextError::new(self.text, at, expected)
    }
}
