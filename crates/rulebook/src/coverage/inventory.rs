//! Everything in a book that can fire, by name.

use std::collections::BTreeMap;

use crate::book::draft::What;
use crate::book::{Compiled, RuleId};
use crate::game::{Game, Reason};

/// Everything in a book that can fire.
pub(super) struct Inventory {
    /// Full names, by id.
    pub rules: Vec<String>,
    /// Whether each has an answer of its own.
    pub answers: Vec<bool>,
    /// The phases below the book itself, each with its rules.
    pub phases: Vec<(String, Vec<u32>)>,
    /// For each cost its rule, and the code of the refusal.
    pub costs: Vec<(u32, &'static str)>,
    pub checks: Vec<String>,
    /// Each with the check that it lifts.
    pub exceptions: Vec<(String, u32)>,
    pub guards: Vec<String>,
    pub triggers: Vec<String>,
    pub standing: Vec<String>,
    pub steps: Vec<Step>,
    /// The codes of all reasons, if they are known.
    pub codes: &'static [&'static str],
    rules_by_name: BTreeMap<String, u32>,
    checks_by_name: BTreeMap<String, u32>,
    exceptions_by_name: BTreeMap<String, u32>,
}

/// A step of the turn, and which effects it has.
pub(super) struct Step {
    pub name: String,
    pub entering: bool,
    pub leaving: bool,
}

impl Inventory {
    pub(super) fn of<G: Game>(book: &Compiled<G>) -> Self {
        let draft = &book.draft;
        let checks: Vec<_> = draft.checks.iter().map(|check| check.name.clone()).collect();
        let checks_by_name = numbered(&checks);
        let lifted = |lifts: &[String]| {
            let check = lifts.first().and_then(|name| checks_by_name.get(name));
            // The compiler has seen to it that there is one.
            check.copied().unwrap_or_default()
        };
        let exceptions: Vec<_> =
            draft.exceptions.iter().map(|each| (each.name.clone(), lifted(&each.lifts))).collect();
        let exceptions_by_name = numbered(exceptions.iter().map(|(name, _)| name));
        let rules: Vec<_> = (0..book.rules.len()).map(|at| rule_name(book, at)).collect();
        Inventory {
            rules_by_name: numbered(&rules),
            answers: book.rules.iter().map(|entry| !entry.def.code.always()).collect(),
            phases: phases(book),
            costs: costs(book),
            guards: draft.guards.iter().map(|guard| guard.name.clone()).collect(),
            triggers: draft.triggers.iter().map(|trigger| trigger.name.clone()).collect(),
            standing: draft.standing.iter().map(|standing| standing.name.clone()).collect(),
            steps: steps(book),
            codes: G::Reason::codes(),
            rules,
            checks,
            exceptions,
            checks_by_name,
            exceptions_by_name,
        }
    }

    pub(super) fn rule(&self, name: &str) -> Option<usize> {
        self.rules_by_name.get(name).map(|at| *at as usize)
    }

    pub(super) fn check(&self, name: &str) -> Option<usize> {
        self.checks_by_name.get(name).map(|at| *at as usize)
    }

    pub(super) fn exception(&self, name: &str) -> Option<usize> {
        self.exceptions_by_name.get(name).map(|at| *at as usize)
    }

    /// Where another inventory differs from this one first.
    pub(super) fn difference(&self, other: &Inventory) -> Option<String> {
        let (mine, theirs) = (self.names(), other.names());
        let at = (0..mine.len().max(theirs.len())).find(|&at| mine.get(at) != theirs.get(at))?;
        let (here, there) = (mine.get(at), theirs.get(at));
        Some(match (here, there) {
            (_, Some((what, name))) if !mine.contains(&(what, name)) => {
                format!("without the {what} \"{name}\"")
            }
            (Some((what, name)), _) if !theirs.contains(&(what, name)) => {
                format!("with the {what} \"{name}\" that this one lacks")
            }
            (Some((what, name)), _) | (None, Some((what, name))) => {
                format!("with the {what} \"{name}\" in another place")
            }
            (None, None) => return None,
        })
    }

    fn names(&self) -> Vec<(&'static str, &str)> {
        fn all<'n>(
            what: &'static str,
            names: impl Iterator<Item = &'n String>,
        ) -> impl Iterator<Item = (&'static str, &'n str)> {
            names.map(move |name| (what, name.as_str()))
        }
        let costs = self.costs.iter().map(|&(_, code)| ("cost", code));
        all("rule", self.rules.iter())
            .chain(all("check", self.checks.iter()))
            .chain(all("exception", self.exceptions.iter().map(|(name, _)| name)))
            .chain(all("guard", self.guards.iter()))
            .chain(all("trigger", self.triggers.iter()))
            .chain(all("standing rule", self.standing.iter()))
            .chain(all("step", self.steps.iter().map(|step| &step.name)))
            .chain(costs)
            .collect()
    }
}

fn numbered<'n>(names: impl IntoIterator<Item = &'n String>) -> BTreeMap<String, u32> {
    names.into_iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect()
}

fn rule_name<G: Game>(book: &Compiled<G>, at: usize) -> String {
    book.rule_name(RuleId(at as u32))
}

fn phases<G: Game>(book: &Compiled<G>) -> Vec<(String, Vec<u32>)> {
    let mut below = vec![Vec::new(); book.draft.nodes.len()];
    for (rule, entry) in book.rules.iter().enumerate() {
        book.tree.ancestors(entry.node).for_each(|phase| below[phase as usize].push(rule as u32));
    }
    let nodes = book.draft.nodes.iter().enumerate().zip(below).skip(1);
    nodes
        .filter(|((_, def), _)| matches!(def.what, What::Phase(_)))
        .map(|((node, _), rules)| (book.draft.path(node), rules))
        .collect()
}

fn costs<G: Game>(book: &Compiled<G>) -> Vec<(u32, &'static str)> {
    let mut costs = Vec::new();
    for (rule, entry) in book.rules.iter().enumerate() {
        let first = costs.len();
        for cost in &entry.def.costs {
            let cost = (rule as u32, cost.reason.code());
            // Refusals do not say which of two costs with one code it was.
            if !costs[first..].contains(&cost) {
                costs.push(cost);
            }
        }
    }
    costs
}

fn steps<G: Game>(book: &Compiled<G>) -> Vec<Step> {
    let steps = book.draft.turn.iter().flat_map(|turn| &turn.steps);
    steps
        .map(|step| Step {
            name: step.name.clone(),
            entering: !step.entering.is_empty(),
            leaving: !step.leaving.is_empty(),
        })
        .collect()
}
