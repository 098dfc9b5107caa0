//! Circles on the way to rest: the same state with the same work to do, and
//! nobody had a choice or a die in between.

use std::collections::BTreeSet;

use crate::book::trigger::TriggerId;
use crate::digest::Digest;
use crate::error::FaultKind;
use crate::game::Game;
use crate::pipeline::resolve::causes;
use crate::pipeline::resolve::rest::Waiting;
use crate::pipeline::resolve::token::Token;
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::Source;
use crate::session::account::{Account, Because};
use crate::session::fate::Fate;

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

/// Notices when the way to rest goes in a circle: the same state, the same
/// work, and nobody had a choice or a die in between.
pub(super) fn note_turn<G: Game, L: Log<G>>(
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
