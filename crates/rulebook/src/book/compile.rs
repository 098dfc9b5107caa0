//! From what an author wrote to a [`Book`]: every mistake at once, then names
//! resolved and children ordered.

use std::any::TypeId;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::check::Force;
use crate::book::draft::{Draft, NodeDef, PhaseDef, What};
use crate::book::fact::GivenDef;
use crate::book::guard::ChargedBy;
use crate::book::mistake::{Mistake, Mistakes, Warning};
use crate::book::rule::{ActionKind, Condition, EventKind, Generator, RuleDef, Test};
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, Node, NodeKind, Phase, Tree};
use crate::book::trigger::Hears;
use crate::book::verdict::Capability;
use crate::book::vocabulary::Vocabulary;
use crate::book::{Book, Compiled, Quick, QuickTest, RuleEntry, RuleId, Tests, exact};
use crate::game::{Game, Kind, KindSet};
use crate::pipeline::sources::Reactions;
use crate::plan::linear::{self, Flat};
use crate::plan::passes::Pass;
use crate::session::fate::Fate;

pub(crate) fn compile<G: Game>(draft: Draft<G>) -> Result<Book<G>, Mistakes> {
    let mut mistakes = draft.mistakes.clone();
    let children = children(&draft);
    mistakes.extend(check_names(&draft));
    mistakes.extend(check_phases(&draft, &children));
    mistakes.extend(check_exceptions(&draft));
    mistakes.extend(check_reactions(&draft));
    mistakes.extend(check_sizes(&draft));
    let (words, clashes) = Vocabulary::collect(&draft);
    mistakes.extend(clashes);
    let tree = grow(&draft, &children);
    let compiled = assemble(draft, tree, words, &children);
    mistakes.extend(exact::check(&compiled));
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

fn kind_of_node<G: Game>(def: &NodeDef<G>) -> &'static str {
    match def.what {
        What::Phase(_) => "phase",
        What::Rule(_) => "rule",
    }
}

fn check_names<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut seen = BTreeSet::new();
    for (node, def) in draft.nodes.iter().enumerate() {
        let Some(parent) = def.parent else { continue };
        let what = kind_of_node(def);
        if def.name.is_empty() {
            mistakes.push(Mistake::NoName { what, within: draft.path(parent) });
        } else if def.name.contains('/') {
            mistakes.push(Mistake::SlashInName { what, name: def.name.clone() });
        } else if !seen.insert((parent, def.name.as_str())) {
            mistakes.push(Mistake::DuplicateName { what, name: draft.path(node) });
        }
    }
    let checks = draft.checks.iter().map(|check| check.name.as_str());
    mistakes.extend(check_list("check", checks));
    mistakes.extend(check_list(
        "exception",
        draft.exceptions.iter().map(|exception| exception.name.as_str()),
    ));
    mistakes.extend(check_list(
        "invariant",
        draft.invariants.iter().map(|invariant| invariant.name.as_str()),
    ));
    mistakes.extend(check_list("guard", draft.guards.iter().map(|guard| guard.name.as_str())));
    mistakes
        .extend(check_list("trigger", draft.triggers.iter().map(|trigger| trigger.name.as_str())));
    mistakes.extend(check_list(
        "standing rule",
        draft.standing.iter().map(|standing| standing.name.as_str()),
    ));
    mistakes
}

fn check_reactions<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for guard in &draft.guards {
        let name = || guard.name.clone();
        let by = guard.charges.as_ref().map(|charges| charges.by);
        if guard.kinds.is_empty() {
            mistakes.push(Mistake::NoEventKinds { what: "guard", name: name() });
        }
        if guard.counted_twice {
            mistakes.push(Mistake::CountedTwice { guard: name() });
        }
        if guard.may == 0 {
            mistakes.push(Mistake::GuardMayNothing { guard: name() });
        }
        if by == Some(ChargedBy::Amount) && !guard.may(Capability::Prevent) {
            mistakes.push(Mistake::ChargesPreventNothing { guard: name() });
        }
        if guard.divided.is_some() && by != Some(ChargedBy::Amount) {
            mistakes.push(Mistake::NothingToDivide { guard: name() });
        }
        if guard.post.own_subject && guard.post.carried_by.is_empty() {
            mistakes.push(Mistake::NoSubject { what: "guard", name: name() });
        }
    }
    for trigger in &draft.triggers {
        let name = || trigger.name.clone();
        if trigger.kinds.is_empty() {
            mistakes.push(Mistake::NoEventKinds { what: "trigger", name: name() });
        }
        if trigger.asks_both {
            mistakes.push(Mistake::HearsBoth { trigger: name() });
        }
        if trigger.hears == Hears::Fates(0) {
            mistakes.push(Mistake::NoFates { trigger: name() });
        }
        if matches!(trigger.hears, Hears::Fates(fates) if fates & Fate::Vanished.bit() != 0) {
            mistakes.push(Mistake::TriggerOnNothing { trigger: name() });
        }
        if trigger.looks_back && trigger.hears != Hears::Fates(Fate::Applied.bit()) {
            mistakes.push(Mistake::LooksBackInVain { trigger: name() });
        }
        if trigger.post.own_subject && trigger.post.carried_by.is_empty() {
            mistakes.push(Mistake::NoSubject { what: "trigger", name: name() });
        }
    }
    mistakes
}

fn check_list<'n>(what: &'static str, names: impl Iterator<Item = &'n str>) -> Vec<Mistake> {
    let mut seen = BTreeSet::new();
    let mut mistakes = Vec::new();
    for name in names {
        if name.is_empty() {
            mistakes.push(Mistake::NoName { what, within: String::new() });
        } else if !seen.insert(name) {
            mistakes.push(Mistake::DuplicateName { what, name: name.to_owned() });
        }
    }
    mistakes
}

fn check_phases<G: Game>(draft: &Draft<G>, children: &[Vec<usize>]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    if !draft.nodes.iter().any(|def| matches!(def.what, What::Rule(_))) {
        mistakes.push(Mistake::NoRules);
    }
    for (node, def) in draft.nodes.iter().enumerate() {
        let What::Phase(phase) = &def.what else {
            continue;
        };
        if children[node].is_empty() && def.parent.is_some() {
            mistakes.push(Mistake::EmptyPhase { phase: draft.path(node) });
        }
        if phase.by_key {
            mistakes.extend(check_keys(draft, node, &children[node]));
        }
    }
    mistakes
}

fn check_keys<G: Game>(draft: &Draft<G>, phase: usize, children: &[usize]) -> Vec<Mistake> {
    let key = |child: &usize| draft.nodes[*child].attributes.key.as_deref();
    let missing = children.iter().filter(|child| key(child).is_none());
    let mut mistakes: Vec<_> =
        missing.map(|child| Mistake::NoKey { name: draft.path(*child) }).collect();
    let mut keys = children.iter().filter_map(key);
    if let Some(first) = keys.next()
        && keys.any(|other| first.compare(other).is_none())
    {
        mistakes.push(Mistake::MixedKeys { phase: draft.path(phase) });
    }
    mistakes
}

fn check_exceptions<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for exception in &draft.exceptions {
        let name = exception.name.clone();
        let [lifts] = &exception.lifts[..] else {
            let checks = exception.lifts.clone();
            mistakes.push(match checks.is_empty() {
                true => Mistake::LiftsNothing { exception: name },
                false => Mistake::LiftsSeveral { exception: name, checks },
            });
            continue;
        };
        match draft.checks.iter().find(|check| check.name == *lifts) {
            None => mistakes.push(Mistake::UnknownCheck { exception: name, check: lifts.clone() }),
            Some(check) if check.force == Force::Prohibition => {
                let prohibition = lifts.clone();
                mistakes.push(Mistake::LiftsProhibition { exception: name, prohibition });
            }
            Some(check) if check.force != Force::Liftable => {
                mistakes.push(Mistake::HardCheck { exception: name, check: lifts.clone() });
            }
            Some(_) => {}
        }
    }
    mistakes
}

fn check_sizes<G: Game>(draft: &Draft<G>) -> Vec<Mistake> {
    let limits = [
        ("events", draft.limits.events),
        ("depth", draft.limits.depth),
        ("choices", draft.limits.choices),
        ("group", draft.limits.group),
        ("rounds", draft.limits.rounds),
    ];
    let zero = limits.into_iter().filter(|(_, limit)| *limit == 0);
    let mut mistakes: Vec<_> = zero.map(|(limit, _)| Mistake::ZeroLimit { limit }).collect();
    let kinds = [("actions", ActionKind::<G>::ALL.len()), ("events", EventKind::<G>::ALL.len())];
    if !in_order(ActionKind::<G>::ALL) {
        mistakes.push(Mistake::KindsOutOfOrder { what: "actions" });
    }
    if !in_order(EventKind::<G>::ALL) {
        mistakes.push(Mistake::KindsOutOfOrder { what: "events" });
    }
    let many = kinds.into_iter().filter(|(_, count)| *count > 128);
    mistakes.extend(many.map(|(what, count)| Mistake::TooManyKinds { what, count }));
    mistakes
}

fn in_order<K: Kind>(kinds: &[K]) -> bool {
    kinds.iter().enumerate().all(|(at, kind)| kind.index() == at)
}

/// Lays the tree out flat, each phase's children in the order of asking.
fn grow<G: Game>(draft: &Draft<G>, children: &[Vec<usize>]) -> Tree {
    let mut tree = Tree {
        nodes: Vec::with_capacity(draft.nodes.len()),
        order: vec![0],
        later: Vec::new(),
        guarded: false,
        applies_all: false,
        guarded_below: Vec::new(),
    };
    let mut rules = 0;
    for (node, def) in draft.nodes.iter().enumerate() {
        let what = match &def.what {
            What::Rule(_) => {
                rules += 1;
                NodeKind::Rule(RuleId(rules - 1))
            }
            What::Phase(phase) => {
                let first = tree.order.len() as u32;
                tree.order.extend(ordered(draft, phase, &children[node]));
                let strategy = phase.strategy.unwrap_or_default();
                let guarded = draft.asks(node as u32, true);
                tree.guarded |= guarded;
                tree.applies_all |= strategy == Strategy::ApplyAll;
                let end = tree.order.len() as u32;
                NodeKind::Phase(Phase { strategy, first, end, guarded, kinds: 0 })
            }
        };
        let parent = def.parent.map_or(NONE, |parent| parent as u32);
        tree.nodes.push(Node { parent, at: 0, what });
    }
    for at in 0..tree.order.len() {
        let node = tree.order[at] as usize;
        tree.nodes[node].at = at as u32;
    }
    tree.guarded_below = guarded_below(&tree);
    gather_kinds(draft, &mut tree);
    tree
}

/// Tells each phase which kinds of actions the rules below it are about.
fn gather_kinds<G: Game>(draft: &Draft<G>, tree: &mut Tree) {
    let mut below = vec![KindSet::<ActionKind<G>>::none(); draft.nodes.len()];
    // Parents stand before their children, so from the end on those are known.
    for (node, def) in draft.nodes.iter().enumerate().rev() {
        match (&def.what, &mut tree.nodes[node].what) {
            (What::Rule(rule), _) => below[node] = concerned(rule.kinds),
            (What::Phase(_), NodeKind::Phase(phase)) => phase.kinds = below[node].bits(),
            (What::Phase(_), NodeKind::Rule(_)) => {}
        }
        if let Some(parent) = def.parent {
            below[parent] = below[parent].union(below[node]);
        }
    }
    if tree.applies_all {
        note_later(tree, &below);
    }
}

/// Notes what can still come after each node: later children of ApplyAll
/// phases around it.
fn note_later<K: Kind>(tree: &mut Tree, below: &[KindSet<K>]) {
    tree.later = vec![0; below.len()];
    // Parents stand before their children, so theirs is known already.
    for node in 0..below.len() {
        let NodeKind::Phase(phase) = &tree.nodes[node].what else { continue };
        let mut later = tree.later[node];
        for at in (phase.first..phase.end).rev() {
            let child = tree.order[at as usize] as usize;
            tree.later[child] = later;
            if phase.strategy == Strategy::ApplyAll {
                later |= below[child].bits();
            }
        }
    }
}

/// A rule that names no kind is about all.
fn concerned<K: Kind>(named: KindSet<K>) -> KindSet<K> {
    if named.is_empty() { KindSet::all() } else { named }
}

fn ordered<G: Game>(draft: &Draft<G>, phase: &PhaseDef<G>, children: &[usize]) -> Vec<u32> {
    let mut order = children.to_vec();
    let strategy = phase.strategy.unwrap_or_default();
    if phase.by_key {
        order.sort_by(|&a, &b| by_key_and_name(&draft.nodes[a], &draft.nodes[b]));
    } else if matches!(strategy, Strategy::HighestPriority | Strategy::ApplyAll) {
        order.sort_by_key(|&node| {
            Reverse(draft.nodes[node].attributes.priority.unwrap_or_default())
        });
    }
    if strategy == Strategy::LastWins {
        order.reverse();
    }
    order.into_iter().map(|node| node as u32).collect()
}

fn by_key_and_name<G: Game>(a: &NodeDef<G>, b: &NodeDef<G>) -> Ordering {
    let keys = a.attributes.key.as_deref().zip(b.attributes.key.as_deref());
    let by_key = keys.and_then(|(a, b)| a.compare(b)).unwrap_or(Ordering::Equal);
    by_key.then_with(|| a.name.cmp(&b.name))
}

/// Phase predicates below an ApplyAll phase must see the starting state even
/// when their turn comes after events, so they are evaluated when it begins.
fn guarded_below(tree: &Tree) -> Vec<(u32, Box<[u32]>)> {
    if !(tree.guarded && tree.applies_all) {
        return Vec::new();
    }
    let mut below: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for node in 0..tree.nodes.len() as u32 {
        if tree.phase(node).is_some_and(|phase| phase.guarded)
            && let Some(outermost) = tree.outermost_apply_all(node)
        {
            below.entry(outermost).or_default().push(node);
        }
    }
    below.into_iter().map(|(phase, guarded)| (phase, guarded.into())).collect()
}

fn assemble<G: Game>(
    draft: Draft<G>,
    tree: Tree,
    words: Vocabulary<G>,
    children: &[Vec<usize>],
) -> Compiled<G> {
    let Rules { mut rules, quick, groups, slots } = rule_entries(&draft, &tree, &words);
    note_masks(&mut rules, groups.len());
    let facts_by_kind = ActionKind::<G>::ALL.iter().map(|&kind| {
        let concerned = rules.iter().filter(|rule| rule.kinds.contains(kind));
        let named: BTreeSet<u32> =
            concerned.flat_map(|rule| rule.givens.iter().map(|given| given.fact)).collect();
        named.into_iter().collect()
    });
    let values: Vec<usize> = words.facts.iter().map(|fact| fact.values.len()).collect();
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
    let proposes = |rule: &RuleEntry<G>| !matches!(rule.def.generator, Generator::Silent);
    let generators =
        (0..rules.len() as u32).filter(|&rule| proposes(&rules[rule as usize])).collect();
    let mut compiled = Compiled {
        checks_by_kind: by_kind.collect(),
        exceptions_of: exceptions_of.collect(),
        generators,
        uses_subjects: rules.iter().any(|rule| !rule.subjects.is_empty()),
        minds_kinds: !draft.invariants.is_empty() || !draft.revealing.is_empty(),
        facts_by_kind: facts_by_kind.collect(),
        phase_asks: words.phase_asks(&draft),
        plan,
        words,
        reactions: draft.reactor.map(|reactor| Reactions::new(&draft, reactor)),
        has_costs: rules.iter().any(|rule| !rule.def.costs.is_empty()),
        calm: false,
        plain: false,
        rules,
        quick,
        groups,
        slots,
        warnings: Vec::new(),
        tree,
        draft,
    };
    exact::note_honoured(&mut compiled);
    compiled.warnings = warnings(&compiled, children);
    compiled.plain =
        !compiled.has_costs && compiled.reactions.is_none() && compiled.draft.turn.is_none();
    compiled.calm = compiled.plan.is_some()
        && calm_strategies(&compiled)
        && compiled.words.facts.is_empty()
        && compiled.words.shared.is_empty()
        && compiled.draft.turn.is_none()
        && compiled.reactions.is_none()
        && compiled.draft.exceptions.is_empty()
        && !compiled.minds_kinds
        && !compiled.uses_subjects;
    compiled
}

/// Whether there is no ApplyAll phase that needs to know what applied before,
/// or how the state was at the start.
fn calm_strategies<G: Game>(book: &Compiled<G>) -> bool {
    let flat = book.plan.as_ref().is_some_and(|plan| plan.flat == Flat::ApplyAll);
    !book.tree.applies_all || flat && book.groups.is_empty() && !book.tree.guarded
}

/// The rules, the names of all exclusivity groups, and how many slots for
/// findings they need together: one for each type that is found.
struct Rules<G: Game> {
    rules: Vec<RuleEntry<G>>,
    quick: Vec<Quick<G>>,
    groups: Vec<String>,
    slots: usize,
}

fn rule_entries<G: Game>(draft: &Draft<G>, tree: &Tree, words: &Vocabulary<G>) -> Rules<G> {
    let mut groups: Vec<String> = Vec::new();
    let mut types: Vec<TypeId> = Vec::new();
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
            quick.push(Quick {
                code: rule.code.clone(),
                tests: tests(rule, words),
                slot: slot as u32,
            });
            let direct = tree.outermost_apply_all(node as u32).is_none();
            rules.push(RuleEntry {
                node: node as u32,
                kinds: concerned(rule.kinds),
                subjects: rule.subjects.clone().into(),
                groups: around[node].clone(),
                direct,
                always: rule.conditions.is_empty()
                    && rule.givens.iter().all(GivenDef::is_always)
                    && rule.code.always(),
                needs_no_answer: found == TypeId::of::<()>(),
                guards: guarded(tree, node as u32)
                    .into_iter()
                    .filter(|&phase| draft.asks(phase, !direct))
                    .collect(),
                phases: guarded(tree, node as u32),
                givens: words.givens(draft, tree, node as u32),
                shared: shared_of(rule, words),
                mask: Box::default(),
                honours: Box::default(),
                def: rule.clone(),
            });
        }
    }
    Rules { rules, quick, groups, slots: types.len() }
}

/// By condition of a rule: the number of the shared predicate that it is.
fn shared_of<G: Game>(rule: &RuleDef<G>, words: &Vocabulary<G>) -> Box<[u32]> {
    let number = |condition: &Condition<G>| match &condition.test {
        Test::Own(_) => NONE,
        Test::Shared(shared) => words.shared(shared),
    };
    rule.conditions.iter().map(number).collect()
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

/// Exclusivity groups as bit sets, as long as they have to be.
fn note_masks<G: Game>(rules: &mut [RuleEntry<G>], groups: usize) {
    for rule in rules.iter_mut().filter(|rule| !rule.groups.is_empty()) {
        let mut mask = vec![0u64; groups.div_ceil(64)];
        for &group in &rule.groups {
            mask[group as usize / 64] |= 1 << (group % 64);
        }
        rule.mask = mask.into();
    }
}

/// The guarded phases around a node, outermost first.
fn guarded(tree: &Tree, node: u32) -> Box<[u32]> {
    let guarded = |phase: &u32| tree.phase(*phase).is_some_and(|phase| phase.guarded);
    let mut phases: Vec<u32> = tree.ancestors(node).filter(guarded).collect();
    phases.reverse();
    phases.into()
}

fn warnings<G: Game>(book: &Compiled<G>, children: &[Vec<usize>]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (node, def) in book.draft.nodes.iter().enumerate() {
        if let What::Phase(phase) = &def.what
            && phase.strategy.is_some_and(|strategy| strategy != Strategy::ApplyAll)
            && children[node].len() == 1
        {
            warnings.push(Warning::StrategyWithoutEffect { phase: book.draft.path(node) });
        }
        warnings.extend(attribute_warnings(book, node, children));
    }
    warnings.extend(group_warnings(book));
    for (check, exceptions) in book.draft.checks.iter().zip(&book.exceptions_of) {
        if check.force == Force::Liftable && exceptions.is_empty() {
            warnings.push(Warning::NeverLifted { check: check.name.clone() });
        }
    }
    for &kind in ActionKind::<G>::ALL {
        if !book.rules.iter().any(|rule| rule.kinds.contains(kind)) {
            warnings.push(Warning::KindWithoutRule { kind: kind.name() });
        }
    }
    warnings
}

fn attribute_warnings<G: Game>(
    book: &Compiled<G>,
    node: usize,
    children: &[Vec<usize>],
) -> Vec<Warning> {
    let def = &book.draft.nodes[node];
    let Some(parent) = def.parent else {
        return Vec::new();
    };
    let What::Phase(phase) = &book.draft.nodes[parent].what else {
        return Vec::new();
    };
    let by_priority =
        matches!(phase.strategy, Some(Strategy::HighestPriority | Strategy::ApplyAll))
            && !phase.by_key;
    let mut warnings = Vec::new();
    if def.attributes.priority.is_some() && !(by_priority && children[parent].len() > 1) {
        warnings.push(Warning::PriorityWithoutEffect { name: book.draft.path(node) });
    }
    if def.attributes.key.is_some() && !phase.by_key {
        warnings.push(Warning::KeyWithoutEffect { name: book.draft.path(node) });
    }
    warnings
}

/// A group masks only where two of its rules stand on different branches of
/// one ApplyAll phase.
fn group_warnings<G: Game>(book: &Compiled<G>) -> Vec<Warning> {
    let mut effective = vec![false; book.groups.len()];
    let mut branches: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for rule in book.rules.iter().filter(|rule| !rule.groups.is_empty()) {
        let mut branch = rule.node;
        for phase in book.tree.ancestors(rule.node) {
            if book.tree.strategy(phase) == Strategy::ApplyAll {
                for &group in &rule.groups {
                    let first = *branches.entry((group, phase)).or_insert(branch);
                    effective[group as usize] |= first != branch;
                }
            }
            branch = phase;
        }
    }
    let idle = book.groups.iter().zip(effective).filter(|(_, effective)| !effective);
    idle.map(|(group, _)| Warning::GroupWithoutEffect { group: group.clone() }).collect()
}
