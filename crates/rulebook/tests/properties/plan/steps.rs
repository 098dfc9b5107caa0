//! What is done with a random book: actions, and whatever else could make a
//! plan remember something that is no longer so.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy as Inputs, any, prop_oneof};

use crate::books::generate::{
    Taste, action, aimed, case, crowded_case, declared_case, flat_case, lively_case, looped_action,
    vouching_case,
};
use crate::books::spec::{Act, Case};

/// One step of a game.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// An action is submitted; if a player must choose, the answer follows.
    Submit(Act),
    /// Several actions, of which all are committed or none.
    Together(Vec<Act>),
    /// The so-manyth of the legal actions is played, if there is one.
    PlayLegal(usize),
    /// The so-manyth rule is switched off, or on again.
    Switch(usize, bool),
    Undo,
    Redo,
}

/// A book, and what is done with it.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) case: Case,
    pub(crate) steps: Vec<Step>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.case);
        let book = text.rsplit_once("\nactions:").map_or(&text[..], |(book, _)| book);
        write!(f, "{book}\nsteps: {:?}", self.steps)
    }
}

/// Games with books of that taste.
pub(crate) fn game(taste: Taste) -> impl Inputs<Value = Game> {
    (case(taste), vec(step(action()), 1..10)).prop_map(|(case, steps)| Game { case, steps })
}

/// Games with books that come to one list.
pub(crate) fn flat_game() -> impl Inputs<Value = Game> {
    (flat_case(), vec(step(action()), 1..16)).prop_map(|(case, steps)| Game { case, steps })
}

/// Games with books in which most rules name several facts.
pub(crate) fn declared_game() -> impl Inputs<Value = Game> {
    (declared_case(), vec(step(action()), 1..10)).prop_map(|(case, steps)| Game { case, steps })
}

/// Games with books in which no fact is worth a look-up.
pub(crate) fn crowded_game() -> impl Inputs<Value = Game> {
    (crowded_case(), vec(step(action()), 1..10)).prop_map(|(case, steps)| Game { case, steps })
}

/// Games in which much happens.
pub(crate) fn lively_game(taste: Taste) -> impl Inputs<Value = Game> {
    (lively_case(taste), vec(step(action()), 1..10)).prop_map(|(case, steps)| Game { case, steps })
}

/// Games with books whose rules are written in a loop. Some vouch for what they
/// propose.
pub(crate) fn looped_game(taste: Taste) -> impl Inputs<Value = Game> {
    let steps = (vec(step(looped_action()), 1..14), vec(0..100_usize, 13));
    (vouching_case(taste).boxed(), steps).prop_map(|(case, (mut steps, aims))| {
        for (step, aim) in steps.iter_mut().zip(aims) {
            if let Step::Submit(act) = step {
                *act = aimed(&case, *act, aim);
            }
        }
        Game { case, steps }
    })
}

fn step(action: impl Inputs<Value = Act> + Clone) -> impl Inputs<Value = Step> {
    prop_oneof![
        12 => action.clone().prop_map(Step::Submit),
        2 => vec(action, 2..4).prop_map(Step::Together),
        2 => (0..6_usize).prop_map(Step::PlayLegal),
        2 => (any::<u8>(), any::<bool>()).prop_map(|(rule, on)| Step::Switch(rule.into(), on)),
        1 => Just(Step::Undo),
        1 => Just(Step::Redo),
    ]
}
