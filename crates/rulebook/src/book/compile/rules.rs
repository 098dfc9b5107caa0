//! The rules as the pipeline reads them.

use std::any::TypeId;
use std::collections::BTreeMap;

use crate::book::compile::grow::concerned;
use crate::book::draft::{Draft, What};
use crate::book::fact::GivenDef;
use crate::book::names::name_subjects;
use crate::book::rule::{Condition, RuleDef, Test};
use crate::book::tree::Tree;
use crate::book::vocabulary::Vocabulary;
use crate::book::{Quick, QuickTest, RuleEntry, Tests};
use crate::game::Game;

/// The rules, the names of all exclusivity groups, and how many slots for
/// findings they need together: one for each type that is found.
pub(super) struct Rules<G: Game> {
    pub rules: Vec<RuleEntry<G>>,
    pub quick: Vec<Quick<G>>,
    pub groups: Vec<String>,
    pub slots: usize,
}

pub(super) fn rule_entries<G: Game>(
    draft: &Draft<G>,
    tree: &Tree,
    words: &Vocabulary<G>,
) -> Rules<G> {
    let mut groups: Vec<String> = Vec::new();
    let mut types: Vec<TypeId> = Vec::new();
    let (namer, mut subjects) = (draft.subject_names.as_ref(), BTreeMap::new());
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut around: Vec<Box<[u32]>> = Vec::with_capacity(draft.nodes.len());
    let (mut rules, mut quick) = (Vec::new(), Vec::new());
    for (node, def) in draft.nodes.iter().enumerate() {
        // Parents stand before their children, so theirs are known already.
        let mut inherited = def.parent.map_or_else(Vec::new, |parent| around[parent].to_vec());
        if let Some(group) = &def.attributes.group {
            let number = *numbers.entry(group.clone()).or_insert_with(|| {
                groups.push(group.clone());
                groups.len() as u32 - 1
            });
            if !inherited.contains(&number) {
                inherited.push(number);
            }
        }
        around.push(inherited.into());
        if let What::Rule(rule) = &def.what {
            let found = rule.code.found();
            let slot = types.iter().position(|&known| known == found).unwrap_or_else(|| {
                types.push(found);
                types.len() - 1
            });
            let direct = tree.outermost_apply_all(node as u32).is_none();
            quick.push(Quick {
                code: rule.code.clone(),
                tests: tests(rule, words),
                slot: slot as u32,
                direct,
            });
            rules.push(RuleEntry {
                node: node as u32,
                kinds: concerned(rule.kinds),
                subjects: name_subjects(&rule.subjects, namer, &mut subjects),
                groups: around[node].clone(),
                direct,
                always: rule.conditions.is_empty()
                    && rule.givens.iter().all(GivenDef::is_always)
                    && rule.code.always(),
                guards: guarded(tree, node as u32)
                    .into_iter()
                    .filter(|&phase| draft.asks(phase, false))
                    .collect(),
                phases: guarded(tree, node as u32),
                givens: words.givens(draft, tree, node as u32),
                mask: Box::default(),
                strategy: tree.strategy(tree.nodes[node].parent),
                def: rule.clone(),
            });
        }
    }
    Rules { rules, quick, groups, slots: types.len() }
}

fn tests<G: Game>(rule: &RuleDef<G>, words: &Vocabulary<G>) -> Tests<G> {
    let test = |condition: &Condition<G>| match &condition.test {
        Test::Own(holds) => QuickTest::Own(holds.clone()),
        Test::Shared(shared) => QuickTest::Shared(words.shared(shared)),
    };
    match &rule.conditions[..] {
        [] => Tests::None,
        [one] => Tests::One(test(one)),
        many => Tests::Many(many.iter().map(test).collect()),
    }
}

/// The exclusivity groups of each rule as bits, without the words in which there is none.
pub(super) fn note_masks<G: Game>(rules: &mut [RuleEntry<G>]) {
    for rule in rules.iter_mut().filter(|rule| !rule.groups.is_empty()) {
        let mut mask: BTreeMap<u32, u64> = BTreeMap::new();
        for &group in &rule.groups {
            *mask.entry(group / 64).or_default() |= 1 << (group % 64);
        }
        rule.mask = mask.into_iter().collect();
    }
}

/// The guarded phases around a node, outermost first.
fn guarded(tree: &Tree, node: u32) -> Box<[u32]> {
    let guarded = |phase: &u32| tree.phase(*phase).is_some_and(|phase| phase.guarded);
    let mut phases: Vec<u32> = tree.ancestors(node).filter(guarded).collect();
    phases.reverse();
    phases.into()
}

#[cfg(test)]
mod tests {
    use crate::book::Book;
    use crate::example::Counter;

    #[test]
    fn what_a_rule_keeps_of_its_groups_does_not_grow_with_all_groups() {
        for groups in [1, 64, 65, 1_000] {
            let rules = 0..2 * groups;
            let book = Book::<Counter>::builder("groups").phase("all", |phase| {
                rules.fold(phase.exclusive("group 0"), |phase, number| {
                    phase.rule(format!("rule {number}"), |rule| {
                        let rule = rule.exclusive(format!("group {}", number % groups));
                        rule.then(|cx, ()| [*cx.action])
                    })
                })
            });
            let book = book.compile().unwrap();
            assert_eq!(book.inner.groups.len(), groups);
            assert!(book.inner.rules.iter().all(|rule| (1..=2).contains(&rule.mask.len())));
        }
    }
}
