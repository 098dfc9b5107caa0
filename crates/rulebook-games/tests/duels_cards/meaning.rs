//! Files that have the form and make no sense.

use rulebook_games::duels::cards::{Problem, ProblemKind};

use crate::common::{errors, with};

/// An ability for the imp, instead of its own.
const IMP: &str = r#"{ "when": "wounds", "do": [{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }] }"#;
/// The effect of the bolt.
const BOLT: &str = r#"{ "effect": "damage", "on": "chosen", "amount": 3 }"#;
/// The whole ability of the veto.
const VETO: &str = r#"{ "when": "spell-cast", "whose": "enemy", "do": [{ "effect": "counter" }, { "effect": "move", "on": "this", "to": "discard" }] }"#;
/// The ward of the ogre.
const OGRE: &str =
    r#"{ "before": "damage", "act": "prevent", "amount": 1, "uses": { "each_turn": 2 } }"#;

/// What is changed in the base, and all that is said of it.
pub(crate) const CASES: &[(&str, &str, &str)] = &[
    // The set as a whole.
    (
        r#""id": "ogre""#,
        r#""id": "imp""#,
        r#"14:13: card `imp`: there is another card before it with the id "imp". Change one of them.
41:36: deck `court`: there is no card "ogre". Add it to "cards"."#,
    ),
    (
        r#""name": "Ogre""#,
        r#""name": "Imp""#,
        r#"14:29: card `ogre`: there is another card before it with the name "Imp". Change one of them."#,
    ),
    (
        r#""name": "Ogre""#,
        r#""name": "   ""#,
        r#"14:29: card `ogre`: "name" is "   ", and nobody can read that. Write words."#,
    ),
    (
        r#""kind": "champion", "class": "defender", "atk": 2, "def": 9, "spd": 1,"#,
        r#""kind": "monster", "class": "defender", "atk": 2, "def": 9, "spd": 1,"#,
        r#"4:12: no card is a Champion. Add one, with "kind": "champion".
7:20: card `king`: only Champions have powers. Say "when" it acts instead.
40:51: deck `court`: this card is no Champion. Name a card with "kind": "champion"."#,
    ),
    // Decks.
    (
        r#""champion": "king""#,
        r#""champion": "kign""#,
        r#"40:51: deck `court`: there is no card "kign". Did you mean "king"?"#,
    ),
    (
        r#""champion": "king""#,
        r#""champion": "emperor-of-all""#,
        r#"40:51: deck `court`: there is no card "emperor-of-all". Add it to "cards"."#,
    ),
    (
        r#""champion": "king""#,
        r#""champion": "imp""#,
        r#"40:51: deck `court`: this card is no Champion. Name a card with "kind": "champion"."#,
    ),
    (
        r#""imp": 3"#,
        r#""imp": 2"#,
        r#"41:16: deck `court`: the deck has 19 cards. Add some: it must have 20 to 40."#,
    ),
    (
        r#""imp": 3, "ogre": 3, "#,
        r#""#,
        r#"41:16: deck `court`: the deck has 14 cards. Add some: it must have 20 to 40."#,
    ),
    (
        r#""imp": 3"#,
        r#""imp": 3, "king": 1"#,
        r#"41:28: deck `court`: a Champion stands beside the deck, not in it. Take it out."#,
    ),
    (
        r#""imp": 3"#,
        r#""immp": 3"#,
        r#"41:26: deck `court`: there is no card "immp". Did you mean "imp"?"#,
    ),
    (r#""imp": 3"#, r#""imp": 3.0"#, r#"41:25: deck `court`: "imp" is 3.0. Write 3."#),
    // Abilities that cannot be.
    (
        IMP,
        r#"{ "when": "cast", "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:19: card `imp`: only spells are cast. Say "placed"."#,
    ),
    (
        IMP,
        r#"{ "power": "Bite", "in": ["battle"], "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:20: card `imp`: only Champions have powers. Say "when" it acts instead."#,
    ),
    (
        VETO,
        r#"{ "when": "attacks", "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"36:19: card `veto`: this never comes for a spell, which neither fights nor falls. Say another."#,
    ),
    (VETO, "", r#"34:5: card `veto`: this spell does nothing. Give it abilities."#),
    (
        VETO,
        r#"{ "when": "cast", "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }, { "when": "cast", "do": [{ "effect": "draw", "who": "own", "cards": 2 }] }"#,
        r#"34:5: card `veto`: a spell is cast once. Put all its effects into one "cast"."#,
    ),
    (
        r#""in": ["strategy"]"#,
        r#""in": ["strategy", "strategy"]"#,
        r#"7:36: card `king`: a step is named twice. Name each once."#,
    ),
    // Whom effects speak of.
    (
        r#""when": "wounds""#,
        r#""when": "placed""#,
        r#"12:64: card `imp`: there is no other card that this is about. Say whom you mean with "each" or "this"."#,
    ),
    (
        r#""on": "it""#,
        r#""on": "chosen""#,
        r#"12:64: card `imp`: nothing is chosen here. Add "choose" to the ability."#,
    ),
    (
        BOLT,
        r#"{ "effect": "draw", "who": "own", "cards": 1 }"#,
        r#"25:9: card `bolt`: a card is chosen, and nothing happens to it. Say "on": "chosen", or leave "choose" out."#,
    ),
    (
        r#""choose": { "side": "enemy" }"#,
        r#""choose": "this""#,
        r#"25:37: card `bolt`: "this" leaves no choice. Leave "choose" out."#,
    ),
    (
        r#""choose": { "side": "enemy" }"#,
        r#""choose": { "side": "enemy", "kind": "spells" }"#,
        r#"26:46: card `bolt`: this is a spell, and spells have no stats. Mean Champions or monsters."#,
    ),
    (
        r#""choose": { "side": "enemy" }"#,
        r#""choose": { "side": "enemy", "kind": "spells", "class": "pumper" }"#,
        r#"25:37: card `bolt`: spells have neither class nor status, so this means no card. Leave them out."#,
    ),
    (
        BOLT,
        r#"{ "effect": "damage", "on": "chosen", "amount": { "stat": "atk" } }"#,
        r#"26:76: card `bolt`: spells have no stats. Write a number, or count cards."#,
    ),
    (
        BOLT,
        r#"{ "effect": "move", "on": "chosen", "to": "hand" }"#,
        r#"26:44: card `bolt`: Champions never leave the front row. Mean "monsters", or move "aside"."#,
    ),
    (
        BOLT,
        r#"{ "effect": "counter" }, { "effect": "destroy", "on": "chosen" }"#,
        r#"26:18: card `bolt`: no spell is on its way. Counter with "when": "spell-cast"."#,
    ),
    (
        IMP,
        r#"{ "when": "destroyed", "do": [{ "effect": "heal", "on": "this", "amount": 1 }] }"#,
        r#"12:65: card `imp`: this card is in the discard pile by then. It can only be moved."#,
    ),
    (
        IMP,
        r#"{ "when": "destroyed", "do": [{ "effect": "destroy", "on": "this" }] }"#,
        r#"12:68: card `imp`: this card is destroyed already. Leave this out."#,
    ),
    (
        IMP,
        r#"{ "when": "destroyed", "do": [{ "effect": "move", "on": "this", "to": "aside" }] }"#,
        r#"12:65: card `imp`: this card is in the discard pile by then. Move it elsewhere."#,
    ),
    (
        IMP,
        r#"{ "when": "turn-ends", "whose": "own", "if": [{ "it": { "side": "own" } }], "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:63: card `imp`: there is no other card that this is about. Count "cards"."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "hand": "own", "at_least": 5, "at_most": 4 }"#,
        r#"25:65: card `bolt`: nothing is at least 5 and at most 4. Swap them."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "turn": "both" }"#,
        r#"25:75: card `bolt`: it is always the turn of one of both. Leave this out."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "stat": "atk", "at_least": 1 }"#,
        r#"25:75: card `bolt`: spells have no stats. Write a number, or count cards."#,
    ),
    // Summons.
    (
        r#""card": "imp""#,
        r#""card": "king""#,
        r#"31:41: card `nest`: only monsters are summoned. Name a monster."#,
    ),
    (
        r#""card": "imp""#,
        r#""card": "inp""#,
        r#"31:41: card `nest`: there is no card "inp". Did you mean "imp"?"#,
    ),
    (
        r#""stat": "atk", "by": 1, "lasts""#,
        r#""stat": "def", "by": -2, "lasts""#,
        r#"31:11: card `nest`: its gifts take all of its DEF, so it would never stand. Take less."#,
    ),
    // Wards.
    (
        OGRE,
        r#"{ "before": "destruction", "act": "prevent" }"#,
        r#"16:21: card `ogre`: what has no DEF left would be destroyed and saved again without end. Move it away "instead", or limit the "uses"."#,
    ),
    (
        OGRE,
        r#"{ "before": "destruction", "act": "prevent", "amount": 2, "uses": 1 }"#,
        r#"16:64: card `ogre`: there is no amount of this. Leave "amount" out to prevent it whole."#,
    ),
    (
        OGRE,
        r#"{ "before": "destruction", "act": "double", "uses": 1 }"#,
        r#"16:43: card `ogre`: there is no amount of this to change. Prevent it or forbid it."#,
    ),
    (
        OGRE,
        r#"{ "before": "healing", "act": "take-over" }"#,
        r#"16:39: card `ogre`: only damage to cards can be taken over. Use "before": "damage"."#,
    ),
    (
        OGRE,
        r#"{ "before": "draw", "act": "prevent" }"#,
        r#"16:21: card `ogre`: players draw, not cards. Say in "to" nothing but the "side"."#,
    ),
    (
        OGRE,
        r#"{ "before": "lane-damage", "to": { "side": "own", "kind": "monsters" }, "act": "prevent" }"#,
        r#"16:42: card `ogre`: lanes are meant by "side" and "column" alone. Say no more in "to"."#,
    ),
    (
        OGRE,
        r#"{ "before": "draw", "to": { "side": "own" }, "act": "instead", "do": [{ "effect": "heal", "on": "it", "amount": 1 }] }"#,
        r#"16:105: card `ogre`: there is no other card that this is about. Say whom you mean with "each" or "this"."#,
    ),
    (
        OGRE,
        r#"{ "before": "damage", "act": "instead", "do": [{ "effect": "damage", "on": { "random": { "side": "both" } }, "amount": 1 }] }"#,
        r#"16:96: card `ogre`: what happens instead cannot depend on dice. Say "each"."#,
    ),
    (
        OGRE,
        r#"{ "before": "damage", "act": "instead", "do": [{ "effect": "summon", "card": "imp" }] }"#,
        r#"16:38: card `ogre`: a card that is summoned "instead" could come twice at once, and once is lost. Summon it "when" something has happened."#,
    ),
    (
        VETO,
        r#"{ "before": "damage", "to": { "side": "own" }, "act": "take-over" }"#,
        r#"36:63: card `veto`: a spell cannot be hurt, so it takes nothing over. Give this to a fighter."#,
    ),
    (
        VETO,
        r#"{ "before": "damage", "act": "prevent" }"#,
        r#"36:21: card `veto`: this never happens to spells. Say in "to" whom you mean."#,
    ),
    // Traits.
    (
        VETO,
        r#"{ "always": "piercing" }"#,
        r#"36:21: card `veto`: this is no use to a spell. Say "to" whom you mean."#,
    ),
    (
        VETO,
        r#"{ "always": "forbids", "action": "cast", "to": { "side": "enemy" } }"#,
        r#"36:21: card `veto`: only spells are cast. Say "to" whom, with "kind": "spells"."#,
    ),
    (
        VETO,
        r#"{ "always": "forbids", "action": "place", "to": { "side": "enemy", "column": "same" } }"#,
        r#"36:21: card `veto`: cards are placed from the hand, where there are no columns. Leave it out."#,
    ),
    // What could never matter.
    (
        VETO,
        r#"{ "before": "destruction", "act": "prevent", "uses": 1 }"#,
        r#"36:21: card `veto`: this never happens to spells. Say in "to" whom you mean."#,
    ),
    (
        BOLT,
        r#"{ "effect": "destroy", "on": { "each": { "side": "enemy", "kind": "spells" } } }, { "effect": "destroy", "on": "chosen" }"#,
        r#"26:47: card `bolt`: spells are never destroyed. Use "move", "to": "discard"."#,
    ),
    (
        IMP,
        r#"{ "when": "other-destroyed", "of": { "side": "both", "kind": "spells" }, "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:44: card `imp`: spells are never destroyed. Mean Champions or monsters."#,
    ),
    (
        IMP,
        r#"{ "when": "other-destroyed", "of": "this", "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:44: card `imp`: this card is no other. Say "when": "destroyed"."#,
    ),
    (
        IMP,
        r#"{ "when": "other-destroyed", "of": { "side": "own", "column": "beside" }, "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:44: card `imp`: it has left by then, and stands in no column and suffers from nothing. Leave "column" and "status" out."#,
    ),
    (
        IMP,
        r#"{ "when": "other-destroyed", "of": { "side": "own" }, "if": [{ "it": "this" }], "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:78: card `imp`: it is another card, never this one. Leave this out."#,
    ),
    (
        IMP,
        r#"{ "when": "spell-cast", "whose": "own", "if": [{ "it": { "side": "own" } }], "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:64: card `imp`: it is a spell. Say "kind": "spells"."#,
    ),
    (
        IMP,
        r#"{ "when": "wounds", "if": [{ "it": { "side": "enemy", "kind": "spells" } }], "do": [{ "effect": "draw", "who": "own", "cards": 1 }] }"#,
        r#"12:44: card `imp`: it is never a spell. Say another "kind"."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "cards": { "side": "own", "kind": "monsters" }, "at_least": 3 }"#,
        r#"25:65: card `bolt`: there are never more than 2 such cards in play. Ask for less."#,
    ),
    (
        r#"{ "hand": "own", "at_most": 4 }"#,
        r#"{ "broken_lanes": "both", "at_least": 5 }"#,
        r#"25:65: card `bolt`: there are never more than 4 broken lanes in a duel. Ask for less."#,
    ),
    // Champions are placed first, whatever the cards say.
    (
        IMP,
        r#"{ "always": "lifts", "check": "champion-in-centre", "to": { "side": "own" } }"#,
        r#"12:21: card `imp`: a Champion is placed before anything else, so only its own card can lift this. Say it there, without "to"."#,
    ),
    (
        r#"{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }"#,
        r#"{ "effect": "lifts", "on": "it", "check": "champion-in-centre", "lasts": 2 }"#,
        r#"12:36: card `imp`: every Champion is placed by then. Say "always" on the Champion itself."#,
    ),
    (
        IMP,
        r#"{ "always": "forbids", "action": "place", "to": { "side": "enemy", "kind": "champions" } }"#,
        r#"12:21: card `imp`: nothing keeps a Champion from the centre. Mean "monsters" or "spells"."#,
    ),
    (
        IMP,
        r#"{ "always": "forbids", "action": "place", "to": { "side": "enemy", "status": "burn" } }"#,
        r#"12:21: card `imp`: cards are placed from the hand, where nobody suffers. Leave it out."#,
    ),
    (
        VETO,
        r#"{ "always": "forbids", "action": "place" }"#,
        r#"36:21: card `veto`: this spell could never be placed. Say "if", or "to" whom."#,
    ),
    (
        r#"{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }"#,
        r#"{ "effect": "forbids", "on": "it", "action": "place", "lasts": 2 }"#,
        r#"12:36: card `imp`: who is in play is placed already. Say "always", and "to" whom."#,
    ),
    (
        r#"{ "effect": "status", "on": "it", "status": "burn", "lasts": 2 }"#,
        r#"{ "effect": "forbids", "on": "it", "action": "cast", "lasts": 2 }"#,
        r#"12:36: card `imp`: only spells are cast, and nothing is given to them. Say "always", and "to" whom."#,
    ),
    // What a card does to itself.
    (
        IMP,
        r#"{ "always": "stat", "stat": "def", "by": -2 }"#,
        r#"10:5: card `imp`: its own "always" takes all of its DEF, so it would fall as soon as it stands. Take less, or say "if"."#,
    ),
    (
        IMP,
        r#"{ "always": "stat", "stat": "def", "by": -1, "to": { "side": "both" } }, { "always": "stat", "stat": "def", "by": -1 }"#,
        r#"10:5: card `imp`: its own "always" takes all of its DEF, so it would fall as soon as it stands. Take less, or say "if"."#,
    ),
    (
        IMP,
        r#"{ "always": "forbids", "action": "use-power" }"#,
        r#"12:21: card `imp`: only Champions have powers. Mean Champions."#,
    ),
    (
        IMP,
        r#"{ "always": "takes", "from": "this" }"#,
        r#"12:21: card `imp`: nobody takes damage from itself. Say "from" whom."#,
    ),
    (
        IMP,
        r#"{ "always": "takes", "from": { "side": "own", "kind": "spells" } }"#,
        r#"12:21: card `imp`: spells are never damaged. Say "from" whom."#,
    ),
    (
        r#"{ "gift": "stat", "stat": "atk", "by": 1, "lasts": "always" }"#,
        r#"{ "gift": "status", "status": "freeze", "lasts": 1 }, { "gift": "stat", "stat": "def", "by": -1, "lasts": 2 }"#,
        r#"31:11: card `nest`: its gifts take all of its DEF, so it would never stand. Take less."#,
    ),
];

#[test]
fn every_senseless_file_is_refused_with_its_line_its_card_and_what_to_do() {
    let mut others = Vec::new();
    for (old, new, expected) in CASES {
        let errors = errors(&with(old, new));
        let lines: Vec<String> = errors.problems().iter().map(ToString::to_string).collect();
        if lines.join("\n") != *expected {
            others.push(format!("{new}\n  says {}\n  not {expected}", lines.join("\n")));
        }
        let meant = |problem: &Problem| problem.kind == ProblemKind::Meaning;
        assert!(errors.problems().iter().all(meant), "{errors}");
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}
