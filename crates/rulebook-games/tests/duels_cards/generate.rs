//! Abilities made at random from the published schema: everything that it
//! describes can come, and most of it makes no sense.

use rulebook::Dice;
use rulebook_games::duels::cards::CardSet;
use serde_json::{Map, Value, json};

use crate::schema::Schema;

/// Makes abilities, and keeps those that the loader accepts.
pub(crate) struct Maker {
    schema: Schema,
}

/// The kinds of cards, with a card of each that has everything but abilities.
const KINDS: [&str; 3] = ["champion", "monster", "spell"];
/// Cards that an effect can name.
const NAMES: [&str; 3] = ["card-0", "card-5", "card-9"];
/// How many cards a set has: Champions, monsters, spells.
const CARDS: [usize; 3] = [2, 12, 8];

impl Maker {
    pub(crate) fn new() -> Self {
        Maker { schema: Schema::published() }
    }

    /// A set of cards, all of them with abilities at random, and a deck of them.
    pub(crate) fn set(&self, dice: &mut Dice) -> (String, CardSet) {
        let mut file = plain(dice);
        let cards = file["cards"].as_array().expect("cards").len();
        for card in 0..cards {
            for _ in 0..dice.roll(3) {
                self.add(&mut file, card, dice);
            }
        }
        let text = file.to_string();
        let set = CardSet::parse("made.json", &text).unwrap_or_else(|errors| panic!("{errors}"));
        (text, set)
    }

    /// Gives a card an ability more, the first that the loader accepts.
    fn add(&self, file: &mut Value, card: usize, dice: &mut Dice) {
        let mut alone = alone(file, card);
        let before = alone["cards"][0].clone();
        for _ in 0..200 {
            let ability = self.value(&json!({ "$ref": "#/$defs/ability" }), dice);
            push(&mut alone["cards"][0], ability);
            if cards_are_sound(&alone) {
                break;
            }
            alone["cards"][0] = before.clone();
        }
        file["cards"][card] = alone["cards"][0].take();
    }

    /// Some value that has the form.
    fn value(&self, schema: &Value, dice: &mut Dice) -> Value {
        let field = |name: &str| schema.get(name);
        if let Some(to) = field("$ref").and_then(Value::as_str) {
            return match to {
                "#/$defs/id" => json!(dice.pick(&NAMES).expect("names")),
                "#/$defs/name" => json!(format!("Power {}", dice.below(1_000))),
                to => self.value(self.schema.defined(to), dice),
            };
        }
        if let Some(constant) = field("const") {
            return constant.clone();
        }
        if let Some(words) = field("enum").or(field("oneOf")).and_then(Value::as_array) {
            let picked = dice.pick(words).expect("there are some");
            return if field("enum").is_some() { picked.clone() } else { self.value(picked, dice) };
        }
        match field("type").and_then(Value::as_str) {
            Some("integer") => number(schema, dice),
            Some("boolean") => json!(dice.below(2) == 0),
            Some("array") => self.list(schema, dice),
            Some("object") => self.object(schema, dice),
            other => panic!("{other:?} is not known here: {schema}"),
        }
    }

    fn list(&self, schema: &Value, dice: &mut Dice) -> Value {
        let many = if dice.below(3) == 0 { 2 } else { 1 };
        Value::Array((0..many).map(|_| self.value(&schema["items"], dice)).collect())
    }

    fn object(&self, schema: &Value, dice: &mut Dice) -> Value {
        let needed: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .chain(one_of(schema, dice))
            .filter_map(Value::as_str)
            .collect();
        let mut made = Map::new();
        for (name, asked) in schema["properties"].as_object().expect("properties") {
            if needed.contains(&name.as_str()) || dice.below(4) == 0 {
                made.insert(name.clone(), self.value(asked, dice));
            }
        }
        Value::Object(made)
    }
}

/// What is needed of several things of which one is.
fn one_of<'s>(schema: &'s Value, dice: &mut Dice) -> impl Iterator<Item = &'s Value> {
    let any = schema.get("anyOf").and_then(Value::as_array);
    let picked = any.and_then(|any| dice.pick(any));
    picked.and_then(|one| one["required"].as_array()).into_iter().flatten()
}

/// Small numbers are more often right than large ones.
fn number(schema: &Value, dice: &mut Dice) -> Value {
    let bound = |name: &str| schema[name].as_i64().expect("a bound");
    let (least, most) = (bound("minimum"), bound("maximum"));
    let far = if dice.below(4) == 0 { most - least } else { (most - least).min(4) };
    let from = if least < 0 { least / 5 } else { least };
    let number = from + i64::from(dice.below(u32::try_from(far).expect("small") + 1));
    let number = number.clamp(least, most);
    json!(if schema.get("not").is_some() && number == 0 { 1 } else { number })
}

fn push(card: &mut Value, ability: Value) {
    card["abilities"].as_array_mut().expect("abilities").push(ability);
}

/// Cards without abilities. A spell must have one, so it has one that draws.
fn plain(dice: &mut Dice) -> Value {
    let mut cards = Vec::new();
    for (kind, many) in KINDS.into_iter().zip(CARDS) {
        for _ in 0..many {
            cards.push(card(cards.len(), kind, dice));
        }
    }
    let [champions, ..] = CARDS;
    let copies = |number: usize| (format!("card-{number}"), json!(if number < 16 { 2 } else { 1 }));
    let in_deck: Map<String, Value> = (champions..cards.len()).map(copies).collect();
    let deck = |number: usize| {
        let id = format!("deck-{number}");
        json!({ "id": id, "name": id, "champion": format!("card-{number}"), "cards": in_deck })
    };
    json!({ "format": 1, "name": "Made", "cards": cards, "decks": [deck(0), deck(1)] })
}

fn card(number: usize, kind: &str, dice: &mut Dice) -> Value {
    let id = format!("card-{number}");
    if kind == "spell" {
        let draws = json!({ "effect": "draw", "who": "own", "cards": 1 });
        let stays = json!({ "when": "lane-broke", "whose": "own", "do": [draws] });
        return json!({ "id": id, "name": id, "kind": kind, "abilities": [stays] });
    }
    let classes = ["all-rounder", "attacker", "defender", "pumper"];
    json!({
        "id": id, "name": id, "kind": kind, "class": dice.pick(&classes).expect("classes"),
        "atk": dice.below(6), "def": dice.roll(8), "spd": dice.below(6), "abilities": [],
    })
}

/// Whether nothing is wrong with the cards of a file, whatever its decks.
fn cards_are_sound(file: &Value) -> bool {
    match CardSet::parse("made.json", &file.to_string()) {
        Ok(_) => true,
        Err(errors) => errors.problems().iter().all(|wrong| wrong.place.starts_with("deck")),
    }
}

/// The card alone with those that can be named: a small file, so that much can
/// be tried.
fn alone(file: &Value, card: usize) -> Value {
    let all = file["cards"].as_array().expect("cards");
    let is_named = |other: &&Value| NAMES.iter().any(|name| other["id"] == *name);
    let named = all.iter().filter(is_named).filter(|other| other["id"] != all[card]["id"]);
    let cards: Vec<&Value> = std::iter::once(&all[card]).chain(named).collect();
    json!({ "format": 1, "name": "Made", "cards": cards, "decks": file["decks"] })
}
