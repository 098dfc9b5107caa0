//! The long-range pieces: what a bishop, rook or queen attacks, given what
//! stands in the way.
//!
//! The occupied squares that matter for a square (its relevant squares) are
//! multiplied by a number that gathers them in the highest bits of the
//! product; those bits are the place in the table. The numbers are in
//! [`magics`](super::magics); the compiler fills the table.

use super::magics;
use super::rays::{DIAGONAL, Direction, STRAIGHT, seen, through};
use crate::chess::board::{Square, Squares};

/// How many entries all squares together need, rooks first.
const SIZE: usize = ROOK_SIZE + BISHOP_SIZE;
const ROOK_SIZE: usize = 102_400;
const BISHOP_SIZE: usize = 5_248;

/// How one square finds its place in the table.
#[derive(Clone, Copy)]
struct Slot {
    relevant: u64,
    magic: u64,
    shift: u32,
    start: u32,
}

static ROOK: [Slot; 64] = slots(STRAIGHT, &magics::ROOK, 0);
static BISHOP: [Slot; 64] = slots(DIAGONAL, &magics::BISHOP, ROOK_SIZE);
static TABLE: [u64; SIZE] = table();

/// The squares whose pieces can stand in the way: all that are seen on an
/// empty board, without the last one of each line.
const fn relevant(square: usize, directions: [Direction; 2]) -> u64 {
    let (file, rank) = (square % 8, square / 8);
    let mut edges = 0;
    if file != 0 {
        edges |= Squares::FILE_A.0;
    }
    if file != 7 {
        edges |= Squares::FILE_H.0;
    }
    if rank != 0 {
        edges |= 0xFF;
    }
    if rank != 7 {
        edges |= 0xFF << 56;
    }
    (through(square, directions[0]) | through(square, directions[1])) & !edges
}

const fn slots(directions: [Direction; 2], magics: &[u64; 64], start: usize) -> [Slot; 64] {
    let mut slots = [Slot { relevant: 0, magic: 0, shift: 0, start: 0 }; 64];
    let mut start = start as u32;
    let mut square = 0;
    while square < 64 {
        let relevant = relevant(square, directions);
        let bits = relevant.count_ones();
        slots[square] = Slot { relevant, magic: magics[square], shift: 64 - bits, start };
        start += 1 << bits;
        square += 1;
    }
    slots
}

const fn table() -> [u64; SIZE] {
    let mut table = [0; SIZE];
    let mut square = 0;
    while square < 64 {
        fill(&mut table, &ROOK[square], square, STRAIGHT);
        fill(&mut table, &BISHOP[square], square, DIAGONAL);
        square += 1;
    }
    table
}

/// The most subsets that the relevant squares of one line have.
const LINE_SUBSETS: usize = 64;

/// Fills in what is seen from one square, for every subset of its relevant
/// squares: every subset of one line with every subset of the other.
const fn fill(table: &mut [u64; SIZE], slot: &Slot, square: usize, directions: [Direction; 2]) {
    let (rows, row_count) = views(square, through(square, directions[0]), slot.relevant);
    let (columns, column_count) = views(square, through(square, directions[1]), slot.relevant);
    let mut row = 0;
    while row < row_count {
        let mut column = 0;
        while column < column_count {
            let occupied = rows[row].0 | columns[column].0;
            table[slot.place(occupied)] = rows[row].1 | columns[column].1;
            column += 1;
        }
        row += 1;
    }
}

/// Every subset of a line's relevant squares with what is then seen along it,
/// and how many there are.
const fn views(square: usize, line: u64, relevant: u64) -> ([(u64, u64); LINE_SUBSETS], usize) {
    let mut views = [(0, 0); LINE_SUBSETS];
    let mut occupied = 0;
    let mut count = 0;
    loop {
        views[count] = (occupied, seen(square, line, occupied));
        count += 1;
        occupied = next_subset(occupied, line & relevant);
        if occupied == 0 {
            return (views, count);
        }
    }
}

/// Counts up through the subsets of a set, and ends with none: the carry runs
/// across the gaps.
const fn next_subset(subset: u64, of: u64) -> u64 {
    subset.wrapping_sub(of) & of
}

impl Slot {
    #[inline]
    const fn place(&self, occupied: u64) -> usize {
        let gathered = (occupied & self.relevant).wrapping_mul(self.magic) >> self.shift;
        self.start as usize + gathered as usize
    }
}

/// The squares that a rook attacks.
///
/// ```
/// use rulebook_games::chess::board::attacks::rook;
/// use rulebook_games::chess::board::{Square, Squares};
/// assert_eq!(rook(Square::A1, Squares::rank(1)).len(), 8);
/// ```
#[inline]
pub fn rook(from: Square, occupied: Squares) -> Squares {
    Squares(TABLE[ROOK[from.index()].place(occupied.0)])
}

/// The squares that a bishop attacks.
///
/// ```
/// use rulebook_games::chess::board::attacks::bishop;
/// use rulebook_games::chess::board::{Square, Squares};
/// assert_eq!(bishop(Square::A1, Squares::rank(1)).first(), Some(Square::B2));
/// ```
#[inline]
pub fn bishop(from: Square, occupied: Squares) -> Squares {
    Squares(TABLE[BISHOP[from.index()].place(occupied.0)])
}

/// The squares that a queen attacks.
///
/// ```
/// use rulebook_games::chess::board::attacks::queen;
/// use rulebook_games::chess::board::{Square, Squares};
/// assert_eq!(queen(Square::A1, Squares::NONE).len(), 21);
/// ```
#[inline]
pub fn queen(from: Square, occupied: Squares) -> Squares {
    rook(from, occupied) | bishop(from, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks step by step, the way a child would look it up.
    fn walk(from: usize, steps: [(i8, i8); 4], occupied: u64) -> u64 {
        let mut seen = 0;
        for (across, up) in steps {
            let (mut file, mut rank) = (from as i8 % 8 + across, from as i8 / 8 + up);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let square = 1 << (rank * 8 + file);
                seen |= square;
                if occupied & square != 0 {
                    break;
                }
                (file, rank) = (file + across, rank + up);
            }
        }
        seen
    }

    #[test]
    fn the_table_knows_what_a_walk_finds() {
        let mut dice = 0x0DD_BA11_u64;
        for square in Square::all() {
            for _ in 0..500 {
                dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                let occupied = (dice >> 7) & dice.rotate_left(23);
                let straight = walk(square.index(), [(0, 1), (1, 0), (0, -1), (-1, 0)], occupied);
                let diagonal = walk(square.index(), [(1, 1), (1, -1), (-1, -1), (-1, 1)], occupied);
                assert_eq!(rook(square, Squares(occupied)).0, straight);
                assert_eq!(bishop(square, Squares(occupied)).0, diagonal);
            }
        }
    }

    #[test]
    fn no_two_subsets_with_different_views_share_a_place() {
        for (slots, directions) in [(&ROOK, STRAIGHT), (&BISHOP, DIAGONAL)] {
            for (square, slot) in slots.iter().enumerate() {
                let mut occupied = 0u64;
                loop {
                    let lines =
                        directions.map(|line| seen(square, through(square, line), occupied));
                    assert_eq!(TABLE[slot.place(occupied)], lines[0] | lines[1]);
                    occupied = next_subset(occupied, slot.relevant);
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }
}
