//! Whatever the loader accepts can be played: cards are changed at random, and
//! duels with them never fault, break an invariant or go on for ever.

use rulebook::{Dice, Seed};
use rulebook_games::duels::cards::CardSet;
use serde_json::{Value, json};

use crate::generate::Maker;
use crate::mutate::{Pool, mutate};
use crate::play::{at_random, start, start_with};
use crate::schema::Schema;

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

/// The file, and beside it what cards can have that no shipped card has: what
/// is mutated takes from here.
fn with_every_word(standard: &Value) -> Value {
    let rest: Vec<Value> = Schema::published()
        .fields()
        .into_iter()
        .flat_map(|(field, words)| words.into_iter().map(move |word| json!({ &field: word })))
        .collect();
    let lifts = json!({ "always": "lifts", "check": "champion-in-centre" });
    json!({ "file": standard, "rest": rest, "abilities": [lifts] })
}

#[test]
fn every_set_that_is_accepted_can_be_played() {
    let standard: Value = serde_json::from_str(CardSet::STANDARD).expect("it is JSON");
    let pool = Pool::of(&with_every_word(&standard));
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

#[test]
fn every_set_made_from_the_schema_that_is_accepted_can_be_played() {
    let maker = Maker::new();
    for seed in 0..rounds() {
        let mut dice = Dice::new(Seed(seed));
        let (text, set) = maker.set(&mut dice);
        println!("set {seed}:\n{text}");
        for game in 0..2 {
            let mut duel = start_with(set.clone(), [0, 1], game);
            at_random(&mut duel, &mut dice, 1_000);
        }
    }
}
