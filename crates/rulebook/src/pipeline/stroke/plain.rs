//! Strokes where there is nothing to check before and nothing to mind after.

use crate::actor::By;
use crate::book::RuleId;
use crate::book::rule::Said;
use crate::context::{Ask, Effect, Propose};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::calm::{Calm, unmatched};
use crate::pipeline::place::naming;
use crate::pipeline::stroke::{Seated, Struck};
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Place, commit, guarded, verify};
use crate::session::history::record::One;
use crate::session::legal::Warrant;
use crate::session::options::Recovery;

/// What a stroke comes to of which nothing is unlikely.
enum Plain<G: Game, P> {
    /// One event, applied.
    One(One<G>, Verified),
    /// Nothing yet.
    Nothing,
    /// What else the rule has said.
    Left(Result<Result<G::Event, P>, Said<G::Reason>>),
}

impl<G: Game> Seated<G> {
    /// The whole transition where there is nothing to check before and nothing to mind after.
    /// All that is unlikely is handed on at the end, and what is likely calls
    /// nobody but the author's functions: if those are short, no register has to be
    /// kept for later, which would be as many writes as the frame.
    #[inline(always)]
    pub(crate) fn strike_plainly<P: Propose<G>>(
        &mut self,
        by: By,
        action: G::Action,
        (rule, warrant): (RuleId, Warrant),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        let ran = guarded(|| self.plainly(&action, by, (rule, warrant), effect));
        match ran {
            Ok(Plain::One(only, verified)) if self.log.has_room() => {
                commit::commit_one(self, by, action, only, verified);
                Struck::Done
            }
            Ok(Plain::One(only, verified)) => self.commit_one(by, action, only, verified),
            Ok(Plain::Nothing) => self.strike_after_all(by, action),
            Ok(Plain::Left(left)) => self.strike_left(left, by, action, rule),
            Err(message) => Struck::Faulted(self.panicked(message)),
        }
    }

    #[inline(always)]
    fn plainly<P: Propose<G>>(
        &mut self,
        action: &G::Action,
        by: By,
        (rule, warrant): (RuleId, Warrant),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Plain<G, P> {
        let Core { book, state, bench, desk, log, recovery, .. } = &mut *self;
        let place = &mut desk.place;
        if naming(place, Place::Result, || G::result(state)).is_some() {
            return Plain::Nothing;
        }
        if let By::Seat(seat) = by
            && seat.index() >= naming(place, Place::Seats, || G::seats(state))
        {
            return Plain::Nothing;
        }
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        let event = match naming(place, Place::Effect(rule), || effect(&mut cx).map(Propose::one)) {
            Ok(Ok(event)) if bench.is_untouched() => event,
            left => return Plain::Left(left),
        };
        if *recovery == Recovery::Snapshot
            && !naming(place, Place::CloneState, || log.save_if_short(state))
        {
            return Plain::Left(Ok(Ok(event)));
        }
        let apply = Place::Apply(event.kind().index());
        let trace = naming(place, apply, || G::apply(state, &event));
        let only = One { event, trace, warrant };
        Plain::One(only, verify::needless(&book.inner))
    }

    /// The same from the start, as if several rules had to be asked.
    #[cold]
    fn strike_after_all(&mut self, by: By, action: G::Action) -> Struck<G> {
        self.strike_asking(by, action)
    }

    /// The same from where the rule has said something else than one event.
    #[cold]
    fn strike_left<P: Propose<G>>(
        &mut self,
        left: Result<Result<G::Event, P>, Said<G::Reason>>,
        by: By,
        action: G::Action,
        rule: RuleId,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| match left {
            Ok(proposed) => {
                core.leave(proposed, &action, by, rule);
                core.after_effect::<false>(rule)
            }
            Err(said) => Calm::Other(Err(unmatched(&core.book.inner, rule, said, &action))),
        });
        match ran {
            Ok(ran) => self.commit_left(ran, by, action),
            Err(fault) => Struck::Faulted(fault),
        }
    }
}
