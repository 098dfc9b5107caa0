//! The reference interpreter: a plain walk over the phase tree.
//!
//! What comes in is an action that passed validation; what comes out is the
//! rule that decides, if any. Children are asked in their phase's order, which
//! the compiler has laid out by strategy, up to the first decisive one. Only
//! Exclusive asks on. The walk keeps no stack: a node knows its parent and its
//! place, so phases may nest to any depth.
//!
//! Under ApplyAll the walk is resumed after each rule with [`Asking::next`].

use crate::book::rule::ActionKind;
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, NodeKind};
use crate::book::{Compiled, RuleId};
use crate::error::{Fault, FaultKind};
use crate::game::{Game, Kind};
use crate::plan::asking::{Asking, Selected};

/// What an Exclusive phase has heard from its children so far.
#[derive(Debug)]
pub(crate) struct Tally<R> {
    winner: Option<Selected<R>>,
    conflict: Vec<RuleId>,
}

impl<R> Tally<R> {
    pub(crate) fn new() -> Self {
        Tally { winner: None, conflict: Vec::new() }
    }

    /// Counts what a child said.
    pub(crate) fn count(&mut self, said: Selected<R>) {
        match &self.winner {
            None => self.winner = Some(said),
            Some(first) => {
                if self.conflict.is_empty() {
                    self.conflict.push(first.rule);
                }
                self.conflict.push(said.rule);
            }
        }
    }
}

pub(crate) type Decided<G> = Result<Option<Selected<<G as Game>::Reason>>, Fault>;

impl<G: Game> Asking<'_, G> {
    /// The rule that decides below `top`.
    pub(crate) fn settle(&mut self, top: u32) -> Decided<G> {
        let tree = &self.book.tree;
        let mut node = top;
        loop {
            let mut said = match &tree.nodes[node as usize].what {
                NodeKind::Rule(rule) => self.ask(*rule).decisive(),
                NodeKind::Phase(phase) => {
                    if phase.strategy == Strategy::Exclusive {
                        self.desk.tallies.push(Tally::new());
                    }
                    node = tree.order[phase.first as usize];
                    continue;
                }
            };
            // The node has spoken: on to its next sibling, or up.
            loop {
                if node == top {
                    return Ok(said);
                }
                let parent = tree.nodes[node as usize].parent;
                let phase = tree.phase(parent).expect("only phases have children");
                let exclusive = phase.strategy == Strategy::Exclusive;
                if exclusive && let Some(said) = said.take() {
                    let tally = self.desk.tallies.last_mut();
                    tally.expect("an open Exclusive phase has a tally").count(said);
                }
                let next = tree.nodes[node as usize].at + 1;
                if said.is_none() && next < phase.end {
                    node = tree.order[next as usize];
                    break;
                }
                if exclusive {
                    said = self.verdict(parent)?;
                }
                node = parent;
            }
        }
    }

    /// The rule that decides after this one has been resolved: whatever the
    /// ApplyAll phases around it have left.
    pub(crate) fn next(&mut self, rule: RuleId) -> Decided<G> {
        let tree = &self.book.tree;
        let mut node = self.book.rules[rule.index()].node;
        loop {
            let parent = tree.nodes[node as usize].parent;
            let Some(phase) = (parent != NONE).then(|| tree.phase(parent)).flatten() else {
                return Ok(None);
            };
            if phase.strategy == Strategy::ApplyAll {
                for at in tree.nodes[node as usize].at + 1..phase.end {
                    if let Some(selected) = self.settle(tree.order[at as usize])? {
                        return Ok(Some(selected));
                    }
                }
            }
            node = parent;
        }
    }

    /// Asks what the phases below the outermost ApplyAll phase around a rule must
    /// know before the first event, rule by rule in the order of asking.
    pub(crate) fn foresee_plainly(&mut self, rule: RuleId) {
        let tree = &self.book.tree;
        let Some(top) = tree.outermost_apply_all(self.book.rules[rule.index()].node) else {
            return;
        };
        let mut node = top;
        loop {
            match &tree.nodes[node as usize].what {
                NodeKind::Rule(ahead) => drop(self.look_ahead(*ahead, rule)),
                NodeKind::Phase(phase) => {
                    node = tree.order[phase.first as usize];
                    continue;
                }
            }
            // On to the next sibling, or to that of the phase around.
            loop {
                if node == top {
                    return;
                }
                let parent = tree.nodes[node as usize].parent;
                let next = tree.nodes[node as usize].at + 1;
                if tree.phase(parent).is_some_and(|phase| next < phase.end) {
                    node = tree.order[next as usize];
                    break;
                }
                node = parent;
            }
        }
    }

    /// What an Exclusive phase says when all its children have been asked.
    pub(crate) fn verdict(&mut self, phase: u32) -> Decided<G> {
        let tally = self.desk.tallies.pop().expect("an open Exclusive phase has a tally");
        self.verdict_of(tally, phase)
    }

    /// What an Exclusive phase says to what it has heard.
    pub(crate) fn verdict_of(&mut self, tally: Tally<G::Reason>, phase: u32) -> Decided<G> {
        if tally.conflict.is_empty() {
            return Ok(tally.winner);
        }
        self.desk.tallies.clear();
        Err(conflict(self.book, phase, self.kind, &tally.conflict))
    }
}

/// The fault that more than one child of an Exclusive phase is decisive.
#[cold]
pub(crate) fn conflict<G: Game>(
    book: &Compiled<G>,
    phase: u32,
    kind: ActionKind<G>,
    rules: &[RuleId],
) -> Fault {
    Fault::new(FaultKind::Conflict {
        phase: book.draft.path(phase as usize),
        action: kind.name(),
        rules: rules.iter().map(|&rule| book.rule_name(rule)).collect(),
    })
}
