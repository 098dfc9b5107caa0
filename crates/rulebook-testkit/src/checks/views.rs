//! What a viewer imagines looks to them as the game does, and looking changes
//! nothing.

use rulebook::{Dice, Game, Imagined, Seed, Viewer};

use crate::line::{RECORDING, Source};
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited};

/// How often each viewer imagines the rest at a position.
const DREAMS: usize = 3;

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let Some(look) = suite.author.views else {
        return findings.skip("it was not asked for with .views().");
    };
    let mut dice = Dice::new(Seed(11));
    suite.walk_some(RECORDING, findings, |position| look(&suite.source, position, &mut dice));
}

/// Everybody looks, and imagines what they do not see.
pub(crate) fn look<G: Imagined>(
    source: &Source<G>,
    position: &mut Position<'_, G>,
    dice: &mut Dice,
) -> Visited {
    let before = Fingerprint::of(position.session)?;
    for viewer in Viewer::all(position.session.seats()) {
        let seen = position.session.view(viewer)?;
        for _ in 0..DREAMS {
            let state = G::imagine(&seen.state, viewer, dice);
            let mut other = match source.book.start(state, Seed(0)) {
                Ok(other) => other,
                Err(error) => {
                    let what = format!("What {viewer} imagines cannot be played: {error}");
                    position.fail(what);
                    break;
                }
            };
            let dreamt = other.view(viewer)?;
            let what = |part: &str| format!("{part} in what {viewer} imagines");
            position.same(&what("The sight"), &seen.state, &dreamt.state);
            position.same(&what("Who may act"), &seen.active, &dreamt.active);
            position.same(&what("The result"), &seen.result, &dreamt.result);
            position.same(&what("What they can do"), &seen.legal, &dreamt.legal);
        }
    }
    let after = Fingerprint::of(position.session)?;
    position.same("The session, after everybody looked", &before, &after);
    Ok(())
}
