//! Validate: from an action that anybody can build to a [`Legal`] one.
//!
//! Gates in order; all checks of a gate run; the first gate with an unlifted
//! violation ends it. Nothing here changes the game.

use crate::actor::By;
use crate::book::Compiled;
use crate::book::check::{CheckDef, Force};
use crate::context::Ask;
use crate::game::{Game, Kind, Kinded};
use crate::observe::Notice;
use crate::outcome::{Cause, RefusalKind, Violation};
use crate::pipeline::{Core, Desk, Log, Place, Refused, Stop, Unfit};
use crate::session::legal::Legal;

/// The token of an action that passed. Only this stage makes one.
pub(crate) struct Passed(());

/// Makes an action legal, or says everything that stands against it.
#[inline]
pub(crate) fn validate<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    by: By,
    action: G::Action,
) -> Result<Legal<G>, Box<Unfit<G>>> {
    let Core { book, state, desk, .. } = core;
    let ask = Ask { state, action: &action, by };
    let refused = judge(&book.inner, &ask, desk);
    if !CALM && !core.desk.lifted.is_empty() {
        tell_lifted(core);
    }
    match refused {
        None => Ok(Legal::validated(action, by, core.ticket, Passed(()))),
        Some(refused) => Err(Unfit::boxed(by, action, Stop::Refused(refused))),
    }
}

/// What stands against an action, if anything.
#[inline]
pub(crate) fn judge<G: Game>(
    book: &Compiled<G>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    desk.place = Place::Result;
    if let Some(scores) = G::result(ask.state) {
        return Some(Box::new((RefusalKind::Invalid, Cause::Over { scores })));
    }
    if let By::Seat(seat) = ask.by {
        desk.place = Place::Seats;
        let seats = G::seats(ask.state);
        if seat.index() >= seats {
            return Some(Box::new((RefusalKind::Invalid, Cause::NoSuchSeat { seat, seats })));
        }
    }
    desk.place = Place::Engine;
    let checks = &book.checks_by_kind[ask.action.kind().index()];
    if checks.is_empty() { None } else { pass_gates(book, checks, ask, desk) }
}

fn pass_gates<G: Game>(
    book: &Compiled<G>,
    checks: &[u32],
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Option<Box<Refused<G>>> {
    let mut violations = Vec::new();
    let mut open = None;
    for &at in checks {
        let check = &*book.draft.checks[at as usize];
        if open.is_some_and(|gate| gate != check.gate) && !violations.is_empty() {
            break;
        }
        open = Some(check.gate);
        run(book, at, check, ask, desk, &mut violations);
    }
    if violations.is_empty() {
        return None;
    }
    let gate = open?;
    let refused = (gate.refusal(), Cause::Checks { gate, violations });
    Some(Box::new(refused))
}

fn run<G: Game>(
    book: &Compiled<G>,
    at: u32,
    check: &CheckDef<G>,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
    violations: &mut Vec<Violation<G::Reason>>,
) {
    let before = violations.len();
    desk.place = Place::Check(at);
    (check.test)(ask, &mut |reason| {
        violations.push(Violation { check: check.name.clone(), reason })
    });
    if violations.len() > before
        && let Some(exception) = lifting(book, at, check, ask, desk)
    {
        violations.truncate(before);
        desk.lifted.push(exception);
    }
}

/// The first exception that lifts a failed check.
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
        desk.place = Place::Exception(exception);
        (book.draft.exceptions[exception as usize].when)(ask)
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
