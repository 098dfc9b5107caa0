//! A session as a [`Line`].

use std::fmt::Debug;
use std::sync::Arc;

use rulebook::{Actors, By, FrameView, Session};
use rulebook_games::Playable;

use super::line::{Committed, Line, Step, Thought, Trouble, Waiting};
use super::state::Mark;
use super::{account, answer, bot, coverage, decision, happening, scene, state};
use crate::drawing::Artist;
use crate::wire::{self, Eye};

/// A session and how it is drawn.
pub(super) struct Running<G: Playable> {
    pub(super) session: Session<G>,
    pub(super) artist: Artist<G>,
    /// What wrote each value last, every so many frames; as far as somebody has
    /// asked.
    pub(super) marks: Vec<Arc<Mark>>,
}

impl<G: Playable> Running<G>
where
    G::State: Debug,
{
    /// The last frame that stands.
    pub(super) fn last(&self) -> Option<FrameView<'_, G>> {
        self.session.frames().next_back()
    }

    /// Reads an action as people write it who look at the board.
    fn parse(&self, text: &str) -> Result<G::Action, Trouble> {
        G::parse_in(self.session.state(), text).map_err(|error| Trouble::Unreadable {
            code: "unreadable_action",
            why: error.to_string(),
        })
    }

    /// Submits and answers, and leaves it pending if that is what it is.
    fn resume(&mut self, waiting: &Waiting) -> Result<rulebook::Outcome<G>, Trouble> {
        let action = self.parse(&waiting.action)?;
        // What lies ahead is about to be lost, if it is accepted.
        let number = self.session.number();
        self.marks.retain(|mark| mark.frame <= number);
        let mut outcome = self.session.submit(waiting.by, action)?;
        for &option in &waiting.answers {
            let Some(choice) = self.session.pending() else { break };
            let (seat, id) = (choice.seat, choice.id);
            outcome = self.session.answer(seat, id, option)?;
        }
        Ok(outcome)
    }

    /// Does something while an action waits for a choice, and takes it back.
    fn while_waiting<T>(
        &mut self,
        waiting: Option<&Waiting>,
        does: impl FnOnce(&mut Self) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        if let Some(waiting) = waiting {
            self.resume(waiting)?;
        }
        let done = does(self);
        self.let_go()?;
        done
    }

    /// Leaves nothing pending behind.
    fn let_go(&mut self) -> Result<(), Trouble> {
        if self.session.pending().is_some() {
            self.session.withdraw()?;
        }
        Ok(())
    }

    fn step(&mut self, outcome: rulebook::Outcome<G>) -> Result<Step, Trouble> {
        let step = match outcome {
            rulebook::Outcome::Committed(id) => {
                let result = self.session.result().map(|scores| scores.to_string());
                let frame = self.session.frame(id);
                let Some(frame) = frame else {
                    return Err(Trouble::Fault(format!("{id} was committed and is not there.")));
                };
                Step::Committed(Committed {
                    action: frame.action().map(G::print).unwrap_or_default(),
                    events: frame.events().len() as u32,
                    result,
                    digest: frame.digest().map(|digest| digest.to_string()),
                })
            }
            rulebook::Outcome::Pending(choice) => Step::Pending(scene::choice(&choice)),
            other => match answer::refused(&other) {
                Some(refused) => Step::Refused(refused),
                None => Step::Unchanged,
            },
        };
        self.let_go()?;
        Ok(step)
    }
}

impl<G: Playable> Line for Running<G>
where
    G::State: Debug,
{
    fn number(&self) -> u32 {
        self.session.number() as u32
    }

    fn fork(&self) -> Box<dyn Line> {
        let (session, marks) = (self.session.fork(), self.marks.clone());
        Box::new(Running { session, artist: self.artist, marks })
    }

    fn go(&mut self, number: u32) -> Result<(), Trouble> {
        let outcome = self.session.rewind(u64::from(number))?;
        match outcome.refusal() {
            Some(refusal) => Err(Trouble::Fault(refusal.to_string())),
            None => Ok(()),
        }
    }

    fn submit(&mut self, waiting: &Waiting) -> Result<Step, Trouble> {
        let outcome = self.resume(waiting)?;
        self.step(outcome)
    }

    fn answer(
        &mut self,
        waiting: &Waiting,
        by: By,
        choice: &str,
        option: u32,
    ) -> Result<Step, Trouble> {
        self.resume(waiting)?;
        let outcome = match scene::choice_id(choice) {
            Some(choice) => self.session.answer(by, choice, option)?,
            None => {
                self.let_go()?;
                let why = format!("{choice:?} names no choice: take the id of the pending one.");
                return Err(Trouble::Unreadable { code: "no_such_choice", why });
            }
        };
        self.step(outcome)
    }

    fn scene(&mut self, eye: Eye, waiting: Option<&Waiting>) -> Result<wire::Scene, Trouble> {
        self.while_waiting(waiting, |line| scene::scene(line, eye))
    }

    fn happening(&mut self, eye: Eye) -> Result<Option<wire::Happening>, Trouble> {
        let mut happening = match eye {
            Eye::Everything => happening::whole(self)?,
            Eye::Of(viewer) => happening::seen(self, viewer)?,
        };
        happening.iter_mut().for_each(|happening| self.word_happening(happening));
        Ok(happening)
    }

    fn decision(&mut self) -> Result<Option<wire::Decision>, Trouble> {
        let Some(frame) = self.last() else { return Ok(None) };
        let Some((by, action)) = frame.by().zip(frame.action().cloned()) else { return Ok(None) };
        let book = self.session.book().clone();
        let account = frame.account().map(|account| account::account(&book, account));
        let number = self.number();
        self.go(number - 1)?;
        let explained = self.session.explain(by, &action);
        let decision = explained.map(|explained| decision::decision(&book, explained));
        self.go(number)?;
        let mut decision = decision?;
        // It happened: what it set off is known, dice and choices with it.
        decision.account = account.or(decision.account);
        decision.account.iter_mut().for_each(|account| self.word_account(account));
        Ok(Some(decision))
    }

    fn why(&mut self, by: By, action: &str) -> Result<wire::Decision, Trouble> {
        let action = self.parse(action)?;
        let book = self.session.book().clone();
        let mut decision = decision::decision(&book, self.session.explain(by, &action)?);
        decision.account.iter_mut().for_each(|account| self.word_account(account));
        Ok(decision)
    }

    fn tree(&mut self) -> Result<super::Tree, Trouble> {
        Ok(super::Tree::of(self.session.state()))
    }

    fn written(&mut self, path: &[u32]) -> Result<wire::StateNode, Trouble> {
        state::written(self, path)
    }

    fn coverage(&mut self) -> Result<wire::Coverage, Trouble> {
        coverage::of_line(&self.session)
    }

    fn active(&mut self, waiting: Option<&Waiting>) -> Result<Actors, Trouble> {
        self.while_waiting(waiting, |line| Ok(line.session.active()))
    }

    fn willing(&mut self, waiting: Option<&Waiting>) -> Result<Actors, Trouble> {
        self.while_waiting(waiting, |line| bot::willing(&mut line.session))
    }

    fn pick(
        &mut self,
        player: wire::Player,
        whom: Actors,
        waiting: Option<&Waiting>,
    ) -> Result<Thought, Trouble> {
        self.while_waiting(waiting, |line| bot::pick(&mut line.session, player, whom))
    }
}
