//! How a game of two can end.

use std::fmt;

use rulebook::prelude::*;

/// How a game of two ended.
///
/// ```
/// use rulebook::{Scores, Seat};
/// use rulebook_games::Ending;
/// assert_eq!(Ending::Won { by: Seat(1) }.scores(), Scores::new(&[-1, 1]));
/// assert_eq!(Ending::Drawn.scores(), Scores::new(&[0, 0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Ending {
    /// Somebody won.
    Won {
        /// Who won.
        by: Seat,
    },
    /// Nobody did.
    Drawn,
}

impl Ending {
    /// What each player got: a win counts 1, a loss −1, a draw nothing.
    ///
    /// ```
    /// use rulebook::Scores;
    /// use rulebook_games::Ending;
    /// assert_eq!(Ending::Drawn.scores(), Scores::draw(2));
    /// ```
    #[inline]
    pub fn scores(self) -> Scores {
        match self {
            Ending::Won { by } => Scores::win(by, 2),
            Ending::Drawn => Scores::draw(2),
        }
    }
}

/// As a sentence.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Won { by } => write!(f, "{by} wins"),
            Ending::Drawn => f.write_str("the game is drawn"),
        }
    }
}
