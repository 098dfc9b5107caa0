//! Reading abilities: which of the five forms it is, and what belongs to it.

use super::MAX_ENDS;
use super::effect::{effects, given_trait};
use super::fields::Fields;
use super::filter::{choosing, conditions, filter};
use super::log::Log;
use super::scene::{Choosing, Index, Scene};
use super::sense;
use super::tree::Node;
use super::value::{list, number, text, word};
use super::ward::ward;
use super::words::{Always, When};
use crate::duels::cards::{
    Ability, CardKind, Cast, Condition, Effect, Filter, Moment, Power, Standing, Step, Steps,
    Target, Triggered,
};

/// Reads an ability of a card of that kind.
pub(super) fn ability(
    node: &Node<'_>,
    kind: Option<CardKind>,
    index: &Index,
    log: &mut Log<'_>,
) -> Option<Ability> {
    let mut fields = Fields::open(node, "an ability", log)?;
    let scene = Scene::new(index, kind);
    let ability = if fields.has("when") {
        triggered(&mut fields, scene, log)
    } else if fields.has("power") {
        power(&mut fields, scene, log).map(Ability::Power)
    } else if fields.has("before") {
        ward(&mut fields, &scene, log).map(Ability::Ward)
    } else if fields.has("always") {
        standing(&mut fields, &scene, log).map(Ability::Standing)
    } else {
        log.shape(
            node,
            "an ability begins with \"when\", \"power\", \"before\" or \"always\". Add one of them.",
        );
        return None;
    };
    fields.close(log);
    ability
}

fn triggered(fields: &mut Fields<'_, '_>, scene: Scene<'_>, log: &mut Log<'_>) -> Option<Ability> {
    let node = fields.need("when", log)?;
    let when = word::<When>(node, "when", log);
    if let Some(When::Cast) = when {
        if scene.kind.is_some_and(CardKind::fights) {
            log.meaning(node, "only spells are cast. Say \"placed\".");
        }
        let Body { when, choose, effects } = body(fields, scene, log)?;
        return Some(Ability::Cast(Cast { label: String::new(), when, choose, effects }));
    }
    let on = when.and_then(|when| moment(when, fields, log));
    if let Some((on, kind)) = on.zip(scene.kind)
        && !on.concerns(kind)
    {
        log.meaning(
            node,
            "this never comes for a spell, which neither fights nor falls. Say another.",
        );
    }
    if when.is_none() {
        fields.forgive();
    }
    let Body { when, choose, effects } = body(fields, scene.at(on), log)?;
    Some(Ability::Triggered(Triggered { label: String::new(), on: on?, when, choose, effects }))
}

fn moment(when: When, fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Option<Moment> {
    match when {
        When::Cast => None,
        When::Plain(moment) => Some(moment),
        When::OtherDestroyed => {
            let node = fields.need("of", log)?;
            let others = filter(node, log)?;
            if let Some(message) = sense::of_others(&others) {
                log.meaning(node, message);
            }
            Some(Moment::OtherDestroyed(others))
        }
        When::Of(moment) => word(fields.need("whose", log)?, "whose", log).map(moment),
    }
}

/// What triggered abilities, spells and powers have in common.
struct Body {
    when: Vec<Condition>,
    choose: Option<Filter>,
    effects: Vec<Effect>,
}

fn body(fields: &mut Fields<'_, '_>, scene: Scene<'_>, log: &mut Log<'_>) -> Option<Body> {
    let choosing = choosing(fields, log);
    let scene = scene.choosing(&choosing);
    let when = conditions(fields, &scene, log);
    let effects = effects("do", fields, &scene, log);
    let (when, effects) = (when?, effects?);
    if matches!(choosing, Choosing::One(_)) && !effects.iter().any(is_about_the_chosen) {
        let message = "a card is chosen, and nothing happens to it. Say \"on\": \"chosen\", or \
                       leave \"choose\" out.";
        log.meaning(fields.node(), message);
    }
    Some(Body { when, choose: choosing.filter(), effects })
}

fn is_about_the_chosen(effect: &Effect) -> bool {
    match effect {
        Effect::Damage { on, .. }
        | Effect::Heal { on, .. }
        | Effect::Give { on, .. }
        | Effect::Cleanse { on, .. }
        | Effect::Move { on, .. }
        | Effect::Destroy { on } => *on == Target::Chosen,
        Effect::Draw { .. } | Effect::Summon { .. } | Effect::Counter => false,
    }
}

fn power(fields: &mut Fields<'_, '_>, scene: Scene<'_>, log: &mut Log<'_>) -> Option<Power> {
    let node = fields.need("power", log)?;
    let label = text(node, "power", log);
    if scene.kind.is_some_and(|kind| kind != CardKind::Champion) {
        log.meaning(node, "only Champions have powers. Say \"when\" it acts instead.");
    }
    let steps = fields.need("in", log);
    let steps = steps.and_then(|node| steps_of(node, log));
    let cooldown = match fields.get("cooldown") {
        Some(node) => number(node, "cooldown", 0..=MAX_ENDS, log),
        None => Some(0),
    };
    let Body { when, choose, effects } = body(fields, scene, log)?;
    let (label, steps, cooldown) = (label?, steps?, cooldown?);
    Some(Power { label, steps, cooldown, when, choose, effects })
}

fn steps_of(node: &Node<'_>, log: &mut Log<'_>) -> Option<Steps> {
    let steps = list(node, "in", 1..=3, log, |node, log| word::<Step>(node, "in", log))?;
    let set = steps.iter().fold(Steps::default(), |set, step| set.with(*step));
    if set.iter().count() != steps.len() {
        log.meaning(node, "a step is named twice. Name each once.");
    }
    Some(set)
}

fn standing(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Standing> {
    let node = fields.need("always", log)?;
    let Some(Always(given)) = word(node, "always", log) else {
        fields.forgive();
        return None;
    };
    let grants = given_trait(given, fields, log);
    let whom = match fields.get("to") {
        None => Some(Filter::THIS),
        Some(node) => filter(node, log),
    };
    let when = conditions(fields, scene, log);
    let (grants, whom, when) = (grants?, whom?, when?);
    let standing = Standing { label: String::new(), grants, whom, when };
    if let Some(message) = sense::of_standing(scene, &standing) {
        log.meaning(node, message);
    }
    Some(standing)
}
