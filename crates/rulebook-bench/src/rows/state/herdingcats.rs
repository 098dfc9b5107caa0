//! Cells with HerdingCats, which copies the state for every action.

use std::hint::black_box;

use herdingcats::{Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, Outcome, Reversibility};

use super::{Change, Holds};
use crate::rows::undo::Undoes;

pub(crate) struct Spec;

#[derive(Clone, Debug)]
pub(crate) struct Raised(Change);

impl EngineSpec for Spec {
    type State = Vec<u64>;
    type Input = Change;
    type Diff = Raised;
    type Trace = ();
    type NonCommittedInfo = ();
    type OrderKey = u32;
}

impl Apply<Spec> for Raised {
    fn apply(&self, cells: &mut Vec<u64>) -> Vec<()> {
        cells[self.0.cell] += self.0.amount;
        vec![()]
    }
}

fn raise(change: &Change, _: &Vec<u64>) -> BehaviorResult<Raised, ()> {
    BehaviorResult::Continue(vec![Raised(*change)])
}

pub(crate) fn engine(cells: Vec<u64>) -> Engine<Spec> {
    let behavior = BehaviorDef { name: "raise", order_key: 0, evaluate: raise };
    Engine::new(cells, vec![behavior])
}

impl Holds for Engine<Spec> {
    fn raise(&mut self, change: Change) {
        let outcome = self.dispatch(change, Reversibility::Reversible);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
            "herdingcats refused to raise"
        );
    }

    fn cut(&mut self) {
        let outcome = self.dispatch(Change::NOTHING, Reversibility::Irreversible);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
            "herdingcats refused to cut"
        );
    }

    fn cells(&self) -> &[u64] {
        self.state()
    }
}

impl Undoes for Engine<Spec> {
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
