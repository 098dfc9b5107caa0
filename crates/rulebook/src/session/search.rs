//! Search lines: push and pop for playouts and tree search.
//!
//! The same stages as a session's, but no frames, traces or digests.

use crate::actor::{Actors, By, Scores};
use crate::book::Book;
use crate::context::Seal;
use crate::dice::{Dice, Seed};
use crate::digest::Digest;
use crate::error::{Fault, FaultKind};
use crate::game::Game;
use crate::outcome::{Cause, Outcome, Refusal, RefusalKind};
use crate::pipeline::place::naming;
use crate::pipeline::resolve::may_refuse_late;
use crate::pipeline::stroke::Struck;
use crate::pipeline::{Core, Log, Place, RevertFn, Stop, Unfit, guarded};
use crate::session::Session;
use crate::session::candidates::active_panicked;
use crate::session::frame::Origin;
use crate::session::legal::Legal;
use crate::session::options::Recovery;

/// A throw-away line of play from a session: push an action, look, pop it.
///
/// It has dice of its own, so that nobody learns what the session's dice will
/// show.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let game = book.start(0, Seed(1))?;
/// let mut line = game.search(Seed(2));
/// assert!(line.push(Seat(0), 5)?.is_committed());
/// assert_eq!(*line.state(), 5);
/// line.pop();
/// assert_eq!((*line.state(), *game.state()), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<G: Game> {
    /// The core's own, to be borrowed while the core changes.
    book: Book<G>,
    core: Core<G, Trail<G>>,
    poisoned: Option<Fault>,
    /// Whether a push is taken back in few steps: transitions are calm, and the
    /// line can be used.
    smooth: bool,
    /// Room for candidates.
    proven: Vec<Legal<G>>,
    open: Vec<G::Action>,
}

/// A line's past: just enough to pop.
pub(crate) struct Trail<G: Game> {
    pub steps: Vec<Step<G>>,
    /// Copies of states; those beyond `depth` are there to be overwritten.
    states: Vec<G::State>,
    depth: usize,
    /// The events of steps that go back [to](Back::To) somewhere, where they are
    /// reverted.
    events: Vec<Happened<G>>,
    keep_events: bool,
    /// How they are, if that is how a push is taken back.
    pub revert: Option<RevertFn<G>>,
}

/// An event, and what it left behind. In this order: if the smaller one came
/// first, what is between them would be moved with the larger one, in pieces
/// that the processor cannot read as soon as they are written.
#[repr(C)]
pub(crate) struct Happened<G: Game> {
    pub trace: G::Trace,
    pub event: G::Event,
}

/// Up to how many bytes a state is small.
const SMALL: usize = 64;

/// A push, and the version of the state before it.
pub(crate) struct Step<G: Game> {
    pub ticket: u64,
    pub back: Back<G>,
}

/// How a push is taken back.
pub(crate) enum Back<G: Game> {
    /// It was one event, which is reverted, and no dice.
    One(Happened<G>),
    /// To as many states and events as there were before, and to where the dice
    /// were.
    To { states: usize, events: usize, dice: u64 },
}

impl<G: Game> Trail<G> {
    /// The events of the transition under way: one by itself, and the rest.
    fn happened(&self) -> (Option<&G::Event>, &[Happened<G>]) {
        match self.steps.last().map(|step| &step.back) {
            Some(Back::One(one)) => (Some(&one.event), &[]),
            Some(Back::To { events, .. }) => (None, &self.events[*events..]),
            None => (None, &self.events),
        }
    }

    /// Where the rest of them begins.
    #[inline]
    fn begun(&self) -> usize {
        match self.steps.last().map(|step| &step.back) {
            Some(Back::One(_)) => self.events.len(),
            Some(Back::To { events, .. }) => *events,
            None => 0,
        }
    }

    #[inline]
    fn undo_to(
        &mut self,
        states: usize,
        events: usize,
        state: &mut G::State,
        revert: Option<RevertFn<G>>,
    ) {
        if self.depth > states {
            self.depth = states;
            std::mem::swap(state, &mut self.states[states]);
        }
        self.revert_to(events, state, revert);
    }

    /// Forgets events from one on, and reverts them if that is how.
    #[inline]
    fn revert_to(&mut self, to: usize, state: &mut G::State, revert: Option<RevertFn<G>>) {
        let Some(revert) = revert else {
            return self.events.truncate(to);
        };
        while self.events.len() > to
            && let Some(Happened { event, trace }) = self.events.last()
        {
            revert(state, event, trace);
            self.events.pop();
        }
    }

    /// Takes the last step back, up to its version and the dice.
    fn undo(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        match self.steps.last().map(|step| &step.back) {
            Some(Back::One(Happened { event, trace })) => {
                if let Some(revert) = revert {
                    revert(state, event, trace);
                }
            }
            Some(&Back::To { states, events, .. }) => self.undo_to(states, events, state, revert),
            None => {}
        }
    }
}

impl<G: Game> Core<G, Trail<G>> {
    /// Remembers where to return to.
    #[inline(always)]
    pub(crate) fn mark(&mut self) {
        self.mark_from(self.bench.dice.position());
    }

    /// The same, where the dice were here before.
    #[inline(always)]
    pub(crate) fn mark_from(&mut self, dice: u64) {
        let Core { log, ticket, .. } = self;
        let (states, events) = (log.depth, log.events.len());
        let back = Back::To { states, events, dice };
        log.steps.push(Step { ticket: *ticket, back });
    }

    /// The same after a panic, if it came before the transition had got so far.
    #[cold]
    pub(crate) fn mark_late(&mut self, dice: u64) {
        if self.log.steps.last().is_none_or(|step| step.ticket != self.ticket) {
            self.mark_from(dice);
        }
    }

    /// Takes the last push back, where transitions are calm. Says whether there
    /// was one.
    #[inline(always)]
    fn step_back(&mut self) -> Result<bool, Fault> {
        let Core { log, state, desk, ticket, .. } = &mut *self;
        let last = (log.steps.last(), log.revert);
        let (Some(Step { ticket: before, back: Back::One(one) }), Some(revert)) = last else {
            return self.step_far_back();
        };
        *ticket = *before;
        desk.moved_on();
        let place = &mut desk.place;
        let went = guarded(|| {
            naming(place, Place::Revert, || revert(state, &one.event, &one.trace));
        });
        // A value of the author's is dropped.
        let went =
            went.and_then(|()| guarded(|| naming(place, Place::Revert, || drop(log.steps.pop()))));
        went.map(|()| true).map_err(|message| self.lost(message))
    }

    /// The same for any push.
    #[inline(never)]
    fn step_far_back(&mut self) -> Result<bool, Fault> {
        let Core { log, state, desk, ticket, bench, .. } = &mut *self;
        let Some(step) = log.steps.last() else { return Ok(false) };
        *ticket = step.ticket;
        desk.moved();
        if let Back::To { dice, .. } = step.back
            && bench.dice.position() != dice
        {
            bench.dice.seek(dice);
        }
        let went = guarded(|| {
            naming(&mut desk.place, Place::Revert, || {
                log.undo(state, log.revert);
                log.steps.pop();
            });
        });
        went.map(|()| true).map_err(|message| self.lost(message))
    }

    /// What could not be taken back, because of a panic.
    #[cold]
    fn lost(&mut self, message: String) -> Fault {
        self.panicked(message);
        let poison = self.poison();
        // A value of the author's is dropped, and there is nothing to lose.
        let _ = guarded(|| self.log.steps.pop());
        poison
    }
}

impl<G: Game> Log<G> for Trail<G> {
    const TELLS: bool = false;

    #[inline]
    fn save(&mut self, state: &G::State) {
        match self.states.get_mut(self.depth) {
            Some(place) => place.clone_from(state),
            None => self.states.push(state.clone()),
        }
        self.depth += 1;
    }

    #[inline]
    fn applied(&mut self, event: G::Event, trace: G::Trace, _: Origin) {
        if self.keep_events {
            self.events.push(Happened { trace, event });
        }
    }

    fn under_way(&self) -> Vec<G::Event> {
        let mut events = Vec::new();
        self.each_since(0, &mut |event| events.push(event.clone()));
        events
    }

    fn each_undone(&self, each: &mut dyn FnMut(&G::Event)) {
        self.each_since(0, each);
    }

    fn length(&self) -> usize {
        let (one, rest) = self.happened();
        usize::from(one.is_some()) + rest.len()
    }

    fn each_since(&self, from: usize, each: &mut dyn FnMut(&G::Event)) {
        let (one, rest) = self.happened();
        one.into_iter()
            .chain(rest.iter().map(|happened| &happened.event))
            .skip(from)
            .for_each(each);
    }

    fn rewind(&mut self, to: usize, state: &mut G::State, revert: Option<RevertFn<G>>) {
        self.revert_to(self.begun() + to, state, revert);
    }

    #[inline]
    fn roll_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        self.undo(state, revert);
    }

    fn in_hand(&self) -> Option<&G::Event> {
        let (one, rest) = self.happened();
        one.or(rest.last().map(|happened| &happened.event))
    }
}

impl<G: Game> Search<G> {
    /// The state on this line.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.core.state
    }

    /// The book that is played by.
    pub fn book(&self) -> &Book<G> {
        &self.core.book
    }

    /// The fault after which the line is good for nothing, if there was one: a
    /// panic half-way through a change on the revert path. Look here before
    /// trusting a state after [`pop`](Search::pop).
    pub fn poisoned(&self) -> Option<&Fault> {
        self.poisoned.as_ref()
    }

    /// How many actions are pushed.
    pub fn depth(&self) -> usize {
        self.core.log.steps.len()
    }

    /// Gives the line other dice, from the beginning of their stream: for
    /// another playout from the same place.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Roll;
    /// # impl Game for Roll {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total = *by; }
    /// # }
    /// # let book = Book::<Roll>::builder("roll")
    /// #     .rule("roll", |rule| rule.then(|cx, ()| [cx.below(1_000_000)])).compile()?;
    /// let mut line = book.start(0, Seed(1))?.search(Seed(2));
    /// let mut rolled = Vec::new();
    /// for seed in [7, 8, 7] {
    ///     line.reseed(Seed(seed));
    ///     line.push(Seat(0), 0)?;
    ///     rolled.push(*line.state());
    ///     line.pop();
    /// }
    /// assert!(rolled[0] != rolled[1] && rolled[0] == rolled[2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A [pop](Self::pop) of what was pushed before leads to the beginning of these dice: of
    /// them nothing was drawn yet.
    pub fn reseed(&mut self, seed: Seed) {
        self.core.bench.dice.reseed(seed);
        for step in &mut self.core.log.steps {
            if let Back::To { dice, .. } = &mut step.back {
                *dice = 0;
            }
        }
    }

    /// How many words of its dice the line has used: as many as before if
    /// nothing was drawn since.
    #[inline]
    pub fn luck(&self) -> u64 {
        self.core.bench.dice.position()
    }

    /// What each seat got, once the line is over.
    #[inline]
    pub fn result(&self) -> Option<Scores> {
        G::result(&self.core.state)
    }

    /// Who may act now.
    #[inline]
    pub fn active(&self) -> Actors {
        match self.result() {
            Some(_) => Actors::none(),
            None => G::active(&self.core.state),
        }
    }

    /// The digest of the line as it is. None if the book has no digests.
    ///
    /// # Errors
    ///
    /// If the author's encoding panics.
    pub fn digest(&mut self) -> Result<Option<Digest>, Fault> {
        self.usable()?;
        self.core.guard(Core::digest)
    }

    /// Adds the legal actions of one actor to a list of the caller's.
    ///
    /// # Errors
    ///
    /// As for [`Session::legal`]; the list is as before.
    #[inline]
    pub fn legal_into(&mut self, by: impl Into<By>, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        self.usable()?;
        if self.core.trusting || !may_refuse_late(&self.core.book.inner) {
            return self.core.legal_into(by.into(), into);
        }
        // Asking runs a transition on trial, which needs a place to return to.
        self.core.mark();
        let found = self.core.legal_into(by.into(), into);
        self.core.log.steps.pop();
        found.map_err(|fault| self.failed(fault))
    }

    /// The legal actions of everybody who may act now, in a list of the
    /// caller's that is emptied first.
    ///
    /// # Errors
    ///
    /// As for [`Session::legal`], and if `Game::active` panics.
    #[inline]
    pub fn legal_all_into(&mut self, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        into.clear();
        if self.core.trusting && self.poisoned.is_none() {
            return self.core.legal_all_into(into);
        }
        let state = &self.core.state;
        let active = guarded(|| G::active(state)).map_err(active_panicked)?;
        for by in active.iter() {
            self.legal_into(by, into)?;
        }
        Ok(())
    }

    /// One of the legal actions of an actor that are wanted, by these dice;
    /// none if there is none. Only as many candidates are checked as it takes
    /// to find one, so where rules propose many that must be checked, playouts
    /// are much quicker than with all [legal actions](Search::legal_into). Each
    /// candidate is as likely as the others; an action that several rules
    /// propose is as much likelier.
    ///
    /// # Errors
    ///
    /// As for [`Session::legal`].
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::Dice;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule
    /// #         .candidates(|offer| offer.extend([1, 2, 3]))
    /// #         .then(|cx, ()| [*cx.action]))
    /// #     .compile()?;
    /// let mut line = book.start(0, Seed(1))?.search(Seed(2));
    /// let mut dice = Dice::new(Seed(3));
    /// while *line.state() < 10 {
    ///     let legal = line.pick(Seat(0), &mut dice, |action| *action != 2)?.unwrap();
    ///     line.play(&legal)?;
    /// }
    /// assert_eq!(line.pick(Seat(0), &mut dice, |action| *action > 3)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pick(
        &mut self,
        by: impl Into<By>,
        dice: &mut Dice,
        wanted: impl Fn(&G::Action) -> bool,
    ) -> Result<Option<Legal<G>>, Fault> {
        self.usable()?;
        let late = may_refuse_late(&self.core.book.inner);
        if late {
            // As for `legal_into`.
            self.core.mark();
        }
        let room = (&mut self.proven, &mut self.open);
        let picked = self.core.pick_legal(by.into(), &wanted, dice, room);
        if late {
            self.core.log.steps.pop();
        }
        picked.map_err(|fault| self.failed(fault))
    }

    /// Plays an action; the outcome is as a session's, but there is no frame:
    /// its id can be read nowhere. A choice ends the push, with
    /// [`Outcome::Pending`]; push again with the answers.
    ///
    /// # Errors
    ///
    /// A fault of the book; the line is as before.
    pub fn push(&mut self, by: impl Into<By>, action: G::Action) -> Result<Outcome<G>, Fault> {
        self.push_with(by, action, &[])
    }

    /// Plays an action with the answers to its choices.
    ///
    /// # Errors
    ///
    /// A fault of the book; the line is as before.
    pub fn push_with(
        &mut self,
        by: impl Into<By>,
        action: G::Action,
        answers: &[u32],
    ) -> Result<Outcome<G>, Fault> {
        let by = by.into();
        self.usable()?;
        self.core.bench.forget_answers();
        self.core.bench.answers.extend_from_slice(answers);
        self.core.mark();
        let ran = self.core.guard(|core| {
            core.begin(Seal::Open);
            core.attempt(by, action).map(|(_, verified)| verified)
        });
        self.core.bench.forget_answers();
        match ran {
            Ok(Ok(verified)) => {
                self.core.settle(verified);
                Ok(self.pushed())
            }
            Ok(Err(unfit)) => self.stopped(*unfit),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    /// Plays a legal action of this very state.
    ///
    /// # Errors
    ///
    /// A fault of the book; the line is as before.
    #[inline]
    pub fn play(&mut self, legal: &Legal<G>) -> Result<Outcome<G>, Fault> {
        debug_assert!(!self.core.poised || self.smooth && self.core.is_put_away());
        // There is no rule with the number of no rule.
        let struck = match self.book.inner.pushes.get(legal.rule().index()) {
            Some(push) if self.core.poised && legal.ticket == self.core.ticket => {
                push(&mut self.core, legal)
            }
            _ => return self.play_asking(legal),
        };
        self.struck(struck)
    }

    /// The same if it takes more than one stroke, or something may be left of the
    /// transition before.
    #[inline(never)]
    fn play_asking(&mut self, legal: &Legal<G>) -> Result<Outcome<G>, Fault> {
        self.usable()?;
        if legal.ticket != self.core.ticket {
            return self.core.guard(|_| stale(legal));
        }
        let struck = match self.book.inner.pushes.get(legal.rule().index()) {
            Some(push) if self.smooth => {
                // What is put away are values of the author's.
                self.core.guard(Core::put_away)?;
                self.core.poised = true;
                push(&mut self.core, legal)
            }
            _ => self.core.push_asking(legal),
        };
        self.struck(struck)
    }

    /// What a play comes to. The cases are named one by one, so that nothing is
    /// left to be dropped if it is the first.
    #[inline(always)]
    fn struck(&mut self, struck: Struck<G>) -> Result<Outcome<G>, Fault> {
        match struck {
            Struck::Done => Ok(self.pushed()),
            Struck::Stopped(unfit) => self.not_struck(Struck::Stopped(unfit)),
            Struck::Faulted(fault) => self.not_struck(Struck::Faulted(fault)),
        }
    }

    /// What a play comes to that did not get through.
    #[cold]
    fn not_struck(&mut self, struck: Struck<G>) -> Result<Outcome<G>, Fault> {
        match struck {
            Struck::Done => unreachable!("it was not done"),
            Struck::Stopped(unfit) => self.stopped(*unfit),
            Struck::Faulted(fault) => Err(self.fail(fault)),
        }
    }

    /// Takes the last push back. False if there is none.
    #[inline]
    pub fn pop(&mut self) -> bool {
        if !self.smooth {
            return self.pop_with_care();
        }
        match self.core.step_back() {
            Ok(popped) => popped,
            Err(poison) => {
                // As the next call will say.
                self.poison(poison);
                true
            }
        }
    }

    #[inline(never)]
    fn pop_with_care(&mut self) -> bool {
        let pushed = !self.core.log.steps.is_empty();
        // What cannot be popped poisons the line, as the next call will say.
        let _ = self.take_back();
        pushed
    }

    /// Takes pushes back until so many are left: 0 is where the line began.
    pub fn pop_to(&mut self, depth: usize) {
        if depth >= self.depth() {
            return;
        }
        if self.smooth && self.core.log.revert.is_some() {
            while self.smooth && self.depth() > depth {
                self.pop();
            }
            // If there are any left, the line is lost.
            let _ = guarded(|| self.core.log.steps.truncate(depth));
            return;
        }
        self.core.log.steps.truncate(depth + 1);
        // As with `pop`.
        let _ = self.take_back();
    }

    #[inline]
    fn usable(&self) -> Result<(), Fault> {
        match &self.poisoned {
            None => Ok(()),
            Some(fault) => Err(fault.clone()),
        }
    }

    /// Returns to the last mark.
    fn take_back(&mut self) -> Result<(), Fault> {
        if self.core.calm && !self.core.desk.half_applied {
            return self.core.step_back().map(drop).map_err(|poison| self.poison(poison));
        }
        let Some(Step { ticket, back }) = self.core.log.steps.last() else { return Ok(()) };
        let (ticket, dice) = match *back {
            Back::One(_) => (*ticket, self.core.bench.dice.position()),
            Back::To { dice, .. } => (*ticket, dice),
        };
        // Something may have been learnt of the state since the last event.
        self.core.desk.moved();
        let rolled_back = self.core.roll_back(dice);
        self.core.ticket = ticket;
        // A value of the author's may be dropped, but only where all is lost.
        let _ = guarded(|| self.core.log.steps.pop());
        rolled_back.map_err(|poison| self.poison(poison))
    }

    /// The line is good for nothing from now on.
    #[cold]
    fn poison(&mut self, fault: Fault) -> Fault {
        self.poisoned = Some(fault.clone());
        (self.smooth, self.core.poised) = (false, false);
        fault
    }

    #[inline]
    fn pushed(&mut self) -> Outcome<G> {
        let number = self.core.log.steps.len() as u64;
        Outcome::Committed(crate::session::frame::FrameId { number, ticket: self.core.ticket })
    }

    /// What a push that did not get through comes to.
    #[cold]
    fn stopped(&mut self, unfit: Unfit<G>) -> Result<Outcome<G>, Fault> {
        let Unfit { by, action, stop } = unfit;
        if let Stop::Fault(fault) = stop {
            return Err(self.fail(fault));
        }
        self.take_back()?;
        Ok(match stop {
            Stop::Refused(refused) => {
                let (kind, cause) = *refused;
                Outcome::refused(kind, Refusal { by: Some(by), action: Some(action), cause })
            }
            Stop::Asked(choice) => Outcome::Pending(choice.into()),
            Stop::NoChange => Outcome::NoChange,
            Stop::DiceAhead | Stop::Fault(_) => {
                unreachable!("a fault went another way, and a line does not seal its dice")
            }
        })
    }

    #[cold]
    fn fail(&mut self, fault: Fault) -> Fault {
        // Whether that poisons the line is for the next call to say.
        let _ = self.take_back();
        fault
    }

    fn failed(&mut self, fault: Fault) -> Fault {
        match fault.kind() {
            FaultKind::Poisoned { .. } => self.poison(fault),
            _ => fault,
        }
    }
}

#[cold]
fn stale<G: Game>(legal: &Legal<G>) -> Outcome<G> {
    let (by, action) = (Some(legal.by()), Some(legal.action.clone()));
    Outcome::refused(RefusalKind::Invalid, Refusal { by, action, cause: Cause::StaleProof })
}

impl<G: Game> Session<G> {
    /// A throw-away line from here, with dice of its own. A pending choice
    /// stays behind: the line begins before the action that asked it.
    #[must_use]
    pub fn search(&self, seed: Seed) -> Search<G> {
        // A small plain state is sooner copied than its events are reverted.
        let small = size_of::<G::State>() <= SMALL && !std::mem::needs_drop::<G::State>();
        let recovery = match self.options.recovery {
            None if small => Recovery::Snapshot,
            _ => self.core.recovery,
        };
        // Reactions ask which sources the events touched.
        let keep_events = recovery == Recovery::Revert || self.core.sources.is_some();
        let trail = Trail {
            steps: Vec::new(),
            states: Vec::new(),
            depth: 0,
            events: Vec::new(),
            keep_events,
            revert: None,
        };
        let mut core = self.core.fork(trail);
        core.bench.dice = Dice::new(seed);
        core.recovery = recovery;
        core.log.revert = core.revert();
        let poisoned = self.poisoned.clone();
        let smooth = core.calm && poisoned.is_none();
        let book = core.book.clone();
        Search { book, core, poisoned, smooth, proven: Vec::new(), open: Vec::new() }
    }
}
