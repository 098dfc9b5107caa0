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
    at: u64,
    holds: bool,
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
    for (which, ask) in book.phase_asks[phase as usize].iter().enumerate() {
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
    let def = &book.words.shared[shared as usize];
    let known = desk.shared[shared as usize];
    let passes = book.draft.passes;
    if passes.has(Pass::Hoist) && known.at == desk.version && known.at != 0 {
        desk.avoid(Pass::Hoist, 1);
        return known.holds;
    }
    if passes.has(Pass::Memo)
        && known.at != 0
        && let Some(reads) = &def.reads
        && desk.unwritten_since(known.at, reads)
    {
        desk.avoid(Pass::Memo, 1);
        if desk.doubts_memory {
            let place = Place::Shared(shared);
            let now = naming(&mut desk.place, place, || (def.holds)(state));
            if now != known.holds {
                desk.misremembered = Some((shared, now));
            }
        }
        return known.holds;
    }
    let place = Place::Shared(shared);
    let holds = naming(&mut desk.place, place, || (def.holds)(state));
    desk.shared[shared as usize] = SharedKnown { at: desk.version, holds };
    holds
}
