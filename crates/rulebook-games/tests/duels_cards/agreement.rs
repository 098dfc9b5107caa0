//! Loader and schema agree: what one says of the form, the other says too.

use rulebook::{Dice, Seed};
use rulebook_games::duels::cards::CardSet;
use serde_json::Value;

use crate::broken::CASES as BROKEN;
use crate::common::{BASE, has_form, with};
use crate::meaning::CASES as SENSELESS;
use crate::mutate::{Pool, mutate};
use crate::schema::Schema;

#[test]
fn the_shipped_cards_have_the_form() {
    for text in [CardSet::STANDARD, BASE] {
        let value = serde_json::from_str(text).unwrap();
        assert!(Schema::published().accepts(&value));
    }
}

#[test]
fn the_schema_refuses_every_file_without_the_form() {
    let schema = Schema::published();
    for (old, new, message) in BROKEN {
        let value = serde_json::from_str(&with(old, new)).unwrap();
        assert!(!schema.accepts(&value), "{message}");
    }
}

#[test]
fn the_schema_accepts_what_only_makes_no_sense() {
    let schema = Schema::published();
    for (old, new, message) in SENSELESS {
        let value = serde_json::from_str(&with(old, new)).unwrap();
        assert!(schema.accepts(&value), "{message}");
    }
}

/// How many files are broken at random: more of them in a full run.
fn rounds() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 100_000 } else { 2_000 }
}

#[test]
fn loader_and_schema_agree_on_cards_broken_at_random() {
    let schema = Schema::published();
    let standard: Value = serde_json::from_str(CardSet::STANDARD).unwrap();
    let pool = Pool::of(&standard);
    let (mut sound, mut broken) = (0, 0);
    for seed in 0..rounds() {
        let mut dice = Dice::new(Seed(seed));
        let mut file = some_cards(&standard, &mut dice);
        for _ in 0..dice.roll(2) {
            mutate(&mut file, &pool, &mut dice);
        }
        let text = file.to_string();
        let form = has_form(&text);
        assert_eq!(form, schema.accepts(&file), "seed {seed}: the loader says {form}:\n{text}");
        *(if form { &mut sound } else { &mut broken }) += 1;
    }
    assert!(sound > rounds() / 5, "{sound} of {} have the form: too few to tell", rounds());
    assert!(broken > rounds() / 5, "{broken} of {} are broken: too few to tell", rounds());
}

/// A few of the shipped cards. Decks then name cards that are not there, which
/// is no matter of form.
fn some_cards(standard: &Value, dice: &mut Dice) -> Value {
    let mut file = standard.clone();
    let cards = file["cards"].as_array_mut().unwrap();
    dice.shuffle(cards);
    cards.truncate(3);
    file["decks"].as_array_mut().unwrap().truncate(1);
    file
}
