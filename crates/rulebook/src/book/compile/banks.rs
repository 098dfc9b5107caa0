//! Brings together what rules are made of that are found by their subject alone.

use std::any::{Any, TypeId};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::RuleId;
use crate::book::bank::{Holds, Own, Register, Shelf};
use crate::book::compile::grow::concerned;
use crate::book::draft::{Draft, What};
use crate::book::rule::{self, ActionKind, RuleDef, Test};
use crate::book::tree::Tree;
use crate::context::Ask;
use crate::game::{Game, Kind, Subject};
use crate::pipeline::stroke::StrokeFn;
use crate::pipeline::validate::Standing;
use crate::plan::passes::Pass;
use crate::plan::rows::are_dense;

/// The rules for a kind of action that lie in banks.
pub(crate) struct Banked<G: Game> {
    pub rules: Vec<(Subject, RuleId)>,
    /// Those of the type that most of them are of, if there is one.
    most: Option<Shelf<G>>,
    others: Register<G>,
}

impl<G: Game> Banked<G> {
    /// A session's [stroke](crate::pipeline::stroke) by these rules.
    pub(crate) fn stroke(self, checks: Box<[Standing<G>]>) -> StrokeFn<G> {
        match self.most {
            Some(most) => most.codes.stroke(checks, most.conditions, self.others),
            None => self.others.stroke(checks),
        }
    }
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

/// Moves what rules are made of into banks, by kind of action.
pub(super) fn banks<G: Game>(draft: &mut Draft<G>, tree: &Tree) -> Vec<Option<Banked<G>>> {
    let passes = [Pass::Linear, Pass::Kinds, Pass::Subjects];
    let by_subject = passes.into_iter().all(|pass| draft.passes.has(pass));
    if !by_subject || tree.applies_all || draft.reactor.is_some() || draft.turn.is_some() {
        return Vec::new();
    }
    let candidates = candidates(draft, tree);
    candidates.into_iter().map(|of_kind| brought_together(of_kind, draft)).collect()
}

/// By kind of action and by types: the rules that alone are about a subject.
fn candidates<G: Game>(draft: &mut Draft<G>, tree: &Tree) -> Vec<BTreeMap<Types, Vec<Candidate>>> {
    let mut claims: BTreeMap<(usize, Subject), u32> = BTreeMap::new();
    // By kind: whether more or less than a subject has to be known to find a rule.
    let mut unfit = vec![false; ActionKind::<G>::ALL.len()];
    for def in &draft.nodes {
        let What::Rule(rule) = &def.what else { continue };
        for kind in concerned(rule.kinds).iter().map(|kind| kind.index()) {
            unfit[kind] |= rule.subjects.is_empty() || !rule.givens.is_empty();
            for &subject in &rule.subjects {
                *claims.entry((kind, subject)).or_default() += 1;
            }
        }
    }
    let mut candidates: Vec<BTreeMap<Types, Vec<Candidate>>> =
        unfit.iter().map(|_| BTreeMap::new()).collect();
    let rules = draft.nodes.iter_mut().enumerate();
    let rules = rules.filter(|(_, def)| matches!(def.what, What::Rule(_)));
    for (number, (node, def)) in rules.enumerate() {
        let What::Rule(rule) = &mut def.what else { continue };
        let kinds: Vec<_> = concerned(rule.kinds).iter().collect();
        let ([kind], [about]) = (&kinds[..], &rule.subjects[..]) else { continue };
        let (kind, about) = (kind.index(), *about);
        let alone = !unfit[kind] && claims[&(kind, about)] == 1;
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

/// The banks of these rules, if their subjects lie close enough together.
fn brought_together<G: Game>(
    of_kind: BTreeMap<Types, Vec<Candidate>>,
    draft: &mut Draft<G>,
) -> Option<Banked<G>> {
    let all = || of_kind.values().flatten();
    let (last, count) = (all().map(|it| it.about).max()?, all().count());
    // As with rows: by number only if these are small.
    if !are_dense(last, count) {
        return None;
    }
    let rules = all().map(|it| (it.about, it.rule)).collect();
    let mut by_type: Vec<_> = of_kind.into_values().collect();
    by_type.sort_by_key(|rules| (Reverse(rules.len()), rules[0].rule));
    // By subject every look at another type's rule finds a gap first.
    let most = by_type[0].len() * 2 > count;
    let (most, others) = by_type.split_at(usize::from(most));
    let most = most.first().map(|rules| filled(rules, Laid::BySubject, draft));
    let others = others.iter().take(Register::<G>::BANKS).map(|rules| {
        let rules = &rules[..rules.len().min(Register::<G>::PLACES)];
        let subjects = rules.iter().map(|it| it.about).collect();
        (filled(rules, Laid::AsWritten, draft), subjects)
    });
    Some(Banked { rules, others: Register::of(others.collect()), most })
}

/// How rules lie in a bank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Laid {
    BySubject,
    AsWritten,
}

/// A bank. From here on nothing may stop half-way: a rule whose code has been taken
/// has none until it is lent what it had.
fn filled<G: Game>(rules: &[Candidate], order: Laid, draft: &mut Draft<G>) -> Shelf<G> {
    let by_subject = order == Laid::BySubject;
    let place = |it: &Candidate, number: u32| if by_subject { it.about.0 } else { number };
    let last = rules.iter().map(|it| it.about.0 as usize).max();
    let first = held(draft, &rules[0]);
    let always = first.code.always();
    let mut codes = first.code.bank(last.filter(|_| by_subject).map(|last| last + 1));
    let mut conditions = own_test(first).map(|test| test.list());
    for (number, it) in (0..).zip(rules) {
        let rule = held(draft, it);
        if let (Some(tests), Some(test)) = (&mut conditions, own_test(rule)) {
            let test = std::mem::replace(test, Arc::new(Own(|_: &Ask<'_, G>| true)));
            Arc::get_mut(tests).expect(UNLENT).put(test);
        }
        let code = std::mem::replace(&mut rule.code, rule::idle());
        let codes = Arc::get_mut(&mut codes).expect(UNLENT);
        codes.put(place(it, number), it.rule, number, code);
    }
    for (number, it) in (0..).zip(rules) {
        let rule = held(draft, it);
        rule.code = codes.clone().lend(place(it, number));
        if let (Some(tests), Some(test)) = (&conditions, own_test(rule)) {
            *test = tests.clone().lend(number);
        }
    }
    Shelf { codes, conditions, always }
}

const UNLENT: &str = "nothing is lent before all of it is there";

/// The rule of a candidate.
fn held<'d, G: Game>(draft: &'d mut Draft<G>, it: &Candidate) -> &'d mut RuleDef<G> {
    let rule = match &mut draft.nodes[it.node].what {
        What::Rule(rule) => Arc::get_mut(rule),
        What::Phase(_) => None,
    };
    rule.expect("a candidate is a rule that nobody else holds")
}

/// Its only condition, if it has one.
fn own_test<G: Game>(rule: &mut RuleDef<G>) -> Option<&mut Arc<dyn Holds<G>>> {
    match &mut rule.conditions.first_mut()?.test {
        Test::Own(test) => Some(test),
        Test::Shared(_) => None,
    }
}
