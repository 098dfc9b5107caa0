//! What stands in a book without effect.

use std::collections::BTreeMap;

use crate::book::Compiled;
use crate::book::check::Force;
use crate::book::draft::What;
use crate::book::rule::ActionKind;
use crate::book::strategy::Strategy;
use crate::book::warning::Warning;
use crate::game::{Game, Kind};

pub(super) fn warnings<G: Game>(book: &Compiled<G>, children: &[Vec<usize>]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (node, def) in book.draft.nodes.iter().enumerate() {
        if let What::Phase(phase) = &def.what
            && phase.strategy.is_some()
            && children[node].len() == 1
        {
            warnings.push(Warning::StrategyWithoutEffect { phase: book.draft.path(node) });
        }
        warnings.extend(attribute_warnings(book, node, children));
    }
    warnings.extend(group_warnings(book));
    for (check, exceptions) in book.draft.checks.iter().zip(&book.exceptions_of) {
        if check.force == Force::Liftable && exceptions.is_empty() {
            warnings.push(Warning::NeverLifted { check: check.name.clone() });
        }
    }
    for &kind in ActionKind::<G>::ALL {
        if !book.rules.iter().any(|rule| rule.kinds.contains(kind)) {
            warnings.push(Warning::KindWithoutRule { kind: kind.name() });
        }
    }
    warnings
}

fn attribute_warnings<G: Game>(
    book: &Compiled<G>,
    node: usize,
    children: &[Vec<usize>],
) -> Vec<Warning> {
    let def = &book.draft.nodes[node];
    let Some(parent) = def.parent else {
        return Vec::new();
    };
    let What::Phase(phase) = &book.draft.nodes[parent].what else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    if def.attributes.priority.is_some() {
        let name = || book.draft.path(node);
        let strategy = phase.strategy.unwrap_or_default();
        warnings.extend(match strategy {
            _ if children[parent].len() == 1 => Some(Warning::PriorityAlone { name: name() }),
            _ if phase.by_key => Some(Warning::PriorityBesideKey { name: name() }),
            Strategy::HighestPriority | Strategy::ApplyAll => None,
            Strategy::FirstWins | Strategy::LastWins | Strategy::Exclusive => {
                Some(Warning::PriorityWithoutEffect { name: name(), strategy })
            }
        });
    }
    if def.attributes.key.is_some() && !phase.by_key {
        warnings.push(Warning::KeyWithoutEffect { name: book.draft.path(node) });
    }
    warnings
}

/// The rules of a group, by full name.
fn of_group<G: Game>(book: &Compiled<G>, group: u32) -> Vec<String> {
    let rules = book.rules.iter().filter(|rule| rule.groups.contains(&group));
    rules.map(|rule| book.draft.path(rule.node as usize)).collect()
}

/// A group masks only where two of its rules stand on different branches of
/// one ApplyAll phase.
fn group_warnings<G: Game>(book: &Compiled<G>) -> Vec<Warning> {
    let mut effective = vec![false; book.groups.len()];
    let mut branches: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for rule in book.rules.iter().filter(|rule| !rule.groups.is_empty()) {
        let mut branch = rule.node;
        for phase in book.tree.ancestors(rule.node) {
            if book.tree.strategy(phase) == Strategy::ApplyAll {
                for &group in &rule.groups {
                    let first = *branches.entry((group, phase)).or_insert(branch);
                    effective[group as usize] |= first != branch;
                }
            }
            branch = phase;
        }
    }
    let idle = book.groups.iter().zip(0..).filter(|(_, number)| !effective[*number as usize]);
    idle.map(|(group, number)| Warning::GroupWithoutEffect {
        group: group.clone(),
        rules: of_group(book, number),
    })
    .collect()
}
