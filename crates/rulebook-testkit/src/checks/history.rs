//! The history policies differ in nothing but what they remember: the same
//! digests on the way, also when something was tried and taken back, and as
//! much to undo as was promised.

use rulebook::{Game, History, SessionOptions};

use crate::line::RECORDING;
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let policies = [
        (History::None, 0),
        (History::Last(1), 1),
        (History::Last(3), 3),
        (History::All, usize::MAX),
    ];
    for (history, most) in policies {
        let options = SessionOptions { history, ..RECORDING };
        suite.walk(options, findings, |position| {
            stand(position, history, most)?;
            if position.at == position.line.moves.len() {
                undo_what_is_kept(position, history)?;
            }
            Ok(())
        });
    }
}

fn stand<G: Game>(position: &mut Position<'_, G>, history: History, most: usize) -> Visited {
    let depth = position.session.undo_depth();
    let what = format!("How many moves can be undone with {history:?}");
    position.same(&what, &position.at.min(most), &depth);
    let digest = position.session.digest()?;
    let what = format!("The digest with {history:?}");
    position.same(&what, &position.recorded(), &digest);
    // Trying the next move and taking it back overwrites an old copy of the
    // state, if there is one to spare.
    if let Some(next) = position.line.moves.get(position.at) {
        position.session.preview(next.by, &next.action)?;
        let digest = position.session.digest()?;
        let what = format!("The digest with {history:?}, after a preview");
        position.same(&what, &position.recorded(), &digest);
    }
    Ok(())
}

fn undo_what_is_kept<G: Game>(position: &mut Position<'_, G>, history: History) -> Visited {
    let depth = position.session.undo_depth();
    for at in (position.at - depth..position.at).rev() {
        position.session.undo()?;
        let digest = position.session.digest()?;
        let what = format!("The digest with {history:?}, after undoing move {}", at + 1);
        position.same(&what, &position.line.digests[at], &digest);
    }
    let outcome = position.session.undo()?;
    if outcome.refusal().is_none() {
        let what = format!("With {history:?} more could be undone than {depth} moves.");
        position.fail(what);
    }
    Ok(())
}
