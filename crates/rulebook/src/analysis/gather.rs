//! From a compiled book to a [`Survey`]: the only place of the analysis that
//! knows the game's types.

use std::sync::Arc;

use crate::analysis::bounds::{Bounds, KIND, Space, TRUE, truth};
use crate::analysis::survey::{CheckName, FactName, NodeName, Own, Site, StepName, Survey};
use crate::analysis::words;
use crate::book::draft::{Asks, What};
use crate::book::rule::{ActionKind, RuleDef, Test};
use crate::book::tree::NONE;
use crate::book::vocabulary::{Awaited, PhaseAsk};
use crate::book::{Compiled, RuleId};
use crate::game::{Game, Kind};

/// Looks at a book.
pub(crate) fn survey<G: Game>(book: &Compiled<G>) -> Survey<'_> {
    let every = kinds_of::<G>();
    let steps = steps(book);
    let allowed = match &book.draft.turn {
        Some(turn) if enforces_steps(book) => {
            turn.steps.iter().fold(turn.always, |all, step| all.union(step.allows)).bits()
        }
        _ => every,
    };
    let values = book.words.facts.iter().map(|fact| fact.values.len());
    let mut space = Space::new(allowed, values, book.words.shared.len());
    let step_fact = step_fact(book);
    if let Some(fact) = step_fact {
        space = space.by_step(fact, steps.iter().map(|step| (step.value, step.allows)));
    }
    let phases = phases(book, &space);
    let order = book.tree.order_of_asking();
    let sites =
        order.rules.iter().map(|&rule| site(book, rule, &phases, &space)).collect::<Vec<_>>();
    let mut survey = Survey {
        tree: &book.tree,
        contradictions: vec![None; book.draft.nodes.len()],
        idle: Vec::new(),
        nodes: (0..book.draft.nodes.len()).map(|node| node_name(book, node)).collect(),
        facts: facts(book),
        shared: (0..book.words.shared.len())
            .map(|shared| [false, true].map(|holds| book.words.told(shared, holds)))
            .collect(),
        kinds: ActionKind::<G>::ALL.iter().map(|kind| kind.name()).collect(),
        step_fact,
        hides_step: book.draft.turn.as_ref().is_some_and(|turn| turn.by.is_none()),
        checks: checks(book, every),
        groups: &book.groups,
        first: order.first,
        end: order.end,
        space,
        sites,
        phases,
        allowed,
        steps,
    };
    words::contradictions(book, &mut survey);
    words::idle_conditions(book, &mut survey);
    survey
}

fn kinds_of<G: Game>() -> u128 {
    crate::game::KindSet::<ActionKind<G>>::all().bits()
}

/// Whether the turn's own check stands in the way of what a step does not
/// allow. A variant may have removed it.
fn enforces_steps<G: Game>(book: &Compiled<G>) -> bool {
    book.draft.checks.iter().any(|check| check.of_turn)
}

fn steps<G: Game>(book: &Compiled<G>) -> Vec<StepName> {
    let Some(turn) = book.draft.turn.as_ref().filter(|_| enforces_steps(book)) else {
        return Vec::new();
    };
    let value = |at: usize| {
        let value = turn.by.as_ref().and_then(|by| u32::try_from(by.values[at]).ok());
        value.and_then(|value| 1_u128.checked_shl(value)).unwrap_or(0)
    };
    let steps = turn.steps.iter().enumerate().map(|(at, step)| StepName {
        name: step.name.clone(),
        allows: step.allows.union(turn.always).bits(),
        value: value(at),
    });
    steps.collect()
}

/// The fact that is the step. One that only looks like it may be another: the
/// step before, or the other player's.
fn step_fact<G: Game>(book: &Compiled<G>) -> Option<u32> {
    let turn = book.draft.turn.as_ref().filter(|_| enforces_steps(book))?;
    let step = turn.by.as_ref()?;
    // Of a value that the fact does not list nothing is known.
    let listed = |value: &usize| *value < step.fact.values.len();
    let mut facts = book.words.facts.iter();
    let found = facts.position(|fact| Arc::ptr_eq(fact, &step.fact));
    found.filter(|_| step.values.iter().all(listed)).map(|at| at as u32)
}

fn facts<G: Game>(book: &Compiled<G>) -> Vec<FactName> {
    let facts = book.words.facts.iter();
    facts.map(|fact| FactName { name: fact.name.clone(), values: fact.values.clone() }).collect()
}

fn checks<G: Game>(book: &Compiled<G>, every: u128) -> Vec<CheckName> {
    let exceptions = |at: usize| {
        let lifting = book.exceptions_of[at].iter();
        lifting.map(|&at| book.draft.exceptions[at as usize].name.clone()).collect()
    };
    let checks = book.draft.checks.iter().enumerate();
    checks
        .map(|(at, check)| CheckName {
            name: check.name.clone(),
            kinds: if check.kinds.is_empty() { every } else { check.kinds.bits() },
            exceptions: exceptions(at),
            of_turn: check.of_turn,
        })
        .collect()
}

fn node_name<G: Game>(book: &Compiled<G>, node: usize) -> NodeName {
    let def = &book.draft.nodes[node];
    let asked = book.draft.predicates(node as u32).iter();
    let own = asked.filter(|asks| matches!(asks, Asks::Own(..)));
    NodeName {
        path: book.draft.path(node),
        is_rule: matches!(def.what, What::Rule(_)),
        priority: def.attributes.priority.map(|priority| priority.0),
        by_key: book.draft.orders_by_key(node as u32),
        own: own.map(|asks| asks.name().to_owned()).collect(),
    }
}

/// The kinds that the rules below each node are about, if they can come to them
/// in some step.
fn kinds_below<G: Game>(book: &Compiled<G>, space: &Space) -> Vec<u128> {
    let mut kinds = vec![0; book.draft.nodes.len()];
    for entry in &book.rules {
        let mine = entry.kinds.bits() & space.full(KIND);
        for phase in book.tree.ancestors(entry.node) {
            kinds[phase as usize] |= mine;
        }
    }
    kinds
}

/// What each phase and those around it leave of the starting state: nothing,
/// also if no step in which it is open allows an action of its rules.
fn phases<G: Game>(book: &Compiled<G>, space: &Space) -> Vec<Option<Bounds>> {
    let mut phases: Vec<Option<Bounds>> = Vec::with_capacity(book.draft.nodes.len());
    let kinds = kinds_below(book, space);
    for (node, def) in book.draft.nodes.iter().enumerate() {
        // Parents stand before their children, so theirs are known already.
        let mut left = match def.parent {
            Some(parent) => phases[parent].clone(),
            None => Some(Bounds::everything()),
        };
        for (_, ask) in &book.phase_asks[node] {
            let (dim, allowed) = match ask {
                PhaseAsk::Always => continue,
                PhaseAsk::Given(given) => (space.fact(given.fact, true), given.allowed),
                PhaseAsk::Shared(Awaited { shared, wants, .. }) => {
                    (space.shared(*shared, true), truth(*wants))
                }
                PhaseAsk::Own => (space.phase(node as u32), TRUE),
            };
            left = left.and_then(|left| left.narrow(dim, allowed, space));
        }
        // Kinds that no step allows say nothing against the phase.
        let closed = |left: &Bounds| kinds[node] != 0 && space.open_kinds(left) & kinds[node] == 0;
        phases.push(left.filter(|left| !closed(left)));
    }
    phases
}

/// Whether a rule answers wherever what is declared of it holds: it has no code of its
/// own to say otherwise.
fn is_certain<G: Game>(rule: &RuleDef<G>) -> bool {
    let mut conditions = rule.conditions.iter();
    rule.code.always() && conditions.all(|condition| matches!(condition.test, Test::Shared(_)))
}

/// Of how many rules their own code decides whether they answer.
pub(crate) fn opaque<G: Game>(book: &Compiled<G>) -> usize {
    book.rules.iter().filter(|entry| !is_certain(&entry.def)).count()
}

fn site<'b, G: Game>(
    book: &'b Compiled<G>,
    rule: RuleId,
    phases: &[Option<Bounds>],
    space: &Space,
) -> Site<'b> {
    let entry = &book.rules[rule.index()];
    let certain = is_certain(&entry.def);
    let own = entry.givens.iter().filter(|given| given.phase == NONE);
    let facts = own.map(|given| Own::Fact(given.fact, given.allowed));
    let shared = book.quick[rule.index()].tests.awaited();
    let own: Vec<Own> = facts.chain(shared.map(Own::Shared)).collect();
    let around = phases[book.tree.nodes[entry.node as usize].parent as usize].as_ref();
    let mut site = Site::new(entry.node, &entry.groups, entry.direct, certain).place(
        entry.kinds.bits(),
        around,
        &own,
        space,
    );
    site.subjects = &entry.subjects;
    site
}
