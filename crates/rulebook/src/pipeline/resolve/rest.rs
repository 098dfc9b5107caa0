//! The way to rest: standing rules until none proposes, then the next trigger,
//! until there is neither.

use std::collections::{BTreeSet, VecDeque};

use crate::book::standing::StandingId;
use crate::book::strategy::Priority;
use crate::book::trigger::{Reaction, Seen, TriggerId, TriggerOrder};
use crate::context::Effect;
use crate::digest::Digest;
use crate::error::FaultKind;
use crate::game::{Game, KindSet};
use crate::group::{Edge, GroupKind};
use crate::observe;
use crate::pipeline::resolve::settle::{self, Token};
use crate::pipeline::resolve::triggers::{Memories, SeenAt, still_there, unmet};
use crate::pipeline::resolve::work::{
    Work, await_proposals, check_size, proposals, with_waiting, work_off,
};
use crate::pipeline::resolve::{causes, limit, look_up};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::Source;
use crate::session::account::{Account, Announcement, Because, Fate, Firing};
use crate::session::legal::Legal;
use crate::session::options::Verify;

/// A trigger that waits.
pub(crate) struct Waiting<G: Game> {
    pub(super) trigger: TriggerId,
    pub(super) source: Option<Source>,
    pub(super) seen: Vec<Seen<G>>,
    pub(super) announcements: Vec<usize>,
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

/// The turns of the way to rest so far.
pub(crate) struct Turns<G: Game> {
    /// What each looked like at a glance.
    glances: BTreeSet<Glance>,
    /// Those that looked like one before, as a whole.
    suspects: Vec<Turn<G>>,
}

impl<G: Game> Turns<G> {
    pub(crate) fn new() -> Self {
        Turns { glances: BTreeSet::new(), suspects: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.glances.clear();
        self.suspects.clear();
    }
}

/// What a turn of the way to rest looks like at a glance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Glance {
    digest: Digest,
    free: (usize, usize),
    next: Option<(TriggerId, Option<Source>)>,
    waiting: usize,
    proposed: Option<usize>,
}

/// What it looked like at one turn of the way to rest.
struct Turn<G: Game> {
    digest: Digest,
    /// Choices made and dice drawn so far.
    free: (usize, usize),
    /// What standing rules are about to propose, if it is their turn.
    round: Option<Vec<G::Event>>,
    waiting: Vec<Shape<G>>,
}

/// A trigger that waits, as far as it can be compared.
struct Shape<G: Game> {
    trigger: TriggerId,
    source: Option<Source>,
    seen: Vec<(G::Event, Fate)>,
    announced: Vec<(u32, u32)>,
}

/// Brings the game to rest: standing rules until none proposes, then the next
/// trigger, until there is neither.
pub(super) fn rest<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
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
    legal: &Legal<G>,
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
    legal: &Legal<G>,
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
    let (prevented, would) = announced(&heard);
    core.desk.moves.clear();
    core.desk.place = Place::Trigger(trigger.0);
    let Core { state, bench, dice, sources, .. } = core;
    // As with a rule's effect.
    let _ = effect(&mut Reaction {
        effect: Effect { state, action: legal.action(), by: legal.by(), bench, dice },
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

/// How much was prevented according to some announcements, and how much there
/// would have been of it.
fn announced(heard: &[Announcement]) -> (u32, u32) {
    let (mut prevented, mut left) = (0u32, 0u32);
    let mut lines: &[usize] = &[];
    for one in heard {
        prevented = prevented.saturating_add(one.amount);
        // Of the same events there is in the end what the last one left.
        left = if one.prevented == lines { one.left } else { left.saturating_add(one.left) };
        lines = &one.prevented;
    }
    (prevented, prevented.saturating_add(left))
}

/// All standing rules that have something to propose do it together. Says
/// whether anything came of it.
fn standing_round<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    (rounds, depth): (usize, usize),
    work: &mut Vec<Work<G>>,
) -> Result<bool, Stop<G>> {
    if core.book.inner.draft.standing.is_empty() {
        return Ok(false);
    }
    let book = core.book.inner.clone();
    let happened = std::mem::replace(&mut core.desk.reacting.since_rest, KindSet::none());
    if happened.is_empty() {
        return Ok(false);
    }
    let round = core.desk.reacting.account.rounds.len();
    let lines = &core.desk.reacting.account.lines;
    let line = lines.iter().rposition(|line| line.fate == Fate::Applied).unwrap_or(usize::MAX);
    let mut tokens = vec![Token::Open(GroupKind::Batch, Edge::Required)];
    let mut proposing = Vec::new();
    for (number, standing) in book.draft.standing.iter().enumerate() {
        if !standing.kinds.is_empty() && !standing.kinds.meets(happened) {
            continue;
        }
        let standing_id = StandingId(number as u32);
        let because = Because::Standing { standing: standing_id, round, line };
        core.desk.place = Place::Standing(number as u32);
        let Core { state, bench, dice, .. } = core;
        // As with a rule's effect.
        let _ = (standing.propose)(&mut Effect {
            state,
            action: legal.action(),
            by: legal.by(),
            bench,
            dice,
        });
        look_up(core, because)?;
        let before = tokens.len();
        add_new(core, &mut tokens, because);
        if tokens.len() > before {
            proposing.push(standing_id);
        }
    }
    let Some(first) = proposing.first() else { return Ok(false) };
    let because = Because::Standing { standing: *first, round, line };
    let bound = book.draft.limits.rounds;
    if rounds >= bound {
        return Err(limit(core, "rounds", bound, because).into());
    }
    tokens.push(Token::Close);
    check_size(core, &tokens, 0, because)?;
    note_turn(core, None, Some(&tokens), because)?;
    core.desk.reacting.account.rounds.push(proposing);
    observe::tell_round(core, round);
    let before = core.desk.events;
    core.desk.moves.clear();
    settle::settle(core, &book, legal, tokens, depth, work)?;
    work_off(core, &book, legal, work)?;
    Ok(core.desk.events > before)
}

/// Notices when the way to rest goes in a circle: the same state, the same
/// work, and nobody had a choice or a die in between.
fn note_turn<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    next: Option<&Waiting<G>>,
    round: Option<&[Token<G>]>,
    because: Because,
) -> Result<(), Stop<G>> {
    // A circle is worth a digest only once it looks like one.
    const SUSPICIOUS: usize = 16;
    let account = &core.desk.reacting.account;
    if account.fired.len() + account.rounds.len() < SUSPICIOUS {
        return Ok(());
    }
    let Some(digest) = core.digest() else { return Ok(()) };
    let Some(same) = core.book.inner.reactions.as_ref().map(|known| known.reactor.same) else {
        return Ok(());
    };
    core.desk.place = Place::Engine;
    let reacting = &mut core.desk.reacting;
    let waiting = || next.into_iter().chain(&reacting.queue.waiting);
    // What was remembered cannot be compared: then only the limits end it.
    if waiting().any(|waiting| {
        waiting.memories.iter().flat_map(|all| all.iter()).any(|(_, memory)| !memory.is_nothing())
    }) {
        return Ok(());
    }
    let free = (core.bench.made.len(), core.bench.draws.len());
    let glance = Glance {
        digest,
        free,
        next: next.map(|next| (next.trigger, next.source)),
        waiting: reacting.queue.waiting.len(),
        proposed: round.map(<[_]>::len),
    };
    if reacting.turns.glances.insert(glance) {
        return Ok(());
    }
    // It looks like a circle: now it is worth looking closely.
    let now = Turn {
        digest,
        free,
        round: round.map(|tokens| tokens.iter().filter_map(Token::event).cloned().collect()),
        waiting: waiting().map(|waiting| shape(&reacting.account, waiting)).collect(),
    };
    if reacting.turns.suspects.iter().any(|seen| same_turn(same, seen, &now)) {
        return Err(FaultKind::Loop { chain: causes(core, because) }.into());
    }
    core.desk.reacting.turns.suspects.push(now);
    Ok(())
}

fn shape<G: Game>(account: &Account<G>, waiting: &Waiting<G>) -> Shape<G> {
    let announced = waiting.announcements.iter().map(|&at| &account.announcements[at]);
    Shape {
        trigger: waiting.trigger,
        source: waiting.source,
        seen: waiting.seen.iter().map(|seen| (seen.event.clone(), seen.fate)).collect(),
        announced: announced.map(|announced| (announced.amount, announced.left)).collect(),
    }
}

fn same_turn<G: Game>(same: fn(&G::Event, &G::Event) -> bool, a: &Turn<G>, b: &Turn<G>) -> bool {
    let same_events = |a: &[G::Event], b: &[G::Event]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    };
    let same_shape = |a: &Shape<G>, b: &Shape<G>| {
        (a.trigger, a.source, &a.announced) == (b.trigger, b.source, &b.announced)
            && a.seen.len() == b.seen.len()
            && a.seen.iter().zip(&b.seen).all(|(a, b)| a.1 == b.1 && same(&a.0, &b.0))
    };
    a.digest == b.digest
        && a.free == b.free
        && match (&a.round, &b.round) {
            (None, None) => true,
            (Some(a), Some(b)) => same_events(a, b),
            _ => false,
        }
        && a.waiting.len() == b.waiting.len()
        && a.waiting.iter().zip(&b.waiting).all(|(a, b)| same_shape(a, b))
}

/// Adds what was proposed, each proposal once: what another rule has proposed
/// already counts once.
fn add_new<G: Game, L>(core: &mut Core<G, L>, tokens: &mut Vec<Token<G>>, because: Because) {
    let Some(same) = core.book.inner.reactions.as_ref().map(|known| known.reactor.same) else {
        return;
    };
    let mut proposal: Vec<Token<G>> = Vec::new();
    let mut nested = 0usize;
    for token in proposals(core, because) {
        match token {
            Token::Open(..) => nested += 1,
            Token::Close => nested -= 1,
            Token::Event(_) => {}
        }
        proposal.push(token);
        if nested > 0 {
            continue;
        }
        // The first token is the bracket around them all.
        let known = members(&tokens[1..]).any(|known| same_tokens(same, known, &proposal));
        if known {
            proposal.clear();
        } else {
            tokens.append(&mut proposal);
        }
    }
}

/// The proposals among these tokens: single events, and groups whole.
fn members<G: Game>(tokens: &[Token<G>]) -> impl Iterator<Item = &[Token<G>]> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let mut nested = 0usize;
        let end = rest.iter().position(|token| {
            match token {
                Token::Open(..) => nested += 1,
                Token::Close => nested -= 1,
                Token::Event(_) => {}
            }
            nested == 0
        })?;
        let (member, after) = rest.split_at(end + 1);
        rest = after;
        Some(member)
    })
}

fn same_tokens<G: Game>(
    same: fn(&G::Event, &G::Event) -> bool,
    a: &[Token<G>],
    b: &[Token<G>],
) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Token::Event(a), Token::Event(b)) => a.edge == b.edge && same(&a.event, &b.event),
            (Token::Open(a, edge_a), Token::Open(b, edge_b)) => (a, edge_a) == (b, edge_b),
            (Token::Close, Token::Close) => true,
            _ => false,
        })
}
