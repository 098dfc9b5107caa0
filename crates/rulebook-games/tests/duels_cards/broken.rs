//! Files that do not have the form: each mistake is named with its line, its
//! card, and what to do.

use rulebook_games::duels::cards::ProblemKind;

use crate::common::{errors, with};

/// What is changed in the base, and all that is said of it.
pub(crate) const CASES: &[(&str, &str, &str)] = &[
    // Words.
    (
        r#""kind": "monster""#,
        r#""kind": "monsters""#,
        r#"10:43: card `imp`: "kind" cannot be "monsters". Did you mean "monster"?"#,
    ),
    (
        r#""class": "attacker""#,
        r#""class": 7"#,
        r#"10:63: card `imp`: "class" cannot be a number. Write one of "all-rounder", "attacker", "defender" or "pumper"."#,
    ),
    (
        r#""effect": "status""#,
        r#""effect": "statsu""#,
        r#"12:48: card `imp`: "effect" cannot be "statsu". Did you mean "status"?"#,
    ),
    (
        r#""effect": "status""#,
        r#""effect": "set on fire""#,
        r#"12:48: card `imp`: "effect" cannot be "set on fire". Write one of "damage", "heal", "cleanse", "draw", "move", "destroy", "summon", "counter", "stat", "status", "shield", "piercing", "sweeping", "lifts", "forbids", "takes" or "immune"."#,
    ),
    (
        r#""status": "burn""#,
        r#""status": "burning""#,
        r#"12:80: card `imp`: "status" cannot be "burning". Did you mean "burn"?"#,
    ),
    (
        r#""on": "it""#,
        r#""on": "ti""#,
        r#"12:64: card `imp`: "on" cannot be "ti". Did you mean "it"?"#,
    ),
    (
        r#""when": "wounds""#,
        r#""when": "wound""#,
        r#"12:19: card `imp`: "when" cannot be "wound". Did you mean "wounds"?"#,
    ),
    (
        r#""before": "damage""#,
        r#""before": "damages""#,
        r#"16:21: card `ogre`: "before" cannot be "damages". Did you mean "damage"?"#,
    ),
    (
        r#""act": "prevent""#,
        r#""act": "stop""#,
        r#"16:38: card `ogre`: "act" cannot be "stop". Write one of "prevent", "forbid", "add", "double", "take-over" or "instead"."#,
    ),
    (
        r#""always": "stat""#,
        r#""always": "shield""#,
        r#"20:21: card `bard`: "always" cannot be "shield". Write one of "stat", "piercing", "sweeping", "lifts", "forbids", "takes" or "immune"."#,
    ),
    (
        r#""in": ["strategy"]"#,
        r#""in": ["end"]"#,
        r#"7:37: card `king`: "in" cannot be "end". Write one of "draw", "strategy" or "battle"."#,
    ),
    // Fields.
    (
        r#""kind": "monster", "class": "attacker", "#,
        r#""kind": "monster", "#,
        r#"10:5: card `imp`: a card needs "class". Add it."#,
    ),
    (r#""spd": 4,"#, r#""speed": 4,"#, r#"10:5: card `imp`: a card needs "spd". Add it."#),
    (r#""lasts": 2"#, r#""last": 2"#, r#"12:36: card `imp`: an effect needs "lasts". Add it."#),
    (
        r#""spd": 4,"#,
        r#""spd": 4, "cost": 3,"#,
        r#"10:105: card `imp`: a card has no field "cost". Leave it out."#,
    ),
    (
        r#""name": "Bolt", "kind": "spell","#,
        r#""name": "Bolt", "kind": "spell", "atk": 2,"#,
        r#"23:54: card `bolt`: a spell has no field "atk". Leave it out."#,
    ),
    (
        r#"{ "when": "wounds", "do""#,
        r#"{ "do""#,
        r#"12:9: card `imp`: an ability begins with "when", "power", "before" or "always". Add one of them."#,
    ),
    (r#""whose": "enemy", "#, r#""#, r#"36:9: card `veto`: an ability needs "whose". Add it."#),
    (
        r#""choose": { "side": "enemy" }"#,
        r#""choose": {}"#,
        r#"25:37: card `bolt`: a filter other than "this" needs "side". Add it."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "hand": "own" }"#,
        r#"25:65: card `bolt`: a condition that counts needs "at_least", "at_most" or both. Add one."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "at_most": 4 }"#,
        r#"25:65: card `bolt`: a condition says "cards", "stat", "hand", "broken_lanes", "turn" or "it". Add one of them."#,
    ),
    (
        r#""amount": 3"#,
        r#""amount": {}"#,
        r#"26:66: card `bolt`: an amount is a number, or says "stat" or "count". Add one of them."#,
    ),
    (
        r#""on": "it""#,
        r#""on": { "lanes": { "side": "enemy", "which": "all" } }"#,
        r#"12:64: card `imp`: a target other than "this", "it" or "chosen" says "each" or "random". Add one of them."#,
    ),
    // Types and values.
    (
        r#""atk": 3"#,
        r#""atk": 21"#,
        r#"10:82: card `imp`: "atk" is 21. It must be a whole number from 0 to 20."#,
    ),
    (
        r#""atk": 3"#,
        r#""atk": -1"#,
        r#"10:82: card `imp`: "atk" is -1. It must be a whole number from 0 to 20."#,
    ),
    (
        r#""atk": 3"#,
        r#""atk": 1.5"#,
        r#"10:82: card `imp`: "atk" is 1.5. It must be a whole number from 0 to 20."#,
    ),
    (
        r#""atk": 3"#,
        r#""atk": 1234567890123456789012345678901234567890123"#,
        r#"10:82: card `imp`: "atk" is 1234567890123456789012345678901234567890…. It must be a whole number from 0 to 20."#,
    ),
    (
        r#""atk": 3"#,
        r#""atk": "three""#,
        r#"10:82: card `imp`: "atk" is text. It must be a whole number from 0 to 20."#,
    ),
    (
        r#""def": 2"#,
        r#""def": 0"#,
        r#"10:92: card `imp`: "def" is 0. It must be a whole number from 1 to 20."#,
    ),
    (
        r#""lasts": 2"#,
        r#""lasts": 0"#,
        r#"12:97: card `imp`: "lasts" is 0. It must be a whole number from 1 to 9."#,
    ),
    (
        r#""lasts": 2"#,
        r#""lasts": "always""#,
        r#"12:97: card `imp`: "lasts" is text. It must be a whole number from 1 to 9."#,
    ),
    (
        r#""lasts": "always""#,
        r#""lasts": "long""#,
        r#"31:108: card `nest`: "lasts" is a number of End phases from 1 to 9, or "always"."#,
    ),
    (
        r#""by": 1, "to""#,
        r#""by": 0, "to""#,
        r#"20:50: card `bard`: "by" is 0, which changes nothing. Write another number."#,
    ),
    (
        r#""cooldown": 2"#,
        r#""cooldown": 10"#,
        r#"7:62: card `king`: "cooldown" is 10. It must be a whole number from 0 to 9."#,
    ),
    (
        r#""each_turn": 2"#,
        r#""each_turn": 0"#,
        r#"16:85: card `ogre`: "each_turn" is 0. It must be a whole number from 1 to 9."#,
    ),
    (
        r#"[{ "effect": "counter" }"#,
        r#"["counter""#,
        r#"36:58: card `veto`: an effect is an object in braces, and this is text."#,
    ),
    (
        r#""do": [{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }]"#,
        r#""do": []"#,
        r#"12:35: card `imp`: "do" has 0 entries. It must have 1 to 8."#,
    ),
    (
        r#""do": [{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }]"#,
        r#""do": {}"#,
        r#"12:35: card `imp`: "do" is an object. Write a list."#,
    ),
    (
        r#""id": "imp""#,
        r#""id": "Imp""#,
        r#"10:13: card `Imp`: "id" must be an id: 1 to 40 small letters, digits and hyphens, such as "ember-hound"."#,
    ),
    (
        r#""name": "Imp""#,
        r#""name": """#,
        r#"10:28: card `imp`: "name" must be text of 1 to 40 characters."#,
    ),
    (r#""format": 1"#, r#""format": 2"#, r#"2:13: "format" is 2. It must be 1."#),
    (
        r#""imp": 3"#,
        r#""imp": 4"#,
        r#"41:25: deck `court`: "imp" is 4. It must be a whole number from 1 to 3."#,
    ),
    (
        r#""imp": 3"#,
        r#""imp": 0"#,
        r#"41:25: deck `court`: "imp" is 0. It must be a whole number from 1 to 3."#,
    ),
    (
        r#""champion": "king""#,
        r#""champion": null"#,
        r#"40:51: deck `court`: "champion" must be an id: 1 to 40 small letters, digits and hyphens, such as "ember-hound"."#,
    ),
];

#[test]
fn every_mistake_of_form_is_named_with_its_line_its_card_and_what_to_do() {
    for (old, new, expected) in CASES {
        let errors = errors(&with(old, new));
        let first = errors.problems().iter().find(|problem| problem.kind != ProblemKind::Meaning);
        let first = first.unwrap_or_else(|| panic!("{new}: {errors}"));
        assert_eq!(first.kind, ProblemKind::Shape, "{errors}");
        assert_eq!(first.to_string(), *expected, "{new}");
    }
}
