//! Validate: from an action that anybody can build to a [`Legal`] one.
//!
//! Gates in order; all checks of a gate run; the first gate with an unlifted
//! violation ends it. Nothing here changes the game.

use std::sync::Arc;

use crate::actor::{By, Scores, Seat};
use crate::book::Compiled;
use crate::book::check::{CheckDef, Force, Gate};
use crate::context::Ask;
use crate::game::{Game, Kind, Kinded};
use crate::observe::Notice;
use crate::outcome::{Cause, RefusalKind, Violation};
use crate::pipeline::place::naming;
use crate::pipeline::{Core, Desk, Log, Place, Refused, Stop, Unfit};
use crate::session::legal::{Legal, Valid};

/// A check, and its number in the book.
pub(crate) type Standing<G> = (u32, Arc<CheckDef<G>>);

/// The token of an action that passed. Only this stage makes one.
pub(crate) struct Passed(());

/// Makes an action legal, or says everything that stands against it.
pub(crate) fn validate<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: G::Action,
) -> Result<Legal<G>, Box<Unfit<G>>> {
    let legal = claim(core, by, action);
    let Core { book, state, desk, .. } = core;
    desk.place = Place::Engine;
    let checks = &book.inner.ways[legal.action.kind().index()].checks;
    let refused = judge(&book.inner, checks, &legal.valid().ask(state), desk);
    if !core.desk.lifted.is_empty() {
        tell_lifted(core);
    }
    match refused {
        None => Ok(legal),
        Some(refused) => Err(Unfit::of(legal, Stop::Refused(refused))),
    }
}

/// Makes an action legal, or not: what stands against it nobody wants to know. The
/// game is not over, and there is such a seat.
pub(crate) fn vet<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: G::Action,
) -> Option<Legal<G>> {
    let legal = claim(core, by, action);
    let Core { book, state, desk, .. } = core;
    desk.place = Place::Engine;
    let checks = &book.inner.ways[legal.action.kind().index()].checks;
    let ask = legal.valid().ask(state);
    let mut stands = checks.iter().map(|standing| match run(standing, &ask, desk) {
        None => true,
        Some(_) => is_lifted(&book.inner, standing, &ask, desk),
    });
    stands.all(|stands| stands).then_some(legal)
}

/// An action as it comes, in the form that it will have once it has passed: so
/// it need not be moved.
#[inline(always)]
pub(crate) fn claim<G: Game, L>(core: &Core<G, L>, by: By, action: G::Action) -> Legal<G> {
    Legal::validated(action, by, core.ticket, Passed(()))
}

/// The same, to be looked at.
#[inline(always)]
pub(crate) fn claimed<G: Game>(by: By, action: &G::Action) -> Valid<'_, G> {
    Valid::validated(action, by, Passed(()))
}

/// What stands against an action, if anything.
#[inline(always)]
pub(crate) fn judge<G: Game>(
    book: &Compiled<G>,
    checks: &[Standing<G>],
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    let refused = admit(ask, desk);
    if refused.is_some() || checks.is_empty() {
        return refused;
    }
    // A copy is written down only where there is somebody to read it.
    let ask = *ask;
    pass_gates(book, checks, &ask, desk)
}

/// The same in one piece with the rule, for one that is asked alone: registers are kept
/// there anyway.
#[inline(always)]
pub(crate) fn judge_here<G: Game>(
    book: &Compiled<G>,
    checks: &[Standing<G>],
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    let refused = admit(ask, desk);
    if refused.is_some() { refused } else { pass(book, checks, ask, desk) }
}

/// Whether the game goes on, and there is such a seat.
#[inline(always)]
fn admit<G: Game>(ask: &Ask<'_, G>, desk: &mut Desk<G>) -> Option<Box<Refused<G>>> {
    if let Some(scores) = naming(&mut desk.place, Place::Result, || G::result(ask.state)) {
        return Some(over(scores));
    }
    if let By::Seat(seat) = ask.by {
        let seats = naming(&mut desk.place, Place::Seats, || G::seats(ask.state));
        if seat.index() >= seats {
            return Some(no_such_seat(seat, seats));
        }
    }
    None
}

#[cold]
fn over<G: Game>(scores: Scores) -> Box<Refused<G>> {
    Box::new((RefusalKind::Invalid, Cause::Over { scores }))
}

#[cold]
fn no_such_seat<G: Game>(seat: Seat, seats: usize) -> Box<Refused<G>> {
    Box::new((RefusalKind::Invalid, Cause::NoSuchSeat { seat, seats }))
}

/// Runs the checks up to the first that fails. A function of its own, so that an action
/// without checks keeps no registers free for it.
#[inline(never)]
fn pass_gates<G: Game>(
    book: &Compiled<G>,
    checks: &[Standing<G>],
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    pass(book, checks, ask, desk)
}

#[inline(always)]
fn pass<G: Game>(
    book: &Compiled<G>,
    checks: &[Standing<G>],
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    // What is left is all that has to be kept.
    let mut left = checks;
    while let [standing, later @ ..] = left {
        if let Some(reasons) = run(standing, ask, desk) {
            return end_at_gate(book, left, reasons, ask, desk);
        }
        left = later;
    }
    None
}

/// A check has failed for these reasons, the first of these checks: all others of
/// its gate run as well.
#[cold]
fn end_at_gate<G: Game>(
    book: &Compiled<G>,
    checks: &[Standing<G>],
    reasons: Box<[G::Reason]>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    let gate = checks.first()?.1.gate;
    let of_gate = checks.iter().take_while(|(_, check)| check.gate == gate).count();
    let mut violations = Vec::new();
    let mut first = Some(reasons);
    for standing in &checks[..of_gate] {
        let Some(reasons) = first.take().or_else(|| run(standing, ask, desk)) else { continue };
        if !is_lifted(book, standing, ask, desk) {
            let check = &standing.1.name;
            let noted =
                reasons.into_iter().map(|reason| Violation { check: check.clone(), reason });
            violations.extend(noted);
        }
    }
    match violations.is_empty() {
        true => pass_gates(book, &checks[of_gate..], ask, desk),
        false => Some(violated(gate, violations)),
    }
}

/// Runs one check.
#[inline(always)]
fn run<G: Game>(
    (at, check): &Standing<G>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<[G::Reason]>> {
    naming(&mut desk.place, Place::Check(*at), || (check.test)(ask))
}

#[cold]
fn violated<G: Game>(gate: Gate, violations: Vec<Violation<G::Reason>>) -> Box<Refused<G>> {
    Box::new((gate.refusal(), Cause::Checks { gate, violations }))
}

/// Whether an exception lifts a failed check. The frame will say which.
#[cold]
fn is_lifted<G: Game>(
    book: &Compiled<G>,
    (at, check): &Standing<G>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> bool {
    let exception = lifting(book, *at, check, ask, desk);
    desk.lifted.extend(exception);
    exception.is_some()
}

/// The first exception that lifts a failed check.
#[cold]
pub(crate) fn lifting<G: Game>(
    book: &Compiled<G>,
    at: u32,
    check: &CheckDef<G>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<u32> {
    if check.force != Force::Liftable {
        return None;
    }
    book.exceptions_of[at as usize].iter().copied().find(|&exception| {
        naming(&mut desk.place, Place::Exception(exception), || {
            (book.draft.exceptions[exception as usize].when)(ask)
        })
    })
}

fn tell_lifted<G: Game, L: Log<G>>(core: &mut Core<G, L>) {
    let Some(observer) = core.log.observer() else {
        return;
    };
    core.desk.place = Place::Observer;
    for &at in &core.desk.lifted {
        let exception = &core.book.inner.draft.exceptions[at as usize];
        observer.notice(&Notice::Lifted {
            exception: &exception.name,
            check: exception.lifts.first().map_or("", String::as_str),
        });
    }
}
