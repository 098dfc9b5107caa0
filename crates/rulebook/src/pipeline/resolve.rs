//! Resolve: what the chosen rule proposes happens.
//!
//! The rule's effect proposes events; they happen in order, each through the
//! game's `apply`. An event that moves the turn to another step is followed at
//! once by what the old step says about leaving and the new one about
//! entering. Every loop is bounded by [`Limits`](crate::Limits).

use crate::book::Compiled;
use crate::book::turn::TurnDef;
use crate::context::{Effect, Halt};
use crate::digest::Digest;
use crate::error::{Fault, FaultKind};
use crate::game::{Game, Kind, Kinded};
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::decide::Decision;
use crate::pipeline::{Core, Log, Place, Stop, verify};
use crate::session::frame::Origin;
use crate::session::legal::Legal;
use crate::session::options::{Recovery, Verify};

/// What has happened so far. Only this stage makes one.
pub(crate) struct Resolution {
    events: usize,
}

impl Resolution {
    pub(crate) fn events(&self) -> usize {
        self.events
    }
}

/// Nothing has happened yet.
#[inline]
pub(crate) fn begin() -> Resolution {
    Resolution { events: 0 }
}

/// Lets the chosen rule's events happen.
#[inline]
pub(crate) fn resolve<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    decision: &Decision,
    so_far: Resolution,
) -> Result<Resolution, Stop<G>> {
    let rule = decision.rule();
    core.desk.place = Place::Effect(rule);
    let Core { book, state, bench, dice, desk, .. } = core;
    let entry = &book.inner.rules[rule.index()];
    let mut cx = Effect { state, action: legal.action(), by: legal.by(), bench, dice };
    // An early stop is read from the bench, also if the effect swallowed it.
    let _ = entry.def.code.propose(&mut cx, &mut desk.slots[entry.slot as usize]);
    look_up(core, Origin::Rule(rule))?;
    if !CALM && core.book.inner.draft.turn.is_some() {
        happen_in_turn(core, legal, Origin::Rule(rule))?;
    } else {
        happen::<G, L, CALM>(core, Origin::Rule(rule))?;
    }
    let events = core.desk.events;
    if !CALM && events > so_far.events {
        let Core { book, desk, .. } = core;
        let groups = &book.inner.rules[rule.index()].groups;
        if !groups.is_empty() {
            desk.applied_groups.extend(groups);
        }
    }
    Ok(Resolution { events })
}

/// Whether the effect that just ran got through.
#[inline]
fn look_up<G: Game, L: Log<G>>(core: &mut Core<G, L>, origin: Origin) -> Result<(), Stop<G>> {
    if !core.bench.stirred {
        return Ok(());
    }
    look_closer(core, origin)
}

#[cold]
fn look_closer<G: Game, L: Log<G>>(core: &mut Core<G, L>, origin: Origin) -> Result<(), Stop<G>> {
    let bench = &mut core.bench;
    if bench.halt.is_none() && !bench.overflowed && !bench.peeked {
        return Ok(());
    }
    let place = || core.desk.place.describe(&core.book.inner);
    if bench.peeked {
        return Err(Stop::DiceAhead);
    }
    match bench.halt.take() {
        Some(Halt::Choice(choice)) => Err(Stop::Asked(choice)),
        Some(Halt::NoSuchSeat(seat, question)) => {
            Err(FaultKind::NoSuchSeat { place: place(), seat, question }.into())
        }
        Some(Halt::NoOptions(question)) => {
            Err(FaultKind::NoOptions { place: place(), question }.into())
        }
        Some(Halt::WrongAnswer(question)) => {
            Err(FaultKind::WrongAnswer { place: place(), question }.into())
        }
        Some(Halt::TooManyChoices) => {
            Err(limit(core, "choices", core.bench.max_choices, origin).into())
        }
        None => Err(limit(core, "events", core.bench.max_proposed, origin).into()),
    }
}

/// The fault of a limit, with the chain of causes.
fn limit<G: Game, L>(
    core: &Core<G, L>,
    limit: &'static str,
    bound: usize,
    last: Origin,
) -> FaultKind {
    FaultKind::Limit { limit, bound, chain: chain(core, last) }
}

/// The chain of causes, as far as a person wants to read it.
fn chain<G: Game, L>(core: &Core<G, L>, last: Origin) -> Vec<String> {
    const SHOWN: usize = 12;
    let book = &core.book.inner;
    let moves = core.desk.moves.iter().map(|past| past.origin);
    let all: Vec<_> = moves.chain([last]).map(|origin| origin.describe(book)).collect();
    let mut shown: Vec<_> = all.iter().take(SHOWN).cloned().collect();
    if all.len() > SHOWN {
        shown.push(format!("… ({} more)", all.len() - SHOWN));
    }
    shown
}

/// Lets what was proposed happen, in order.
#[inline]
fn happen<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    origin: Origin,
) -> Result<(), Stop<G>> {
    if let [_] = core.bench.proposed[..]
        && let Some(event) = core.bench.proposed.pop()
    {
        return apply::<G, L, CALM>(core, event, origin);
    }
    let mut proposed = std::mem::take(&mut core.bench.proposed);
    let done = proposed.drain(..).try_for_each(|event| apply::<G, L, CALM>(core, event, origin));
    core.bench.proposed = proposed;
    done
}

/// One event happens.
#[inline]
fn apply<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    event: G::Event,
    origin: Origin,
) -> Result<(), Stop<G>> {
    let Core { book, state, log, desk, bench, recovery, .. } = core;
    if desk.events == 0 && *recovery == Recovery::Snapshot {
        desk.place = Place::CloneState;
        log.save(state);
    }
    desk.events += 1;
    if desk.events > bench.max_proposed {
        let bound = bench.max_proposed;
        return Err(limit(core, "events", bound, origin).into());
    }
    desk.place = Place::Engine;
    let kind = event.kind();
    if !CALM && book.inner.minds_kinds {
        desk.happened = desk.happened.with(kind);
    }
    desk.place = Place::Apply(kind.index());
    let trace = G::apply(state, &event);
    desk.place = Place::Engine;
    log.applied(event, trace, origin);
    if CALM {
        return Ok(());
    }
    log.tell_applied(&mut desk.place);
    if desk.verify == Verify::EveryEvent {
        return verify::after_event(core);
    }
    Ok(())
}

/// What waits to be done in a game with a turn machine.
pub(crate) enum Work<G: Game> {
    /// An event, from where, how deep in the chain of causes.
    Event(G::Event, Origin, usize),
    /// What a step says about being left or entered.
    Step(Origin, usize),
}

/// The same where the game has a turn machine.
fn happen_in_turn<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    origin: Origin,
) -> Result<(), Stop<G>> {
    let inner = core.book.inner.clone();
    let Some(turn) = &inner.draft.turn else {
        return Ok(());
    };
    core.desk.moves.clear();
    // Last in, first out: what a step proposes comes before what is left.
    let mut waiting = std::mem::take(&mut core.desk.waiting);
    waiting.clear();
    await_events(core, origin, 0, &mut waiting);
    let done = work_off(core, legal, turn, &mut waiting);
    core.desk.waiting = waiting;
    done
}

fn work_off<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    turn: &TurnDef<G>,
    waiting: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    while let Some(work) = waiting.pop() {
        // Moves under which the work has been done since are no part of what
        // led here.
        while core.desk.moves.last().is_some_and(|last| last.waiting > waiting.len()) {
            core.desk.moves.pop();
        }
        match work {
            Work::Event(event, origin, depth) => {
                if let Some((from, to)) = apply_in_turn(core, turn, event, origin, depth)? {
                    note_move(core, origin, waiting.len())?;
                    waiting.push(Work::Step(Origin::Entering(to), depth + 1));
                    waiting.push(Work::Step(Origin::Leaving(from), depth + 1));
                }
            }
            Work::Step(origin, depth) => {
                propose_step(core, legal, turn, origin)?;
                await_events(core, origin, depth, waiting);
            }
        }
    }
    Ok(())
}

/// Moves what was proposed to what waits, the first of it on top.
fn await_events<G: Game, L>(
    core: &mut Core<G, L>,
    origin: Origin,
    depth: usize,
    waiting: &mut Vec<Work<G>>,
) {
    waiting
        .extend(core.bench.proposed.drain(..).rev().map(|event| Work::Event(event, origin, depth)));
}

/// One event happens; says from where to where it moved the turn, if it did.
fn apply_in_turn<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    turn: &TurnDef<G>,
    event: G::Event,
    origin: Origin,
    depth: usize,
) -> Result<Option<(u32, u32)>, Stop<G>> {
    let from = step(core, turn)?;
    apply::<G, L, false>(core, event, origin)?;
    let to = step(core, turn)?;
    if from == to {
        return Ok(None);
    }
    if !turn.steps[from].leads_to.contains(&to) {
        let (from, to) = (turn.steps[from].name.clone(), turn.steps[to].name.clone());
        return Err(FaultKind::StepNotReached {
            from,
            to,
            cause: origin.describe(&core.book.inner),
        }
        .into());
    }
    let bound = core.book.inner.draft.limits.depth;
    if depth >= bound {
        return Err(limit(core, "depth", bound, origin).into());
    }
    Ok(Some((from as u32, to as u32)))
}

fn step<G: Game, L>(core: &mut Core<G, L>, turn: &TurnDef<G>) -> Result<usize, Fault> {
    core.desk.place = Place::Step;
    (turn.current)(&core.state).ok_or_else(|| {
        let step = (turn.describe)(&core.state);
        FaultKind::UnknownStep { step }.into()
    })
}

/// Lets a step propose what happens on leaving or entering it.
fn propose_step<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    turn: &TurnDef<G>,
    origin: Origin,
) -> Result<(), Stop<G>> {
    let (place, effects) = match origin {
        Origin::Leaving(at) => (Place::Leaving(at), &turn.steps[at as usize].leaving),
        Origin::Entering(at) => (Place::Entering(at), &turn.steps[at as usize].entering),
        Origin::Rule(_) => return Ok(()),
    };
    for effect in effects {
        core.desk.place = place;
        let Core { state, bench, dice, .. } = core;
        // An early stop is read from the bench, as with a rule's effect.
        let _ = effect(&mut Effect { state, action: legal.action(), by: legal.by(), bench, dice });
        look_up(core, origin)?;
    }
    Ok(())
}

/// A move of the turn, and what it looked like then.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    origin: Origin,
    digest: Digest,
    /// How much work was waiting. Moves are forgotten when less is left, so
    /// for those remembered, as much means the very same.
    waiting: usize,
}

/// Remembers that the turn moved, and notices when it moves in a circle: the
/// same state, with the same work waiting, and nobody had a choice or a die.
fn note_move<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    origin: Origin,
    waiting: usize,
) -> Result<(), Stop<G>> {
    // A circle is worth a digest only once it looks like one.
    const SUSPICIOUS: usize = 8;
    let free = core.bench.made.is_empty() && core.bench.draws.is_empty();
    let mut digest = Digest(0);
    if core.desk.moves.len() >= SUSPICIOUS
        && free
        && let Some(now) = core.digest()
    {
        digest = now;
        let same =
            |seen: &Move| seen.origin == origin && seen.digest == digest && seen.waiting == waiting;
        if core.desk.moves.iter().skip(SUSPICIOUS).any(same) {
            return Err(FaultKind::Loop { chain: chain(core, origin) }.into());
        }
    }
    core.desk.moves.push(Move { origin, digest, waiting });
    Ok(())
}

/// A refusal because invariants broke, with the events that led there.
pub(crate) fn broken<G: Game, L: Log<G>>(core: &Core<G, L>, broken: Vec<String>) -> Stop<G> {
    Stop::refused(RefusalKind::Aborted, Cause::Invariants { broken, events: core.log.under_way() })
}

/// Whether a rule of the book could refuse after events have happened.
pub(crate) fn may_refuse_late<G: Game>(book: &Compiled<G>) -> bool {
    book.tree.applies_all
}
