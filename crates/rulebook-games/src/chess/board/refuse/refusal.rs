//! The reasons for which a move is not legal.

use rulebook::prelude::*;

use crate::chess::board::{Role, Square};

/// One reason for which a move is not legal.
///
/// ```
/// use rulebook_games::chess::board::{Refusal, Square};
/// let why = Refusal::PassesAttacked { square: Square::F1, by: Square::F8 };
/// assert_eq!(why.to_string(), "The king passes f1, which is attacked from f8.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Reason)]
pub enum Refusal {
    /// There is no piece on {square}.
    NoPiece {
        /// Where the move was to start.
        square: Square,
    },
    /// The piece on {square} is not yours.
    NotYours {
        /// Where it stands.
        square: Square,
    },
    /// A move leads to another square, and {square} is where it starts.
    SameSquare {
        /// Both squares.
        square: Square,
    },
    /// Your own piece stands on {square}.
    OwnPiece {
        /// Where the move was to end.
        square: Square,
    },
    /// A {role} does not move from {from} to {to}.
    NotSo {
        /// What was to move.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// The piece on {square} is in the way.
    Blocked {
        /// Where it stands.
        square: Square,
    },
    /// A pawn takes diagonally, and the piece on {square} is straight ahead.
    TakesAhead {
        /// Where it stands.
        square: Square,
    },
    /// A pawn goes diagonally only to take, and there is nothing to take on {square}.
    TakesNothing {
        /// The empty square.
        square: Square,
    },
    /// A pawn is taken en passant at once or never, and the last move did not skip {square}.
    NotEnPassant {
        /// The square that a pawn may have skipped earlier.
        square: Square,
    },
    /// Only the first move of a pawn goes two squares, and the pawn on {square} has moved.
    PawnHasMoved {
        /// Where it stands.
        square: Square,
    },
    /// The piece is pinned to its king by the piece on {by}.
    Pinned {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king would still be in check from {by}.
    StillInCheck {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king would be in check on {square} from {by}.
    IntoCheck {
        /// Where the king would stand.
        square: Square,
        /// Where the attacker stands.
        by: Square,
    },
    /// With both pawns gone, the king would be in check from {by}.
    OpensLine {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king is in check from {by}, and does not castle out of check.
    CastlesInCheck {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king passes {square}, which is attacked from {by}.
    PassesAttacked {
        /// The attacked square.
        square: Square,
        /// Where the attacker stands.
        by: Square,
    },
    /// There is no rook on {square} to castle with.
    NoRook {
        /// Where it should stand.
        square: Square,
    },
    /// The king has moved, so it does not castle.
    KingHasMoved,
    /// The rook on {square} has moved, so the king does not castle with it.
    RookHasMoved {
        /// Where it stands.
        square: Square,
    },
    /// The king, or the rook on {square}, has moved, so they do not castle.
    KingOrRookHasMoved {
        /// Where the rook stands.
        square: Square,
    },
    /// The pawn reaches {square}: say whether it becomes a queen, rook, bishop or knight.
    PromotionMissing {
        /// Where the pawn was to go.
        square: Square,
    },
    /// A pawn does not become a {role}: choose a queen, rook, bishop or knight.
    PromotionTo {
        /// What it was to become.
        role: Role,
    },
    /// Only a pawn that reaches the last rank becomes another piece.
    NoPromotion,
}
