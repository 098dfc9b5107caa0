//! Several reasons in one text.

use std::fmt;

use crate::chess::board::Refusal;

/// Every reason why a move is not legal.
///
/// ```
/// use rulebook_games::chess::board::{Refusal, Square};
/// use rulebook_games::chess::notation::Reasons;
/// let reasons = Reasons(vec![Refusal::NoPiece { square: Square::E4 }]);
/// assert_eq!(reasons.to_string(), "There is no piece on e4.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons(
    /// The reasons.
    pub Vec<Refusal>,
);

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<String> = self.0.iter().map(Refusal::to_string).collect();
        f.write_str(&sentences.join(" "))
    }
}
