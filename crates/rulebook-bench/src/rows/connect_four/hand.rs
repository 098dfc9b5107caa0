//! Connect four by hand: seven bits for each column, six for discs and one that
//! stays empty, so that a line cannot run over a border.

use crate::playout::{Ending, Player};
use crate::random::Choose;

pub(super) const COLUMNS: u32 = 7;
pub(super) const ROWS: u32 = 6;
pub(super) const STRIDE: u32 = ROWS + 1;

/// The lowest cell of every column.
pub(super) const BOTTOM: u64 = {
    let mut bottom = 0;
    let mut column = 0;
    while column < COLUMNS {
        bottom |= 1 << (column * STRIDE);
        column += 1;
    }
    bottom
};
pub(super) const TOP: u64 = BOTTOM << (ROWS - 1);

/// Whether four discs of a set stand in a line.
pub(super) fn has_four(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    line(1) | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1) != 0
}

pub(super) struct Bitboard;

impl Player for Bitboard {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let (mut own, mut other) = (0_u64, 0_u64);
        let mut moves = 0;
        loop {
            let taken = own | other;
            let mut open = TOP & !taken;
            for _ in 0..dice.choose(open.count_ones() as usize) {
                open &= open - 1;
            }
            // Adding the column's lowest cell carries up to its first free one.
            let column = (open & open.wrapping_neg()) >> (ROWS - 1);
            own |= (taken + column) & !taken;
            moves += 1;
            if has_four(own) {
                return (moves, if moves % 2 == 1 { Ending::First } else { Ending::Second });
            }
            if moves == u64::from(COLUMNS * ROWS) {
                return (moves, Ending::Draw);
            }
            (own, other) = (other, own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discs(cells: &[(u32, u32)]) -> u64 {
        cells.iter().map(|(column, row)| 1 << (column * STRIDE + row)).sum()
    }

    #[test]
    fn four_in_a_line_are_found_in_every_direction() {
        assert!(has_four(discs(&[(0, 0), (1, 0), (2, 0), (3, 0)])));
        assert!(has_four(discs(&[(6, 2), (6, 3), (6, 4), (6, 5)])));
        assert!(has_four(discs(&[(1, 1), (2, 2), (3, 3), (4, 4)])));
        assert!(has_four(discs(&[(1, 5), (2, 4), (3, 3), (4, 2)])));
    }

    #[test]
    fn lines_do_not_run_over_the_border() {
        assert!(!has_four(discs(&[(0, 4), (0, 5), (1, 0), (1, 1)])));
        assert!(!has_four(discs(&[(0, 0), (1, 0), (2, 0), (4, 0)])));
    }
}
