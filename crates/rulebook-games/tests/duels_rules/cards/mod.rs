//! Every card that comes with the game does what it says. Each has a test that
//! begins with its name.

mod ash_fighters;
mod ash_spells;
mod tide_fighters;
mod tide_spells;

use rulebook::prelude::*;
use rulebook_games::duels::cards::{CardSet, Stat};
use rulebook_games::duels::*;

use crate::table::*;

/// As [`Table::new`], and it is the second player's turn.
fn tide() -> Table {
    let mut table = Table::new();
    table.happens(Event::Passed);
    table
}

/// The spell is cast, and they fight.
fn cast(table: Table, card: CardId, on: Option<CardId>) -> Session<Duels> {
    let mut duel = table.play();
    act(&mut duel, Action::Cast { card, on });
    fight(&mut duel);
    duel
}

/// The card attacks straight ahead, and they fight.
fn strike(table: Table, card: CardId) -> Session<Duels> {
    let mut duel = table.play();
    let column = duel.state().front_column(card).expect("it stands there");
    let side = opponent(duel.state().owner(card));
    act(&mut duel, attack(card, side, column));
    fight(&mut duel);
    duel
}

fn wounds(duel: &Session<Duels>, card: CardId) -> u8 {
    duel.state().card(card).wounds()
}

fn atk(duel: &Session<Duels>, card: CardId) -> u8 {
    duel.state().stat(card, Stat::Atk)
}

fn lanes(duel: &Session<Duels>, seat: Seat) -> [u8; 3] {
    duel.state().player(seat).lanes()
}

fn discard(duel: &Session<Duels>, seat: Seat) -> &[CardId] {
    duel.state().player(seat).discard()
}

fn held(duel: &Session<Duels>, seat: Seat) -> usize {
    duel.state().player(seat).hand().len()
}

#[test]
fn every_card_has_a_test_that_begins_with_its_name() {
    let tests = [
        include_str!("ash_fighters.rs"),
        include_str!("ash_spells.rs"),
        include_str!("tide_fighters.rs"),
        include_str!("tide_spells.rs"),
    ]
    .concat();
    let untested: Vec<String> = CardSet::standard()
        .cards()
        .iter()
        .map(|card| card.id.replace('-', "_"))
        .filter(|id| !tests.contains(&format!("#[test]\nfn {id}_")))
        .collect();
    assert_eq!(untested, [""; 0]);
}
