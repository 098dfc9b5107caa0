//! Counting with Rulebook: one rule, one event.

use std::fmt::{self, Write};
use std::hint::black_box;
use std::marker::PhantomData;

use rulebook::prelude::*;
use rulebook::{History, Recovery, Reversibility, SessionOptions};

use super::{Counter, Counts};
use crate::rows::ours::committed;
use crate::rows::undo::Undoes;

/// What an applied event leaves in the frame.
pub(crate) trait Trace: Clone + fmt::Debug + Send + 'static {
    fn added(amount: u64) -> Self;
}

impl Trace for () {
    fn added(_: u64) {}
}

/// A typed trace: text is made when somebody reads it.
#[derive(Clone, Debug)]
pub(crate) struct Added(u64);

impl Trace for Added {
    fn added(amount: u64) -> Self {
        Self(amount)
    }
}

impl fmt::Display for Added {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "added {}", self.0)
    }
}

pub(crate) struct Counting<T>(PhantomData<T>);

impl<T: Trace> Game for Counting<T> {
    type State = Counter;
    type Action = u64;
    type Event = u64;
    type Trace = T;
    type Reason = Never;

    fn apply(counter: &mut Counter, amount: &u64) -> T {
        counter.total += amount;
        counter.actions += 1;
        T::added(*amount)
    }
}

impl<T: Trace> Revert for Counting<T> {
    fn revert(counter: &mut Counter, amount: &u64, _: &T) {
        counter.total -= amount;
        counter.actions -= 1;
    }
}

/// One rule; sessions choose how they take an action back.
pub(crate) fn book<T: Trace>() -> Book<Counting<T>> {
    Book::builder("counter")
        .reverts()
        .rule("add", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .expect("the book of one rule has no mistakes")
}

/// A session that keeps so much of its past.
pub(crate) fn session<T: Trace>(
    recovery: Recovery,
    history: History,
) -> impl Fn() -> Session<Counting<T>> {
    let book = book();
    let options = SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
    move || book.start_with(Counter::default(), Seed(1), options).expect("a counter can start")
}

impl<T: Trace> Counts for Session<Counting<T>> {
    #[inline(always)]
    fn add(&mut self, amount: u64) {
        committed(self.submit(Seat(0), amount));
    }

    fn cut(&mut self) {
        committed(self.submit_as(Reversibility::Irreversible, Seat(0), 0));
    }

    fn counter(&self) -> Counter {
        *self.state()
    }
}

impl<T: Trace> Undoes for Session<Counting<T>> {
    fn undo(&mut self) {
        let outcome = Session::undo(self);
        assert!(matches!(black_box(&outcome), Ok(Outcome::Undone(_))), "rulebook could not undo");
    }

    fn redo(&mut self) {
        let outcome = Session::redo(self);
        assert!(matches!(black_box(&outcome), Ok(Outcome::Redone(_))), "rulebook could not redo");
    }
}

/// Counts, and reads the trace of every action as text.
pub(crate) struct Reading {
    pub(crate) game: Session<Counting<Added>>,
    pub(crate) text: String,
}

impl Counts for Reading {
    fn add(&mut self, amount: u64) {
        let Ok(Outcome::Committed(id)) = self.game.submit(Seat(0), amount) else {
            panic!("rulebook refused to add");
        };
        let frame = self.game.frame(id).expect("the frame was just committed");
        self.text.clear();
        for event in frame.events() {
            write!(self.text, "{}", event.trace).expect("writing to a string cannot fail");
        }
        black_box(&self.text);
    }

    fn cut(&mut self) {
        self.game.cut();
    }

    fn counter(&self) -> Counter {
        *self.game.state()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_traces_can_be_read_as_text() {
        let game = session(Recovery::Snapshot, History::All)();
        let mut reading = Reading { game, text: String::new() };
        reading.add(3);
        assert_eq!(reading.text, "added 3");
    }
}
