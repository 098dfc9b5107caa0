//! Brings together the first conditions of rules that are asked in order, because
//! nothing that they declare tells them apart.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::RuleId;
use crate::book::bank::{Holds, Lying, Own};
use crate::book::compile::grow::concerned;
use crate::book::draft::{Draft, What};
use crate::book::rule::{ActionKind, RuleDef, Test};
use crate::book::tree::{NodeKind, Tree};
use crate::context::Ask;
use crate::game::{Game, Kind};
use crate::plan::passes::Pass;
use crate::plan::run::MANY;

/// Moves first conditions of one type side by side, those of rules for the same kinds of
/// actions in the order of asking.
pub(super) fn first_tests<G: Game>(
    draft: &mut Draft<G>,
    tree: &Tree,
) -> BTreeMap<RuleId, Lying<G>> {
    let mut lying = BTreeMap::new();
    let by_kind = [Pass::Linear, Pass::Kinds].into_iter().all(|pass| draft.passes.has(pass));
    if !by_kind || draft.reactor.is_some() || draft.turn.is_some() || names_subjects(draft) {
        return lying;
    }
    for rules in alike(draft, tree).into_values().filter(|rules| rules.len() >= MANY) {
        let Some(list) = rules.first().and_then(|&(_, node)| first_test(draft, node)) else {
            continue;
        };
        let mut tests = list.list();
        for &(_, node) in &rules {
            let Some(test) = first_test(draft, node) else { continue };
            let test = std::mem::replace(test, Arc::new(Own(|_: &Ask<'_, G>| true)));
            Arc::get_mut(&mut tests).expect("nothing is lent yet").put(test);
        }
        for (at, &(rule, node)) in (0..).zip(&rules) {
            let Some(test) = first_test(draft, node) else { continue };
            *test = tests.clone().lend(at);
            lying.insert(rule, Lying { tests: tests.clone(), at });
        }
    }
    lying
}

fn names_subjects<G: Game>(draft: &Draft<G>) -> bool {
    let named = |what: &What<G>| matches!(what, What::Rule(rule) if !rule.subjects.is_empty());
    draft.nodes.iter().any(|def| named(&def.what))
}

/// Rules by the kinds of actions that they are about and the type of their first
/// condition, in the order of asking, each with its node. Those for a kind of which one
/// declares something are looked up, and left out.
fn alike<G: Game>(
    draft: &mut Draft<G>,
    tree: &Tree,
) -> BTreeMap<(u128, TypeId), Vec<(RuleId, usize)>> {
    let mut nodes = BTreeMap::new();
    let mut declared = vec![false; ActionKind::<G>::ALL.len()];
    for (node, def) in draft.nodes.iter().enumerate() {
        let (What::Rule(rule), NodeKind::Rule(number)) = (&def.what, &tree.nodes[node].what) else {
            continue;
        };
        nodes.insert(*number, node);
        let given = |phase| draft.asks(phase, true);
        if !rule.givens.is_empty() || tree.ancestors(node as u32).any(given) {
            let kinds = concerned(rule.kinds);
            kinds.iter().for_each(|kind| declared[kind.index()] = true);
        }
    }
    let mut alike: BTreeMap<(u128, TypeId), Vec<(RuleId, usize)>> = BTreeMap::new();
    for rule in tree.order_of_asking().rules {
        let Some(&node) = nodes.get(&rule) else { continue };
        let What::Rule(def) = &draft.nodes[node].what else { continue };
        let kinds = concerned(def.kinds);
        if kinds.iter().any(|kind| declared[kind.index()]) {
            continue;
        }
        if let Some(test) = first_test(draft, node) {
            let of = |it: &dyn Any| it.type_id();
            let Some(test) = Arc::get_mut(test) else { continue };
            alike.entry((kinds.bits(), of(test))).or_default().push((rule, node));
        }
    }
    alike
}

/// The first condition of a rule that nobody else holds, if it is its own.
fn first_test<G: Game>(draft: &mut Draft<G>, node: usize) -> Option<&mut Arc<dyn Holds<G>>> {
    let What::Rule(rule) = &mut draft.nodes[node].what else { return None };
    let rule: &mut RuleDef<G> = Arc::get_mut(rule)?;
    match &mut rule.conditions.first_mut()?.test {
        Test::Own(test) => Some(test),
        Test::Shared(_) => None,
    }
}
