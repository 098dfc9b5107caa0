//! What can be wrong with a position's text.

use std::fmt;

use crate::chess::board::Flaws;
use crate::chess::notation::Misread;
use crate::chess::sentences::sentences;

/// A position that cannot be read: where, and why.
///
/// ```
/// use rulebook_games::chess::notation::{FenError, read_fen};
/// let error: FenError = read_fen("8/8/8/8/8/8/8/8 x - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 17: 'x' is nobody's turn: write w for White or b for Black.");
/// ```
pub type FenError = Misread<FenProblem>;

/// The fields of a position's text, in order.
///
/// ```
/// use rulebook_games::chess::notation::FenField;
/// assert_eq!(FenField::Turn.to_string(), "whose turn it is (w or b)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// The pieces.
    Pieces,
    /// Whose turn it is.
    Turn,
    /// The castling rights.
    Castling,
    /// The square that a pawn has just skipped.
    EnPassant,
    /// The moves since a pawn moved or a piece was taken.
    Halfmoves,
    /// The number of the move.
    Moves,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Pieces => "the pieces, rank by rank from the eighth",
            FenField::Turn => "whose turn it is (w or b)",
            FenField::Castling => "the castling rights (such as KQkq, or - for none)",
            FenField::EnPassant => "the square that a pawn has just skipped (or -)",
            FenField::Halfmoves => {
                "how many moves have been made since a pawn moved or a piece was taken"
            }
            FenField::Moves => "the number of the move, from 1",
        })
    }
}

sentences! {
    /// What is wrong with a position's text.
    ///
    /// ```
    /// use rulebook_games::chess::notation::FenProblem;
    /// let problem = FenProblem::RankLong { rank: 3 };
    /// assert_eq!(problem.to_string(), "Rank 3 has more than 8 squares: shorten it.");
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FenProblem {
        "The text ends too early: add {field}."
        Ends {
            /// What is missing.
            field: FenField,
        },
        "Write one space, and then {field}."
        NoSpace {
            /// What comes next.
            field: FenField,
        },
        "{found:?} is no piece: write one of PNBRQK for White, pnbrqk for Black, or a digit from 1 to 8 for empty squares."
        NoPiece {
            /// What stands there.
            found: char,
        },
        "Two digits in a row: write their sum."
        TwoDigits,
        "Rank {rank} has more than 8 squares: shorten it."
        RankLong {
            /// Which rank, from 1.
            rank: u8,
        },
        "Rank {rank} has only {squares} squares: fill it up to 8."
        RankShort {
            /// Which rank, from 1.
            rank: u8,
            /// How many squares it has.
            squares: u8,
        },
        "There are only {ranks} ranks: write 8, with / between them."
        RanksMissing {
            /// How many there are.
            ranks: u8,
        },
        "There are more than 8 ranks: leave out what is too much."
        RanksMany,
        "{found:?} is nobody's turn: write w for White or b for Black."
        NoTurn {
            /// What stands there.
            found: char,
        },
        "{found:?} is no castling right: write K, Q, k, q, or the file of the rook, as a capital for White."
        NoCastling {
            /// What stands there.
            found: char,
        },
        "{found:?} repeats a castling right: write each one once."
        CastlingAgain {
            /// What stands there.
            found: char,
        },
        "This is no square: write a letter from a to h and a digit from 1 to 8, or - for none."
        NoSquare,
        "This is no number: write digits, without a zero in front."
        NoNumber,
        "The number is too large: the largest is 65535."
        LargeNumber,
        "Nothing comes after the number of the move: remove the rest."
        Rest,
        "{flaws}"
        Illegal {
            /// Why it is not a legal position: all reasons.
            flaws: Flaws,
        },
    }
}
