//! At rest nothing waits: after every move all triggers that fired have come to
//! something, and no standing rule would still change anything, also one that
//! nothing woke. The latter is the engine's own look at every move that is
//! played with `Verify::EveryEvent`, as the lines of the suite are.

use rulebook::{Firing, Game};

use crate::check::Check;
use crate::line::RECORDING;
use crate::suite::{Findings, Suite};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    suite.tell_broken(Check::Rest, findings);
    let mut seen = false;
    suite.walk(RECORDING, findings, |position| {
        let frame = position.session.frames().next_back();
        let account = frame.and_then(|frame| frame.account());
        seen |= account.is_some();
        let fired = account.map_or(&[][..], |account| &account.fired);
        let waiting = fired.iter().filter(|fired| fired.came_to == Firing::Waiting).count();
        if waiting > 0 {
            position.fail(format!("The move is made, and still {waiting} triggers wait."));
        }
        Ok(())
    });
    if !seen {
        findings.skip("the game has no reactions.");
    }
}
