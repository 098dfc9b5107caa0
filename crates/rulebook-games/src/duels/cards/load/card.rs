//! Reading cards.

use super::MAX_ABILITIES;
use super::ability::ability;
use super::fields::Fields;
use super::log::Log;
use super::scene::Index;
use super::tree::Node;
use super::value::{id, list, number, text, word};
use crate::duels::cards::{
    Ability, CardDef, CardKind, Class, MAX_STAT, Seen, Side, Standing, Stat, Trait,
    text as sentences,
};

/// Reads a card.
pub(super) fn card(node: &Node<'_>, index: &Index, log: &mut Log<'_>) -> Option<CardDef> {
    let mut fields = Fields::open(node, "a card", log)?;
    let id = fields.need("id", log).and_then(|node| id(node, "id", log));
    let name = fields.need("name", log).and_then(|node| text(node, "name", log));
    let kind = fields.need("kind", log).and_then(|node| word(node, "kind", log));
    let printed = printed(kind, &mut fields, log);
    let abilities = match fields.get("abilities") {
        None => Some(Vec::new()),
        Some(node) => list(node, "abilities", 0..=MAX_ABILITIES, log, |node, log| {
            ability(node, kind, index, log)
        }),
    };
    fields.close(log);
    if let Some(abilities) = &abilities {
        sensible(node, kind, abilities, log);
    }
    let (Printed { class, atk, def, spd }, mut abilities) = (printed?, abilities?);
    sentences::label(&mut abilities);
    let (id, name, kind) = (id?.to_owned(), name?, kind?);
    let card = CardDef { id, name, kind, class, atk, def, spd, abilities };
    if falls_at_once(&card) {
        let message = "its own \"always\" takes all of its DEF, so it would fall as soon as it \
                       stands. Take less, or say \"if\".";
        log.meaning(node, message);
    }
    Some(card)
}

/// Whether a fighter has no DEF left by what it always does to itself.
fn falls_at_once(card: &CardDef) -> bool {
    let itself = Seen {
        side: Side::Own,
        kind: card.kind,
        class: card.class,
        distance: Some(0),
        this: true,
        statuses: &[],
    };
    let changes = card.abilities.iter().map(|ability| match ability {
        Ability::Standing(Standing {
            grants: Trait::Stat { stat: Stat::Def, by },
            whom,
            when,
            ..
        }) if when.is_empty() && whom.accepts(&itself) => i32::from(*by),
        _ => 0,
    });
    card.kind.fights() && i32::from(card.def) + changes.sum::<i32>() <= 0
}

struct Printed {
    class: Option<Class>,
    atk: u8,
    def: u8,
    spd: u8,
}

/// Class and stats: a spell has none, everything else has all of them.
fn printed(
    kind: Option<CardKind>,
    fields: &mut Fields<'_, '_>,
    log: &mut Log<'_>,
) -> Option<Printed> {
    match kind {
        Some(CardKind::Spell) => {
            fields.call("a spell");
            Some(Printed { class: None, atk: 0, def: 0, spd: 0 })
        }
        // What it is, is a mistake: whatever it has may be right.
        None => {
            let class = fields.get("class").and_then(|node| word::<Class>(node, "class", log));
            for (name, least) in [("atk", 0), ("def", 1), ("spd", 0)] {
                if let Some(node) = fields.get(name) {
                    number(node, name, least..=MAX_STAT, log);
                }
            }
            Some(Printed { class, atk: 0, def: 0, spd: 0 })
        }
        Some(CardKind::Champion | CardKind::Monster) => {
            let class = fields.need("class", log).and_then(|node| word(node, "class", log));
            let mut stat = |name, least| {
                let node = fields.need(name, log)?;
                number(node, name, least..=MAX_STAT, log)
            };
            let (atk, def, spd) = (stat("atk", 0), stat("def", 1), stat("spd", 0));
            Some(Printed { class: Some(class?), atk: atk?, def: def?, spd: spd? })
        }
    }
}

/// What is wrong with all abilities together.
fn sensible(node: &Node<'_>, kind: Option<CardKind>, abilities: &[Ability], log: &mut Log<'_>) {
    if kind != Some(CardKind::Spell) {
        return;
    }
    let casts = abilities.iter().filter(|ability| matches!(ability, Ability::Cast(_))).count();
    if abilities.is_empty() {
        log.meaning(node, "this spell does nothing. Give it abilities.");
    } else if casts > 1 {
        log.meaning(node, "a spell is cast once. Put all its effects into one \"cast\".");
    }
}
