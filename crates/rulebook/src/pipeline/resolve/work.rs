//! What is to be done: a stack of work, because what follows from an event
//! comes before what was proposed after it.
//!
//! An event that moves the turn to another step is followed at once by what
//! the old step says about leaving and the new one about entering; a guard's
//! rider by nothing but its own consequences.

use crate::book::turn::TurnDef;
use crate::book::{Compiled, RuleId};
use crate::context::Effect;
use crate::digest::Digest;
use crate::error::{Fault, FaultKind};
use crate::game::Game;
use crate::group::{Bracket, Edge, GroupKind, Shape};
use crate::pipeline::resolve::settle;
use crate::pipeline::resolve::token::{Item, Token};
use crate::pipeline::resolve::triggers::{self, Due, Memories};
use crate::pipeline::resolve::{apply, chain, limit, look_up};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::session::account::Because;
use crate::session::frame::Origin;
use crate::session::legal::Valid;
use crate::session::stance::Sentry;

/// What waits to be done, and how deep it is in the chain of causes.
pub(crate) enum Work<G: Game> {
    /// An event.
    Event(G::Event, Because, usize),
    /// A group of events.
    Group(Vec<Token<G>>, usize),
    /// What a step says about being left or entered.
    Step(Because, usize),
    /// What a guard does in addition.
    Rider(Box<Due<G>>, Memories, usize),
}

/// Does what an effect just proposed, and everything that follows from it at
/// once.
pub(crate) fn work<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    because: Because,
) -> Result<(), Stop<G>> {
    core.desk.moves.clear();
    with_waiting(core, |core, waiting| {
        await_proposals(core, because, 0, waiting)?;
        let book = core.book.inner.clone();
        work_off(core, &book, legal, waiting)
    })
}

/// Pays what an effect just proposed: all or nothing. Says which line of the
/// account stood in the way, if it was not paid.
pub(super) fn pay<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    rule: RuleId,
) -> Result<Option<usize>, Stop<G>> {
    core.desk.moves.clear();
    let because = Because::Cost(rule);
    let mut tokens = vec![Token::Open(GroupKind::Atomic, Edge::Required)];
    tokens.append(&mut proposals(core, because));
    tokens.push(Token::Close);
    check_size(core, &tokens, 0, because)?;
    with_waiting(core, |core, waiting| {
        let unpaid = settle::settle(core, &core.book.inner.clone(), legal, tokens, 0, waiting)?;
        if unpaid.is_none() {
            work_off(core, &core.book.inner.clone(), legal, waiting)?;
        }
        Ok(unpaid)
    })
}

/// Runs something with the stack of work, which is kept for the next time.
pub(super) fn with_waiting<G: Game, L, T>(
    core: &mut Core<G, L>,
    run: impl FnOnce(&mut Core<G, L>, &mut Vec<Work<G>>) -> Result<T, Stop<G>>,
) -> Result<T, Stop<G>> {
    let mut waiting = std::mem::take(&mut core.desk.waiting);
    waiting.clear();
    let done = run(core, &mut waiting);
    core.desk.waiting = waiting;
    done
}

pub(super) fn work_off<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    book: &Compiled<G>,
    legal: &Valid<'_, G>,
    waiting: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    while let Some(work) = waiting.pop() {
        // Moves under which the work has been done since are no part of what
        // led here.
        while core.desk.moves.last().is_some_and(|last| last.waiting > waiting.len()) {
            core.desk.moves.pop();
        }
        match work {
            Work::Event(event, because, depth) if book.reactions.is_some() => {
                let mut tokens = std::mem::take(&mut core.desk.todo);
                tokens.clear();
                tokens.push(Token::Event(Item::new(event, because)));
                settle::settle(core, book, legal, tokens, depth, waiting)?;
            }
            Work::Event(event, because, depth) => {
                let origin = because.origin();
                match &book.draft.turn {
                    None => apply::<G, L, false>(core, event, origin)?,
                    Some(turn) => {
                        let from = step(core, turn)?;
                        apply::<G, L, false>(core, event, origin)?;
                        if let Some(moved) = moved(core, turn, from, origin)? {
                            // Without reactions there is no account, and no line in it.
                            turn_moved(core, moved, (origin, 0), depth, waiting)?;
                        }
                    }
                }
            }
            Work::Group(tokens, depth) => {
                settle::settle(core, book, legal, tokens, depth, waiting)?;
            }
            Work::Step(because, depth) => {
                if let Some(turn) = &book.draft.turn {
                    propose_step(core, legal, turn, because)?;
                    await_proposals(core, because, depth, waiting)?;
                }
            }
            Work::Rider(due, memories, depth) => {
                triggers::ride(core, legal, *due, &memories, depth, waiting)?;
            }
        }
    }
    Ok(())
}

/// Moves what was proposed to what waits, the first of it on top.
pub(super) fn await_proposals<G: Game, L>(
    core: &mut Core<G, L>,
    because: Because,
    depth: usize,
    waiting: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    if core.book.inner.reactions.is_none() || core.bench.brackets.is_empty() {
        let proposed = core.bench.proposed.drain(..).rev();
        waiting.extend(proposed.map(|event| Work::Event(event, because, depth)));
        return Ok(());
    }
    let tokens = proposals(core, because);
    check_size(core, &tokens, 0, because)?;
    let from = waiting.len();
    split(tokens, depth, waiting);
    waiting[from..].reverse();
    Ok(())
}

/// What was proposed, as tokens.
pub(super) fn proposals<G: Game, L>(core: &mut Core<G, L>, because: Because) -> Vec<Token<G>> {
    let events = core.bench.proposed.drain(..);
    let tokens = tokens(events, &core.bench.brackets, because, &[], Edge::Required);
    core.bench.brackets.clear();
    tokens
}

/// Events and brackets as tokens; what stands outside of all brackets is a
/// member of that edge.
pub(super) fn tokens<G: Game>(
    events: impl Iterator<Item = G::Event>,
    brackets: &[Bracket],
    because: Because,
    used: &[Sentry],
    outside: Edge,
) -> Vec<Token<G>> {
    let mut tokens = Vec::new();
    let mut brackets = brackets.iter().peekable();
    let (mut nested, mut optional) = (0usize, false);
    let mut bracket = |at: Option<usize>, tokens: &mut Vec<Token<G>>, optional: &mut bool| {
        while let Some(bracket) = brackets.next_if(|next| at.is_none_or(|at| next.at == at)) {
            match bracket.what {
                Shape::Open(kind, edge) => {
                    let edge = if nested == 0 { outside } else { edge };
                    tokens.push(Token::Open(kind, edge));
                    nested += 1;
                }
                Shape::Close => {
                    tokens.push(Token::Close);
                    nested -= 1;
                }
                Shape::Optional => *optional = true,
            }
        }
        nested
    };
    for (at, event) in events.enumerate() {
        let nested = bracket(Some(at), &mut tokens, &mut optional);
        let edge = match (nested, optional) {
            (0, _) => outside,
            (_, true) => Edge::Optional,
            (_, false) => Edge::Required,
        };
        optional = false;
        tokens.push(Token::Event(Item { event, edge, used: used.to_vec(), because }));
    }
    bracket(None, &mut tokens, &mut optional);
    tokens
}

/// Splits proposals into what is settled one after the other: single events
/// and groups, the steps of a sequence each for itself.
fn split<G: Game>(tokens: Vec<Token<G>>, depth: usize, into: &mut Vec<Work<G>>) {
    let mut group = Vec::new();
    // Whether each open bracket is a sequence that was taken apart.
    let mut open: Vec<bool> = Vec::new();
    for token in tokens {
        let apart = open.iter().all(|apart| *apart);
        match token {
            Token::Open(GroupKind::Sequence, _) if apart => open.push(true),
            Token::Open(..) => {
                open.push(false);
                group.push(token);
            }
            Token::Close => {
                if open.pop() == Some(false) {
                    group.push(token);
                }
                if !group.is_empty() && open.iter().all(|apart| *apart) {
                    into.push(Work::Group(std::mem::take(&mut group), depth));
                }
            }
            Token::Event(item) if apart => into.push(Work::Event(item.event, item.because, depth)),
            Token::Event(_) => group.push(token),
        }
    }
}

/// Whether groups are small and flat enough, within so many others.
pub(super) fn check_size<G: Game, L>(
    core: &Core<G, L>,
    tokens: &[Token<G>],
    around: usize,
    because: Because,
) -> Result<(), Stop<G>> {
    let limits = &core.book.inner.draft.limits;
    let (mut nested, mut deepest, mut members, mut most) = (0usize, 0usize, 0usize, 0usize);
    for token in tokens {
        match token {
            Token::Open(..) => {
                nested += 1;
                deepest = deepest.max(nested);
            }
            Token::Close => {
                nested -= 1;
                if nested == 0 {
                    most = most.max(members);
                    members = 0;
                }
            }
            Token::Event(_) if nested > 0 => members += 1,
            Token::Event(_) => {}
        }
    }
    if deepest > 0 && around + deepest > limits.depth {
        return Err(limit(core, "depth", limits.depth, because).into());
    }
    if most > limits.group {
        return Err(limit(core, "group", limits.group, because).into());
    }
    Ok(())
}

/// From where to where an event just moved the turn, if it did.
pub(super) fn moved<G: Game, L>(
    core: &mut Core<G, L>,
    turn: &TurnDef<G>,
    from: usize,
    origin: Origin,
) -> Result<Option<(u32, u32)>, Stop<G>> {
    let to = step(core, turn)?;
    if from == to {
        return Ok(None);
    }
    if !turn.steps[from].leads_to.contains(&to) {
        let (from, to) = (turn.steps[from].name.clone(), turn.steps[to].name.clone());
        let cause = origin.describe(&core.book.inner);
        return Err(FaultKind::StepNotReached { from, to, cause }.into());
    }
    Ok(Some((from as u32, to as u32)))
}

/// The turn moved: first the old step is left, then the new one entered.
pub(super) fn turn_moved<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    (from, to): (u32, u32),
    (origin, line): (Origin, usize),
    depth: usize,
    waiting: &mut Vec<Work<G>>,
) -> Result<(), Stop<G>> {
    let bound = core.book.inner.draft.limits.depth;
    if depth >= bound {
        return Err(FaultKind::Limit { limit: "depth", bound, chain: chain(core, origin) }.into());
    }
    note_move(core, origin, waiting.len())?;
    waiting.push(Work::Step(Because::Entering { step: to, line }, depth + 1));
    waiting.push(Work::Step(Because::Leaving { step: from, line }, depth + 1));
    Ok(())
}

/// The step at which the state is.
pub(super) fn step<G: Game, L>(core: &mut Core<G, L>, turn: &TurnDef<G>) -> Result<usize, Fault> {
    core.desk.place = Place::Step;
    (turn.current)(&core.state).ok_or_else(|| {
        let step = (turn.describe)(&core.state);
        FaultKind::UnknownStep { step }.into()
    })
}

/// Lets a step propose what happens on leaving or entering it.
fn propose_step<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    turn: &TurnDef<G>,
    because: Because,
) -> Result<(), Stop<G>> {
    let (place, effects) = match because {
        Because::Leaving { step, .. } => (Place::Leaving(step), &turn.steps[step as usize].leaving),
        Because::Entering { step, .. } => {
            (Place::Entering(step), &turn.steps[step as usize].entering)
        }
        _ => return Ok(()),
    };
    for effect in effects {
        core.desk.place = place;
        let Core { state, bench, .. } = core;
        // An early stop is read from the bench, as with a rule's effect.
        let _ = effect(&mut Effect { ask: legal.ask(state), bench });
        look_up(core, because)?;
    }
    Ok(())
}

/// A move of the turn, and what it looked like then.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(super) origin: Origin,
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
