//! What the passes of the plan leave out, counted a second time: which rules
//! nobody is told of one by one, and how many they are.

use std::collections::BTreeMap;

use rulebook::{Pass, Passes, Standing};

use super::build::No;
use super::meaning::{Declared, about, declared, subject};
use super::spec::{Act, Case, Rule, Table};
use super::words::FACTS;
use crate::runner::{Said, same};

/// How much each pass has avoided.
pub(crate) type Counts = BTreeMap<Pass, u64>;

/// A rule that is passed over, and what may be said of it.
type Skip<'c> = (&'c Rule, Vec<Declared>, Vec<Standing<'static, No>>);

/// Each rule that is passed over is told of, unless the index leaves it out;
/// and those that the index can leave out it does.
pub(crate) fn accounts_for(
    expected: &[Skip<'_>],
    told: &[(u16, Standing<'static, No>)],
    passes: Passes,
) -> Said {
    let mut told = told.iter().peekable();
    for (rule, declared, allowed) in expected {
        let id = rule.id;
        let is_told = told.next_if(|(next, _)| *next == id);
        match is_told {
            Some((_, why)) if !allowed.contains(why) => {
                return Err(format!("rule {id} is passed over for {why:?}, not {allowed:?}"));
            }
            Some((_, why)) if must_leave_out(why, passes) => {
                return Err(format!("rule {id} is looked at, and was for others: {why:?}"));
            }
            None if !allowed.iter().any(|why| may_leave_out(rule, declared, why, passes)) => {
                return Err(format!("nobody was told that rule {id} came to {allowed:?}"));
            }
            _ => {}
        }
    }
    same("nobody else was passed over", &None, &told.next())
}

fn must_leave_out(why: &Standing<'static, No>, passes: Passes) -> bool {
    let linear = passes.has(Pass::Linear);
    match why {
        Standing::OtherKind => linear && passes.has(Pass::Kinds),
        Standing::OtherSubject { .. } => linear && passes.has(Pass::Subjects),
        _ => false,
    }
}

/// Whether the index could leave out a rule of which this would be said.
pub(crate) fn may_leave_out(
    rule: &Rule,
    declared: &[Declared],
    why: &Standing<'static, No>,
    passes: Passes,
) -> bool {
    let by_subject = passes.has(Pass::Subjects) && !rule.subjects.is_empty();
    let by_fact = (passes.has(Pass::Facts) || passes.has(Pass::ShortCut)) && !declared.is_empty();
    let says_fact = |name: &str| FACTS.iter().any(|fact| name.starts_with(&format!("{fact} is ")));
    passes.has(Pass::Linear)
        && match why {
            // Of several reasons the first is said, and any will do.
            Standing::OtherKind => passes.has(Pass::Kinds) || by_subject || by_fact,
            Standing::OtherSubject { .. } => by_subject || by_fact,
            Standing::Disabled | Standing::Masked { .. } => by_fact,
            Standing::ConditionFalse { condition: name }
            | Standing::PredicateFalse { predicate: name, .. } => by_fact && says_fact(name),
            _ => false,
        }
}

/// What the index leaves out is counted when it is looked into, on the starting
/// state: first by kind, then by the facts by which the kind is looked up,
/// whichever these are, and then by subject.
pub(crate) fn are_exact(
    case: &Case,
    passes: Passes,
    start: &Table,
    act: Act,
    told: &Counts,
) -> Said {
    let linear = passes.has(Pass::Linear);
    let by = |pass: Pass| told.get(&pass).copied().unwrap_or(0);
    let rules: Vec<(&Rule, Vec<Declared>)> =
        case.rules().into_iter().map(|(rule, around)| (rule, declared(rule, &around))).collect();
    // How a fact was at the start is another fact below ApplyAll.
    let fact = |declared: &Declared| {
        let starting = declared.phase.is_some() && declared.below_all;
        declared.given.fact + if starting { FACTS.len() } else { 0 }
    };
    let choices = if passes.has(Pass::Facts) { 1 << (2 * FACTS.len()) } else { 1 };
    let possible = (0..choices).map(|chosen: u32| {
        let mut left: Vec<_> = rules.iter().collect();
        let mut leave_out = |pass, keep: &dyn Fn(&Rule, &[Declared]) -> bool| {
            let before = left.len();
            if linear && passes.has(pass) {
                left.retain(|(rule, declared)| keep(rule, declared));
            }
            (before - left.len()) as u64
        };
        let kinds = leave_out(Pass::Kinds, &|rule, _| about(rule, act));
        let facts = leave_out(Pass::Facts, &|_, declared| {
            let named = declared.iter().filter(|declared| chosen >> fact(declared) & 1 == 1);
            named.into_iter().all(|declared| declared.given.holds(start, act))
        });
        let subject = subject(start, act);
        let subjects = leave_out(Pass::Subjects, &|rule, _| {
            rule.subjects.is_empty() || rule.subjects.iter().any(|at| subject == Some(*at))
        });
        [kinds, facts, subjects]
    });
    let possible: Vec<_> = possible.collect();
    let counted = [Pass::Kinds, Pass::Facts, Pass::Subjects].map(by);
    if possible.contains(&counted) {
        return Ok(());
    }
    Err(format!("by kinds, facts, subjects {counted:?} are left out, not one of {possible:?}"))
}
