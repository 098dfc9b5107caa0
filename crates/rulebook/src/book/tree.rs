//! The phase tree as the interpreter walks it: flat, with every phase's
//! children in the order in which its strategy asks them.

use std::fmt::Write;

use crate::book::draft::What;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleId};
use crate::game::{Game, Kind};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of the tree. Its number is its place in the author's order.
pub(crate) struct Node {
    /// The enclosing phase, or [`NONE`] for the root.
    pub parent: u32,
    /// Where this node stands in [`Tree::order`].
    pub at: u32,
    pub what: NodeKind,
}

pub(crate) enum NodeKind {
    Phase(Phase),
    Rule(RuleId),
}

pub(crate) struct Phase {
    pub strategy: Strategy,
    /// The children, as a range of [`Tree::order`].
    pub first: u32,
    pub end: u32,
    /// Whether it has predicates.
    pub guarded: bool,
}

/// The phase tree.
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    /// The children of all phases, each phase's in the order of asking.
    pub order: Vec<u32>,
    /// By node: the kinds of actions that rules are about whose turn can come
    /// after it, below the same ApplyAll phases.
    pub later: Vec<u128>,
    /// Whether any phase has predicates.
    pub guarded: bool,
    /// Whether any phase applies all its children, so that a refusal may come
    /// after events.
    pub applies_all: bool,
}

/// The order of asking.
pub(crate) struct Order {
    pub rules: Vec<RuleId>,
    /// By node: the rank of the first rule below it, and where it ends.
    pub first: Vec<u32>,
    pub end: Vec<u32>,
}

impl Tree {
    pub(crate) fn phase(&self, node: u32) -> Option<&Phase> {
        match &self.nodes[node as usize].what {
            NodeKind::Phase(phase) => Some(phase),
            NodeKind::Rule(_) => None,
        }
    }

    pub(crate) fn strategy(&self, node: u32) -> Strategy {
        self.phase(node).map_or(Strategy::FirstWins, |phase| phase.strategy)
    }

    /// The enclosing phases, innermost first.
    pub(crate) fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> {
        let mut at = node;
        std::iter::from_fn(move || {
            at = self.nodes[at as usize].parent;
            (at != NONE).then_some(at)
        })
    }

    /// Whether a rule about actions of this kind can have its turn after a node.
    pub(crate) fn goes_on<K: Kind>(&self, node: u32, kind: K) -> bool {
        let later = self.later.get(node as usize).copied().unwrap_or(0);
        later.checked_shr(kind.index() as u32).unwrap_or(0) & 1 == 1
    }

    /// The outermost ApplyAll phase around a node.
    pub(crate) fn outermost_apply_all(&self, node: u32) -> Option<u32> {
        self.ancestors(node).filter(|&phase| self.strategy(phase) == Strategy::ApplyAll).last()
    }

    /// All rules in the order of asking, and where each node begins and ends in
    /// it.
    pub(crate) fn order_of_asking(&self) -> Order {
        let blank = vec![0; self.nodes.len()];
        let mut order = Order { rules: Vec::new(), first: blank.clone(), end: blank };
        let mut open = vec![(0u32, false)];
        while let Some((node, done)) = open.pop() {
            let next = order.rules.len() as u32;
            if done {
                order.end[node as usize] = next;
                continue;
            }
            order.first[node as usize] = next;
            match &self.nodes[node as usize].what {
                NodeKind::Rule(rule) => {
                    order.rules.push(*rule);
                    order.end[node as usize] = next + 1;
                }
                NodeKind::Phase(phase) => {
                    open.push((node, true));
                    let children = &self.order[phase.first as usize..phase.end as usize];
                    open.extend(children.iter().rev().map(|&child| (child, false)));
                }
            }
        }
        order
    }

    /// Where the paths of two nodes part: the innermost common phase, and the
    /// child of it that leads to each. None if one stands around the other.
    pub(crate) fn parting(&self, a: u32, b: u32) -> Option<(u32, u32, u32)> {
        let depth = |node| self.ancestors(node).count();
        let up = |mut node, steps| {
            for _ in 0..steps {
                node = self.nodes[node as usize].parent;
            }
            node
        };
        let (deep_a, deep_b) = (depth(a), depth(b));
        let (mut a, mut b) =
            (up(a, deep_a.saturating_sub(deep_b)), up(b, deep_b.saturating_sub(deep_a)));
        if a == b {
            return None;
        }
        loop {
            let (above_a, above_b) = (self.nodes[a as usize].parent, self.nodes[b as usize].parent);
            if above_a == above_b {
                return Some((above_a, a, b));
            }
            (a, b) = (above_a, above_b);
        }
    }
}

/// The tree as indented text, in the author's order.
pub(crate) fn outline<G: Game>(book: &Compiled<G>) -> String {
    let mut text = format!("{} — {}\n", book.draft.name, book.tree.strategy(0));
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); book.draft.nodes.len()];
    for (node, def) in book.draft.nodes.iter().enumerate().skip(1) {
        children[def.parent.unwrap_or(0)].push(node);
    }
    let mut open: Vec<(usize, usize)> = children[0].iter().rev().map(|&node| (node, 1)).collect();
    while let Some((node, depth)) = open.pop() {
        let def = &book.draft.nodes[node];
        let _ = write!(text, "{:indent$}{}", "", def.name, indent = depth * 2);
        if let What::Phase(phase) = &def.what {
            let _ = write!(text, " — {}", phase.strategy.unwrap_or_default());
            for predicate in &phase.predicates {
                let _ = write!(text, ", when {}", predicate.name());
            }
        }
        if let Some(priority) = def.attributes.priority {
            let _ = write!(text, ", priority {priority}");
        }
        if let Some(label) = &def.attributes.label {
            let _ = write!(text, ", label {label}");
        }
        if let Some(group) = &def.attributes.group {
            let _ = write!(text, ", exclusivity group {group}");
        }
        text.push('\n');
        open.extend(children[node].iter().rev().map(|&child| (child, depth + 1)));
    }
    text
}
