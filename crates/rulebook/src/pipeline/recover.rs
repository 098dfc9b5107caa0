//! Taking back what a transition has done, also when an author's function
//! panics.

use std::any::Any;

use crate::error::{Fault, FaultKind, message};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::place::naming;
use crate::pipeline::sources::Index;
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::SourceId;

/// The state is lost: the fault that led to it, and what every call says from
/// now on.
pub(crate) struct Lost {
    pub fault: Fault,
    pub poison: Fault,
}

impl Lost {
    /// There was no other fault.
    #[cold]
    fn to(poison: Fault) -> Self {
        Lost { fault: poison.clone(), poison }
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Takes back what a transition has done so far.
    ///
    /// # Errors
    ///
    /// On the revert path an author's `revert` may panic, or the `apply` that
    /// panicked may have left half a change: then the state is lost.
    #[inline]
    pub(crate) fn roll_back(&mut self, dice: u64) -> Result<(), Fault> {
        self.bench.dice.seek(dice);
        if self.desk.events > 0 {
            self.desk.taken_back();
        }
        self.desk.events = 0;
        self.desk.saved = false;
        if self.sources.is_some() {
            return self.roll_back_with_sources();
        }
        self.roll_back_state()
    }

    /// The same without what a calm transition of one event leaves alone.
    #[inline(always)]
    fn roll_back_state(&mut self) -> Result<(), Fault> {
        let revert = self.revert();
        if revert.is_none() {
            self.log.roll_back(&mut self.state, None);
            self.desk.half_applied = false;
            return Ok(());
        }
        if self.desk.half_applied {
            return Err(self.poison());
        }
        let rolled_back = self.guard_poised(|core| {
            let Core { state, log, desk, .. } = core;
            naming(&mut desk.place, Place::Revert, || log.roll_back(state, revert));
        });
        rolled_back.map_err(|_panic| self.poison())
    }

    /// The same, and the sources that were touched are read again. Should that
    /// panic, they are all read again before the next transition.
    fn roll_back_with_sources(&mut self) -> Result<(), Fault> {
        let touched = self.guard(|core| core.touched(|log, each| log.each_undone(each)));
        let rolled_back = self.roll_back_state();
        let read = touched.and_then(|touched| self.guard(|core| core.refresh(&touched)));
        if read.is_err()
            && let Some(sources) = &mut self.sources
        {
            std::sync::Arc::make_mut(sources).stale = true;
        }
        rolled_back
    }

    /// Takes back what was only tried, and ended like this.
    pub(crate) fn take_back_trial<T>(
        &mut self,
        dice: u64,
        ran: &Result<T, Fault>,
    ) -> Result<(), Lost> {
        self.roll_back(dice).map_err(|poison| match ran {
            Err(fault) => Lost { fault: fault.clone(), poison },
            Ok(_) => Lost::to(poison),
        })
    }

    /// The same where it came to one event and no more.
    #[inline(always)]
    pub(crate) fn take_back_event(&mut self) -> Result<(), Lost> {
        self.roll_back_state().map_err(Lost::to)
    }

    /// The sources that events touch.
    pub(crate) fn touched(
        &mut self,
        events: impl FnOnce(&L, &mut dyn FnMut(&G::Event)),
    ) -> Vec<SourceId> {
        let mut touched = Vec::new();
        if let Some(reactions) = &self.book.inner.reactions {
            self.desk.place = Place::Reactive("touches");
            events(&self.log, &mut |event| {
                (reactions.reactor.touches)(event, &mut |id| touched.push(id));
            });
        }
        touched
    }

    /// Reads some sources again.
    pub(crate) fn refresh(&mut self, touched: &[SourceId]) {
        let Core { book, state, sources, desk, .. } = self;
        let (Some(reactions), Some(sources)) = (&book.inner.reactions, sources) else { return };
        desk.place = Place::Reactive("source");
        for &id in touched {
            let now = (reactions.reactor.source)(state, id);
            if sources.get(id) != now {
                std::sync::Arc::make_mut(sources).set(reactions, id, now);
            }
        }
        desk.place = Place::Engine;
    }

    /// Reads all sources again.
    pub(crate) fn read_sources(&mut self) {
        let Core { book, state, sources, desk, .. } = self;
        let (Some(reactions), Some(sources)) = (&book.inner.reactions, sources) else { return };
        desk.place = Place::Reactive("sources");
        let mut index = Index::new::<G>();
        index.rebuild(reactions, state);
        *sources = std::sync::Arc::new(index);
        desk.place = Place::Engine;
    }

    pub(crate) fn poison(&self) -> Fault {
        // Only now that all is lost anyway: a kind may panic as well.
        let kind = || guarded(|| Some(self.log.in_hand()?.kind().name())).ok().flatten();
        let place = match self.desk.place {
            Place::Revert => kind().map(|kind| format!("`revert` of the event {kind}")),
            Place::Redo => kind().map(|kind| format!("`apply` of the redone event {kind}")),
            _ => None,
        };
        let place = place.unwrap_or_else(|| self.desk.place.describe(&self.book.inner));
        FaultKind::Poisoned { place }.into()
    }

    /// Runs author's code: a panic in it is a fault that names the function.
    ///
    /// Whatever a panic leaves behind must be rolled back or thrown away
    /// before anybody can look at it.
    #[inline(always)]
    pub(crate) fn guard<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> Result<T, Fault> {
        self.poised = false;
        self.desk.place = Place::Engine;
        self.guard_poised(run)
    }

    /// The same where nothing was left behind before, or all that runs is named.
    /// Whoever is [poised](Core::poised) still is, unless it panics: what is left
    /// behind otherwise is for the caller to notice.
    #[inline(always)]
    pub(crate) fn guard_poised<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> Result<T, Fault> {
        guarded(|| run(self)).map_err(|message| self.panicked(message))
    }

    /// The same for what is only tried: once an effect has seen decoy dice,
    /// what it makes of them, a panic for example, says nothing.
    pub(crate) fn trial<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, Stop<G>>,
    ) -> Result<Result<T, Stop<G>>, Fault> {
        let ran = self.guard(run);
        self.tried(ran)
    }

    /// What a transition comes to that was only tried.
    pub(crate) fn tried<T>(
        &self,
        ran: Result<Result<T, Stop<G>>, Fault>,
    ) -> Result<Result<T, Stop<G>>, Fault> {
        match ran {
            Err(_panic) if self.bench.peeked => Ok(Err(Stop::DiceAhead)),
            ran => ran,
        }
    }

    /// What a panic that was caught comes to.
    #[cold]
    pub(crate) fn panicked(&mut self, message: String) -> Fault {
        self.poised = false;
        self.desk.half_applied = matches!(self.desk.place, Place::Apply(_) | Place::Revert);
        if let Place::Effect(rule) = self.desk.place
            && self.bench.answering
        {
            self.desk.place = Place::Answer(rule);
        }
        // Whatever the effect had proposed must not turn up in the next one.
        self.bench.stirred = true;
        self.desk.tallies.clear();
        let place = self.desk.place.describe(&self.book.inner);
        FaultKind::Panic { place, message }.into()
    }
}

/// Runs author's code: a panic in it comes back as its message.
#[inline(always)]
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).map_err(caught)
}

/// The message of a panic. Apart, so that whoever runs something keeps no
/// registers free for it.
#[cold]
#[inline(never)]
fn caught(payload: Box<dyn Any + Send>) -> String {
    message(&*payload)
}
