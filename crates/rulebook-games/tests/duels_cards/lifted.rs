//! Champions and what cards say about placing them.

use rulebook::prelude::*;
use rulebook_games::duels::cards::CardSet;
use rulebook_games::duels::{Action, Duels};

use crate::common::with;
use crate::play::{start, submit};

/// The base, whose Champion has this ability instead of its power.
fn king_with(ability: &str) -> Session<Duels> {
    let power = r#"{ "power": "Decree", "in": ["strategy"], "cooldown": 2, "choose": { "side": "enemy", "kind": "monsters" },
          "do": [{ "effect": "damage", "on": "chosen", "amount": 2 }] }"#;
    let set = CardSet::parse("small.json", &with(power, ability));
    start(set.unwrap_or_else(|errors| panic!("{errors}")), 1)
}

/// Deals, and places the Champions in these columns.
fn champions_at(duel: &mut Session<Duels>, columns: [u8; 2]) {
    submit(duel, By::Chance, Action::Deal);
    for column in columns {
        let seat = duel.state().active();
        let card = duel.state().player(seat).champion();
        submit(duel, seat, Action::Place { card, column });
    }
}

#[test]
fn a_champion_placed_aside_stays_there_when_its_condition_ends() {
    // Before the first turn everybody has five cards and the Champion.
    let lifts = r#"{ "always": "lifts", "check": "champion-in-centre", "if": [{ "hand": "own", "at_least": 6 }] }"#;
    let mut duel = king_with(lifts);
    champions_at(&mut duel, [0, 2]);
    let second = duel.state().active();
    submit(&mut duel, second, Action::Draw);
    let first = Seat(1 - second.0);
    let stands = |seat| {
        let player = duel.state().player(seat);
        duel.state().front_column(player.champion())
    };
    assert_eq!([stands(second), stands(first)], [Some(0), Some(2)]);
    assert!(duel.state().player(first).hand().len() < 6, "the condition has ended");
}

#[test]
fn a_champion_lets_the_other_stand_aside() {
    let lifts = r#"{ "always": "lifts", "check": "champion-in-centre", "to": { "side": "enemy", "kind": "champions" } }"#;
    let mut duel = king_with(lifts);
    // The first has nobody who lets it.
    champions_at(&mut duel, [1, 0]);
    assert_eq!(duel.state().turn(), 1);
}

#[test]
fn nothing_keeps_a_champion_from_the_centre() {
    let forbids = r#"{ "always": "forbids", "action": "place", "to": { "side": "both" } }"#;
    let mut duel = king_with(forbids);
    champions_at(&mut duel, [1, 1]);
    let active = duel.state().active();
    submit(&mut duel, active, Action::Draw);
    // Monsters are kept in the hand, spells are not.
    let legal = duel.legal(active).unwrap();
    let placed = legal.iter().filter_map(|legal| match legal.action() {
        Action::Place { card, .. } => Some(duel.state().def(*card).kind.fights()),
        _ => None,
    });
    let placed: Vec<bool> = placed.collect();
    assert!(!placed.is_empty() && placed.iter().all(|fights| !fights), "{placed:?}");
}
