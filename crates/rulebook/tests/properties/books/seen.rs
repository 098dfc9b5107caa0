//! What the cases exercise, counted where it matters: where an engine that
//! got it wrong would come to something else.

use std::collections::BTreeSet;

use rulebook::Strategy;

use super::meaning::{Note, Why, by_priority, decisive, opinion, priority, strategy, subject};
use super::oracle::Run;
use super::spec::{Node, Phase, Rule};
use crate::runner::Coverage;

impl<'c> Run<'c> {
    pub(super) fn look_at_answer(&self, rule: &Rule, why: &[Why], note: &Note) {
        let would = decisive(&opinion(rule, &self.work));
        if matches!(note, Note::PassedOver(_)) {
            let because = |only: fn(&Why) -> bool| would && why.iter().all(only);
            self.seen.saw_if(because(|why| matches!(why, Why::Masked(_))), "a mask fired");
            self.seen.saw_if(because(|why| *why == Why::Off), "a rule was switched off");
            let other = because(|why| *why == Why::OtherSubject);
            self.seen.saw_if(other, "another subject");
            let undeclared = because(|why| matches!(why, Why::Undeclared(_)));
            self.seen.saw_if(undeclared, "a declared condition was false");
            let before = self.declared[usize::from(rule.id)].iter();
            let held = before.clone().all(|declared| declared.given.holds(self.start, self.act));
            self.seen.saw_if(undeclared && held, "a declared condition ceased to hold");
            let late = subject(self.start, self.act) != subject(&self.work, self.act);
            self.seen.saw_if(other && late, "the subject would differ on the working state");
            return;
        }
        let failed = matches!(note, Note::Unshared(_));
        self.seen.saw_if(failed, "a shared predicate was false for a rule");
        let mut declared = self.declared[usize::from(rule.id)].iter();
        let new = declared.any(|declared| !declared.given.holds(self.start, self.act));
        self.seen.saw_if(new && would, "a declared condition came to hold");
        let differs = opinion(rule, self.start) != *note;
        self.seen.saw_if(differs, "an answer differs on the working state");
        let groups = &self.groups[usize::from(rule.id)];
        let spared = would && groups.intersection(&self.unapplied).next().is_some();
        self.seen.saw_if(spared, "matching without applying masked nothing");
    }

    pub(super) fn look_at_choice(&self, rule: &Rule, around: &[&Phase]) {
        let all = |phase: &&&Phase| strategy(phase) == Strategy::ApplyAll;
        let more = !self.chosen.is_empty();
        let parent = strategy(around[around.len() - 1]);
        self.seen.saw(match parent {
            Strategy::FirstWins => "decided by FirstWins",
            Strategy::LastWins => "decided by LastWins",
            Strategy::HighestPriority => "decided by HighestPriority",
            Strategy::Exclusive => "decided by Exclusive",
            Strategy::ApplyAll => "decided by ApplyAll",
        });
        self.seen.saw_if(rule.changes.is_empty(), "a rule matched and proposed nothing");
        let nested = around.iter().filter(all).count() > 1;
        self.seen.saw_if(nested && more, "nested ApplyAll");
        let exclusive = around.iter().position(|phase| strategy(phase) == Strategy::Exclusive);
        let inside = exclusive.is_some_and(|at| around[at..].iter().any(|p| all(&p)));
        self.seen.saw_if(inside && more, "ApplyAll inside Exclusive");
        let applied = around.iter().position(|phase| strategy(phase) == Strategy::ApplyAll);
        let later = applied.is_some_and(|at| around[at..].len() > 1);
        self.seen.saw_if(later && more, "a phase settled when its turn came");
    }

    pub(super) fn look_at_refusal(&self, around: &[&Phase]) {
        self.seen.saw(match strategy(around[around.len() - 1]) {
            Strategy::FirstWins => "refused under FirstWins",
            Strategy::LastWins => "refused under LastWins",
            Strategy::HighestPriority => "refused under HighestPriority",
            Strategy::Exclusive => "refused under Exclusive",
            Strategy::ApplyAll => "refused under ApplyAll",
        });
        self.seen.saw_if(!self.events.is_empty(), "refused after events");
    }

    /// Whether the order of the children made the difference.
    pub(super) fn look_at_rivals(&mut self, phase: &'c Phase, winner: &'c Node) {
        let (notes, seen) = (self.notes.clone(), self.seen);
        let quiet = Coverage::default();
        let mut rivals = Vec::new();
        let mut silent = Run {
            seen: &quiet,
            start: self.start,
            groups: self.groups.clone(),
            declared: self.declared.clone(),
            work: self.work.clone(),
            applied: self.applied.clone(),
            unapplied: BTreeSet::new(),
            events: Vec::new(),
            chosen: Vec::new(),
            notes,
            act: self.act,
        };
        for child in &phase.children {
            if !std::ptr::eq(child, winner) && matches!(silent.speaks(child), Ok(Some(_))) {
                rivals.push(child);
            }
        }
        if rivals.is_empty() {
            return;
        }
        seen.saw("several children were decisive");
        let tie = rivals.iter().any(|rival| priority(rival) == priority(winner));
        seen.saw_if(by_priority(phase) && tie, "a tie");
        seen.saw_if(phase.by_key, "settled by key");
        let overruled = by_priority(phase) && !std::ptr::eq(&phase.children[0], winner);
        seen.saw_if(overruled, "settled by priority");
    }
}
