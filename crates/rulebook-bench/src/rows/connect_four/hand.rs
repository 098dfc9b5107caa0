//! Connect four by hand: seven bits for each column, six for discs and one that
//! stays empty, so that a line cannot run over a border.

use super::peers::name;
use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::{Choose, Wyrand};

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
const TOP: u64 = BOTTOM << (ROWS - 1);

/// Whether four discs of a set stand in a line.
pub(super) fn has_four(discs: u64) -> bool {
    let line = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    line(1) | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1) != 0
}

/// The discs of the player who is to move, and of the other.
#[derive(Default)]
pub(super) struct Bitboard {
    own: u64,
    other: u64,
}

impl Bitboard {
    /// The top cells of the columns that are not full.
    #[inline]
    fn open(&self) -> u64 {
        TOP & !(self.own | self.other)
    }

    /// Drops a disc in one of the open columns, and takes the other's place.
    #[inline]
    fn drop_in(&mut self, nth: usize) {
        let (taken, mut open) = (self.own | self.other, self.open());
        for _ in 0..nth {
            open &= open - 1;
        }
        // Adding the column's lowest cell carries up to its first free one.
        let column = (open & open.wrapping_neg()) >> (ROWS - 1);
        let own = self.own | (taken + column) & !taken;
        *self = Self { own: self.other, other: own };
    }

    fn made(&self) -> u32 {
        (self.own | self.other).count_ones()
    }
}

impl Library for Bitboard {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn moves(&mut self) -> Vec<String> {
        let open = if has_four(self.other) { 0 } else { self.open() };
        let columns = (0..COLUMNS).filter(|column| open >> (column * STRIDE + ROWS - 1) & 1 == 1);
        columns.map(name).collect()
    }

    fn make(&mut self, at: usize) {
        self.drop_in(at);
    }

    fn ending(&mut self) -> Ending {
        match (has_four(self.other), self.made() % 2) {
            (true, 1) => Ending::First,
            (true, _) => Ending::Second,
            (false, _) => Ending::Draw,
        }
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            let open = self.open();
            if open == 0 || has_four(self.other) {
                return (made, Some(self.ending()));
            }
            self.drop_in(dice.choose(open.count_ones() as usize));
        }
        (most, None)
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
