//! The table as text.

use std::fmt::Write;

use rulebook::prelude::*;

use crate::duels::cards::{Stat, Status};
use crate::duels::{CardId, Duel, Order, Player, Station};

/// The whole table, as a referee sees it: also the hands, and what was chosen.
/// Each fighter shows its ATK, DEF and SPD as they are now.
///
/// ```
/// use rulebook_games::duels::{setup, show};
/// assert!(show(&setup()).starts_with("The cards are to be dealt.\n"));
/// ```
pub fn show(duel: &Duel) -> String {
    let many = |pile: fn(&Player) -> usize| duel.players.each_ref().map(pile);
    lay_out(duel, many(|player| player.hand.len()), many(|player| player.deck.len()))
}

/// A table of which not everything may be seen: so many cards are in the hands
/// and decks.
pub(in crate::duels) fn lay_out(duel: &Duel, hands: [usize; 2], decks: [usize; 2]) -> String {
    let mut text = head(duel);
    for seat in [Seat(1), Seat(0)] {
        text.push('\n');
        side(&mut text, duel, seat, [hands, decks].map(|many| many[seat.index()]));
    }
    text
}

fn head(duel: &Duel) -> String {
    let (turn, seat, station) = (duel.turn(), duel.active(), duel.station());
    match (duel.ending(), station) {
        (Some(ending), _) => format!("The duel is over: {ending}.\n"),
        (None, Station::Dealing) => "The cards are to be dealt.\n".to_owned(),
        (None, Station::Champions) => format!("The champions are placed; now: {seat}.\n"),
        (None, _) => format!("Turn {turn}, {seat}: {station}.\n"),
    }
}

/// One player's side. Writing to a string cannot fail.
fn side(text: &mut String, duel: &Duel, seat: Seat, [held, deck]: [usize; 2]) {
    let player = duel.player(seat);
    let [left, centre, right] = player.lanes();
    let discard = player.discard().len();
    let protection = match duel.protection(seat) {
        0 => String::new(),
        much => format!("  protection {much}"),
    };
    let _ = writeln!(
        text,
        "{seat}  lanes {left} {centre} {right}  deck {deck}  discard {discard}{protection}"
    );
    for (name, row) in [("front", player.front()), ("back", player.back())] {
        for (column, card) in row.into_iter().enumerate() {
            if let Some(card) = card {
                let (what, does) = (card_text(duel, card), order(duel, card));
                let _ = writeln!(text, "  {name} {column}: {what}{does}");
            }
        }
    }
    let _ = writeln!(text, "  hand: {}", hand(duel, seat, held));
}

/// The cards of a hand that are seen, and how many more there are.
fn hand(duel: &Duel, seat: Seat, held: usize) -> String {
    let hand = duel.player(seat).hand().iter();
    let seen: Vec<String> = hand.map(|&card| format!("{card} {}", duel.def(card).name)).collect();
    match (seen.len(), held.saturating_sub(seen.len())) {
        (0, 0) => "-".to_owned(),
        (0, more) => format!("{more} cards"),
        (_, 0) => seen.join(", "),
        (_, more) => format!("{}, and {more} more", seen.join(", ")),
    }
}

/// A card in play: its number, name, stats, and what it suffers from.
fn card_text(duel: &Duel, card: CardId) -> String {
    let def = duel.def(card);
    let mut text = format!("{card} {}", def.name);
    if let Some(class) = def.class {
        let [atk, hit, spd] = Stat::ALL.map(|stat| duel.stat(card, stat));
        let _ = write!(text, " ({class} {atk}/{hit}/{spd})");
    }
    for status in Status::ALL {
        match duel.card(card).ends_of(status) {
            0 => {}
            ends => {
                let _ = write!(text, " {status} {ends}");
            }
        }
    }
    match duel.card(card).shield() {
        0 => {}
        left => {
            let _ = write!(text, " shield {left}");
        }
    }
    text
}

fn order(duel: &Duel, card: CardId) -> String {
    match duel.player(duel.owner(card)).order_of(card) {
        None => String::new(),
        Some(Order::Attack { column, target: None }) => format!(" -> lane {column}"),
        Some(Order::Attack { target: Some(target), .. }) => format!(" -> attacks {target}"),
        Some(Order::Protect) => " -> protects".to_owned(),
        Some(Order::Pump { target, stat }) => format!(" -> pumps {stat} of {target}"),
        Some(Order::Cast { on: None }) => " -> is cast".to_owned(),
        Some(Order::Cast { on: Some(on) }) => format!(" -> is cast on {on}"),
    }
}
