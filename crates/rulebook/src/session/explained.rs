//! Submitting and being told why: one transition for both, where it goes in a
//! straight line.

use crate::actor::By;
use crate::book::rule::ActionKind;
use crate::context::Seal;
use crate::error::Fault;
use crate::explain::{End, Explanation};
use crate::game::{Game, Kinded};
use crate::outcome::Outcome;
use crate::pipeline::calm::Calm;
use crate::pipeline::watched::Course;
use crate::pipeline::{Core, Stop, commit, validate};
use crate::session::Session;
use crate::session::options::Digests;

impl<G: Game> Session<G> {
    /// Submits an action by someone, and says why it came to what it came to.
    ///
    /// It is what [`explain`](Session::explain) and then
    /// [`submit`](Session::submit) would say. But mostly rules are asked only
    /// once, so that to have every action explained costs little more than to
    /// submit it.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("count twice", |rule| rule
    ///         .when("a small step", |ask| *ask.action < 3)
    ///         .then(|cx, ()| [2 * *cx.action]))
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let (outcome, why) = game.submit_explained(Seat(0), 5)?;
    /// assert!(outcome.is_committed());
    /// assert_eq!(why.to_string(), "\
    /// 5 by seat 0 would be committed by \"count\".
    /// Rules:
    ///   • count twice (priority Normal (50)): \"a small step\" does not hold
    ///   ▸ count (priority Normal (50)): selected
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn submit_explained(
        &mut self,
        by: impl Into<By>,
        action: G::Action,
    ) -> Result<(Outcome<G>, &Explanation<G>), Fault> {
        let by = by.into();
        if self.core.calm && self.is_free() {
            if !self.is_poised()? {
                self.core.bench.forget_answers();
                self.core.guard(Core::put_away).map_err(|fault| self.fail(fault))?;
            }
            let kind = self.core.guard_poised(|_| action.kind())?;
            if self.core.is_straight(kind) {
                return self.submit_straight(by, action, kind);
            }
        }
        let explanation = self.explain(by, &action)?;
        let outcome = self.submit(by, action)?;
        Ok((outcome, self.explained.insert(Box::new(explanation))))
    }

    /// The same in a straight line. What is found out is written over what was
    /// found out last time.
    fn submit_straight(
        &mut self,
        by: By,
        action: G::Action,
        kind: ActionKind<G>,
    ) -> Result<(Outcome<G>, &Explanation<G>), Fault> {
        let appends = self.options.digests == Digests::Off;
        let Session { core, explained, .. } = &mut *self;
        let explanation = match explained {
            Some(explanation) => explanation,
            None => {
                let copy = core.guard(|_| action.clone())?;
                explained.insert(Box::new(Explanation::nothing(&core.book, by, copy, kind)))
            }
        };
        let ran = core.guard_poised(|core| {
            explanation.begin(by, &action, kind);
            let mut course = Course::default();
            let legal = validate::claimed(by, &action);
            core.stages_to_explain(legal, kind, &mut course, |core, course| {
                explanation.note_course(core, legal, course);
            })
        });
        let outcome = match ran {
            Ok(Calm::Ordinary(verified)) if appends && core.log.has_room() => {
                Outcome::Committed(commit::commit_ordinary(core, (by, action), None, verified))
            }
            Ok(ran) => self.conclude_explained(ran, by, action)?,
            Err(fault) => return Err(self.fail(fault)),
        };
        match &self.explained {
            Some(explanation) => Ok((outcome, explanation)),
            None => unreachable!("an explanation was put there"),
        }
    }

    /// Concludes any other transition, and says how it would have been foretold.
    #[inline(never)]
    fn conclude_explained(
        &mut self,
        ran: Calm<G>,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        match (self.foretold(&ran), &mut self.explained) {
            (Some(end), Some(explanation)) => {
                explanation.end_with(end);
                self.concluded(Ok(ran), by, action)
            }
            // Nothing comes of it, so that it can be explained afterwards.
            (_, explained) => {
                let copy = explained.take().map(|explanation| explanation.action);
                let outcome = self.concluded(Ok(ran), by, action)?;
                if let Some(copy) = copy {
                    self.explained = Some(Box::new(self.explain(by, &copy)?));
                }
                Ok(outcome)
            }
        }
    }

    /// How a transition would have been foretold, unless it was refused. Where
    /// dice fall, nobody says more beforehand.
    fn foretold(&self, ran: &Calm<G>) -> Option<End<G>> {
        match ran {
            Calm::Other(Err(Stop::Refused(_) | Stop::Fault(_))) => None,
            _ if self.seal() == Seal::Sealed && !self.core.bench.draws.is_empty() => {
                Some(End::Dice)
            }
            Calm::Other(Err(Stop::NoChange)) => Some(End::NoChange),
            Calm::Other(Err(Stop::Asked(choice))) => Some(End::Choice(choice.to_string())),
            Calm::Other(Err(Stop::DiceAhead)) => Some(End::Dice),
            Calm::Ordinary(_) | Calm::Other(Ok(_)) => Some(End::Commit),
        }
    }
}
