//! Offered ⇔ accepted.
//!
//! Everybody (each seat, one that does not exist, chance, the clock) submits
//! every action of the universe, actions from elsewhere and mutations, without
//! proof, each to a fork of its own. It is accepted exactly if it was offered;
//! nobody acts who is not active; somebody can act unless the game is over; an
//! action played with its proof leaves the same frame as one submitted, once.
//! This is what shows that a generator that claims to be exact is.

use rulebook::{By, Cause, Dice, Fault, Game, Legal, Outcome, RefusalKind, Seed, SessionOptions};

use crate::line::{everybody, frame_text};
use crate::suite::{Findings, Position, Suite, Visited, describe};

/// Nothing needs to be undone here, and a short past makes for cheap forks.
const OPTIONS: SessionOptions = SessionOptions {
    history: rulebook::History::None,
    digests: rulebook::Digests::PerFrame,
    ..SessionOptions::DEFAULT
};

const NO_UNIVERSE: &str = "There is no universe, so an action that would be accepted but is never offered cannot be found: \
     add .universe(…) with every action that could make sense, or say .without_universe().";

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    if suite.author.is_without_universe() && !suite.author.without_universe {
        findings.fail_at_large(NO_UNIVERSE);
    }
    let mut dice = Dice::new(Seed(2));
    suite.walk_some(OPTIONS, findings, |position| {
        let tried = suite.to_try(position.session.state(), &mut dice);
        let mut offered = 0;
        for by in everybody(position.session.seats()) {
            let legal = position.session.fork().legal(by)?;
            offered += legal.len();
            look_at_offers(suite, position, by, &legal)?;
            compare(suite, position, by, &legal, &tried)?;
        }
        if offered == 0 && position.session.result().is_none() {
            position.fail("The game is not over, but nothing is offered to anybody.");
        }
        Ok(())
    });
}

/// What is offered makes sense in itself, and with its proof.
fn look_at_offers<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    by: By,
    legal: &[Legal<G>],
) -> Visited {
    let universe = suite.author.universe.as_ref();
    let universe = universe.map(|universe| universe(position.session.state()));
    let active = position.session.active().contains(by);
    for (at, offer) in legal.iter().enumerate() {
        let what = describe(by, &(suite.author.print)(offer.action()));
        if legal[..at].contains(offer) {
            position.fail(format!("{what} is offered twice."));
        }
        if !active {
            position.fail(format!("{what} is offered, but {by} is not among the active."));
        }
        if let Some(universe) = &universe
            && !universe.contains(offer.action())
        {
            position.fail(format!("{what} is offered, but it is not in the universe."));
        }
        compare_proof(position, &what, offer)?;
    }
    Ok(())
}

/// Played with its proof, an action leaves the same frame as submitted.
fn compare_proof<G: Game>(position: &mut Position<'_, G>, what: &str, offer: &Legal<G>) -> Visited {
    let mut proven = position.session.fork();
    let mut plain = position.session.fork();
    let with_proof = proven.play(offer.clone())?;
    let without = plain.submit(offer.by(), offer.action().clone())?;
    let text = |session: &rulebook::Session<G>, outcome: &Outcome<G>| match outcome {
        Outcome::Committed(id) => frame_text(session, *id),
        other => other.to_string(),
    };
    let (expected, found) = (text(&plain, &without), text(&proven, &with_proof));
    position.same_text(&format!("{what}, played with its proof"), &expected, &found);
    // The state has moved on: the proof is good for nothing any more.
    if with_proof.is_committed() {
        let again = proven.play(offer.clone())?;
        if !matches!(again.refusal().map(|refusal| &refusal.cause), Some(Cause::StaleProof)) {
            position.fail(format!("{what}, played with a stale proof, came to: {again}"));
        }
    }
    Ok(())
}

/// Everything is accepted exactly if it was offered.
fn compare<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    by: By,
    legal: &[Legal<G>],
    tried: &[G::Action],
) -> Visited {
    let is_offered = |action: &G::Action| legal.iter().any(|offer| offer.action() == action);
    let offered = legal.iter().map(Legal::action);
    // What is offered is tried in any case, also if it is not in the sample.
    let beyond = offered.filter(|action| !tried.contains(action));
    for action in tried.iter().chain(beyond) {
        position.findings.attempts += 1;
        let refused = refused(suite, position, by, action)?;
        let what = || describe(by, &(suite.author.print)(action));
        match (is_offered(action), refused) {
            (true, Some(why)) => {
                position.fail(format!("{} is offered, but it was refused: {why}", what()));
            }
            (false, None) => {
                position.fail(format!("{} was accepted, but it is not offered.", what()));
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    Ok(())
}

/// Why a submit is refused as invalid or disallowed, if it is.
fn refused<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    by: By,
    action: &G::Action,
) -> Result<Option<String>, Fault> {
    let mut fork = position.session.fork();
    suite.count(&mut fork);
    let outcome = fork.submit(by, action.clone())?;
    Ok(match outcome.refusal_kind() {
        Some(RefusalKind::Invalid | RefusalKind::Disallowed) => Some(outcome.to_string()),
        Some(RefusalKind::Aborted) | None => None,
    })
}
