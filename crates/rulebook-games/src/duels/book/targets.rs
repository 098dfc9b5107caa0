//! Checks of targets, and what else each kind of action asks for.

use rulebook::prelude::*;

use super::checks::power;
use super::{Sheet, own, own_fighter};
use crate::duels::asking::{Asker, Radiated};
use crate::duels::attack::attacks_diagonally;
use crate::duels::cards::{CardKind, CheckName, Condition, Filter};
use crate::duels::{Action, ActionKind, CENTRE, COLUMNS, CardId, Duel, Duels, Why};

pub(super) fn what_may_be_chosen(sheet: Sheet) -> Sheet {
    let sheet = places(sheet);
    let sheet = whom_to_attack(sheet);
    let sheet = others(sheet);
    champions(sheet)
}

fn places(sheet: Sheet) -> Sheet {
    sheet
        .check("the column exists", Gate::Targets, |check| {
            check.on([ActionKind::Place, ActionKind::Attack]).test(|ask| match *ask.action {
                Action::Place { column, .. } | Action::Attack { column, .. } => {
                    (usize::from(column) < COLUMNS).or(Why::InvalidPosition { column })
                }
                _ => Ok(()),
            })
        })
        .check("the place is empty", Gate::Targets, |check| {
            check.on(ActionKind::Place).test(|ask| match (own(ask), *ask.action) {
                (Some(card), Action::Place { column, .. }) => {
                    is_empty_for(ask.state, card, column).or(Why::PositionOccupied { column })
                }
                _ => Ok(()),
            })
        })
}

fn whom_to_attack(sheet: Sheet) -> Sheet {
    sheet
        .check("there is something to attack on the other side", Gate::Targets, |check| {
            check.on(ActionKind::Attack).require(
                |ask| match *ask.action {
                    Action::Attack { side, column, .. } => {
                        !ask.by.is(side) && !is_ruin(ask.state, side, column)
                    }
                    _ => true,
                },
                Why::InvalidTargets,
            )
        })
        .check(CheckName::ClassAttacksThatWay.name(), Gate::Targets, |check| {
            check.on(ActionKind::Attack).liftable().test(|ask| match distance(ask) {
                Some((card, 1)) => {
                    attacks_diagonally(ask.state, card).or(Why::UnsupportedAttackType { card })
                }
                _ => Ok(()),
            })
        })
        .check("the column is in reach", Gate::Targets, |check| {
            check.on(ActionKind::Attack).test(|ask| match (distance(ask), *ask.action) {
                (Some((_, far)), Action::Attack { column, .. })
                    if usize::from(column) < COLUMNS =>
                {
                    (far <= 1).or(Why::InvalidAttackPattern { column })
                }
                _ => Ok(()),
            })
        })
}

fn others(sheet: Sheet) -> Sheet {
    sheet
        .check("only friends are pumped", Gate::Targets, |check| {
            check.on(ActionKind::Pump).require(
                |ask| match *ask.action {
                    Action::Pump { target, .. } => {
                        ask.by.is(ask.state.owner(target))
                            && ask.state.front_column(target).is_some()
                    }
                    _ => true,
                },
                Why::InvalidTargets,
            )
        })
        .check("the card wants this target", Gate::Targets, |check| {
            check.on([ActionKind::Cast, ActionKind::Use]).require(
                |ask| wants(ask).is_none_or(|(asker, choose, _)| fits(ask.state, &asker, choose)),
                Why::InvalidTargets,
            )
        })
        .check("what the card asks for holds", Gate::Specific, |check| {
            check.on([ActionKind::Cast, ActionKind::Use]).require(
                |ask| {
                    wants(ask).is_none_or(|(asker, _, when)| {
                        asker.holds(ask.state, when, Radiated::Counts)
                    })
                },
                Why::ConditionNotMet,
            )
        })
}

fn champions(sheet: Sheet) -> Sheet {
    sheet
        .check(CheckName::ChampionInCentre.name(), Gate::Specific, |check| {
            check.on(ActionKind::Place).liftable().require(
                |ask| match (own(ask), *ask.action) {
                    (Some(card), Action::Place { column, .. }) => {
                        column == CENTRE || !ask.state.is_champion(card)
                    }
                    _ => true,
                },
                Why::ChampionMustBeCenter,
            )
        })
        .check(CheckName::ChampionIsOpen.name(), Gate::Specific, |check| {
            check.on(ActionKind::Attack).liftable().require(
                |ask| match attacked(ask) {
                    Some((side, _, Some(target))) => {
                        !ask.state.is_champion(target) || ask.state.player(side).is_open()
                    }
                    _ => true,
                },
                Why::CannotAttackChampion,
            )
        })
        .check(CheckName::CentreLaneIsOpen.name(), Gate::Specific, |check| {
            check.on(ActionKind::Attack).liftable().require(
                |ask| match attacked(ask) {
                    Some((side, column, None)) => {
                        column != CENTRE || ask.state.player(side).is_open()
                    }
                    _ => true,
                },
                Why::CannotAttackChampionLane,
            )
        })
}

/// Whether the row in which the card belongs is empty there. A column that
/// does not exist is not occupied either.
fn is_empty_for(duel: &Duel, card: CardId, column: u8) -> bool {
    let player = duel.player(duel.owner(card));
    let spell = duel.def(card).kind == CardKind::Spell;
    let row = if spell { player.back() } else { player.front() };
    row.get(usize::from(column)).is_none_or(Option::is_none)
}

/// Whether nobody stands there and the lane is broken.
fn is_ruin(duel: &Duel, side: Seat, column: u8) -> bool {
    let (player, column) = (duel.player(side), usize::from(column));
    player.front().get(column) == Some(&None) && player.lanes().get(column) == Some(&0)
}

/// The attacker, and how many columns away its target is.
fn distance(ask: &Ask<'_, Duels>) -> Option<(CardId, u8)> {
    let card = own_fighter(ask)?;
    let Action::Attack { column, .. } = *ask.action else { return None };
    Some((card, ask.state.front_column(card)?.abs_diff(column)))
}

/// Whose column is attacked, which, and who stands there.
pub(super) fn attacked(ask: &Ask<'_, Duels>) -> Option<(Seat, u8, Option<CardId>)> {
    let Action::Attack { side, column, .. } = *ask.action else { return None };
    let target = ask.state.standing_at(side, column)?;
    Some((side, column, target))
}

/// What a spell or power wants: which target, and what must hold.
fn wants<'s>(ask: &Ask<'s, Duels>) -> Option<(Asker, Option<&'s Filter>, &'s [Condition])> {
    let card = own(ask)?;
    let asker = Asker::of(ask.state, card);
    match *ask.action {
        Action::Cast { on, .. } => {
            let cast = ask.state.def(card).cast()?;
            Some((asker.choosing(on), cast.choose.as_ref(), &cast.when))
        }
        Action::Use { on, .. } => {
            let power = power(ask.state, ask.action)?;
            Some((asker.choosing(on), power.choose.as_ref(), &power.when))
        }
        _ => None,
    }
}

/// Whether the card that was chosen is one that is wanted.
pub(super) fn fits(duel: &Duel, asker: &Asker, choose: Option<&Filter>) -> bool {
    match (choose, asker.chosen) {
        (None, None) => true,
        (Some(filter), Some(card)) => {
            duel.column(card).is_some() && asker.accepts(duel, filter, card)
        }
        _ => false,
    }
}
