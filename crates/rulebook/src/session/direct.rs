//! Submitting in a straight line: one guard around a
//! [calm](crate::pipeline::calm) transition, and its frame appended where that
//! is all there is to do.

use crate::actor::By;
use crate::error::Fault;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::pipeline::calm::Calm;
use crate::pipeline::stroke::Struck;
use crate::pipeline::{Core, Unfit, validate};
use crate::session::Session;
use crate::session::history::Journal;
use crate::session::legal::Legal;
use crate::session::options::{Digests, Reversibility};
use crate::session::submit::Submission;

impl<G: Game> Session<G> {
    /// Submits an action for which the book has no way: to look for it is a fault.
    #[cold]
    pub(super) fn submit_after_all(
        &mut self,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        let struck = self.core.strike_asking(by, action);
        self.struck(struck)
    }

    #[inline(always)]
    pub(super) fn play_proven(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        if !self.is_poised()? || legal.ticket != self.core.ticket {
            return self.play_watched(legal);
        }
        // There is no rule with the number of no rule.
        let (by, rule) = (legal.by(), legal.rule());
        let struck = match self.book.inner.quick.get(rule.index()) {
            Some(quick) if quick.direct => {
                quick.code.strike(&mut self.core, by, legal.action, rule)
            }
            _ => play_asking(&mut self.core, legal),
        };
        self.struck(struck)
    }

    /// What a calm transition comes to.
    #[inline(always)]
    pub(super) fn struck(&mut self, struck: Struck<G>) -> Result<Outcome<G>, Fault> {
        // Taken apart here: nothing is left of what was done that would have to be
        // dropped.
        match struck {
            Struck::Done => Ok(Outcome::Committed(self.core.log.last_id(self.core.ticket))),
            Struck::Stopped(unfit) => self.struck_down(unfit),
            Struck::Faulted(fault) => self.faulted(fault),
        }
    }

    #[cold]
    fn struck_down(&mut self, unfit: Box<Unfit<G>>) -> Result<Outcome<G>, Fault> {
        self.core.poised = false;
        self.unfit(unfit)
    }

    #[cold]
    fn faulted(&mut self, fault: Fault) -> Result<Outcome<G>, Fault> {
        self.core.poised = false;
        Err(self.fail(fault))
    }

    /// The same where somebody watches, or where it is not that simple.
    #[inline(never)]
    pub(super) fn submit_watched(
        &mut self,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        if !self.core.watched || !self.is_free() {
            return self.submit_unwatched(by, action);
        }
        self.core.bench.forget_answers();
        let appends = self.options.digests == Digests::Off;
        let book = &*self.book.inner;
        // Where rules are found by what an action is about, their strokes tell.
        if appends && book.uses_subjects {
            let way = self.core.guard(|core| {
                core.put_away();
                book.way(&action)
            });
            match way {
                Ok(way) if way.banked => {
                    let struck = way.stroke.strike(&mut self.core, book, by, action);
                    return self.struck(struck);
                }
                Ok(_) => {}
                Err(fault) => return self.greet_in_vain(by, &action, fault),
            }
        }
        let ran = self.core.guard(move |core| {
            let ran = core.stroke_watched::<false>(validate::claimed(by, &action));
            core.commit_told(ran, by, action, appends)
        });
        match ran {
            Ok(Ok(id)) => Ok(Outcome::Committed(id)),
            Ok(Err((ran, action))) => self.concluded(Ok(ran), by, action),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    /// The same where nobody watches, and it may be calm after all, or where
    /// something is in the way.
    #[inline(never)]
    fn submit_unwatched(&mut self, by: By, action: G::Action) -> Result<Outcome<G>, Fault> {
        match self.poise()? {
            true => self.submit(by, action),
            false => self.dispatch(Submission::Action(by, action), Reversibility::Reversible),
        }
    }

    /// Whoever watches hears of an action before it is found to be at fault.
    #[cold]
    pub(super) fn greet_in_vain(
        &mut self,
        by: By,
        action: &G::Action,
        fault: Fault,
    ) -> Result<Outcome<G>, Fault> {
        let greeted = self.core.guard(|core| core.greet(validate::claimed(by, action)));
        Err(self.fail(greeted.err().unwrap_or(fault)))
    }

    #[inline(never)]
    fn play_watched(&mut self, legal: Legal<G>) -> Result<Outcome<G>, Fault> {
        if !self.core.watched || !self.is_free() || legal.ticket != self.core.ticket {
            return self.dispatch(Submission::Proof(legal), Reversibility::Reversible);
        }
        self.core.bench.forget_answers();
        let appends = self.options.digests == Digests::Off;
        let by = legal.by();
        let ran = self.core.guard(move |core| {
            let ran = core.stroke_watched::<true>(legal.valid());
            core.commit_told(ran, by, legal.action, appends)
        });
        match ran {
            Ok(Ok(id)) => Ok(Outcome::Committed(id)),
            Ok(Err((ran, action))) => self.concluded(Ok(ran), by, action),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    /// Whether a [calm](crate::pipeline::calm) transition can begin at once,
    /// to be recorded as an ordinary frame.
    #[inline(always)]
    pub(super) fn is_poised(&mut self) -> Result<bool, Fault> {
        if self.still_poised() { Ok(true) } else { self.poise() }
    }

    /// Whether that is known already.
    #[inline(always)]
    pub(super) fn still_poised(&self) -> bool {
        debug_assert!(!self.core.poised || self.is_calm() && self.core.is_put_away());
        self.core.poised
    }

    /// The same where nobody knows yet. What is put away are values of the
    /// author's, and to drop them could panic.
    #[cold]
    fn poise(&mut self) -> Result<bool, Fault> {
        if self.is_calm() {
            self.core.guard(Core::put_away).map_err(|fault| self.fail(fault))?;
            self.core.poised = true;
        }
        Ok(self.core.poised)
    }

    /// Whether nothing is in the way of a calm transition.
    pub(super) fn is_calm(&self) -> bool {
        self.core.calm && self.is_free() && self.options.digests == Digests::Off
    }

    /// Whether nothing is in the way of any action.
    #[inline(always)]
    pub(super) fn is_free(&self) -> bool {
        self.pending.is_none() && self.poisoned.is_none()
    }

    /// Commits any other transition, or takes it back.
    #[inline(never)]
    pub(super) fn concluded(
        &mut self,
        ran: Result<Calm<G>, Fault>,
        by: By,
        action: G::Action,
    ) -> Result<Outcome<G>, Fault> {
        let terms = self.terms(Reversibility::Reversible);
        let struck = self.core.conclude(ran, by, action, terms);
        self.struck(struck)
    }
}

/// A calm transition of a proven action for which rules have to be asked.
#[inline(never)]
fn play_asking<G: Game>(core: &mut Core<G, Journal<G>>, legal: Legal<G>) -> Struck<G> {
    let ran = core.guard_poised(|core| core.calm_stages_after_all(legal.valid()));
    core.commit_struck(ran, legal.by(), legal.action)
}
