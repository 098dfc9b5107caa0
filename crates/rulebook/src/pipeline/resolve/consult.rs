//! Consulting guards: what becomes of one proposed event.
//!
//! Guards are asked in one total order. After each that does something the
//! candidates are computed again, because a changed event may be open to
//! others; each guard of each source applies at most once to an event and
//! everything it becomes. Consulting writes nothing but its own result, so
//! that it can be tried.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use crate::actor::Seat;
use crate::book::guard::{GuardDef, GuardId};
use crate::book::occasion::Occasion;
use crate::book::strategy::Priority;
use crate::book::verdict::{Capability, Instead, Tier};
use crate::game::{Game, Kinded};
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::token::{Item, Prevention, Spend};
use crate::pipeline::resolve::triggers::Due;
use crate::pipeline::sources::Role;
use crate::pipeline::{Core, Log, Place, Stop};
use crate::session::account::Because;
use crate::session::fate::Fate;
use crate::session::stance::{Considered, Identity, Sentry, Stance};

/// What becomes of an event.
pub(super) enum Ruling<E> {
    Happens,
    Dies(Fate),
    Replaced(Instead<E>, GuardId),
}

/// What becomes of an event, and how that came to be.
pub(super) struct Ruled<G: Game> {
    pub ruling: Ruling<G::Event>,
    /// The event as guards left it.
    pub event: G::Event,
    pub became: Vec<G::Event>,
    pub used: Vec<Sentry>,
    /// Who caused its fate.
    pub by: Vec<Sentry>,
    pub considered: Vec<Considered>,
}

/// One consultation under way.
pub(super) struct Hearing<G: Game> {
    pub(super) line: usize,
    pub(super) because: Because,
    pub(super) event: G::Event,
    pub(super) used: Vec<Sentry>,
    /// How many of them were applied to what the event was before.
    inherited: usize,
    /// The same to look up, once there are many.
    used_set: BTreeSet<Identity>,
    /// Those who are still to be asked about the event as it is now, in order;
    /// none if nobody knows yet.
    pub(super) queue: Option<VecDeque<Sentry>>,
    pub(super) forbidden_by: Option<Sentry>,
    /// Who changed the event last.
    pub(super) changed_by: Option<Sentry>,
    pub(super) spends: Vec<Spend>,
    pub(super) preventions: Vec<Prevention>,
    pub(super) riders: Vec<Due<G>>,
    pub(super) considered: Vec<Considered>,
    /// What it became, one after the other.
    pub(super) became: Vec<G::Event>,
    /// Whether anybody will read what was considered.
    pub(super) tells: bool,
    /// In which order equal guards are to be asked, if that is given.
    pub(super) order: Vec<Sentry>,
}

impl<G: Game> Hearing<G> {
    /// The same, with another order among equals.
    pub(super) fn with_order(&self, order: Vec<Sentry>, after: &VecDeque<Sentry>) -> Self {
        Hearing {
            line: self.line,
            because: self.because,
            event: self.event.clone(),
            used: self.used.clone(),
            used_set: self.used_set.clone(),
            inherited: self.inherited,
            queue: Some(order.iter().chain(after).copied().collect()),
            forbidden_by: self.forbidden_by,
            changed_by: self.changed_by,
            spends: self.spends.clone(),
            preventions: self.preventions.clone(),
            riders: self.riders.clone(),
            considered: Vec::new(),
            became: Vec::new(),
            tells: false,
            order,
        }
    }

    /// A guard was applied, and will not be again.
    pub(super) fn use_up(&mut self, sentry: Sentry) {
        const MANY: usize = 16;
        self.used.push(sentry);
        if self.used.len() == MANY {
            self.used_set.extend(self.used.iter().map(Sentry::identity));
        } else if self.used.len() > MANY {
            self.used_set.insert(sentry.identity());
        }
    }

    fn is_used(&self, sentry: &Sentry) -> bool {
        match self.used_set.is_empty() {
            true => self.used.contains(sentry),
            false => self.used_set.contains(&sentry.identity()),
        }
    }

    pub(super) fn note(&mut self, sentry: Sentry, stance: Stance) {
        if self.tells {
            self.considered.push(Considered { sentry, stance });
        }
    }

    /// The event is another one now: everybody may have to say something.
    pub(super) fn changed(&mut self, event: G::Event, by: Sentry) {
        if self.tells {
            self.became.push(event.clone());
        }
        self.event = event;
        self.changed_by = Some(by);
        self.queue = None;
    }
}

/// Where a guard stands in the order of asking, before its source counts.
type Rank = (bool, Tier, Reverse<Priority>);

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// Consults the guards, and writes down what they used up.
    pub(super) fn consult(&mut self, item: Item<G>, line: usize) -> Result<Ruled<G>, Stop<G>> {
        let mut hearing = Hearing {
            line,
            because: item.because,
            event: item.event,
            used: Vec::new(),
            used_set: BTreeSet::new(),
            inherited: item.used.len(),
            queue: None,
            forbidden_by: None,
            changed_by: None,
            spends: Vec::new(),
            preventions: Vec::new(),
            riders: Vec::new(),
            considered: Vec::new(),
            became: Vec::new(),
            tells: L::TELLS,
            order: Vec::new(),
        };
        item.used.into_iter().for_each(|sentry| hearing.use_up(sentry));
        let ruling = self.hear(&mut hearing)?;
        let by = match &ruling {
            Ruling::Happens => Vec::new(),
            Ruling::Dies(Fate::Prevented) => {
                hearing.preventions.iter().map(|prevention| prevention.sentry).collect()
            }
            Ruling::Dies(Fate::Vanished) => hearing.changed_by.into_iter().collect(),
            Ruling::Dies(_) => hearing.forbidden_by.or(hearing.changed_by).into_iter().collect(),
            Ruling::Replaced(..) => hearing.used.last().copied().into_iter().collect(),
        };
        join(&mut self.spends, &mut hearing.spends);
        join(&mut self.preventions, &mut hearing.preventions);
        join(&mut self.riders, &mut hearing.riders);
        let Hearing { event, became, used, considered, .. } = hearing;
        Ok(Ruled { ruling, event, became, used, by, considered })
    }

    pub(super) fn hear(&mut self, hearing: &mut Hearing<G>) -> Result<Ruling<G::Event>, Stop<G>> {
        loop {
            if let Some(fate) = self.comes_to_nothing(hearing) {
                if hearing.tells && hearing.queue.is_none() {
                    hearing.queue = Some(self.candidates(hearing));
                }
                self.note_the_rest(hearing);
                return Ok(Ruling::Dies(fate));
            }
            let Some((sentry, charges)) = self.pick(hearing)? else {
                return Ok(match hearing.forbidden_by {
                    Some(_) => Ruling::Dies(Fate::Impossible),
                    None => Ruling::Happens,
                });
            };
            let verdict = self.judge(hearing, sentry, charges)?;
            if let Some(ruling) = self.obey(hearing, sentry, charges, verdict)? {
                self.note_the_rest(hearing);
                return Ok(ruling);
            }
        }
    }

    /// Whether there is nothing that could happen.
    fn comes_to_nothing(&mut self, hearing: &Hearing<G>) -> Option<Fate> {
        let event = &hearing.event;
        self.core.desk.place = Place::Engine;
        let kind = event.kind();
        let nothing = self.amount(event) == Some(0) && {
            self.core.desk.place = Place::Reactive("zero_is_nothing");
            (self.reactor.zero_is_nothing)(kind)
        };
        if nothing {
            // Had a prevention brought it there, it would have ended there.
            return Some(Fate::Vanished);
        }
        self.core.desk.place = Place::Reactive("possible");
        let possible = (self.reactor.possible)(&self.core.state, event);
        (!possible).then_some(Fate::Impossible)
    }

    /// The guards that the event concerns and that have not been applied, in
    /// the order of asking.
    fn candidates(&mut self, hearing: &mut Hearing<G>) -> VecDeque<Sentry> {
        let book = self.book;
        let Core { state, sources, desk, .. } = &mut *self.core;
        let (Some(reactions), Some(sources)) = (&book.reactions, sources) else {
            return VecDeque::new();
        };
        let kind = hearing.event.kind();
        if !reactions.guarded.contains(kind) {
            return VecDeque::new();
        }
        desk.place = Place::Reactive("about");
        let about = (self.reactor.about)(&hearing.event);
        desk.place = Place::Engine;
        desk.posted.clear();
        sources.concerned(reactions, Role::Guard, kind, about, &mut desk.posted);
        let sentries =
            desk.posted.drain(..).map(|(guard, source)| Sentry { guard: GuardId(guard), source });
        let mut sentries: Vec<_> = sentries.collect();
        sentries.retain(|sentry| {
            let guard = &book.draft.guards[sentry.guard.index()];
            let saves = guard.tier == Tier::Own && guard.may(Capability::Replace);
            let left_out = if hearing.is_used(sentry) {
                Some(Stance::AppliedBefore)
            } else if hearing.forbidden_by.is_some_and(|by| !saves || by == *sentry) {
                Some(Stance::CouldNotSave)
            } else {
                None
            };
            // One that was applied in this consultation has its entry.
            let told = left_out == Some(Stance::AppliedBefore)
                && !hearing.used[..hearing.inherited].contains(sentry);
            if let Some(stance) = left_out
                && hearing.tells
                && !told
                && !hearing.considered.iter().any(|known| known.sentry == *sentry)
            {
                hearing.note(*sentry, stance);
            }
            left_out.is_none()
        });
        if sentries.len() > 1 {
            desk.place = Place::Reactive("active_seat");
            let active = (self.reactor.active_seat)(state);
            let seats = G::seats(state);
            sentries.sort_by_key(|sentry| {
                let guard = &book.draft.guards[sentry.guard.index()];
                let given = hearing.order.iter().position(|given| given == sentry);
                let source = sentry.source;
                (
                    rank(guard),
                    given.unwrap_or(usize::MAX),
                    turn_order(active, seats, source.and_then(|source| source.seat)),
                    source.map(|source| source.since),
                    sentry.guard,
                    source,
                )
            });
        }
        sentries.into()
    }

    /// The guard that is to be asked next, with the charges it has left.
    fn pick(&mut self, hearing: &mut Hearing<G>) -> Result<Option<(Sentry, Option<u32>)>, Stop<G>> {
        let book = self.book;
        let choosing = book.draft.affected_chooses && hearing.order.is_empty();
        let mut queue = match hearing.queue.take() {
            Some(queue) => queue,
            None => self.candidates(hearing),
        };
        if !choosing {
            let mut picked = None;
            while picked.is_none()
                && let Some(sentry) = queue.pop_front()
            {
                match self.eligible(hearing, sentry, &book.draft.guards[sentry.guard.index()]) {
                    Ok(charges) => picked = Some((sentry, charges)),
                    Err(stance) => hearing.note(sentry, stance),
                }
            }
            hearing.queue = Some(queue);
            return Ok(picked);
        }
        let mut equals: Vec<(Sentry, Option<u32>)> = Vec::new();
        while let Some(&sentry) = queue.front() {
            let guard = &book.draft.guards[sentry.guard.index()];
            let equal = |(first, _): &(Sentry, _)| {
                choosing && rank(&*book.draft.guards[first.guard.index()]) == rank(guard)
            };
            if !equals.first().is_none_or(equal) {
                break;
            }
            queue.pop_front();
            match self.eligible(hearing, sentry, guard) {
                Ok(charges) => equals.push((sentry, charges)),
                Err(stance) => hearing.note(sentry, stance),
            }
        }
        let picked = match equals.len() {
            0 | 1 => equals.pop(),
            _ => {
                let picked = equals.remove(self.choose_among(hearing, &equals, &queue)?);
                equals.iter().rev().for_each(|(other, _)| queue.push_front(*other));
                Some(picked)
            }
        };
        hearing.queue = Some(queue);
        Ok(picked)
    }

    /// The charges of a guard that can be asked, or why it cannot.
    pub(super) fn eligible(
        &mut self,
        hearing: &Hearing<G>,
        sentry: Sentry,
        guard: &GuardDef<G>,
    ) -> Result<Option<u32>, Stance> {
        if let Some(unmet) = self.unconcerned(&hearing.event, sentry, guard) {
            return Err(Stance::ConditionFalse(unmet));
        }
        let Core { state, desk, .. } = &mut *self.core;
        let Some(charges) = &guard.charges else { return Ok(None) };
        desk.place = Place::Charges(sentry.guard.0);
        let all = (charges.left)(state, sentry.source.as_ref());
        let spent = self.spends.iter().chain(&hearing.spends);
        let spent = spent.filter(|spend| spend.sentry == sentry);
        let left = spent.fold(all, |left, spend| left.saturating_sub(spend.amount));
        if left == 0 { Err(Stance::NoCharges) } else { Ok(Some(left)) }
    }

    /// The first condition of a guard that does not hold for an event.
    pub(super) fn unconcerned(
        &mut self,
        event: &G::Event,
        sentry: Sentry,
        guard: &GuardDef<G>,
    ) -> Option<u32> {
        if guard.conditions.is_empty() {
            return None;
        }
        let amount = self.amount(event).unwrap_or(1);
        let Core { state, desk, .. } = &mut *self.core;
        let (action, by) = (self.legal.action(), self.legal.by());
        let source = sentry.source;
        let occasion = Occasion { state, event, fate: None, amount, source, action, by };
        let mut conditions = (0..).zip(&guard.conditions);
        let unmet = conditions.find(|(at, condition)| {
            desk.place = Place::GuardCondition(sentry.guard.0, *at);
            !(condition.holds)(&occasion)
        });
        unmet.map(|(at, _)| at)
    }

    /// The guards that nobody had to ask any more.
    fn note_the_rest(&mut self, hearing: &mut Hearing<G>) {
        for sentry in hearing.queue.take().unwrap_or_default() {
            hearing.note(sentry, Stance::NotReached);
        }
    }
}

/// Appends, without moving anything where there is nothing yet.
fn join<T>(all: &mut Vec<T>, more: &mut Vec<T>) {
    if all.is_empty() {
        std::mem::swap(all, more);
    } else {
        all.append(more);
    }
}

fn rank<G: Game>(guard: &GuardDef<G>) -> Rank {
    (!guard.may(Capability::Forbid), guard.tier, Reverse(guard.priority))
}

/// How many seats after the active one: nobody's come last.
pub(super) fn turn_order(active: Seat, seats: usize, seat: Option<Seat>) -> usize {
    match seat {
        Some(seat) => (seat.index() + seats - active.index().min(seats)) % seats.max(1),
        None => seats,
    }
}
