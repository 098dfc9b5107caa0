//! Counting with the `undo` crate: an edit per action, in a linear record.

use undo::{Edit, Record};

use super::Undoes;
use crate::rows::dispatch::{Counter, Counts};

struct Add(u64);

impl Edit for Add {
    type Target = Counter;
    type Output = ();

    fn edit(&mut self, counter: &mut Counter) {
        counter.total += self.0;
        counter.actions += 1;
    }

    fn undo(&mut self, counter: &mut Counter) {
        counter.total -= self.0;
        counter.actions -= 1;
    }
}

#[derive(Default)]
pub(super) struct Edits {
    counter: Counter,
    record: Record<Add>,
}

impl Counts for Edits {
    fn add(&mut self, amount: u64) {
        self.record.edit(&mut self.counter, Add(amount));
    }

    fn cut(&mut self) {
        self.add(0);
        self.record.clear();
    }

    fn counter(&self) -> Counter {
        self.counter
    }
}

impl Undoes for Edits {
    fn undo(&mut self) {
        assert!(self.record.undo(&mut self.counter).is_some(), "the record could not undo");
    }

    fn redo(&mut self) {
        assert!(self.record.redo(&mut self.counter).is_some(), "the record could not redo");
    }
}
