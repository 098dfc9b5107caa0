//! The ids that GNU Backgammon gives to positions and matches.
//!
//! An id is a string of bits in the 64 characters of Base64. Reading has two
//! stages: the text must be an id (the error points at the character), and
//! what the id says must make sense (the problems are named, all of them).

mod base64;
mod match_id;
mod match_info;
mod position_id;

pub use match_id::{MatchId, MatchIdProblem, MatchIdProblems};
pub use match_info::{MatchInfo, Stage};
pub use position_id::{PositionId, PositionIdProblem};

use std::fmt;
use std::str::FromStr;

use crate::backgammon::board::{Expected, TextError};

/// The id of a position and that of a match, with a colon between them: the
/// whole of what GNU Backgammon knows of a game.
///
/// ```
/// use rulebook_games::backgammon::board::{GnuId, Position, Side};
/// let id: GnuId = "4HPwATDgc/ABMA:cInlAAAAAAAE".parse()?;
/// let info = id.game.info()?;
/// assert_eq!(info.roller, Side::Black);
/// assert_eq!(id.position.position(info.roller)?, Position::START);
/// assert_eq!(id.to_string(), "4HPwATDgc/ABMA:cInlAAAAAAAE");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GnuId {
    /// The position, as the player sees it who rolls or has rolled.
    pub position: PositionId,
    /// Everything else.
    pub game: MatchId,
}

impl fmt::Display for GnuId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.position, self.game)
    }
}

impl FromStr for GnuId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GnuId, TextError> {
        let within = |offset: usize| {
            move |error: TextError| TextError::new(text, offset + error.at(), error.expected())
        };
        let Some((position, game)) = text.split_once(':') else {
            // What comes before the place of the colon must be right too.
            let position: String = text.chars().take(PositionId::CHARACTERS).collect();
            position.parse::<PositionId>().map_err(within(0))?;
            return Err(TextError::new(text, PositionId::CHARACTERS, Expected::Colon));
        };
        Ok(GnuId {
            position: position.parse().map_err(within(0))?,
            game: game.parse().map_err(within(position.chars().count() + 1))?,
        })
    }
}
