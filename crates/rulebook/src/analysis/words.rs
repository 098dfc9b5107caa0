//! Declared conditions and shared predicates in words: those that cannot hold
//! together, and those that change nothing.

use std::sync::Arc;

use crate::analysis::bounds::Bounds;
use crate::analysis::survey::{Contradiction, Survey};
use crate::book::Compiled;
use crate::book::draft::{Asks, What};
use crate::book::fact::{GivenDef, Predicate};
use crate::book::names::{few, list};
use crate::book::rule::Test;
use crate::game::Game;

/// Finds words for the conditions that leave nothing.
pub(crate) fn contradictions<G: Game>(book: &Compiled<G>, survey: &mut Survey<'_>) {
    for node in 0..book.draft.nodes.len() {
        let parent = book.draft.nodes[node].parent;
        let dead = |node: usize| survey.phases[node].is_none();
        if survey.nodes[node].is_rule || !dead(node) || parent.is_some_and(dead) {
            continue;
        }
        survey.contradictions[node] = contradiction(book, survey, node);
    }
    for rank in 0..survey.sites.len() {
        let site = &survey.sites[rank];
        let parent = survey.tree.nodes[site.node as usize].parent as usize;
        if site.start.is_none() && survey.phases[parent].is_some() {
            let node = site.node as usize;
            survey.contradictions[node] = contradiction(book, survey, node);
        }
    }
}

/// A declared condition, and where it stands if that is somewhere else.
type Declared<'b, G> = (&'b GivenDef<G>, String);

/// The declared conditions of a rule or phase, and of the phases around it.
fn declared<G: Game>(book: &Compiled<G>, node: usize) -> Vec<Declared<'_, G>> {
    let mut all: Vec<Declared<'_, G>> = Vec::new();
    if let What::Rule(rule) = &book.draft.nodes[node].what {
        all.extend(rule.givens.iter().map(|given| (given, String::new())));
    }
    for (phase, place) in phases(book, node) {
        for asks in book.draft.predicates(phase) {
            if let Asks::Given(given) = asks {
                all.push((given, place.clone()));
            }
        }
    }
    all
}

/// Why nothing is left of a rule or phase: its conditions, and those of the phases
/// around it, cannot hold together, or not in a step that allows its actions.
fn contradiction<G: Game>(
    book: &Compiled<G>,
    survey: &Survey<'_>,
    node: usize,
) -> Option<Contradiction> {
    let all = declared(book, node);
    let clash = clash(book, &all).or_else(|| opposites(book, node));
    let of_step = clash.is_none();
    let why = clash.or_else(|| wrong_step(book, survey, node, &all))?;
    Some(Contradiction { why, of_step })
}

/// A shared predicate and its opposite that are both waited for.
fn opposites<G: Game>(book: &Compiled<G>, node: usize) -> Option<String> {
    let mut all: Vec<(&Predicate<G>, String)> = Vec::new();
    if let What::Rule(rule) = &book.draft.nodes[node].what {
        all.extend(rule.conditions.iter().filter_map(|condition| match &condition.test {
            Test::Shared(shared) => Some((shared, String::new())),
            Test::Own(_) => None,
        }));
    }
    for (phase, place) in phases(book, node) {
        all.extend(book.draft.predicates(phase).iter().filter_map(|asks| match asks {
            Asks::Shared(shared) => Some((shared, place.clone())),
            Asks::Own(..) | Asks::Given(_) => None,
        }));
    }
    let mut pairs =
        all.iter().enumerate().flat_map(|(at, a)| all[at + 1..].iter().map(move |b| (a, b)));
    let (a, b) =
        pairs.find(|((a, _), (b, _))| Arc::ptr_eq(&a.def, &b.def) && a.wants != b.wants)?;
    let words = [a, b].map(|(predicate, place)| format!("\"{}\"{place}", predicate.name));
    Some(format!("{} cannot hold together", list(&words, "and")))
}

/// The phases of a node, from the inside out, each with where it stands: itself, if it is
/// one, and those around it.
fn phases<G: Game>(book: &Compiled<G>, node: usize) -> impl Iterator<Item = (u32, String)> {
    std::iter::once(node as u32).chain(book.tree.ancestors(node as u32)).map(
        move |phase| match book.draft.path(phase as usize) {
            _ if phase as usize == node => (phase, String::new()),
            path => (phase, format!(" of the phase \"{path}\"")),
        },
    )
}

/// The conditions that cannot hold together: two of them, or all on one fact.
fn clash<G: Game>(book: &Compiled<G>, all: &[Declared<'_, G>]) -> Option<String> {
    let words = |(given, place): &Declared<'_, G>| format!("\"{}\"{place}", given.name);
    if let Some(none) = all.iter().find(|(given, _)| given.allowed == 0) {
        return Some(format!("{} never holds", words(none)));
    }
    let of_fact = |fact: usize| {
        let fact = &book.words.facts[fact];
        all.iter().filter(move |(given, _)| Arc::ptr_eq(&given.fact, fact))
    };
    for fact in 0..book.words.facts.len() {
        if of_fact(fact).fold(u128::MAX, |left, (given, _)| left & given.allowed) != 0 {
            continue;
        }
        let clash = of_fact(fact).enumerate().find_map(|(at, a)| {
            let b = of_fact(fact).skip(at + 1).find(|b| a.0.allowed & b.0.allowed == 0)?;
            Some(vec![words(a), words(b)])
        });
        let clash = clash.unwrap_or_else(|| of_fact(fact).map(words).collect());
        return Some(format!("{} cannot hold together", few(&clash, "and")));
    }
    None
}

/// The steps that are wanted, if they allow nothing that some step allows.
fn wrong_step<G: Game>(
    book: &Compiled<G>,
    survey: &Survey<'_>,
    node: usize,
    all: &[Declared<'_, G>],
) -> Option<String> {
    let fact = &book.words.facts[survey.step_fact? as usize];
    let of_step = all.iter().filter(|(given, _)| Arc::ptr_eq(&given.fact, fact));
    let wanted = of_step.fold(u128::MAX, |left, (given, _)| left & given.allowed);
    let below = book.rules.iter().filter(|entry| {
        let within = |phase: u32| phase as usize == node;
        within(entry.node) || book.tree.ancestors(entry.node).any(within)
    });
    let kinds = below.fold(0, |kinds, entry| kinds | entry.kinds.bits()) & survey.allowed;
    if kinds == 0 {
        return None;
    }
    let steps = survey.steps.iter().filter(|step| step.value & wanted != 0);
    let steps: Vec<&str> = steps.map(|step| step.name.as_str()).collect();
    let kinds = few(&survey.kind_names(kinds), "or");
    Some(match &steps[..] {
        [] => "it wants a step that the turn does not have".to_owned(),
        [step] => format!("it wants the step {step}, which does not allow {kinds}"),
        steps => format!("it wants the steps {}, which do not allow {kinds}", few(steps, "and")),
    })
}

/// Finds the conditions that hold wherever they are asked: they name every value,
/// or what stands before them says as much.
pub(crate) fn idle_conditions<G: Game>(book: &Compiled<G>, survey: &mut Survey<'_>) {
    for (node, def) in book.draft.nodes.iter().enumerate() {
        let around = def.parent.map(|parent| survey.phases[parent].clone());
        let around = around.unwrap_or_else(|| Some(Bounds::everything()));
        // Where nothing is left, nobody is asked.
        let Some(around) = around else { continue };
        let (left, asked): (Bounds, Vec<&GivenDef<G>>) = match &def.what {
            What::Phase(phase) => {
                let declared = phase.predicates.iter().filter_map(|asks| match asks {
                    Asks::Given(given) => Some(given),
                    Asks::Own(..) | Asks::Shared(_) => None,
                });
                (around, declared.collect())
            }
            // What phases say of the starting state says nothing of a later one.
            What::Rule(rule) if survey.within_apply_all(node as u32) => {
                (Bounds::everything(), rule.givens.iter().collect())
            }
            What::Rule(rule) => (around, rule.givens.iter().collect()),
        };
        let idle = idle_among(book, survey, left, &asked);
        survey.idle.extend(idle.into_iter().map(|why| (node as u32, why)));
    }
}

/// Those of the conditions, asked one after the other, that take nothing away.
fn idle_among<G: Game>(
    book: &Compiled<G>,
    survey: &Survey<'_>,
    mut left: Bounds,
    asked: &[&GivenDef<G>],
) -> Vec<String> {
    let mut idle = Vec::new();
    for given in asked {
        let dim = survey.space.fact(book.words.fact(&given.fact), true);
        if survey.space.full(dim) & !given.allowed == 0 {
            idle.push(format!("\"{}\" names every value", given.name));
        } else if left.allows(dim, &survey.space) & !given.allowed == 0 {
            idle.push(format!("\"{}\" follows from what is asked before", given.name));
        } else if let Some(narrowed) = left.clone().narrow(dim, given.allowed, &survey.space) {
            left = narrowed;
        } else {
            break;
        }
    }
    idle
}
