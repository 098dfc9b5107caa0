//! Observing what was settled: triggers that fire, wait and resolve, guards'
//! riders, and the way to rest.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::book::occasion::Occasion;
use crate::book::trigger::{Hears, Reaction, Seen, TriggerId, TriggerOrder};
use crate::context::Effect;
use crate::game::{Game, Kinded};
use crate::pipeline::resolve::consult::turn_order;
use crate::pipeline::resolve::rest::Waiting;
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::work::{Work, await_proposals};
use crate::pipeline::resolve::{limit, look_up};
use crate::pipeline::sources::Role;
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::{Memory, Source};
use crate::session::account::{Because, Fired, Firing, Line};
use crate::session::fate::Fate;
use crate::session::legal::Valid;
use crate::session::stance::Sentry;

/// What is remembered of the sources that a commit touched.
pub(crate) type Memories = Option<Arc<[(Source, Memory)]>>;

/// What a guard does in addition, when its commit is made.
pub(crate) struct Due<G: Game> {
    pub sentry: Sentry,
    pub line: usize,
    /// The event as the guard saw it.
    pub event: G::Event,
    pub would: u32,
    pub prevented: u32,
}

impl<G: Game> Clone for Due<G> {
    fn clone(&self) -> Self {
        Due { event: self.event.clone(), ..*self }
    }
}

/// A trigger that hears of something.
#[derive(Clone, Copy)]
pub(crate) struct Heard {
    trigger: TriggerId,
    pub(super) source: Option<Source>,
    line: usize,
    announcement: Option<usize>,
}

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// Triggers that look back are matched before anything happens.
    pub(super) fn look_back(&mut self, line: usize) -> Result<(), Stop<G>> {
        let draft = &self.book.draft;
        if draft.triggers.is_empty() && draft.guards.iter().all(|guard| guard.rider.is_none()) {
            return Ok(());
        }
        self.remember(line);
        let kind = self.core.desk.reacting.account.lines[line].event.kind();
        if !self.book.reactions.as_ref().is_some_and(|known| known.looked_back.contains(kind)) {
            return Ok(());
        }
        let mut heard = std::mem::take(&mut self.heard);
        self.match_line(line, true, &mut heard);
        self.heard = heard;
        Ok(())
    }

    /// What is remembered of the sources that were touched by what happened.
    pub(super) fn kept_memories(&mut self) -> Memories {
        let lines = &self.core.desk.reacting.account.lines;
        let memories = self.memories.drain(..);
        let kept = memories.filter(|(line, ..)| lines[*line].fate == Fate::Applied);
        let kept: Vec<_> = kept.map(|(_, source, memory)| (source, memory)).collect();
        (!kept.is_empty()).then(|| kept.into())
    }

    /// What is worth remembering of the sources that an event touches.
    fn remember(&mut self, line: usize) {
        let mut touched = Vec::new();
        let Core { state, sources, desk, .. } = &mut *self.core;
        desk.place = Place::Reactive("touches");
        (self.reactor.touches)(&desk.reacting.account.lines[line].event, &mut |id| {
            touched.push(id);
        });
        let Some(sources) = sources else { return };
        desk.place = Place::Reactive("remember");
        for id in touched {
            if let Some(source) = sources.get(id) {
                self.memories.push((line, source, (self.reactor.remember)(state, &source)));
            }
        }
    }

    /// The triggers that a line concerns, as it stands.
    fn match_line(&mut self, line: usize, looking_back: bool, into: &mut Vec<Heard>) {
        let fate = self.core.desk.reacting.account.lines[line].fate;
        let concerned = |hears: Hears, looks_back: bool| match hears {
            Hears::Fates(fates) => fates & fate.bit() != 0 && looks_back == looking_back,
            Hears::Announcements => false,
        };
        self.match_triggers(line, None, concerned, into);
    }

    fn match_triggers(
        &mut self,
        line: usize,
        announcement: Option<usize>,
        concerned: impl Fn(Hears, bool) -> bool,
        into: &mut Vec<Heard>,
    ) {
        let book = self.book;
        let Core { sources, desk, .. } = &mut *self.core;
        let (Some(reactions), Some(sources)) = (&book.reactions, sources) else { return };
        let event = &desk.reacting.account.lines[line].event;
        if !reactions.heard.contains(event.kind()) {
            return;
        }
        desk.place = Place::Reactive("about");
        let about = (self.reactor.about)(event);
        desk.place = Place::Engine;
        let mut posted = std::mem::take(&mut desk.posted);
        sources.concerned(reactions, Role::Trigger, event.kind(), about, &mut posted);
        // All of a commit happens together: who left with it sees it too.
        for &source in &self.departed {
            let triggers = reactions.triggers_of(source, event.kind(), about);
            let back = triggers.filter(|&at| book.draft.triggers[at as usize].looks_back);
            posted.extend(back.map(|trigger| (trigger, Some(source))));
        }
        for (trigger, source) in posted.drain(..) {
            let def = &book.draft.triggers[trigger as usize];
            let trigger = TriggerId(trigger);
            if concerned(def.hears, def.looks_back)
                && unmet(self.core, self.legal, trigger, source, &SeenAt::Line(line)).is_none()
            {
                into.push(Heard { trigger, source, line, announcement });
            }
        }
        self.core.desk.posted = posted;
    }
}

/// Where the event is that a condition is asked about.
pub(super) enum SeenAt<'s, G: Game> {
    Line(usize),
    Seen(&'s Seen<G>),
}

/// The first condition of a trigger that does not hold.
pub(super) fn unmet<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    trigger: TriggerId,
    source: Option<Source>,
    seen: &SeenAt<'_, G>,
) -> Option<u32> {
    let Core { book, state, desk, .. } = core;
    let book = &*book.inner;
    let def = &book.draft.triggers[trigger.index()];
    if def.conditions.is_empty() {
        return None;
    }
    let (event, fate) = match seen {
        SeenAt::Line(line) => {
            let line = &desk.reacting.account.lines[*line];
            (&line.event, line.fate)
        }
        SeenAt::Seen(seen) => (&seen.event, seen.fate),
    };
    desk.place = Place::Reactive("amount");
    let amount = book.reactions.as_ref().and_then(|reactions| (reactions.reactor.amount)(event));
    let occasion = Occasion {
        state,
        event,
        fate: Some(fate),
        amount: amount.unwrap_or(1),
        source,
        action: legal.action(),
        by: legal.by(),
    };
    for (at, condition) in def.conditions.iter().enumerate() {
        desk.place = Place::TriggerCondition(trigger.0, at as u32);
        if !(condition.holds)(&occasion) {
            return Some(at as u32);
        }
    }
    None
}

/// Fires the triggers of one commit: those that looked back, those that its
/// lines concern now, and those that hear its announcements.
pub(super) fn observe<G: Game, L: Log<G>>(
    settling: &mut Settling<'_, G, L>,
    first_line: usize,
    first_announcement: usize,
    memories: &Memories,
) -> Result<(), Stop<G>> {
    let mut heard = std::mem::take(&mut settling.heard);
    let account = &settling.core.desk.reacting.account;
    let (lines, announcements) = (account.lines.len(), account.announcements.len());
    heard.retain(|heard| account.lines[heard.line].fate == Fate::Applied);
    for line in first_line..lines {
        settling.match_line(line, false, &mut heard);
    }
    for announcement in first_announcement..announcements {
        hear_announcement(settling, announcement, &mut heard);
    }
    if !heard.is_empty() {
        fire(settling, &mut heard, memories)?;
    }
    settling.heard = heard;
    Ok(())
}

/// The triggers that hear an announcement, and of what.
fn hear_announcement<G: Game, L: Log<G>>(
    settling: &mut Settling<'_, G, L>,
    announcement: usize,
    into: &mut Vec<Heard>,
) {
    let account = &settling.core.desk.reacting.account;
    let prevented = account.announcements[announcement].prevented.len();
    let concerned = |hears: Hears, _: bool| hears == Hears::Announcements;
    for at in 0..prevented {
        let line = settling.core.desk.reacting.account.announcements[announcement].prevented[at];
        settling.match_triggers(line, Some(announcement), concerned, into);
    }
}

/// Puts triggers to wait, in order.
fn fire<G: Game, L: Log<G>>(
    settling: &mut Settling<'_, G, L>,
    heard: &mut Vec<Heard>,
    memories: &Memories,
) -> Result<(), Stop<G>> {
    let bound = settling.book.draft.limits.depth;
    if settling.depth >= bound {
        let because = settling.core.desk.reacting.account.lines[heard[0].line].because;
        return Err(limit(settling.core, "depth", bound, because).into());
    }
    put_in_order(settling, heard);
    let mut last = None;
    for heard in heard.drain(..) {
        let once = settling.book.draft.triggers[heard.trigger.index()].once;
        // All that one announcement names is one thing to react to.
        let together = once || heard.announcement.is_some();
        let what = (heard.trigger, heard.source, heard.announcement.filter(|_| !once));
        let seen = see(settling, heard.line);
        if !(together && last == Some(what) && join_last(settling, &heard, &seen)) {
            put_to_wait(settling, &heard, seen, memories);
        }
        last = Some(what);
    }
    Ok(())
}

/// The order of the triggers of one commit, by the book's policy.
fn put_in_order<G: Game, L: Log<G>>(settling: &mut Settling<'_, G, L>, heard: &mut [Heard]) {
    let book = settling.book;
    let core = &mut *settling.core;
    core.desk.place = Place::Reactive("active_seat");
    let active = (settling.reactor.active_seat)(&core.state);
    core.desk.place = Place::Seats;
    let seats = G::seats(&core.state);
    core.desk.place = Place::Engine;
    heard.sort_by_key(|heard| {
        let def = &book.draft.triggers[heard.trigger.index()];
        let seat = turn_order(active, seats, heard.source.and_then(|source| source.seat));
        let (seat_first, seat_then) = match book.draft.trigger_order {
            TriggerOrder::Stack => (seat, 0),
            TriggerOrder::Queue | TriggerOrder::Priority => (0, seat),
        };
        let since = heard.source.map(|source| source.since);
        (
            (seat_first, Reverse(def.priority), seat_then),
            (since, heard.trigger, heard.source),
            (heard.announcement, heard.line),
        )
    });
}

/// What a trigger sees of a line.
fn see<G: Game, L: Log<G>>(settling: &mut Settling<'_, G, L>, line: usize) -> Seen<G> {
    let desk = &mut settling.core.desk;
    desk.place = Place::Reactive("amount");
    let Line { event, fate, .. } = &desk.reacting.account.lines[line];
    let amount = (settling.reactor.amount)(event).unwrap_or(1);
    Seen { event: event.clone(), fate: *fate, amount, line }
}

/// Adds to what the trigger reacts to that was put to wait last.
fn join_last<G: Game, L: Log<G>>(
    settling: &mut Settling<'_, G, L>,
    heard: &Heard,
    seen: &Seen<G>,
) -> bool {
    let reacting = &mut settling.core.desk.reacting;
    let last = (reacting.queue.waiting.back_mut(), reacting.account.fired.last_mut());
    let (Some(waiting), Some(fired)) = last else { return false };
    if !fired.lines.contains(&heard.line) {
        waiting.seen.push(seen.clone());
        fired.lines.push(heard.line);
    }
    if let Some(announcement) = heard.announcement
        && !waiting.announcements.contains(&announcement)
    {
        waiting.announcements.push(announcement);
        let by = reacting.account.announcements[announcement].by;
        waiting.preventions.extend(settling.preventions.iter().filter(|one| one.sentry == by));
    }
    true
}

fn put_to_wait<G: Game, L: Log<G>>(
    settling: &mut Settling<'_, G, L>,
    heard: &Heard,
    seen: Seen<G>,
    memories: &Memories,
) {
    let Heard { trigger, source, line, announcement } = *heard;
    let (depth, priority) =
        (settling.depth + 1, settling.book.draft.triggers[trigger.index()].priority);
    let reacting = &mut settling.core.desk.reacting;
    let (lines, came_to) = (vec![line], Firing::Waiting);
    let by = announcement.map(|at| reacting.account.announcements[at].by);
    let preventions = settling.preventions.iter().filter(|one| Some(one.sentry) == by);
    let preventions = preventions.copied().collect();
    reacting.account.fired.push(Fired { trigger, source, lines, announcement, came_to });
    reacting.queue.waiting.push_back(Waiting {
        trigger,
        source,
        seen: vec![seen],
        announcements: announcement.into_iter().collect(),
        preventions,
        memories: memories.clone(),
        priority,
        firing: reacting.account.fired.len() - 1,
        depth,
    });
}

/// What a guard does in addition.
pub(super) fn ride<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    due: Due<G>,
    memories: &Memories,
    depth: usize,
    waiting: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    let book = core.book.inner.clone();
    let Due { sentry, line, event, would, prevented } = due;
    let because = Because::Rider { line, guard: sentry.guard };
    let bound = book.draft.limits.depth;
    if depth > bound {
        return Err(limit(core, "depth", bound, because).into());
    }
    let Some(rider) = &book.draft.guards[sentry.guard.index()].rider else { return Ok(()) };
    let fate = core.desk.reacting.account.lines[line].fate;
    let seen = [Seen { event, fate, amount: would, line }];
    core.desk.place = Place::Rider(sentry.guard.0);
    let Core { state, bench, sources, .. } = core;
    let effect = Effect { ask: legal.ask(state), bench };
    // As with a rule's effect.
    let _ = rider(&mut Reaction {
        effect,
        events: &seen,
        source: sentry.source,
        source_now: still_there(sources.as_deref(), sentry.source),
        prevented,
        would,
        announcement: None,
        memories: memories.as_deref().unwrap_or_default(),
    });
    look_up(core, because)?;
    await_proposals(core, because, depth, waiting)
}

/// The source as it is now, unless it left; one that came back is another.
pub(super) fn still_there(
    sources: Option<&crate::pipeline::sources::Index>,
    then: Option<Source>,
) -> Option<Source> {
    let then = then?;
    sources?.get(then.id).filter(|now| now.since == then.since)
}
