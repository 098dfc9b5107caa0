//! Small records to try things with.

use std::sync::LazyLock;

use crate::{Header, Reader};

/// A game of tic-tac-toe that one player resigns, as JSON Lines.
///
/// ```
/// let text = rulebook_record::examples::tic_tac_toe();
/// assert_eq!(text.lines().count(), 5);
/// ```
pub fn tic_tac_toe() -> String {
    include_str!("../examples/tic-tac-toe.jsonl").to_owned()
}

/// The same game, as if it had been recorded with other rules: the second mark
/// went elsewhere. Its chain is sound, so only a replay finds it.
///
/// ```
/// let text = rulebook_record::examples::other_rules();
/// assert_eq!(text.lines().count(), 3);
/// ```
pub fn other_rules() -> String {
    include_str!("../examples/other-rules.jsonl").to_owned()
}

/// The header of the first.
///
/// ```
/// assert_eq!(rulebook_record::examples::header().game, "tic-tac-toe");
/// ```
pub fn header() -> &'static Header {
    static HEADER: LazyLock<Header> = LazyLock::new(|| {
        let text = tic_tac_toe();
        Reader::open(text.as_bytes()).expect("the example is a record").header().clone()
    });
    &HEADER
}
