//! Brings together what rules are made of that are found by what they declare.

use std::any::{Any, TypeId};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::bank::{Holds, Lies, Own, Register, SHELVES, Shelf};
use crate::book::compile::grow::concerned;
use crate::book::draft::{Draft, What};
use crate::book::rule::{self, ActionKind, RuleDef, Test};
use crate::book::strategy::Strategy;
use crate::book::tree::Tree;
use crate::book::{Compiled, RuleId};
use crate::context::Ask;
use crate::game::{Game, Kind, Subject};
use crate::pipeline::stroke::Strikes;
use crate::pipeline::validate::Standing;
use crate::plan::passes::Pass;
use crate::plan::rows::are_dense;

/// The rules that lie in banks.
pub(crate) struct Banks<G: Game> {
    /// By kind of action: those that lie by subject.
    by_subject: Vec<Option<BySubject<G>>>,
    /// All others, which lie in order.
    shelves: Arc<[Shelf<G>]>,
    /// By rule: where it lies there.
    lies: Vec<Option<Lies>>,
}

/// The rules for a kind of action that lie by subject.
struct BySubject<G: Game> {
    rules: Vec<(Subject, RuleId)>,
    shelf: Shelf<G>,
}

/// How the rules for a kind of action are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// By subject, as far as each stands alone.
    Subject,
    /// The same, and otherwise the first of a row that matches decides.
    SubjectOrRow,
    /// By subject and by facts, and the first of a row that matches decides.
    Row,
}

impl<G: Game> Banks<G> {
    fn none() -> Self {
        Banks { by_subject: Vec::new(), shelves: Arc::new([]), lies: Vec::new() }
    }

    /// A session's [stroke](crate::pipeline::stroke) for a kind of action, if its rules
    /// can be looked up.
    pub(crate) fn stroke(
        &mut self,
        book: &Compiled<G>,
        (kind, found): (usize, FoundBy),
        checks: Box<[Standing<G>]>,
    ) -> Option<Box<dyn Strikes<G>>> {
        let by_subject = self.by_subject.get_mut(kind).and_then(Option::take);
        let by_subject = by_subject.filter(|those| those.stand_alone(book, kind));
        let whole = found != FoundBy::Subject;
        let lying = (&self.shelves, &self.lies[..]);
        let register = Register::of(book, book.plan.as_ref()?, kind, lying, whole);
        match (by_subject, found) {
            (Some(BySubject { shelf, .. }), _) => {
                let others = register.unwrap_or_else(Register::empty);
                Some(shelf.codes.stroke_by_subject(checks, shelf.conditions, others))
            }
            (None, FoundBy::Row) => Some(register?.stroke(checks)),
            (None, _) => Some(register?.stroke_about(checks)),
        }
    }
}

impl<G: Game> BySubject<G> {
    /// Whether each of its rules is the only one about its subject.
    fn stand_alone(&self, book: &Compiled<G>, kind: usize) -> bool {
        self.rules.iter().all(|&(about, rule)| {
            let place = book.lones.place(kind, about);
            place.and_then(|place| book.lones.get(place)).is_some_and(|lone| lone.rule() == rule)
        })
    }
}

/// A rule that could be in one.
struct Candidate {
    rule: RuleId,
    node: usize,
    /// What it is about, if it is about one thing alone.
    about: Option<Subject>,
}

/// The types that the rules of a bank have in common: of their code, and of
/// their own condition.
type Types = (TypeId, Option<TypeId>);

/// Rules by their types.
type ByType = BTreeMap<Types, Vec<Candidate>>;

/// Moves what rules are made of into banks.
pub(super) fn banks<G: Game>(draft: &mut Draft<G>, tree: &Tree) -> Banks<G> {
    let passes = [Pass::Linear, Pass::Kinds, Pass::Subjects];
    let looks_up = passes.into_iter().all(|pass| draft.passes.has(pass));
    if !looks_up || tree.applies_all || draft.reactor.is_some() || draft.turn.is_some() {
        return Banks::none();
    }
    let (alone, mut in_order) = candidates(draft, tree);
    let brought_together = |of_kind: ByType| by_subject(of_kind, &mut in_order, draft);
    let by_subject = alone.into_iter().map(brought_together).collect();
    let mut by_type: Vec<Vec<Candidate>> = in_order.into_values().collect();
    by_type.iter_mut().for_each(|rules| rules.sort_unstable_by_key(|it| it.rule));
    by_type.sort_by_key(|rules| (Reverse(rules.len()), rules[0].rule));
    by_type.truncate(SHELVES);
    let mut lies = vec![None; tree.nodes.len()];
    for (shelf, rules) in (0..=u8::MAX).zip(&by_type) {
        for (at, it) in (0..).zip(rules) {
            lies[it.rule.index()] = Some(Lies { shelf, at });
        }
    }
    let shelves = by_type.iter().map(|rules| filled(rules, Laid::InOrder, draft)).collect();
    Banks { by_subject, shelves, lies }
}

/// Rules by their types: for each kind of action those that alone are about a
/// subject, and all others that declare something.
fn candidates<G: Game>(draft: &mut Draft<G>, tree: &Tree) -> (Vec<ByType>, ByType) {
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
    let mut alone: Vec<ByType> = unfit.iter().map(|_| ByType::new()).collect();
    let mut others = ByType::new();
    let in_order = is_in_order(draft, tree);
    let given: Vec<bool> = (0..draft.nodes.len()).map(|node| is_given(draft, tree, node)).collect();
    let guarded = |phase| tree.phase(phase).is_some_and(|phase| phase.guarded);
    let rules = draft.nodes.iter_mut().enumerate();
    let rules = rules.filter(|(_, def)| matches!(def.what, What::Rule(_)));
    for (number, (node, def)) in rules.enumerate() {
        let What::Rule(rule) = &mut def.what else { continue };
        let kinds: Vec<usize> = concerned(rule.kinds).iter().map(|kind| kind.index()).collect();
        let only = match (&kinds[..], &rule.subjects[..]) {
            (&[kind], &[about]) if !unfit[kind] && claims[&(kind, about)] == 1 => {
                let open = !tree.ancestors(node as u32).any(guarded);
                open.then_some((kind, about))
            }
            _ => None,
        };
        let declares = !rule.subjects.is_empty() || given[node];
        let Some((types, waits)) = Arc::get_mut(rule).and_then(types) else { continue };
        let rule = RuleId(number as u32);
        let candidate = |about| Candidate { rule, node, about };
        match only {
            Some((kind, about)) if waits == Waits::ForNothing => {
                alone[kind].entry(types).or_default().push(candidate(Some(about)));
            }
            _ if in_order && declares => {
                others.entry(types).or_default().push(candidate(None));
            }
            _ => {}
        }
    }
    (alone, others)
}

/// Whether the first rule that matches decides, and phases ask for nothing but what is
/// declared.
fn is_in_order<G: Game>(draft: &Draft<G>, tree: &Tree) -> bool {
    let mut phases = (0..tree.nodes.len() as u32).filter(|&node| tree.phase(node).is_some());
    phases.all(|phase| tree.strategy(phase) != Strategy::Exclusive && !draft.asks(phase, false))
}

/// Whether a rule or a phase around it has declared conditions.
fn is_given<G: Game>(draft: &Draft<G>, tree: &Tree, node: usize) -> bool {
    let What::Rule(rule) = &draft.nodes[node].what else { return false };
    !rule.givens.is_empty() || tree.ancestors(node as u32).any(|phase| draft.asks(phase, true))
}

/// Whether a rule waits for a shared predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    ForNothing,
    ForShared,
}

/// Of which types a rule is, if it can be moved: nobody else holds it, and it has one
/// condition of its own at most, after one shared predicate at most.
fn types<G: Game>(rule: &mut RuleDef<G>) -> Option<(Types, Waits)> {
    let of = |it: &dyn Any| it.type_id();
    let code = of(Arc::get_mut(&mut rule.code)?);
    let waits = match rule.conditions.first().map(|first| &first.test) {
        Some(Test::Shared(_)) => Waits::ForShared,
        _ => Waits::ForNothing,
    };
    let own = match &mut rule.conditions[usize::from(waits == Waits::ForShared)..] {
        [] => None,
        [only] => match &mut only.test {
            Test::Own(test) => Some(of(Arc::get_mut(test)?)),
            Test::Shared(_) => return None,
        },
        _ => return None,
    };
    Some(((code, own), waits))
}

/// The rules for a kind of action that lie by subject, if these are close enough
/// together: those of the type that most are of. The rest are to lie in order.
fn by_subject<G: Game>(
    of_kind: ByType,
    in_order: &mut ByType,
    draft: &mut Draft<G>,
) -> Option<BySubject<G>> {
    let all = || of_kind.values().flatten();
    let (last, count) = (all().filter_map(|it| it.about).max()?, all().count());
    // As with rows: by number only if these are small.
    if !are_dense(last, count) {
        return None;
    }
    // By subject every look at another type's rule finds a gap first.
    let most = of_kind.iter().find(|(_, rules)| rules.len() * 2 > count).map(|(types, _)| *types);
    let mut found = None;
    for (types, rules) in of_kind {
        if Some(types) == most {
            let named = rules.iter().filter_map(|it| Some((it.about?, it.rule))).collect();
            let shelf = filled(&rules, Laid::BySubject, draft);
            found = Some(BySubject { rules: named, shelf });
        } else {
            in_order.entry(types).or_default().extend(rules);
        }
    }
    found
}

/// How rules lie in a bank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Laid {
    BySubject,
    InOrder,
}

/// A bank. From here on nothing may stop half-way: a rule whose code has been taken
/// has none until it is lent what it had.
fn filled<G: Game>(rules: &[Candidate], order: Laid, draft: &mut Draft<G>) -> Shelf<G> {
    let by_subject = |it: &Candidate| it.about.filter(|_| order == Laid::BySubject);
    let place = |it: &Candidate, number: u32| by_subject(it).map_or(number, |about| about.0);
    let subjects = rules.iter().filter_map(by_subject).map(|about| about.0 as usize + 1).max();
    let first = held(draft, &rules[0]);
    let always = first.code.always();
    let mut codes = first.code.bank(subjects);
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

/// The condition of its own, if it has one.
fn own_test<G: Game>(rule: &mut RuleDef<G>) -> Option<&mut Arc<dyn Holds<G>>> {
    match &mut rule.conditions.last_mut()?.test {
        Test::Own(test) => Some(test),
        Test::Shared(_) => None,
    }
}
