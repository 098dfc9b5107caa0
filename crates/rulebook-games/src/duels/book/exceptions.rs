//! What cards allow beyond the checks, and what they forbid beyond them.

use rulebook::prelude::*;

use super::checks::ACTS;
use super::targets::attacked;
use super::{Sheet, own};
use crate::duels::cards::{Ban, CheckName};
use crate::duels::{Action, ActionKind, CENTRE, CardId, Duels, Why};

/// An exception for each check that can be lifted, and a prohibition for each
/// thing that can be forbidden. A card has them by what is printed on it, by
/// what another radiates, or by what it was given.
pub(super) fn what_cards_allow_and_forbid(mut sheet: Sheet) -> Sheet {
    for check in CheckName::ALL {
        sheet = sheet.exception(format!("the card is an exception: {check}"), |exception| {
            exception
                .lifts(check.name())
                .when(move |ask| own(ask).is_some_and(|card| ask.state.lifts(card, check)))
        });
    }
    for ban in Ban::ALL {
        let name = format!("a card forbids it to {ban}");
        sheet = sheet.prohibition(name, Gate::Specific, |check| {
            check.on(kind_of(ban)).test(move |ask| match banned(ask, ban) {
                Some(card) => Err(Why::Prohibited { card, ban }),
                None => Ok(()),
            })
        });
    }
    sheet
}

fn kind_of(ban: Ban) -> ActionKind {
    match ban {
        Ban::Attack | Ban::AttackChampion => ActionKind::Attack,
        Ban::Protect => ActionKind::Protect,
        Ban::Pump => ActionKind::Pump,
        Ban::Place => ActionKind::Place,
        Ban::Cast => ActionKind::Cast,
        Ban::UsePower => ActionKind::Use,
    }
}

/// The card that may not do this, if it is to do just that.
fn banned(ask: &Ask<'_, Duels>, ban: Ban) -> Option<CardId> {
    let card = own(ask)?;
    let concerns = match ban {
        Ban::AttackChampion => {
            let target = attacked(ask).and_then(|(_, _, target)| target);
            target.is_some_and(|target| ask.state.is_champion(target))
        }
        // Without a Champion in the centre nobody could begin.
        Ban::Place => !(ask.state.is_champion(card) && is_placed_in(ask, CENTRE)),
        _ => true,
    };
    (concerns && ask.state.is_forbidden(card, ban)).then_some(card)
}

fn is_placed_in(ask: &Ask<'_, Duels>, centre: u8) -> bool {
    matches!(*ask.action, Action::Place { column, .. } if column == centre)
}

// What is forbidden is something that a card does, or to be placed.
const _: () = assert!(ACTS.len() + 2 == Ban::ALL.len());
