//! How a game of chess ends.

use std::fmt;

use rulebook::prelude::*;

use super::board::{Claim, Colour, Finish};

/// How a game of chess ended.
///
/// ```
/// use rulebook::{Scores, Seat};
/// use rulebook_games::chess::Ending;
/// use rulebook_games::chess::board::Colour;
/// let resigned = Ending::Resigned { by: Colour::White };
/// assert_eq!(resigned.scores(), Scores::win(Seat(1), 2));
/// assert_eq!(resigned.to_string(), "Black wins: White resigned");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Ending {
    /// By itself, on the board.
    Finished {
        /// How.
        finish: Finish,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Colour,
    },
    /// The players agreed on a draw.
    Agreed,
    /// A player claimed a draw, perhaps with a move that was announced.
    Claimed {
        /// By which rule.
        claim: Claim,
    },
    /// A king reached the middle, in king of the hill.
    TookTheHill {
        /// Whose.
        winner: Colour,
    },
    /// A player gave the third check, in three-check.
    ThreeChecks {
        /// Who.
        winner: Colour,
    },
}

impl Ending {
    /// Who won; nobody if it is a draw.
    ///
    /// ```
    /// use rulebook_games::chess::Ending;
    /// assert_eq!(Ending::Agreed.winner(), None);
    /// ```
    #[inline]
    pub fn winner(self) -> Option<Colour> {
        match self {
            Ending::Finished { finish } => finish.winner(),
            Ending::Resigned { by } => Some(!by),
            Ending::Agreed | Ending::Claimed { .. } => None,
            Ending::TookTheHill { winner } | Ending::ThreeChecks { winner } => Some(winner),
        }
    }

    /// What each player got: a win counts 1, a loss −1, a draw nothing.
    ///
    /// ```
    /// use rulebook::Scores;
    /// use rulebook_games::chess::Ending;
    /// assert_eq!(Ending::Agreed.scores(), Scores::draw(2));
    /// ```
    #[inline]
    pub fn scores(self) -> Scores {
        self.winner().map_or(Scores::draw(2), |winner| Scores::win(winner.seat(), 2))
    }
}

impl Colour {
    /// Where this player sits: White has seat 0.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::chess::board::Colour;
    /// assert_eq!(Colour::Black.seat(), Seat(1));
    /// ```
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// Who acts, if it is a player.
    ///
    /// ```
    /// use rulebook::{By, Seat};
    /// use rulebook_games::chess::board::Colour;
    /// assert_eq!(Colour::of(Seat(0).into()), Some(Colour::White));
    /// assert_eq!(Colour::of(By::Chance), None);
    /// ```
    #[inline]
    pub fn of(by: By) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| by.is(colour.seat()))
    }
}

/// As a sentence.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished { finish } => finish.fmt(f),
            Ending::Resigned { by } => write!(f, "{} wins: {by} resigned", !*by),
            Ending::Agreed => f.write_str("drawn by agreement"),
            Ending::Claimed { claim } => write!(f, "drawn by claim: {claim}"),
            Ending::TookTheHill { winner } => write!(f, "{winner} wins on the hill"),
            Ending::ThreeChecks { winner } => write!(f, "{winner} wins by the third check"),
        }
    }
}
