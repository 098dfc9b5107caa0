//! Strokes on a search line: a rule's whole transition in a function of its own, as
//! in a [session](super::stroke), but what it notes is how to take it back. This is
//! what playing a legal action comes to there.

use crate::book::rule::Said;
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Effect, Propose, Seal};
use crate::error::Fault;
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::calm::Calm;
use crate::pipeline::place::naming;
use crate::pipeline::stroke::Struck;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Unfit, verify};
use crate::session::legal::Legal;
use crate::session::search::{Back, Happened, Step, Trail};

/// An action that a rule vouches for, on a search line.
pub(crate) type PushFn<G> =
    Box<dyn Fn(&mut Core<G, Trail<G>>, &Legal<G>) -> Struck<G> + Send + Sync>;

/// By rule, as far as rules vouch: its stroke on a search line, or, where it
/// has none, the stages.
pub(crate) fn pushes<G: Game>(book: &Compiled<G>) -> Vec<PushFn<G>> {
    let mut pushes: Vec<PushFn<G>> = Vec::new();
    let vouching = book.proposers.iter().filter(|proposer| book.calm && proposer.vouches);
    for rule in vouching.map(|proposer| proposer.rule) {
        let quick = &book.quick[rule.index()];
        if quick.direct {
            pushes.resize_with(rule.index(), || Box::new(|core, legal| core.push_asking(legal)));
            pushes.push(quick.code.clone().pushing(rule));
        }
    }
    pushes
}

impl<G: Game> Core<G, Trail<G>> {
    /// The transition of an action that the rule vouches for, on a line.
    #[inline(always)]
    pub(crate) fn push<P: Propose<G>>(
        &mut self,
        legal: &Legal<G>,
        rule: RuleId,
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        // Before the effect, which may draw.
        let dice = self.bench.dice.position();
        let struck = self.guard_poised(|core| core.stroke_noting(legal, (rule, dice), effect));
        struck.unwrap_or_else(|fault| self.fallen(fault, dice))
    }

    /// As [`stroke`](Core::stroke), and notes how to take it back.
    #[inline(always)]
    fn stroke_noting<P: Propose<G>>(
        &mut self,
        legal: &Legal<G>,
        (rule, dice): (RuleId, u64),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        let Core { state, bench, desk, .. } = &mut *self;
        let ask = Ask { state, action: &legal.action, by: legal.by() };
        let mut cx = Effect { ask, bench };
        let place = Place::Effect(rule);
        let event = match naming(&mut desk.place, place, || effect(&mut cx).map(Propose::one)) {
            Ok(Ok(event)) if bench.is_untouched() => event,
            Ok(proposed) => {
                self.mark_from(dice);
                self.leave(proposed, &legal.action, legal.by(), rule);
                let calm = self.after_effect::<false>(rule);
                return self.push_left(calm, legal);
            }
            Err(_) => {
                self.mark_from(dice);
                let calm = self.calm_stages_after_all(legal.valid());
                return self.push_left(calm, legal);
            }
        };
        let kind = event.kind();
        if self.log.revert.is_none() {
            self.mark_from(dice);
            let Core { state, desk, log, .. } = &mut *self;
            naming(&mut desk.place, Place::CloneState, || log.save(state));
        }
        let Core { book, state, desk, log, ticket, .. } = &mut *self;
        let place = Place::Apply(kind.index());
        let trace = naming(&mut desk.place, place, || G::apply(state, &event));
        if log.revert.is_some() {
            let back = Back::One(Happened { trace, event });
            log.steps.push(Step { ticket: *ticket, back });
        }
        if book.inner.minds_kinds {
            return match verify::check_after(self, kind) {
                Ok(verified) => self.settle(verified),
                Err(stop) => self.push_left(Calm::Other(Err(stop)), legal),
            };
        }
        let verified = verify::needless(&book.inner);
        self.settle(verified)
    }

    /// The same for an action for which nobody vouches, or in a book that asks
    /// for more than checks and rules.
    #[inline(never)]
    pub(crate) fn push_asking(&mut self, legal: &Legal<G>) -> Struck<G> {
        let dice = self.bench.dice.position();
        self.mark_from(dice);
        let struck = self.guard(|core| {
            let calm = if core.calm {
                core.put_away();
                core.calm_stages_after_all(legal.valid())
            } else {
                core.begin(Seal::Open);
                Calm::Other(core.transition(&legal.valid()))
            };
            core.push_left(calm, legal)
        });
        struck.unwrap_or_else(|fault| self.fallen(fault, dice))
    }

    /// The state is another one from now on.
    #[inline(always)]
    pub(crate) fn settle(&mut self, _: Verified) -> Struck<G> {
        self.ticket = self.tickets.draw();
        Struck::Done
    }

    /// What any other transition comes to. What it has left is put away at once:
    /// the next one finds nothing in its way.
    #[inline(never)]
    fn push_left(&mut self, calm: Calm<G>, legal: &Legal<G>) -> Struck<G> {
        let stop = match calm.verified() {
            Ok(verified) => {
                self.put_away();
                return self.settle(verified);
            }
            Err(stop) => stop,
        };
        match self.guard(|_| legal.clone()) {
            Ok(legal) => Struck::Stopped(Unfit::of(legal, stop)),
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// What a transition comes to in which something panicked.
    #[cold]
    fn fallen(&mut self, fault: Fault, dice: u64) -> Struck<G> {
        self.mark_late(dice);
        Struck::Faulted(fault)
    }
}
