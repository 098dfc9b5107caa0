//! Loader and schema agree: what one says of the form, the other says too.

use std::collections::BTreeMap;

use rulebook::{Dice, Seed};
use rulebook_games::duels::cards::CardSet;
use serde_json::{Value, json};

use crate::broken::CASES as BROKEN;
use crate::common::{BASE, has_form, with};
use crate::meaning::CASES as SENSELESS;
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

/// What stands in card files: names of fields, and what they can have.
struct Pool {
    fields: BTreeMap<String, Vec<Value>>,
    names: Vec<String>,
}

impl Pool {
    fn of(file: &Value) -> Self {
        let mut fields = BTreeMap::new();
        Pool::gather(file, &mut fields);
        let names = fields.keys().cloned().collect();
        Pool { fields, names }
    }

    fn gather(value: &Value, into: &mut BTreeMap<String, Vec<Value>>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| Pool::gather(item, into)),
            Value::Object(fields) => fields.iter().for_each(|(name, field)| {
                into.entry(name.clone()).or_default().push(field.clone());
                Pool::gather(field, into);
            }),
            _ => {}
        }
    }

    /// What could stand in that field, or in any, or nowhere.
    fn value(&self, name: &str, dice: &mut Dice) -> Value {
        let own = match dice.below(8) {
            0..5 => self.fields.get(name),
            5 => dice.pick(&self.names).and_then(|name| self.fields.get(name)),
            _ => None,
        };
        own.and_then(|values| dice.pick(values)).cloned().unwrap_or_else(|| odd(dice))
    }
}

/// Changes one thing somewhere in the file.
fn mutate(file: &mut Value, pool: &Pool, dice: &mut Dice) {
    let mut places = Vec::new();
    places_in(file, String::new(), &mut places);
    let place = dice.pick(&places).expect("there is a place").clone();
    let name = place.rsplit('/').find(|part| part.parse::<usize>().is_err()).unwrap_or("");
    let (value, other) = (pool.value(name, dice), dice.pick(&pool.names).expect("names").clone());
    let here = file.pointer_mut(&place).expect("it is a place");
    match (dice.below(6), here) {
        (0, Value::Object(fields)) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if let Some(name) = dice.pick(&names) {
                fields.remove(name);
            }
        }
        (1, Value::Object(fields)) => drop(fields.insert(other.clone(), pool.value(&other, dice))),
        (0, Value::Array(items)) => drop(items.pop()),
        (1, Value::Array(items)) => items.extend(vec![value; dice.roll(9) as usize]),
        (_, here) => *here = value,
    }
}

/// Pointers to all places in a value, itself included.
fn places_in(value: &Value, here: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields
                .iter()
                .for_each(|(name, field)| places_in(field, format!("{here}/{name}"), places));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| places_in(item, format!("{here}/{index}"), places));
        }
        _ => {}
    }
    places.push(here);
}

/// Something that seldom stands anywhere.
fn odd(dice: &mut Dice) -> Value {
    let numbers = [0, 1, -1, 9, 10, 20, 21, 99, 100, -20].map(|number| json!(number));
    let words = ["this", "it", "chosen", "any", "always", "", "Ünïcode", "-a"];
    let rest = [
        json!(null),
        json!(true),
        json!(2.0),
        json!(2.5),
        json!(1e30),
        json!("x".repeat(41)),
        json!([]),
        json!({}),
        json!({ "each_turn": 1 }),
        json!({ "stat": "atk" }),
        json!({ "count": "this" }),
        json!([{ "it": "this" }, { "turn": "own" }]),
        json!({ "lanes": { "side": "own", "which": "same" } }),
    ];
    let all: Vec<Value> =
        numbers.into_iter().chain(words.map(|word| json!(word))).chain(rest).collect();
    dice.pick(&all).expect("there are some").clone()
}
