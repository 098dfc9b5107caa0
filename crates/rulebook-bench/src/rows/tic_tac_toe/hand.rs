//! Tic-tac-toe by hand: as fast as it goes, and as one would write it first.

use super::LINES;
use crate::playout::{Ending, Player};
use crate::random::Choose;

pub(super) const FULL: u16 = 0b1_1111_1111;

/// For each set of cells whether it holds a whole line.
pub(crate) static WON: [bool; 512] = lines_in_sets();

const fn lines_in_sets() -> [bool; 512] {
    let mut won = [false; 512];
    let mut set = 0;
    while set < won.len() {
        let mut line = 0;
        while line < LINES.len() {
            let [a, b, c] = LINES[line];
            let mask = 1 << a | 1 << b | 1 << c;
            won[set] |= set & mask == mask;
            line += 1;
        }
        set += 1;
    }
    won
}

/// For each set of cells those that are not in it, in order, and how many.
static OTHERS: [([u8; 9], u8); 512] = cells_not_in_sets();

const fn cells_not_in_sets() -> [([u8; 9], u8); 512] {
    let mut others = [([0; 9], 0); 512];
    let mut set = 0;
    while set < others.len() {
        let (cells, count) = &mut others[set];
        let mut cell = 0;
        while cell < 9 {
            if set >> cell & 1 == 0 {
                cells[*count as usize] = cell;
                *count += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    others
}

/// The cells that can still be marked, in order: for everybody who plays on a
/// bitboard.
#[inline]
pub(super) fn empty(taken: u16) -> &'static [u8] {
    let (cells, count) = &OTHERS[usize::from(taken & FULL)];
    &cells[..usize::from(*count)]
}

/// Two sets of cells, and tables of won sets and empty cells.
pub(crate) struct Bitboard;

impl Player for Bitboard {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let (mut own, mut other) = (0_u16, 0_u16);
        let mut moves = 0;
        loop {
            let empty = empty(own | other);
            own |= 1 << empty[dice.choose(empty.len())];
            moves += 1;
            if WON[usize::from(own)] {
                return (moves, if moves % 2 == 1 { Ending::First } else { Ending::Second });
            }
            if own | other == FULL {
                return (moves, Ending::Draw);
            }
            (own, other) = (other, own);
        }
    }
}

/// Nine cells, and a list of the empty ones.
pub(super) struct Array;

impl Player for Array {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let mut cells: [Option<bool>; 9] = [None; 9];
        let mut first = true;
        let mut moves = 0;
        loop {
            let mut empty = [0; 9];
            let mut count = 0;
            for (cell, mark) in cells.iter().enumerate() {
                if mark.is_none() {
                    empty[count] = cell;
                    count += 1;
                }
            }
            cells[empty[dice.choose(count)]] = Some(first);
            moves += 1;
            if LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == Some(first))) {
                return (moves, if first { Ending::First } else { Ending::Second });
            }
            if count == 1 {
                return (moves, Ending::Draw);
            }
            first = !first;
        }
    }
}
