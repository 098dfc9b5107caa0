//! What cards say, from what they do. `RULEBOOK_BLESS=1` writes the file anew.

use std::env;
use std::fs;

use rulebook_games::duels::cards::{CardSet, DefId};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/duels-cards.txt");

fn all() -> String {
    let set = CardSet::standard();
    let numbers = (0..set.cards().len()).map(|number| u16::try_from(number).unwrap());
    let texts = numbers.map(|number| set.text(DefId(number)) + "\n");
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_card_says_what_it_said() {
    let texts = all();
    if env::var_os("RULEBOOK_BLESS").is_some_and(|bless| bless == "1") {
        fs::write(FILE, &texts).expect("the file can be written");
    }
    let golden = fs::read_to_string(FILE).expect("run with RULEBOOK_BLESS=1 to write it");
    assert_eq!(texts, golden, "if this is meant, run with RULEBOOK_BLESS=1, and read what changed");
}

#[test]
fn sentences_are_whole() {
    for line in all().lines().filter(|line| !line.is_empty()) {
        assert!(line.ends_with('.'), "{line}");
        assert!(line.chars().next().is_some_and(char::is_uppercase), "{line}");
        for wrong in
            ["  ", " ,", " .", "..", "a a", "an an", "each each", "1 cards", "1 End phases"]
        {
            assert!(!format!(" {line}").contains(&format!(" {wrong}")), "{wrong}: {line}");
        }
    }
}

#[test]
fn labels_are_unique_on_a_card_and_say_what_the_ability_is() {
    let set = CardSet::standard();
    for card in set.cards() {
        let mut labels: Vec<&str> = card.abilities.iter().map(|one| one.label()).collect();
        assert!(labels.iter().all(|label| !label.is_empty()), "{}", card.name);
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), card.abilities.len(), "{}", card.name);
    }
}

#[test]
fn the_same_ability_twice_has_two_labels() {
    let twice = r#"{ "always": "piercing" }, { "always": "piercing" }"#;
    let text = CardSet::STANDARD.replacen(r#"{ "always": "piercing" }"#, twice, 1);
    let set = CardSet::parse("cards.json", &text).unwrap();
    let lancer = set.get(set.find("cinder-lancer").unwrap());
    let labels: Vec<&str> = lancer.abilities.iter().map(|one| one.label()).collect();
    let label = "this card pierces protection and shields";
    assert_eq!(labels, [label, &format!("{label} (2)")]);
}
