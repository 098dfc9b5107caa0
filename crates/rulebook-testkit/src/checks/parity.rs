//! The plan decides as the reference interpreter does: every move that was
//! played, and in some positions also others, in turn and out of turn.

use rulebook::{Dice, Difference, Fault, FaultKind, Game, Parity, Seed, SessionOptions};

use crate::checks::preview::to_look_at;
use crate::line::RECORDING;
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    if suite.source.book.plan().is_none() {
        return findings.skip("the book's passes leave everything to the reference interpreter.");
    }
    let options = SessionOptions { parity: Parity::Every, ..RECORDING };
    let mut dice = Dice::new(Seed(6));
    suite.walk_some(options, findings, |position| {
        let looked = look(suite, position, &mut dice);
        position.findings.misremembered |= looked.as_ref().is_err_and(is_of_memory);
        looked
    });
}

/// Decides some actions twice. A difference is a fault, which the walk reports.
fn look<G: Game>(suite: &Suite<G>, position: &mut Position<'_, G>, dice: &mut Dice) -> Visited {
    for (by, action) in to_look_at(suite, position.session, dice)? {
        // A fork remembers nothing of what the session knows of predicates, so both
        // are asked.
        position.session.preview(by, &action)?;
        position.session.fork().submit(by, action)?;
    }
    Ok(())
}

/// Whether a predicate was remembered that has changed.
fn is_of_memory(fault: &Fault) -> bool {
    matches!(fault.kind(), FaultKind::Diverged { what: Difference::Memory, .. })
}
