//! Broken texts, thousands of them, the same in every run: whatever comes in,
//! no parser panics, what is refused is pointed at inside the text, and what is
//! read can be written and read again.
//!
//! A full run (`RULEBOOK_FULL=1`) tries twenty times as many.

mod backgammon;
mod chess;
mod games;
mod mutate;

use mutate::{Dice, Mutator};

/// How many texts are tried.
fn times(usual: usize) -> usize {
    let full = std::env::var_os("RULEBOOK_FULL").is_some_and(|full| full == "1");
    if full { 20 * usual } else { usual }
}

/// How many texts were read, and how many refused.
#[derive(Debug, Default)]
struct Count {
    read: usize,
    refused: usize,
}

impl Count {
    /// Counts what became of a text, and says what it was read as.
    fn of<T, E: std::fmt::Display>(
        &mut self,
        result: Result<T, E>,
        is_inside: impl FnOnce(&E) -> bool,
    ) -> Option<T> {
        match result {
            Ok(value) => {
                self.read += 1;
                Some(value)
            }
            Err(error) => {
                self.refused += 1;
                let sentence = error.to_string();
                assert!(!sentence.is_empty());
                assert!(is_inside(&error), "{sentence}");
                None
            }
        }
    }

    /// Fails if hardly any text was read or refused: then little was tried.
    fn check(&self, tried: usize) {
        assert_eq!(self.read + self.refused, tried);
        assert!(self.read * 200 > tried && self.refused * 5 > tried, "{self:?}");
    }
}
