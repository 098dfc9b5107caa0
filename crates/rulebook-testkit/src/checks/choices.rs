//! A choice accepts its own answers, once, from its own seat, and nothing else;
//! whatever else is tried changes nothing. No two options look the same.

use rulebook::{By, Choice, ChoiceId, Digest, Fault, Game, Outcome, Seat, Session};

use crate::line::{Move, RECORDING, everybody};
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let asked = |made: &Move<G>| !made.answers.is_empty();
    if !suite.lines.iter().any(|line| line.moves.iter().any(asked)) {
        return findings.skip("no choice was asked in random play.");
    }
    suite.walk(RECORDING, findings, |position| match position.line.moves.get(position.at) {
        Some(next) if asked(next) => answer_badly(position, next),
        _ => Ok(()),
    });
}

/// Makes a move whose choices are answered rightly, after every wrong way.
fn answer_badly<G: Game>(position: &mut Position<'_, G>, next: &Move<G>) -> Visited {
    let mut session = position.session.fork();
    let mut outcome = session.submit(next.by, next.action.clone())?;
    let mut last = None;
    for &answer in &next.answers {
        let Outcome::Pending(choice) = outcome else {
            break;
        };
        look(position, &session, &choice);
        refuse_all(position, &mut session, &choice, answer)?;
        refuse_the_rest(position, &mut session, next)?;
        outcome = session.answer(choice.seat, choice.id, answer)?;
        last = Some((choice, answer));
    }
    // An answer that was given cannot be given again.
    if let Some((choice, answer)) = last {
        let again = |session: &mut Session<G>| session.answer(choice.seat, choice.id, answer);
        refuse(position, &mut session, "The same answer, given twice,", again)?;
    }
    Ok(())
}

/// The choice makes sense.
fn look<G: Game>(position: &mut Position<'_, G>, session: &Session<G>, choice: &Choice) {
    let Choice { seat, options, .. } = choice;
    for (at, option) in options.iter().enumerate() {
        if options[..at].contains(option) {
            position.fail(format!("Two options look the same, \"{option}\": {choice}"));
        }
    }
    let active: Vec<_> = session.active().iter().collect();
    position.same("Who may act while a choice is pending", &vec![By::Seat(*seat)], &active);
}

/// Wrong seats, other choices, options that are not there.
fn refuse_all<G: Game>(
    position: &mut Position<'_, G>,
    session: &mut Session<G>,
    choice: &Choice,
    right: u32,
) -> Visited {
    let Choice { id, seat, options, .. } = choice;
    for by in everybody(session.seats()) {
        if !by.is(*seat) {
            let what = format!("An answer by {by} instead of {seat}");
            refuse(position, session, &what, |session| session.answer(by, *id, right))?;
        }
    }
    let others = [
        ChoiceId { frame: id.frame + 1, ..*id },
        ChoiceId { frame: id.frame.wrapping_sub(1), ..*id },
        ChoiceId { nth: id.nth + 1, ..*id },
        ChoiceId { asked: Digest(!id.asked.0), ..*id },
    ];
    for other in others {
        let what = format!("An answer to {other} instead of {id}");
        refuse(position, session, &what, |session| session.answer(*seat, other, right))?;
    }
    for option in [options.len() as u32, u32::MAX] {
        let what = format!("An answer with option {option}, which was not offered,");
        refuse(position, session, &what, |session| session.answer(*seat, *id, option))?;
    }
    Ok(())
}

/// While a choice is pending, nothing else can be done.
fn refuse_the_rest<G: Game>(
    position: &mut Position<'_, G>,
    session: &mut Session<G>,
    next: &Move<G>,
) -> Visited {
    let submit = |session: &mut Session<G>| session.submit(next.by, next.action.clone());
    refuse(position, session, "Another action while a choice was pending", submit)?;
    refuse(position, session, "An undo while a choice was pending", Session::undo)?;
    refuse(position, session, "A redo while a choice was pending", Session::redo)?;
    for seat in 0..session.seats() {
        if !session.legal(Seat(seat as u8))?.is_empty() {
            position.fail("Actions are offered while a choice is pending.");
        }
    }
    Ok(())
}

/// Does something that must be refused and change nothing.
fn refuse<G: Game>(
    position: &mut Position<'_, G>,
    session: &mut Session<G>,
    what: &str,
    attempt: impl FnOnce(&mut Session<G>) -> Result<Outcome<G>, Fault>,
) -> Visited {
    let before = Fingerprint::of(session)?;
    let outcome = attempt(session)?;
    if outcome.refusal().is_none() {
        position.fail(format!("{what} was not refused; it came to: {outcome}"));
    }
    let after = Fingerprint::of(session)?;
    position.same(&format!("{what} left something behind"), &before, &after);
    Ok(())
}
