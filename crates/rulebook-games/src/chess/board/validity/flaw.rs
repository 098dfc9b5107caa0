//! The reasons for which a setup is not a legal position.

use std::error::Error;
use std::fmt;

use crate::chess::board::{Colour, Square, Wing};
use crate::chess::sentences::sentences;

sentences! {
    /// One reason for which a setup is not a legal position.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Flaw};
    /// let flaw = Flaw::NoKing { colour: Colour::White };
    /// assert_eq!(flaw.to_string(), "White has no king: put one on the board.");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Flaw {
        "{colour} has no king: put one on the board."
        NoKing {
            /// Whose king is missing.
            colour: Colour,
        },
        "{colour} has {count} kings: leave one."
        ManyKings {
            /// Whose kings.
            colour: Colour,
            /// How many there are.
            count: usize,
        },
        "{colour} has {count} pieces: leave at most 16."
        ManyPieces {
            /// Whose pieces.
            colour: Colour,
            /// How many there are.
            count: usize,
        },
        "{colour} has {count} pawns: leave at most 8."
        ManyPawns {
            /// Whose pawns.
            colour: Colour,
            /// How many there are.
            count: usize,
        },
        "{promoted} of {colour}'s pieces must once have been pawns, but only {missing} pawns are gone: take some away."
        ManyPromoted {
            /// Whose pieces.
            colour: Colour,
            /// How many pieces must once have been pawns.
            promoted: usize,
            /// How many pawns are not on the board.
            missing: usize,
        },
        "There is a pawn on {square}: pawns stand on the ranks from 2 to 7."
        PawnOnLastRank {
            /// Where it stands.
            square: Square,
        },
        "{colour} is in check from {by}, but it is the other player's turn: give {colour} the move, or end the check."
        OpponentInCheck {
            /// Who is in check.
            colour: Colour,
            /// Where the piece stands that gives check.
            by: Square,
        },
        "The king is in check from {count} pieces: no move gives check with more than 2."
        ManyCheckers {
            /// How many there are.
            count: usize,
        },
        "The king is in check from {one} and {other} at once, and no move gives both checks: of two, one is opened along a line by the other one's move."
        ImpossibleChecks {
            /// Where one attacker stands.
            one: Square,
            /// Where the other one stands.
            other: Square,
        },
        "The king is in check from the pawn on {square}, which has never moved: it was in check before the last move already."
        CheckFromHome {
            /// Where the pawn stands.
            square: Square,
        },
        "There is a right to castle with a rook on {square}, but no rook at home there: put one there, or take the right away."
        CastlingWithoutRook {
            /// Where the rook should stand.
            square: Square,
        },
        "There is a right to castle with the rook on {square}, but its king is not at home, between the b-file and the g-file: put it there, or take the right away."
        CastlingWithoutKing {
            /// Where the rook stands.
            square: Square,
        },
        "{colour} may castle with two rooks on the {wing}: take one right away."
        CastlingTwice {
            /// Whose rights.
            colour: Colour,
            /// On which side.
            wing: Wing,
        },
        "The player who has just moved cannot have skipped {square} with a pawn: White skips squares of the third rank, Black of the sixth."
        EnPassantRank {
            /// The square that is said to have been skipped.
            square: Square,
        },
        "No pawn can have skipped {square}: it would now stand right behind it, and none of the right colour does."
        EnPassantWithoutPawn {
            /// The square that is said to have been skipped.
            square: Square,
        },
        "No pawn can have gone two squares across {square}: it is occupied."
        EnPassantBlocked {
            /// The occupied square.
            square: Square,
        },
        "No pawn can have skipped {square} in the last move: the king would have been in check from {by} before."
        EnPassantCheck {
            /// The square that is said to have been skipped.
            square: Square,
            /// Where the piece stands that would have given check.
            by: Square,
        },
        "A pawn has just skipped {square}, so it has been 0 moves since a pawn moved or a piece was taken, and not {halfmoves}."
        EnPassantClock {
            /// The square that is said to have been skipped.
            square: Square,
            /// What the clock says.
            halfmoves: u16,
        },
        "The number of the move is 0: moves are counted from 1."
        MoveZero,
    }
}

/// Every reason for which a setup is not a legal position; at least one.
///
/// ```
/// use rulebook_games::chess::board::{Position, Setup};
/// let flaws = Position::new(&Setup::empty()).unwrap_err();
/// assert_eq!(
///     flaws.to_string(),
///     "White has no king: put one on the board. Black has no king: put one on the board.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaws(
    /// The reasons.
    pub Vec<Flaw>,
);

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<String> = self.0.iter().map(Flaw::to_string).collect();
        f.write_str(&sentences.join(" "))
    }
}

impl Error for Flaws {}
