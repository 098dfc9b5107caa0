//! What must hold, whatever happens.

use rulebook::prelude::*;

use super::Sheet;
use super::ends::has_lost;
use crate::duels::card::{Ailment, Card, Shield};
use crate::duels::cards::{CardKind, CheckName, Stat};
use crate::duels::{CENTRE, CardId, Duel, EventKind, Order, Station};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The kinds of events that bring cards elsewhere.
const MOVING: [EventKind; 9] = [
    EventKind::Shuffled,
    EventKind::Drew,
    EventKind::Placed,
    EventKind::Summoned,
    EventKind::Destroyed,
    EventKind::Moved,
    EventKind::SteppedAside,
    EventKind::Countered,
    EventKind::Spent,
];

pub(super) fn invariants(sheet: Sheet) -> Sheet {
    sheet
        .invariant("each card is in exactly one place", |invariant| {
            invariant.broken_by(MOVING).holds(each_card_in_one_place)
        })
        .invariant("each player has one champion", |invariant| {
            invariant
                .broken_by(MOVING)
                .holds(|duel: &Duel| SEATS.iter().all(|&seat| has_one_champion(duel, seat)))
        })
        .invariant("champions stand in the centre", |invariant| {
            invariant.holds(|duel: &Duel| SEATS.iter().all(|&seat| stands_in_centre(duel, seat)))
        })
        .invariant("each card stands in its row", |invariant| {
            invariant.broken_by(MOVING).holds(rows_are_sound)
        })
        .invariant("one action for each card", |invariant| invariant.holds(orders_are_sound))
        .invariant("hit points are in range", |invariant| invariant.holds(lanes_are_sound))
        .invariant("only who is in play is hurt or bears something", |invariant| {
            invariant.holds(burdens_are_sound)
        })
        .invariant("who stands has DEF left", |invariant| {
            invariant.at_rest().holds(|duel: &Duel| {
                let mut fighters = duel.fighters();
                duel.ending().is_some() || fighters.all(|card| duel.stat(card, Stat::Def) > 0)
            })
        })
        .invariant("who has lost has lost", |invariant| {
            invariant.at_rest().holds(|duel: &Duel| {
                duel.ending().is_some() || !SEATS.iter().any(|&seat| has_lost(duel, seat))
            })
        })
        .invariant("the game rests where somebody can act", |invariant| {
            invariant.at_rest().holds(|duel: &Duel| {
                duel.ending().is_some() || (duel.station() != Station::End && duel.acting.is_none())
            })
        })
}

fn each_card_in_one_place(duel: &Duel) -> bool {
    let mut seen = vec![0u8; duel.cards()];
    for &seat in &SEATS {
        let player = duel.player(seat);
        let rows = player.front.iter().chain(&player.back).flatten();
        let piles = player.hand.iter().chain(&player.deck).chain(&player.discard);
        for card in rows.chain(piles) {
            match seen.get_mut(card.index()) {
                Some(times) if duel.owner(*card) == seat => *times += 1,
                _ => return false,
            }
        }
    }
    seen.into_iter().all(|times| times == 1)
}

fn has_one_champion(duel: &Duel, seat: Seat) -> bool {
    let all = (0..duel.cards() as u16).map(CardId);
    let mut own = all.filter(|&card| duel.owner(card) == seat && duel.is_champion(card));
    let player = duel.player(seat);
    let champion = player.champion();
    own.next() == Some(champion) && own.next().is_none() && !player.deck().contains(&champion)
}

/// In the hand before it is placed, and then in the centre, unless an exception
/// lifts that.
fn stands_in_centre(duel: &Duel, seat: Seat) -> bool {
    let champion = duel.player(seat).champion();
    match duel.front_column(champion) {
        Some(CENTRE) => true,
        Some(_) => duel.lifts(champion, CheckName::ChampionInCentre),
        None => duel.turn() == 0 || duel.player(seat).discard().contains(&champion),
    }
}

fn rows_are_sound(duel: &Duel) -> bool {
    let is_spell = |card: &CardId| duel.def(*card).kind == CardKind::Spell;
    duel.players.iter().all(|player| {
        !player.front.iter().flatten().any(is_spell) && player.back.iter().flatten().all(is_spell)
    })
}

/// Each card has one action at most, is there to do it, and only the player
/// whose turn it is has chosen any.
fn orders_are_sound(duel: &Duel) -> bool {
    SEATS.iter().all(|&seat| {
        let orders = duel.player(seat).orders();
        let once = |(at, (card, _)): (usize, &(CardId, Order))| {
            !orders[..at].iter().any(|(other, _)| other == card)
        };
        orders.iter().enumerate().all(once)
            && orders
                .iter()
                .all(|&(card, _)| duel.column(card).is_some() && duel.owner(card) == seat)
            && (orders.is_empty() || duel.active() == seat)
    })
}

/// No lane has more hit points than it had at first.
fn lanes_are_sound(duel: &Duel) -> bool {
    SEATS.iter().all(|&seat| {
        let mut lanes = (0u8..).zip(duel.player(seat).lanes());
        lanes.all(|(lane, left)| left <= duel.first_hit_points(seat, lane))
    })
}

/// Damage, statuses and shields are borne by fighters in the front row, what was
/// given by cards in play or in a hand; nothing of it is younger than the game.
/// What is in play is no secret, so nothing need be known of it.
fn burdens_are_sound(duel: &Duel) -> bool {
    let elsewhere = |card: CardId| {
        duel.column(card).is_none() && !duel.player(duel.owner(card)).hand().contains(&card)
    };
    let burdened = |card: &Card| {
        card.wounds > 0
            || card.ailments.iter().any(|ailment| *ailment != Ailment::default())
            || card.shield != Shield::default()
    };
    let mut cards = (0u16..).map(CardId).zip(&duel.cards);
    !duel.marks.iter().any(|mark| elsewhere(mark.card))
        && cards.all(|(number, card)| {
            (duel.front_column(number).is_some() || !burdened(card))
                && !(card.known && duel.column(number).is_some())
                && card.since <= duel.clock
                && card.protected <= duel.turn
        })
}
