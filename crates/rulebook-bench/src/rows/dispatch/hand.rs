//! Counting by hand: what the fastest code for this one purpose costs.

use std::hint::black_box;

use super::{Counter, Counts};
use crate::rows::undo::Undoes;

/// Nothing but the change itself.
#[derive(Default)]
pub(super) struct InPlace(Counter);

impl Counts for InPlace {
    #[inline]
    fn add(&mut self, amount: u64) {
        // Without this the compiler would add a whole batch at once.
        let counter = black_box(&mut self.0);
        counter.total += amount;
        counter.actions += 1;
    }

    fn cut(&mut self) {
        self.add(0);
    }

    fn counter(&self) -> Counter {
        self.0
    }
}

/// The change, and a log from which it can be taken back and done again.
#[derive(Default)]
pub(crate) struct WithUndoLog {
    counter: Counter,
    log: Vec<u64>,
    /// How much of the log has happened; the rest was taken back.
    done: usize,
}

impl Counts for WithUndoLog {
    #[inline]
    fn add(&mut self, amount: u64) {
        let this = black_box(self);
        this.counter.total += amount;
        this.counter.actions += 1;
        this.log.truncate(this.done);
        this.log.push(amount);
        this.done += 1;
    }

    fn cut(&mut self) {
        self.add(0);
        self.log.clear();
        self.done = 0;
    }

    fn counter(&self) -> Counter {
        self.counter
    }
}

impl Undoes for WithUndoLog {
    #[inline]
    fn undo(&mut self) {
        let this = black_box(self);
        this.done -= 1;
        this.counter.total -= this.log[this.done];
        this.counter.actions -= 1;
    }

    #[inline]
    fn redo(&mut self) {
        let this = black_box(self);
        this.counter.total += this.log[this.done];
        this.counter.actions += 1;
        this.done += 1;
    }
}
