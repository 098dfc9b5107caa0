//! Checks of shape, time and actor.
//!
//! What they say about a card they say only to its owner, or of a card in play:
//! a refusal must not tell what the other holds.

use rulebook::prelude::*;

use super::{Sheet, own, own_fighter, own_in_play};
use crate::duels::cards::{Ability, CardKind, CheckName, Class, Power, Stat, Status};
use crate::duels::{Action, ActionKind, CardId, Duel, Duels, Why};

/// The kinds of actions that a card in play does.
pub(super) const ACTS: [ActionKind; 5] =
    [ActionKind::Attack, ActionKind::Protect, ActionKind::Pump, ActionKind::Cast, ActionKind::Use];

/// The kinds of actions of which each card has one in a turn.
const CHOICES: [ActionKind; 4] =
    [ActionKind::Attack, ActionKind::Protect, ActionKind::Pump, ActionKind::Cast];

pub(super) fn who_may_act(sheet: Sheet) -> Sheet {
    let sheet = shape_and_time(sheet);
    let sheet = any_actor(sheet);
    classes(sheet)
}

fn shape_and_time(sheet: Sheet) -> Sheet {
    sheet
        .check("the cards and powers exist", Gate::Shape, |check| {
            check.require(|ask| names_what_exists(ask.state, ask.action), Why::InvalidActionType)
        })
        .check("the champions come first", Gate::Timing, |check| {
            check.on(ActionKind::Place).require(
                |ask| {
                    ask.state.turn() > 0
                        || ask.action.card().is_some_and(|card| ask.state.is_champion(card))
                },
                Why::InvalidActionTiming,
            )
        })
        .check("the power has its steps", Gate::Timing, |check| {
            check.on(ActionKind::Use).require(
                |ask| match (power(ask.state, ask.action), ask.state.station().step()) {
                    (Some(power), Some(step)) => power.steps.contains(step),
                    _ => true,
                },
                Why::WrongPhase,
            )
        })
}

fn any_actor(sheet: Sheet) -> Sheet {
    sheet
        .check("it is your turn", Gate::Actor, |check| {
            check.require(|ask| Duels::active(ask.state).contains(ask.by), Why::NotActivePlayer)
        })
        .check("the card can act", Gate::Actor, |check| {
            check.on(ACTS).test(|ask| match ask.action.card() {
                Some(card) => can_act(ask).or(Why::ActorCannotPerform { card }),
                None => Ok(()),
            })
        })
        .check("the card is in the hand", Gate::Actor, |check| {
            check.on(ActionKind::Place).test(|ask| match (ask.by.seat(), ask.action.card()) {
                (Some(seat), Some(card)) => {
                    ask.state.player(seat).hand().contains(&card).or(Why::CardNotInHand { card })
                }
                _ => Ok(()),
            })
        })
        .check("one action for each card and turn", Gate::Actor, |check| {
            check.on(CHOICES).test(|ask| match own(ask) {
                Some(card) => (!is_ordered(ask.state, card)).or(Why::AlreadyChosen { card }),
                None => Ok(()),
            })
        })
        .check("there is something to withdraw", Gate::Actor, |check| {
            check.on(ActionKind::Withdraw).test(|ask| match ask.action.card() {
                Some(card) => {
                    let ordered = own(ask).is_some_and(|card| is_ordered(ask.state, card));
                    ordered.or(Why::NothingToWithdraw { card })
                }
                None => Ok(()),
            })
        })
}

fn classes(sheet: Sheet) -> Sheet {
    sheet
        .check("the card can attack", Gate::Actor, |check| {
            check.on(ActionKind::Attack).test(|ask| match own_in_play(ask) {
                Some(card) => {
                    let fights = ask.state.front_column(card).is_some();
                    let strong = ask.state.stat(card, Stat::Atk) > 0;
                    (fights && strong).or(Why::CannotAttack { card })
                }
                None => Ok(()),
            })
        })
        .check(CheckName::OnlyDefendersProtect.name(), Gate::Actor, |check| {
            check.on(ActionKind::Protect).liftable().test(|ask| match own_fighter(ask) {
                Some(card) => {
                    is_of(ask.state, card, Class::Defender).or(Why::NotADefender { card })
                }
                None => Ok(()),
            })
        })
        .check(CheckName::ProtectionHasRested.name(), Gate::Actor, |check| {
            check.on(ActionKind::Protect).liftable().test(|ask| match own_fighter(ask) {
                Some(card) => {
                    (!ask.state.protected_last_turn(card)).or(Why::ProtectionOnCooldown { card })
                }
                None => Ok(()),
            })
        })
        .check(CheckName::OnlyPumpersPump.name(), Gate::Actor, |check| {
            check.on(ActionKind::Pump).liftable().test(|ask| match own_fighter(ask) {
                Some(card) => is_of(ask.state, card, Class::Pumper).or(Why::NotAPumper { card }),
                None => Ok(()),
            })
        })
        .check("the power has rested", Gate::Actor, |check| {
            check.on(ActionKind::Use).require(
                |ask| match (own_fighter(ask), ask.action) {
                    (Some(card), Action::Use { power, .. }) => {
                        let player = ask.state.player(ask.state.owner(card));
                        player.rests.get(usize::from(*power)).is_none_or(|rest| *rest == 0)
                    }
                    _ => true,
                },
                Why::PowerOnCooldown,
            )
        })
}

/// Whether all numbers in an action stand for something.
fn names_what_exists(duel: &Duel, action: &Action) -> bool {
    let card = |card: CardId| duel.exists(card);
    match *action {
        Action::Attack { card: by, side, .. } => card(by) && side.index() < 2,
        Action::Pump { card: by, target, .. } => card(by) && card(target),
        Action::Cast { card: by, on } => card(by) && on.is_none_or(card),
        Action::Use { card: by, on, .. } => {
            card(by) && on.is_none_or(card) && power(duel, action).is_some()
        }
        _ => action.card().is_none_or(card),
    }
}

/// The power that is used, if the card is a Champion that has it.
pub(super) fn power<'d>(duel: &'d Duel, action: &Action) -> Option<&'d Power> {
    let Action::Use { card, power, .. } = *action else { return None };
    let def = duel.exists(card).then(|| duel.def(card))?;
    match def.abilities.get(usize::from(power)) {
        Some(Ability::Power(power)) if def.kind == CardKind::Champion => Some(power),
        _ => None,
    }
}

/// Whether the card is there to do it: a spell that can be cast in the back
/// row, otherwise a card in the front row that is not stunned.
fn can_act(ask: &Ask<'_, Duels>) -> bool {
    match (own_in_play(ask), ask.action) {
        (None, _) => false,
        (Some(card), Action::Cast { .. }) => ask.state.def(card).cast().is_some(),
        // Whether it can attack from where it is, another check says.
        (Some(card), Action::Attack { .. }) => !ask.state.suffers(card, Status::Stun),
        (Some(card), _) => {
            ask.state.front_column(card).is_some() && !ask.state.suffers(card, Status::Stun)
        }
    }
}

fn is_ordered(duel: &Duel, card: CardId) -> bool {
    duel.player(duel.owner(card)).order_of(card).is_some()
}

fn is_of(duel: &Duel, card: CardId, class: Class) -> bool {
    duel.def(card).class == Some(class)
}
