//! A search line equals a session: with the same seed, every push comes to
//! what a submit comes to, the same actions are legal on the way, and every
//! pop restores the digest.

use rulebook::{Fault, Game, Outcome, Search};

use crate::line::{Move, RECORDING, everybody};
use crate::suite::{Findings, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    for line in &suite.lines {
        let mut search = None;
        suite.walk_line(line, RECORDING, findings, &mut |position| {
            // The line begins where the session begins, with the same dice.
            let search = search.get_or_insert_with(|| position.session.search(position.line.seed));
            if search.depth() == position.at {
                compare(position, search)?;
                push_next(position, search)?;
            }
            Ok(())
        });
    }
}

/// Pushes the line's next move, or pops everything at its end.
fn push_next<G: Game>(position: &mut Position<'_, G>, search: &mut Search<G>) -> Visited {
    let Some(next) = position.line.moves.get(position.at) else {
        return pop_all(position, search);
    };
    try_all(position, search)?;
    let outcome = push(search, next)?;
    if !outcome.is_committed() {
        position.fail(format!("The next move, pushed on a search line, came to: {outcome}"));
    }
    Ok(())
}

/// Pushes a recorded move, with its answers.
fn push<G: Game>(search: &mut Search<G>, made: &Move<G>) -> Result<Outcome<G>, Fault> {
    if made.answers.is_empty() {
        return search.push(made.by, made.action.clone());
    }
    let first = search.push(made.by, made.action.clone())?;
    if !matches!(first, Outcome::Pending(_)) {
        return Ok(first);
    }
    search.push_with(made.by, made.action.clone(), &made.answers)
}

/// Session and line are at the same point, and offer the same.
fn compare<G: Game>(position: &mut Position<'_, G>, search: &mut Search<G>) -> Visited {
    let digest = search.digest()?;
    position.same("The digest of a search line", &position.recorded(), &digest);
    let (expected, found) = (position.session.result(), search.result());
    position.same("The result on a search line", &expected, &found);
    let (expected, found) = (position.session.active(), search.active());
    position.same("Who may act on a search line", &expected, &found);
    for by in everybody(position.session.seats()) {
        let expected = position.session.legal(by)?;
        let mut found = Vec::new();
        search.legal_into(by, &mut found)?;
        position.same("The legal actions on a search line", &expected, &found);
    }
    Ok(())
}

/// Every legal action, played on the line and popped, leaves it as it was, and
/// comes to what a submit comes to.
fn try_all<G: Game>(position: &mut Position<'_, G>, search: &mut Search<G>) -> Visited {
    // Every few moves is enough: it is done on many lines.
    const STRIDE: usize = 5;
    if !position.at.is_multiple_of(STRIDE) {
        return Ok(());
    }
    let before = search.digest()?;
    let mut legal = Vec::new();
    search.legal_all_into(&mut legal)?;
    for offer in &legal {
        let mut fork = position.session.fork();
        let submitted = fork.submit(offer.by(), offer.action().clone())?;
        let played = search.play(offer)?;
        let same = match (&submitted, &played) {
            (Outcome::Committed(_), Outcome::Committed(_)) => true,
            (Outcome::Pending(one), Outcome::Pending(other)) => one.options == other.options,
            (one, other) => one.to_string() == other.to_string(),
        };
        if !same {
            let what = format!(
                "{offer:?} came to \"{submitted}\" in a session, and to \"{played}\" on a search line."
            );
            position.fail(what);
        }
        if played.is_committed() {
            let (expected, found) = (fork.digest()?, search.digest()?);
            position.same(
                &format!("The digest after {offer:?} on a search line"),
                &expected,
                &found,
            );
            search.pop();
        }
        let after = search.digest()?;
        position.same(&format!("The digest after {offer:?} was popped"), &before, &after);
    }
    Ok(())
}

fn pop_all<G: Game>(position: &mut Position<'_, G>, search: &mut Search<G>) -> Visited {
    for at in (0..position.line.moves.len()).rev() {
        if !search.pop() {
            position.fail(format!("Move {} could not be popped.", at + 1));
            return Ok(());
        }
        let digest = search.digest()?;
        let what = format!("The digest after popping move {}", at + 1);
        position.same(&what, &position.line.digests[at], &digest);
    }
    Ok(())
}
