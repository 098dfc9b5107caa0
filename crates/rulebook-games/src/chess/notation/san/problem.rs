//! What can be wrong with a move as people write it.

use std::fmt;

use crate::chess::board::{Role, Square};
use crate::chess::notation::{Misread, Reasons};
use crate::chess::sentences::sentences;

/// A move that cannot be read: where, and why.
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::{SanError, read_san};
/// let error: SanError = read_san(&Position::start(), "Nxf3").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2: Nothing is taken on f3: leave out the x.");
/// ```
pub type SanError = Misread<SanProblem>;

sentences! {
    /// What is wrong with a move as people write it.
    ///
    /// ```
    /// use rulebook_games::chess::notation::SanProblem;
    /// assert_eq!(SanProblem::Zero.to_string(), "Castling is written with the letter O, not with a zero.");
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SanProblem {
        "A move starts with a piece (K, Q, R, B, N), with a file from a to h, or with O-O."
        NoMove,
        "Castling is written with the letter O, not with a zero."
        Zero,
        "Write O-O or O-O-O for castling."
        Castling,
        "Write a square here: a letter from a to h and a digit from 1 to 8."
        NoSquare,
        "A pawn that takes is written with its file in front, such as exd5."
        PawnTakes,
        "A pawn that does not take is written with its goal alone: write {to}."
        PawnGoal {
            /// Where it goes.
            to: Square,
        },
        "Write = before what the pawn becomes."
        NoEquals,
        "Write one of Q, R, B and N here, for what the pawn becomes."
        NoPromotion,
        "The move ends before this: remove the rest."
        Rest,
        "You have no {role} that could be meant."
        NoPiece {
            /// What was to move.
            role: Role,
        },
        "The move is not legal. {reasons}"
        Illegal {
            /// Why it is not legal: all reasons, of every piece that could be meant.
            reasons: Reasons,
        },
        "It could be the piece on {pieces}: add the file or the rank where it stands."
        Ambiguous {
            /// Where the pieces stand that could move so.
            pieces: Places,
        },
        "Nothing is taken on {square}: leave out the x."
        NothingTaken {
            /// Where the piece goes.
            square: Square,
        },
        "A piece is taken on {square}: write x before it."
        Taken {
            /// Where the piece goes.
            square: Square,
        },
        "The move gives no check: leave out the sign."
        NoCheck,
        "The move gives check, but not mate: write + and not #."
        NoMate,
    }
}

/// Squares, told as a choice.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// use rulebook_games::chess::notation::Places;
/// assert_eq!(Places(vec![Square::B1, Square::F3]).to_string(), "b1 or f3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(
    /// The squares.
    pub Vec<Square>,
);

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(Square::to_string).collect();
        f.write_str(&names.join(" or "))
    }
}
