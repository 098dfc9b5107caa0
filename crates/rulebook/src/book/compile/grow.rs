//! The phase tree, laid out flat, with children in the order of asking.

use std::cmp::{Ordering, Reverse};

use crate::book::RuleId;
use crate::book::draft::{Draft, NodeDef, PhaseDef, What};
use crate::book::rule::ActionKind;
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, Node, NodeKind, Phase, Tree};
use crate::game::{Game, Kind, KindSet};

/// Lays the tree out flat, each phase's children in the order of asking.
pub(super) fn grow<G: Game>(draft: &Draft<G>, children: &[Vec<usize>]) -> Tree {
    let mut tree = Tree {
        nodes: Vec::with_capacity(draft.nodes.len()),
        order: vec![0],
        later: Vec::new(),
        guarded: false,
        applies_all: false,
    };
    let mut rules = 0;
    for (node, def) in draft.nodes.iter().enumerate() {
        let what = match &def.what {
            What::Rule(_) => {
                rules += 1;
                NodeKind::Rule(RuleId(rules - 1))
            }
            What::Phase(phase) => {
                let first = tree.order.len() as u32;
                tree.order.extend(ordered(draft, phase, &children[node]));
                let strategy = phase.strategy.unwrap_or_default();
                let guarded = draft.asks(node as u32, true);
                tree.guarded |= guarded;
                tree.applies_all |= strategy == Strategy::ApplyAll;
                let end = tree.order.len() as u32;
                NodeKind::Phase(Phase { strategy, first, end, guarded })
            }
        };
        let parent = def.parent.map_or(NONE, |parent| parent as u32);
        tree.nodes.push(Node { parent, at: 0, what });
    }
    for at in 0..tree.order.len() {
        let node = tree.order[at] as usize;
        tree.nodes[node].at = at as u32;
    }
    if tree.applies_all {
        note_later(&mut tree, &kinds_below(draft));
    }
    tree
}

/// By node: the kinds of actions that rules below it are about.
fn kinds_below<G: Game>(draft: &Draft<G>) -> Vec<KindSet<ActionKind<G>>> {
    let mut below = vec![KindSet::<ActionKind<G>>::none(); draft.nodes.len()];
    // Parents stand before their children, so from the end on those are known.
    for (node, def) in draft.nodes.iter().enumerate().rev() {
        if let What::Rule(rule) = &def.what {
            below[node] = concerned(rule.kinds);
        }
        if let Some(parent) = def.parent {
            below[parent] = below[parent].union(below[node]);
        }
    }
    below
}

/// Notes what can still come after each node: later children of ApplyAll
/// phases around it.
fn note_later<K: Kind>(tree: &mut Tree, below: &[KindSet<K>]) {
    tree.later = vec![0; below.len()];
    // Parents stand before their children, so theirs is known already.
    for node in 0..below.len() {
        let NodeKind::Phase(phase) = &tree.nodes[node].what else { continue };
        let mut later = tree.later[node];
        for at in (phase.first..phase.end).rev() {
            let child = tree.order[at as usize] as usize;
            tree.later[child] = later;
            if phase.strategy == Strategy::ApplyAll {
                later |= below[child].bits();
            }
        }
    }
}

/// A rule that names no kind is about all.
pub(super) fn concerned<K: Kind>(named: KindSet<K>) -> KindSet<K> {
    if named.is_empty() { KindSet::all() } else { named }
}

fn ordered<G: Game>(draft: &Draft<G>, phase: &PhaseDef<G>, children: &[usize]) -> Vec<u32> {
    let mut order = children.to_vec();
    let strategy = phase.strategy.unwrap_or_default();
    if phase.by_key {
        order.sort_by(|&a, &b| by_key_and_name(&draft.nodes[a], &draft.nodes[b]));
    } else if matches!(strategy, Strategy::HighestPriority | Strategy::ApplyAll) {
        order.sort_by_key(|&node| {
            Reverse(draft.nodes[node].attributes.priority.unwrap_or_default())
        });
    }
    if strategy == Strategy::LastWins {
        order.reverse();
    }
    order.into_iter().map(|node| node as u32).collect()
}

fn by_key_and_name<G: Game>(a: &NodeDef<G>, b: &NodeDef<G>) -> Ordering {
    let keys = a.attributes.key.as_deref().zip(b.attributes.key.as_deref());
    let by_key = keys.and_then(|(a, b)| a.compare(b)).unwrap_or(Ordering::Equal);
    by_key.then_with(|| a.name.cmp(&b.name))
}
