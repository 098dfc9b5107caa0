//! Predicates of phases, and those that are shared: each evaluated at most once
//! for a version of what it reads.

use crate::book::Compiled;
use crate::book::draft::Asks;
use crate::book::fact::{Read, wants};
use crate::book::vocabulary::PhaseAsk;
use crate::game::Game;
use crate::pipeline::place::naming;
use crate::pipeline::{Desk, Place};
use crate::plan::passes::Pass;

/// What is known of a phase's predicates: for which version of the state, and
/// which is the first that does not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub ticket: u64,
    pub first_false: Option<u32>,
}

/// What is known of a shared predicate, and since which version.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SharedKnown {
    pub at: u64,
    pub holds: bool,
}

/// A shared predicate of which something wrong was remembered: what it is, and by
/// which pass that was not seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misremembered {
    pub shared: u32,
    pub holds: bool,
    pub pass: Pass,
}

/// Whether a phase's own predicates hold on the starting state.
pub(crate) fn holds<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    phase: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> bool {
    first_false(book, state, phase, ticket, desk).is_none()
}

/// The first predicate of a phase that does not hold on the starting state.
/// Each is evaluated at most once for a version of the state, because the
/// answer is kept with the version's ticket.
#[inline]
pub(crate) fn first_false<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    phase: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> Option<u32> {
    let known = desk.holds[phase as usize];
    if known.ticket == ticket {
        return known.first_false;
    }
    find_false(book, state, phase, ticket, desk)
}

fn find_false<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    phase: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> Option<u32> {
    desk.evaluated += 1;
    let mut first_false = None;
    for &(which, ref ask) in &book.phase_asks[phase as usize] {
        let holds = match (ask, &book.draft.predicates(phase)[which]) {
            (PhaseAsk::Shared(shared), Asks::Shared(def)) => {
                if desk.plain {
                    desk.place = Place::Shared(*shared);
                    (def.holds)(state)
                } else {
                    shared_holds(book, state, *shared, desk)
                }
            }
            (PhaseAsk::Given(given), Asks::Given(def)) => {
                desk.place = Place::Fact(given.fact);
                match &def.fact.read {
                    Read::State(read) => wants(given.allowed, read(state)),
                    // The compiler has seen to it that there is none.
                    Read::Ask(_) => true,
                }
            }
            (_, Asks::Own(_, holds)) => {
                desk.place = Place::Predicate(phase, which as u32);
                holds(state)
            }
            _ => true,
        };
        if !holds {
            first_false = Some(which as u32);
            break;
        }
    }
    desk.holds[phase as usize] = Known { ticket, first_false };
    first_false
}

/// Whether a shared predicate holds in the working state.
pub(crate) fn shared_holds<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    shared: u32,
    desk: &mut Desk<G>,
) -> bool {
    let known = desk.shared[shared as usize];
    if let Some(pass) = remembering(book, shared, desk) {
        desk.avoid(pass, 1);
        if desk.doubts_memory {
            let holds = evaluate(book, state, shared, desk);
            if holds != known.holds {
                desk.misremembered = Some(Misremembered { shared, holds, pass });
            }
        }
        return known.holds;
    }
    let holds = evaluate(book, state, shared, desk);
    desk.shared[shared as usize] = SharedKnown { at: desk.version, holds };
    holds
}

/// The pass because of which a shared predicate need not be evaluated, if it need
/// not be.
#[inline]
fn remembering<G: Game>(book: &Compiled<G>, shared: u32, desk: &Desk<G>) -> Option<Pass> {
    let passes = book.draft.passes;
    let at = desk.shared[shared as usize].at;
    if at == 0 {
        return None;
    }
    if passes.has(Pass::Hoist) && at == desk.version {
        return Some(Pass::Hoist);
    }
    let reads = book.words.reads[shared as usize].as_deref();
    let is_unwritten = |reads| desk.unwritten_since(at, reads);
    (passes.has(Pass::Memo) && reads.is_some_and(is_unwritten)).then_some(Pass::Memo)
}

#[inline]
fn evaluate<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    shared: u32,
    desk: &mut Desk<G>,
) -> bool {
    let def = &book.words.shared[shared as usize];
    naming(&mut desk.place, Place::Shared(shared), || (def.holds)(state))
}
