//! Where the rules and phases of an uncompiled book stand, by name.
//!
//! A variant may name thousands of rules of its base. So nodes are found by an
//! index, and what is removed is only noted: it is taken out all at once, when
//! the book is compiled.

use std::collections::BTreeMap;

use crate::book::draft::NodeDef;
use crate::game::Game;

/// An index of nodes by parent and name. It takes in what was added when it is
/// asked.
#[derive(Default)]
pub(crate) struct Places {
    /// How many nodes are in it.
    known: usize,
    /// By parent and name: the nodes, in order of declaration. There are several
    /// only by mistake.
    by_name: BTreeMap<usize, BTreeMap<String, Vec<usize>>>,
    /// The nodes that were removed.
    gone: Vec<usize>,
}

impl Places {
    /// The node of that full name; the empty name is the root's.
    pub(crate) fn find<G: Game>(&mut self, path: &str, nodes: &[NodeDef<G>]) -> Option<usize> {
        if path.is_empty() {
            return Some(0);
        }
        self.take_in(nodes);
        path.split('/')
            .try_fold(0, |parent, name| self.by_name.get(&parent)?.get(name)?.first().copied())
    }

    fn take_in<G: Game>(&mut self, nodes: &[NodeDef<G>]) {
        for (node, def) in nodes.iter().enumerate().skip(self.known) {
            if let Some(parent) = def.parent {
                let siblings = self.by_name.entry(parent).or_default();
                siblings.entry(def.name.clone()).or_default().push(node);
            }
        }
        self.known = nodes.len();
    }

    /// Notes that a node that was found is gone. Nothing below it is found any
    /// more either.
    pub(crate) fn remove<G: Game>(&mut self, node: usize, nodes: &[NodeDef<G>]) {
        let def = &nodes[node];
        let siblings = def.parent.and_then(|parent| self.by_name.get_mut(&parent));
        if let Some(same) = siblings.and_then(|siblings| siblings.get_mut(&def.name)) {
            same.retain(|&other| other != node);
        }
        self.gone.push(node);
    }

    /// The nodes that were removed.
    pub(crate) fn into_gone(self) -> Vec<usize> {
        self.gone
    }
}
