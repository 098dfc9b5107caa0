//! Verify: all invariants hold, or nothing of the transition stays.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::Compiled;
use crate::book::draft::Draft;
use crate::book::invariant::{Holds, InvariantDef};
use crate::book::rule::EventKind;
use crate::error::FaultKind;
use crate::game::{Game, Kind};
use crate::pipeline::place::naming;
use crate::pipeline::resolve::{Resolution, broken};
use crate::pipeline::{Core, Desk, Log, Place, Stop};

/// A transition that may be committed. Only this stage makes one.
pub(crate) struct Verified(());

/// Checks the invariants that the events could have broken.
#[inline(always)]
pub(crate) fn verify<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    resolution: Resolution,
) -> Result<Verified, Stop<G>> {
    if resolution.is_empty() && core.bench.draws.is_empty() {
        return Err(Stop::NoChange);
    }
    check_all(core)
}

/// There is nothing to verify after one event in a book without invariants in which
/// no event reveals anything.
#[inline(always)]
pub(super) fn needless<G: Game>(book: &Compiled<G>) -> Verified {
    debug_assert!(!book.verifies, "there is something to verify");
    Verified(())
}

/// What is to be verified after one event of a kind.
pub(crate) struct Minded<G: Game> {
    /// The invariants that it could break.
    invariants: Box<[(u32, Arc<InvariantDef<G>>)]>,
    /// Whether it reveals something.
    pub reveals: bool,
    /// Whether anything reveals something, so that it matters what happened.
    noted: bool,
}

/// The same for each kind.
pub(crate) fn minded<G: Game>(draft: &Draft<G>) -> Box<[Minded<G>]> {
    let mind = |&kind: &EventKind<G>| {
        let numbered = (0..).zip(draft.invariants.iter().cloned());
        Minded {
            invariants: numbered.filter(|(_, it)| it.is_concerned(kind.into())).collect(),
            reveals: draft.revealing.contains(kind),
            noted: !draft.revealing.is_empty(),
        }
    };
    EventKind::<G>::ALL.iter().map(mind).collect()
}

/// The invariants that one event could have broken, one by one, and nothing
/// else happened.
#[inline]
pub(super) fn check_after<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    kind: EventKind<G>,
) -> Result<Verified, Stop<G>> {
    let Core { book, state, desk, .. } = core;
    let minded = &book.inner.minded[kind.index()];
    if minded.noted {
        desk.happened = kind.into();
    }
    desk.note_written(&book.inner, kind);
    for (at, invariant) in &minded.invariants {
        if !naming(&mut desk.place, Place::Invariant(*at), || (invariant.holds)(state)) {
            desk.happened = kind.into();
            let at = *at;
            return Err(all_broken(core, at));
        }
    }
    Ok(Verified(()))
}

/// The invariants that the events could have broken, one by one.
#[inline]
pub(super) fn check_all<G: Game, L: Log<G>>(core: &mut Core<G, L>) -> Result<Verified, Stop<G>> {
    let Core { book, state, desk, .. } = core;
    for (at, invariant) in (0..).zip(&book.inner.draft.invariants) {
        if !invariant.is_concerned(desk.happened) {
            continue;
        }
        if !naming(&mut desk.place, Place::Invariant(at), || (invariant.holds)(state)) {
            return Err(all_broken(core, at));
        }
    }
    Ok(Verified(()))
}

/// The refusal of a transition that broke an invariant, with all that it broke
/// after this one.
#[cold]
fn all_broken<G: Game, L: Log<G>>(core: &mut Core<G, L>, first: u32) -> Stop<G> {
    let Core { book, state, desk, .. } = core;
    let mut names = vec![book.inner.draft.invariants[first as usize].name.clone()];
    names.extend(find_broken(&book.inner, state, desk, |desk, at, invariant| {
        at > first && invariant.is_concerned(desk.happened)
    }));
    broken(core, names)
}

/// In debug mode: the invariants that hold at every moment, after one event.
pub(crate) fn after_event<G: Game, L: Log<G>>(core: &mut Core<G, L>) -> Result<(), Stop<G>> {
    let Core { book, state, desk, .. } = core;
    match find_broken(&book.inner, state, desk, |_, _, invariant| invariant.moment == Holds::Always)
    {
        names if names.is_empty() => Ok(()),
        names => Err(broken(core, names)),
    }
}

/// In debug mode: the sources that the engine knows of are those of the state.
pub(crate) fn sources<G: Game, L>(core: &mut Core<G, L>) -> Result<(), Stop<G>> {
    let Core { book, state, sources, desk, .. } = core;
    let (Some(reactions), Some(sources)) = (&book.inner.reactions, sources) else { return Ok(()) };
    desk.place = Place::Reactive("sources");
    let mut found = BTreeMap::new();
    (reactions.reactor.sources)(state, &mut |source| {
        found.insert(source.id, source);
    });
    let known = sources.all().find(|known| found.remove(&known.id) != Some(*known));
    match known.or_else(|| found.into_values().next()) {
        None => Ok(()),
        Some(source) => Err(FaultKind::Sources { source: source.id.to_string() }.into()),
    }
}

/// The names of the invariants that do not hold, of those that are asked for.
pub(crate) fn find_broken<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    desk: &mut Desk<G>,
    asked: impl Fn(&Desk<G>, u32, &InvariantDef<G>) -> bool,
) -> Vec<String> {
    let mut names = Vec::new();
    for (at, invariant) in (0..).zip(&book.draft.invariants) {
        desk.place = Place::Invariant(at);
        if asked(desk, at, invariant) && !(invariant.holds)(state) {
            names.push(invariant.name.clone());
        }
    }
    names
}
