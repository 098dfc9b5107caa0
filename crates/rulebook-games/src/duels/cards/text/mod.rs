//! What cards say, written from what they do.

mod ability;
mod effect;
mod filter;

use std::fmt;

use effect::{Verb, predicate};

use super::{Ability, CardDef, CardSet, Trait};

/// What a card with it has, can or does.
///
/// ```
/// use rulebook_games::duels::cards::{Ban, Stat, Trait};
/// assert_eq!(Trait::Stat { stat: Stat::Atk, by: -1 }.to_string(), "has -1 ATK");
/// assert_eq!(Trait::Forbids(Ban::Attack).to_string(), "cannot attack");
/// ```
impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&predicate(self, Verb::Has(Number::One)))
    }
}

/// What a card is and does, a line for each ability.
pub(super) fn card(card: &CardDef, set: &CardSet) -> String {
    let mut text = match card.class {
        None => format!("{}: {}.", card.name, card.kind),
        Some(class) => format!(
            "{}: {}, {class}, ATK {}, DEF {}, SPD {}.",
            card.name, card.kind, card.atk, card.def, card.spd
        ),
    };
    for ability in &card.abilities {
        text.push('\n');
        text.push_str(&capital(&ability::sentence(ability, set)));
        text.push('.');
    }
    text
}

/// Gives each ability a label that no other of the card has.
pub(super) fn label(abilities: &mut [Ability]) {
    let mut taken: Vec<String> = Vec::new();
    for ability in abilities {
        let wanted = ability::label(ability);
        let mut label = wanted.clone();
        let mut number = 2;
        while taken.contains(&label) {
            label = format!("{wanted} ({number})");
            number += 1;
        }
        taken.push(label.clone());
        *ability.label_mut() = label;
    }
}

/// How effects speak of cards: the set that they are from, and what the card
/// that the moment is about is called.
#[derive(Clone, Copy)]
struct Voice<'s> {
    set: &'s CardSet,
    it: &'static str,
}

/// One or many, for verbs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    One,
    Many,
}

impl Number {
    /// A regular verb: "takes", "take".
    fn verb(self, many: &str) -> String {
        match self {
            Number::One => format!("{many}s"),
            Number::Many => many.to_owned(),
        }
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// "1 card", "2 cards".
fn counted(count: u8, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
