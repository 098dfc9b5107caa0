//! Tables of Duels.

use rulebook::{By, Seat};
use rulebook_games::duels::cards::{Stat, Status};
use rulebook_games::duels::{CardId, Duel, Duels, Order, Sight, Station};

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
    }
}

/// A table of which the hands and decks may be hidden: so many cards are in
/// them.
fn table(duel: &Duel, piles: impl Fn(Seat) -> [usize; 2]) -> wire::Drawing {
    let sides = [Seat(0), Seat(1)].map(|seat| side(duel, seat, piles(seat)));
    wire::Drawing::Duels(wire::Duels {
        turn: u32::from(duel.turn()),
        station: duel.station().to_string().to_lowercase(),
        active: Who(By::Seat(duel.active())),
        acting: None,
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
        powers: Vec::new(),
    }
}

fn named(duel: &Duel, id: CardId, order: &Order) -> wire::DuelOrder {
    let name = |id: CardId| duel.def(id).name.clone();
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
