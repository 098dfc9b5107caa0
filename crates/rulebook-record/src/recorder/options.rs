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
    /// After each frame, as a whole.
    #[default]
    EveryFrame,
    /// After each frame, as what changed since the one before wherever that is
    /// shorter: a fifth to three fifths more than without. The record is in the
    /// second version of the format.
    Changes,
    /// Not at all.
    Never,
}

impl Positions {
    /// The version of the format in which a record with such positions begins.
    ///
    /// ```
    /// use rulebook_record::Positions;
    /// assert_eq!((Positions::EveryFrame.format(), Positions::Changes.format()), (1, 2));
    /// ```
    pub fn format(self) -> u32 {
        match self {
            Positions::EveryFrame | Positions::Never => 1,
            Positions::Changes => 2,
        }
    }
}
