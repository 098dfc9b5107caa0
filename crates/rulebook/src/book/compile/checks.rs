//! What is wrong with a book: every mistake at once.

use std::collections::BTreeSet;

use crate::book::Compiled;
use crate::book::check::Force;
use crate::book::draft::{Asks, Attributes, Draft, NodeDef, What};
use crate::book::guard::ChargedBy;
use crate::book::mistake::Mistake;
use crate::book::rule::{ActionKind, EventKind, Test};
use crate::book::signs::{breaks_lines, is_blank};
use crate::book::trigger::Hears;
use crate::book::verdict::Capability;
use crate::game::{Game, Kind};
use crate::session::fate::Fate;

/// So many kinds of actions or events can be told apart.
const MOST_KINDS: usize = 128;

fn kind_of_node<G: Game>(def: &NodeDef<G>) -> &'static str {
    match def.what {
        What::Phase(_) => "phase",
        What::Rule(_) => "rule",
    }
}

pub(super) fn check_names<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut seen = BTreeSet::new();
    for (node, def) in draft.nodes.iter().enumerate() {
        let Some(parent) = def.parent else { continue };
        let what = kind_of_node(def);
        if is_blank(&def.name) {
            mistakes.push(Mistake::NoName { what, within: draft.path(parent) });
        } else if def.name.contains('/') {
            mistakes.push(Mistake::SlashInName { what, name: def.name.clone() });
        } else if breaks_lines(&def.name) {
            mistakes.push(Mistake::ControlInName { what, name: def.name.clone() });
        } else if !seen.insert((parent, def.name.as_str())) {
            mistakes.push(Mistake::DuplicateName { what, name: draft.path(node) });
        }
    }
    let checks = draft.checks.iter().map(|check| check.name.as_str());
    mistakes.extend(check_list("check", checks));
    mistakes.extend(check_list(
        "exception",
        draft.exceptions.iter().map(|exception| exception.name.as_str()),
    ));
    mistakes.extend(check_list(
        "invariant",
        draft.invariants.iter().map(|invariant| invariant.name.as_str()),
    ));
    mistakes.extend(check_list("guard", draft.guards.iter().map(|guard| guard.name.as_str())));
    mistakes
        .extend(check_list("trigger", draft.triggers.iter().map(|trigger| trigger.name.as_str())));
    mistakes.extend(check_list(
        "standing rule",
        draft.standing.iter().map(|standing| standing.name.as_str()),
    ));
    mistakes
}

pub(super) fn check_reactions<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for guard in &draft.guards {
        let name = || guard.name.clone();
        let by = guard.charges.as_ref().map(|charges| charges.by);
        if guard.kinds.is_empty() {
            mistakes.push(Mistake::NoEventKinds { what: "guard", name: name() });
        }
        if guard.counted_twice {
            mistakes.push(Mistake::CountedTwice { guard: name() });
        }
        if guard.may == 0 {
            mistakes.push(Mistake::GuardMayNothing { guard: name() });
        }
        if by == Some(ChargedBy::Amount) && !guard.may(Capability::Prevent) {
            mistakes.push(Mistake::ChargesPreventNothing { guard: name() });
        }
        if guard.divided.is_some() && by != Some(ChargedBy::Amount) {
            mistakes.push(Mistake::NothingToDivide { guard: name() });
        }
        if guard.post.own_subject && guard.post.carried_by.is_empty() {
            mistakes.push(Mistake::NoSubject { what: "guard", name: name() });
        }
    }
    for trigger in &draft.triggers {
        let name = || trigger.name.clone();
        if trigger.kinds.is_empty() {
            mistakes.push(Mistake::NoEventKinds { what: "trigger", name: name() });
        }
        if trigger.asks_both {
            mistakes.push(Mistake::HearsBoth { trigger: name() });
        }
        if trigger.hears == Hears::Fates(0) {
            mistakes.push(Mistake::NoFates { trigger: name() });
        }
        if matches!(trigger.hears, Hears::Fates(fates) if fates & Fate::Vanished.bit() != 0) {
            mistakes.push(Mistake::TriggerOnNothing { trigger: name() });
        }
        if trigger.looks_back && trigger.hears != Hears::Fates(Fate::Applied.bit()) {
            mistakes.push(Mistake::LooksBackInVain { trigger: name() });
        }
        if trigger.post.own_subject && trigger.post.carried_by.is_empty() {
            mistakes.push(Mistake::NoSubject { what: "trigger", name: name() });
        }
    }
    mistakes
}

/// Control characters in names that need not be unique: those of the book, of
/// conditions, labels and exclusivity groups, of facts and predicates, and of steps.
pub(super) fn check_lines<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut named = BTreeSet::from([("book", draft.name.as_str())]);
    for def in &draft.nodes {
        let Attributes { label, group, .. } = &def.attributes;
        named.extend(label.as_deref().map(|label| ("label", label)));
        named.extend(group.as_deref().map(|group| ("exclusivity group", group)));
        match &def.what {
            What::Phase(phase) => {
                named.extend(phase.predicates.iter().map(|asks| match asks {
                    Asks::Given(given) => ("fact", given.fact.name.as_str()),
                    Asks::Own(..) | Asks::Shared(_) => ("predicate", asks.name()),
                }));
            }
            What::Rule(rule) => {
                let facts = rule.givens.iter().map(|given| given.fact.name.as_str());
                named.extend(facts.map(|fact| ("fact", fact)));
                let conditions = rule.conditions.iter();
                named.extend(conditions.map(|condition| match &condition.test {
                    Test::Shared(_) => ("predicate", condition.name.as_str()),
                    Test::Own(_) => ("condition", condition.name.as_str()),
                }));
            }
        }
    }
    let steps = draft.turn.iter().flat_map(|turn| &turn.steps);
    named.extend(steps.map(|step| ("step", step.name.as_str())));
    let broken = named.into_iter().filter(|(_, name)| breaks_lines(name));
    broken.map(|(what, name)| Mistake::ControlInName { what, name: name.to_owned() }).collect()
}

/// Conditions, labels and exclusivity groups that nobody could read. Facts and shared
/// predicates have names of their own.
pub(super) fn check_blanks<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let blank = |(node, def): (usize, &NodeDef<G>)| {
        let Attributes { label, group, .. } = &def.attributes;
        let mut named: Vec<(&'static str, &str)> = Vec::new();
        named.extend(label.as_deref().map(|label| ("label", label)));
        named.extend(group.as_deref().map(|group| ("exclusivity group", group)));
        match &def.what {
            What::Phase(phase) => {
                let own = phase.predicates.iter().filter(|asks| matches!(asks, Asks::Own(..)));
                named.extend(own.map(|asks| ("condition", asks.name())));
            }
            What::Rule(rule) => {
                let own = rule.conditions.iter();
                let own = own.filter(|condition| matches!(condition.test, Test::Own(_)));
                named.extend(own.map(|condition| ("condition", condition.name.as_str())));
            }
        }
        let blank = named.into_iter().filter(|(_, name)| is_blank(name));
        let no_name = |(what, _)| Mistake::NoName { what, within: draft.path(node) };
        blank.map(no_name).collect::<Vec<_>>()
    };
    draft.nodes.iter().enumerate().flat_map(blank).collect()
}

/// Rules that are to concern no kind of action.
pub(super) fn check_kinds<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    if ActionKind::<G>::ALL.len() > MOST_KINDS {
        // Some are in no set, and are not missing.
        return Vec::new();
    }
    let nodes = draft.nodes.iter().enumerate();
    let rules = nodes.filter(|(_, def)| matches!(&def.what, What::Rule(rule) if rule.on_nothing));
    rules.map(|(node, _)| Mistake::NoActionKinds { rule: draft.path(node) }).collect()
}

/// The names that an author's functions give to subjects and to parts of the state.
/// Several may share one: copies of a card do.
pub(super) fn check_given<G: Game>(book: &Compiled<G>) -> Vec<Mistake> {
    let subjects = book.rules.iter().flat_map(|rule| &rule.subjects);
    let subjects = subjects.filter_map(|named| Some(("subject", named.name.as_deref()?)));
    let parts = book.part_names.all().map(|name| ("part of the state", name));
    let given = BTreeSet::from_iter(subjects.chain(parts));
    given.into_iter().flat_map(|(what, name)| check_list(what, [name].into_iter())).collect()
}

fn check_list<'n>(what: &'static str, names: impl Iterator<Item = &'n str>) -> Vec<Mistake> {
    let mut seen = BTreeSet::new();
    let mut mistakes = Vec::new();
    for name in names {
        if is_blank(name) {
            mistakes.push(Mistake::NoName { what, within: String::new() });
        } else if breaks_lines(name) {
            mistakes.push(Mistake::ControlInName { what, name: name.to_owned() });
        } else if !seen.insert(name) {
            mistakes.push(Mistake::DuplicateName { what, name: name.to_owned() });
        }
    }
    mistakes
}

pub(super) fn check_phases<G: Game>(draft: &Draft<G>, children: &[Vec<usize>]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    if !draft.nodes.iter().any(|def| matches!(def.what, What::Rule(_))) {
        mistakes.push(Mistake::NoRules);
    }
    for (node, def) in draft.nodes.iter().enumerate() {
        let What::Phase(phase) = &def.what else {
            continue;
        };
        if children[node].is_empty() && def.parent.is_some() {
            mistakes.push(Mistake::EmptyPhase { phase: draft.path(node) });
        }
        if phase.by_key {
            mistakes.extend(check_keys(draft, node, &children[node]));
        }
    }
    mistakes
}

fn check_keys<G: Game>(draft: &Draft<G>, phase: usize, children: &[usize]) -> Vec<Mistake> {
    let key = |child: &usize| draft.nodes[*child].attributes.key.as_deref();
    let missing = children.iter().filter(|child| key(child).is_none());
    let mut mistakes: Vec<_> =
        missing.map(|child| Mistake::NoKey { name: draft.path(*child) }).collect();
    let mut keys = children.iter().filter_map(key);
    if let Some(first) = keys.next()
        && keys.any(|other| first.compare(other).is_none())
    {
        mistakes.push(Mistake::MixedKeys { phase: draft.path(phase) });
    }
    mistakes
}

pub(super) fn check_exceptions<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for exception in &draft.exceptions {
        let name = exception.name.clone();
        let [lifts] = &exception.lifts[..] else {
            let checks = exception.lifts.clone();
            mistakes.push(match checks.is_empty() {
                true => Mistake::LiftsNothing { exception: name },
                false => Mistake::LiftsSeveral { exception: name, checks },
            });
            continue;
        };
        match draft.checks.iter().find(|check| check.name == *lifts) {
            None => mistakes.push(Mistake::UnknownCheck { exception: name, check: lifts.clone() }),
            Some(check) if check.force == Force::Prohibition => {
                let prohibition = lifts.clone();
                mistakes.push(Mistake::LiftsProhibition { exception: name, prohibition });
            }
            Some(check) if check.force != Force::Liftable => {
                mistakes.push(Mistake::HardCheck { exception: name, check: lifts.clone() });
            }
            Some(_) => {}
        }
    }
    mistakes
}

pub(super) fn check_sizes<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let limits = [
        ("events", draft.limits.events),
        ("depth", draft.limits.depth),
        ("choices", draft.limits.choices),
        ("group", draft.limits.group),
        ("rounds", draft.limits.rounds),
    ];
    let zero = limits.into_iter().filter(|(_, limit)| *limit == 0);
    let mut mistakes: Vec<_> = zero.map(|(limit, _)| Mistake::ZeroLimit { limit }).collect();
    let kinds = [("actions", ActionKind::<G>::ALL.len()), ("events", EventKind::<G>::ALL.len())];
    if !in_order(ActionKind::<G>::ALL) {
        mistakes.push(Mistake::KindsOutOfOrder { what: "actions" });
    }
    if !in_order(EventKind::<G>::ALL) {
        mistakes.push(Mistake::KindsOutOfOrder { what: "events" });
    }
    let many = kinds.into_iter().filter(|(_, count)| *count > MOST_KINDS);
    mistakes.extend(many.map(|(what, count)| Mistake::TooManyKinds { what, count }));
    mistakes
}

fn in_order<K: Kind>(kinds: &[K]) -> bool {
    kinds.iter().enumerate().all(|(at, kind)| kind.index() == at)
}
