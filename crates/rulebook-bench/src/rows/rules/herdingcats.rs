//! Many rules with HerdingCats, which asks every one of them.
//!
//! A behaviour is a plain function and cannot know which card is its own. So
//! one of them answers every action, and the others compare the card with one
//! that nobody plays: as much work as if each had a card of its own.

use std::hint::black_box;

use super::game::{Action, Event, Shape, Table, laid};
use super::{KEPT, Plays};
use herdingcats::{Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, Outcome, Reversibility};

struct Spec;

impl EngineSpec for Spec {
    type State = Table;
    type Input = Action;
    type Diff = Event;
    type Trace = ();
    type NonCommittedInfo = ();
    type OrderKey = u32;
}

impl Apply<Spec> for Event {
    fn apply(&self, table: &mut Table) -> Vec<()> {
        table.lay(*self);
        vec![()]
    }
}

const NOBODYS: u32 = u32::MAX;

fn decline(action: &Action, _: &Table) -> BehaviorResult<Event, ()> {
    let card = action.card();
    let mine = (card.number == NOBODYS).then(|| laid(0, 0, card));
    BehaviorResult::Continue(mine.into_iter().collect())
}

fn answer(shape: Shape, action: &Action, table: &Table) -> BehaviorResult<Event, ()> {
    let (key, rule) = shape.answer(table, action);
    BehaviorResult::Continue(vec![laid(key, rule, action.card())])
}

/// The behaviour that answers; a function cannot capture the shape.
fn answers(shape: Shape) -> fn(&Action, &Table) -> BehaviorResult<Event, ()> {
    match shape {
        Shape::Keyed => |action, table| answer(Shape::Keyed, action, table),
        Shape::Unkeyed => |action, table| answer(Shape::Unkeyed, action, table),
        Shape::Stepped => |action, table| answer(Shape::Stepped, action, table),
        Shape::Written => |action, table| answer(Shape::Written, action, table),
        Shape::Mixed => |action, table| answer(Shape::Mixed, action, table),
    }
}

pub(super) struct Cats {
    shape: Shape,
    rules: usize,
    engine: Engine<Spec>,
    played: usize,
}

impl Plays for Cats {
    fn new(shape: Shape, rules: usize) -> Self {
        let behavior = |rule: usize| {
            let (name, evaluate): (_, fn(&Action, &Table) -> _) = match rule == rules / 2 {
                true => ("answer", answers(shape)),
                false => ("decline", decline),
            };
            BehaviorDef { name, order_key: rule as u32, evaluate }
        };
        let behaviors = (0..rules).map(behavior).collect();
        Self { shape, rules, engine: Engine::new(Table::default(), behaviors), played: 0 }
    }

    fn begin(&mut self) {
        *self = Self::new(self.shape, self.rules);
    }

    fn play(&mut self, action: Action) {
        self.played += 1;
        // It has no bound for its history, but an end now and then.
        let reversibility = match self.played % KEPT {
            0 => Reversibility::Irreversible,
            _ => Reversibility::Reversible,
        };
        let outcome = self.engine.dispatch(action, reversibility);
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
            "herdingcats refused a card"
        );
    }

    fn undo(&mut self) {
        let outcome = self.engine.undo();
        assert!(
            matches!(black_box(&outcome), Ok(Outcome::Undone(_))),
            "herdingcats could not undo"
        );
    }

    fn table(&self) -> &Table {
        self.engine.state()
    }
}
