//! Explanations agree with what a submit comes to, say the same each time, and
//! change nothing.

use rulebook::{By, Dice, Explanation, Forecast, Game, Outcome, Seed};

use crate::checks::preview::to_look_at;
use crate::line::RECORDING;
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited, describe};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let mut dice = Dice::new(Seed(5));
    suite.walk_some(RECORDING, findings, |position| {
        for (by, action) in to_look_at(suite, position.session, &mut dice)? {
            explain(suite, position, by, &action)?;
        }
        Ok(())
    });
}

fn explain<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    by: By,
    action: &G::Action,
) -> Visited {
    let what = describe(by, &(suite.author.print)(action));
    let before = Fingerprint::of(position.session)?;
    let explanation = position.session.explain(by, action)?;
    let (one, found) = (explanation.to_string(), foretold(explanation));
    let other = position.session.explain(by, action)?.to_string();
    let after = Fingerprint::of(position.session)?;
    position.same(&format!("The session, after {what} was explained"), &before, &after);
    position.same_text(&format!("The second explanation of {what}"), &one, &other);
    let mut fork = position.session.fork();
    let outcome = fork.submit(by, action.clone());
    let expected = match outcome {
        Ok(outcome) => told(&outcome),
        Err(fault) => format!("fault: {fault}"),
    };
    position.same_text(&format!("The verdict on {what}"), &expected, &found);
    Ok(())
}

/// What came of a submit, in a word.
fn told<G: Game>(outcome: &Outcome<G>) -> String {
    match outcome {
        Outcome::Committed(_) => "committed".to_owned(),
        Outcome::Pending(choice) => choice.to_string(),
        other => other.to_string(),
    }
}

/// What an explanation says of it, in the same word.
fn foretold<G: Game>(explanation: &Explanation<G>) -> String {
    match explanation.forecast() {
        Forecast::Commit(_) => "committed".to_owned(),
        Forecast::NoChange(_) => "no change".to_owned(),
        Forecast::Refused(kind, cause) => format!("{kind}: {cause}"),
        Forecast::Choice(choice) => choice.to_owned(),
        Forecast::Dice(_) => "dice".to_owned(),
        Forecast::Fault(fault) => format!("fault: {fault}"),
    }
}
