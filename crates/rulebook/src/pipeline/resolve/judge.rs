//! One guard judges an event, and what it says is done.

use crate::book::guard::{ChargedBy, GuardDef};
use crate::book::occasion::{Consult, Occasion};
use crate::book::verdict::Verdict;
use crate::error::FaultKind;
use crate::game::{Game, Kinded};
use crate::pipeline::resolve::consult::{Hearing, Ruling};
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::token::{Prevention, Spend};
use crate::pipeline::resolve::triggers::Due;
use crate::pipeline::resolve::{limit, look_up};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::session::fate::Fate;
use crate::session::stance::{Sentry, Stance};

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    pub(super) fn judge(
        &mut self,
        hearing: &Hearing<G>,
        sentry: Sentry,
        charges: Option<u32>,
    ) -> Result<Verdict<G::Event>, Stop<G>> {
        let amount = self.amount(&hearing.event).unwrap_or(1);
        let book = self.book;
        let guard = &book.draft.guards[sentry.guard.index()];
        let Core { state, desk, bench, .. } = &mut *self.core;
        desk.place = Place::Seats;
        let seats = G::seats(state);
        desk.place = Place::Guard(sentry.guard.0);
        let occasion = Occasion {
            state,
            event: &hearing.event,
            fate: None,
            amount,
            source: sentry.source,
            action: self.legal.action(),
            by: self.legal.by(),
        };
        let said = (guard.judge)(&mut Consult { occasion, charges, seats, bench });
        if !self.core.bench.probing {
            look_up(self.core, hearing.because)?;
        }
        let verdict = said.map_err(|_asked| self.stopped(hearing.because))?;
        match verdict.needs() {
            Some(capability) if !guard.may(capability) => {
                let (guard, capability) = (guard.name.clone(), capability.name());
                Err(FaultKind::Capability { guard, capability }.into())
            }
            _ => Ok(verdict),
        }
    }

    /// Does what a guard said; says what becomes of the event, if that is
    /// settled by it.
    pub(super) fn obey(
        &mut self,
        hearing: &mut Hearing<G>,
        sentry: Sentry,
        charges: Option<u32>,
        verdict: Verdict<G::Event>,
    ) -> Result<Option<Ruling<G::Event>>, Stop<G>> {
        match verdict {
            Verdict::Pass => {
                hearing.note(sentry, Stance::Passed);
            }
            Verdict::Decline => {
                hearing.note(sentry, Stance::Declined);
                hearing.use_up(sentry);
            }
            Verdict::Forbid => {
                self.applied(hearing, sentry, Stance::Forbade, 0);
                // It is not among those applied: it may have to say the same of
                // what takes the event's place.
                hearing.forbidden_by = Some(sentry);
                hearing.queue = None;
            }
            Verdict::Prevent(most) => return self.prevent(hearing, sentry, charges, most),
            Verdict::PreventAll => return self.prevent(hearing, sentry, charges, u32::MAX),
            Verdict::Modify(event) => {
                self.applied(hearing, sentry, Stance::Modified, 0);
                hearing.use_up(sentry);
                hearing.changed(event, sentry);
            }
            Verdict::Redirect(event) => {
                self.applied(hearing, sentry, Stance::Redirected, 0);
                hearing.use_up(sentry);
                hearing.changed(event, sentry);
            }
            Verdict::Replace(instead) => {
                self.applied(hearing, sentry, Stance::Replaced, 0);
                hearing.use_up(sentry);
                return Ok(Some(Ruling::Replaced(instead, sentry.guard)));
            }
        }
        Ok(None)
    }

    /// A guard did something: that is written down, its use is spent, and its
    /// rider is due.
    pub(super) fn applied(
        &mut self,
        hearing: &mut Hearing<G>,
        sentry: Sentry,
        stance: Stance,
        prevented: u32,
    ) {
        hearing.note(sentry, stance);
        let book = self.book;
        let guard = &book.draft.guards[sentry.guard.index()];
        let line = hearing.line;
        let spent = match guard.charges.as_ref().map(|charges| charges.by) {
            Some(ChargedBy::Use) if stance != Stance::CouldNotPrevent => 1,
            Some(ChargedBy::Amount) => prevented,
            _ => 0,
        };
        if spent > 0 {
            hearing.spends.push(Spend { sentry, amount: spent, line });
        }
        if guard.rider.is_some() {
            let would = self.amount(&hearing.event).unwrap_or(1);
            let event = hearing.event.clone();
            hearing.riders.push(Due { sentry, line, event, would, prevented });
        }
    }

    pub(super) fn prevent(
        &mut self,
        hearing: &mut Hearing<G>,
        sentry: Sentry,
        charges: Option<u32>,
        most: u32,
    ) -> Result<Option<Ruling<G::Event>>, Stop<G>> {
        let counted = self.amount(&hearing.event);
        let whole = counted.unwrap_or(1);
        self.core.desk.place = Place::Reactive("preventable");
        if !(self.reactor.preventable)(&self.core.state, &hearing.event) {
            self.applied(hearing, sentry, Stance::CouldNotPrevent, 0);
            hearing.use_up(sentry);
            return Ok(None);
        }
        let Some(amount) = self.portion(hearing, sentry, charges, most.min(whole))? else {
            hearing.note(sentry, Stance::Declined);
            hearing.use_up(sentry);
            return Ok(None);
        };
        // Nothing is all of it, where there is nothing of it and that is
        // something.
        if amount == 0 && (whole > 0 || most == 0) {
            hearing.note(sentry, Stance::Passed);
            return Ok(None);
        }
        let left = whole - amount;
        self.applied(hearing, sentry, Stance::Prevented { amount, left }, amount);
        hearing.use_up(sentry);
        let line = hearing.line;
        let nth = hearing.preventions.len();
        hearing.preventions.push(Prevention { sentry, amount, left, line, nth });
        if left == 0 {
            return Ok(Some(Ruling::Dies(Fate::Prevented)));
        }
        let event = self.with_amount(&hearing.event, left)?;
        hearing.changed(event, sentry);
        Ok(None)
    }

    /// How much a guard prevents of this event: as much as it would, within
    /// its charges. Where they do not go round, the player affected says; none
    /// if that is nothing.
    pub(super) fn portion(
        &mut self,
        hearing: &Hearing<G>,
        sentry: Sentry,
        charges: Option<u32>,
        most: u32,
    ) -> Result<Option<u32>, Stop<G>> {
        let book = self.book;
        let guard = &book.draft.guards[sentry.guard.index()];
        let by_amount =
            guard.charges.as_ref().is_some_and(|charges| charges.by == ChargedBy::Amount);
        let (Some(charges), true) = (charges, by_amount) else { return Ok(Some(most)) };
        let most = most.min(charges);
        let Some(question) = &guard.divided else { return Ok(Some(most)) };
        let elsewhere = self.wanted_elsewhere(charges, sentry, guard);
        let least = most.min(charges.saturating_sub(elsewhere));
        self.core.desk.place = Place::Reactive("affected");
        let affected = (self.reactor.affected)(&self.core.state, &hearing.event);
        let seat = affected.or(sentry.source.and_then(|source| source.seat));
        let Some(seat) = seat.filter(|_| least < most) else { return Ok(Some(most)) };
        // Each option is a line of text: nobody chooses among millions.
        let bound = book.draft.limits.group;
        if (most - least) as usize >= bound {
            return Err(limit(self.core, "group", bound, hearing.because).into());
        }
        let question = format!("{question} ({:?})", hearing.event);
        let options: Vec<u32> = (least..=most).collect();
        let chosen = options[self.ask(hearing.because, seat, &question, &options)?];
        Ok((chosen > 0).then_some(chosen))
    }

    /// Whether a guard could prevent as much and more in the rest of the batch;
    /// if not, how much.
    fn wanted_elsewhere(&mut self, enough: u32, sentry: Sentry, guard: &GuardDef<G>) -> u32 {
        // A copy, because the rest is borrowed from what asks.
        let rest: Vec<_> = self.rest_of_batch().map(|item| item.event.clone()).collect();
        let mut wanted = 0u32;
        for event in rest {
            if wanted >= enough {
                break;
            }
            self.core.desk.place = Place::Reactive("about");
            let concerned = guard.kinds.contains(event.kind())
                && (!guard.post.own_subject
                    || sentry.source.is_some_and(|source| {
                        source.subject.is_some() && source.subject == (self.reactor.about)(&event)
                    }));
            self.core.desk.place = Place::Reactive("preventable");
            if concerned
                && (self.reactor.preventable)(&self.core.state, &event)
                && self.unconcerned(&event, sentry, guard).is_none()
            {
                wanted = wanted.saturating_add(self.amount(&event).unwrap_or(1));
            }
        }
        wanted
    }
}
