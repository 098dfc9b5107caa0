//! Priorities that change nothing.
//!
//! All that are reported can be left out, one after the other in the order of the
//! report: each is tried in a phase from which those found before are gone already.
//! Where that matters, a finding names those that have to go first.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::bounds::{Bounds, Budget, Purse, Spent};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Site, Survey};
use crate::book::names::few;
use crate::book::strategy::{Priority, Strategy};

const NORMAL: Reverse<i32> = Reverse(Priority::NORMAL.0);

pub(crate) fn redundant(survey: &Survey<'_>, purse: &mut Purse) -> Vec<Finding> {
    let by_priority = [Strategy::HighestPriority, Strategy::ApplyAll];
    let phases = by_priority.into_iter().flat_map(|strategy| survey.phases_with(strategy));
    let mut phases: Vec<u32> = phases.collect();
    phases.sort_unstable();
    let mut findings = Vec::new();
    for phase in phases {
        if survey.nodes[phase as usize].by_key || survey.children(phase).len() < 2 {
            continue; // The compiler warns of those.
        }
        let mut siblings = Siblings::new(survey, phase);
        let done = purse.pay(|budget| siblings.leave_out(&mut findings, budget));
        if let Err(Spent) = done {
            let about = survey.about(phase);
            let open = Finding::new(FindingKind::RedundantPriority, about, Certainty::Unknown);
            findings.push(open.open(Open::Budget));
        }
    }
    findings
}

/// Children of a phase in the order of asking, each with its priority, by their places in
/// the author's order.
type Order = Vec<(Reverse<i32>, usize)>;

/// Where a child stands in this order, and between which places those stand that it would
/// change places with if it had the ordinary priority.
fn passed(order: &Order, child: (Reverse<i32>, usize)) -> (usize, Range<usize>) {
    let place = |key| order.partition_point(|known| *known < key);
    let (from, to) = (place(child), place((NORMAL, child.1)));
    (from, if from < to { from + 1..to } else { to..from })
}

/// The children of a phase, and the priorities that are left.
struct Siblings<'s, 'b> {
    survey: &'s Survey<'b>,
    phase: u32,
    /// In the author's order.
    children: Vec<u32>,
    /// By all priorities.
    written: Order,
    /// By those that have not been left out.
    order: Order,
}

impl<'s, 'b> Siblings<'s, 'b> {
    fn new(survey: &'s Survey<'b>, phase: u32) -> Self {
        let mut children: Vec<u32> = survey.children(phase).to_vec();
        children.sort_unstable();
        let priority = |child: u32| survey.nodes[child as usize].priority.map_or(NORMAL, Reverse);
        let order = children.iter().enumerate().map(|(at, &child)| (priority(child), at));
        let mut order: Order = order.collect();
        order.sort_unstable();
        Siblings { survey, phase, children, written: order.clone(), order }
    }

    /// Leaves out one after the other, again and again: where one is gone,
    /// another may have become redundant. Those that were found stay so if the
    /// budget is spent.
    fn leave_out(&mut self, found: &mut Vec<Finding>, budget: &mut Budget) -> Result<(), Spent> {
        let nodes = &self.survey.nodes;
        let has = |at: &usize| nodes[self.children[*at] as usize].priority.is_some();
        let mut left: Vec<usize> = (0..self.children.len()).filter(has).collect();
        loop {
            let before = left.len();
            let mut kept = Vec::new();
            for at in left {
                budget.spend(1)?;
                match self.try_without(at, budget)? {
                    Some(finding) => found.push(finding),
                    None => kept.push(at),
                }
            }
            left = kept;
            if left.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Leaves out a priority that changes nothing.
    fn try_without(&mut self, at: usize, budget: &mut Budget) -> Result<Option<Finding>, Spent> {
        let child = self.children[at];
        let had = self.survey.nodes[child as usize].priority.map_or(NORMAL, Reverse);
        let (from, passed) = passed(&self.order, (had, at));
        let Some((why, rules)) = self.why_redundant(at, had, passed.clone(), budget)? else {
            return Ok(None);
        };
        let why = format!("{why}{}", self.once(had, at, passed));
        self.order.remove(from);
        let to = self.order.partition_point(|known| *known < (NORMAL, at));
        self.order.insert(to, (NORMAL, at));
        let about = self.survey.about(child);
        let finding = Finding::new(FindingKind::RedundantPriority, about, Certainty::Proved);
        Ok(Some(finding.with_rules(rules).because(why)))
    }

    /// Whose priorities have to go first, in words: with those, it would pass more than
    /// these.
    fn once(&self, had: Reverse<i32>, at: usize, left: Range<usize>) -> String {
        let (_, all) = passed(&self.written, (had, at));
        let left: BTreeSet<usize> = self.order[left].iter().map(|&(_, other)| other).collect();
        let mut first: Vec<usize> = self.written[all].iter().map(|&(_, other)| other).collect();
        first.retain(|other| !left.contains(other));
        first.sort_unstable();
        let name =
            |&other: &usize| format!("\"{}\"", self.survey.about(self.children[other]).name());
        let names: Vec<String> = first.iter().map(name).collect();
        match &names[..] {
            [] => String::new(),
            [one] => format!(", once the priority of {one} is left out"),
            all => format!(", once the priorities of {} are left out", few(all, "and")),
        }
    }

    /// Why a priority changes nothing, if so, and the rules that it would have
    /// to be about.
    fn why_redundant(
        &self,
        at: usize,
        priority: Reverse<i32>,
        passed: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Option<(String, Vec<String>)>, Spent> {
        if priority == NORMAL {
            return Ok(Some(("it is the ordinary one".to_owned(), Vec::new())));
        }
        if passed.is_empty() {
            return Ok(Some(("the order is the same without it".to_owned(), Vec::new())));
        }
        let passed = self.order[passed].iter().map(|&(_, other)| self.children[other]);
        for other in passed.clone() {
            if self.both_answer(self.children[at], other, budget)? {
                return Ok(None);
            }
        }
        let names: Vec<_> = passed.map(|node| self.survey.about(node)).collect();
        let rules = names.iter().filter(|name| matches!(name, About::Rule(_)));
        let rules = rules.map(|rule| rule.name().to_owned()).collect();
        let names: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.name())).collect();
        let why = format!("it never answers an action that {} answers", few(&names, "or"));
        Ok(Some((why, rules)))
    }

    /// Whether, for all that is known, both children may answer one action.
    fn both_answer(&self, a: u32, b: u32, budget: &mut Budget) -> Result<bool, Spent> {
        let (below_a, below_b) = (self.survey.below(a), self.survey.below(b));
        for one in below_a {
            let one = &self.survey.sites[one];
            budget.spend(below_b.len())?;
            let Some(bounds) = self.bounds(one) else { continue };
            let mut others = self.survey.sites[below_b.clone()].iter();
            let both = others.any(|other| {
                self.bounds(other).is_some_and(|other| self.survey.space.meet_open(other, bounds))
                    && one.common_subject(other).is_some()
            });
            if both {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where a rule may answer. Under ApplyAll a sibling may change what its own
    /// conditions are about.
    fn bounds<'a>(&self, site: &'a Site<'_>) -> Option<&'a Bounds> {
        match self.survey.tree.strategy(self.phase) {
            Strategy::ApplyAll => site.around.as_ref(),
            _ => site.bounds(self.survey.form(self.phase)),
        }
    }
}
