//! What could go on for ever comes to an end.

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::duels::Action;
use rulebook_games::duels::cards::CardSet;

use crate::common::with;
use crate::play::{at_random, deal, start, submit};

const POWER: &str = r#"{ "power": "Decree", "in": ["strategy"], "cooldown": 2, "choose": { "side": "enemy", "kind": "monsters" },
          "do": [{ "effect": "damage", "on": "chosen", "amount": 2 }] }"#;

/// The base, whose Champion has these abilities instead of its power.
fn king_with(abilities: &str) -> CardSet {
    let set = CardSet::parse("small.json", &with(POWER, abilities));
    set.unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn a_ward_that_sets_itself_off_comes_to_an_end() {
    let burns = r#"{ "power": "Burn", "in": ["draw"], "do": [{ "effect": "status", "on": "this", "status": "stun", "lasts": 1 }] }"#;
    let again = r#"{ "before": "status", "act": "prevent", "then": [{ "effect": "status", "on": "this", "status": "stun", "lasts": 1 }] }"#;
    let mut duel = start(king_with(&format!("{burns}, {again}")), 1);
    deal(&mut duel);
    let active = duel.state().active();
    let card = duel.state().player(active).champion();
    submit(&mut duel, active, Action::Use { card, power: 0, on: None });
    let frame = duel.frames().next_back().expect("it was played");
    let acted = frame
        .events()
        .filter(|event| matches!(event.event, rulebook_games::duels::Event::Acted { .. }));
    assert_eq!(acted.count(), 9);
}

#[test]
fn two_champions_whose_wards_hurt_each_other_come_to_an_end() {
    let thorns = r#"{ "before": "damage", "act": "prevent", "then": [{ "effect": "damage", "on": { "each": { "side": "enemy", "kind": "champions" } }, "amount": 1 }] }"#;
    for seed in 0..5 {
        let mut duel = start(king_with(thorns), seed);
        at_random(&mut duel, &mut Dice::new(Seed(seed)), 300);
    }
}

#[test]
fn a_summons_that_its_own_ward_undoes_uses_nothing_up() {
    // The imp cannot be burnt, so it never comes with a burn: all or nothing.
    let ward = r#"{ "before": "burn", "act": "forbid", "uses": 2 }"#;
    let wounds = r#"{ "when": "wounds", "do": [{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }] }"#;
    let gift = r#"{ "gift": "stat", "stat": "atk", "by": 1, "lasts": "always" }"#;
    let burnt = r#"{ "gift": "status", "status": "burn", "lasts": 2 }"#;
    let power = r#"{ "power": "Call", "in": ["draw"], "do": [{ "effect": "summon", "card": "imp", "with": [{ "gift": "status", "status": "burn", "lasts": 2 }] }] }"#;
    let text = with(POWER, power).replacen(wounds, ward, 1).replacen(gift, burnt, 1);
    let set = CardSet::parse("small.json", &text).unwrap_or_else(|errors| panic!("{errors}"));
    let mut duel = start(set, 1);
    deal(&mut duel);
    let active = duel.state().active();
    let card = duel.state().player(active).champion();
    let before = duel.state().cards();
    submit(&mut duel, active, Action::Use { card, power: 0, on: None });
    assert_eq!(duel.state().cards(), before);
}
