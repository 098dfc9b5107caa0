//! A digest that the state keeps of itself equals the one from scratch, after
//! every move, and after an undo and a redo.

use rulebook::Game;

use crate::line::RECORDING;
use crate::suite::{Findings, Position, Suite};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let keeps = |line: &crate::line::Line<G>| {
        let state = (suite.source.setup)(line.seed);
        suite.source.book.kept_and_full_digest(&state).is_some()
    };
    if !suite.lines.iter().any(keeps) {
        return findings.skip("the state keeps no digest of its own.");
    }
    suite.walk(RECORDING, findings, |position| {
        compare(suite, position, "The digest that the state keeps");
        if position.at > 0 {
            position.session.undo()?;
            compare(suite, position, "The digest that the state keeps, after an undo");
            position.session.redo()?;
            compare(suite, position, "The digest that the state keeps, after a redo");
        }
        Ok(())
    });
}

fn compare<G: Game>(suite: &Suite<G>, position: &mut Position<'_, G>, what: &str) {
    let digests = suite.source.book.kept_and_full_digest(position.session.state());
    if let Some((kept, full)) = digests {
        position.same(what, &full, &kept);
    }
}
