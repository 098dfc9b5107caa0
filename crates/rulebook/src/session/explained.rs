//! Being told why: what would come of an action, or what came of it.
//!
//! There is one explanation in a session, which is written over again and again.
//! Where transitions go in a straight line, an action that is submitted is
//! explained in the same one.

use crate::actor::By;
use crate::book::rule::ActionKind;
use crate::context::Seal;
use crate::error::{Fault, FaultKind};
use crate::explain::{End, Explanation};
use crate::game::{Game, Kind, Kinded};
use crate::outcome::{Outcome, RefusalKind};
use crate::pipeline::calm::Calm;
use crate::pipeline::stroke::{Stroke, Struck};
use crate::pipeline::verify::Verified;
use crate::pipeline::watched::Course;
use crate::pipeline::{Core, Lost, Stop, validate};
use crate::session::Session;
use crate::session::history::Journal;
use crate::session::history::record::One;
use crate::session::legal::Warrant;
use crate::session::options::Digests;

/// What came of an action that was not committed.
type Otherwise<G> = Box<Result<Outcome<G>, Fault>>;

impl<G: Game> Session<G> {
    /// Why an action is legal or not, which rule decides, and why not the
    /// others. Nothing changes.
    ///
    /// The session lends the explanation until something else is asked of it,
    /// and writes the next one over it: whoever wants to keep it clones it.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or not from now on: on the revert
    /// path a panic half-way through a change cannot be taken back. In
    /// [parity](crate::Parity), if the plan and the reference do not agree about it.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("count", |rule| rule
    ///         .when("a small step", |ask| *ask.action < 3)
    ///         .then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let small = game.explain(Seat(0), &1)?.clone();
    /// let large = game.explain(Seat(0), &5)?;
    /// assert_eq!(small.to_string(), "\
    /// 1 by seat 0 would be committed by \"count\".
    /// Rules:
    ///   ▸ count (priority Normal (50)): selected
    /// ");
    /// assert!(large.to_string().ends_with("\"a small step\" does not hold\n"));
    /// assert_eq!(*game.state(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &mut self,
        by: impl Into<By>,
        action: &G::Action,
    ) -> Result<&Explanation<G>, Fault> {
        self.find_out_anyhow(by.into(), action)?;
        Ok(self.explanation())
    }

    /// Submits an action by someone, and says why it came to what it came to.
    ///
    /// It is what [`explain`](Session::explain) and then
    /// [`submit`](Session::submit) would say, and the explanation is lent in the
    /// same way. But mostly rules are asked only once, so that to have every
    /// action explained costs less than to submit it twice.
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
    #[inline]
    pub fn submit_explained(
        &mut self,
        by: impl Into<By>,
        action: G::Action,
    ) -> Result<(Outcome<G>, &Explanation<G>), Fault> {
        let outcome = match self.submit_and_explain(by.into(), action) {
            None => Outcome::Committed(self.core.log.last_id(self.core.ticket)),
            Some(otherwise) => (*otherwise)?,
        };
        Ok((outcome, self.explanation()))
    }

    /// The same in few words, which are handed on in a register: nothing if it was
    /// committed, as the last frame.
    #[inline(never)]
    fn submit_and_explain(&mut self, by: By, action: G::Action) -> Option<Otherwise<G>> {
        let straight = if self.core.calm { self.straight(&action) } else { Ok(None) };
        match straight {
            Ok(Some(kind)) => match self.core.book.inner.ways[kind.index()].alone {
                true => self.submit_alone(by, action, kind),
                false => self.submit_straight(by, action, kind),
            },
            Ok(None) => self.explain_and_submit(by, action),
            Err(fault) => otherwise(Err(fault)),
        }
    }

    /// One after the other.
    #[inline(never)]
    fn explain_and_submit(&mut self, by: By, action: G::Action) -> Option<Otherwise<G>> {
        let found_out = self.find_out_anyhow(by, &action);
        self.submit_after(found_out, by, action)
    }

    /// The same by the stages as they stand, where nothing is compared.
    #[inline(never)]
    fn explain_by_stages_and_submit(&mut self, by: By, action: G::Action) -> Option<Otherwise<G>> {
        let found_out = self.find_out_by_stages(by, &action, self.seal());
        self.submit_after(found_out, by, action)
    }

    fn submit_after(
        &mut self,
        found_out: Result<(), Fault>,
        by: By,
        action: G::Action,
    ) -> Option<Otherwise<G>> {
        otherwise(match found_out {
            Ok(()) => self.submit(by, action),
            // It would have been submitted, and whoever watches hears of it.
            Err(fault) if matches!(fault.kind(), FaultKind::Diverged { .. }) => {
                self.greet_in_vain(by, &action, fault)
            }
            Err(fault) => Err(fault),
        })
    }

    /// The explanation that was found.
    #[inline(always)]
    pub(crate) fn explanation(&self) -> &Explanation<G> {
        match &self.explained {
            Some(explanation) => explanation,
            None => unreachable!("an explanation was put there"),
        }
    }

    /// The kind of an action that can be explained in a straight line, which can
    /// begin at once.
    #[inline(always)]
    fn straight(&mut self, action: &G::Action) -> Result<Option<ActionKind<G>>, Fault> {
        if !self.is_poised()? && !self.make_ready()? {
            return Ok(None);
        }
        let kind = self.core.guard_poised(|_| action.kind())?;
        Ok(self.core.is_straight(kind).then_some(kind))
    }

    /// Makes ready for a straight line where frames are more than ordinary ones,
    /// or where somebody watches.
    #[inline(never)]
    fn make_ready(&mut self) -> Result<bool, Fault> {
        let ready = self.is_free() && (self.core.calm || self.core.watched);
        if ready {
            self.core.bench.forget_answers();
            self.core.guard(Core::put_away)?;
        }
        Ok(ready)
    }

    /// Finds out what would come of an action, and why.
    #[inline(always)]
    pub(crate) fn find_out(&mut self, by: By, action: &G::Action) -> Result<(), Fault> {
        let seal = self.seal();
        let Some(kind) = self.straight(action)? else {
            return self.find_out_by_stages(by, action, seal);
        };
        let Session { core, explained, book, .. } = &mut *self;
        if book.inner.ways[kind.index()].alone {
            return self.find_out_alone(by, action, kind, seal);
        }
        let explanation = kept(core, explained, by, action, kind)?;
        let found_out = core.guard_poised(|core| {
            explanation.begin(by, action, kind);
            let legal = validate::claimed(by, action);
            explanation.find_out_straight(&book.inner, core, legal, seal)
        });
        match found_out? {
            Ok(()) => Ok(()),
            Err(lost) => Err(self.lose(lost)),
        }
    }

    /// The same where rules stand alone. A function of its own, so that those who ask
    /// rules in order keep no registers free for it.
    #[inline(never)]
    fn find_out_alone(
        &mut self,
        by: By,
        action: &G::Action,
        kind: ActionKind<G>,
        seal: Seal,
    ) -> Result<(), Fault> {
        let Session { core, explained, book, .. } = &mut *self;
        let explanation = kept(core, explained, by, action, kind)?;
        let found_out = core.guard_poised(|core| {
            explanation.begin(by, action, kind);
            let legal = validate::claimed(by, action);
            explanation.find_out_alone(&book.inner, core, legal, seal)
        });
        match found_out? {
            Ok(true) => Ok(()),
            Ok(false) => self.find_out_by_stages(by, action, seal),
            Err(lost) => Err(self.lose(lost)),
        }
    }

    /// The same by the stages as they stand. Nobody is told of it.
    #[inline(never)]
    fn find_out_by_stages(&mut self, by: By, action: &G::Action, seal: Seal) -> Result<(), Fault> {
        if let Some(fault) = self.poisoned() {
            return Err(fault.clone());
        }
        let pending = self.pending_cause();
        let Session { core, explained, .. } = &mut *self;
        let kind = core.guard(|_| action.kind())?;
        let explanation = kept(core, explained, by, action, kind)?;
        core.log.muted = true;
        let found_out = core.guard(|core| {
            explanation.begin(by, action, kind);
            explanation.find_out(core, validate::claimed(by, action), seal)?;
            // While a choice is pending nothing else gets through.
            if let Some(cause) = pending {
                explanation.end_with(End::Refused(Box::new((RefusalKind::Invalid, cause))));
            }
            Ok(())
        });
        core.log.muted = false;
        found_out?.map_err(|lost| self.lose(lost))
    }

    /// Finds out what would come of an action, and compares plan and reference if that
    /// is wanted.
    #[inline(always)]
    fn find_out_anyhow(&mut self, by: By, action: &G::Action) -> Result<(), Fault> {
        match self.core.parity.is_on() {
            true => self.find_out_in_parity(by, action),
            false => self.find_out(by, action),
        }
    }

    /// The same where it is wanted: there nothing goes in a straight line.
    #[inline(never)]
    fn find_out_in_parity(&mut self, by: By, action: &G::Action) -> Result<(), Fault> {
        let seal = self.seal();
        let mut agreed = Ok(());
        if self.poisoned.is_none() && self.core.compares_next() {
            self.core.log.muted = true;
            agreed = self.core.agree_about(by, action, seal);
            self.core.log.muted = false;
        }
        let found_out = self.find_out_by_stages(by, action, seal);
        let remembered = self.core.stop_doubting();
        found_out?;
        remembered.and(agreed)
    }

    /// Nothing was found out, and nothing is accepted any more.
    #[cold]
    fn lose(&mut self, lost: Lost) -> Fault {
        self.poison(lost.poison);
        lost.fault
    }

    /// Submits in a straight line, and explains it.
    #[inline(always)]
    fn submit_straight(
        &mut self,
        by: By,
        action: G::Action,
        kind: ActionKind<G>,
    ) -> Option<Otherwise<G>> {
        let Session { core, explained, book, .. } = &mut *self;
        let book = &*book.inner;
        let explanation = match kept(core, explained, by, &action, kind) {
            Ok(explanation) => explanation,
            Err(fault) => return otherwise(Err(fault)),
        };
        let ran = core.guard_poised(|core| {
            explanation.begin(by, &action, kind);
            let mut course = Course::default();
            let legal = validate::claimed(by, &action);
            let said = (legal, kind);
            let chosen = core.choose_to_explain(book, said, &mut course, |core, course| {
                explanation.note_course(book, core, legal, course);
            });
            match chosen {
                Ok(rule) => core.happen::<false>(rule),
                Err(stop) => Stroke::Left(Calm::Other(Err(stop))),
            }
        });
        self.commit_explained(ran, by, action)
    }

    /// The same where the only rule about what the action is about matches.
    #[inline(always)]
    fn submit_alone(
        &mut self,
        by: By,
        action: G::Action,
        kind: ActionKind<G>,
    ) -> Option<Otherwise<G>> {
        let Session { core, explained, book, .. } = &mut *self;
        let book = &*book.inner;
        let explanation = match kept(core, explained, by, &action, kind) {
            Ok(explanation) => explanation,
            Err(fault) => return otherwise(Err(fault)),
        };
        let ran = core.guard_poised(|core| {
            explanation.begin(by, &action, kind);
            let rule = core.choose_alone(book, (validate::claimed(by, &action), kind))?;
            explanation.note_alone(book, rule);
            Some(core.happen::<false>(rule))
        });
        match ran.transpose() {
            Some(ran) => self.commit_explained(ran, by, action),
            None => self.explain_by_stages_and_submit(by, action),
        }
    }

    /// Commits what was explained.
    #[inline(always)]
    fn commit_explained(
        &mut self,
        ran: Result<Stroke<G>, Fault>,
        by: By,
        action: G::Action,
    ) -> Option<Otherwise<G>> {
        let appends = self.options.digests == Digests::Off;
        match ran {
            Ok(Stroke::One(One { event, trace, warrant }, verified)) if appends => {
                match commit(&mut self.core, by, action, event, trace, warrant, verified) {
                    Struck::Done => None,
                    struck => otherwise(self.struck(struck)),
                }
            }
            Ok(ran) => {
                let ran = self.core.listed(ran);
                otherwise(self.conclude_explained(ran, by, action))
            }
            Err(fault) => otherwise(Err(self.fail(fault))),
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
        if let Some(end) = self.foretold(&ran) {
            if let Some(explanation) = &mut self.explained {
                explanation.end_with(end);
            }
            return self.concluded(Ok(ran), by, action);
        }
        // Nothing comes of it, so that it can be explained afterwards.
        let copy = self.core.guard(|_| action.clone()).map_err(|fault| self.fail(fault))?;
        let outcome = self.concluded(Ok(ran), by, action)?;
        self.find_out(by, &copy)?;
        Ok(outcome)
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

/// What came of an action, if it was not committed.
#[inline(never)]
fn otherwise<G: Game>(outcome: Result<Outcome<G>, Fault>) -> Option<Otherwise<G>> {
    match outcome {
        Ok(Outcome::Committed(_)) => None,
        outcome => Some(Box::new(outcome)),
    }
}

/// Commits one event. A function of its own, to which all is handed on in pieces:
/// it is put together where it stays.
#[inline(never)]
fn commit<G: Game>(
    core: &mut Core<G, Journal<G>>,
    by: By,
    action: G::Action,
    event: G::Event,
    trace: G::Trace,
    warrant: Warrant,
    verified: Verified,
) -> Struck<G> {
    let only = One { event, trace, warrant };
    core.commit_stroke(Ok(Stroke::One(only, verified)), by, action)
}

/// The explanation that is kept, to be written over.
#[inline(always)]
fn kept<'s, G: Game>(
    core: &mut Core<G, Journal<G>>,
    explained: &'s mut Option<Box<Explanation<G>>>,
    by: By,
    action: &G::Action,
    kind: ActionKind<G>,
) -> Result<&'s mut Explanation<G>, Fault> {
    match explained {
        Some(explanation) => Ok(explanation),
        None => {
            let copy = core.guard(|_| action.clone())?;
            Ok(explained.insert(Box::new(Explanation::nothing(&core.book, by, copy, kind))))
        }
    }
}
