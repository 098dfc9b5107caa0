//! Reading a text from left to right.

use super::{Misread, Place};

/// A text, and how much of it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, offset: 0 }
    }

    /// How many bytes have been read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// Whether a line begins here.
    pub(super) fn is_at_line_start(&self) -> bool {
        let before = &self.text[..self.offset];
        matches!(before, "" | "\u{FEFF}") || before.ends_with('\n')
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Reads the next character if it is this one.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        self.next_if(|found| found == expected).is_some()
    }

    /// Reads the next character if it is as wanted.
    pub(super) fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.peek().is_some_and(wanted) { self.next() } else { None }
    }

    /// Reads this text if it comes next.
    pub(super) fn eat_all(&mut self, expected: &str) -> bool {
        let comes = self.rest().starts_with(expected);
        if comes {
            self.offset += expected.len();
        }
        comes
    }

    /// Reads as long as the characters are as wanted.
    pub(super) fn run(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|found| !wanted(found)).unwrap_or(rest.len());
        self.offset += end;
        &rest[..end]
    }

    /// That something is wrong at the next character.
    pub(super) fn wrong<P>(&self, problem: P) -> Misread<P> {
        self.wrong_at(self.offset, problem)
    }

    /// That something is wrong after so many bytes.
    pub(super) fn wrong_at<P>(&self, offset: usize, problem: P) -> Misread<P> {
        Misread { place: Place::of(self.text, offset), problem }
    }
}
