//! How each event changes the table. The only code that does.

use rulebook::Seat;

use super::card::{Ailment, Card, Mark, Shield};
use super::cards::{Ability, CardKind, Destination, Duration, Trait, Uses, Ward};
use super::state::ABILITIES;
use super::{CardId, Duel, Event, Order, Station, opponent};

pub(super) fn apply(duel: &mut Duel, event: &Event) {
    match *event {
        Event::Shuffled { seat, ref deck } => shuffle(duel, seat, deck),
        Event::Began { first } => duel.active = first,
        Event::Turned { to } => turn(duel, to),
        Event::HandedOver => duel.active = opponent(duel.active),
        Event::Passed => pass(duel),
        Event::Drew { seat } => {
            let player = duel.player_mut(seat);
            let top = player.deck.pop();
            player.hand.extend(top);
        }
        Event::Placed { card, column } => place(duel, card, column),
        Event::Chose { card, order } => {
            let owner = duel.owner(card);
            duel.player_mut(owner).orders.push((card, order));
        }
        Event::Withdrew { card } | Event::Missed { card } => forget(duel, card),
        Event::Opened => {}
        Event::Protected { card } => {
            forget(duel, card);
            duel.card_mut(card).protected = duel.turn;
        }
        Event::Pumped { card, target, stat } => {
            forget(duel, card);
            mark(duel, target, Trait::Stat { stat, by: 1 }, Duration::TURN);
        }
        Event::Attacking { card, column, target } => {
            forget(duel, card);
            duel.acting = Some((card, Order::Attack { column, target }));
        }
        Event::Casting { card, on } => {
            forget(duel, card);
            duel.acting = Some((card, Order::Cast { on }));
        }
        Event::Continued => {
            duel.acting = None;
            duel.clashes += 1;
        }
        Event::Ended { ending } => duel.ending = Some(ending),
        Event::Expired => expire(duel),
        Event::Ticked => tick(duel),
        _ => apply_to_cards(duel, event),
    }
}

/// The events that happen to cards and lanes.
fn apply_to_cards(duel: &mut Duel, event: &Event) {
    match *event {
        Event::Damaged { card, amount, .. } => {
            let card = duel.card_mut(card);
            card.wounds = card.wounds.saturating_add(small(amount));
        }
        Event::LaneHit { seat, lane, amount, .. } => {
            let lane = &mut duel.player_mut(seat).lanes[usize::from(lane)];
            *lane = lane.saturating_sub(small(amount));
        }
        Event::Healed { card, amount } => {
            let card = duel.card_mut(card);
            card.wounds = card.wounds.saturating_sub(small(amount));
        }
        Event::LaneHealed { seat, lane, amount } => {
            let most = duel.first_hit_points(seat, lane);
            let lane = &mut duel.player_mut(seat).lanes[usize::from(lane)];
            *lane = lane.saturating_add(small(amount)).min(most);
        }
        Event::Afflicted { card, status, ends } => {
            let ailment = &mut duel.card_mut(card).ailments[status as usize];
            ailment.ends = ailment.ends.max(ends);
        }
        Event::Cured { card, status } => {
            duel.card_mut(card).ailments[status as usize] = Ailment::default();
        }
        Event::Granted { card, what: Trait::Shield(left), lasts } => {
            shield(duel, card, left, lasts);
        }
        Event::Granted { card, what, lasts } => mark(duel, card, what, lasts),
        Event::ShieldSpent { card, amount } => {
            let shield = &mut duel.card_mut(card).shield;
            shield.left = shield.left.saturating_sub(small(amount));
        }
        Event::ShieldEnded { card } => duel.card_mut(card).shield = Shield::default(),
        Event::Acted { card, ability } => use_up(duel, card, ability, 1),
        Event::WardUsed { card, ability, times } => use_up(duel, card, ability, small(times)),
        Event::PowerUsed { card, power } => rest_power(duel, card, power),
        Event::Summoned { card, def, owner, column } => {
            duel.cards.push(Card::new(def, owner));
            duel.player_mut(owner).front[usize::from(column)] = Some(card);
            come_in(duel, card);
        }
        _ => apply_to_places(duel, event),
    }
}

/// The events that bring cards elsewhere.
fn apply_to_places(duel: &mut Duel, event: &Event) {
    match *event {
        Event::Destroyed { card } | Event::Countered { card } | Event::Spent { card } => {
            leave(duel, card);
            let owner = duel.owner(card);
            duel.player_mut(owner).discard.push(card);
        }
        Event::Moved { card, to } => {
            leave(duel, card);
            // Everybody sees it go: it is known until it is in play again.
            duel.card_mut(card).known =
                matches!(to, Destination::Hand | Destination::DeckTop | Destination::DeckBottom);
            let owner = duel.owner(card);
            let player = duel.player_mut(owner);
            match to {
                Destination::Hand => player.hand.push(card),
                Destination::DeckTop => player.deck.push(card),
                Destination::DeckBottom => player.deck.insert(0, card),
                Destination::Discard | Destination::Aside => player.discard.push(card),
            }
        }
        Event::SteppedAside { card, column } => {
            let owner = duel.owner(card);
            let player = duel.player_mut(owner);
            for row in [&mut player.front, &mut player.back] {
                if let Some(from) = row.iter().position(|place| *place == Some(card)) {
                    row[from] = None;
                    row[usize::from(column)] = Some(card);
                }
            }
        }
        _ => unreachable!("every other event was applied before"),
    }
}

/// Amounts fit: a card or lane never has more than this anyway.
fn small(amount: u32) -> u8 {
    u8::try_from(amount).unwrap_or(u8::MAX)
}

fn turn(duel: &mut Duel, to: Station) {
    duel.station = to;
    duel.clashes = 0;
}

fn pass(duel: &mut Duel) {
    if duel.turn > 0 {
        duel.active = opponent(duel.active);
    }
    duel.turn += 1;
    let set = std::sync::Arc::clone(&duel.printed.set);
    for card in &mut duel.cards {
        for (used, ability) in card.used.iter_mut().zip(&set.get(card.def).abilities) {
            if !matches!(ability, Ability::Ward(Ward { uses: Uses::Times(_), .. })) {
                *used = 0;
            }
        }
    }
}

fn place(duel: &mut Duel, card: CardId, column: u8) {
    let spell = duel.def(card).kind == CardKind::Spell;
    let owner = duel.owner(card);
    let player = duel.player_mut(owner);
    player.hand.retain(|held| *held != card);
    let row = if spell { &mut player.back } else { &mut player.front };
    row[usize::from(column)] = Some(card);
    come_in(duel, card);
}

/// A card is in play from now on.
fn come_in(duel: &mut Duel, card: CardId) {
    duel.clock += 1;
    let clock = duel.clock;
    let card = duel.card_mut(card);
    (card.since, card.known) = (clock, false);
}

/// A deck has a new order, which nobody knows.
fn shuffle(duel: &mut Duel, seat: Seat, deck: &[CardId]) {
    for &card in deck {
        duel.card_mut(card).known = false;
    }
    duel.player_mut(seat).deck = deck.to_vec();
}

/// An ability of a card was used.
fn use_up(duel: &mut Duel, card: CardId, ability: u8, times: u8) {
    let used = &mut duel.card_mut(card).used[usize::from(ability)];
    *used = used.saturating_add(times);
}

/// What was chosen for a card is no more.
fn forget(duel: &mut Duel, card: CardId) {
    let owner = duel.owner(card);
    duel.player_mut(owner).orders.retain(|(of, _)| *of != card);
}

/// A card leaves the board or the discard pile, and nothing of what happened to
/// it stays.
fn leave(duel: &mut Duel, card: CardId) {
    forget(duel, card);
    if duel.acting.is_some_and(|(acting, _)| acting == card) {
        duel.acting = None;
    }
    let (def, owner) = (duel.card(card).def, duel.owner(card));
    *duel.card_mut(card) = Card::new(def, owner);
    duel.marks.retain(|mark| mark.card != card);
    let player = duel.player_mut(owner);
    player.discard.retain(|other| *other != card);
    for place in player.front.iter_mut().chain(&mut player.back) {
        if *place == Some(card) {
            *place = None;
        }
    }
}

fn ends_of(lasts: Duration) -> Option<u8> {
    match lasts {
        Duration::Ends(ends) => Some(ends),
        Duration::Lasting => None,
    }
}

fn mark(duel: &mut Duel, card: CardId, what: Trait, lasts: Duration) {
    duel.marks.push(Mark { card, what, ends: ends_of(lasts) });
}

/// Shields on one card are one: their strength adds up, the longer stays.
fn shield(duel: &mut Duel, card: CardId, left: u8, lasts: Duration) {
    duel.clock += 1;
    let since = duel.clock;
    let shield = &mut duel.card_mut(card).shield;
    let ends = match (shield.left > 0, shield.ends, ends_of(lasts)) {
        (true, Some(old), Some(new)) => Some(old.max(new)),
        (true, None, _) | (_, _, None) => None,
        (false, _, new) => new,
    };
    let since = if shield.left > 0 { shield.since } else { since };
    *shield = Shield { left: shield.left.saturating_add(left), ends, since };
}

fn rest_power(duel: &mut Duel, card: CardId, power: u8) {
    let Ability::Power(used) = &duel.def(card).abilities[usize::from(power)] else {
        unreachable!("only powers are used");
    };
    let rest = used.cooldown.saturating_add(1);
    let owner = duel.owner(card);
    duel.player_mut(owner).rests[usize::from(power)] = rest;
}

/// What lasted for one more End phase ends.
fn expire(duel: &mut Duel) {
    duel.marks.retain(|mark| mark.ends.is_none_or(|ends| ends > 1));
}

/// Statuses, what was given for longer, and the powers of the player whose turn
/// it is come nearer to their end.
fn tick(duel: &mut Duel) {
    for mark in &mut duel.marks {
        mark.ends = mark.ends.map(|ends| ends.saturating_sub(1));
    }
    for card in &mut duel.cards {
        card.shield.ends = card.shield.ends.map(|ends| ends.saturating_sub(1));
        for ailment in &mut card.ailments {
            ailment.ends = ailment.ends.saturating_sub(1);
            ailment.acted = ailment.acted.saturating_add(1);
            if ailment.ends == 0 {
                *ailment = Ailment::default();
            }
        }
    }
    let active = duel.active;
    for at in 0..ABILITIES {
        let rest = &mut duel.player_mut(active).rests[at];
        *rest = rest.saturating_sub(1);
    }
}
