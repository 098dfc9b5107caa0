//! Resignations: what a player offers to lose, and the opponent's answer.

use rulebook::prelude::*;

use super::super::board::Win;
use super::super::{Action, ActionKind, Event, Objection, Stage, Table, Victory};
use super::{NOW, Sheet, TURN, actor, is_free, is_turn};

const BEFORE_PLAYING: &str = "you have not begun to play the dice";
const RESIGNED: &str = "a resignation is on offer";

pub(super) fn chapter(sheet: Sheet) -> Sheet {
    use ActionKind::{Accept, Decline, Resign};
    let sheet = sheet
        .check(BEFORE_PLAYING, Gate::Specific, |check| {
            check.on(Resign).test(|ask| match too_late(ask.state) {
                Some(objection) => Err(objection.into()),
                None => Ok(()),
            })
        })
        .check(RESIGNED, Gate::Specific, |check| {
            check
                .on([Accept, Decline])
                .require(|ask| ask.state.resignation().is_some(), Objection::NothingResigned.into())
        });
    sheet.phase("resigning", |resigning| {
        resigning
            .rule("resign", |rule| {
                rule.on(Resign)
                    .exact([TURN, NOW, BEFORE_PLAYING], |offer| {
                        if is_free(offer) && may_resign(offer.state) {
                            offer.extend(Win::ALL.map(Action::Resign));
                        }
                    })
                    .answer(|ask| match *ask.action {
                        Action::Resign(win) => Answer::Match(win),
                        _ => Answer::Skip,
                    })
                    .then(|cx, win| [Event::Resigned { by: cx.state.side(), win }])
            })
            .rule("accept", |rule| {
                rule.on(Accept)
                    .exact([TURN, RESIGNED], |offer| {
                        if is_turn(offer) && offer.state.resignation().is_some() {
                            offer.push(Action::Accept);
                        }
                    })
                    .then(|cx, ()| {
                        let winner = cx.state.side().other();
                        cx.state.resignation().map(|win| {
                            let (victory, points) = (Victory::Resigned(win), cx.state.worth(win));
                            Event::Won { winner, victory, points }
                        })
                    })
            })
            .rule("decline", |rule| {
                rule.on(Decline)
                    .exact([TURN, RESIGNED], |offer| {
                        if is_turn(offer) && offer.state.resignation().is_some() {
                            offer.push(Action::Decline);
                        }
                    })
                    .then(|cx, ()| [Event::Declined { by: actor(cx.state) }])
            })
    })
}

/// Whoever has moved a checker goes on; where a roll is played as a whole,
/// nothing else is done with it.
fn too_late(table: &Table) -> Option<Objection> {
    match table.stage() {
        Stage::Moving { .. } if !table.is_step_by_step() => Some(Objection::NotStepByStep),
        Stage::Moving { made, .. } if !made.is_empty() => Some(Objection::StepsMade),
        _ => None,
    }
}

#[inline]
fn may_resign(table: &Table) -> bool {
    match table.stage() {
        Stage::Rolling => true,
        Stage::Moving { .. } => too_late(table).is_none(),
        Stage::Opening | Stage::Answering | Stage::Over { .. } => false,
    }
}
