//! Whether a rule may claim that its generator is exact: nothing that it does
//! not name may be able to overrule a candidate.

use crate::book::mistake::Mistake;
use crate::book::rule::Generator;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleEntry, RuleId};
use crate::game::Game;

pub(crate) fn check<G: Game>(book: &Compiled<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for (at, rule) in book.rules.iter().enumerate() {
        let Generator::Exact(honours, _) = &rule.def.generator else {
            continue;
        };
        let name = || book.rule_name(RuleId(at as u32));
        for honoured in honours {
            if !exists(book, honoured) {
                mistakes.push(Mistake::HonoursNothing { rule: name(), name: honoured.clone() });
            }
        }
        let mut by = checks_over(book, rule);
        by.extend(rules_over(book, at));
        by.retain(|name| !honoured(honours, name));
        if !by.is_empty() {
            mistakes.push(Mistake::Overruled { rule: name(), by });
        }
    }
    mistakes
}

/// Tells each rule with an exact generator which rules that takes into account.
pub(crate) fn note_honoured<G: Game>(book: &mut Compiled<G>) {
    let all = (0..book.rules.len() as u32).map(RuleId);
    let names: Vec<String> = all.map(|rule| book.rule_name(rule)).collect();
    for rule in &mut book.rules {
        if let Generator::Exact(honours, _) = &rule.def.generator {
            let named = (0..).map(RuleId).zip(&names);
            let honoured = named.filter(|(_, name)| honoured(honours, name));
            rule.honours = honoured.map(|(rule, _)| rule).collect();
        }
    }
}

fn exists<G: Game>(book: &Compiled<G>, name: &str) -> bool {
    book.draft.checks.iter().any(|check| check.name == name) || book.draft.find(name).is_some()
}

/// A name is honoured by itself or through a phase around it.
fn honoured(honours: &[String], name: &str) -> bool {
    let within = |honoured: &String| {
        name.strip_prefix(honoured.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    honours.iter().any(within)
}

fn checks_over<G: Game>(book: &Compiled<G>, rule: &RuleEntry<G>) -> Vec<String> {
    let concerns = book
        .draft
        .checks
        .iter()
        .filter(|check| check.kinds.is_empty() || check.kinds.meets(rule.kinds));
    concerns.map(|check| check.name.clone()).collect()
}

fn rules_over<G: Game>(book: &Compiled<G>, at: usize) -> Vec<String> {
    let rule = &book.rules[at];
    let others = book.rules.iter().enumerate().filter(|(other, _)| *other != at);
    let over =
        others.filter(|(_, other)| meet(rule, other) && comes_before(book, other.node, rule.node));
    over.map(|(other, _)| book.rule_name(RuleId(other as u32))).collect()
}

fn meet<G: Game>(a: &RuleEntry<G>, b: &RuleEntry<G>) -> bool {
    let subjects = a.subjects.is_empty()
        || b.subjects.is_empty()
        || a.subjects.iter().any(|subject| b.subjects.contains(subject));
    a.kinds.meets(b.kinds) && subjects
}

/// Whether `other` could decide where `node` would: it is asked before it, or
/// besides it.
fn comes_before<G: Game>(book: &Compiled<G>, other: u32, node: u32) -> bool {
    let Some((phase, branch, mine)) = book.tree.parting(other, node) else {
        return false;
    };
    match book.tree.strategy(phase) {
        Strategy::Exclusive | Strategy::ApplyAll => true,
        Strategy::FirstWins | Strategy::LastWins | Strategy::HighestPriority => {
            book.tree.nodes[branch as usize].at < book.tree.nodes[mine as usize].at
        }
    }
}
