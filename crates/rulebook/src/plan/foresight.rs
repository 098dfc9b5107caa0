//! Foresight: phase predicates are about the state at the start of an action,
//! also where a phase's turn comes after events, below an ApplyAll phase. So they
//! are asked before the first one.
//!
//! Asked are those that a rule waits for which could have its turn: one about
//! this kind and subject, around which the declared conditions of phases hold.
//! Its own declared conditions may yet come true, and so they do not count here.
//! Whoever is switched off does, so that many rules can speak through one. Not asked
//! are those that wait for a group which the rule that was chosen will mask: if it
//! does not apply after all, nothing has happened, and there is still time.

use std::collections::BTreeSet;

use crate::book::tree::NONE;
use crate::book::{RuleEntry, RuleId};
use crate::game::{Game, Kind};
use crate::plan::asking::Asking;
use crate::plan::linear::{Entry, Plan, by_kind, of_kind};
use crate::plan::passes::Passes;
use crate::plan::rows::{self, ByRank, Concerned, Rows};

impl<'a, G: Game> Asking<'a, G> {
    /// Asks the phases around a rule that could have its turn after the one that was
    /// chosen; which of them is closed.
    pub(crate) fn look_ahead(&mut self, rule: RuleId, chosen: RuleId) -> Option<u32> {
        let entry = &self.book.rules[rule.index()];
        if entry.guards.is_empty()
            || !self.could_have_a_turn(entry)
            || self.is_about_to_mask(chosen, entry)
        {
            return None;
        }
        self.closed(entry).map(|(phase, _)| phase)
    }

    fn could_have_a_turn(&self, entry: &RuleEntry<G>) -> bool {
        entry.kinds.contains(self.kind)
            && entry.is_about(self.desk.subject)
            && entry.givens_around().iter().all(|given| given.is_met(&self.desk.facts))
    }

    /// Whether a rule will have masked another one when anything has happened. In a game
    /// with reactions other things can happen: what it costs, or what guards do.
    fn is_about_to_mask(&self, chosen: RuleId, entry: &RuleEntry<G>) -> bool {
        let groups = &self.book.rules[chosen.index()].groups;
        self.book.reactions.is_none() && entry.groups.iter().any(|group| groups.contains(group))
    }

    /// Asks what the phases below the outermost ApplyAll phase around a rule must
    /// know before the first event, by the plan.
    pub(crate) fn foresee(&mut self, plan: &'a Plan, rule: RuleId) {
        let Some(rows) = plan.foreseen(self.kind.index()) else { return };
        match rows.concerned(self.desk.subject, &self.desk.facts) {
            Concerned::One([]) => {}
            Concerned::One(row) => self.foresee_among(plan, row, rule),
            Concerned::Several(rows) => self.foresee_among(plan, rows, rule),
        }
    }

    #[inline]
    fn foresee_among(&mut self, plan: &'a Plan, mut rows: impl ByRank, rule: RuleId) {
        let (from, end) = plan.below_all(rule);
        rows.skip(from);
        while let Some(cell) = rows.take(end) {
            if let Some(closed) = self.look_ahead(cell.rule(), rule) {
                rows.skip(plan.ends[closed as usize]);
            }
        }
    }
}

impl Plan {
    /// Where the outermost ApplyAll phase around a rule begins and ends.
    fn below_all(&self, rule: RuleId) -> (u32, u32) {
        let mut range = (0, 0);
        let mut node = self.entries[self.ranks[rule.index()] as usize].node;
        while node != NONE {
            let around = &self.nodes[node as usize];
            if !around.exclusive {
                range = (around.first, around.end);
            }
            node = around.within;
        }
        range
    }
}

/// The rules of each kind whose phases must be asked before the first event, and
/// of those that wait for the same the first. If that one stands in another
/// ApplyAll phase, what they wait for stands around both phases, and has been
/// asked when a rule was chosen.
pub(super) fn rows<G: Game>(
    entries: &[Entry],
    rules: &[RuleEntry<G>],
    facts: &[usize],
    passes: Passes,
) -> Vec<Rows> {
    let waits = |rule: &RuleEntry<G>| !rule.direct && !rule.guards.is_empty();
    if !rules.iter().any(waits) {
        return Vec::new();
    }
    let rows = by_kind::<G>(passes).into_iter().map(|kind| {
        let mut ranks = of_kind(kind, entries, rules);
        let mut seen = BTreeSet::new();
        ranks.retain(|&rank| {
            let rule = &rules[entries[rank as usize].rule.index()];
            // What the phases around declare is the same where they are the same.
            let waits_for = (&rule.phases, &rule.groups);
            waits(rule) && seen.insert((rule.kinds.bits(), &rule.subjects, waits_for))
        });
        rows::rows(&ranks, entries, rules, RuleEntry::givens_around, facts, passes)
    });
    rows.collect()
}
