//! What an explanation must say of each rule, and of the whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use rulebook::{
    Explanation, FaultKind, Forecast, Lost, Standing, Strategy, Subject, SubjectName, Would,
};

use super::build::{No, Tables, subject as subject_of};
use super::concerned::leaves_out_others;
use super::kept::{name, other_subject as other_subject_of, value};
use super::meaning::{
    Declared, Note, Why, about, concerns, declared, opinion, ordered, priority, strategy, subject,
};
use super::oracle::{Came, Expected};
use super::spec::{Act, Case, Node, Phase, Rule, Saying, Table};
use super::words::{SHARED, subject_name};
use crate::runner::{Said, same};

/// The explanation says what a submit comes to, and why.
pub(crate) fn agrees(
    case: &Case,
    start: &Table,
    act: Act,
    expected: &Expected,
    explanation: &Explanation<Tables>,
) -> Said {
    same("explain: the verdict", &verdict(case, expected), &told(&explanation.forecast()))?;
    same("explain: the action", &act, &explanation.action)?;
    let rules = case.rules();
    same("explain: how many rules", &rules.len(), &explanation.rules().len())?;
    for ((rule, around), report) in rules.iter().zip(explanation.rules()) {
        same("explain: the rule's name", &rule.at.path.as_str(), &report.name)?;
        let allowed = standings(case, start, act, expected, rule, around);
        if !allowed.contains(&report.standing) {
            return Err(format!(
                "explain: {} comes to {:?}, not to one of {allowed:?}",
                rule.at.path, report.standing
            ));
        }
    }
    leaves_out_others(explanation)?;
    let text = explanation.to_string();
    // More than twelve that concern something else are told in sum.
    let others = match explanation.others().total() {
        listed @ 0..=12 => listed,
        _ => 1,
    };
    let lines = 2 + explanation.concerned().len() + others;
    same("explain: a line for each rule", &lines, &text.lines().count())
}

/// A verdict that can be compared.
#[derive(Debug, PartialEq)]
enum Told {
    Commit(Vec<String>),
    NoChange(Vec<String>),
    Other(Came),
    Unexpected(String),
}

fn verdict(case: &Case, expected: &Expected) -> Told {
    let rules = case.rules();
    let names = expected.chosen.iter().map(|&id| rules[usize::from(id)].0.at.path.clone());
    match &expected.came {
        Came::Committed => Told::Commit(names.collect()),
        Came::NoChange => Told::NoChange(names.collect()),
        other => Told::Other(other.clone()),
    }
}

fn told(verdict: &Forecast<'_, Tables>) -> Told {
    match verdict {
        Forecast::Commit(names) => Told::Commit(owned(names)),
        Forecast::NoChange(names) => Told::NoChange(owned(names)),
        Forecast::Refused(kind, cause) => match super::compare::refusal(*kind, cause) {
            Ok(came) => Told::Other(came),
            Err(why) => Told::Unexpected(why),
        },
        Forecast::Fault(fault) => match fault.kind() {
            FaultKind::Conflict { phase, rules, .. } => Told::Other(Came::Conflict {
                phase: phase.clone(),
                rules: rules.iter().cloned().collect(),
            }),
            other => Told::Unexpected(other.to_string()),
        },
        other => Told::Unexpected(other.to_string()),
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Everything true that an explanation may say of a rule. Where several
/// reasons hold, either will do.
pub(super) fn standings(
    case: &Case,
    start: &Table,
    act: Act,
    expected: &Expected,
    rule: &Rule,
    around: &[&Phase],
) -> Vec<Standing<'static, No>> {
    let chosen = expected.chosen.contains(&rule.id);
    match &expected.notes[usize::from(rule.id)] {
        Some(Note::Said(Saying::Match)) if chosen => vec![Standing::Selected],
        Some(Note::Said(Saying::Refuse(kind))) if chosen => {
            vec![Standing::Refused(*kind, value(No(rule.id)))]
        }
        Some(Note::Said(Saying::Match | Saying::Refuse(_))) => vec![Standing::InConflict],
        Some(Note::Said(Saying::Skip)) => vec![Standing::Skipped],
        Some(Note::Unshared(at)) => vec![unshared(rule, *at)],
        Some(Note::Unmet(at)) => vec![unmet(rule, *at)],
        Some(Note::PassedOver(why)) => why.iter().map(|why| passed_over(rule, why)).collect(),
        None => unasked(case, start, act, expected, rule, around),
    }
}

fn unmet(rule: &Rule, at: usize) -> Standing<'static, No> {
    Standing::ConditionFalse { condition: name(format!("{:?}", rule.when[at])) }
}

fn unshared(rule: &Rule, at: usize) -> Standing<'static, No> {
    Standing::ConditionFalse { condition: SHARED[rule.shares[at]].name }
}

fn undeclared(declared: &Declared) -> Standing<'static, No> {
    let given = name(format!("{:?}", declared.given));
    match &declared.phase {
        None => Standing::ConditionFalse { condition: given },
        Some(phase) => Standing::PredicateFalse { phase: name(phase), predicate: given },
    }
}

/// It is about its own subjects, each said once, in order.
fn other_subject(rule: &Rule) -> Standing<'static, No> {
    let subjects: BTreeSet<Subject> =
        rule.subjects.iter().map(|&which| subject_of(which)).collect();
    let named = |subject| SubjectName { subject, name: subject_name(subject).map(Arc::from) };
    other_subject_of(&Vec::from_iter(subjects.into_iter().map(named)))
}

fn passed_over(rule: &Rule, why: &Why) -> Standing<'static, No> {
    match why {
        Why::Undeclared(declared) => undeclared(declared),
        Why::OtherKind => Standing::OtherKind,
        Why::OtherSubject => other_subject(rule),
        Why::Off => Standing::Disabled,
        Why::Masked(group) => Standing::Masked { group: name(format!("group {group}")) },
    }
}

/// A rule that nobody asked: its phase is closed, or it was settled before.
fn unasked(
    case: &Case,
    start: &Table,
    act: Act,
    expected: &Expected,
    rule: &Rule,
    around: &[&Phase],
) -> Vec<Standing<'static, No>> {
    // The predicates of a phase without a rule for this kind are not asked.
    let mut entered = around.iter().take_while(|phase| concerns(phase, act));
    let closed = entered.find_map(|phase| {
        let which = phase.in_turn().into_iter().find(|asks| !asks.holds(start, act))?;
        let (phase, predicate) = (name(&phase.at.path), name(format!("{which:?}")));
        Some(Standing::PredicateFalse { phase, predicate })
    });
    let mut allowed = Vec::from_iter(closed);
    if !about(rule, act) {
        allowed.push(Standing::OtherKind);
    }
    let subject = subject(start, act);
    if !rule.subjects.is_empty() && !rule.subjects.iter().any(|at| subject == Some(*at)) {
        allowed.push(other_subject(rule));
    }
    if rule.off {
        allowed.push(Standing::Disabled);
    }
    let mut declared = declared(rule, around).into_iter();
    let false_now = declared.find(|declared| !declared.given.holds(start, act));
    allowed.extend(false_now.as_ref().map(undeclared));
    if !allowed.is_empty() {
        return allowed;
    }
    let would = match opinion(rule, start) {
        Note::Unshared(at) => return vec![unshared(rule, at)],
        Note::Unmet(at) => return vec![unmet(rule, at)],
        Note::Said(Saying::Match) => Would::Match,
        Note::Said(Saying::Refuse(kind)) => Would::Refuse(kind, No(rule.id)),
        Note::Said(Saying::Skip) | Note::PassedOver(_) => Would::Skip,
    };
    let lost = losses(case, expected, rule, around, &would);
    if decisive(&would) && !lost.is_empty() {
        return lost;
    }
    vec![Standing::NotReached { would: value(would) }]
}

/// Against which of the chosen rules this one lost, and how.
fn losses(
    case: &Case,
    expected: &Expected,
    rule: &Rule,
    around: &[&Phase],
    would: &Would<No>,
) -> Vec<Standing<'static, No>> {
    let chosen: BTreeSet<u16> = expected.chosen.iter().copied().collect();
    let rules = case.rules();
    let winners = rules.iter().filter(|(winner, _)| chosen.contains(&winner.id));
    let lost = winners.filter_map(|(winner, others)| {
        let depth = around.iter().zip(others).take_while(|(a, b)| std::ptr::eq(**a, **b)).count();
        let phase = around[depth - 1];
        let branch = |id: u16| phase.children.iter().find(|child| holds(child, id));
        let (mine, theirs) = (branch(rule.id)?, branch(winner.id)?);
        let how = match strategy(phase) {
            Strategy::ApplyAll | Strategy::Exclusive => return None,
            Strategy::HighestPriority if !phase.by_key && priority(mine) != priority(theirs) => {
                Lost::ByPriority
            }
            _ => Lost::ByOrder,
        };
        Some(Standing::Lost {
            how,
            to: name(&winner.at.path),
            strategy: strategy(phase),
            would: value(would.clone()),
        })
    });
    lost.collect()
}

/// Whether an answer decides.
pub(super) fn decisive(would: &Would<No>) -> bool {
    matches!(would, Would::Match | Would::Refuse(..))
}

/// Whether a rule stands in this branch.
fn holds(node: &Node, id: u16) -> bool {
    match node {
        Node::Rule(rule) => rule.id == id,
        Node::Phase(phase) => ordered(phase).into_iter().any(|child| holds(child, id)),
    }
}
