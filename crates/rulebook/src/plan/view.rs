//! The plan to look at: entries with their numbers, nodes, groups, look-ups, and all of
//! it as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::book::names::list;
use crate::book::rule::{ActionKind, EventKind};
use crate::book::tree::NONE;
use crate::book::vocabulary::{Vocabulary, parts};
use crate::book::{Book, Compiled, RuleId};
use crate::game::{Game, Kind};
use crate::plan::entry::{PlanEntry, SharedName};
use crate::plan::linear::Plan;
use crate::plan::node::PlanNode;
use crate::plan::passes::Passes;
use crate::plan::table::Table;

impl<G: Game> Book<G> {
    /// The plan by which rules are selected. None if the reference interpreter
    /// decides, because [`Pass::Linear`](crate::Pass::Linear) is off.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .strategy(Strategy::HighestPriority)
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .rule("double", |rule| rule.priority(Priority::OVERRIDE)
    ///         .when("even", |cx| *cx.action % 2 == 0)
    ///         .then(|cx, ()| [2 * *cx.action]))
    ///     .compile()?;
    /// let plan = book.plan().unwrap();
    /// assert!(plan.entries().map(|entry| entry.name()).eq(["double", "count"]));
    /// assert_eq!(
    ///     plan.to_string(),
    ///     "counter: 2 entries\n  0 double, when even\n  1 count, always\n",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self) -> Option<PlanView<'_, G>> {
        let book = &*self.inner;
        book.plan.as_ref().map(|plan| PlanView { book, plan })
    }
}

/// The plan of a book, to look at; see [`Book::plan`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let plan = book.plan().unwrap();
/// assert_eq!((plan.name(), plan.entries().len()), ("counter", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlanView<'b, G: Game> {
    pub(super) book: &'b Compiled<G>,
    pub(super) plan: &'b Plan,
}

impl<G: Game> Clone for PlanView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PlanView<'_, G> {}

impl<'b, G: Game> PlanView<'b, G> {
    /// The book's name.
    pub fn name(self) -> &'b str {
        &self.book.draft.name
    }

    /// The entries in the order of asking.
    pub fn entries(self) -> impl ExactSizeIterator<Item = PlanEntry<'b, G>> {
        (0..self.plan.entries.len()).map(move |rank| PlanEntry { view: self, rank })
    }

    /// The entry of a rule.
    ///
    /// # Panics
    ///
    /// If the rule is of another book.
    pub fn entry(self, rule: RuleId) -> PlanEntry<'b, G> {
        assert!(rule.index() < self.book.rules.len(), "rule {} is of another book", rule.0);
        PlanEntry { view: self, rank: self.plan.ranks[rule.index()] as usize }
    }

    /// The entries that an action of this kind can concern, whatever it is
    /// about.
    pub fn entries_for(self, kind: ActionKind<G>) -> impl Iterator<Item = PlanEntry<'b, G>> {
        self.entries().filter(move |entry| entry.rule_entry().kinds.contains(kind))
    }

    /// The facts by which rules for a kind of action are looked up: those that
    /// tell enough of them apart, the most telling first. One that phases below
    /// ApplyAll name is named twice if what it was at the start tells them apart
    /// and what it is at a rule's turn does as well.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # #[derive(Clone, Copy, Debug, PartialEq, Kinds)]
    /// # enum Size { Small, Large }
    /// # #[derive(Clone, Copy, Debug, PartialEq, Kinds)]
    /// # enum Turn { Even, Odd }
    /// use rulebook::Fact;
    ///
    /// let size = Fact::of_state("size", |total: &u32| if *total < 10 { Size::Small } else { Size::Large });
    /// let turn = Fact::of_state("turn", |total: &u32| if *total % 2 == 0 { Turn::Even } else { Turn::Odd });
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("start", |rule| rule.given(&size, SizeKind::Small).then(|_, ()| [5]))
    ///     .rule("even", |rule| rule.given(&size, SizeKind::Large).given(&turn, TurnKind::Even)
    ///         .then(|_, ()| [1]))
    ///     .rule("odd", |rule| rule.given(&size, SizeKind::Large).given(&turn, TurnKind::Odd)
    ///         .then(|_, ()| [2]))
    ///     .compile()?;
    /// let plan = book.plan().unwrap();
    /// assert!(plan.looked_up_by(Anything::Any).eq(["size", "turn"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn looked_up_by(self, kind: ActionKind<G>) -> impl Iterator<Item = &'b str> {
        self.facts_of(kind).map(|(name, _)| name)
    }

    /// The facts by which rules for a kind of action are looked up, each with whether
    /// it is what the fact was at the start.
    fn facts_of(self, kind: ActionKind<G>) -> impl Iterator<Item = (&'b str, bool)> {
        let table = self.plan.rows_of(kind.index()).table.as_ref();
        let facts = table.into_iter().flat_map(Table::facts);
        let words = &self.book.words;
        facts.map(move |number| {
            let fact = words.kept(number);
            (words.facts[fact as usize].name.as_str(), fact != number)
        })
    }

    fn looked_up_in_words(self, kind: ActionKind<G>) -> Vec<String> {
        let word = |(name, at_the_start): (&str, bool)| match at_the_start {
            true => format!("{name} at the start"),
            false => name.to_owned(),
        };
        self.facts_of(kind).map(word).collect()
    }

    /// The exclusivity groups: each with the number of the first entry that is
    /// in it, its root.
    pub fn roots(self) -> impl Iterator<Item = (&'b str, usize)> {
        let groups = self.book.groups.iter().zip(&self.plan.roots);
        // A group of phases without rules has none.
        let rooted = groups.filter(|(_, root)| **root != NONE);
        rooted.map(|(group, root)| (group.as_str(), *root as usize))
    }

    /// The Exclusive and ApplyAll phases, which need a place of their own.
    pub fn nodes(self) -> impl ExactSizeIterator<Item = PlanNode> {
        self.plan.nodes.iter().map(move |node| PlanNode {
            phase: self.book.draft.path(node.phase as usize),
            strategy: self.book.tree.strategy(node.phase),
            entries: node.first as usize..node.end as usize,
        })
    }

    /// The passes that are on.
    pub fn passes(self) -> Passes {
        self.plan.passes
    }

    /// The kinds of events of which is said what they write, if a shared predicate says
    /// what it reads.
    pub(super) fn written(self) -> impl Iterator<Item = (EventKind<G>, Box<[u8]>)> {
        let Vocabulary { shared, writes, .. } = &self.book.words;
        let matters = shared.iter().any(|shared| shared.reads.is_some());
        let kinds = EventKind::<G>::ALL.iter().zip(writes).filter(move |_| matters);
        kinds.filter_map(|(kind, writes)| Some((*kind, writes.parts()?)))
    }

    /// By shared predicate: how many entries wait for it, in a phase around
    /// them or for themselves.
    pub(super) fn sharers(self) -> BTreeMap<SharedName<'b>, usize> {
        let mut sharers = BTreeMap::new();
        for entry in self.entries() {
            for name in entry.predicates().filter_map(|asked| asked.shared) {
                *sharers.entry(name).or_default() += 1;
            }
        }
        sharers
    }
}

impl<G: Game> fmt::Display for PlanView<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries().len();
        let plural = if entries == 1 { "entry" } else { "entries" };
        writeln!(f, "{}: {entries} {plural}", self.book.draft.name)?;
        for entry in self.entries() {
            writeln!(f, "  {entry}")?;
        }
        for (number, node) in self.nodes().enumerate() {
            writeln!(f, "  node {number}: {node}")?;
        }
        for (group, root) in self.roots() {
            writeln!(f, "  exclusivity group {group}: root {root}")?;
        }
        for (predicate, count) in self.sharers() {
            let plural = if count == 1 { "entry" } else { "entries" };
            let reads = predicate.reads.map(|reads| self.book.part_names.in_words(&parts(reads)));
            let reads = reads.map_or_else(String::new, |reads| format!(", reads {reads}"));
            writeln!(f, "  shared predicate {predicate}{reads}: {count} {plural}")?;
        }
        self.write_writers(f)?;
        let kinds = ActionKind::<G>::ALL.iter();
        let by = |kind: &ActionKind<G>| list(&self.looked_up_in_words(*kind), "and");
        for (facts, kinds) in together(kinds.map(|kind| (by(kind), kind.name()))) {
            if !facts.is_empty() {
                let are = if kinds.len() == 1 { "is" } else { "are" };
                writeln!(f, "  {} {are} looked up by {facts}", list(&kinds, "and"))?;
            }
        }
        Ok(())
    }
}

impl<G: Game> PlanView<'_, G> {
    /// Which kinds of events make predicates asked again: those that write a part that
    /// somebody reads, and those that may write anything.
    fn write_writers(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vocabulary { shared, writes, .. } = &self.book.words;
        let read: BTreeSet<u8> =
            shared.iter().filter_map(|shared| shared.reads.as_ref()).flat_map(parts).collect();
        for part in &read {
            let writes_it = self.written().filter(|(_, writes)| writes.contains(part));
            let writers = owned(writes_it.map(|(kind, _)| kind.name()));
            let part = self.book.part_names.in_words(&[*part]);
            match &writers[..] {
                [] => writeln!(f, "  no event says that it writes {part}")?,
                writers => writeln!(f, "  {part} is written by {}", list(writers, "and"))?,
            }
        }
        let silent = EventKind::<G>::ALL.iter().zip(writes).filter(|(_, it)| it.parts().is_none());
        let silent = owned(silent.map(|(kind, _)| kind.name()));
        if !read.is_empty() && !silent.is_empty() {
            writeln!(f, "  {} may write anything", list(&silent, "and"))?;
        }
        Ok(())
    }
}

/// Things by what they have in common, in the order in which that comes up.
fn together(things: impl Iterator<Item = (String, &'static str)>) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (common, thing) in things {
        match all.iter_mut().find(|(known, _)| *known == common) {
            Some((_, known)) => known.push(thing.to_owned()),
            None => all.push((common, vec![thing.to_owned()])),
        }
    }
    all
}

fn owned<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

impl<G: Game> fmt::Debug for PlanView<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
