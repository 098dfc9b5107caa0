//! Tables of Duels.

use rulebook::{By, Seat, SourceId};
use rulebook_games::duels::cards::{Ability, Stat, Status};
use rulebook_games::duels::{Action, CardId, Duel, Duels, Order, Sight, Station, parse};

use super::Artist;
use crate::wire::{self, Who};

/// How Duels is drawn.
pub(crate) fn duels() -> Artist<Duels> {
    Artist {
        name: "duels",
        whole: |duel, _, _| {
            let piles = |seat| {
                let player = duel.player(seat);
                [player.hand().len(), player.deck().len()]
            };
            table(duel, piles)
        },
        seen: |sight: &Sight, _, _| {
            table(sight.table(), |seat| [sight.hand(seat), sight.deck(seat)])
        },
        words: Some(words),
    }
}

/// An action or an event with the names of its cards. Both players know which
/// card has which number.
fn words(duel: &Duel, text: &str) -> String {
    match parse(text) {
        Ok(action) => done(duel, &action).unwrap_or_else(|| text.to_owned()),
        Err(_event) => with_names(duel, text),
    }
}

/// An action that is about a card.
fn done(duel: &Duel, action: &Action) -> Option<String> {
    let name = |card: CardId| name(duel, card);
    let on = |on: Option<CardId>| on.map(|on| format!(" on {}", name(on))).unwrap_or_default();
    Some(match *action {
        Action::Place { card, column } => format!("place {} in column {column}", name(card)),
        Action::Attack { card, side, column } => {
            format!("{} attacks column {column} of {side}", name(card))
        }
        Action::Protect { card } => format!("{} protects", name(card)),
        Action::Pump { card, target, stat } => {
            format!("{} pumps {stat} of {}", name(card), name(target))
        }
        Action::Cast { card, on: whom } => format!("cast {}{}", name(card), on(whom)),
        Action::Withdraw { card } => format!("take back the order of {}", name(card)),
        Action::Use { card, power, on: whom } => {
            format!("use {} of {}{}", called(duel, card, power), name(card), on(whom))
        }
        _ => return None,
    })
}

/// What a power of a card is called.
fn called(duel: &Duel, card: CardId, power: u8) -> String {
    let abilities = duel.exists(card).then(|| &duel.def(card).abilities);
    match abilities.and_then(|abilities| abilities.get(usize::from(power))) {
        Some(Ability::Power(power)) => power.label.clone(),
        _ => format!("power {power}"),
    }
}

/// A sentence in which names stand for "card 12" and "source 24".
fn with_names(duel: &Duel, text: &str) -> String {
    let named = numbered(text, "card ", |before, number| {
        let card = number.try_into().ok().map(CardId).filter(|&card| duel.exists(card))?;
        Some(format!("{before}{}", name(duel, card)))
    });
    numbered(&named, "source ", |before, number| {
        let card = duel.card_of_source(SourceId(number))?;
        Some(borne(before, &name(duel, card), duel.owner(card)))
    })
}

/// Whose an ability is: the name of the card is not said twice.
fn borne(before: &str, name: &str, owner: Seat) -> String {
    match before.strip_suffix(" of ") {
        Some(ability) if ability.contains(&format!("{name}: ")) => format!("{ability} of {owner}"),
        Some(ability) => format!("{ability} on {name} of {owner}"),
        None => format!("{before}{name} of {owner}"),
    }
}

/// Puts other words for what stands before a number and the number, wherever
/// there are some.
fn numbered(text: &str, word: &str, other: impl Fn(&str, u32) -> Option<String>) -> String {
    let mut said = String::new();
    let mut parts = text.split(word);
    said.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        match part[..end].parse().ok().and_then(|number| other(&said, number)) {
            Some(better) => said = better,
            None => said.extend([word, &part[..end]]),
        }
        said.push_str(&part[end..]);
    }
    said
}

/// The name of a card, or its number if it came into being later.
fn name(duel: &Duel, card: CardId) -> String {
    if duel.exists(card) { duel.def(card).name.clone() } else { format!("card {card}") }
}

/// A table of which the hands and decks may be hidden: so many cards are in
/// them.
fn table(duel: &Duel, piles: impl Fn(Seat) -> [usize; 2]) -> wire::Drawing {
    let sides = [Seat(0), Seat(1)].map(|seat| side(duel, seat, piles(seat)));
    wire::Drawing::Duels(wire::Duels {
        turn: u32::from(duel.turn()),
        station: duel.station().to_string().to_lowercase(),
        active: Who(By::Seat(duel.active())),
        acting: duel.acting().map(|card| u32::from(card.0)),
        sides: sides.to_vec(),
    })
}

fn side(duel: &Duel, seat: Seat, [held, deck]: [usize; 2]) -> wire::DuelSide {
    let player = duel.player(seat);
    let cards = |cards: &[CardId]| cards.iter().map(|&id| card(duel, id)).collect::<Vec<_>>();
    let row = |row: &[Option<CardId>]| {
        row.iter().map(|place| place.map(|id| card(duel, id))).collect::<Vec<_>>()
    };
    let lanes = player.lanes().into_iter().zip(0..);
    let orders = player.orders();
    // Until the Strategy is over nobody is told how many the other has chosen.
    let knows = duel.station() != Station::Strategy || !orders.is_empty();
    wire::DuelSide {
        seat: Who(By::Seat(seat)),
        champion: u32::from(player.champion().0),
        hand: cards(player.hand()),
        hand_count: held as u32,
        deck_count: deck as u32,
        discard: cards(player.discard()),
        front: row(&player.front()),
        back: row(&player.back()),
        lanes: lanes
            .map(|(left, lane)| wire::DuelLane { left, of: duel.first_hit_points(seat, lane) })
            .collect(),
        orders: orders.iter().map(|(id, order)| named(duel, *id, order)).collect(),
        orders_count: knows.then_some(orders.len() as u32),
        protection: duel.protection(seat),
    }
}

fn card(duel: &Duel, id: CardId) -> wire::DuelCard {
    let (def, card) = (duel.def(id), duel.card(id));
    let stat = |stat| def.class.is_some().then(|| i32::from(duel.stat(id, stat)));
    let statuses = Status::ALL.into_iter().filter(|status| card.ends_of(*status) > 0);
    let text = duel.set().text(card.def());
    wire::DuelCard {
        id: u32::from(id.0),
        name: def.name.clone(),
        kind: def.kind.to_string().to_lowercase(),
        class: def.class.map(|class| class.to_string()),
        atk: stat(Stat::Atk),
        def: stat(Stat::Def),
        spd: stat(Stat::Spd),
        wounds: card.wounds(),
        statuses: statuses
            .map(|status| wire::DuelStatus { name: status.to_string(), ends: card.ends_of(status) })
            .collect(),
        shield: card.shield(),
        says: text.lines().skip(1).map(str::to_owned).collect(),
        powers: duel.granted(id),
    }
}

fn named(duel: &Duel, id: CardId, order: &Order) -> wire::DuelOrder {
    let name = |id: CardId| name(duel, id);
    let words = match order {
        Order::Attack { column, target: None } => format!("attacks lane {column}"),
        Order::Attack { target: Some(target), .. } => format!("attacks {}", name(*target)),
        Order::Protect => "protects".to_owned(),
        Order::Pump { target, stat } => format!("pumps {stat} of {}", name(*target)),
        Order::Cast { on: None } => "is cast".to_owned(),
        Order::Cast { on: Some(on) } => format!("is cast on {}", name(*on)),
    };
    wire::DuelOrder { card: u32::from(id.0), words }
}

#[cfg(test)]
mod tests {
    use rulebook_games::duels::setup;

    use super::*;

    #[test]
    fn cards_are_called_by_their_names() {
        let duel = setup();
        for (text, wanted) in [
            ("place 0 at 1", "place Ash Queen in column 1"),
            ("attack 0 seat 1 at 2", "Ash Queen attacks column 2 of seat 1"),
            ("withdraw 39", "take back the order of Tide Warden"),
            ("use 0 power 0", "use Spark of Ash Queen"),
            ("use 0 power 7", "use power 7 of Ash Queen"),
            ("done", "done"),
            ("card 0 takes 2 damage from card 39", "Ash Queen takes 2 damage from Tide Warden"),
            ("card 999 is destroyed", "card 999 is destroyed"),
            ("seat 0 draws a card", "seat 0 draws a card"),
            ("a shield holds of source 79", "a shield holds on Tide Warden of seat 1"),
            ("Ash Queen: Embers of source 0 waits", "Ash Queen: Embers of seat 0 waits"),
            ("source 78", "Tide Warden of seat 1"),
            ("a ward of source 9999", "a ward of source 9999"),
        ] {
            assert_eq!(words(&duel, text), wanted);
        }
    }
}
