//! Cells by hand: the change, and a log from which it can be taken back.

use std::hint::black_box;

use super::{Change, Holds};
use crate::rows::undo::Undoes;

pub(crate) struct Cells {
    cells: Vec<u64>,
    log: Vec<Change>,
    /// How much of the log has happened; the rest was taken back.
    done: usize,
}

impl Cells {
    pub(crate) fn new(cells: Vec<u64>) -> Self {
        Self { cells, log: Vec::new(), done: 0 }
    }
}

impl Holds for Cells {
    #[inline]
    fn raise(&mut self, change: Change) {
        let this = black_box(self);
        this.cells[change.cell] += change.amount;
        this.log.truncate(this.done);
        this.log.push(change);
        this.done += 1;
    }

    fn cut(&mut self) {
        self.raise(Change::NOTHING);
        self.log.clear();
        self.done = 0;
    }

    fn cells(&self) -> &[u64] {
        &self.cells
    }
}

impl Undoes for Cells {
    #[inline]
    fn undo(&mut self) {
        let this = black_box(self);
        this.done -= 1;
        let Change { cell, amount } = this.log[this.done];
        this.cells[cell] -= amount;
    }

    #[inline]
    fn redo(&mut self) {
        let this = black_box(self);
        let Change { cell, amount } = this.log[this.done];
        this.cells[cell] += amount;
        this.done += 1;
    }
}
