//! Submitting actions and answering choices: one transition, committed or
//! taken back.

use std::sync::Arc;

use crate::actor::By;
use crate::context::Seal;
use crate::error::Fault;
use crate::game::{Game, Kind, Kinded};
use crate::observe::{self, Notice};
use crate::outcome::{Cause, Outcome, Refusal, RefusalKind};
use crate::pipeline::commit::{self, Terms};
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, Unfit, unlikely};
use crate::session::choice::{Choice, ChoiceId};
use crate::session::frame::FrameId;
use crate::session::history::Journal;
use crate::session::legal::Legal;
use crate::session::options::{Mode, Reversibility};
use crate::session::{Pending, Session};

/// Why nothing can be done.
pub(super) enum NotReady<G: Game> {
    Poisoned(Fault),
    Pending(Cause<G>),
}

/// What is submitted: an action that anybody can build, or a legal one.
pub(super) enum Submission<G: Game> {
    Action(By, G::Action),
    Proof(Legal<G>),
}

/// A transition that was committed, or one that did not get through and was
/// taken back.
pub(super) type Ran<G> = Result<FrameId, Box<Unfit<G>>>;

impl<G: Game> Session<G> {
    /// Submits an action by someone. It can be undone later, unless dice are
    /// drawn or something is revealed.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    #[inline(always)]
    pub fn submit(&mut self, by: impl Into<By>, action: G::Action) -> Result<Outcome<G>, Fault> {
        let by = by.into();
        if !self.still_poised() {
            unlikely();
            return self.submit_watched(by, action);
        }
        // A calm transition can begin at once. The action is handed on from here: to move it
        // through functions that are made part of this one would be a copy each, and whoever
        // copies what was put together just now waits for it.
        let book = &*self.book.inner;
        let kind = match self.core.guard_poised(|_| action.kind().index()) {
            Ok(kind) => kind,
            Err(fault) => return Err(self.fail(fault)),
        };
        let Some(way) = book.ways.get(kind) else { return self.submit_after_all(by, action) };
        let struck = way.stroke.strike(&mut self.core, book, by, action);
        self.struck(struck)
    }

    /// Submits an action, saying whether it can be undone later.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    pub fn submit_as(
        &mut self,
        reversibility: Reversibility,
        by: impl Into<By>,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        self.dispatch(Submission::Action(by.into(), action), reversibility)
    }

    /// Plays a legal action: its proof saves validating it again. A proof for
    /// another version of the state is refused.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    #[inline]
    pub fn play(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        self.play_proven(legal)
    }

    /// Plays a legal action, saying whether it can be undone later.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    pub fn play_as(
        &mut self,
        reversibility: Reversibility,
        legal: Legal<G>,
    ) -> Result<Outcome<G>, Fault> {
        self.dispatch(Submission::Proof(legal), reversibility)
    }

    #[cold]
    pub(super) fn unfit(&mut self, unfit: Box<Unfit<G>>) -> Result<Outcome<G>, Fault> {
        let unfit = self.not_through(unfit)?;
        self.stopped(*unfit, Reversibility::Reversible)
    }

    /// Takes back what did not get through.
    #[cold]
    fn not_through(&mut self, unfit: Box<Unfit<G>>) -> Result<Box<Unfit<G>>, Fault> {
        match unfit.stop {
            Stop::Fault(fault) => Err(self.fail(fault)),
            _ => {
                self.take_back()?;
                Ok(unfit)
            }
        }
    }

    #[inline(never)]
    pub(super) fn dispatch(
        &mut self,
        submission: Submission<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        if self.pending.is_some() || self.poisoned.is_some() {
            return self.not_now(submission);
        }
        self.core.bench.answers.clear();
        self.run(submission, reversibility)
    }

    #[cold]
    fn not_now(&mut self, submission: Submission<G>) -> Result<Outcome<G>, Fault> {
        let (by, action) = match submission {
            Submission::Action(by, action) => (by, action),
            Submission::Proof(legal) => (legal.by(), legal.action),
        };
        match self.ready() {
            Ok(()) => unreachable!("it is asked only when something is in the way"),
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Err(NotReady::Pending(cause)) => self.refuse(
                RefusalKind::Invalid,
                Refusal { by: Some(by), action: Some(action), cause },
            ),
        }
    }

    /// Whether anything can be done at all.
    pub(super) fn ready(&self) -> Result<(), NotReady<G>> {
        if let Some(fault) = &self.poisoned {
            return Err(NotReady::Poisoned(fault.clone()));
        }
        self.pending_cause().map_or(Ok(()), |cause| Err(NotReady::Pending(cause)))
    }

    /// What a pending choice says to anybody who wants something else.
    pub(crate) fn pending_cause(&self) -> Option<Cause<G>> {
        self.pending.as_ref().map(|pending| Cause::ChoicePending {
            seat: pending.choice.seat,
            question: pending.choice.question.clone(),
        })
    }

    /// One transition, committed or taken back, and what it comes to.
    #[inline]
    fn run(
        &mut self,
        submission: Submission<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        let terms = self.terms(reversibility);
        match self.execute(submission, terms)? {
            Ok(id) => {
                if self.pending.is_some() {
                    self.pending = None;
                }
                Ok(Outcome::Committed(id))
            }
            Err(unfit) => self.stopped(*unfit, reversibility),
        }
    }

    #[inline]
    pub(super) fn terms(&self, reversibility: Reversibility) -> Terms {
        Terms { digests: self.options.digests, reversibility, joined: false, seal: Seal::Open }
    }

    /// One transition, committed or taken back.
    #[inline(never)]
    pub(super) fn execute(
        &mut self,
        submission: Submission<G>,
        terms: Terms,
    ) -> Result<Ran<G>, Fault> {
        let ran = self.core.guard(|core| run(core, submission, terms));
        match ran {
            Ok(Ok(id)) => Ok(Ok(id)),
            Ok(Err(unfit)) => self.not_through(unfit).map(Err),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    /// What a transition that did not get through comes to.
    #[cold]
    fn stopped(
        &mut self,
        unfit: Unfit<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        let answers = std::mem::take(&mut self.core.bench.answers);
        let Unfit { by, action, stop } = unfit;
        match stop {
            Stop::Refused(refused) => {
                let (kind, cause) = *refused;
                self.refuse(kind, Refusal { by: Some(by), action: Some(action), cause })
            }
            Stop::Asked(mut choice) => {
                choice.id.frame = self.core.log.next_number();
                self.tell(&Notice::Pending { choice: &choice })?;
                let choice: Arc<Choice> = choice.into();
                let asked = Outcome::Pending(choice.clone());
                let (made, refused) = (std::mem::take(&mut self.core.bench.made), Vec::new());
                let pending = Pending { by, action, reversibility, answers, made, choice, refused };
                self.pending = Some(Box::new(pending));
                Ok(asked)
            }
            Stop::DiceAhead | Stop::Fault(_) => {
                unreachable!(
                    "a fault is returned by `execute`, and a submit does not seal its dice"
                )
            }
            Stop::NoChange => {
                self.tell(&Notice::NoChange)?;
                self.pending = None;
                Ok(Outcome::NoChange)
            }
        }
    }

    pub(super) fn refuse(
        &mut self,
        kind: RefusalKind,
        refusal: Refusal<G>,
    ) -> Result<Outcome<G>, Fault> {
        self.tell(&Notice::Refused { kind, refusal: &refusal })?;
        Ok(Outcome::refused(kind, refusal))
    }

    /// A refusal that is about no action.
    pub(super) fn refuse_call(
        &mut self,
        kind: RefusalKind,
        cause: Cause<G>,
    ) -> Result<Outcome<G>, Fault> {
        self.refuse(kind, Refusal { by: None, action: None, cause })
    }

    /// Takes back what a transition has done so far: the state and the dice
    /// are as after the last frame.
    pub(crate) fn take_back(&mut self) -> Result<(), Fault> {
        self.core.ticket = self.core.log.ticket();
        self.core.roll_back(self.core.log.dice()).map_err(|fault| self.poison(fault))
    }

    /// A fault: everything is taken back, and the observer is told.
    #[cold]
    pub(super) fn fail(&mut self, fault: Fault) -> Fault {
        // Whether that poisons the session is for the next call to say.
        let _ = self.take_back();
        match self.tell(&Notice::Fault { fault: &fault }) {
            Ok(()) => fault,
            Err(of_the_observer) => of_the_observer,
        }
    }

    /// Nothing is accepted any more.
    pub(crate) fn poison(&mut self, fault: Fault) -> Fault {
        self.poisoned = Some(fault.clone());
        fault
    }

    /// Tells the observer, if there is one. Its panic is a fault like any
    /// other author's.
    pub(super) fn tell(&mut self, notice: &Notice<'_, G>) -> Result<(), Fault> {
        if self.core.log.observer.is_none() {
            return Ok(());
        }
        self.core.guard(|core| {
            core.desk.place = Place::Observer;
            if let Some(observer) = core.log.observer() {
                observer.notice(notice);
            }
        })
    }

    /// Answers the pending choice.
    ///
    /// The wrong seat, another choice or an option that was not offered are
    /// refused, and nothing changes. If the transition is refused with this
    /// answer (it would break an invariant, say), the choice is still pending:
    /// another option may do. Once every option has been tried in vain, the
    /// action is dropped.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before, the choice still
    /// pending.
    pub fn answer(
        &mut self,
        by: impl Into<By>,
        choice: ChoiceId,
        option: u32,
    ) -> Result<Outcome<G>, Fault> {
        let by = by.into();
        if let Some(fault) = &self.poisoned {
            return Err(fault.clone());
        }
        let wrong = match &self.pending {
            None => Some((RefusalKind::Invalid, Cause::NoChoicePending)),
            Some(pending) => wrong_answer(pending, by, choice, option),
        };
        if let Some((kind, cause)) = wrong {
            return self.refuse(kind, Refusal { by: Some(by), action: None, cause });
        }
        let pending = &self.pending;
        let Some(pending) = self.core.guard(|_| pending.clone())? else {
            return Ok(Outcome::NoChange);
        };
        self.core.bench.answers.clone_from(&pending.answers);
        self.core.bench.answers.push(option);
        let outcome =
            self.run(Submission::Action(pending.by, pending.action), pending.reversibility);
        self.core.bench.answers.clear();
        if outcome.as_ref().is_ok_and(|outcome| outcome.refusal().is_some()) {
            self.note_refused(option);
        }
        outcome
    }

    /// The transition was refused with this option. Once that is so
    /// with every option, nobody has a choice: the action is dropped.
    fn note_refused(&mut self, option: u32) {
        let Some(pending) = &mut self.pending else { return };
        if !pending.refused.contains(&option) {
            pending.refused.push(option);
        }
        if pending.refused.len() == pending.choice.options.len() {
            self.pending = None;
        }
    }

    /// Drops a pending choice and its action, in a session for analysis.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more.
    pub fn withdraw(&mut self) -> Result<Outcome<G>, Fault> {
        match self.ready() {
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Ok(()) => self.refuse_call(RefusalKind::Invalid, Cause::NoChoicePending),
            Err(NotReady::Pending(_)) if self.options.mode == Mode::Analysis => {
                self.pending = None;
                Ok(Outcome::NoChange)
            }
            Err(NotReady::Pending(_)) => {
                self.refuse_call(RefusalKind::Disallowed, Cause::OnlyInAnalysis)
            }
        }
    }
}

fn wrong_answer<G: Game>(
    pending: &Pending<G>,
    by: By,
    choice: ChoiceId,
    option: u32,
) -> Option<(RefusalKind, Cause<G>)> {
    let asked = &pending.choice;
    let offered = asked.options.len() as u32;
    if choice != asked.id {
        Some((RefusalKind::Invalid, Cause::OtherChoice))
    } else if !by.is(asked.seat) {
        Some((RefusalKind::Disallowed, Cause::NotYourChoice { seat: asked.seat }))
    } else if option >= offered {
        Some((RefusalKind::Invalid, Cause::NotOffered { option, offered }))
    } else {
        None
    }
}

/// The five stages.
fn run<G: Game>(core: &mut Core<G, Journal<G>>, submission: Submission<G>, terms: Terms) -> Ran<G> {
    core.begin(terms.seal);
    if core.log.observer.is_some() {
        let (by, action) = match &submission {
            Submission::Action(by, action) => (*by, action),
            Submission::Proof(legal) => (legal.by(), &legal.action),
        };
        let detail = observe::submitted(core, by, action);
        observe::listen(core, detail);
    }
    let (legal, verified) = match submission {
        Submission::Action(by, action) => core.attempt(by, action)?,
        Submission::Proof(legal) => prove(core, legal)?,
    };
    Ok(commit::commit(core, legal, verified, terms))
}

/// The stages for an action with a proof.
fn prove<G: Game>(
    core: &mut Core<G, Journal<G>>,
    legal: Legal<G>,
) -> Result<(Legal<G>, Verified), Box<Unfit<G>>> {
    if legal.ticket != core.ticket {
        let stale = Stop::refused(RefusalKind::Invalid, Cause::StaleProof);
        return Err(Unfit::of(legal, stale));
    }
    // Which exceptions were used is for the frame to know, so where there are
    // any, even a proven action is validated again.
    if !core.book.inner.draft.exceptions.is_empty() {
        return core.attempt(legal.by(), legal.action);
    }
    match core.transition(&legal.valid()) {
        Ok(verified) => Ok((legal, verified)),
        Err(stop) => Err(Unfit::of(legal, stop)),
    }
}
