//! From what an author wrote to a [`Book`]: every mistake at once, then names
//! resolved and children ordered.

mod banks;
mod checks;
mod first_tests;
mod grow;
mod rules;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::draft::{Draft, What};
use crate::book::mistake::Mistakes;
use crate::book::names::PartNames;
use crate::book::rule::ActionKind;
use crate::book::tree::Tree;
use crate::book::vocabulary::{Vocabulary, parts};
use crate::book::{Book, Compiled, Head, exact};
use crate::game::{Game, Kind, KindSet};
use crate::pipeline::sources::Reactions;
use crate::pipeline::{calm, verify};
use crate::plan::linear;
use crate::plan::lone::Lones;
use crate::plan::passes::Pass;
use banks::banks;
pub(crate) use banks::{Banks, FoundBy};
use checks::{
    check_blanks, check_exceptions, check_given, check_kinds, check_lines, check_names,
    check_phases, check_reactions, check_sizes,
};
use first_tests::first_tests;
use grow::grow;
use rules::{Rules, note_masks, rule_entries};
use warnings::warnings;

pub(crate) fn compile<G: Game>(draft: Draft<G>) -> Result<Book<G>, Mistakes> {
    let mut mistakes = draft.mistakes.clone();
    let children = children(&draft);
    mistakes.extend(check_names(&draft));
    mistakes.extend(check_lines(&draft));
    mistakes.extend(check_blanks(&draft));
    mistakes.extend(check_kinds(&draft));
    mistakes.extend(check_phases(&draft, &children));
    mistakes.extend(check_exceptions(&draft));
    mistakes.extend(check_reactions(&draft));
    mistakes.extend(check_sizes(&draft));
    let (words, clashes) = Vocabulary::collect(&draft);
    mistakes.extend(clashes);
    let tree = grow(&draft, &children);
    let mut compiled = assemble(draft, tree, words, &children);
    mistakes.extend(check_given(&compiled));
    mistakes.extend(exact::check(&mut compiled));
    if mistakes.is_empty() {
        return Ok(Book { inner: Arc::new(compiled) });
    }
    Err(Mistakes { book: compiled.draft.name, mistakes })
}

fn children<G: Game>(draft: &Draft<G>) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); draft.nodes.len()];
    for (node, def) in draft.nodes.iter().enumerate() {
        if let Some(parent) = def.parent {
            children[parent].push(node);
        }
    }
    children
}

fn assemble<G: Game>(
    mut draft: Draft<G>,
    tree: Tree,
    words: Vocabulary<G>,
    children: &[Vec<usize>],
) -> Compiled<G> {
    let banks = banks(&mut draft, &tree);
    let first_tests = first_tests(&mut draft, &tree);
    let Rules { mut rules, quick, groups, slots } = rule_entries(&draft, &tree, &words);
    note_masks(&mut rules);
    let facts_by_kind = ActionKind::<G>::ALL.iter().map(|&kind| {
        let concerned = rules.iter().filter(|rule| rule.kinds.contains(kind));
        let named: BTreeSet<u32> =
            concerned.flat_map(|rule| rule.givens.iter().map(|given| given.fact)).collect();
        named.into_iter().partition(|&number| (number as usize) < words.facts.len())
    });
    let (facts_by_kind, starting_by_kind): (Vec<Vec<u32>>, Vec<Vec<u32>>) = facts_by_kind.unzip();
    let values = words.values();
    let plan = draft
        .passes
        .has(Pass::Linear)
        .then(|| linear::plan(&tree, &rules, &values, groups.len(), draft.passes));
    let by_kind = ActionKind::<G>::ALL.iter().map(|&kind| {
        let concerns = |kinds: KindSet<_>| kinds.is_empty() || kinds.contains(kind);
        let mut checks: Vec<u32> = (0..draft.checks.len() as u32)
            .filter(|&at| concerns(draft.checks[at as usize].kinds))
            .collect();
        checks.sort_by_key(|&at| draft.checks[at as usize].gate);
        checks.into()
    });
    let exceptions_of = draft.checks.iter().map(|check| {
        let lifts = |at: &u32| draft.exceptions[*at as usize].lifts.contains(&check.name);
        (0..draft.exceptions.len() as u32).filter(lifts).collect()
    });
    let verifies = !draft.invariants.is_empty() || !draft.revealing.is_empty();
    let mut compiled = Compiled {
        checks_by_kind: by_kind.collect(),
        exceptions_of: exceptions_of.collect(),
        proposers: Vec::new(),
        all_vouch: false,
        pushes: Vec::new(),
        uses_subjects: rules.iter().any(|rule| !rule.subjects.is_empty()),
        verifies,
        minds_kinds: verifies || !words.shared.is_empty(),
        minded: verify::minded(&draft),
        facts_by_kind: facts_by_kind.into_iter().map(Vec::into).collect(),
        starting_by_kind: starting_by_kind.into_iter().map(Vec::into).collect(),
        foresees: rules.iter().any(|rule| !rule.direct && !rule.guards.is_empty()),
        phase_asks: words.phase_asks(&draft),
        plan,
        part_names: part_names(&draft, &words),
        words,
        reactions: draft.reactor.map(|reactor| Reactions::new(&draft, reactor)),
        has_costs: rules.iter().any(|rule| !rule.def.costs.is_empty()),
        calm: false,
        lones: Lones::default(),
        first_tests,
        ways: Box::default(),
        plain: false,
        paths: paths(&draft),
        heads: rules.iter().map(|rule| head(&draft, rule.node as usize)).collect(),
        rules,
        quick,
        groups,
        slots,
        warnings: Vec::new(),
        tree,
        draft,
    };
    compiled.warnings = warnings(&compiled, children);
    compiled.plain =
        !compiled.has_costs && compiled.reactions.is_none() && compiled.draft.turn.is_none();
    compiled.calm = compiled.plan.is_some()
        && calm_strategies(&compiled)
        && compiled.draft.turn.is_none()
        && compiled.reactions.is_none()
        && compiled.draft.exceptions.is_empty();
    compiled.lones = Lones::of(&compiled);
    compiled.ways = calm::ways(&compiled, banks);
    compiled
}

/// What people call the parts of the state that somebody reads or writes.
fn part_names<G: Game>(draft: &Draft<G>, words: &Vocabulary<G>) -> PartNames {
    let read = words.shared.iter().filter_map(|shared| shared.reads.as_ref());
    let written = draft.writes.iter().map(|(_, writes)| writes);
    let named = read.chain(written).flat_map(parts).collect();
    PartNames::of(named, draft.part_names.as_ref())
}

/// The full names of the phases, by node.
fn paths<G: Game>(draft: &Draft<G>) -> BTreeMap<u32, Box<str>> {
    let is_phase = |node: &usize| matches!(draft.nodes[*node].what, What::Phase(_));
    let phases = (0..draft.nodes.len()).filter(is_phase);
    phases.map(|node| (node as u32, draft.path(node).into())).collect()
}

/// What a reader wants to know of the rule at a node.
fn head<G: Game>(draft: &Draft<G>, node: usize) -> Head {
    let attributes = &draft.nodes[node].attributes;
    Head {
        name: draft.path(node).into(),
        label: attributes.label.as_deref().map(Box::from),
        priority: attributes.priority.unwrap_or_default(),
    }
}

/// Whether there is no ApplyAll phase that needs to know what applied before,
/// or how the state was at the start.
fn calm_strategies<G: Game>(book: &Compiled<G>) -> bool {
    !book.tree.applies_all || book.groups.is_empty() && !book.tree.guarded
}
