//! What to do for a rule before which others answer: that depends on who settles it.

use std::collections::BTreeSet;

use crate::analysis::finding::About;
use crate::book::strategy::Strategy;
use crate::book::tree::Tree;

/// The tree of a book, and what its nodes are.
pub(crate) struct Places<'b, K, A> {
    pub tree: &'b Tree,
    /// Whether a phase orders its children by key.
    pub by_key: K,
    /// What a node is.
    pub about: A,
}

/// A phase in which a rule and one that answers before it part ways, with the child
/// that leads to each.
type Parting = (u32, u32, u32);

impl<K: Fn(u32) -> bool, A: Fn(u32) -> About> Places<'_, K, A> {
    /// What to do for a rule before which these others answer, as the beginning of a
    /// sentence.
    pub(crate) fn advice(&self, rule: u32, others: &[u32]) -> String {
        let rest = match others.len() {
            0 | 1 => "narrow the other one, or remove it",
            _ => "narrow one of them, or remove it",
        };
        match self.put(rule, others) {
            Some(put) => format!("{put}, {rest}"),
            None => rest.to_owned(),
        }
    }

    /// What puts a rule before one of the others. They answer before it only together,
    /// so it is enough for one of them: where least is moved with it.
    fn put(&self, rule: u32, others: &[u32]) -> Option<String> {
        let partings = || others.iter().filter_map(|&other| self.parting(rule, other));
        let depth = |phase| self.tree.ancestors(phase).count();
        let (phase, mine, _) = partings().max_by_key(|&(phase, ..)| depth(phase))?;
        let here = partings().filter(|&(at, ..)| at == phase);
        let theirs: BTreeSet<u32> = here.clone().map(|(_, _, theirs)| theirs).collect();
        let all = here.count() == others.len();
        let it = match mine == rule {
            true => "it".to_owned(),
            false => format!("its phase \"{}\"", (self.about)(mine).name()),
        };
        let one = match theirs.first().map(|&first| (self.about)(first))? {
            About::Rule(name) => format!("\"{name}\""),
            other => other.to_string(),
        };
        let strategy = self.tree.strategy(phase);
        let last = strategy == Strategy::LastWins;
        let than = match theirs.len() {
            1 => one.clone(),
            _ if all => "they have".to_owned(),
            _ => one.clone(),
        };
        Some(match (self.by_key)(phase) {
            true if last => format!("give {it} a higher key than {than}"),
            true => format!("give {it} a lower key than {than}"),
            false if strategy == Strategy::HighestPriority => {
                format!("give {it} a higher priority than {than}")
            }
            false if others.len() < 2 => {
                format!("put {it} {}", if last { "last" } else { "first" })
            }
            false => {
                let beside = if last { "after" } else { "before" };
                format!("put {it} {beside} {}", if all { "them" } else { &one })
            }
        })
    }

    /// Where a rule and another one part ways, if it is by their order that one of
    /// them answers.
    fn parting(&self, rule: u32, other: u32) -> Option<Parting> {
        let parting = self.tree.parting(rule, other)?;
        let by_order = match self.tree.strategy(parting.0) {
            Strategy::FirstWins | Strategy::LastWins | Strategy::HighestPriority => true,
            Strategy::Exclusive | Strategy::ApplyAll => false,
        };
        by_order.then_some(parting)
    }
}
