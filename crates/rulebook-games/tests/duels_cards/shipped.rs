//! The cards that come with the game: sound, varied, and all of them played.

use std::collections::BTreeSet;

use rulebook_games::duels::cards::{
    Ability, CardKind, CardSet, Class, Effect, Gift, Status, Target, Trait,
};
use serde_json::Value;

use crate::schema::Schema;

/// Every word that stands in the file as a value, with the fields above it.
fn words() -> BTreeSet<(String, String)> {
    fn gather(field: &str, value: &Value, into: &mut BTreeSet<(String, String)>) {
        match value {
            Value::String(word) => drop(into.insert((field.to_owned(), word.clone()))),
            Value::Array(items) => items.iter().for_each(|item| gather(field, item, into)),
            Value::Object(fields) => {
                fields.iter().for_each(|(name, value)| gather(name, value, into));
            }
            _ => {}
        }
    }
    let mut words = BTreeSet::new();
    gather("", &serde_json::from_str(CardSet::STANDARD).unwrap(), &mut words);
    words
}

fn abilities() -> Vec<Ability> {
    CardSet::standard().cards().iter().flat_map(|card| card.abilities.clone()).collect()
}

fn effects() -> Vec<Effect> {
    let effects = abilities().into_iter().flat_map(|ability| match ability {
        Ability::Triggered(one) => one.effects,
        Ability::Cast(one) => one.effects,
        Ability::Power(one) => one.effects,
        Ability::Ward(_) | Ability::Standing(_) => Vec::new(),
    });
    effects.collect()
}

#[test]
fn there_are_at_least_thirty_cards_and_every_class_fights() {
    let set = CardSet::standard();
    assert!(set.cards().len() >= 30);
    for class in Class::ALL {
        let of_class = set.cards().iter().filter(|card| card.class == Some(class));
        assert!(of_class.count() >= 3, "{class}");
    }
}

#[test]
fn every_card_is_in_a_deck_and_decks_have_their_size() {
    let set = CardSet::standard();
    let mut played = BTreeSet::new();
    for deck in set.decks() {
        assert!((20..=40).contains(&deck.cards.len()), "{}", deck.name);
        assert_eq!(set.get(deck.champion).kind, CardKind::Champion);
        for card in &deck.cards {
            assert!(deck.cards.iter().filter(|other| *other == card).count() <= 3);
            assert_ne!(set.get(*card).kind, CardKind::Champion);
        }
        played.extend(deck.cards.iter().copied().chain([deck.champion]));
    }
    assert_eq!(played.len(), set.cards().len());
}

#[test]
fn every_status_is_dealt() {
    for status in Status::ALL {
        let deals = |effect: &Effect| matches!(effect, Effect::Give { gift: Gift::Status(dealt, _), .. } if *dealt == status);
        assert!(effects().iter().any(deals), "{status}");
    }
}

#[test]
fn the_cards_show_all_that_cards_can_do() {
    let has = |what: &str, found: bool| assert!(found, "no card shows {what}");
    let any = |wanted: fn(&Effect) -> bool| effects().iter().any(wanted);
    has("area", any(|effect| matches!(effect, Effect::Damage { on: Target::Each(_), .. })));
    has("dice", any(|effect| matches!(effect, Effect::Damage { on: Target::Random(_), .. })));
    has("lanes", any(|effect| matches!(effect, Effect::Damage { on: Target::Lanes(_), .. })));
    has(
        "unpreventable damage",
        any(|effect| matches!(effect, Effect::Damage { piercing: true, .. })),
    );
    has("a counter-spell", any(|effect| matches!(effect, Effect::Counter)));
    has(
        "a summon with a bonus",
        any(|effect| matches!(effect, Effect::Summon { gifts, .. } if !gifts.is_empty())),
    );
    has(
        "a prevention shield",
        any(|effect| matches!(effect, Effect::Give { gift: Gift::Trait(Trait::Shield(_), _), .. })),
    );
    has(
        "a given exception",
        any(|effect| matches!(effect, Effect::Give { gift: Gift::Trait(Trait::Lifts(_), _), .. })),
    );
    has(
        "a given prohibition",
        any(|effect| {
            matches!(effect, Effect::Give { gift: Gift::Trait(Trait::Forbids(_), _), .. })
        }),
    );
    has(
        "a given redirection",
        any(|effect| matches!(effect, Effect::Give { gift: Gift::Trait(Trait::Takes(_), _), .. })),
    );
}

/// The fields whose words say what cards do.
const FIELDS: [&str; 9] =
    ["act", "action", "always", "check", "class", "effect", "stat", "status", "when"];

#[test]
fn every_word_for_what_cards_do_is_used_but_one() {
    let used = words();
    let mut unused = Vec::new();
    for (field, words) in Schema::published().fields() {
        if FIELDS.contains(&field.as_str()) {
            let pairs = words.into_iter().map(|word| (field.clone(), word));
            unused.extend(pairs.filter(|pair| !used.contains(pair)));
        }
    }
    // A Champion beside the centre is another game: left to other sets.
    assert_eq!(unused, [("check".to_owned(), "champion-in-centre".to_owned())]);
}
