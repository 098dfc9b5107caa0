//! A sequence equals its actions one by one; tried, it changes nothing;
//! submitted, it is undone and redone as one.

use rulebook::{By, Game, Sequence};

use crate::line::{Line, RECORDING};
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    for line in &suite.lines {
        suite.walk_line(line, RECORDING, findings, &mut |position| {
            // From the start, and from the middle of the game.
            if position.at == 0 || position.at == position.line.moves.len() / 2 {
                at_once(position)?;
            }
            Ok(())
        });
    }
}

/// The moves up to the next that asks a choice: sequences cannot answer.
fn unasked<G: Game>(line: &Line<G>, from: usize) -> Vec<(By, G::Action)> {
    let moves = line.moves[from..].iter().take_while(|made| made.answers.is_empty());
    moves.map(|made| (made.by, made.action.clone())).collect()
}

fn at_once<G: Game>(position: &mut Position<'_, G>) -> Visited {
    let actions = unasked(position.line, position.at);
    if actions.is_empty() {
        return Ok(());
    }
    let mut session = position.session.fork();
    let before = Fingerprint::of(&mut session)?;
    let tried = session.try_sequence(actions.iter().cloned())?;
    compare(position, &tried, "tried");
    let after = Fingerprint::of(&mut session)?;
    position.same("The session, after a sequence was tried", &before, &after);
    let submitted = session.submit_all(actions.iter().cloned())?;
    compare(position, &submitted, "submitted");
    let digest = session.digest()?;
    let expected = position.line.digests[position.at + actions.len()];
    position.same("The digest after a sequence", &expected, &digest);
    session.undo()?;
    let digest = session.digest()?;
    position.same("The digest after a sequence was undone", &position.recorded(), &digest);
    session.redo()?;
    let digest = session.digest()?;
    position.same("The digest after a sequence was redone", &expected, &digest);
    Ok(())
}

/// The frames of a sequence are those of its actions.
fn compare<G: Game>(position: &mut Position<'_, G>, sequence: &Sequence<G>, how: &str) {
    match sequence {
        Sequence::Through { frames } => {
            let frames: Vec<_> = frames.iter().map(|frame| format!("{frame:?}")).collect();
            let expected = &position.line.frames[position.at..][..frames.len()];
            let text = |frames: &[String]| format!("[{}]", frames.join(", "));
            let (expected, frames) = (text(expected), text(&frames));
            position.same_text(&format!("The frames of a sequence, {how}"), &expected, &frames);
        }
        Sequence::Stopped { at, why } => {
            let what = format!("A sequence, {how}, stopped at action {}: {why}", at + 1);
            position.fail(what);
        }
    }
}
