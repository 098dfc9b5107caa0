//! The way to rest: standing rules until none proposes, then the next trigger,
//! until there is neither.

use std::collections::{BTreeMap, VecDeque};

use crate::book::standing::StandingId;
use crate::book::strategy::Priority;
use crate::book::trigger::{Reaction, Seen, TriggerId, TriggerOrder};
use crate::context::Effect;
use crate::error::FaultKind;
use crate::game::{Game, KindSet};
use crate::observe;
use crate::pipeline::resolve::circle::note_turn;
use crate::pipeline::resolve::look_up;
use crate::pipeline::resolve::standing::standing_round;
use crate::pipeline::resolve::token::Prevention;
use crate::pipeline::resolve::triggers::{Memories, SeenAt, still_there, unmet};
use crate::pipeline::resolve::work::{Work, await_proposals, with_waiting, work_off};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::Source;
use crate::session::account::{Account, Announcement, Because, Firing};
use crate::session::legal::Valid;
use crate::session::options::Verify;

/// A trigger that waits.
pub(crate) struct Waiting<G: Game> {
    pub(super) trigger: TriggerId,
    pub(super) source: Option<Source>,
    pub(super) seen: Vec<Seen<G>>,
    pub(super) announcements: Vec<usize>,
    /// What these announce, one by one.
    pub(super) preventions: Vec<Prevention>,
    pub(super) memories: Memories,
    pub(super) priority: Priority,
    /// Its place in the account.
    pub(super) firing: usize,
    pub(super) depth: usize,
}

/// The triggers that wait, in the order in which they were put there.
pub(crate) struct Queue<G: Game> {
    pub(super) waiting: VecDeque<Waiting<G>>,
}

impl<G: Game> Queue<G> {
    pub(crate) fn new() -> Self {
        Queue { waiting: VecDeque::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }

    /// The next to resolve.
    fn next(&mut self, order: TriggerOrder) -> Option<Waiting<G>> {
        match order {
            TriggerOrder::Stack => self.waiting.pop_back(),
            TriggerOrder::Queue => self.waiting.pop_front(),
            TriggerOrder::Priority => {
                let highest = self.waiting.iter().map(|waiting| waiting.priority).max()?;
                let at = self.waiting.iter().position(|waiting| waiting.priority == highest)?;
                self.waiting.remove(at)
            }
        }
    }
}

/// Brings the game to rest: standing rules until none proposes, then the next
/// trigger, until there is neither.
pub(super) fn rest<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
) -> Result<(), Stop<G>> {
    let order = core.book.inner.draft.trigger_order;
    with_waiting(core, |core, work| {
        let mut depth = 0;
        loop {
            let mut rounds = 0;
            // A round from which nothing came would come to nothing again.
            while standing_round(core, legal, (rounds, depth), work)? {
                rounds += 1;
            }
            let Some(next) = core.desk.reacting.queue.next(order) else {
                return check_rest(core, legal, work);
            };
            let because = Because::Trigger { trigger: next.trigger, firing: next.firing };
            note_turn(core, Some(&next), None, because)?;
            depth = next.depth;
            resolve(core, legal, next, because, work)?;
        }
    })
}

/// In debug mode: also the standing rules that were not woken have nothing to
/// propose.
fn check_rest<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    work: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    if core.desk.verify != Verify::EveryEvent {
        return Ok(());
    }
    let book = core.book.inner.clone();
    let sleeps = book.draft.standing.iter().any(|standing| !standing.kinds.is_empty());
    if !sleeps {
        return Ok(());
    }
    let mut account = std::mem::replace(&mut core.desk.reacting.account, Account::new());
    core.desk.reacting.since_rest = KindSet::all();
    core.desk.reacting.quiet = true;
    core.bench.probing = true;
    let before = core.desk.events;
    let round = standing_round(core, legal, (0, 0), work);
    core.bench.probing = false;
    core.desk.reacting.quiet = false;
    let restless = match round {
        // Somebody would have to be asked, and who knows what they would say.
        Err(Stop::DiceAhead) => core.desk.events > before,
        round => round?,
    };
    work.clear();
    // Nothing came of it, so nothing of it is told.
    std::mem::swap(&mut core.desk.reacting.account, &mut account);
    core.desk.reacting.since_rest = KindSet::none();
    core.desk.reacting.queue.clear();
    let Some(round) = account.rounds.first().filter(|_| restless) else { return Ok(()) };
    let name = |id: &StandingId| book.draft.standing[id.index()].name.clone();
    Err(FaultKind::Unrest { standing: round.iter().map(name).collect() }.into())
}

/// A trigger resolves.
fn resolve<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    mut next: Waiting<G>,
    because: Because,
    work: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    let mut failed = None;
    let (trigger, source) = (next.trigger, next.source);
    next.seen.retain(|seen| {
        let unmet = unmet(core, legal, trigger, source, &SeenAt::Seen(seen));
        failed = failed.or(unmet);
        unmet.is_none()
    });
    let resolved = !next.seen.is_empty();
    core.desk.reacting.account.fired[next.firing].came_to = match (resolved, failed) {
        (false, Some(condition)) => Firing::ConditionFalse(condition),
        _ => Firing::Resolved,
    };
    observe::tell_fired(core, next.firing);
    if !resolved {
        return Ok(());
    }
    let book = core.book.inner.clone();
    let effect = &book.draft.triggers[trigger.index()].effect;
    let heard: Vec<Announcement> = {
        let all = &core.desk.reacting.account.announcements;
        next.announcements.iter().map(|&at| all[at].clone()).collect()
    };
    let (prevented, would) = announced(&next.preventions);
    core.desk.moves.clear();
    core.desk.place = Place::Trigger(trigger.0);
    let Core { state, bench, sources, .. } = core;
    // As with a rule's effect.
    let _ = effect(&mut Reaction {
        effect: Effect { ask: legal.ask(state), bench },
        events: &next.seen,
        source,
        source_now: still_there(sources.as_deref(), source),
        prevented,
        would,
        announcement: heard.first(),
        memories: next.memories.as_deref().unwrap_or(&[]),
    });
    look_up(core, because)?;
    await_proposals(core, because, next.depth, work)?;
    work_off(core, &book, legal, work)
}

/// How much was prevented in all, and how much there would have been of these
/// events: what was prevented, and what was left in the end.
fn announced(preventions: &[Prevention]) -> (u32, u32) {
    let mut left: BTreeMap<usize, &Prevention> = BTreeMap::new();
    let mut prevented = 0u32;
    for one in preventions {
        prevented = prevented.saturating_add(one.amount);
        let last = left.entry(one.line).or_insert(one);
        if one.nth > last.nth {
            *last = one;
        }
    }
    (prevented, left.into_values().fold(prevented, |sum, one| sum.saturating_add(one.left)))
}
