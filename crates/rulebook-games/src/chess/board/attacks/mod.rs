//! Which squares a piece attacks, and which lines squares share.
//!
//! A square and, for the long-range pieces, the occupied squares come in; a
//! set of squares comes out. Everything is looked up in tables that the
//! compiler fills, so nothing is built when a program starts, and nothing here
//! knows whose turn it is.

mod lines;
mod magics;
mod rays;
mod sliders;
mod steps;

pub use lines::{between, line};
pub use sliders::{bishop, queen, rook};
pub use steps::{king, knight, pawn};

pub(super) use lines::{diagonals, straights};

use super::{Piece, Role, Square, Squares};

/// The squares that a piece attacks.
///
/// ```
/// use rulebook_games::chess::board::attacks::piece;
/// use rulebook_games::chess::board::{Colour, Piece, Role, Square, Squares};
/// let rook = Piece { colour: Colour::White, role: Role::Rook };
/// assert_eq!(piece(rook, Square::A1, Squares::NONE).len(), 14);
/// ```
#[inline]
pub fn piece(piece: Piece, from: Square, occupied: Squares) -> Squares {
    match piece.role {
        Role::Pawn => pawn(piece.colour, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::King => king(from),
    }
}
