//! A card that is added in a file is played, without a line of Rust.

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::duels::Action;
use rulebook_games::duels::cards::CardSet;

use crate::play::{at_random, deal, in_hand, start, submit};

/// A file as a designer writes it.
const MINE: &str = include_str!("../data/duels-mine.json");

fn mine() -> CardSet {
    CardSet::parse("duels-mine.json", MINE).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A duel in which the active player has the card in hand, in the Strategy.
fn with_in_hand(id: &str) -> Session<rulebook_games::duels::Duels> {
    for seed in 0..100 {
        let mut duel = start(mine(), seed);
        deal(&mut duel);
        let active = duel.state().active();
        submit(&mut duel, active, Action::Draw);
        if in_hand(duel.state(), id).is_some() {
            return duel;
        }
    }
    panic!("{id} is never drawn")
}

#[test]
fn a_monster_from_a_file_does_what_it_says_when_it_is_placed() {
    let mut duel = with_in_hand("siege-ram");
    let (active, card) = (duel.state().active(), in_hand(duel.state(), "siege-ram").unwrap());
    let other = Seat(1 - active.0);
    assert_eq!(duel.state().player(other).lanes(), [5, 7, 5]);
    submit(&mut duel, active, Action::Place { card, column: 0 });
    assert_eq!(duel.state().player(other).lanes(), [3, 7, 3]);
}

#[test]
fn a_spell_from_a_file_does_what_it_says_when_it_is_cast() {
    let mut duel = with_in_hand("quick-march");
    let (active, card) = (duel.state().active(), in_hand(duel.state(), "quick-march").unwrap());
    submit(&mut duel, active, Action::Place { card, column: 2 });
    submit(&mut duel, active, Action::Cast { card, on: None });
    let before = duel.state().player(active).hand().len();
    submit(&mut duel, active, Action::Done);
    submit(&mut duel, active, Action::Fight);
    assert_eq!(duel.state().player(active).hand().len(), before + 2);
    assert!(duel.state().player(active).discard().contains(&card));
}

#[test]
fn a_champion_from_a_file_uses_its_power_and_rests() {
    let mut duel = with_in_hand("siege-ram");
    let (active, card) = (duel.state().active(), in_hand(duel.state(), "siege-ram").unwrap());
    for action in [Action::Place { card, column: 0 }, Action::Done, Action::Fight] {
        submit(&mut duel, active, action);
    }
    let other = duel.state().active();
    submit(&mut duel, other, Action::Draw);
    let champion = duel.state().player(other).champion();
    let repair = Action::Use { card: champion, power: 0, on: None };
    submit(&mut duel, other, repair);
    assert_eq!(duel.state().player(other).lanes(), [4, 7, 4]);
    assert!(duel.submit(other, repair).unwrap().refusal().is_some(), "it must rest");
}

#[test]
fn games_with_cards_from_a_file_come_to_an_end() {
    for seed in 0..20 {
        let mut duel = start(mine(), seed);
        at_random(&mut duel, &mut Dice::new(Seed(seed)), 5_000);
        assert!(duel.result().is_some(), "seed {seed}");
    }
}
