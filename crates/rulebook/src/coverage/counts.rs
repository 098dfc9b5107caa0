//! The counters, and how frames and refusals are counted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::book::RuleId;
use crate::game::{Game, Reason};
use crate::outcome::{Cause, Refusal};
use crate::session::account::{Account, Firing};
use crate::session::frame::{FrameView, Origin};
use crate::session::stance::Stance;

use super::inventory::Inventory;

/// One counter for each thing of a kind.
pub(super) struct Row(Box<[AtomicU64]>);

impl Row {
    fn new(length: usize) -> Self {
        Row((0..length).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    pub(super) fn count(&self, at: usize) {
        self.add(at, 1);
    }

    fn add(&self, at: usize, times: u64) {
        self.0[at].fetch_add(times, Ordering::Relaxed);
    }

    pub(super) fn get(&self, at: usize) -> u64 {
        self.0[at].load(Ordering::Relaxed)
    }
}

/// How often which code was given, by whom.
pub(super) type Codes = BTreeMap<(u32, &'static str), u64>;

/// Refusals by code: these are rarer, and need no row for each code.
#[derive(Clone, Default)]
pub(super) struct Reasons {
    pub rules: Codes,
    pub unpaid: Codes,
    pub checks: Codes,
    /// By the kind of the action.
    pub unhandled: BTreeMap<&'static str, u64>,
}

/// All counters of a coverage.
pub(super) struct Counts {
    pub outcomes: Row,
    pub chosen: Row,
    pub failed: Row,
    pub exceptions: Row,
    pub asked: Row,
    pub applied: Row,
    pub resolved: Row,
    pub fizzled: Row,
    pub proposed: Row,
    pub entering: Row,
    pub leaving: Row,
    /// How many frames were counted that nobody watched.
    pub unwatched: Row,
    reasons: Mutex<Reasons>,
}

/// What came of an action.
#[derive(Clone, Copy)]
pub(super) enum Came {
    Committed,
    Unchanged,
    Refused,
    Fault,
}

/// What happens several times in one frame and counts once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Chosen(RuleId),
    Entering(u32),
    Leaving(u32),
}

impl Mark {
    fn of(origin: Origin) -> Option<Mark> {
        match origin {
            Origin::Rule(rule) | Origin::Cost(rule) => Some(Mark::Chosen(rule)),
            Origin::Entering(step) => Some(Mark::Entering(step)),
            Origin::Leaving(step) => Some(Mark::Leaving(step)),
            _ => None,
        }
    }
}

impl Counts {
    pub(super) fn new(inventory: &Inventory) -> Self {
        let (rules, checks) = (inventory.rules.len(), inventory.checks.len());
        let (guards, triggers) = (inventory.guards.len(), inventory.triggers.len());
        let steps = inventory.steps.len();
        Counts {
            outcomes: Row::new(Came::Fault as usize + 1),
            chosen: Row::new(rules),
            failed: Row::new(checks),
            exceptions: Row::new(inventory.exceptions.len()),
            asked: Row::new(guards),
            applied: Row::new(guards),
            resolved: Row::new(triggers),
            fizzled: Row::new(triggers),
            proposed: Row::new(inventory.standing.len()),
            entering: Row::new(steps),
            leaving: Row::new(steps),
            unwatched: Row::new(1),
            reasons: Mutex::default(),
        }
    }

    fn rows(&self) -> [&Row; 12] {
        [
            &self.outcomes,
            &self.chosen,
            &self.failed,
            &self.exceptions,
            &self.asked,
            &self.applied,
            &self.resolved,
            &self.fizzled,
            &self.proposed,
            &self.entering,
            &self.leaving,
            &self.unwatched,
        ]
    }

    pub(super) fn reasons(&self) -> MutexGuard<'_, Reasons> {
        // Nothing that can panic is done while it is locked.
        self.reasons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what others have counted for the same inventory.
    pub(super) fn add(&self, other: &Counts) {
        for (mine, theirs) in self.rows().into_iter().zip(other.rows()) {
            (0..mine.0.len()).for_each(|at| mine.add(at, theirs.get(at)));
        }
        // A copy first: the other may be this one.
        let theirs = other.reasons().clone();
        let mut mine = self.reasons();
        add_up(&mut mine.rules, theirs.rules);
        add_up(&mut mine.unpaid, theirs.unpaid);
        add_up(&mut mine.checks, theirs.checks);
        add_up(&mut mine.unhandled, theirs.unhandled);
    }

    /// Counts what a frame tells. The marks are what is known already.
    pub(super) fn frame<G: Game>(&self, frame: &FrameView<'_, G>, marks: &mut Vec<Mark>) {
        if frame.action().is_none() {
            return;
        }
        self.outcomes.count(Came::Committed as usize);
        marks.extend(frame.events.iter().filter_map(|applied| Mark::of(applied.origin)));
        if let Some(extras) = frame.extras() {
            extras.exceptions.iter().for_each(|&at| self.exceptions.count(at as usize));
        }
        if let Some(account) = frame.account() {
            self.account(account, marks);
        }
        self.settle(marks);
    }

    /// Counts each mark once.
    pub(super) fn settle(&self, marks: &mut Vec<Mark>) {
        marks.sort_unstable();
        marks.dedup();
        for mark in marks.drain(..) {
            match mark {
                Mark::Chosen(rule) => self.chosen.count(rule.index()),
                Mark::Entering(step) => self.entering.count(step as usize),
                Mark::Leaving(step) => self.leaving.count(step as usize),
            }
        }
    }

    fn account<G: Game>(&self, account: &Account<G>, marks: &mut Vec<Mark>) {
        for line in &account.lines {
            marks.extend(Mark::of(line.because.origin()));
            for considered in &line.considered {
                let guard = considered.sentry.guard.index();
                match considered.stance {
                    Stance::NotReached => {}
                    Stance::Forbade
                    | Stance::Prevented { .. }
                    | Stance::Modified
                    | Stance::Redirected
                    | Stance::Replaced => {
                        self.asked.count(guard);
                        self.applied.count(guard);
                    }
                    _ => self.asked.count(guard),
                }
            }
        }
        for fired in &account.fired {
            match fired.came_to {
                Firing::Resolved => self.resolved.count(fired.trigger.index()),
                Firing::ConditionFalse(_) => self.fizzled.count(fired.trigger.index()),
                Firing::Waiting => {}
            }
        }
        for standing in account.rounds.iter().flatten() {
            self.proposed.count(standing.index());
        }
    }

    /// Counts a refusal for what refused it; says whether that is in the
    /// inventory.
    pub(super) fn refusal<G: Game>(&self, names: &Inventory, refusal: &Refusal<G>) -> bool {
        self.outcomes.count(Came::Refused as usize);
        match &refusal.cause {
            Cause::Checks { violations, .. } => {
                let mut last = None;
                for violation in violations {
                    let Some(check) = names.check(&violation.check) else { return false };
                    if last.replace(check) != Some(check) {
                        self.failed.count(check);
                    }
                    let code = (check as u32, violation.reason.code());
                    *self.reasons().checks.entry(code).or_default() += 1;
                }
            }
            Cause::Rule { rule, reason } => {
                let Some(rule) = names.rule(rule) else { return false };
                let code = (rule as u32, reason.code());
                *self.reasons().rules.entry(code).or_default() += 1;
            }
            Cause::Unpaid { rule, reason, .. } => {
                let Some(rule) = names.rule(rule) else { return false };
                let code = (rule as u32, reason.code());
                *self.reasons().unpaid.entry(code).or_default() += 1;
            }
            Cause::Unhandled { kind } => {
                *self.reasons().unhandled.entry(kind).or_default() += 1;
            }
            _ => {}
        }
        true
    }
}

fn add_up<K: Ord>(mine: &mut BTreeMap<K, u64>, theirs: BTreeMap<K, u64>) {
    theirs.into_iter().for_each(|(key, times)| *mine.entry(key).or_default() += times);
}
