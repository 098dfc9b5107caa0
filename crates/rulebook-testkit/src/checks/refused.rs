//! A refused action changes nothing: state, dice, history, redo branch,
//! pending choice; and it comes back to the caller as it was.
//!
//! One move is undone first, so that there is a redo branch to lose.

use rulebook::{By, Dice, Game, Seed, Session};

use crate::line::{RECORDING, everybody};
use crate::suite::{Findings, Fingerprint, Position, Suite, describe};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let mut dice = Dice::new(Seed(3));
    suite.walk_some(RECORDING, findings, |position| {
        let mut session = position.session.fork();
        let undone = session.undo()?.frame();
        let tried = suite.to_try(session.state(), &mut dice);
        let before = Fingerprint::of(&mut session)?;
        for by in everybody(session.seats()) {
            let legal = session.legal(by)?;
            let fresh = |action: &&G::Action| !legal.iter().any(|offer| offer.action() == *action);
            for action in tried.iter().filter(fresh) {
                if attempt(suite, position, &mut session, (by, action), &before)? == Went::Through {
                    return Ok(());
                }
            }
        }
        if undone.is_some() {
            session.redo()?;
            let redone = session.digest()?;
            position.same("The digest after refusals and a redo", &position.recorded(), &redone);
        }
        Ok(())
    });
}

/// Whether an attempt was refused, as expected.
#[derive(PartialEq, Eq)]
enum Went {
    Refused,
    Through,
}

/// Submits what is not offered, and compares everything with before.
fn attempt<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    session: &mut Session<G>,
    (by, action): (By, &G::Action),
    before: &Fingerprint,
) -> Result<Went, rulebook::Fault> {
    let outcome = session.submit(by, action.clone())?;
    // What is accepted without being offered is another check's business.
    let Some(refusal) = outcome.refusal() else {
        return Ok(Went::Through);
    };
    let what = || describe(by, &(suite.author.print)(action));
    if refusal.action.as_ref() != Some(action) || refusal.by != Some(by) {
        position.fail(format!("{} was refused, but did not come back as it was.", what()));
    }
    let after = Fingerprint::of(session)?;
    if after != *before {
        position.fail(format!(
            "{} was refused, but it left something behind: from {before:?} to {after:?}.",
            what()
        ));
        return Ok(Went::Through);
    }
    Ok(Went::Refused)
}
