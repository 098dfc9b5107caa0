//! Why an action is refused.

use std::fmt;
use std::sync::LazyLock;

use rulebook::prelude::*;

use super::board::{Attempt, MoveClass, Refusal};

/// Why an action is refused: what stands against a move on the board, or
/// something else.
///
/// ```
/// use rulebook::Reason;
/// use rulebook_games::chess::board::{Refusal, Square};
/// use rulebook_games::chess::{Objection, Why};
/// let pinned = Why::Illegal(Refusal::Pinned { by: Square::E8 });
/// assert_eq!(pinned.to_string(), "The piece is pinned to its king by the piece on e8.");
/// assert_eq!(pinned.code(), "PINNED");
/// assert_eq!(Why::from(Objection::NotYourTurn).code(), "NOT_YOUR_TURN");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The move is not legal.
    Illegal(Refusal),
    /// It is not that.
    Else(Objection),
}

/// What can be against an action besides the board.
///
/// ```
/// use rulebook_games::chess::Objection;
/// assert_eq!(
///     Objection::TooFewMoves { moves: 12 }.to_string(),
///     "A draw can be claimed after 50 moves of each player, 100 in all, without a capture or a pawn's move; it has been 12.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Objection {
    /// It is not your turn.
    NotYourTurn,
    /// Only White and Black do that, once the pieces stand.
    NotPlaying,
    /// Castling is written {said} here.
    SaidOtherwise {
        /// How to say it.
        said: Attempt,
    },
    /// This is no ordinary move: {class} needs a rule of its own.
    NotPlayed {
        /// By which rule it would be.
        class: MoveClass,
    },
    /// A draw is offered already.
    AlreadyOffered,
    /// Your opponent offers no draw.
    NotOffered,
    /// A draw can be claimed after 50 moves of each player, 100 in all, without a capture or a pawn's move; it has been {moves}.
    TooFewMoves {
        /// How many it has been.
        moves: u16,
    },
    /// A draw can be claimed when the position comes about for the third time; it has come about {times} of 3 times.
    NotRepeated {
        /// How often, now included.
        times: usize,
    },
    /// A draw can be claimed after 50 moves of each player, 100 in all, without a capture or a pawn's move; with {attempt} it would be {moves}.
    TooFewMovesWith {
        /// The move that was announced.
        attempt: Attempt,
        /// How many it would be.
        moves: u16,
    },
    /// A draw can be claimed when the position comes about for the third time; after {attempt} it would have come about {times} of 3 times.
    NotRepeatedWith {
        /// The move that was announced.
        attempt: Attempt,
        /// How often, then included.
        times: usize,
    },
}

impl From<Objection> for Why {
    fn from(objection: Objection) -> Why {
        Why::Else(objection)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Illegal(refusal) => refusal.fmt(f),
            Why::Else(objection) => objection.fmt(f),
        }
    }
}

static CODES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [Refusal::codes(), Objection::codes()].concat());

impl Reason for Why {
    fn code(&self) -> &'static str {
        match self {
            Why::Illegal(refusal) => refusal.code(),
            Why::Else(objection) => objection.code(),
        }
    }

    fn concerns(&self) -> Option<String> {
        match self {
            Why::Illegal(refusal) => refusal.concerns(),
            Why::Else(objection) => objection.concerns(),
        }
    }

    fn codes() -> &'static [&'static str] {
        &CODES
    }
}
