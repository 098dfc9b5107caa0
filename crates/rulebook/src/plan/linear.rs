//! The linear plan: all rules in one list, in the order in which the tree asks
//! them, with what the tree would have said about each written beside it.
//!
//! FirstWins, LastWins and HighestPriority, however nested, come to that order
//! alone: the first decisive rule decides. Only Exclusive and ApplyAll need
//! nodes of their own: where they begin and end in the list, and where the
//! branch ends in which a rule stands. An action is answered by the rows of its
//! kind, its subject and the facts by which its kind is looked up, merged by rank.

use crate::book::rule::ActionKind;
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, Order, Tree};
use crate::book::{Given, RuleEntry, RuleId};
use crate::game::{Game, Kind, Subject};
use crate::plan::foresight;
use crate::plan::passes::{Pass, Passes};
use crate::plan::rows::{self, Cell, Merged, Rows, asks};
use crate::plan::table::allowed;

/// A rule in the order of asking. Its number, the rank, is its place.
#[derive(Debug)]
pub(crate) struct Entry {
    pub rule: RuleId,
    /// The innermost Exclusive or ApplyAll phase around it.
    pub node: u32,
    /// Where the branch of that phase ends in which it stands.
    pub branch_end: u32,
    /// The innermost Exclusive phase around it.
    pub claim: u32,
    /// Whether, once it has matched, all later rules of its Exclusive phase are
    /// excluded by declared conditions.
    pub clears: bool,
}

/// An Exclusive or ApplyAll phase.
#[derive(Debug)]
pub(crate) struct Node {
    pub exclusive: bool,
    /// The phase's number in the tree.
    pub phase: u32,
    /// The next such phase around it.
    pub within: u32,
    /// Where the branch of that one ends in which it stands.
    pub branch_end: u32,
    /// The same for the next Exclusive phase around it.
    pub claim: Claim,
    pub first: u32,
    pub end: u32,
}

/// An Exclusive phase around a rule or phase, and where the branch ends in which
/// that stands there: once it is decisive, nobody else may be from there to the
/// end of the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub node: u32,
    pub branch_end: u32,
}

impl Claim {
    pub(crate) const NONE: Self = Claim { node: NONE, branch_end: 0 };
}

/// Whether the whole plan is one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flat {
    /// The first decisive rule decides.
    Ordered,
    /// The only decisive rule decides.
    Exclusive,
    /// All decisive rules apply, one after the other.
    ApplyAll,
    /// None of these: Exclusive and ApplyAll phases stand in each other or beside
    /// others.
    Nested,
}

/// The plan of a book.
#[derive(Debug)]
pub(crate) struct Plan {
    pub entries: Vec<Entry>,
    pub nodes: Vec<Node>,
    /// By kind of action; one for all if kinds are not told apart.
    pub rows: Vec<Rows>,
    /// The same of those whose phases must be asked before the first event: one
    /// for all that wait for the same.
    pub foreseen: Vec<Rows>,
    pub passes: Passes,
    /// By rule: its rank.
    pub ranks: Vec<u32>,
    /// By exclusivity group: the rank of the first rule in it.
    pub roots: Vec<u32>,
    /// By node of the tree: where it ends in the list.
    pub ends: Vec<u32>,
    pub flat: Flat,
    /// Whether any phase is Exclusive.
    pub excludes: bool,
}

impl Plan {
    /// Whether the first decisive rule decides, whoever else is decisive.
    pub(crate) fn is_in_order(&self) -> bool {
        matches!(self.flat, Flat::Ordered | Flat::ApplyAll)
    }

    /// The rules that an action could concern, by rank.
    pub(crate) fn row(&self, kind: usize, subject: Option<Subject>, facts: &[u8]) -> Merged<'_> {
        self.rows_of(kind).merged(subject, facts)
    }

    /// Those of a kind whose phases must be asked before the first event.
    pub(crate) fn foreseen(&self, kind: usize) -> Option<&Rows> {
        self.foreseen.get(if self.foreseen.len() == 1 { 0 } else { kind })
    }

    /// The rules that an action could concern where neither facts nor subjects
    /// tell them apart.
    #[inline]
    pub(crate) fn plain_row(&self, kind: usize) -> &[Cell] {
        &self.rows_of(kind).open.any
    }

    /// The rows of one kind.
    #[inline]
    pub(crate) fn rows_of(&self, kind: usize) -> &Rows {
        if self.rows.len() == 1 { &self.rows[0] } else { &self.rows[kind] }
    }

    /// The innermost Exclusive phase around a rule.
    pub(crate) fn claim(&self, rank: u32) -> Claim {
        let entry = &self.entries[rank as usize];
        claim(&self.nodes, entry.node, entry.branch_end)
    }

    pub(crate) fn has(&self, pass: Pass) -> bool {
        self.passes.has(pass)
    }
}

/// Makes the plan of a book.
pub(crate) fn plan<G: Game>(
    tree: &Tree,
    rules: &[RuleEntry<G>],
    facts: &[usize],
    groups: usize,
    passes: Passes,
) -> Plan {
    let (mut entries, nodes, ends) = lay_out(tree, rules);
    let mut ranks = vec![0; rules.len()];
    for (rank, entry) in entries.iter().enumerate() {
        ranks[entry.rule.index()] = rank as u32;
    }
    if passes.has(Pass::ShortCut) {
        note_clearing(&mut entries, &nodes, rules, facts.len());
    }
    let rows = by_kind::<G>(passes).into_iter().map(|kind| {
        let of_kind = of_kind(kind, &entries, rules);
        rows::rows_to_explain(&of_kind, &entries, rules, facts, passes)
    });
    let mut rows: Vec<Rows> = rows.collect();
    let foreseen = foresight::rows(&entries, rules, facts, passes);
    let asked = |entry: &Entry| what_to_ask(entry, rules, &rows, tree.applies_all, passes);
    let asked: Vec<u8> = entries.iter().map(asked).collect();
    rows.iter_mut().for_each(|rows| rows.note_asks(&asked));
    let mut roots = vec![NONE; groups];
    for (rank, entry) in entries.iter().enumerate() {
        for &group in &rules[entry.rule.index()].groups {
            let root = &mut roots[group as usize];
            *root = (rank as u32).min(*root);
        }
    }
    let flat = flatness(&nodes, &entries);
    let excludes = nodes.iter().any(|node| node.exclusive);
    Plan { entries, nodes, rows, foreseen, passes, ranks, roots, ends, flat, excludes }
}

/// The kinds of actions that have rows of their own; none in particular if kinds
/// are not told apart.
pub(super) fn by_kind<G: Game>(passes: Passes) -> Vec<Option<ActionKind<G>>> {
    match passes.has(Pass::Kinds) {
        true => ActionKind::<G>::ALL.iter().copied().map(Some).collect(),
        false => vec![None],
    }
}

/// The ranks of the rules for a kind of action.
pub(super) fn of_kind<G: Game>(
    kind: Option<ActionKind<G>>,
    entries: &[Entry],
    rules: &[RuleEntry<G>],
) -> Vec<u32> {
    let concerned =
        |entry: &Entry| kind.is_none_or(|kind| rules[entry.rule.index()].kinds.contains(kind));
    (0..).zip(entries).filter(|(_, entry)| concerned(entry)).map(|(rank, _)| rank).collect()
}

fn flatness(nodes: &[Node], entries: &[Entry]) -> Flat {
    // What is around a phase that holds all rules has nothing to settle.
    let holds_all = |node: &Node| node.first == 0 && node.end as usize == entries.len();
    match nodes {
        [] => Flat::Ordered,
        [only] if holds_all(only) && stand_alone(entries) => match only.exclusive {
            true => Flat::Exclusive,
            false => Flat::ApplyAll,
        },
        _ => Flat::Nested,
    }
}

/// Whether each rule is a branch of its own.
fn stand_alone(entries: &[Entry]) -> bool {
    (1..).zip(entries).all(|(next, entry)| entry.branch_end == next)
}

/// What has to be asked of a rule besides finding its row.
fn what_to_ask<G: Game>(
    entry: &Entry,
    rules: &[RuleEntry<G>],
    rows: &[Rows],
    applies_all: bool,
    passes: Passes,
) -> u8 {
    let rule = &rules[entry.rule.index()];
    let settled = |given: &Given| {
        passes.has(Pass::Kinds)
            && rule.kinds.iter().all(|kind| rows[kind.index()].settles(given.fact))
    };
    let whether = !passes.has(Pass::Kinds)
        || !passes.has(Pass::Subjects) && !rule.subjects.is_empty()
        || !rule.givens.iter().all(settled)
        || applies_all && !rule.groups.is_empty();
    let bits = [
        (whether, asks::WHETHER),
        (!rule.guards.is_empty(), asks::PHASES),
        (!rule.def.conditions.is_empty(), asks::CONDITIONS),
        (!rule.def.code.always(), asks::ANSWER),
    ];
    bits.into_iter().filter(|(asks, _)| *asks).fold(0, |all, (_, bit)| all | bit)
}

/// All rules in the order in which the tree asks them, the phases that need
/// nodes of their own, and where each node of the tree ends.
fn lay_out<G: Game>(tree: &Tree, rules: &[RuleEntry<G>]) -> (Vec<Entry>, Vec<Node>, Vec<u32>) {
    let Order { rules: order, first, end: ends } = tree.order_of_asking();
    let mut nodes: Vec<Node> = Vec::new();
    let mut special = vec![NONE; tree.nodes.len()];
    // Phases in the order of asking; those around stand before those within.
    let mut phases: Vec<u32> = (0..tree.nodes.len() as u32).collect();
    phases.sort_by_key(|&phase| first[phase as usize]);
    for phase in phases {
        let strategy = tree.strategy(phase);
        if matches!(strategy, Strategy::Exclusive | Strategy::ApplyAll) {
            let (within, branch_end) = around(tree, phase, &special, &ends);
            special[phase as usize] = nodes.len() as u32;
            let exclusive = strategy == Strategy::Exclusive;
            let end = ends[phase as usize];
            let first = first[phase as usize];
            let claim = claim(&nodes, within, branch_end);
            nodes.push(Node { exclusive, phase, within, branch_end, claim, first, end });
        }
    }
    let entries = order.into_iter().map(|rule| {
        let (node, branch_end) = around(tree, rules[rule.index()].node, &special, &ends);
        let claim = claim(&nodes, node, branch_end).node;
        Entry { rule, node, branch_end, claim, clears: false }
    });
    let entries = entries.collect();
    (entries, nodes, ends)
}

/// The innermost node of its own around a rule or phase, and where the branch
/// ends in which it stands there.
fn around(tree: &Tree, node: u32, special: &[u32], ends: &[u32]) -> (u32, u32) {
    let mut branch = node;
    for phase in tree.ancestors(node) {
        if special[phase as usize] != NONE {
            return (special[phase as usize], ends[branch as usize]);
        }
        branch = phase;
    }
    (NONE, ends[0])
}

/// The innermost Exclusive phase around what stands in a branch of a node.
fn claim(nodes: &[Node], node: u32, branch_end: u32) -> Claim {
    match nodes.get(node as usize) {
        None => Claim::NONE,
        Some(around) if !around.exclusive => around.claim,
        Some(_) => Claim { node, branch_end },
    }
}

/// Notes which rules of Exclusive phases exclude all later ones by declared
/// conditions: there is a fact that all later ones name, and none of them wants
/// a value that this one wants.
fn note_clearing<G: Game>(
    entries: &mut [Entry],
    nodes: &[Node],
    rules: &[RuleEntry<G>],
    facts: usize,
) {
    for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.exclusive) {
        for fact in 0..facts as u32 {
            // What the rules from each rank on want, all together.
            let mut wanted = vec![0u128; (node.end - node.first) as usize + 1];
            for rank in (node.first..node.end).rev() {
                let at = (rank - node.first) as usize;
                let givens = &rules[entries[rank as usize].rule.index()].givens;
                wanted[at] = wanted[at + 1] | allowed(givens, fact).unwrap_or(u128::MAX);
            }
            for entry in &mut entries[node.first as usize..node.end as usize] {
                let later = wanted[(entry.branch_end - node.first) as usize];
                let mine = allowed(&rules[entry.rule.index()].givens, fact);
                entry.clears |= entry.node == number as u32
                    && later != 0
                    && mine.is_some_and(|mine| mine & later == 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Flat;
    use crate::book::Book;
    use crate::book::builder::{BookBuilder, PhaseBuilder};
    use crate::book::strategy::Strategy::{self, ApplyAll, Exclusive};
    use crate::example::Counter;

    fn flat(book: BookBuilder<Counter>) -> Flat {
        book.compile().unwrap().inner.plan.as_ref().unwrap().flat
    }

    fn book(strategy: Strategy) -> BookBuilder<Counter> {
        Book::builder("counter").strategy(strategy)
    }

    fn rules(phase: PhaseBuilder<'_, Counter>, many: u32) -> PhaseBuilder<'_, Counter> {
        (0..many).fold(phase, |phase, number| {
            phase.rule(format!("{number}"), |rule| rule.then(|cx, ()| [*cx.action]))
        })
    }

    fn within(around: Strategy, strategy: Strategy, many: u32) -> BookBuilder<Counter> {
        book(around).phase("in", |phase| rules(phase.strategy(strategy), many))
    }

    #[test]
    fn a_phase_that_holds_all_rules_is_read_as_if_it_were_the_book() {
        assert_eq!(flat(within(Strategy::FirstWins, ApplyAll, 3)), Flat::ApplyAll);
        assert_eq!(flat(within(Strategy::HighestPriority, Exclusive, 3)), Flat::Exclusive);
    }

    #[test]
    fn phases_in_each_other_and_beside_others_are_nested() {
        let outside = |book: BookBuilder<Counter>| {
            book.rule("outside", |rule| rule.then(|cx, ()| [*cx.action]))
        };
        for around in [Strategy::FirstWins, Exclusive, ApplyAll] {
            for strategy in [Exclusive, ApplyAll] {
                assert_eq!(flat(outside(within(around, strategy, 3))), Flat::Nested);
            }
        }
        assert_eq!(flat(within(Exclusive, ApplyAll, 3)), Flat::Nested);
    }
}
