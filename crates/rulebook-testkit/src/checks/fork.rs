//! Forks are independent: what happens in one never reaches another, and both
//! do the same if the same is done to them.

use rulebook::{Dice, Game, Seed, Session};

use crate::line::{Chooser, RECORDING, make};
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited};

/// How many moves a fork goes on for.
const MOVES: usize = 4;

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let mut seed = 0;
    suite.walk_some(RECORDING, findings, |position| {
        seed += 1;
        let chooser = Chooser { dice: Dice::new(Seed(seed)), rarely: &*suite.author.rarely };
        diverge(position, chooser)
    });
}

fn diverge<G: Game>(position: &mut Position<'_, G>, mut chooser: Chooser<'_, G>) -> Visited {
    let before = Fingerprint::of(position.session)?;
    let mut one = position.session.fork();
    let mut other = position.session.fork();
    for fork in [&mut one, &mut other] {
        let forked = Fingerprint::of(fork)?;
        position.same("A fork, compared with where it was made", &before, &forked);
    }
    for _ in 0..MOVES {
        let legal = one.legal_all()?;
        let Some(picked) = chooser.pick(&legal) else {
            break;
        };
        let still = Fingerprint::of(&mut other)?;
        let (made, outcome) = chooser.make(&mut one, picked)?;
        let untouched = Fingerprint::of(&mut other)?;
        position.same("A fork, after a move in another fork", &still, &untouched);
        let again = make(&mut other, &made)?;
        if outcome.to_string() != again.to_string() {
            let what =
                format!("A move came to \"{outcome}\" in one fork, and to \"{again}\" in another.");
            position.fail(what);
            break;
        }
        compare(position, &mut one, &mut other)?;
    }
    let after = Fingerprint::of(position.session)?;
    position.same("A session, after moves in its forks", &before, &after);
    Ok(())
}

/// Two forks in which the same was done are the same.
fn compare<G: Game>(
    position: &mut Position<'_, G>,
    one: &mut Session<G>,
    other: &mut Session<G>,
) -> Visited {
    let (expected, found) = (Fingerprint::of(one)?, Fingerprint::of(other)?);
    position.same("Two forks after the same move", &expected, &found);
    let last = |session: &Session<G>| {
        let frame = session.frames().next_back();
        frame.map_or_else(|| "no frame".to_owned(), |frame| format!("{frame:?}"))
    };
    let (expected, found) = (last(one), last(other));
    position.same_text("The frames of the same move in two forks", &expected, &found);
    Ok(())
}
