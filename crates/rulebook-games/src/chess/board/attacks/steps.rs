//! The pieces that attack a square at a fixed distance.

use crate::chess::board::{Colour, Square, Squares};

/// The squares at these distances from each square.
const fn table<const N: usize>(steps: [(i8, i8); N]) -> [Squares; 64] {
    let mut table = [Squares::NONE; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < N {
            let file = from as i8 % 8 + steps[step].0;
            let rank = from as i8 / 8 + steps[step].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[from].0 |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: [Squares; 64] =
    table([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Squares; 64] =
    table([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Squares; 64]; 2] = [table([(-1, 1), (1, 1)]), table([(-1, -1), (1, -1)])];

/// The squares that a knight attacks.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// use rulebook_games::chess::board::attacks::knight;
/// assert_eq!(knight(Square::A1).into_iter().collect::<Vec<_>>(), [Square::C2, Square::B3]);
/// ```
#[inline]
pub fn knight(from: Square) -> Squares {
    KNIGHT[from.index()]
}

/// The squares that a king attacks.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// use rulebook_games::chess::board::attacks::king;
/// assert_eq!(king(Square::A1).len(), 3);
/// ```
#[inline]
pub fn king(from: Square) -> Squares {
    KING[from.index()]
}

/// The squares that a pawn attacks: diagonally forward.
///
/// ```
/// use rulebook_games::chess::board::attacks::pawn;
/// use rulebook_games::chess::board::{Colour, Square};
/// assert_eq!(pawn(Colour::Black, Square::H7).first(), Some(Square::G6));
/// ```
#[inline]
pub fn pawn(colour: Colour, from: Square) -> Squares {
    PAWN[colour as usize][from.index()]
}
