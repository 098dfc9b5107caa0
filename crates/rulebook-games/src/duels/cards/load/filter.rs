//! Reading which cards, lanes, amounts and conditions are meant.

use super::fields::Fields;
use super::log::Log;
use super::scene::{Being, Choosing, Scene};
use super::sense;
use super::suggest::either;
use super::tree::{Node, Value};
use super::value::{list, number, word};
use super::words::Word;
use super::{MAX_AMOUNT, MAX_LIST};
use crate::duels::cards::{
    Amount, CardKind, Class, Column, Condition, Filter, Kinds, Lanes, Measure, Range, Side, Stat,
    Status, Target, Which, WhichLane,
};

/// The highest number that a condition can ask for.
const MAX_BOUND: u8 = 99;

/// Which cards: `"this"`, or an object.
pub(super) fn filter(node: &Node<'_>, log: &mut Log<'_>) -> Option<Filter> {
    if matches!(&node.value, Value::Text(text) if text == "this") {
        return Some(Filter::THIS);
    }
    let mut fields = Fields::open(node, "a filter other than \"this\"", log)?;
    let side = fields.need("side", log).and_then(|node| word(node, "side", log));
    let kinds = optional::<Kinds, _>(fields.get("kind"), "kind", Kinds::Fighters, log);
    let class = optional::<Class, _>(fields.get("class"), "class", None, log);
    let status = optional::<Status, _>(fields.get("status"), "status", None, log);
    let column = optional::<Column, _>(fields.get("column"), "column", Column::Any, log);
    let which = optional::<Which, _>(fields.get("which"), "which", Which::Any, log);
    fields.close(log);
    let (class, status) = (class?, status?);
    let filter =
        Filter { side: side?, kinds: kinds?, class, status, column: column?, which: which? };
    if filter.kinds == Kinds::Spells && (class.is_some() || status.is_some()) {
        log.meaning(
            node,
            "spells have neither class nor status, so this means no card. Leave them out.",
        );
        return None;
    }
    Some(filter)
}

/// A word that may be left out. `None` is a mistake.
fn optional<W: Word, T: From<W>>(
    node: Option<&Node<'_>>,
    field: &str,
    otherwise: T,
    log: &mut Log<'_>,
) -> Option<T> {
    match node {
        Some(node) => word::<W>(node, field, log).map(T::from),
        None => Some(otherwise),
    }
}

/// The card that an ability lets its owner choose.
pub(super) fn choosing(fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Choosing {
    match fields.get("choose") {
        None => Choosing::Nothing,
        Some(node) => match filter(node, log) {
            None => Choosing::Mistaken,
            Some(filter) if filter.which == Which::This => {
                log.meaning(node, "\"this\" leaves no choice. Leave \"choose\" out.");
                Choosing::Mistaken
            }
            Some(filter) => Choosing::One(filter),
        },
    }
}

/// Whether lanes can be meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Cards,
    CardsAndLanes,
}

/// Whom an effect concerns.
pub(super) fn target(
    node: &Node<'_>,
    reach: Reach,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Target> {
    if let Value::Text(_) = node.value {
        let target = word(node, "on", log)?;
        return speaks_of_somebody(node, target, scene, log).then_some(target);
    }
    let what = "a target other than \"this\", \"it\" or \"chosen\"";
    let mut fields = Fields::open(node, what, log)?;
    let target = if let Some(each) = fields.get("each") {
        filter(each, log).map(Target::Each)
    } else if let Some(one) = fields.get("random") {
        if !scene.dice {
            log.meaning(one, "what happens instead cannot depend on dice. Say \"each\".");
        }
        filter(one, log).map(Target::Random)
    } else if let Some(node) =
        (reach == Reach::CardsAndLanes).then(|| fields.get("lanes")).flatten()
    {
        lanes(node, log).map(Target::Lanes)
    } else {
        let words = match reach {
            Reach::Cards => either(&["each", "random"]),
            Reach::CardsAndLanes => either(&["each", "random", "lanes"]),
        };
        log.shape(node, format!("{what} says {words}. Add one of them."));
        return None;
    };
    fields.close(log);
    target
}

fn speaks_of_somebody(
    node: &Node<'_>,
    target: Target,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> bool {
    if scene.being(&target) != Being::Nobody {
        return true;
    }
    log.meaning(
        node,
        match target {
            Target::Chosen => "nothing is chosen here. Add \"choose\" to the ability.",
            _ => "there is no other card that this is about. Say whom you mean with \"each\" or \"this\".",
        },
    );
    false
}

impl Word for Target {
    const WORDS: &'static [(&'static str, Self)] =
        &[("this", Target::This), ("it", Target::It), ("chosen", Target::Chosen)];
}

fn lanes(node: &Node<'_>, log: &mut Log<'_>) -> Option<Lanes> {
    let mut fields = Fields::open(node, "\"lanes\"", log)?;
    let side = fields.need("side", log).and_then(|node| word::<Side>(node, "side", log));
    let which = fields.need("which", log).and_then(|node| word::<WhichLane>(node, "which", log));
    fields.close(log);
    Some(Lanes { side: side?, which: which? })
}

/// How much.
pub(super) fn amount(node: &Node<'_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Amount> {
    if !matches!(node.value, Value::Object(_)) {
        return number(node, "amount", 1..=MAX_AMOUNT, log).map(Amount::Fixed);
    }
    let mut fields = Fields::open(node, "an amount", log)?;
    let amount = if let Some(node) = fields.get("stat") {
        own_stat(node, scene, log).map(Amount::Stat)
    } else if let Some(node) = fields.get("count") {
        filter(node, log).map(Amount::Count)
    } else {
        let message = "an amount is a number, or says \"stat\" or \"count\". Add one of them.";
        log.shape(node, message);
        return None;
    };
    fields.close(log);
    amount
}

fn own_stat(node: &Node<'_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Stat> {
    let stat = word(node, "stat", log);
    if scene.kind == Some(CardKind::Spell) {
        log.meaning(node, "spells have no stats. Write a number, or count cards.");
        return None;
    }
    stat
}

/// The conditions of an ability; none, if it has none.
pub(super) fn conditions(
    fields: &mut Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Vec<Condition>> {
    match fields.get("if") {
        None => Some(Vec::new()),
        Some(node) => list(node, "if", 1..=MAX_LIST, log, |node, log| condition(node, scene, log)),
    }
}

fn condition(node: &Node<'_>, scene: &Scene<'_>, log: &mut Log<'_>) -> Option<Condition> {
    let mut fields = Fields::open(node, "a condition", log)?;
    let measure = if let Some(node) = fields.get("cards") {
        filter(node, log).map(Measure::Cards)
    } else if let Some(node) = fields.get("stat") {
        own_stat(node, scene, log).map(Measure::Stat)
    } else if let Some(node) = fields.get("hand") {
        word(node, "hand", log).map(Measure::Hand)
    } else if let Some(node) = fields.get("broken_lanes") {
        word(node, "broken_lanes", log).map(Measure::BrokenLanes)
    } else {
        return fact(node, fields, scene, log);
    };
    let range = range(&mut fields, log);
    fields.close(log);
    let (measure, range) = (measure?, range?);
    if let Some((most, what)) = most(&measure).filter(|(most, _)| range.least > *most) {
        let message = format!("there are never more than {most} {what}. Ask for less.");
        log.meaning(node, message);
    }
    Some(Condition { measure, range })
}

/// How much there can be of what is counted, and what that is; nothing is known
/// of the rest.
fn most(measure: &Measure) -> Option<(u8, &'static str)> {
    let sides = |side: Side| if side == Side::Both { 2 } else { 1 };
    match measure {
        Measure::Cards(filter) => Some((sense::most(filter), "such cards in play")),
        // With the third, which is the centre, the duel is over.
        Measure::BrokenLanes(side) => Some((2 * sides(*side), "broken lanes in a duel")),
        _ => None,
    }
}

/// A condition that simply holds or does not.
fn fact(
    node: &Node<'_>,
    mut fields: Fields<'_, '_>,
    scene: &Scene<'_>,
    log: &mut Log<'_>,
) -> Option<Condition> {
    let measure = if let Some(node) = fields.get("turn") {
        let side = word(node, "turn", log);
        if side == Some(Side::Both) {
            log.meaning(node, "it is always the turn of one of both. Leave this out.");
        }
        side.map(Measure::Turn)
    } else if let Some(node) = fields.get("it") {
        if scene.it == Being::Nobody {
            log.meaning(node, "there is no other card that this is about. Count \"cards\".");
        }
        let filter = filter(node, log);
        if let Some(message) = filter.and_then(|filter| sense::of_it(scene, &filter)) {
            log.meaning(node, message);
        }
        filter.map(Measure::It)
    } else {
        log.shape(
            node,
            "a condition says \"cards\", \"stat\", \"hand\", \"broken_lanes\", \"turn\" or \"it\". \
             Add one of them.",
        );
        return None;
    };
    fields.close(log);
    Some(Condition { measure: measure?, range: Range::at_least(1) })
}

fn range(fields: &mut Fields<'_, '_>, log: &mut Log<'_>) -> Option<Range> {
    let node = fields.node();
    let (least, most) = (fields.get("at_least"), fields.get("at_most"));
    if least.is_none() && most.is_none() {
        log.shape(
            node,
            "a condition that counts needs \"at_least\", \"at_most\" or both. Add one.",
        );
        return None;
    }
    let mut bound = |node: Option<&Node<'_>>, name, otherwise| match node {
        Some(node) => number(node, name, 0..=MAX_BOUND, log),
        None => Some(otherwise),
    };
    let (least, most) = (bound(least, "at_least", 0), bound(most, "at_most", u8::MAX));
    let range = Range { least: least?, most: most? };
    if range.least > range.most {
        let Range { least, most } = range;
        log.meaning(node, format!("nothing is at least {least} and at most {most}. Swap them."));
        return None;
    }
    Some(range)
}
