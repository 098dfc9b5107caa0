//! A small set of cards to break.

use rulebook_games::duels::cards::{CardSet, LoadErrors, ProblemKind};

/// A sound file: a Champion, monsters, spells, and a deck.
pub(crate) const BASE: &str = r#"{
  "format": 1,
  "name": "Small",
  "cards": [
    { "id": "king", "name": "King", "kind": "champion", "class": "defender", "atk": 2, "def": 9, "spd": 1,
      "abilities": [
        { "power": "Decree", "in": ["strategy"], "cooldown": 2, "choose": { "side": "enemy", "kind": "monsters" },
          "do": [{ "effect": "damage", "on": "chosen", "amount": 2 }] }
      ] },
    { "id": "imp", "name": "Imp", "kind": "monster", "class": "attacker", "atk": 3, "def": 2, "spd": 4,
      "abilities": [
        { "when": "wounds", "do": [{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }] }
      ] },
    { "id": "ogre", "name": "Ogre", "kind": "monster", "class": "all-rounder", "atk": 5, "def": 6, "spd": 0,
      "abilities": [
        { "before": "damage", "act": "prevent", "amount": 1, "uses": { "each_turn": 2 } }
      ] },
    { "id": "bard", "name": "Bard", "kind": "monster", "class": "pumper", "atk": 1, "def": 3, "spd": 2,
      "abilities": [
        { "always": "stat", "stat": "atk", "by": 1, "to": { "side": "own", "column": "beside" } }
      ] },
    { "id": "page", "name": "Page", "kind": "monster", "class": "defender", "atk": 1, "def": 1, "spd": 1 },
    { "id": "bolt", "name": "Bolt", "kind": "spell",
      "abilities": [
        { "when": "cast", "choose": { "side": "enemy" }, "if": [{ "hand": "own", "at_most": 4 }],
          "do": [{ "effect": "damage", "on": "chosen", "amount": 3 }] }
      ] },
    { "id": "nest", "name": "Nest", "kind": "spell",
      "abilities": [
        { "when": "cast", "do": [
          { "effect": "summon", "card": "imp", "with": [{ "gift": "stat", "stat": "atk", "by": 1, "lasts": "always" }] }
        ] }
      ] },
    { "id": "veto", "name": "Veto", "kind": "spell",
      "abilities": [
        { "when": "spell-cast", "whose": "enemy", "do": [{ "effect": "counter" }, { "effect": "move", "on": "this", "to": "discard" }] }
      ] }
  ],
  "decks": [
    { "id": "court", "name": "Court", "champion": "king",
      "cards": { "imp": 3, "ogre": 3, "bard": 3, "page": 3, "bolt": 3, "nest": 3, "veto": 2 } }
  ]
}
"#;

/// The base with one piece of it changed. The piece must occur in it; the first
/// one is meant.
pub(crate) fn with(old: &str, new: &str) -> String {
    assert!(BASE.contains(old), "the base has no {old}");
    BASE.replacen(old, new, 1)
}

/// What is wrong with the text.
pub(crate) fn errors(text: &str) -> LoadErrors {
    CardSet::parse("small.json", text).expect_err("it is broken")
}

/// Whether the text has the form that the schema describes, says the loader.
pub(crate) fn has_form(text: &str) -> bool {
    match CardSet::parse("small.json", text) {
        Ok(_) => true,
        Err(errors) => errors.problems().iter().all(|problem| problem.kind == ProblemKind::Meaning),
    }
}

#[test]
fn the_base_is_sound() {
    CardSet::parse("small.json", BASE).unwrap();
}
