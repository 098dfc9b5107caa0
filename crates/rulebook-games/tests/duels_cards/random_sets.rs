//! Whatever the loader accepts can be played: cards are changed at random, and
//! duels with them never fault, break an invariant or go on for ever.

use rulebook::{Dice, Seed};
use rulebook_games::duels::cards::CardSet;
use serde_json::Value;

use crate::mutate::{Pool, mutate};
use crate::play::{at_random, start};

/// How many sets are made: more of them in a full run.
fn rounds() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 1_000 } else { 5 }
}

/// The shipped cards, many of them changed so that the loader still accepts
/// them.
fn changed(standard: &Value, pool: &Pool, dice: &mut Dice) -> Value {
    let mut file = standard.clone();
    let cards = file["cards"].as_array().expect("cards").len() as u32;
    for _ in 0..150 {
        let place = dice.below(cards) as usize;
        let before = file["cards"][place].clone();
        for _ in 0..dice.roll(3) {
            mutate(&mut file["cards"][place], pool, dice);
        }
        if CardSet::parse("changed.json", &file.to_string()).is_err() {
            file["cards"][place] = before;
        }
    }
    // The deck that is played: one of both at random.
    let decks = file["decks"].as_array_mut().expect("decks");
    dice.shuffle(decks);
    file
}

#[test]
fn every_set_that_is_accepted_can_be_played() {
    let standard: Value = serde_json::from_str(CardSet::STANDARD).expect("it is JSON");
    let pool = Pool::of(&standard);
    let mut different = 0;
    for seed in 0..rounds() {
        let mut dice = Dice::new(Seed(seed));
        let file = changed(&standard, &pool, &mut dice);
        different += u32::from(file["cards"] != standard["cards"]);
        let text = file.to_string();
        let set = CardSet::parse("changed.json", &text).expect("it was accepted");
        for game in 0..2 {
            println!("set {seed}, game {game}");
            let mut duel = start(set.clone(), game);
            at_random(&mut duel, &mut dice, 1_000);
        }
    }
    assert_eq!(u64::from(different), rounds());
}
