//! From the text of a card file to a compiled set.
//!
//! What comes in is text from anybody; what comes out is a [`CardSet`] in which
//! nothing is left to be checked, or everything that is wrong with the text at
//! once. The way: text → tree of nodes that know where they stand ([`tree`]) →
//! parts of cards, read field by field ([`fields`]) → the set. No part is given
//! up because another is wrong, and what follows from a mistake is not reported
//! as one more.

mod ability;
mod card;
mod deck;
mod effect;
mod fields;
mod file;
mod filter;
mod log;
mod problem;
mod scene;
mod sense;
mod suggest;
mod tree;
mod value;
mod ward;
mod words;

pub use problem::{LoadErrors, Problem, ProblemKind};

use super::CardSet;

/// How large a card file may be, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// How deep lists and objects may be nested; cards need ten levels.
const MAX_DEPTH: usize = 16;
/// How many problems are kept; the rest are counted.
const MAX_PROBLEMS: usize = 200;
/// How many cards a file may have.
const MAX_CARDS: usize = 1000;
/// How many decks a file may have.
const MAX_DECKS: usize = 100;
/// How many abilities a card may have.
const MAX_ABILITIES: usize = 8;
/// How many effects, conditions or gifts stand in one list.
const MAX_LIST: usize = 8;
/// How long ids and names may be, in characters.
const MAX_NAME: usize = 40;
/// The largest amount, and the largest change of a stat.
const MAX_AMOUNT: u8 = 20;
/// The longest duration that is counted, in End phases.
const MAX_ENDS: u8 = 9;

/// Compiles the text of a card file.
pub(super) fn parse(file: &str, text: &str) -> Result<CardSet, LoadErrors> {
    // Some editors put a mark before the text, which says nothing.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut log = log::Log::new(text);
    let set = file::read(text, &mut log);
    let errors = log.finish(file);
    match set {
        Some(set) if errors.is_empty() => Ok(set),
        _ => Err(errors),
    }
}
