//! Numbers that stand for parts of a position. A position's hash is the
//! exclusive or of those of its parts, so a move changes a few of them only.

use super::{Colour, Role, Square, Squares};

/// Hashes a counter. One step of the splitmix64 generator.
const fn number(index: u64) -> u64 {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

const fn numbers<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = number(first + index as u64);
        index += 1;
    }
    numbers
}

const fn pieces(first: u64) -> [[u64; 64]; 6] {
    let mut rows = [[0; 64]; 6];
    let mut role = 0;
    while role < 6 {
        rows[role] = numbers((first + role as u64) * 64);
        role += 1;
    }
    rows
}

/// By colour, role and square.
static PIECES: [[[u64; 64]; 6]; 2] = [pieces(0), pieces(6)];
static CASTLES: [u64; 64] = numbers(768);
static EN_PASSANT: [u64; 8] = numbers(832);

/// Stands for Black's turn.
pub(super) const BLACK: u64 = number(840);

/// Stands for a piece on a square.
#[inline]
pub(super) fn piece(colour: Colour, role: Role, square: Square) -> u64 {
    PIECES[colour as usize][role as usize][square.index()]
}

/// Stands for the castling rights of these rooks.
#[inline]
pub(super) fn castles(rooks: Squares) -> u64 {
    rooks.into_iter().fold(0, |hash, rook| hash ^ CASTLES[rook.index()])
}

/// Stands for an en passant capture that is possible on this square's file.
#[inline]
pub(super) fn en_passant(skipped: Square) -> u64 {
    EN_PASSANT[skipped.file() as usize & 7]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_differ() {
        let mut all: Vec<u64> =
            PIECES.into_iter().flatten().flatten().chain(CASTLES).chain(EN_PASSANT).collect();
        all.push(BLACK);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 768 + 64 + 8 + 1);
    }
}
