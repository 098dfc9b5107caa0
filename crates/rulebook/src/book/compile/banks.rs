//! Brings together what rules are made of that are found by their subject alone.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::RuleId;
use crate::book::bank::{Codes, Conditions, Own};
use crate::book::compile::grow::concerned;
use crate::book::draft::{Draft, What};
use crate::book::rule::{self, ActionKind, RuleDef, Test};
use crate::book::tree::Tree;
use crate::book::vocabulary::Vocabulary;
use crate::context::Ask;
use crate::game::{Game, Kind, Subject};
use crate::plan::passes::Pass;

/// The rules for a kind of action that lie in a bank.
pub(crate) struct Banked<G: Game> {
    pub rules: Vec<(Subject, RuleId)>,
    pub codes: Arc<dyn Codes<G>>,
    pub conditions: Conditions<G>,
}

/// A rule that could be in one.
struct Candidate {
    about: Subject,
    rule: RuleId,
    node: usize,
}

/// The types that the rules of a bank have in common: of their code, and of
/// their condition.
type Types = (TypeId, Option<TypeId>);

/// Moves what rules are made of into banks, by kind of action: at most one for
/// each, for the type that most of its rules are of.
pub(super) fn banks<G: Game>(
    draft: &mut Draft<G>,
    tree: &Tree,
    words: &Vocabulary<G>,
) -> Vec<Option<Banked<G>>> {
    let passes = [Pass::Linear, Pass::Kinds, Pass::Subjects];
    let by_subject = passes.into_iter().all(|pass| draft.passes.has(pass));
    let simple = words.facts.is_empty() && words.shared.is_empty() && !tree.applies_all;
    if !by_subject || !simple || draft.reactor.is_some() || draft.turn.is_some() {
        return Vec::new();
    }
    let candidates = candidates(draft, tree);
    candidates.into_iter().map(|of_kind| largest(of_kind, draft)).collect()
}

/// By kind of action and by types: the rules that alone are about a subject.
fn candidates<G: Game>(draft: &mut Draft<G>, tree: &Tree) -> Vec<BTreeMap<Types, Vec<Candidate>>> {
    let mut claims: BTreeMap<(usize, Subject), u32> = BTreeMap::new();
    let mut open = vec![false; ActionKind::<G>::ALL.len()];
    for def in &draft.nodes {
        let What::Rule(rule) = &def.what else { continue };
        for kind in concerned(rule.kinds).iter().map(|kind| kind.index()) {
            open[kind] |= rule.subjects.is_empty();
            for &subject in &rule.subjects {
                *claims.entry((kind, subject)).or_default() += 1;
            }
        }
    }
    let mut candidates: Vec<BTreeMap<Types, Vec<Candidate>>> =
        open.iter().map(|_| BTreeMap::new()).collect();
    let rules = draft.nodes.iter_mut().enumerate();
    let rules = rules.filter(|(_, def)| matches!(def.what, What::Rule(_)));
    for (number, (node, def)) in rules.enumerate() {
        let What::Rule(rule) = &mut def.what else { continue };
        let kinds: Vec<_> = concerned(rule.kinds).iter().collect();
        let ([kind], [about]) = (&kinds[..], &rule.subjects[..]) else { continue };
        let (kind, about) = (kind.index(), *about);
        let alone = !open[kind] && claims[&(kind, about)] == 1;
        let guarded = |phase| tree.phase(phase).is_some_and(|phase| phase.guarded);
        if alone
            && !tree.ancestors(node as u32).any(guarded)
            && let Some(types) = Arc::get_mut(rule).and_then(types)
        {
            let candidate = Candidate { about, rule: RuleId(number as u32), node };
            candidates[kind].entry(types).or_default().push(candidate);
        }
    }
    candidates
}

/// Of which types a rule is, if it can be moved: nobody else holds it, and it
/// has one condition at most.
fn types<G: Game>(rule: &mut RuleDef<G>) -> Option<Types> {
    let of = |it: &dyn Any| it.type_id();
    let code = of(Arc::get_mut(&mut rule.code)?);
    match &mut rule.conditions[..] {
        [] => Some((code, None)),
        [only] => match &mut only.test {
            Test::Own(test) => Some((code, Some(of(Arc::get_mut(test)?)))),
            Test::Shared(_) => None,
        },
        _ => None,
    }
}

/// The bank of the type that most of the rules are of.
fn largest<G: Game>(
    of_kind: BTreeMap<Types, Vec<Candidate>>,
    draft: &mut Draft<G>,
) -> Option<Banked<G>> {
    let rules = of_kind.into_values().max_by_key(Vec::len)?;
    let subjects = rules.iter().map(|it| it.about.0 as usize + 1).max()?;
    // As with rows: by number only if these are small.
    if subjects > rules.len() * 4 + 64 {
        return None;
    }
    let mut filling: Option<(Arc<dyn Codes<G>>, Conditions<G>)> = None;
    for (at, it) in (0..).zip(&rules) {
        let rule = held(draft, it.node)?;
        let (codes, conditions) = filling.get_or_insert_with(|| {
            let test = rule.conditions.first().map(|condition| &condition.test);
            let conditions = match test {
                Some(Test::Own(test)) => Some(test.list()),
                _ => None,
            };
            (rule.code.bank(subjects), conditions)
        });
        if let (Some(tests), Some(condition)) = (conditions, rule.conditions.first_mut())
            && let Test::Own(test) = &mut condition.test
        {
            let test = std::mem::replace(test, Arc::new(Own(|_: &Ask<'_, G>| true)));
            Arc::get_mut(tests)?.put(test);
        }
        let code = std::mem::replace(&mut rule.code, rule::idle());
        Arc::get_mut(codes)?.put(it.about, it.rule, at, code);
    }
    let (codes, conditions) = filling?;
    for (at, it) in (0..).zip(&rules) {
        let rule = held(draft, it.node)?;
        rule.code = codes.clone().lend(it.about);
        if let (Some(tests), Some(condition)) = (&conditions, rule.conditions.first_mut()) {
            condition.test = Test::Own(tests.clone().lend(at));
        }
    }
    let rules = rules.into_iter().map(|it| (it.about, it.rule)).collect();
    Some(Banked { rules, codes, conditions })
}

/// A rule that nobody else holds.
fn held<G: Game>(draft: &mut Draft<G>, node: usize) -> Option<&mut RuleDef<G>> {
    match &mut draft.nodes[node].what {
        What::Rule(rule) => Arc::get_mut(rule),
        What::Phase(_) => None,
    }
}
