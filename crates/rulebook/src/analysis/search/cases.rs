//! Actions that nobody answered in play, each with what was so of it: a gap that
//! reasoning suspects is proved by a case that lies in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::finding::{Certainty, Finding, FindingKind};
use crate::analysis::witness::{Played, Witness};
use crate::book::Compiled;
use crate::book::fact::Read;
use crate::context::Ask;
use crate::game::{Game, Kind, Subject};
use crate::pipeline::guarded;

/// So many different cases are kept of a kind of action.
const MOST: usize = 10_000;

/// What was so of an action: what it was about, if a rule names that, and the
/// value of each fact, if it could be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    subject: Option<Subject>,
    values: Vec<Option<usize>>,
}

/// The different cases of one kind of action, as they came.
#[derive(Clone, Debug, Default)]
struct OfKind {
    known: BTreeSet<Case>,
    in_order: Vec<(Case, Played)>,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct Cases {
    /// The facts, each with its values.
    facts: Vec<(String, Vec<&'static str>)>,
    /// By kind of action: the subjects that rules for it name.
    named: BTreeMap<&'static str, BTreeSet<Subject>>,
    by_kind: BTreeMap<&'static str, OfKind>,
}

impl Cases {
    pub(super) fn new<G: Game>(book: &Compiled<G>) -> Self {
        let facts = book.words.facts.iter();
        let mut named: BTreeMap<&'static str, BTreeSet<Subject>> = BTreeMap::new();
        for rule in book.rules.iter().filter(|rule| !rule.subjects.is_empty()) {
            for kind in rule.kinds.iter() {
                let subjects = rule.subjects.iter().map(|named| named.subject);
                named.entry(kind.name()).or_default().extend(subjects);
            }
        }
        Cases {
            facts: facts.map(|fact| (fact.name.clone(), fact.values.clone())).collect(),
            named,
            by_kind: BTreeMap::new(),
        }
    }

    /// Takes down an action that nobody answered.
    pub(super) fn note<G: Game>(
        &mut self,
        book: &Compiled<G>,
        kind: &'static str,
        ask: &Ask<'_, G>,
        played: impl FnOnce() -> Played,
    ) {
        let of_kind = self.by_kind.entry(kind).or_default();
        if of_kind.in_order.len() == MOST {
            return;
        }
        let subject = guarded(|| G::subject(ask.state, ask.action)).ok().flatten();
        let facts = book.words.facts.iter().map(|fact| match &fact.read {
            Read::State(read) => guarded(|| read(ask.state)).ok(),
            Read::Ask(read) => guarded(|| read(ask)).ok(),
        });
        let named = self.named.get(kind);
        let subject = subject.filter(|subject| named.is_some_and(|named| named.contains(subject)));
        let case = Case { subject, values: facts.collect() };
        if of_kind.known.insert(case.clone()) {
            of_kind.in_order.push((case, played()));
        }
    }

    /// Whether a case is one of those that a witness describes.
    fn lies_in(&self, case: &Case, witness: &Witness) -> bool {
        let mut facts = witness.facts.iter();
        witness.is_about(case.subject)
            && witness.holds.is_empty()
            && facts.all(|wanted| {
                let at = self.facts.iter().position(|(name, _)| *name == wanted.fact);
                let value = at.and_then(|at| self.facts[at].1.get(case.values[at]?));
                value.is_some_and(|value| wanted.values.contains(value))
            })
    }

    /// What a suspected gap says, if a finding is one.
    fn gap<'f>(&self, finding: &'f Finding) -> Option<(&OfKind, &'f Witness)> {
        let witness = finding.witness.as_ref().filter(|_| finding.kind == FindingKind::Gap)?;
        Some((self.by_kind.get(witness.action)?, witness))
    }

    /// Makes a suspected gap a proved one, if somebody met it.
    pub(super) fn prove(&self, finding: &mut Finding) {
        let Some((of_kind, witness)) = self.gap(finding) else { return };
        let met = of_kind.in_order.iter().find(|(case, _)| self.lies_in(case, witness));
        if let (Some((_, played)), Some(witness)) = (met, &mut finding.witness) {
            witness.played = Some(played.clone());
            finding.certainty = Certainty::Proved;
        }
    }

    /// Whether the first case of its kind, which the finding by play tells, lies
    /// in a gap.
    pub(super) fn begins_in(&self, gap: &Finding) -> bool {
        self.gap(gap).is_some_and(|(of_kind, witness)| {
            of_kind.in_order.first().is_some_and(|(case, _)| self.lies_in(case, witness))
        })
    }
}
