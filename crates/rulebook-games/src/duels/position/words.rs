//! The words of a position, one after the other.

use std::str::FromStr;

use crate::PositionError;
use crate::duels::CardId;

/// The words of a text; a semicolon is one of its own.
pub(super) struct Words<'t> {
    text: &'t str,
    /// Each with the number of its first character.
    words: Vec<(usize, &'t str)>,
    at: usize,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut words = Vec::new();
        let mut begin = 0;
        for piece in text.split_inclusive([' ', ';']) {
            let (word, end) = match piece.strip_suffix(';') {
                Some(word) => (word, Some(";")),
                None => (piece.trim_end_matches(' '), None),
            };
            let length = word.chars().count();
            words.extend((length > 0).then_some((begin, word)));
            words.extend(end.map(|end| (begin + length, end)));
            begin += piece.chars().count();
        }
        Words { text, words, at: 0 }
    }

    pub(super) fn error(&self, why: &str) -> PositionError {
        let end = self.text.chars().count();
        let at = self.words.get(self.at).map_or(end, |(at, _)| *at);
        PositionError::at_character(self.text, at, why)
    }

    /// Steps over this word, if it is the next one.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        self.take(|next| (next == word).then_some(())).is_some()
    }

    /// Steps over this word, which must be the next one.
    pub(super) fn keyword(&mut self, word: &str) -> Result<(), PositionError> {
        if self.accept(word) { Ok(()) } else { Err(self.error(&format!("write \"{word}\" here."))) }
    }

    /// Steps over the next word, if it can be read so.
    pub(super) fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = self.words.get(self.at).and_then(|(_, word)| read(word))?;
        self.at += 1;
        Some(found)
    }

    /// The next word, which must be readable so.
    pub(super) fn expect<T>(
        &mut self,
        why: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, PositionError> {
        self.take(read).ok_or_else(|| self.error(why))
    }

    pub(super) fn number<T: FromStr>(&mut self, why: &str) -> Result<T, PositionError> {
        self.expect(why, |word| word.parse().ok())
    }

    /// A card of those that there are.
    pub(super) fn card(&mut self, cards: usize) -> Result<CardId, PositionError> {
        self.expect("write the number of a card.", |word| card(word, cards))
    }

    /// As many cards as there are words that are numbers.
    pub(super) fn cards(&mut self, cards: usize) -> Result<Vec<CardId>, PositionError> {
        let mut all = Vec::new();
        while self.peek().is_some_and(|word| word.starts_with(|sign: char| sign.is_ascii_digit())) {
            all.push(self.card(cards)?);
        }
        Ok(all)
    }

    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).map(|(_, word)| *word)
    }

    pub(super) fn end(&self) -> Result<(), PositionError> {
        if self.at == self.words.len() {
            Ok(())
        } else {
            Err(self.error("the text should end here."))
        }
    }
}

/// A card of those that there are.
pub(super) fn card(word: &str, cards: usize) -> Option<CardId> {
    let number: u16 = word.parse().ok()?;
    (usize::from(number) < cards).then_some(CardId(number))
}
