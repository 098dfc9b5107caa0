//! The chapter for designers says what the loader and the schema of cards say.

use std::collections::BTreeSet;

use rulebook_games::duels::cards::CardSet;

use crate::files::{blocks, page};

fn chapter() -> String {
    page("docs/guide/cards-as-data.md")
}

fn blocks_of(language: &str) -> Vec<String> {
    let blocks = blocks(&chapter()).into_iter().filter(|(found, _)| found == language);
    blocks.map(|(_, code)| code).collect()
}

/// The shipped cards with one more.
fn with_card(card: &str) -> String {
    CardSet::STANDARD.replacen("\"cards\": [", &format!("\"cards\": [\n{card},"), 1)
}

/// An example of the chapter as a card of its own.
fn as_card(example: &str) -> Option<String> {
    let ability = |kind: &str| {
        format!(
            r#"{{ "id": "example", "name": "Example", "kind": "{kind}", "class": "attacker",
                 "atk": 1, "def": 1, "spd": 1, "abilities": [{example}] }}"#
        )
    };
    match example {
        file if file.contains("\"format\"") => None,
        card if card.contains("\"id\"") => Some(card.replacen("ember-hound", "example", 1))
            .map(|card| card.replacen("Ember Hound", "Example", 1)),
        power if power.starts_with("{ \"power\"") => Some(ability("champion")),
        _ => Some(ability("monster")),
    }
}

#[test]
fn every_example_is_a_card_that_the_game_accepts() {
    let cards: Vec<String> = blocks_of("json").iter().filter_map(|code| as_card(code)).collect();
    assert_eq!(cards.len(), 7);
    for card in cards {
        if let Err(errors) = CardSet::parse("cards.json", &with_card(&card)) {
            panic!("{errors}\n{card}");
        }
    }
}

#[test]
fn the_card_says_what_the_chapter_prints() {
    let set = CardSet::standard();
    let hound = set.find("ember-hound").expect("it is shipped");
    assert_eq!(blocks_of("text")[0].trim_end(), set.text(hound));
    let printed = page("crates/rulebook-games/src/duels/cards.json");
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    assert!(squeezed(&printed).contains(&squeezed(&blocks_of("json")[0])));
}

#[test]
fn the_problems_are_those_that_the_chapter_prints() {
    let broken = r#"{
  "format": 1,
  "name": "Mine",
  "cards": [
    { "id": "imp", "name": "Imp", "kind": "monsters", "class": "attacker",
      "atk": 33, "def": 2, "spd": 4,
      "abilities": [
        { "when": "placed", "do": [{ "effect": "damage", "amount": 1, "on": "chosen" }] }
      ] },
    { "id": "king", "name": "King", "kind": "champion", "class": "defender", "atk": 1, "def": 9, "spd": 1 }
  ],
  "decks": [{ "id": "host", "name": "Host", "champion": "king",
      "cards": { "imp": 3 } }]
}"#;
    let errors = CardSet::parse("mine.json", broken).expect_err("it is broken");
    assert_eq!(blocks_of("text")[1].trim_end(), errors.to_string());
}

/// The words that stand after `"enum":` and `"const":` in the schema.
fn words_of_the_schema() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for keyword in ["\"enum\": [", "\"const\": "] {
        for part in CardSet::SCHEMA.split(keyword).skip(1) {
            let end = if keyword.ends_with('[') { ']' } else { '}' };
            let part = part.split(end).next().unwrap_or_default();
            let part = part.split(',').take(if end == ']' { usize::MAX } else { 1 });
            words.extend(part.filter_map(|word| {
                Some(word.trim().strip_prefix('"')?.strip_suffix('"')?.to_owned())
            }));
        }
    }
    words
}

#[test]
fn every_word_of_the_schema_is_explained() {
    let chapter = chapter();
    let words = words_of_the_schema();
    assert!(words.len() > 90, "{}", words.len());
    let unsaid: Vec<&String> =
        words.iter().filter(|word| !chapter.contains(&format!("`{word}`"))).collect();
    assert_eq!(unsaid, [""; 0]);
}
