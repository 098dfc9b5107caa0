//! Counting with HerdingCats: one behaviour, one diff, one trace entry.

use std::fmt::Debug;
use std::hint::black_box;
use std::marker::PhantomData;

use super::{Counter, Counts};
use crate::rows::undo::Undoes;
use herdingcats::{Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, Outcome, Reversibility};

/// What an applied diff leaves in the frame.
pub(crate) trait Trace: Clone + Debug + 'static {
    fn added(amount: u64) -> Self;
}

impl Trace for () {
    fn added(_: u64) {}
}

impl Trace for String {
    fn added(amount: u64) -> Self {
        format!("added {amount}")
    }
}

pub(crate) struct Spec<T>(PhantomData<T>);

#[derive(Clone, Debug)]
pub(crate) struct Added(u64);

impl<T: Trace> EngineSpec for Spec<T> {
    type State = Counter;
    type Input = u64;
    type Diff = Added;
    type Trace = T;
    type NonCommittedInfo = ();
    type OrderKey = u32;
}

impl<T: Trace> Apply<Spec<T>> for Added {
    fn apply(&self, counter: &mut Counter) -> Vec<T> {
        counter.total += self.0;
        counter.actions += 1;
        vec![T::added(self.0)]
    }
}

fn add<T: Trace>(amount: &u64, _: &Counter) -> BehaviorResult<Added, ()> {
    BehaviorResult::Continue(vec![Added(*amount)])
}

pub(crate) fn engine<T: Trace>() -> Engine<Spec<T>> {
    let behavior = BehaviorDef { name: "add", order_key: 0, evaluate: add::<T> };
    Engine::new(Counter::default(), vec![behavior])
}

impl<T: Trace> Counts for Engine<Spec<T>> {
    #[inline(always)]
    fn add(&mut self, amount: u64) {
        let outcome = self.dispatch(amount, Reversibility::Reversible);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
            "herdingcats refused to add"
        );
    }

    fn cut(&mut self) {
        let outcome = self.dispatch(0, Reversibility::Irreversible);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
            "herdingcats refused to cut"
        );
    }

    fn counter(&self) -> Counter {
        *self.state()
    }
}

impl<T: Trace> Undoes for Engine<Spec<T>> {
    fn undo(&mut self) {
        let outcome = Engine::undo(self);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Undone(_))),
            "herdingcats could not undo"
        );
    }

    fn redo(&mut self) {
        let outcome = Engine::redo(self);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Redone(_))),
            "herdingcats could not redo"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_traces_can_be_read_as_text() {
        let mut engine = engine::<String>();
        let Ok(Outcome::Committed(frame)) = engine.dispatch(3, Reversibility::Reversible) else {
            panic!("herdingcats refused to add");
        };
        assert_eq!(frame.traces, ["added 3"]);
    }
}
