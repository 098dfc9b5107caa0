//! Reading effects and what they give.

use super::fields::Fields;
use super::filter::{Reach, amount, filter, target};
use super::log::Log;
use super::scene::{Being, Entry, Scene};
use super::sense;
use super::tree::{Node, Value};
use super::value::{flag, id, list, number, word};
use super::words::{AnyStatus, Given, Verb};
use super::{MAX_AMOUNT, MAX_ENDS, MAX_LIST};
use crate::duels::cards::{
    CardKind, Destination, Duration, Effect, Gift, Kinds, Stat, Status, Target, Trait,
};

/// The most cards that an effect can draw.
const MAX_DRAW: u8 = 5;

/// The effects in a field that must be there.
pub(super) fn effects(
    field: &'static str,
    fields: &mut Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Vec<Effect>> {
    let node = fields.need(field, log)?;
    list(node, field, 1..=MAX_LIST, log, |node, log| effect(node, scene, log))
}

fn effect(node: &Node<'_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Effect> {
    let mut fields = Fields::open(node, "an effect", log)?;
    let verb = word(fields.need("effect", log)?, "effect", log)?;
    let effect = done(verb, &mut fields, scene, log);
    fields.close(log);
    effect
}

/// What an effect with that word does.
fn done(
    verb: Verb,
    fields: &mut Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Effect> {
    match verb {
        Verb::Damage | Verb::Heal => counted(verb, fields, scene, log),
        Verb::Move => moved(fields, scene, log),
        Verb::Destroy => destroyed(fields, scene, log),
        Verb::Summon => summoned(fields, scene, log),
        Verb::Cleanse => {
            let on = fighter(fields, scene, log);
            let status = fields.need("status", log);
            let AnyStatus(status) = status.and_then(|node| word(node, "status", log))?;
            Some(Effect::Cleanse { on: on?, status })
        }
        Verb::Draw => {
            let who = fields.need("who", log).and_then(|node| word(node, "who", log));
            let cards = fields.need("cards", log);
            let cards = cards.and_then(|node| number(node, "cards", 1..=MAX_DRAW, log));
            Some(Effect::Draw { who: who?, cards: cards? })
        }
        Verb::Counter => {
            if !scene.counter {
                let message = "no spell is on its way. Counter with \"when\": \"spell-cast\".";
                log.meaning(fields.node(), message);
            }
            Some(Effect::Counter)
        }
        Verb::Give(given) => {
            let on = fighter(fields, scene, log);
            let whom = on.map_or(Being::Anybody, |on| scene.being(&on));
            let gift = gift(given, whom, fields, log);
            Some(Effect::Give { on: on?, gift: gift? })
        }
    }
}

fn counted(
    verb: Verb,
    fields: &mut Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Effect> {
    let on = targeted(fields, Reach::CardsAndLanes, scene, log, in_the_front_row);
    let amount = fields.need("amount", log).and_then(|node| amount(node, scene, log));
    if verb == Verb::Heal {
        return Some(Effect::Heal { on: on?, amount: amount? });
    }
    let piercing = match fields.get("piercing") {
        Some(node) => flag(node, "piercing", log),
        None => Some(false),
    };
    Some(Effect::Damage { on: on?, amount: amount?, piercing: piercing? })
}

/// A target that must be a Champion or monster in play.
fn fighter(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Target> {
    targeted(fields, Reach::Cards, scene, log, in_the_front_row)
}

/// A target, and what is wrong with it here.
fn targeted(
    fields: &mut Fields<'_, '_>,
    reach: Reach,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
    objection: fn(Being) -> Option<&'static str>,
) -> Option<Target> {
    let node = fields.need("on", log)?;
    let target = target(node, reach, scene, log)?;
    match objection(scene.being(&target)) {
        Some(message) => {
            log.meaning(node, message);
            None
        }
        None => Some(target),
    }
}

fn in_the_front_row(being: Being) -> Option<&'static str> {
    match being {
        Being::InPlay(Kinds::Spells) => {
            Some("this is a spell, and spells have no stats. Mean Champions or monsters.")
        }
        Being::Gone => Some("this card is in the discard pile by then. It can only be moved."),
        _ => None,
    }
}

fn destroyed(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Effect> {
    let on = targeted(fields, Reach::Cards, scene, log, |being| match being {
        Being::Gone => Some("this card is destroyed already. Leave this out."),
        Being::InPlay(Kinds::Spells) => {
            Some("spells are never destroyed. Use \"move\", \"to\": \"discard\".")
        }
        _ => None,
    });
    Some(Effect::Destroy { on: on? })
}

fn moved(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Effect> {
    let to = fields.need("to", log).and_then(|node| word(node, "to", log));
    let on = match to {
        None => targeted(fields, Reach::Cards, scene, log, |_| None),
        Some(Destination::Aside) => {
            targeted(fields, Reach::Cards, scene, log, |being| match being {
                Being::Gone => Some("this card is in the discard pile by then. Move it elsewhere."),
                _ => None,
            })
        }
        Some(_) => targeted(fields, Reach::Cards, scene, log, may_leave),
    };
    Some(Effect::Move { on: on?, to: to? })
}

fn may_leave(being: Being) -> Option<&'static str> {
    match being {
        Being::InPlay(Kinds::Champions | Kinds::Fighters) => {
            Some("Champions never leave the front row. Mean \"monsters\", or move \"aside\".")
        }
        _ => None,
    }
}

fn summoned(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Effect> {
    let node = fields.need("card", log);
    let card = node.and_then(|node| {
        let entry = scene.index.find(id(node, "card", log)?, node, log)?;
        if matches!(entry.kind, Some(CardKind::Champion | CardKind::Spell)) {
            log.meaning(node, "only monsters are summoned. Name a monster.");
        }
        Some(entry)
    });
    let gifts = match fields.get("with") {
        None => Some(Vec::new()),
        Some(node) => list(node, "with", 1..=MAX_LIST, log, with),
    };
    let (card, gifts) = (card?, gifts?);
    if !survives(card, &gifts) {
        let message = "its gifts take all of its DEF, so it would never stand. Take less.";
        log.meaning(fields.node(), message);
    }
    Some(Effect::Summon { card: card.def, gifts })
}

/// Whether a summoned monster has DEF left with its gifts. Who is frozen has
/// half of it.
fn survives(card: Entry, gifts: &[Gift]) -> bool {
    let is_frozen = gifts.iter().any(|gift| matches!(gift, Gift::Status(Status::Freeze, _)));
    let needed = if is_frozen { 2 } else { 1 };
    let taken = gifts.iter().map(|gift| match gift {
        Gift::Trait(Trait::Stat { stat: Stat::Def, by }, _) => i64::from(*by),
        _ => 0,
    });
    card.defence.is_none_or(|defence| defence + taken.sum::<i64>() >= needed)
}

fn with(node: &Node<'_>, log: &mut Log<'_>) -> Option<Gift> {
    let mut fields = Fields::open(node, "a gift", log)?;
    let given = word(fields.need("gift", log)?, "gift", log)?;
    let gift = gift(given, Being::InPlay(Kinds::Monsters), &mut fields, log);
    fields.close(log);
    gift
}

/// What is given to such a card.
fn gift(given: Given, whom: Being, fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Option<Gift> {
    if given == Given::Status {
        let status = fields.need("status", log).and_then(|node| word(node, "status", log));
        let lasts = fields.need("lasts", log);
        let lasts = lasts.and_then(|node| number(node, "lasts", 1..=MAX_ENDS, log));
        return Some(Gift::Status(status?, lasts?));
    }
    let given = given_trait(given, fields, log);
    let lasts = fields.need("lasts", log).and_then(|node| duration(node, log));
    let given = given?;
    if let Some(message) = sense::of_gift(whom, &given) {
        log.meaning(fields.node(), message);
    }
    Some(Gift::Trait(given, lasts?))
}

fn duration(node: &Node<'_>, log: &mut Log<'_>) -> Option<Duration> {
    match &node.value {
        Value::Text(text) if text == "always" => Some(Duration::Lasting),
        Value::Number(_) => number(node, "lasts", 1..=MAX_ENDS, log).map(Duration::Ends),
        Value::Unread => None,
        _ => {
            let message =
                format!("\"lasts\" is a number of End phases from 1 to {MAX_ENDS}, or \"always\".");
            log.shape(node, message);
            None
        }
    }
}

/// A trait, from the fields beside its word.
pub(super) fn given_trait(
    given: Given,
    fields: &mut Fields<'_, '_>,
    log: &mut Log<'_>,
) -> Option<Trait> {
    Some(match given {
        Given::Stat => return stat(fields, log),
        Given::Piercing => Trait::Piercing,
        Given::Sweeping => Trait::Sweeping,
        Given::Lifts => Trait::Lifts(word(fields.need("check", log)?, "check", log)?),
        Given::Forbids => Trait::Forbids(word(fields.need("action", log)?, "action", log)?),
        Given::Takes => Trait::Takes(filter(fields.need("from", log)?, log)?),
        Given::Immune => Trait::Immune(word(fields.need("status", log)?, "status", log)?),
        Given::Shield => {
            let amount = fields.need("amount", log)?;
            Trait::Shield(number(amount, "amount", 1..=MAX_AMOUNT, log)?)
        }
        // A status is no trait; whoever calls has dealt with it.
        Given::Status => return None,
    })
}

fn stat(fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Option<Trait> {
    let stat = fields.need("stat", log).and_then(|node| word(node, "stat", log));
    let by = fields.need("by", log).and_then(|node| change(node, log));
    Some(Trait::Stat { stat: stat?, by: by? })
}

/// By how much something changes: never by 0.
pub(super) fn change(node: &Node<'_>, log: &mut Log<'_>) -> Option<i8> {
    let most = MAX_AMOUNT.cast_signed();
    let by = number(node, "by", -most..=most, log)?;
    if by == 0 {
        log.shape(node, "\"by\" is 0, which changes nothing. Write another number.");
        return None;
    }
    Some(by)
}
