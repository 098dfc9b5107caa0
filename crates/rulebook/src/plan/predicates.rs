//! Predicates of phases, and those that are shared: each evaluated at most once
//! for a version of what it reads.

use crate::book::Compiled;
use crate::book::draft::Asks;
use crate::book::fact::{Read, wants};
use crate::book::vocabulary::{Awaited, PhaseAsk};
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
            (PhaseAsk::Shared(awaited), Asks::Shared(predicate)) => {
                if desk.plain {
                    desk.place = Place::Shared(awaited.shared);
                    predicate.holds(state)
                } else {
                    is_awaited(book, state, *awaited, desk)
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

/// Whether a shared predicate comes to what somebody waits for. A function of its own, so
/// that those who wait for nothing keep no registers free for it.
#[inline(never)]
pub(crate) fn is_awaited<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    awaited: Awaited,
    desk: &mut Desk<G>,
) -> bool {
    let recalled = desk.recall(&awaited).filter(|_| !desk.counts && !desk.doubts_memory);
    let holds =
        recalled.unwrap_or_else(|| shared_holds_by_all_means(book, state, awaited.shared, desk));
    holds == awaited.wants
}

/// The same in a [straight line](crate::pipeline::calm), where nobody counts what was
/// avoided, and nobody doubts what is remembered.
#[inline(always)]
pub(crate) fn is_awaited_calmly<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    awaited: &Awaited,
    desk: &mut Desk<G>,
) -> bool {
    debug_assert!(!desk.counts && !desk.doubts_memory);
    let holds = match desk.recall(awaited) {
        Some(holds) => holds,
        None => shared_holds_anew(book, state, *awaited, desk),
    };
    holds == awaited.wants
}

/// Whether one holds that reads one part of the state, which was written since it was
/// evaluated; or one that is remembered in another way.
#[inline(never)]
fn shared_holds_anew<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    Awaited { shared, part, .. }: Awaited,
    desk: &mut Desk<G>,
) -> bool {
    if part.is_none() {
        return shared_holds_by_all_means(book, state, shared, desk);
    }
    let holds = evaluate(book, state, shared, desk);
    desk.shared[shared as usize] = SharedKnown { at: desk.version, holds };
    holds
}

/// Whether a shared predicate holds in the working state, where that may have to be found
/// out, or somebody wants to know more. Apart, so that nobody saves registers for it.
#[inline(never)]
fn shared_holds_by_all_means<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    shared: u32,
    desk: &mut Desk<G>,
) -> bool {
    let known = desk.shared[shared as usize];
    let remembered = desk.is_remembered(known.at, &book.words.memory[shared as usize]);
    if !remembered || desk.doubts_memory {
        let holds = evaluate(book, state, shared, desk);
        if !remembered {
            desk.shared[shared as usize] = SharedKnown { at: desk.version, holds };
            return holds;
        }
        if holds != known.holds {
            let pass = remembering(book, known.at, desk);
            desk.misremembered = Some(Misremembered { shared, holds, pass });
        }
    }
    desk.avoid(remembering(book, known.at, desk), 1);
    known.holds
}

/// The pass because of which a shared predicate need not be evaluated that is known
/// since a version.
fn remembering<G: Game>(book: &Compiled<G>, at: u64, desk: &Desk<G>) -> Pass {
    let hoists = book.draft.passes.has(Pass::Hoist);
    if hoists && at == desk.version { Pass::Hoist } else { Pass::Memo }
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
