//! Submitting in a straight line: one guard around a
//! [calm](crate::pipeline::calm) transition, and its frame appended where that
//! is all there is to do.

use crate::actor::By;
use crate::error::Fault;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::pipeline::calm::Calm;
use crate::pipeline::{Unfit, commit, validate};
use crate::session::Session;
use crate::session::legal::Legal;
use crate::session::options::{Digests, Reversibility};
use crate::session::submit::Entry;

impl<G: Game> Session<G> {
    pub(super) fn submit_by(&mut self, by: By, action: G::Action) -> Result<Outcome<G>, Fault> {
        if !self.is_calm() {
            return self.submit_watched(by, action);
        }
        self.core.bench.forget_answers();
        let ran = self.core.guard(|core| {
            core.begin_calmly();
            core.calm_stages::<false, false>(validate::claimed(by, &action))
        });
        match ran {
            Ok(Calm::Ordinary(verified)) if self.core.log.has_room() => {
                let core = &mut self.core;
                let id = commit::commit_ordinary(core, by, action, verified);
                Ok(Outcome::Committed(id))
            }
            ran => self.concluded(ran, by, action),
        }
    }

    pub(super) fn play_proven(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        if !self.is_calm() || legal.ticket != self.core.ticket {
            return self.play_watched(legal);
        }
        self.core.bench.forget_answers();
        let ran = self.core.guard(|core| {
            core.begin_calmly();
            core.calm_stages::<true, false>(legal.valid())
        });
        match ran {
            Ok(Calm::Ordinary(verified)) if self.core.log.has_room() => {
                let core = &mut self.core;
                let id = commit::commit_ordinary(core, legal.by, legal.action, verified);
                Ok(Outcome::Committed(id))
            }
            ran => self.concluded(ran, legal.by, legal.action),
        }
    }

    /// The same where somebody watches, or where it is not that simple.
    #[inline(never)]
    fn submit_watched(&mut self, by: By, action: G::Action) -> Result<Outcome<G>, Fault> {
        if !self.core.watched || !self.is_free() {
            return self.dispatch(Entry::Action(by, action), Reversibility::Reversible);
        }
        self.core.bench.forget_answers();
        let claimed = validate::claimed(by, &action);
        let ran = self.core.guard(|core| core.watched_stages::<false>(claimed));
        self.concluded_aloud(ran, by, action)
    }

    #[inline(never)]
    fn play_watched(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        if !self.core.watched || !self.is_free() || legal.ticket != self.core.ticket {
            return self.dispatch(Entry::Proof(legal), Reversibility::Reversible);
        }
        self.core.bench.forget_answers();
        let ran = self.core.guard(|core| core.watched_stages::<true>(legal.valid()));
        self.concluded_aloud(ran, legal.by, legal.action)
    }

    /// Tells of a transition and commits it, or takes it back.
    #[inline(always)]
    fn concluded_aloud(
        &mut self,
        ran: Result<Calm<G>, Fault>,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        match ran {
            Ok(Calm::Ordinary(verified))
                if self.core.log.has_room() && self.options.digests == Digests::Off =>
            {
                let told = self.core.guard(|core| commit::commit_told(core, by, action, verified));
                told.map(Outcome::Committed).map_err(|fault| self.fail(fault))
            }
            ran => self.concluded(ran, by, action),
        }
    }

    /// Whether nothing is in the way of a [calm](crate::pipeline::calm)
    /// transition, recorded as an ordinary frame.
    #[inline(always)]
    pub(super) fn is_calm(&self) -> bool {
        self.core.calm && self.is_free() && self.options.digests == Digests::Off
    }

    /// Whether nothing is in the way of any action.
    #[inline(always)]
    fn is_free(&self) -> bool {
        self.pending.is_none() && self.poisoned.is_none()
    }

    /// Commits any other calm transition, or takes it back.
    #[inline(never)]
    fn concluded(
        &mut self,
        ran: Result<Calm<G>, Fault>,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        let verified = match ran.map(Calm::verified) {
            Ok(Ok(verified)) => verified,
            Ok(Err(stop)) => return self.unfit(Unfit::boxed(by, action, stop)),
            Err(fault) => return Err(self.fail(fault)),
        };
        // Values of the author's are dropped by the way, which could panic.
        let terms = self.terms(Reversibility::Reversible);
        let legal = validate::claim(&self.core, by, action);
        match self.core.guard(|core| commit::commit(core, legal, verified, terms)) {
            Ok(id) => Ok(Outcome::Committed(id)),
            Err(fault) => Err(self.fail(fault)),
        }
    }
}
