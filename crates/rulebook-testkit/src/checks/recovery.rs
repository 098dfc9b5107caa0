//! Taking back by snapshot equals taking back by revert, in lock-step: after
//! every move, undo, redo and preview.

use rulebook::{Game, Recovery, Session, SessionOptions};

use crate::line::{RECORDING, frame_text, make};
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    if !suite.source.book.has_revert() {
        return findings.skip("the book does not revert.");
    }
    let by = |recovery| SessionOptions { recovery: Some(recovery), ..RECORDING };
    for line in &suite.lines {
        let Ok(mut snapshots) = suite.source.start(line.seed, by(Recovery::Snapshot)) else {
            continue;
        };
        suite.walk_line(line, by(Recovery::Revert), findings, &mut |position| {
            lock_step(position, &mut snapshots)
        });
    }
}

/// Back and forth by one move, with a preview between, then on.
fn lock_step<G: Game>(position: &mut Position<'_, G>, snapshots: &mut Session<G>) -> Visited {
    compare(position, snapshots, "The digest")?;
    if position.at > 0 {
        position.session.undo()?;
        snapshots.undo()?;
        compare(position, snapshots, "The digest after an undo")?;
        position.session.redo()?;
        snapshots.redo()?;
        compare(position, snapshots, "The digest after a redo")?;
    }
    let Some(next) = position.line.moves.get(position.at) else {
        return Ok(());
    };
    // A preview takes back a transition that was never committed.
    position.session.preview(next.by, &next.action)?;
    snapshots.preview(next.by, &next.action)?;
    compare(position, snapshots, "The digest after a preview")?;
    let outcome = make(snapshots, next)?;
    if let Some(id) = outcome.frame() {
        let frame = frame_text(snapshots, id);
        let recorded = &position.line.frames[position.at];
        position.same_text("The frame, with snapshots", recorded, &frame);
    }
    Ok(())
}

fn compare<G: Game>(
    position: &mut Position<'_, G>,
    snapshots: &mut Session<G>,
    what: &str,
) -> Visited {
    let (expected, found) = (snapshots.digest()?, position.session.digest()?);
    position.same(&format!("{what}, by revert instead of snapshot"), &expected, &found);
    Ok(())
}
