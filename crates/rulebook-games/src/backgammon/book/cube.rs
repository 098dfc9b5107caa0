//! The doubling cube.

use rulebook::RuleBuilder;
use rulebook::prelude::*;

use super::super::{Action, ActionKind, Backgammon, Event, Stage, Victory, Why};
use super::{NOW, Sheet, TURN, actor, is_free, is_turn};

const MAY_DOUBLE: &str = "you may turn the cube";
const OFFERED: &str = "a double is on offer";
const MAY_BEAVER: &str = "you may beaver";

pub(super) fn chapter(sheet: Sheet) -> Sheet {
    doubling(what_the_cube_allows(sheet))
}

fn what_the_cube_allows(sheet: Sheet) -> Sheet {
    use ActionKind::{Beaver, Double, Drop, Take};
    sheet
        .check(MAY_DOUBLE, Gate::Specific, |check| {
            check.on(Double).test(|ask| {
                let problems =
                    ask.state.contest().double_problems(actor(ask.state), ask.state.cube());
                problems.into_iter().map(Why::Double).collect::<Vec<_>>()
            })
        })
        .check(OFFERED, Gate::Specific, |check| {
            check.on([Take, Drop]).test(|ask| {
                let problem = ask.state.cube().answer_problem(actor(ask.state));
                problem.map_or(Ok(()), |problem| Err(Why::Answer(problem)))
            })
        })
        .check(MAY_BEAVER, Gate::Specific, |check| {
            check.on(Beaver).test(|ask| {
                let beavers = ask.state.contest().terms().beavers_now();
                let problems = ask.state.cube().beaver_problems(actor(ask.state), beavers);
                problems.into_iter().map(Why::Beaver).collect::<Vec<_>>()
            })
        })
}

fn doubling(sheet: Sheet) -> Sheet {
    sheet.phase("cube", |cube| {
        cube.rule("double", |rule| {
            rule.on(ActionKind::Double)
                .exact([TURN, NOW, MAY_DOUBLE], |offer| {
                    let table = offer.state;
                    let may = || table.contest().may_double(table.side(), table.cube());
                    if table.stage() == Stage::Rolling && is_free(offer) && may() {
                        offer.push(Action::Double);
                    }
                })
                .then(|cx, ()| [Event::Doubled { by: cx.state.side() }])
        })
        .rule("take", |rule| {
            answer(rule, ActionKind::Take, Action::Take)
                .then(|cx, ()| [Event::Taken { by: actor(cx.state) }])
        })
        .rule("drop", |rule| {
            answer(rule, ActionKind::Drop, Action::Drop).then(|cx, ()| {
                let dropped = cx.state.cube().dropped();
                let victory = Victory::Dropped;
                dropped.map(|(winner, points)| Event::Won { winner, victory, points })
            })
        })
        .rule("beaver", |rule| {
            rule.on(ActionKind::Beaver)
                .exact([TURN, MAY_BEAVER], |offer| {
                    let (cube, terms) = (offer.state.cube(), offer.state.contest().terms());
                    let side = actor(offer.state);
                    let may = || cube.beaver_problems(side, terms.beavers_now()).is_empty();
                    if offer.state.stage() == Stage::Answering && is_turn(offer) && may() {
                        offer.push(Action::Beaver);
                    }
                })
                .then(|cx, ()| [Event::Beavered { by: actor(cx.state) }])
        })
    })
}

/// A rule for an answer to a double.
fn answer(
    rule: RuleBuilder<Backgammon>,
    kind: ActionKind,
    action: Action,
) -> RuleBuilder<Backgammon> {
    rule.on(kind).exact([TURN, OFFERED], move |offer| {
        if offer.state.stage() == Stage::Answering && is_turn(offer) {
            offer.push(action);
        }
    })
}
