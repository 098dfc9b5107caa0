//! The plan to look at: entries with their numbers, what each waits for, and a
//! signature that changes when any of it does.

use std::collections::BTreeMap;
use std::fmt;

use crate::book::draft::Asks;
use crate::book::fact::Predicate;
use crate::book::names::SubjectName;
use crate::book::rule::{ActionKind, EventKind, Test};
use crate::book::tree::NONE;
use crate::book::vocabulary::{Vocabulary, parts};
use crate::book::{Book, Compiled, RuleId};
use crate::digest::{Canonical, Digest, Encoder};
use crate::game::{Game, Kind};
use crate::plan::asking::given_name;
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
/// let count = |name: &str| Book::<Counter>::builder("counter")
///     .rule(name, |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile();
/// let (one, same, other) = (count("one")?, count("one")?, count("other")?);
/// let signature = |book: &Book<Counter>| book.plan().unwrap().signature();
/// assert_eq!(signature(&one), signature(&same));
/// assert_ne!(signature(&one), signature(&other));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlanView<'b, G: Game> {
    book: &'b Compiled<G>,
    plan: &'b Plan,
}

impl<G: Game> Clone for PlanView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PlanView<'_, G> {}

impl<'b, G: Game> PlanView<'b, G> {
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
        let table = self.plan.rows_of(kind.index()).table.as_ref();
        let facts = table.into_iter().flat_map(Table::facts);
        let words = &self.book.words;
        facts.map(move |fact| words.facts[words.kept(fact) as usize].name.as_str())
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

    /// A number for all that the plan's text says: the book's name, the entries
    /// with their order and what each waits for, nodes, groups and look-ups. What the
    /// text tells by [name](crate::BookBuilder::names_subjects) counts by number, too.
    pub fn signature(self) -> Digest {
        let mut into = Encoder::new();
        self.to_string().encode(&mut into);
        // Two of them may have the same name.
        for entry in self.entries() {
            entry.subjects().iter().for_each(|named| into.u32(named.subject.0));
        }
        into.finish()
    }

    /// The kinds of events of which is said what they write, if a shared predicate says
    /// what it reads.
    fn written(self) -> impl Iterator<Item = (EventKind<G>, Box<[u8]>)> {
        let Vocabulary { shared, writes, .. } = &self.book.words;
        let matters = shared.iter().any(|shared| shared.reads.is_some());
        let kinds = EventKind::<G>::ALL.iter().zip(writes).filter(move |_| matters);
        kinds.filter_map(|(kind, writes)| Some((*kind, writes.parts()?)))
    }

    /// By shared predicate: how many entries wait for it, in a phase around
    /// them or for themselves.
    fn sharers(self) -> BTreeMap<SharedName<'b>, usize> {
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
        for (kind, writes) in self.written() {
            writeln!(f, "  {} writes {}", kind.name(), self.book.part_names.in_words(&writes))?;
        }
        for &kind in ActionKind::<G>::ALL {
            let facts: Vec<_> = self.looked_up_by(kind).collect();
            if !facts.is_empty() {
                writeln!(f, "  {} is looked up by {}", kind.name(), facts.join(" and "))?;
            }
        }
        Ok(())
    }
}

impl<G: Game> fmt::Debug for PlanView<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A predicate for which an entry waits.
struct WaitsFor<'b> {
    name: &'b str,
    shared: Option<SharedName<'b>>,
    /// Whether a phase around asks it.
    around: bool,
}

/// What a shared predicate is called, what it stands for, and what it reads, if it says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SharedName<'b> {
    name: &'b str,
    of: &'b str,
    wants: bool,
    reads: Option<&'b [u64; 4]>,
}

impl<'b> SharedName<'b> {
    fn of<G: Game>(predicate: &'b Predicate<G>) -> Self {
        let Predicate { name, def, wants } = predicate;
        SharedName { name, of: &def.name, wants: *wants, reads: def.reads.as_ref() }
    }
}

impl fmt::Display for SharedName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.wants {
            false => write!(f, ", the opposite of {}", self.of)?,
            true if self.name != self.of => write!(f, ", another name of {}", self.of)?,
            true => {}
        }
        Ok(())
    }
}

/// One entry of a plan: a rule, and what it waits for.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Predicate;
///
/// let small = Predicate::new("small", |total: &u32| *total < 10);
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.while_holds(&small).exclusive("counting")
///         .then(|cx, ()| [*cx.action]))
///     .rule("stop", |rule| rule.then(|_, ()| [0]))
///     .compile()?;
/// let plan = book.plan().unwrap();
/// let count = plan.entry(book.rule("count").unwrap());
/// assert_eq!((count.number(), count.is_always()), (0, false));
/// assert_eq!(count.to_string(), "0 count, while small, exclusivity group counting (root 0)");
/// assert!(plan.entry(book.rule("stop").unwrap()).is_always());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlanEntry<'b, G: Game> {
    view: PlanView<'b, G>,
    rank: usize,
}

impl<'b, G: Game> PlanEntry<'b, G> {
    fn rule_entry(&self) -> &'b crate::book::RuleEntry<G> {
        &self.view.book.rules[self.rule().index()]
    }

    /// The entry's number: its place in the order of asking.
    pub fn number(&self) -> usize {
        self.rank
    }

    /// The rule.
    pub fn rule(&self) -> RuleId {
        self.view.plan.entries[self.rank].rule
    }

    /// The rule's full name.
    pub fn name(&self) -> String {
        self.view.book.rule_name(self.rule())
    }

    /// Whether the rule decides without being asked: nothing is evaluated for
    /// it but what kind of action it is.
    pub fn is_always(&self) -> bool {
        let entry = self.rule_entry();
        entry.always
            && entry.subjects.is_empty()
            && entry.guards.is_empty()
            && entry.givens.is_empty()
    }

    /// The subjects that the rule is about; none if it is about any.
    pub fn subjects(&self) -> &'b [SubjectName] {
        &self.rule_entry().subjects
    }

    /// The declared conditions in words, those of the phases around included.
    pub fn givens(&self) -> impl Iterator<Item = &'b str> {
        let (book, rule) = (self.view.book, self.rule());
        (0..self.rule_entry().givens.len()).map(move |at| given_name(book, rule, at as u32).1)
    }

    /// The shared predicates that the entry waits for, those of the phases
    /// around included.
    pub fn shared(&self) -> impl Iterator<Item = &'b str> {
        self.predicates().filter(|asked| asked.shared.is_some()).map(|asked| asked.name)
    }

    /// Predicates of the phases around, and shared ones of its own.
    fn predicates(&self) -> impl Iterator<Item = WaitsFor<'b>> {
        let book = self.view.book;
        let entry = self.rule_entry();
        let around = entry.guards.iter().flat_map(move |&phase| {
            let asked = book.draft.predicates(phase).iter();
            // Declared conditions of the phases around count as the rule's own.
            let asked = asked.filter(|asks| !matches!(asks, Asks::Given(_)));
            asked.map(|asks| {
                let shared = match asks {
                    Asks::Shared(shared) => Some(SharedName::of(shared)),
                    Asks::Own(..) | Asks::Given(_) => None,
                };
                WaitsFor { name: asks.name(), shared, around: true }
            })
        });
        let own = entry.def.conditions.iter().filter_map(|own| match &own.test {
            Test::Shared(shared) => {
                let shared = Some(SharedName::of(shared));
                Some(WaitsFor { name: &own.name, shared, around: false })
            }
            Test::Own(_) => None,
        });
        around.chain(own)
    }

    /// The conditions that only a closure knows, in words: asked last.
    pub fn conditions(&self) -> impl Iterator<Item = &'b str> {
        let conditions = self.rule_entry().def.conditions.iter();
        let own = conditions.filter(|own| matches!(own.test, Test::Own(_)));
        own.map(|own| own.name.as_str())
    }

    /// The exclusivity groups of the rule and of the phases around it, each
    /// with the number of its first entry.
    pub fn groups(&self) -> impl Iterator<Item = (&'b str, usize)> {
        let view = self.view;
        self.rule_entry().groups.iter().map(move |&group| {
            (view.book.groups[group as usize].as_str(), view.plan.roots[group as usize] as usize)
        })
    }

    /// Whether, once the rule has matched, the others of its Exclusive phase
    /// need not be asked, because declared conditions exclude them.
    pub fn is_short_cut(&self) -> bool {
        self.view.plan.entries[self.rank].clears
    }
}

impl<G: Game> fmt::Debug for PlanEntry<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<G: Game> fmt::Display for PlanEntry<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rank, self.name())?;
        let entry = self.rule_entry();
        if entry.kinds.iter().count() < ActionKind::<G>::ALL.len() {
            let kinds: Vec<_> = entry.kinds.iter().map(|kind| kind.name()).collect();
            write!(f, ", on {}", kinds.join(" or "))?;
        }
        // All of them: who reads the plan wants to know which rule is looked up by what.
        for (at, subject) in self.subjects().iter().enumerate() {
            write!(f, "{}{subject}", if at == 0 { ", about " } else { " or " })?;
        }
        // Elsewhere the state is the same from the start to the rule's turn.
        let applies_all = self.view.book.tree.outermost_apply_all(entry.node).is_some();
        let when = |around: bool| if around && applies_all { " at the start" } else { "" };
        for at in 0..entry.givens.len() {
            let (phase, given) = given_name(self.view.book, self.rule(), at as u32);
            write!(f, ", given {given}{}", when(phase.is_some()))?;
        }
        for WaitsFor { name, around, .. } in self.predicates() {
            write!(f, ", while {name}{}", when(around))?;
        }
        for condition in self.conditions() {
            write!(f, ", when {condition}")?;
        }
        for (group, root) in self.groups() {
            write!(f, ", exclusivity group {group} (root {root})")?;
        }
        if self.is_always() {
            f.write_str(", always")?;
        }
        if self.is_short_cut() {
            f.write_str(", short cut")?;
        }
        let node = self.view.plan.entries[self.rank].node;
        if node != NONE {
            write!(f, ", in node {node}")?;
        }
        Ok(())
    }
}
