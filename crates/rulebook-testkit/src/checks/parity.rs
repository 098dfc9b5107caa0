//! The plan decides as the reference interpreter does: every move that was
//! played, and in some positions also others, in turn and out of turn.

use rulebook::{Dice, Game, Parity, Seed, SessionOptions};

use crate::checks::preview::to_look_at;
use crate::line::RECORDING;
use crate::suite::{Findings, Suite};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    if suite.source.book.plan().is_none() {
        return findings.skip("the book's passes leave everything to the reference interpreter.");
    }
    let options = SessionOptions { parity: Parity::Every, ..RECORDING };
    let mut dice = Dice::new(Seed(6));
    suite.walk_some(options, findings, |position| {
        for (by, action) in to_look_at(suite, position.session, &mut dice)? {
            // A difference is a fault, which the walk reports. A fork remembers
            // nothing of what the session knows of predicates, so both are asked.
            position.session.preview(by, &action)?;
            position.session.fork().submit(by, action)?;
        }
        Ok(())
    });
}
