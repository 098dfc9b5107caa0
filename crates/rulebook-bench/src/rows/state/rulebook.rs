//! Cells with Rulebook, on the path that takes a change back instead of keeping
//! a copy.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{History, Recovery, Reversibility, SessionOptions};

use super::{Change, Holds};
use crate::rows::ours::committed;
use crate::rows::undo::Undoes;

pub(crate) struct Cells;

impl Game for Cells {
    type State = Vec<u64>;
    type Action = Change;
    type Event = Change;
    type Trace = ();
    type Reason = Never;

    fn apply(cells: &mut Vec<u64>, change: &Change) {
        cells[change.cell] += change.amount;
    }
}

impl Revert for Cells {
    fn revert(cells: &mut Vec<u64>, change: &Change, (): &()) {
        cells[change.cell] -= change.amount;
    }
}

/// A session that keeps so much of its past.
pub(crate) fn session(
    cells: usize,
    recovery: Recovery,
    history: History,
) -> impl Fn() -> Session<Cells> {
    let book = Book::<Cells>::builder("cells")
        .reverts()
        .rule("raise", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .expect("the book of one rule has no mistakes");
    let options = SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
    move || book.start_with(super::fresh(cells), Seed(1), options).expect("cells can start")
}

impl Holds for Session<Cells> {
    fn raise(&mut self, change: Change) {
        committed(self.submit(Seat(0), change));
    }

    fn cut(&mut self) {
        committed(self.submit_as(Reversibility::Irreversible, Seat(0), Change::NOTHING));
    }

    fn cells(&self) -> &[u64] {
        self.state()
    }
}

impl Undoes for Session<Cells> {
    fn undo(&mut self) {
        let outcome = Session::undo(self);
        assert!(matches!(black_box(&outcome), Ok(Outcome::Undone(_))), "rulebook could not undo");
    }

    fn redo(&mut self) {
        let outcome = Session::redo(self);
        assert!(matches!(black_box(&outcome), Ok(Outcome::Redone(_))), "rulebook could not redo");
    }
}
