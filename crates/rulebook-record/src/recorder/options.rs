//! How a record is kept.

use crate::form::Form;

/// How a record is kept.
///
/// ```
/// use rulebook_record::{Form, Positions, RecorderOptions};
/// let options = RecorderOptions {
///     form: Form::Compact,
///     positions: Positions::Never,
///     ..RecorderOptions::default()
/// };
/// assert!(options.players.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecorderOptions {
    /// In which form. [`Form::Lines`] unless said otherwise.
    pub form: Form,
    /// What the players are called, seat by seat.
    pub players: Vec<String>,
    /// Whether positions are kept.
    pub positions: Positions,
}

/// Whether a record keeps the position after each frame, besides its digest.
///
/// A replay does not need them; but where one diverges, the position is the only
/// thing that tells what the game was like when it was recorded.
///
/// ```
/// assert_eq!(rulebook_record::Positions::default(), rulebook_record::Positions::EveryFrame);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Positions {
    /// After each frame.
    #[default]
    EveryFrame,
    /// Not at all: records are about half as large.
    Never,
}
