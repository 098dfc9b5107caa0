//! Reading wards: what stands before an event.

use super::effect::{change, effects};
use super::fields::Fields;
use super::filter::{conditions, filter};
use super::log::Log;
use super::scene::{Being, Scene};
use super::tree::Value;
use super::value::{number, word};
use super::words::Act;
use super::{MAX_AMOUNT, MAX_ENDS};
use crate::duels::cards::{
    CardKind, Destination, Effect, Filter, Kinds, Target, Uses, Ward, WardAct, Warded, Which,
};

/// Reads a ward. Its label comes later.
pub(super) fn ward(
    fields: &mut Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Ward> {
    let node = fields.need("before", log)?;
    let before = word::<Warded>(node, "before", log);
    let to = fields.get("to");
    let whom = match to {
        None => Some(Filter::THIS),
        Some(node) => filter(node, log),
    };
    if let Some((before, whom)) = before.zip(whom)
        && let Some(message) = nobody(before, whom, scene)
    {
        log.meaning(to.unwrap_or(node), message);
    }
    let scene = around(scene, before, whom);
    let when = conditions(fields, &scene, log);
    let act = act(fields, before, &scene, log);
    let uses = uses(fields, log);
    let rider = rider(fields, &scene, log);
    let label = String::new();
    let (before, whom, when) = (before?, whom?, when?);
    let ward = Ward { label, before, whom, when, act: act?, uses: uses?, rider: rider? };
    if saves_for_ever(&ward) {
        log.meaning(
            node,
            "what has no DEF left would be destroyed and saved again without end. Move it away \
             \"instead\", or limit the \"uses\".",
        );
    }
    Some(ward)
}

/// What the ward does in addition; nothing, if it is left out.
fn rider(fields: &mut Fields<'_, '_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Vec<Effect>> {
    if fields.has("then") {
        return effects("then", fields, scene, log);
    }
    // Asked for all the same, so that it is known as a field.
    fields.get("then");
    Some(Vec::new())
}

/// Whether a card that is to be destroyed stays where it is, every time.
fn saves_for_ever(ward: &Ward) -> bool {
    let moves = |effects: &[Effect]| {
        effects.iter().any(|effect| match effect {
            Effect::Move { to: Destination::Aside, .. } => false,
            Effect::Move { on: Target::It, .. } => true,
            Effect::Move { on: Target::This, .. } => ward.whom.which == Which::This,
            _ => false,
        })
    };
    let leaves = matches!(&ward.act, WardAct::Instead(effects) if moves(effects));
    ward.before == Warded::Destruction && ward.uses == Uses::Always && !leaves
}

/// Why this could never happen to whom the ward means.
fn nobody(before: Warded, whom: Filter, scene: &Scene<'_>) -> Option<&'static str> {
    match before {
        Warded::Draw if whom != Filter::of(whom.side) => {
            Some("players draw, not cards. Say in \"to\" nothing but the \"side\".")
        }
        Warded::LaneDamage if whom != (Filter { column: whom.column, ..Filter::of(whom.side) }) => {
            Some("lanes are meant by \"side\" and \"column\" alone. Say no more in \"to\".")
        }
        Warded::Draw | Warded::LaneDamage => None,
        Warded::Damage | Warded::Destruction | Warded::Healing | Warded::Status(_) => {
            let spells = scene.meant(&whom) == Being::InPlay(Kinds::Spells);
            spells.then_some("this never happens to spells. Say in \"to\" whom you mean.")
        }
    }
}

/// What the ward's effects can speak of.
fn around<'i>(scene: &Scene<'i>, before: Option<Warded>, whom: Option<Filter>) -> Scene<'i> {
    let it = match (before, whom) {
        (Some(Warded::Draw | Warded::LaneDamage), _) => Being::Nobody,
        (Some(_), Some(whom)) => scene.meant(&whom),
        _ => Being::Anybody,
    };
    Scene { it, ..*scene }
}

fn act(
    fields: &mut Fields<'_, '_>,
    before: Option<Warded>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<WardAct> {
    let node = fields.need("act", log);
    let Some((node, act)) = node.zip(node.and_then(|node| word(node, "act", log))) else {
        fields.forgive();
        return None;
    };
    let by = match act {
        Act::Prevent => return prevented(fields, before, log),
        Act::Forbid => return Some(WardAct::Forbid),
        Act::Instead => {
            let scene = Scene { dice: false, ..*scene };
            let effects = effects("do", fields, &scene, log)?;
            if effects.iter().any(|effect| matches!(effect, Effect::Summon { .. })) {
                let message = "a card that is summoned \"instead\" could come twice at once, \
                               and once is lost. Summon it \"when\" something has happened.";
                log.meaning(node, message);
            }
            return Some(WardAct::Instead(effects));
        }
        Act::TakeOver => {
            if before.is_some_and(|before| before != Warded::Damage) {
                let message = "only damage to cards can be taken over. Use \"before\": \"damage\".";
                log.meaning(node, message);
            }
            if scene.kind == Some(CardKind::Spell) {
                let message = "a spell cannot be hurt, so it takes nothing over. \
                               Give this to a fighter.";
                log.meaning(node, message);
            }
            return Some(WardAct::TakeOver);
        }
        Act::Double => Some(WardAct::Double),
        Act::Add => fields.need("by", log).and_then(|node| change(node, log)).map(WardAct::Add),
    };
    if before.is_some_and(|before| !before.is_counted()) {
        log.meaning(node, "there is no amount of this to change. Prevent it or forbid it.");
    }
    by
}

fn prevented(
    fields: &mut Fields<'_, '_>,
    before: Option<Warded>,
    log: &mut Log<'_>,
) -> Option<WardAct> {
    let Some(node) = fields.get("amount") else { return Some(WardAct::PreventAll) };
    let amount = number(node, "amount", 1..=MAX_AMOUNT, log);
    if before.is_some_and(|before| !before.is_counted()) {
        log.meaning(node, "there is no amount of this. Leave \"amount\" out to prevent it whole.");
    }
    amount.map(WardAct::Prevent)
}

fn uses(fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Option<Uses> {
    let Some(node) = fields.get("uses") else { return Some(Uses::Always) };
    if !matches!(node.value, Value::Object(_)) {
        return number(node, "uses", 1..=MAX_ENDS, log).map(Uses::Times);
    }
    let mut fields = Fields::open(node, "\"uses\"", log)?;
    let each = fields.need("each_turn", log);
    let each = each.and_then(|node| number(node, "each_turn", 1..=MAX_ENDS, log));
    fields.close(log);
    each.map(Uses::EachTurn)
}
