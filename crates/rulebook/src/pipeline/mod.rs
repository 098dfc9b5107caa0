//! The pipeline: validate → decide → resolve → verify → commit.
//!
//! One module for each stage, each with a product that only it can make. This
//! file is the spine. The same stages serve submit, preview, legal actions,
//! explanations, sequences and search lines; they differ only in the [`Log`]
//! that they write to and in what is done with the result.

pub(crate) mod calm;
pub(crate) mod commit;
pub(crate) mod decide;
pub(crate) mod desk;
pub(crate) mod place;
pub(crate) mod push;
pub(crate) mod recover;
pub(crate) mod resolve;
pub(crate) mod sources;
pub(crate) mod stop;
pub(crate) mod stroke;
pub(crate) mod validate;
pub(crate) mod verify;
pub(crate) mod watched;

use crate::actor::By;
use crate::book::Book;
use crate::context::{Seal, Workbench};
use crate::dice::{Dice, Seed};
use crate::digest::{Canonical, Digest, Encoder};
use crate::game::Game;
use crate::observe::Observer;
use crate::pipeline::decide::Decision;
use crate::pipeline::resolve::Resolution;
use crate::pipeline::sources::Index;
use crate::pipeline::verify::Verified;
use crate::plan::parity::Sampler;
use crate::session::frame::Origin;
use crate::session::legal::{Legal, Tickets, Valid};
use crate::session::options::{Parity, Recovery, Verify};

/// Where a transition leaves what happened, and how it can be taken back.
pub(crate) trait Log<G: Game> {
    /// Whether anybody will read how it came to be.
    const TELLS: bool;
    /// Keeps a copy of the state, before the first event.
    fn save(&mut self, state: &G::State);
    /// Keeps an applied event.
    fn applied(&mut self, event: G::Event, trace: G::Trace, origin: Origin);
    /// The events of the transition under way.
    fn under_way(&self) -> Vec<G::Event>;
    /// The events that `roll_back` takes back.
    fn each_undone(&self, each: &mut dyn FnMut(&G::Event));
    /// How many events of the transition under way are kept.
    fn length(&self) -> usize;
    /// The events of the transition under way, from one on.
    fn each_since(&self, from: usize, each: &mut dyn FnMut(&G::Event));
    /// Takes back the events of the transition under way from one on; what
    /// cannot be reverted is for the caller to restore.
    fn rewind(&mut self, to: usize, state: &mut G::State, revert: Option<RevertFn<G>>);
    /// Takes back everything since the last committed transition.
    fn roll_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>);
    /// The event that was being taken back or redone last.
    fn in_hand(&self) -> Option<&G::Event>;
    /// Tells whoever watches of the events of the transition under way, from
    /// one on.
    #[inline]
    fn tell_applied(&mut self, from: usize, place: &mut Place) {
        let _ = (from, place);
    }
    /// Tells whoever watches of the last event, which has this origin.
    #[inline(always)]
    fn tell_last(&mut self, origin: Origin, place: &mut Place) {
        let _ = (origin, place);
    }
    /// Whoever watches.
    fn observer(&mut self) -> Option<&mut (dyn Observer<G> + Send + 'static)> {
        None
    }
}

pub(crate) use crate::book::draft::RevertFn;
pub(crate) use crate::pipeline::desk::Desk;
pub(crate) use crate::pipeline::place::Place;
pub(crate) use crate::pipeline::recover::{Lost, guarded};
pub(crate) use crate::pipeline::stop::{Refused, Stop, Unfit};

/// What a game in progress consists of, whoever keeps its past.
pub(crate) struct Core<G: Game, L> {
    pub book: Book<G>,
    pub state: G::State,
    /// Rules that are switched off, as a bit set; empty if none is.
    pub disabled: Vec<u64>,
    /// The version of the state.
    pub ticket: u64,
    pub tickets: Tickets,
    pub recovery: Recovery,
    pub log: L,
    pub bench: Workbench<G>,
    pub desk: Desk<G>,
    /// Whether nobody watches and the book asks for nothing but checks and
    /// rules: no turn or exceptions, no ApplyAll with masks or predicates, no rule
    /// switched off.
    pub calm: bool,
    /// Whether the next transition can begin at once: it is calm, nothing waits
    /// for an answer or is lost, and the one before has left nothing that must
    /// be put away first. Whatever might change that says no, and is looked
    /// at again when somebody acts.
    pub poised: bool,
    /// Whether they would be calm if nobody watched.
    pub watched: bool,
    /// Whether generators are taken at their word: all vouch for what they
    /// offer, and nothing they count on is switched off or to be compared.
    pub trusting: bool,
    /// The sources in play, if the game has reactions.
    pub sources: Option<std::sync::Arc<Index>>,
    /// Which actions are also decided by the reference, and compared.
    pub parity: Sampler,
}

impl<G: Game, L: Log<G>> Core<G, L> {
    pub(crate) fn new(
        book: Book<G>,
        state: G::State,
        seed: Seed,
        recovery: Recovery,
        verify: Verify,
        log: L,
    ) -> Self {
        let mut tickets = Tickets::new();
        let mut core = Core {
            disabled: Vec::new(),
            ticket: tickets.draw(),
            tickets,
            recovery,
            log,
            bench: Workbench::new(&book.inner.draft.limits, Dice::new(seed)),
            desk: Desk::new(&book.inner, verify),
            calm: false,
            poised: false,
            watched: false,
            trusting: false,
            sources: book.inner.reactions.as_ref().map(|_| std::sync::Arc::new(Index::new::<G>())),
            parity: Sampler::new(Parity::Off),
            state,
            book,
        };
        core.settle_down();
        core
    }

    /// Another one like it, with a past of its own.
    pub(crate) fn fork<M: Log<G>>(&self, log: M) -> Core<G, M> {
        let mut core = Core {
            book: self.book.clone(),
            state: self.state.clone(),
            disabled: self.disabled.clone(),
            ticket: self.ticket,
            tickets: Tickets::new(),
            recovery: self.recovery,
            log,
            bench: Workbench::new(&self.book.inner.draft.limits, self.bench.dice.clone()),
            desk: Desk::new(&self.book.inner, self.desk.verify),
            calm: false,
            poised: false,
            watched: false,
            trusting: false,
            sources: self.sources.clone(),
            parity: self.parity,
        };
        core.desk.always_counts = self.desk.always_counts;
        core.watch_anew();
        core
    }

    /// The stages from a valid action to a verified result. The state is
    /// changed in place; whoever calls commits it, or rolls it back.
    ///
    /// CALM says what [`Core::calm`] says: it is the same stages, with the
    /// questions left out that are settled already.
    #[inline]
    pub(crate) fn stages<const CALM: bool>(
        &mut self,
        legal: &Valid<'_, G>,
    ) -> Result<Verified, Stop<G>> {
        let decision = decide::first::<G, L, CALM>(self, legal)?;
        let begun = resolve::begin();
        let mut resolution = resolve::resolve::<G, L, CALM>(self, legal, &decision, begun)?;
        if self.book.inner.tree.applies_all && decide::may_go_on(self, legal, &decision) {
            resolution = self.apply_all::<CALM>(legal, decision, resolution)?;
        }
        if !CALM && self.book.inner.reactions.is_some() {
            resolution = resolve::rest(self, legal, resolution)?;
        }
        verify::verify(self, resolution)
    }

    /// Under ApplyAll, decide and resolve take turns.
    fn apply_all<const CALM: bool>(
        &mut self,
        legal: &Valid<'_, G>,
        mut decision: Decision,
        mut resolution: Resolution,
    ) -> Result<Resolution, Stop<G>> {
        while let Some(next) = decide::next(self, legal, &decision)? {
            decision = next;
            resolution = resolve::resolve::<G, L, CALM>(self, legal, &decision, resolution)?;
        }
        Ok(resolution)
    }

    /// Validates and runs the stages; gives the valid action back besides.
    pub(crate) fn attempt(
        &mut self,
        by: By,
        action: G::Action,
    ) -> Result<(Legal<G>, Verified), Box<Unfit<G>>> {
        let legal = validate::validate(self, by, action)?;
        let ran = match self.bench.seal {
            Seal::Open => self.transition(&legal.valid()),
            Seal::Sealed => {
                let ran = self.trial(|core| core.transition(&legal.valid()));
                ran.unwrap_or_else(|fault| Err(Stop::Fault(fault)))
            }
        };
        match ran {
            Ok(verified) => Ok((legal, verified)),
            Err(stop) => Err(Unfit::of(legal, stop)),
        }
    }

    /// Makes ready for a transition.
    pub(crate) fn begin(&mut self, seal: Seal) {
        if self.bench.stirred {
            self.bench.clear();
        }
        self.bench.seal = seal;
        self.desk.begin();
        self.desk.clear();
        if let Some(sources) = &self.sources {
            self.desk.reacting.clear();
            if sources.stale {
                self.read_sources();
            }
        }
    }

    /// Another one watches, or nobody: work is counted for whoever wants it now.
    pub(crate) fn watch_anew(&mut self) {
        self.desk.counts = self.desk.always_counts;
        self.settle_down();
    }

    /// Finds out whether transitions are calm.
    pub(crate) fn settle_down(&mut self) {
        let simple = self.is_simple() && !self.parity.is_on();
        self.poised = false;
        self.watched = simple && self.log.observer().is_some();
        self.calm = simple && !self.watched && !self.desk.counts;
        self.trusting =
            self.book.inner.all_vouch && self.disabled.is_empty() && !self.parity.is_on();
    }

    /// Whether transitions would be calm if nobody watched or compared.
    pub(crate) fn is_simple(&self) -> bool {
        let verified_late = self.desk.verify == Verify::Transition;
        self.book.inner.calm && self.disabled.is_empty() && verified_late
    }

    /// How events are taken back one by one, if that is how.
    #[inline]
    pub(crate) fn revert(&self) -> Option<RevertFn<G>> {
        match self.recovery {
            Recovery::Snapshot => None,
            Recovery::Revert => self.book.inner.draft.revert,
        }
    }

    /// The digest of the game: state, dice, rules switched off.
    pub(crate) fn digest(&mut self) -> Option<Digest> {
        let draft = &self.book.inner.draft;
        self.desk.place = Place::Digest;
        let mut into = Encoder::new();
        match (draft.kept_digest, draft.encode) {
            (Some(digest), _) => into.u64((digest.kept)(&self.state).0),
            (None, Some(encode)) => encode(&self.state, &mut into),
            (None, None) => return None,
        }
        self.bench.dice.encode(&mut into);
        self.disabled.encode(&mut into);
        Some(into.finish())
    }
}

/// Whatever comes behind this is laid out of the way.
#[cold]
#[inline]
pub(crate) fn unlikely() {}
