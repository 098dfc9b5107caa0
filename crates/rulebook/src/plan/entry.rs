//! One entry of a plan to look at.

use std::fmt;

use crate::book::draft::Asks;
use crate::book::fact::Predicate;
use crate::book::names::SubjectName;
use crate::book::rule::{ActionKind, Test};
use crate::book::tree::NONE;
use crate::book::{RuleEntry, RuleId};
use crate::game::{Game, Kind};
use crate::plan::asking::given_name;
use crate::plan::view::PlanView;

/// A predicate for which an entry waits.
pub(super) struct WaitsFor<'b> {
    pub name: &'b str,
    pub shared: Option<SharedName<'b>>,
    /// Whether it is about the start of the action, and that may differ from its turn.
    pub at_start: bool,
}

/// What a shared predicate is called, what it stands for, and what it reads, if it says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SharedName<'b> {
    pub name: &'b str,
    pub of: &'b str,
    pub wants: bool,
    pub reads: Option<&'b [u64; 4]>,
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
    pub(super) view: PlanView<'b, G>,
    pub(super) rank: usize,
}

impl<'b, G: Game> PlanEntry<'b, G> {
    pub(super) fn rule_entry(&self) -> &'b RuleEntry<G> {
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

    /// The names of the kinds of actions that the rule concerns.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.rule_entry().kinds.iter().map(Kind::name)
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
        self.givens_asked().map(|(given, _)| given)
    }

    /// The same, and whether each is about the start of the action, where that may
    /// differ from the entry's turn.
    pub(super) fn givens_asked(&self) -> impl Iterator<Item = (&'b str, bool)> {
        let (book, rule, moves) = (self.view.book, self.rule(), self.comes_after_events());
        (0..self.rule_entry().givens.len() as u32).map(move |at| {
            let (phase, name) = given_name(book, rule, at);
            (name, moves && phase.is_some())
        })
    }

    /// Whether its turn may come after events.
    fn comes_after_events(&self) -> bool {
        self.view.book.tree.outermost_apply_all(self.rule_entry().node).is_some()
    }

    /// The shared predicates that the entry waits for, those of the phases
    /// around included.
    pub fn shared(&self) -> impl Iterator<Item = &'b str> {
        self.predicates().filter(|asked| asked.shared.is_some()).map(|asked| asked.name)
    }

    /// Predicates of the phases around, and shared ones of its own.
    pub(super) fn predicates(&self) -> impl Iterator<Item = WaitsFor<'b>> {
        let (book, entry, at_start) =
            (self.view.book, self.rule_entry(), self.comes_after_events());
        let around = entry.guards.iter().flat_map(move |&phase| {
            let asked = book.draft.predicates(phase).iter();
            // Declared conditions of the phases around count as the rule's own.
            let asked = asked.filter(|asks| !matches!(asks, Asks::Given(_)));
            asked.map(move |asks| {
                let shared = match asks {
                    Asks::Shared(shared) => Some(SharedName::of(shared)),
                    Asks::Own(..) | Asks::Given(_) => None,
                };
                WaitsFor { name: asks.name(), shared, at_start }
            })
        });
        let own = entry.def.conditions.iter().filter_map(|own| match &own.test {
            Test::Shared(shared) => {
                let shared = Some(SharedName::of(shared));
                Some(WaitsFor { name: &own.name, shared, at_start: false })
            }
            Test::Own(_) => None,
        });
        around.chain(own)
    }

    /// Whether the rule [answers](crate::RuleBuilder::answer) for itself: it may skip or
    /// refuse when all that it waits for holds.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("halve", |rule| rule
    ///         .answer(|ask| match ask.action % 2 { 0 => Answer::Match(ask.action / 2), _ => Answer::Skip })
    ///         .then(|_, half| [half]))
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// assert!(book.plan().unwrap().entries().map(|entry| entry.answers()).eq([true, false]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answers(&self) -> bool {
        !self.rule_entry().def.code.always()
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

    /// Which of the plan's [nodes](PlanView::nodes) it stands in, innermost, if any.
    pub fn node(&self) -> Option<usize> {
        let node = self.view.plan.entries[self.rank].node;
        (node != NONE).then_some(node as usize)
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
        let kinds: Vec<_> = self.kinds().collect();
        if kinds.len() < ActionKind::<G>::ALL.len() {
            write!(f, ", on {}", kinds.join(" or "))?;
        }
        // All of them: who reads the plan wants to know which rule is looked up by what.
        for (at, subject) in self.subjects().iter().enumerate() {
            write!(f, "{}{subject}", if at == 0 { ", about " } else { " or " })?;
        }
        let when = |at_start: bool| if at_start { " at the start" } else { "" };
        for (given, at_start) in self.givens_asked() {
            write!(f, ", given {given}{}", when(at_start))?;
        }
        for WaitsFor { name, at_start, .. } in self.predicates() {
            write!(f, ", while {name}{}", when(at_start))?;
        }
        for condition in self.conditions() {
            write!(f, ", when {condition}")?;
        }
        if self.answers() {
            f.write_str(", answers for itself")?;
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
        self.node().map_or(Ok(()), |node| write!(f, ", in node {node}"))
    }
}
