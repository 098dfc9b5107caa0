//! A duel as a position.

use std::fmt::Write;

use rulebook::Seat;

use super::write_trait;
use crate::Ending;
use crate::duels::card::Card;
use crate::duels::cards::Status;
use crate::duels::player::Player;
use crate::duels::{CardId, Duel, Order};

/// The duel as a position, with all that is hidden.
///
/// ```
/// use rulebook_games::duels::{setup, write_position};
/// let text = write_position(&setup());
/// assert!(text.starts_with("decks 0 1 step Dealing seat 0 turn 0 clock 0; hand 0 deck rest "));
/// ```
pub fn write_position(duel: &Duel) -> String {
    let [one, other] = duel.decks;
    let (station, seat) = (duel.station(), duel.active().0);
    let (turn, clock) = (duel.turn(), duel.clock);
    let mut text =
        format!("decks {one} {other} step {station} seat {seat} turn {turn} clock {clock}");
    if duel.clashes > 0 {
        let _ = write!(text, " clashes {}", duel.clashes);
    }
    match duel.ending() {
        Some(Ending::Won { by }) => {
            let _ = write!(text, " won {}", by.0);
        }
        Some(Ending::Drawn) => text += " drawn",
        None => {}
    }
    for (card, owner) in duel.summoned() {
        let _ = write!(text, " new {} {}", duel.def(card).id, owner.0);
    }
    for seat in [Seat(0), Seat(1)] {
        let _ = write!(text, "; {}", write_player(duel, seat));
    }
    for number in 0..duel.cards() as u16 {
        text += &write_card(duel, CardId(number));
    }
    let all = (0..duel.cards() as u16).map(CardId);
    let known: Vec<CardId> = all.filter(|&card| is_unusual(duel, card)).collect();
    if !known.is_empty() {
        let _ = write!(text, "; known{}", list(&known));
    }
    for mark in &duel.marks {
        let what = write_trait(&mark.what);
        let _ = write!(text, "; mark {} {what}{}", mark.card, ends(mark.ends));
    }
    if let Some((card, order)) = duel.acting {
        let _ = write!(text, "; acting{}", write_order(card, order));
    }
    text
}

fn ends(ends: Option<u8>) -> String {
    ends.map_or(" lasting".to_owned(), |ends| format!(" ends {ends}"))
}

fn write_player(duel: &Duel, seat: Seat) -> String {
    let player: &Player = duel.player(seat);
    let mut text = format!("hand{} deck", list(&player.hand));
    if player.deck == duel.rest_of(seat) {
        text += " rest";
    } else {
        text += &list(&player.deck);
    }
    let _ = write!(text, " discard{}", list(&player.discard));
    for (name, row) in [("front", player.front), ("back", player.back)] {
        let places = row.map(|place| place.map_or(".".to_owned(), |card| card.to_string()));
        let _ = write!(text, " {name} {}", places.join(" "));
    }
    let [left, centre, right] = player.lanes;
    let _ = write!(text, " lanes {left} {centre} {right}");
    if player.rests.iter().any(|rest| *rest > 0) {
        let _ = write!(text, " rests {}", numbers(&player.rests));
    }
    for &(card, order) in &player.orders {
        text += &write_order(card, order);
    }
    text
}

fn write_order(card: CardId, order: Order) -> String {
    match order {
        Order::Attack { column, target: None } => format!(" attack {card} {column} lane"),
        Order::Attack { column, target: Some(target) } => {
            format!(" attack {card} {column} {target}")
        }
        Order::Protect => format!(" protect {card}"),
        Order::Pump { target, stat } => format!(" pump {card} {target} {stat}"),
        Order::Cast { on: None } => format!(" cast {card} all"),
        Order::Cast { on: Some(on) } => format!(" cast {card} {on}"),
    }
}

/// What happened to a card; nothing, if nothing did.
fn write_card(duel: &Duel, number: CardId) -> String {
    let card = duel.card(number);
    let mut fresh = Card::new(card.def, card.owner);
    // Said of every card in a line of its own.
    fresh.known = card.known;
    if *card == fresh {
        return String::new();
    }
    let mut text = format!("; card {number} since {} wounds {}", card.since, card.wounds);
    for status in Status::ALL {
        let ailment = card.ailments[status as usize];
        if ailment != fresh.ailments[0] {
            let _ = write!(text, " {status} {} {}", ailment.ends, ailment.acted);
        }
    }
    if card.shield != fresh.shield {
        let shield = card.shield;
        let _ = write!(text, " shield {} {}{}", shield.left, shield.since, ends(shield.ends));
    }
    if card.protected > 0 {
        let _ = write!(text, " protected {}", card.protected);
    }
    if card.used != fresh.used {
        let _ = write!(text, " used {}", numbers(&card.used));
    }
    text
}

/// Whether it has to be said that everybody knows where the card is. Of a
/// Champion that was not placed yet everybody does.
fn is_unusual(duel: &Duel, card: CardId) -> bool {
    duel.card(card).is_known() && !duel.is_champion(card)
}

fn list(cards: &[CardId]) -> String {
    cards.iter().map(|card| format!(" {card}")).collect()
}

fn numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
