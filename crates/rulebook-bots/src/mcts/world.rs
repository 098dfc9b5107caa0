//! Worlds: lines of play from states that a viewer considers possible.

use std::sync::Arc;

use rulebook::{Book, By, Choice, Dice, Fault, Game, History, Imagined, Legal, Outcome, Search};
use rulebook::{Seed, SessionOptions, UnderWay, View};

use crate::bot::NoDecision;

/// How many worlds are tried to find one in which the pending choice is asked.
const TRIES: usize = 64;

const OPTIONS: SessionOptions =
    SessionOptions { history: History::None, ..SessionOptions::DEFAULT };

/// An action on a line that waits for a choice.
pub(super) struct Flight<G: Game> {
    pub(super) by: By,
    pub(super) action: G::Action,
    pub(super) answers: Vec<u32>,
    pub(super) choice: Arc<Choice>,
}

/// What could be so, as far as a viewer knows.
pub(super) struct World<G: Imagined> {
    pub(super) line: Search<G>,
    /// The action that waits for the viewer's choice, if one does.
    pub(super) flight: Option<Flight<G>>,
}

impl<G: Imagined> World<G> {
    /// A world that looks to the viewer as the game does now. None, if none was
    /// found in which they are asked what they are asked.
    pub(super) fn imagine(
        book: &Book<G>,
        view: &View<G>,
        dice: &mut Dice,
    ) -> Result<Option<Self>, NoDecision> {
        let (Some(choice), Some(asked)) = (&view.choice, &view.under_way) else {
            return Ok(Some(World { line: dream(book, view, dice)?, flight: None }));
        };
        for _ in 0..TRIES {
            let mut line = dream(book, view, dice)?;
            if let Some(flight) = ask_again(&mut line, asked, choice, dice)? {
                return Ok(Some(World { line, flight: Some(flight) }));
            }
        }
        Ok(None)
    }

    /// Another world; the same one with other dice, if nothing is hidden.
    pub(super) fn renew(
        &mut self,
        book: &Book<G>,
        view: &View<G>,
        dice: &mut Dice,
    ) -> Result<bool, NoDecision> {
        if G::IS_OPEN && view.choice.is_none() {
            self.line.pop_to(0);
            self.line.reseed(seed(dice));
            return Ok(true);
        }
        let Some(world) = World::imagine(book, view, dice)? else { return Ok(false) };
        *self = world;
        Ok(true)
    }
}

/// Dice for a line.
fn seed(dice: &mut Dice) -> Seed {
    Seed(u64::from(dice.word()) << 32 | u64::from(dice.word()))
}

/// A line from a state that the viewer considers possible.
fn dream<G: Imagined>(
    book: &Book<G>,
    view: &View<G>,
    dice: &mut Dice,
) -> Result<Search<G>, NoDecision> {
    let state = G::imagine(&view.state, view.viewer, dice);
    Ok(book.start_with(state, Seed(0), OPTIONS)?.search(seed(dice)))
}

/// Does what is under way once more, up to the choice; what the viewer does not
/// know of it is drawn. None if something else is asked, or nothing.
fn ask_again<G: Imagined>(
    line: &mut Search<G>,
    asked: &UnderWay<G>,
    choice: &Choice,
    dice: &mut Dice,
) -> Result<Option<Flight<G>>, Fault> {
    let Some(action) = guess(line, asked, dice)? else { return Ok(None) };
    let mut answers = Vec::new();
    let mut own = asked.choices.iter().filter(|made| !made.alone);
    let mut outcome = line.push(asked.by, action.clone())?;
    while let Outcome::Pending(found) = outcome {
        let told = if found.seat == choice.seat { own.next() } else { None };
        if let Some(made) = told {
            let Some(at) = found.options.iter().position(|option| *option == made.text) else {
                return Ok(None);
            };
            answers.push(at as u32);
        } else if found.seat != choice.seat {
            answers.push(dice.below(found.options.len() as u32));
        } else if (&found.question, &found.options) == (&choice.question, &choice.options) {
            return Ok(Some(Flight { by: asked.by, action, answers, choice: found }));
        } else {
            return Ok(None);
        }
        outcome = line.push_with(asked.by, action.clone(), &answers)?;
    }
    Ok(None)
}

/// The action that is under way, or one that it could be.
fn guess<G: Imagined>(
    line: &mut Search<G>,
    asked: &UnderWay<G>,
    dice: &mut Dice,
) -> Result<Option<G::Action>, Fault> {
    if let Some(action) = &asked.action {
        return Ok(Some(action.clone()));
    }
    let mut legal = Vec::new();
    line.legal_into(asked.by, &mut legal)?;
    Ok(dice.pick(&legal).map(|legal: &Legal<G>| legal.action().clone()))
}
