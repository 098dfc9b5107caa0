//! Playing a book: submit, answer whatever is asked, write down what came of
//! it.

use std::sync::Arc;

use rulebook::{
    Book, Cause, Choice, Digest, Digests, Fault, FaultKind, Mode, Outcome, Recovery, Seat, Seed,
    Session, SessionOptions, Verify,
};

use super::dump::Dump;
use super::game::{Act, Arena, Ev, Table};
use super::spec::Spec;
use crate::runner::{Said, same};

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Committed(Box<Dump>),
    NoChange,
    Unpaid(usize, Ev),
    Limit(&'static str),
    Loop,
}

/// What is done at every choice before it is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtChoice {
    Answer,
    /// Everything so far is written down and played again from the start.
    Reload,
    /// The game goes on in a copy.
    Fork,
}

/// A game, with what is needed to play it again.
pub(crate) struct Play {
    spec: Arc<Spec>,
    pub(crate) book: Book<Arena>,
    pub(crate) game: Session<Arena>,
    options: SessionOptions,
    start: Table,
    at_choice: AtChoice,
    /// What was committed: by whom, what, with which answers.
    pub(crate) past: Vec<(u8, Act, Vec<u32>)>,
}

impl Play {
    pub(crate) fn new(spec: &Arc<Spec>, book: &Book<Arena>, recovery: Recovery) -> Self {
        Self::from(spec, book, recovery, spec.start.clone())
    }

    /// From another table.
    pub(crate) fn from(
        spec: &Arc<Spec>,
        book: &Book<Arena>,
        recovery: Recovery,
        start: Table,
    ) -> Self {
        let options = SessionOptions {
            mode: Mode::Analysis,
            digests: Digests::PerFrame,
            recovery: Some(recovery),
            ..SessionOptions::default()
        };
        let game = begin(book, &start, options);
        let (spec, book) = (spec.clone(), book.clone());
        let (at_choice, past) = (AtChoice::Answer, Vec::new());
        Play { spec, book, game, options, start, at_choice, past }
    }

    pub(crate) fn at_choice(self, at_choice: AtChoice) -> Self {
        Play { at_choice, ..self }
    }

    /// The same, with invariants, sources and rest verified at every step.
    pub(crate) fn verified(mut self) -> Self {
        self.options.verify = Verify::EveryEvent;
        self.game = begin(&self.book, &self.start, self.options);
        self
    }

    pub(crate) fn digest(&mut self) -> Digest {
        self.game.digest().expect("nothing panics").expect("the book has digests")
    }

    /// Submits an action and answers what is asked.
    pub(crate) fn act(&mut self, by: u8, act: Act) -> Result<Came, String> {
        let before = (self.game.state().clone(), self.digest(), self.game.number());
        let mut answers = Vec::new();
        let mut outcome = self.game.submit(Seat(by), act);
        while let Ok(Outcome::Pending(choice)) = &outcome {
            let choice = (**choice).clone();
            self.pause(&choice, by, act, &answers)?;
            let now = (self.game.state().clone(), self.digest(), self.game.number());
            same("a pending choice changed the game", &before, &now)?;
            let nth = answers.len() % self.spec.answers.len();
            let option = u32::from(self.spec.answers[nth]) % choice.options.len() as u32;
            answers.push(option);
            outcome = self.game.answer(choice.seat, choice.id, option);
        }
        let came = self.came(outcome)?;
        if self.game.pending().is_some() {
            self.game.withdraw().map_err(|fault| fault.to_string())?;
        }
        match came {
            Came::Committed(_) => self.past.push((by, act, answers)),
            _ => {
                let now = (self.game.state().clone(), self.digest(), self.game.number());
                same("what did not get through changed the game", &before, &now)?;
            }
        }
        self.sources_are_known()?;
        Ok(came)
    }

    fn came(&self, outcome: Result<Outcome<Arena>, Fault>) -> Result<Came, String> {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(fault) => return of_fault(&fault),
        };
        match &outcome {
            Outcome::Committed(id) => {
                let frame = self.game.frame(*id).ok_or("the frame is not there")?;
                Ok(Came::Committed(Box::new(Dump::of_frame(&self.book, frame))))
            }
            Outcome::NoChange => Ok(Came::NoChange),
            _ => match outcome.refusal().map(|refusal| &refusal.cause) {
                Some(Cause::Unpaid { reason, event, .. }) => Ok(Came::Unpaid(reason.0, *event)),
                _ => Err(format!("unexpected: {outcome}")),
            },
        }
    }

    /// Saves and loads, or copies, while a choice is pending.
    fn pause(&mut self, choice: &Choice, by: u8, act: Act, answers: &[u32]) -> Result<(), String> {
        match self.at_choice {
            AtChoice::Answer => return Ok(()),
            AtChoice::Fork => self.game = self.game.fork(),
            AtChoice::Reload => {
                self.game = begin(&self.book, &self.start, self.options);
                for (by, act, answers) in self.past.clone() {
                    replay(&mut self.game, by, act, &answers)?;
                }
                replay(&mut self.game, by, act, answers)?;
            }
        }
        same("another choice is pending", &Some(choice), &self.game.pending())
    }

    /// The engine knows the sources that the state says.
    pub(crate) fn sources_are_known(&self) -> Said {
        let known: Vec<_> = self.game.sources().collect();
        same("the sources in play", &self.game.sources_in_state(), &known)
    }
}

fn begin(book: &Book<Arena>, start: &Table, options: SessionOptions) -> Session<Arena> {
    book.start_with(start.clone(), Seed(1), options).expect("any table may be the start")
}

/// Submits an action with answers that are known.
fn replay(game: &mut Session<Arena>, by: u8, act: Act, answers: &[u32]) -> Result<(), String> {
    let mut outcome = game.submit(Seat(by), act).map_err(|fault| fault.to_string())?;
    for answer in answers {
        let Outcome::Pending(choice) = outcome else {
            return Err(format!("a choice should be pending, not {outcome}"));
        };
        outcome =
            game.answer(choice.seat, choice.id, *answer).map_err(|fault| fault.to_string())?;
    }
    Ok(())
}

/// A loop ends in a fault that names it: each link of the chain is something
/// of the book.
fn of_fault(fault: &Fault) -> Result<Came, String> {
    let (came, chain) = match fault.kind() {
        FaultKind::Limit { limit, chain, .. } => (Came::Limit(limit), chain),
        FaultKind::Loop { chain } => (Came::Loop, chain),
        _ => return Err(format!("unexpected fault: {fault}")),
    };
    let named = |link: &String| link.contains('"') || link.starts_with('…');
    if chain.is_empty() || !chain.iter().all(named) {
        return Err(format!("a fault without a chain of names: {fault}"));
    }
    Ok(came)
}
