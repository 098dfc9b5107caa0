//! Card files changed at random, mostly by what stands elsewhere in them.

use std::collections::BTreeMap;

use rulebook::Dice;
use serde_json::{Value, json};

/// What stands in card files: names of fields, and what they can have.
pub(crate) struct Pool {
    fields: BTreeMap<String, Vec<Value>>,
    names: Vec<String>,
}

impl Pool {
    pub(crate) fn of(file: &Value) -> Self {
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

/// Changes one thing somewhere in the value.
pub(crate) fn mutate(file: &mut Value, pool: &Pool, dice: &mut Dice) {
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
