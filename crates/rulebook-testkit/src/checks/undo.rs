//! Undo to every prefix, and redo back.
//!
//! An analysis can undo everything, dice included, and gets each digest back
//! on the way; a move made again after an undo gives the same frame. In a game
//! that is played, undo stops at the last irreversible frame, and not earlier.

use rulebook::{Cause, FrameView, Game, Legal, Mode, Reversibility, Session, SessionOptions};

use crate::line::{RECORDING, frame_text, make};
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let play = SessionOptions { mode: Mode::Play, ..RECORDING };
    suite.walk(RECORDING, findings, |position| {
        // Every prefix of a line is undone from the line's end.
        if position.at == position.line.moves.len() {
            undo_all(position)?;
            redo_all(position)?;
            to_every_prefix(position)?;
        }
        Ok(())
    });
    suite.walk(play, findings, |position| {
        if position.at == position.line.moves.len() {
            respects_cuts(position)?;
        }
        Ok(())
    });
}

fn undo_all<G: Game>(position: &mut Position<'_, G>) -> Visited {
    for at in (0..position.line.moves.len()).rev() {
        let outcome = position.session.undo()?;
        if outcome.refusal().is_some() {
            position.fail(format!("Move {} could not be undone: {outcome}", at + 1));
            return Ok(());
        }
        let digest = position.session.digest()?;
        let what = format!("The digest after undoing move {}", at + 1);
        position.same(&what, &position.line.digests[at], &digest);
    }
    if position.session.undo_depth() != 0 {
        position.fail("Everything was undone, and still there is something to undo.");
    }
    Ok(())
}

fn redo_all<G: Game>(position: &mut Position<'_, G>) -> Visited {
    for at in 0..position.line.moves.len() {
        let outcome = position.session.redo()?;
        let Some(id) = outcome.frame() else {
            position.fail(format!("Move {} could not be redone: {outcome}", at + 1));
            return Ok(());
        };
        let digest = position.session.digest()?;
        let what = format!("The digest after redoing move {}", at + 1);
        position.same(&what, &position.line.digests[at + 1], &digest);
        let frame = frame_text(position.session, id);
        let what = format!("The frame of move {} after redoing it", at + 1);
        position.same_text(&what, &position.line.frames[at], &frame);
    }
    Ok(())
}

/// From the end to each prefix at once, and one move on from there.
fn to_every_prefix<G: Game>(position: &mut Position<'_, G>) -> Visited {
    let line = position.line;
    // Long lines are looked at in strides: the work grows with the square.
    const PREFIXES: usize = 24;
    let stride = line.moves.len().div_ceil(PREFIXES).max(1);
    for at in (0..line.moves.len()).step_by(stride) {
        let mut session = position.session.fork();
        session.rewind(at as u64)?;
        let digest = session.digest()?;
        let what = format!("The digest after rewinding to move {at}");
        position.same(&what, &line.digests[at], &digest);
        let proof = session.legal_all()?.pop();
        let outcome = make(&mut session, &line.moves[at])?;
        let Some(id) = outcome.frame() else {
            let what = format!("After an undo, move {} came to: {outcome}", at + 1);
            position.fail(what);
            continue;
        };
        let frame = frame_text(&session, id);
        let what = format!("The frame of move {} made again after an undo", at + 1);
        position.same_text(&what, &line.frames[at], &frame);
        proof_returns(position, &mut session, proof)?;
    }
    Ok(())
}

/// A proof from before a move is good again once the move is undone.
fn proof_returns<G: Game>(
    position: &mut Position<'_, G>,
    session: &mut Session<G>,
    proof: Option<Legal<G>>,
) -> Visited {
    let Some(proof) = proof else { return Ok(()) };
    session.undo()?;
    let outcome = session.play(proof)?;
    if let Some(refusal) = outcome.refusal() {
        position.fail(format!("A proof from before an undone move was refused: {refusal}"));
    }
    Ok(())
}

/// In a game, nothing before the last irreversible frame can be undone, and
/// where dice fell is one.
fn respects_cuts<G: Game>(position: &mut Position<'_, G>) -> Visited {
    let reversible = |frame: &FrameView<'_, G>| frame.reversibility() == Reversibility::Reversible;
    let peeked =
        position.session.frames().find(|frame| reversible(frame) && !frame.draws().is_empty());
    if let Some(number) = peeked.map(|frame| frame.number()) {
        position.fail(format!("Dice fell in move {number}, and still it can be undone."));
    }
    let moves = position.line.moves.len();
    let cut = position
        .session
        .frames()
        .filter(|frame| !reversible(frame))
        .map(|frame| frame.number() as usize)
        .next_back()
        .unwrap_or(0);
    let depth = position.session.undo_depth();
    position.same("How many moves of the game can be undone", &(moves - cut), &depth);
    for _ in 0..depth {
        position.session.undo()?;
    }
    let digest = position.session.digest()?;
    position.same("The digest at the cut", &position.line.digests[cut], &digest);
    let outcome = position.session.undo()?;
    let cause = outcome.refusal().map(|refusal| &refusal.cause);
    let as_told = match cut {
        0 => matches!(cause, Some(Cause::NothingToUndo)),
        _ => matches!(cause, Some(Cause::Irreversible)),
    };
    if !as_told {
        position.fail(format!("Undo beyond what can be undone came to: {outcome}"));
    }
    Ok(())
}
