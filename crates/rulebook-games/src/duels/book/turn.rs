//! The turn machine.

use rulebook::prelude::*;

use super::{Sheet, step};
use crate::duels::cards::Status;
use crate::duels::{ActionKind, Duel, Duels, Event, Order, StationKind, Why};

/// Draw, Strategy, Battle, End, and the other player's Draw; before the first
/// turn the cards are dealt and the Champions placed.
pub(super) fn course_of_a_turn(sheet: Sheet) -> Sheet {
    let choices = [
        ActionKind::Place,
        ActionKind::Attack,
        ActionKind::Protect,
        ActionKind::Pump,
        ActionKind::Cast,
        ActionKind::Withdraw,
        ActionKind::Use,
        ActionKind::Done,
        ActionKind::Resign,
    ];
    sheet.turn_by(&step(), Why::WrongPhase, |turn| {
        turn.step(StationKind::Dealing, |step| {
            step.allows(ActionKind::Deal).leads_to(StationKind::Champions)
        })
        .step(StationKind::Champions, |step| {
            step.allows([ActionKind::Place, ActionKind::Resign]).leads_to(StationKind::Draw)
        })
        .step(StationKind::Draw, |step| {
            step.allows([ActionKind::Draw, ActionKind::Use, ActionKind::Resign])
                .leads_to(StationKind::Strategy)
        })
        .step(StationKind::Strategy, |step| step.allows(choices).leads_to(StationKind::Battle))
        .step(StationKind::Battle, |step| {
            step.allows([ActionKind::Use, ActionKind::Fight, ActionKind::Resign])
                .entering(open_the_orders)
                .leads_to(StationKind::End)
        })
        .step(StationKind::End, |step| {
            step.entering(|cx| what_ends(cx.state)).leads_to(StationKind::Draw)
        })
    })
}

/// What was chosen is shown; whoever protects begins to, and whoever pumps has
/// pumped before the first blow.
fn open_the_orders(cx: &mut Effect<'_, Duels>) -> Vec<Event> {
    let orders = cx.state.player(cx.state.active()).orders();
    let at_once = orders.iter().filter_map(|&(card, order)| match order {
        Order::Protect | Order::Pump { .. } if cx.state.suffers(card, Status::Stun) => {
            Some(Event::Missed { card })
        }
        // Whom it was to pump has left.
        Order::Pump { target, .. } if cx.state.front_column(target).is_none() => {
            Some(Event::Missed { card })
        }
        Order::Protect => Some(Event::Protected { card }),
        Order::Pump { target, stat } => Some(Event::Pumped { card, target, stat }),
        Order::Attack { .. } | Order::Cast { .. } => None,
    });
    [Event::Opened].into_iter().chain(at_once).collect()
}

/// What lasted until now ends. What follows in the End follows from this.
fn what_ends(duel: &Duel) -> Vec<Event> {
    let shields = duel.fighters().filter(|&card| {
        let shield = duel.card(card).shield;
        shield.left > 0 && shield.ends.is_some_and(|ends| ends <= 1)
    });
    shields.map(|card| Event::ShieldEnded { card }).chain([Event::Expired]).collect()
}
