//! Whether a rule may claim that its generator is exact: nothing that it does
//! not name may be able to overrule a candidate. A generator that a variant has
//! from its base book is not believed any more where the variant brings such a
//! thing, or takes away what the generator counts on.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::check::CheckDef;
use crate::book::mistake::Mistake;
use crate::book::rule::{Generator, RuleDef};
use crate::book::strategy::Strategy;
use crate::book::warning::Warning;
use crate::book::{Compiled, Proposer, RuleEntry, RuleId};
use crate::game::Game;
use crate::pipeline::push;
use crate::session::legal::Warrant;

/// The rules that propose candidates, and what is wrong with their claims.
pub(crate) fn check<G: Game>(book: &mut Compiled<G>) -> Vec<Mistake> {
    let base = Base::of(book);
    let all = (0..book.rules.len() as u32).map(RuleId);
    let names: Vec<String> = all.map(|rule| book.rule_name(rule)).collect();
    let (mut mistakes, mut warnings, mut proposers) = (Vec::new(), Vec::new(), Vec::new());
    for (at, entry) in book.rules.iter().enumerate() {
        let (offer, vouches, honours) = match &entry.def.generator {
            Generator::Silent => continue,
            Generator::Open(offer) => (offer, false, Box::default()),
            Generator::Exact(honours, offer) => {
                let claim = Claim::of(book, at, honours, &base);
                let vouches = claim.holds();
                match base.has_rule(&entry.def) {
                    true => warnings.extend(claim.warning(&names[at])),
                    false => mistakes.extend(claim.mistakes(&names[at])),
                }
                (offer, vouches, honoured_rules(&names, honours))
            }
        };
        proposers.push(Proposer {
            rule: RuleId(at as u32),
            warrant: Warrant::of(at as u32),
            vouches,
            honours,
            phases: entry.phases.clone(),
            offer: offer.clone(),
        });
    }
    book.all_vouch =
        proposers.iter().all(|proposer| proposer.vouches && proposer.phases.is_empty());
    book.proposers = proposers;
    book.pushes = push::pushes(book);
    book.warnings.extend(warnings);
    mistakes
}

/// What speaks against the claim of an exact generator.
struct Claim {
    /// Names that it honours and that do not exist.
    unknown: Vec<String>,
    /// What could overrule it and is not honoured.
    over: Vec<String>,
}

impl Claim {
    fn of<G: Game>(book: &Compiled<G>, at: usize, honours: &[String], base: &Base<G>) -> Self {
        let inherited = base.has_rule(&book.rules[at].def);
        let mut over = checks_over(book, &book.rules[at], base);
        over.extend(rules_over(book, at, base));
        // What the base book's generator honours is what the base book had.
        over.retain(|over| inherited && !over.inherited || !honoured(honours, &over.name));
        Claim {
            unknown: honours.iter().filter(|name| !exists(book, name)).cloned().collect(),
            over: over.into_iter().map(|over| over.name).collect(),
        }
    }

    fn holds(&self) -> bool {
        self.unknown.is_empty() && self.over.is_empty()
    }

    fn mistakes(self, rule: &str) -> Vec<Mistake> {
        let nothing = |name| Mistake::HonoursNothing { rule: rule.to_owned(), name };
        let mut mistakes: Vec<Mistake> = self.unknown.into_iter().map(nothing).collect();
        if !self.over.is_empty() {
            mistakes.push(Mistake::Overruled { rule: rule.to_owned(), by: self.over });
        }
        mistakes
    }

    /// In the base book the claim held: what is missing is the variant's doing.
    fn warning(self, rule: &str) -> Option<Warning> {
        let removed = self.unknown;
        (!removed.is_empty()).then(|| Warning::LeftToNobody { rule: rule.to_owned(), removed })
    }
}

/// The rules that an exact generator takes into account.
fn honoured_rules(names: &[String], honours: &[String]) -> Box<[RuleId]> {
    let named = (0..).map(RuleId).zip(names);
    named.filter(|(_, name)| honoured(honours, name)).map(|(rule, _)| rule).collect()
}

/// What a variant has from the book that it began from: definitions are
/// shared, so they are known by where they stand.
struct Base<G: Game> {
    book: Option<Arc<Compiled<G>>>,
    rules: BTreeSet<*const RuleDef<G>>,
}

impl<G: Game> Base<G> {
    fn of(book: &Compiled<G>) -> Self {
        let rules = book.draft.base.iter().flat_map(|base| &base.rules);
        let rules = rules.map(|rule| Arc::as_ptr(&rule.def)).collect();
        Base { book: book.draft.base.clone(), rules }
    }

    fn has_rule(&self, rule: &Arc<RuleDef<G>>) -> bool {
        self.rules.contains(&Arc::as_ptr(rule))
    }

    fn has_check(&self, check: &Arc<CheckDef<G>>) -> bool {
        let checks = self.book.iter().flat_map(|base| &base.draft.checks);
        checks.into_iter().any(|known| Arc::ptr_eq(known, check))
    }
}

/// Something that could overrule a candidate.
struct Over {
    name: String,
    /// Whether the base book has it too.
    inherited: bool,
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

fn checks_over<G: Game>(book: &Compiled<G>, rule: &RuleEntry<G>, base: &Base<G>) -> Vec<Over> {
    let concerns = book
        .draft
        .checks
        .iter()
        .filter(|check| check.kinds.is_empty() || check.kinds.meets(rule.kinds));
    concerns
        .map(|check| Over { name: check.name.clone(), inherited: base.has_check(check) })
        .collect()
}

fn rules_over<G: Game>(book: &Compiled<G>, at: usize, base: &Base<G>) -> Vec<Over> {
    let rule = &book.rules[at];
    let others = book.rules.iter().enumerate().filter(|(other, _)| *other != at);
    let over =
        others.filter(|(_, other)| meet(rule, other) && comes_before(book, other.node, rule.node));
    over.map(|(at, other)| Over {
        name: book.rule_name(RuleId(at as u32)),
        inherited: base.has_rule(&other.def),
    })
    .collect()
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
