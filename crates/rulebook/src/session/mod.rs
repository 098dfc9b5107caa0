//! A running game: state, dice, history, pending choice.
//!
//! A session moves only when somebody submits, answers, undoes or redoes. Each
//! of these commits whole or leaves everything as it was, also when an
//! author's function panics.

pub(crate) mod candidates;
pub(crate) mod choice;
pub(crate) mod frame;
pub(crate) mod history;
pub(crate) mod legal;
pub(crate) mod options;
pub(crate) mod search;
pub(crate) mod sequence;
mod travel;

use std::fmt;

use crate::actor::{Actors, By, Scores, Seat};
use crate::book::{Book, RuleId};
use crate::context::Seal;
use crate::dice::Seed;
use crate::digest::Digest;
use crate::error::{Fault, FaultKind, StartError};
use crate::game::Game;
use crate::observe::{Notice, Observer};
use crate::outcome::{Cause, Outcome, Refusal, RefusalKind};
use crate::pipeline::commit::{self, Terms};
use crate::pipeline::verify::find_broken;
use crate::pipeline::{Core, HalfApplied, Log, Place, Stop, guarded};
use crate::plan::reference::is_disabled;
use crate::session::choice::{Choice, ChoiceId};
use crate::session::frame::{FrameId, FrameView, Transition};
use crate::session::history::Journal;
use crate::session::legal::Legal;
use crate::session::options::{Digests, Mode, Recovery, Reversibility, SessionOptions};

/// One running game.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// game.submit(Seat(1), 6)?;
/// assert_eq!(*game.state(), 11);
/// game.undo()?;
/// assert_eq!(*game.state(), 5);
/// game.redo()?;
/// assert_eq!(*game.state(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<G: Game> {
    pub(crate) core: Core<G, Journal<G>>,
    options: SessionOptions,
    pending: Option<Box<Pending<G>>>,
    /// Why nothing is accepted any more.
    poisoned: Option<FaultKind>,
}

/// An action that waits for a player's choice: just the action and the answers
/// so far.
struct Pending<G: Game> {
    by: By,
    action: G::Action,
    reversibility: Reversibility,
    answers: Vec<u32>,
    choice: Choice,
}

impl<G: Game> Clone for Pending<G> {
    fn clone(&self) -> Self {
        Pending {
            by: self.by,
            action: self.action.clone(),
            reversibility: self.reversibility,
            answers: self.answers.clone(),
            choice: self.choice.clone(),
        }
    }
}

/// What is submitted: an action that anybody can build, or a legal one.
enum Submitted<G: Game> {
    Action(By, G::Action),
    Proof(Legal<G>),
}

impl<G: Game> Session<G> {
    pub(crate) fn start(
        book: Book<G>,
        state: G::State,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Self, StartError> {
        if options.digests == Digests::PerFrame && !book.has_digests() {
            return Err(StartError::NoDigests);
        }
        let recovery = match options.recovery {
            Some(Recovery::Revert) if !book.has_revert() => return Err(StartError::NoRevert),
            Some(recovery) => recovery,
            None if book.has_revert() => Recovery::Revert,
            None => Recovery::Snapshot,
        };
        let log = Journal::new(options.history, options.mode);
        let mut core = Core::new(book, state, seed, recovery, options.verify, log);
        let checked = guarded(|| check_start(&mut core));
        checked.map_err(|message| Fault::new(core.panic_fault(message)))??;
        Ok(Session {
            core,
            options,
            pending: None,
            poisoned: None,
        })
    }

    /// The committed state.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.core.state
    }

    /// The book that is played by.
    pub fn book(&self) -> &Book<G> {
        &self.core.book
    }

    /// How the session is kept.
    pub fn options(&self) -> SessionOptions {
        self.options
    }

    /// Who may act now: nobody once the game is over, the one who must choose
    /// while a choice is pending, and otherwise whom the game says.
    pub fn active(&self) -> Actors {
        if let Some(pending) = &self.pending {
            return Actors::only(pending.choice.seat);
        }
        match self.result() {
            Some(_) => Actors::none(),
            None => G::active(self.state()),
        }
    }

    /// The seat whose turn it is, if exactly one may act and it is a seat.
    pub fn turn(&self) -> Option<Seat> {
        let mut actors = self.active().iter();
        match (actors.next(), actors.next()) {
            (Some(By::Seat(seat)), None) => Some(seat),
            _ => None,
        }
    }

    /// What each seat got, once the game is over.
    pub fn result(&self) -> Option<Scores> {
        G::result(self.state())
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        G::seats(self.state())
    }

    /// The choice that must be answered before anything else, if any.
    pub fn pending(&self) -> Option<&Choice> {
        self.pending.as_ref().map(|pending| &pending.choice)
    }

    /// The digest of the game as it is: state, dice, rules switched off. None
    /// if the book has no digests.
    ///
    /// # Errors
    ///
    /// If the author's encoding panics.
    pub fn digest(&mut self) -> Result<Option<Digest>, Fault> {
        let core = &mut self.core;
        guarded(|| core.digest()).map_err(|message| Fault::new(self.core.panic_fault(message)))
    }

    /// How many dice words were drawn so far.
    pub fn dice_position(&self) -> u64 {
        self.core.dice.position()
    }

    /// Submits an action by someone. It can be undone later, unless dice are
    /// drawn or something is revealed.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    #[inline]
    pub fn submit(&mut self, by: impl Into<By>, action: G::Action) -> Result<Outcome<G>, Fault> {
        self.dispatch(
            Submitted::Action(by.into(), action),
            Reversibility::Reversible,
        )
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
        self.dispatch(Submitted::Action(by.into(), action), reversibility)
    }

    /// Plays a legal action: its proof saves validating it again. A proof for
    /// another version of the state is refused.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    #[inline]
    pub fn play(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        self.dispatch(Submitted::Proof(legal), Reversibility::Reversible)
    }

    #[inline]
    fn dispatch(
        &mut self,
        submitted: Submitted<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        if self.pending.is_some() || self.poisoned.is_some() {
            return self.not_now(submitted);
        }
        self.core.bench.answers.clear();
        self.run(submitted, reversibility)
    }

    #[cold]
    fn not_now(&mut self, submitted: Submitted<G>) -> Result<Outcome<G>, Fault> {
        let (by, action) = match submitted {
            Submitted::Action(by, action) => (by, action),
            Submitted::Proof(legal) => (legal.by, legal.action),
        };
        match self.ready() {
            Ok(()) => Ok(Outcome::NoChange),
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Err(NotReady::Pending(cause)) => self.refuse(
                RefusalKind::Invalid,
                Refusal {
                    by: Some(by),
                    action: Some(action),
                    cause,
                },
            ),
        }
    }

    /// Whether anything can be done at all.
    fn ready(&self) -> Result<(), NotReady<G>> {
        if let Some(kind) = &self.poisoned {
            return Err(NotReady::Poisoned(Fault::new(kind.clone())));
        }
        match &self.pending {
            None => Ok(()),
            Some(pending) => Err(NotReady::Pending(Cause::ChoicePending {
                seat: pending.choice.seat,
                question: pending.choice.question.clone(),
            })),
        }
    }

    /// One transition, committed or taken back, and what it comes to.
    #[inline]
    fn run(
        &mut self,
        submitted: Submitted<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        let terms = self.terms(reversibility);
        match self.execute(submitted, terms)? {
            Ok(id) => {
                self.pending = None;
                Ok(Outcome::Committed(id))
            }
            Err((by, action, stop)) => self.stopped(by, action, stop, reversibility),
        }
    }

    #[inline]
    fn terms(&self, reversibility: Reversibility) -> Terms {
        Terms {
            digests: self.options.digests,
            reversibility,
            joined: false,
            seal: Seal::Open,
            dice_before: self.core.dice.position(),
        }
    }

    /// One transition, committed or taken back.
    #[inline]
    fn execute(&mut self, submitted: Submitted<G>, terms: Terms) -> Result<Ran<G>, Fault> {
        let ticket = self.core.ticket;
        let core = &mut self.core;
        match guarded(|| run(core, submitted, terms)) {
            Ok(Ok(id)) => Ok(Ok(id)),
            Ok(Err((_, _, Stop::Fault(fault)))) => {
                Err(self.fail(fault, terms.dice_before, HalfApplied::No))
            }
            Ok(Err(stopped)) => {
                self.take_back(terms.dice_before)?;
                Ok(Err(stopped))
            }
            Err(message) => {
                self.core.ticket = ticket;
                let fault = self.core.panic_fault(message);
                let half = match self.core.desk.place {
                    Place::Apply(_) => HalfApplied::Yes,
                    _ => HalfApplied::No,
                };
                Err(self.fail(fault, terms.dice_before, half))
            }
        }
    }

    /// What a transition that did not get through comes to.
    #[cold]
    fn stopped(
        &mut self,
        by: By,
        action: G::Action,
        stop: Stop<G>,
        reversibility: Reversibility,
    ) -> Result<Outcome<G>, Fault> {
        let answers = std::mem::take(&mut self.core.bench.answers);
        self.pending = None;
        match stop {
            Stop::Refused(kind, cause) => self.refuse(
                kind,
                Refusal {
                    by: Some(by),
                    action: Some(action),
                    cause,
                },
            ),
            Stop::Asked(mut choice) => {
                choice.id.frame = self.core.log.next_number();
                let pending = Pending {
                    by,
                    action,
                    reversibility,
                    answers,
                    choice: (*choice).clone(),
                };
                self.tell(&Notice::Pending { choice: &choice })?;
                self.pending = Some(Box::new(pending));
                Ok(Outcome::Pending(choice))
            }
            // Faults went another way, and a submit does not seal its dice.
            Stop::NoChange | Stop::DiceAhead | Stop::Fault(_) => {
                self.tell(&Notice::NoChange)?;
                Ok(Outcome::NoChange)
            }
        }
    }

    fn refuse(&mut self, kind: RefusalKind, refusal: Refusal<G>) -> Result<Outcome<G>, Fault> {
        self.tell(&Notice::Refused {
            kind,
            refusal: &refusal,
        })?;
        Ok(Outcome::refused(kind, refusal))
    }

    /// Takes back what a transition has done so far.
    fn take_back(&mut self, dice: u64) -> Result<(), Fault> {
        self.core
            .roll_back(dice, HalfApplied::No)
            .map_err(|fault| self.poison(fault))
    }

    /// A fault: everything is taken back, and the observer is told.
    #[cold]
    fn fail(&mut self, fault: FaultKind, dice: u64, half: HalfApplied) -> Fault {
        if let Err(poison) = self.core.roll_back(dice, half) {
            self.poison(poison);
        }
        let fault = Fault::new(fault);
        match self.tell(&Notice::Fault { fault: &fault }) {
            Ok(()) => fault,
            Err(of_the_observer) => of_the_observer,
        }
    }

    fn poison(&mut self, fault: FaultKind) -> Fault {
        self.poisoned = Some(fault.clone());
        Fault::new(fault)
    }

    pub(crate) fn poison_kind(&self) -> Option<&FaultKind> {
        self.poisoned.as_ref()
    }

    pub(crate) fn poison_with(&mut self, fault: FaultKind) -> Fault {
        self.poison(fault)
    }

    /// What a pending choice says to anybody who wants something else.
    pub(crate) fn pending_cause(&self) -> Option<Cause<G>> {
        match self.ready() {
            Err(NotReady::Pending(cause)) => Some(cause),
            Ok(()) | Err(NotReady::Poisoned(_)) => None,
        }
    }

    /// Tells the observer, if there is one. Its panic is a fault like any
    /// other author's.
    #[inline]
    fn tell(&mut self, notice: &Notice<'_, G>) -> Result<(), Fault> {
        if self.core.log.observer.is_none() {
            return Ok(());
        }
        let core = &mut self.core;
        let told = guarded(|| {
            core.desk.place = Place::Observer;
            if let Some(observer) = core.log.observer() {
                observer.notice(notice);
            }
        });
        told.map_err(|message| Fault::new(self.core.panic_fault(message)))
    }

    /// Answers the pending choice.
    ///
    /// The wrong seat, another choice or an option that was not offered are
    /// refused, and nothing changes.
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
        if let Some(kind) = &self.poisoned {
            return Err(Fault::new(kind.clone()));
        }
        let cause = match &self.pending {
            None => Some((RefusalKind::Invalid, Cause::NoChoicePending)),
            Some(pending) => wrong_answer(pending, by, choice, option),
        };
        if let Some((kind, cause)) = cause {
            return self.refuse(
                kind,
                Refusal {
                    by: Some(by),
                    action: None,
                    cause,
                },
            );
        }
        let Some(pending) = self.pending.clone() else {
            return Ok(Outcome::NoChange);
        };
        self.core.bench.answers.clone_from(&pending.answers);
        self.core.bench.answers.push(option);
        let outcome = self.run(
            Submitted::Action(pending.by, pending.action),
            pending.reversibility,
        );
        self.core.bench.answers.clear();
        outcome
    }

    /// Drops a pending choice and its action, in a session for analysis.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more.
    pub fn withdraw(&mut self) -> Result<Outcome<G>, Fault> {
        match self.ready() {
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Ok(()) => self.refuse(
                RefusalKind::Invalid,
                Refusal {
                    by: None,
                    action: None,
                    cause: Cause::NoChoicePending,
                },
            ),
            Err(NotReady::Pending(_)) if self.options.mode == Mode::Analysis => {
                self.pending = None;
                Ok(Outcome::NoChange)
            }
            Err(NotReady::Pending(_)) => self.refuse(
                RefusalKind::Disallowed,
                Refusal {
                    by: None,
                    action: None,
                    cause: Cause::OnlyInAnalysis,
                },
            ),
        }
    }

    /// Switches a rule off, as a recorded, undoable transition.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    pub fn disable(&mut self, rule: RuleId) -> Result<Outcome<G>, Fault> {
        self.switch(rule, Transition::Disabled(rule), false)
    }

    /// Switches a rule on again, as a recorded, undoable transition.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    pub fn enable(&mut self, rule: RuleId) -> Result<Outcome<G>, Fault> {
        self.switch(rule, Transition::Enabled(rule), true)
    }

    fn switch(
        &mut self,
        rule: RuleId,
        what: Transition<G::Action>,
        off: bool,
    ) -> Result<Outcome<G>, Fault> {
        self.core.book.rule_view(rule);
        let refuse = |cause| Refusal {
            by: None,
            action: None,
            cause,
        };
        match self.ready() {
            Err(NotReady::Poisoned(fault)) => return Err(fault),
            Err(NotReady::Pending(cause)) => {
                return self.refuse(RefusalKind::Invalid, refuse(cause));
            }
            Ok(()) => {}
        }
        let core = &mut self.core;
        let over = guarded(|| {
            core.desk.place = Place::Result;
            G::result(&core.state)
        });
        match over {
            Err(message) => return Err(Fault::new(self.core.panic_fault(message))),
            Ok(Some(scores)) => {
                return self.refuse(RefusalKind::Invalid, refuse(Cause::Over { scores }));
            }
            Ok(None) => {}
        }
        if is_disabled(&self.core.disabled, rule) != off {
            return Ok(Outcome::NoChange);
        }
        let (ticket, digests) = (self.core.ticket, self.options.digests);
        let core = &mut self.core;
        let switched = guarded(|| commit::switch(core, what, digests));
        switched.map(Outcome::Committed).map_err(|message| {
            let fault = Fault::new(self.core.panic_fault(message));
            commit::toggle(&mut self.core, &Transition::Enabled(rule));
            self.core.ticket = ticket;
            fault
        })
    }

    /// Whether a rule is switched off.
    pub fn is_disabled(&self, rule: RuleId) -> bool {
        is_disabled(&self.core.disabled, rule)
    }

    /// An independent session from here: state, dice, history, pending choice.
    /// The observer stays with the original.
    #[must_use]
    pub fn fork(&self) -> Session<G> {
        Session {
            core: self.core.fork(self.core.log.clone()),
            options: self.options,
            pending: self.pending.clone(),
            poisoned: self.poisoned.clone(),
        }
    }

    /// Has somebody told of everything that happens from now on.
    pub fn observe(&mut self, observer: impl Observer<G> + Send + 'static) {
        self.core.log.observer = Some(Box::new(observer));
    }

    /// Lets the observer go.
    pub fn unobserve(&mut self) -> Option<Box<dyn Observer<G> + Send>> {
        self.core.log.observer.take()
    }

    /// A frame of the history, read in place. None if it was forgotten, or
    /// undone and then dropped.
    pub fn frame(&self, id: FrameId) -> Option<FrameView<'_, G>> {
        if self.core.log.id(id.number) != Some(id) {
            return None;
        }
        self.core.log.view(&self.core.book.inner, id.number)
    }

    /// The frames that are kept and stand, in order.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = FrameView<'_, G>> {
        self.core
            .log
            .standing()
            .filter_map(|number| self.core.log.view(&self.core.book.inner, number))
    }

    /// The number of the last frame that stands; 0 at the start.
    pub fn number(&self) -> u64 {
        self.core.log.number()
    }
}

/// Why nothing can be done.
enum NotReady<G: Game> {
    Poisoned(Fault),
    Pending(Cause<G>),
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
        Some((
            RefusalKind::Disallowed,
            Cause::NotYourChoice { seat: asked.seat },
        ))
    } else if option >= offered {
        Some((RefusalKind::Invalid, Cause::NotOffered { option, offered }))
    } else {
        None
    }
}

/// A game may start only from a state that it could also be in later.
fn check_start<G: Game>(core: &mut Core<G, Journal<G>>) -> Result<(), StartError> {
    let Core {
        book, state, desk, ..
    } = core;
    if let Some(turn) = &book.inner.draft.turn {
        desk.place = Place::Step;
        if (turn.current)(state).is_none() {
            let step = (turn.describe)(state);
            return Err(Fault::new(FaultKind::UnknownStep { step }).into());
        }
    }
    match find_broken(&book.inner, state, desk, |_, _| true) {
        names if names.is_empty() => Ok(()),
        names => Err(StartError::Invariants(names)),
    }
}

type Ran<G> = Result<FrameId, (By, <G as Game>::Action, Stop<G>)>;

/// The five stages, for a submitted action.
#[inline]
fn run<G: Game>(core: &mut Core<G, Journal<G>>, submitted: Submitted<G>, terms: Terms) -> Ran<G> {
    core.begin(terms.seal);
    if core.log.observer.is_some() {
        observe_begin(core, &submitted);
    }
    let (legal, verified) = match submitted {
        Submitted::Proof(legal) => {
            if legal.stamp.ticket != core.ticket {
                let stale = Stop::Refused(RefusalKind::Invalid, Cause::StaleProof);
                return Err((legal.by, legal.action, stale));
            }
            // Which exceptions were used is for the frame to know, so where
            // there are any, even a proven action is validated again.
            if core.book.inner.draft.exceptions.is_empty() {
                match core.transition(&legal) {
                    Ok(verified) => (legal, verified),
                    Err(stop) => return Err((legal.by, legal.action, stop)),
                }
            } else {
                let by = legal.by;
                core.attempt(by, legal.action)
                    .map_err(|(action, stop)| (by, action, stop))?
            }
        }
        Submitted::Action(by, action) => core
            .attempt(by, action)
            .map_err(|(action, stop)| (by, action, stop))?,
    };
    Ok(commit::commit(core, legal, verified, terms))
}

#[cold]
fn observe_begin<G: Game>(core: &mut Core<G, Journal<G>>, submitted: &Submitted<G>) {
    let (by, action) = match submitted {
        Submitted::Action(by, action) => (*by, action),
        Submitted::Proof(legal) => (legal.by, &legal.action),
    };
    core.desk.place = Place::Observer;
    let Some(observer) = core.log.observer() else {
        return;
    };
    observer.notice(&Notice::Submitted { by, action });
    let wants = observer.detail();
    crate::observe::prepare(core, wants);
}

impl<G: Game> fmt::Debug for Session<G>
where
    G::State: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("book", &self.core.book.name())
            .field("state", &self.core.state)
            .field("frame", &self.number())
            .field("pending", &self.pending())
            .finish_non_exhaustive()
    }
}
