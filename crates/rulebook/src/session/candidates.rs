//! Legal actions: the rules' candidates, through the same stages as a submit.

use crate::actor::By;
use crate::book::Proposer;
use crate::book::tree::NONE;
use crate::context::{Basket, Offer, Seal};
use crate::dice::Dice;
use crate::error::{Fault, FaultKind};
use crate::game::Game;
use crate::outcome::RefusalKind;
use crate::pipeline::place::naming;
use crate::pipeline::resolve::{self, may_refuse_late};
use crate::pipeline::{Core, Log, Place, Stop, decide, guarded, validate};
use crate::plan::asking::is_disabled;
use crate::plan::{parity, predicates};
use crate::session::Session;
use crate::session::legal::{Legal, Valid, Warrant};

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Adds the legal actions of one actor.
    #[inline]
    pub(crate) fn legal_into(&mut self, by: By, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        match self.trusting {
            true => self.list(into, |core, into| core.offer_to(by, into)),
            false => self.legal_with_care(by, into),
        }
    }

    /// Adds the legal actions of all who may act, where generators are trusted.
    #[inline]
    pub(crate) fn legal_all_into(&mut self, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        self.list(into, |core, into| {
            let Core { state, desk, .. } = &mut *core;
            let active = naming(&mut desk.place, Place::Active, || G::active(state));
            for by in active.iter() {
                core.offer_to(by, into);
            }
        })
    }

    #[inline(always)]
    fn list(
        &mut self,
        into: &mut Vec<Legal<G>>,
        offer: impl FnOnce(&mut Self, &mut Vec<Legal<G>>),
    ) -> Result<(), Fault> {
        let from = into.len();
        // Nothing is asked of a rule but its candidates.
        let listed = self.guard_poised(|core| offer(core, into));
        if listed.is_err() {
            // Half of a list is not for anybody to see.
            into.truncate(from);
        }
        listed
    }

    /// Lets all rules propose their candidates to somebody, where each vouches
    /// for them and stands in no phase that could be closed.
    #[inline(always)]
    fn offer_to(&mut self, by: By, into: &mut Vec<Legal<G>>) {
        let Core { book, state, desk, ticket, .. } = self;
        let place = &mut desk.place;
        if naming(place, Place::Result, || G::result(state)).is_some() {
            return;
        }
        if let By::Seat(seat) = by
            && seat.index() >= naming(place, Place::Seats, || G::seats(state))
        {
            return;
        }
        let state = &*state;
        // One for all: where candidates go is written once.
        let mut offer = Offer::new(state, by, Basket::Proven(into), *ticket);
        for proposer in &book.inner.proposers {
            offer.voucher.warrant = proposer.warrant.with(by);
            // What a rule may have changed is not for the next one to see.
            (offer.state, offer.by) = (state, by);
            naming(place, Place::Candidates(proposer.rule), || (proposer.offer)(&mut offer));
        }
    }

    #[inline(never)]
    fn legal_with_care(&mut self, by: By, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        let from = into.len();
        let (found, remembered) =
            self.doubting(|core| core.guard(|core| core.find_legal(by, into)));
        let found = found.flatten().and(remembered);
        if found.is_err() {
            // Candidates that nobody checked are not for anybody to see.
            into.truncate(from);
        }
        found
    }

    fn find_legal(&mut self, by: By, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        self.desk.place = Place::Result;
        if G::result(&self.state).is_some() {
            return Ok(());
        }
        self.desk.place = Place::Seats;
        if by.seat().is_some_and(|seat| seat.index() >= G::seats(&self.state)) {
            return Ok(());
        }
        // What the caller had in the list before is none of our business.
        let start = into.len();
        let mut checked = false;
        for at in 0..self.book.inner.proposers.len() {
            let from = into.len();
            match self.generate(at, by, into) {
                Trust::Check => {
                    self.keep_legal(start, by, into)?;
                    checked = true;
                }
                Trust::Proven if checked => drop_repeated(start, from, into),
                Trust::Proven => {}
            }
        }
        Ok(())
    }

    /// One of the legal actions of an actor that are wanted, by these dice. The
    /// lists are for the candidates, and end up empty.
    pub(crate) fn pick_legal(
        &mut self,
        by: By,
        wanted: &dyn Fn(&G::Action) -> bool,
        dice: &mut Dice,
        (proven, open): (&mut Vec<Legal<G>>, &mut Vec<G::Action>),
    ) -> Result<Option<Legal<G>>, Fault> {
        let (picked, remembered) = self.doubting(|core| {
            core.guard(|core| core.draw_legal(by, wanted, dice, proven, open)).flatten()
        });
        proven.clear();
        open.clear();
        picked.and_then(|picked| remembered.map(|()| picked))
    }

    fn draw_legal(
        &mut self,
        by: By,
        wanted: &dyn Fn(&G::Action) -> bool,
        dice: &mut Dice,
        proven: &mut Vec<Legal<G>>,
        open: &mut Vec<G::Action>,
    ) -> Result<Option<Legal<G>>, Fault> {
        self.desk.place = Place::Result;
        if G::result(&self.state).is_some() {
            return Ok(None);
        }
        self.desk.place = Place::Seats;
        if by.seat().is_some_and(|seat| seat.index() >= G::seats(&self.state)) {
            return Ok(None);
        }
        for at in 0..self.book.inner.proposers.len() {
            if self.generate(at, by, proven) == Trust::Check {
                open.append(&mut self.desk.candidates);
            }
        }
        self.desk.place = Place::Engine;
        proven.retain(|legal| wanted(&legal.action));
        open.retain(wanted);
        while proven.len() + open.len() > 0 {
            let at = dice.below((proven.len() + open.len()) as u32) as usize;
            if at < proven.len() {
                return Ok(Some(proven.swap_remove(at)));
            }
            let action = open.swap_remove(at - proven.len());
            if let Some(legal) = self.accepted(by, action)? {
                return Ok(Some(legal));
            }
        }
        Ok(None)
    }

    /// Lets a rule propose its candidates, if the phases around it are open:
    /// those that it vouches for among the legal actions, others on the desk.
    ///
    /// Also a rule that is switched off proposes: its actions may be another
    /// rule's now, whose own generator leaves them out.
    #[inline]
    fn generate(&mut self, at: usize, by: By, into: &mut Vec<Legal<G>>) -> Trust {
        let Core { book, state, desk, ticket, disabled, .. } = self;
        let book = &*book.inner;
        let proposer = &book.proposers[at];
        let mut phases = proposer.phases.iter();
        if !phases.all(|&phase| predicates::holds(book, state, phase, *ticket, desk)) {
            return Trust::Proven;
        }
        desk.place = Place::Candidates(proposer.rule);
        if proposer.vouches && (disabled.is_empty() || is_on(proposer, disabled)) {
            let mut offer = Offer::new(state, by, Basket::Proven(into), *ticket);
            offer.voucher.warrant = proposer.warrant.with(by);
            (proposer.offer)(&mut offer);
            return Trust::Proven;
        }
        desk.candidates.clear();
        let basket = Basket::Open(&mut desk.candidates);
        (proposer.offer)(&mut Offer::new(state, by, basket, *ticket));
        Trust::Check
    }

    /// Adds those of the candidates on the desk that are legal and not there
    /// already, from `start` on.
    #[inline(never)]
    fn keep_legal(&mut self, start: usize, by: By, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        let mut candidates = std::mem::take(&mut self.desk.candidates);
        for action in candidates.drain(..) {
            self.desk.place = Place::Engine;
            let known =
                into[start..].iter().any(|legal| legal.by() == by && legal.action == action);
            if !known && let Some(legal) = self.accepted(by, action)? {
                into.push(legal);
            }
        }
        self.desk.candidates = candidates;
        Ok(())
    }

    /// The action with its proof, if a submit would not refuse it as invalid
    /// or disallowed. A fault is no refusal; but a candidate whose checks panic
    /// did not pass validation, and there is no proof to be had for it.
    fn accepted(&mut self, by: By, action: G::Action) -> Result<Option<Legal<G>>, Fault> {
        self.begin(Seal::Sealed);
        let Some(legal) = validate::vet(self, by, action) else { return Ok(None) };
        let ran = self.refused(&legal.valid())?;
        if self.desk.doubts_memory {
            self.agrees_with_reference(&legal.valid(), &ran)?;
        }
        match ran {
            Err(Stop::Refused(refused)) if refused.0 != RefusalKind::Aborted => Ok(None),
            Ok(()) | Err(_) => Ok(Some(legal)),
        }
    }

    /// Whether a rule refuses, or nobody answers. Nothing of it stays.
    fn refused(&mut self, legal: &Valid<'_, G>) -> Result<Result<(), Stop<G>>, Fault> {
        let ran = if may_refuse_late(&self.book.inner) {
            let dice = self.bench.dice.position();
            let ran = self.trial(|core| core.refusable(legal));
            self.roll_back(dice)?;
            ran
        } else {
            self.trial(|core| decide::first::<G, L, false>(core, legal).map(drop))
        };
        Ok(ran.unwrap_or_else(|fault| Err(Stop::Fault(fault))))
    }

    /// Whether the reference says of a candidate what the plan said.
    #[cold]
    fn agrees_with_reference(
        &mut self,
        legal: &Valid<'_, G>,
        by_plan: &Result<(), Stop<G>>,
    ) -> Result<(), Fault> {
        self.begin(Seal::Sealed);
        self.desk.plain = true;
        let by_reference = self.refused(legal);
        self.desk.plain = false;
        let agree = parity::agree::<G>(legal.action(), &by_reference?, by_plan);
        // Whoever remembers something wrong may differ for that alone.
        if agree.is_err() { self.remembers_rightly().and(agree) } else { agree }
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages as far as a rule could still refuse.
    fn refusable(&mut self, legal: &Valid<'_, G>) -> Result<(), Stop<G>> {
        if self.book.inner.tree.applies_all {
            return self.stages::<false>(legal).map(drop);
        }
        let decision = decide::first::<G, L, false>(self, legal)?;
        resolve::pay(self, legal, decision.rule())
    }
}

/// Whether an exact generator is to be believed although rules are switched
/// off: its own is on, and so are all that it takes into account.
#[cold]
fn is_on<G: Game>(proposer: &Proposer<G>, disabled: &[u64]) -> bool {
    let mut counted_on = proposer.honours.iter().chain([&proposer.rule]);
    !counted_on.any(|&rule| is_disabled(disabled, rule))
}

/// A rule's word for its candidates, for one actor and one version of the
/// state. Only the search for legal actions makes one, for a rule with an exact
/// generator.
#[derive(Clone, Copy)]
pub(crate) struct Voucher {
    warrant: Warrant,
    ticket: u64,
}

impl Voucher {
    #[inline]
    pub(crate) fn warrant(self) -> Warrant {
        self.warrant
    }

    #[inline]
    pub(crate) fn ticket(self) -> u64 {
        self.ticket
    }
}

impl<'a, G: Game> Offer<'a, G> {
    /// No rule has given its word yet.
    #[inline(always)]
    fn new(state: &'a G::State, by: By, basket: Basket<'a, G>, ticket: u64) -> Self {
        Offer { state, by, voucher: Voucher { warrant: Warrant::of(NONE), ticket }, basket }
    }
}

/// Drops of the proven candidates from `from` on those that another rule has
/// proposed already.
#[inline(never)]
fn drop_repeated<G: Game>(start: usize, from: usize, into: &mut Vec<Legal<G>>) {
    let mut kept = from;
    for at in from..into.len() {
        if !into[start..from].contains(&into[at]) {
            into.swap(kept, at);
            kept += 1;
        }
    }
    into.truncate(kept);
}

/// The fault of a game that cannot say who may act.
#[cold]
pub(crate) fn active_panicked(message: String) -> Fault {
    FaultKind::Panic { place: "`Game::active`".to_owned(), message }.into()
}

/// Whether the candidates that were added need checking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    Check,
    Proven,
}

impl<G: Game> Session<G> {
    /// The legal actions of one actor, with proofs: exactly those candidates
    /// that a submit would not refuse as invalid or disallowed.
    ///
    /// Under ApplyAll a rule may refuse after others have rolled dice or asked
    /// a player; nobody may know that beforehand, so such an action is offered.
    ///
    /// A fault is no refusal. A candidate that passes the checks and is a fault
    /// of the book after that (two rules under Exclusive, a limit, a condition
    /// that panics) is offered with the others; to submit it gives the fault,
    /// and [`explain`](Session::explain) names it.
    ///
    /// # Errors
    ///
    /// If a function panics that has to be asked before that: `Game::result`
    /// or `seats`, a generator or a predicate of the phases around it, a check,
    /// an exception, the comparison of two actions. Then there is no list. Also
    /// if the session cannot be used any more.
    pub fn legal(&mut self, by: impl Into<By>) -> Result<Vec<Legal<G>>, Fault> {
        let mut actions = Vec::new();
        self.legal_into(by, &mut actions)?;
        Ok(actions)
    }

    /// Adds the legal actions of one actor to a list of the caller's.
    ///
    /// # Errors
    ///
    /// As for [`legal`](Session::legal); the list is as before.
    pub fn legal_into(&mut self, by: impl Into<By>, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        if let Some(fault) = &self.poisoned {
            return Err(fault.clone());
        }
        if self.pending.is_some() {
            return Ok(());
        }
        if self.core.trusting {
            return self.core.legal_into(by.into(), into);
        }
        self.core.log.muted = true;
        let found = self.core.legal_into(by.into(), into);
        self.core.log.muted = false;
        found.map_err(|fault| match fault.kind() {
            FaultKind::Poisoned { .. } => self.poison(fault),
            _ => fault,
        })
    }

    /// The legal actions of everybody who may act now.
    ///
    /// # Errors
    ///
    /// As for [`legal`](Session::legal), and if `Game::active` panics.
    pub fn legal_all(&mut self) -> Result<Vec<Legal<G>>, Fault> {
        let mut actions = Vec::new();
        self.legal_all_into(&mut actions)?;
        Ok(actions)
    }

    /// The legal actions of everybody who may act now, in a list of the caller's
    /// that is emptied first.
    ///
    /// # Errors
    ///
    /// As for [`legal_all`](Session::legal_all); the list is empty then.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule
    /// #         .candidates(|offer| offer.extend([1, 2, 3]))
    /// #         .then(|cx, ()| [*cx.action]))
    /// #     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let mut legal = Vec::new();
    /// for _ in 0..3 {
    ///     game.legal_all_into(&mut legal)?; // no new list for each action
    ///     game.play(legal.swap_remove(2))?;
    /// }
    /// assert_eq!(*game.state(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_all_into(&mut self, into: &mut Vec<Legal<G>>) -> Result<(), Fault> {
        into.clear();
        if let Some(fault) = &self.poisoned {
            return Err(fault.clone());
        }
        if self.core.trusting && self.pending.is_none() {
            return self.core.legal_all_into(into);
        }
        let state = &self.core.state;
        let active = guarded(|| G::active(state)).map_err(active_panicked)?;
        let listed = active.iter().try_for_each(|by| self.legal_into(by, into));
        if listed.is_err() {
            into.clear();
        }
        listed
    }

    /// What a half-built action can still become: `part` picks from each legal
    /// action the part in question (a target, say), or nothing if the action
    /// is not an extension of what is built already. Each part comes once.
    ///
    /// # Errors
    ///
    /// As for [`legal`](Session::legal).
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Pairs;
    /// # impl Game for Pairs {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # let book = Book::<Pairs>::builder("pairs")
    /// #     .rule("pair", |rule| rule
    /// #         .candidates(|offer| (0..100).for_each(|n| offer.push(n)))
    /// #         .when("first above second", |ask| ask.action / 10 > ask.action % 10)
    /// #         .then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// // Actions are pairs of digits, the first above the second. With a
    /// // first digit of 3, which second digits are there?
    /// let second = game.legal_parts(Seat(0), |pair| (pair / 10 == 3).then_some(pair % 10))?;
    /// assert_eq!(second, [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_parts<T: PartialEq>(
        &mut self,
        by: impl Into<By>,
        part: impl Fn(&G::Action) -> Option<T>,
    ) -> Result<Vec<T>, Fault> {
        let mut parts = Vec::new();
        for legal in self.legal(by)? {
            if let Some(part) = part(&legal.action)
                && !parts.contains(&part)
            {
                parts.push(part);
            }
        }
        Ok(parts)
    }
}
