//! The sources that the engine knows of are those of the state: after every
//! move, undo, redo, preview, and in a fork. An event that brings a source in,
//! takes it out or changes it without naming it in `touches` is found here.

use rulebook::{Game, Session, SessionOptions, Verify};

use crate::check::Check;
use crate::line::RECORDING;
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    suite.tell_broken(Check::Sources, findings);
    // Without the engine's own look at every event, which would stop the line.
    let options = SessionOptions { verify: Verify::Transition, ..RECORDING };
    let mut seen = 0;
    suite.walk(options, findings, |position| {
        seen += compare(position, "The sources that the engine knows of");
        back_and_forth(position)?;
        let mut fork = position.session.fork();
        std::mem::swap(position.session, &mut fork);
        compare(position, "The sources that the engine knows of, in a fork");
        std::mem::swap(position.session, &mut fork);
        Ok(())
    });
    if seen == 0 {
        findings.skip("no source was ever in play.");
    }
}

fn back_and_forth<G: Game>(position: &mut Position<'_, G>) -> Visited {
    if position.at > 0 {
        position.session.undo()?;
        compare(position, "The sources that the engine knows of, after an undo");
        position.session.redo()?;
        compare(position, "The sources that the engine knows of, after a redo");
    }
    if let Some(next) = position.line.moves.get(position.at) {
        position.session.preview(next.by, &next.action)?;
        compare(position, "The sources that the engine knows of, after a preview");
    }
    Ok(())
}

/// Compares the two, and says how many there are.
fn compare<G: Game>(position: &mut Position<'_, G>, what: &str) -> usize {
    let (expected, found) = both(position.session);
    position.same(what, &expected, &found);
    expected.len()
}

fn both<G: Game>(session: &Session<G>) -> (Vec<rulebook::Source>, Vec<rulebook::Source>) {
    (session.sources_in_state(), session.sources().collect())
}
