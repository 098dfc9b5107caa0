//! Preview equals submit, and changes nothing.
//!
//! In an analysis it is the same frame, state and digest, dice included. In a
//! game that is played, it stops where dice would fall or something would be
//! revealed, and only there.

use rulebook::{
    By, Cause, Dice, Fault, Game, Mode, Outcome, Preview, Reversibility, Seed, Session,
    SessionOptions,
};

use crate::line::{RECORDING, everybody, frame_text};
use crate::suite::{Findings, Fingerprint, Position, Suite, Visited, describe, dice_sample};

/// How many actions are looked at in each position.
const LOOKS: usize = 12;

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let play = SessionOptions { mode: Mode::Play, ..RECORDING };
    for options in [RECORDING, play] {
        let mut dice = Dice::new(Seed(4));
        suite.walk_some(options, findings, |position| {
            for (by, action) in to_look_at(suite, position.session, &mut dice)? {
                look(suite, position, by, &action)?;
            }
            Ok(())
        });
    }
}

/// Some legal actions, and some others.
pub(crate) fn to_look_at<G: Game>(
    suite: &Suite<G>,
    session: &mut Session<G>,
    dice: &mut Dice,
) -> Result<Vec<(By, G::Action)>, Fault> {
    let legal = session.legal_all()?.into_iter();
    let mut looks: Vec<_> = legal.map(|offer| (offer.by(), offer.into_action())).collect();
    dice_sample(&mut looks, LOOKS, dice);
    let mut others = suite.to_try(session.state(), dice);
    dice_sample(&mut others, LOOKS / 2, dice);
    let everybody = everybody(session.seats());
    for action in others {
        if let Some(&by) = dice.pick(&everybody) {
            looks.push((by, action));
        }
    }
    Ok(looks)
}

fn look<G: Game>(
    suite: &Suite<G>,
    position: &mut Position<'_, G>,
    by: By,
    action: &G::Action,
) -> Visited {
    let before = Fingerprint::of(position.session)?;
    let preview = position.session.preview(by, action)?;
    let after = Fingerprint::of(position.session)?;
    let what = describe(by, &(suite.author.print)(action));
    position.same(&format!("The session, after a preview of {what}"), &before, &after);
    let mut fork = position.session.fork();
    let outcome = fork.submit(by, action.clone())?;
    let expected = told(suite, &fork, &outcome)?;
    let found = foretold(suite, &preview)?;
    if matches!(preview, Preview::DiceAhead) {
        if position.session.options().mode == Mode::Analysis || !was_fate(fork, outcome)? {
            let what = format!(
                "The preview of {what} stopped, but no dice fell and nothing was revealed."
            );
            position.fail(what);
        }
        return Ok(());
    }
    position.same_text(&format!("The preview of {what}"), &expected, &found);
    Ok(())
}

/// What a submit came to.
fn told<G: Game>(
    suite: &Suite<G>,
    session: &Session<G>,
    outcome: &Outcome<G>,
) -> Result<String, Fault> {
    Ok(match outcome {
        Outcome::Committed(id) => {
            let (frame, state) = (frame_text(session, *id), suite.digest_of(session.state())?);
            format!("({frame}, state: {state:?})")
        }
        other => other.to_string(),
    })
}

/// What a preview says a submit would come to.
fn foretold<G: Game>(suite: &Suite<G>, preview: &Preview<G>) -> Result<String, Fault> {
    Ok(match preview {
        Preview::Commit { frame, state } => {
            format!("({frame:?}, state: {:?})", suite.digest_of(state)?)
        }
        Preview::NoChange => "no change".to_owned(),
        Preview::Refused(kind, refusal) => format!("{kind}: {refusal}"),
        Preview::Choice(choice) => choice.to_string(),
        Preview::DiceAhead => "dice ahead".to_owned(),
    })
}

/// Whether dice fall or something is revealed, now or once everything was
/// answered. What rules or invariants refuse may have drawn before; nobody can
/// tell afterwards.
fn was_fate<G: Game>(mut session: Session<G>, mut outcome: Outcome<G>) -> Result<bool, Fault> {
    while let Outcome::Pending(choice) = &outcome {
        outcome = session.answer(choice.seat, choice.id, 0)?;
    }
    Ok(match &outcome {
        Outcome::Committed(id) => session
            .frame(*id)
            .is_some_and(|frame| frame.reversibility() == Reversibility::Irreversible),
        other => {
            let cause = other.refusal().map(|refusal| &refusal.cause);
            matches!(cause, Some(Cause::Rule { .. } | Cause::Invariants { .. }))
        }
    })
}
