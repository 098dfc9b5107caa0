//! The signature of a plan: a digest that changes with whatever selection goes by.

use crate::book::rule::ActionKind;
use crate::digest::{Canonical, Digest, Encoder};
use crate::game::{Game, Kind};
use crate::plan::entry::{PlanEntry, SharedName, WaitsFor};
use crate::plan::view::PlanView;

impl<G: Game> PlanView<'_, G> {
    /// A number for all that selection goes by: the book's name, the entries with their
    /// order and what each waits for, nodes, groups, look-ups, and what is read and
    /// written. What people call subjects and parts is not in it.
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
    pub fn signature(self) -> Digest {
        let mut into = Encoder::new();
        self.name().encode(&mut into);
        each(self.entries(), &mut into, |entry, into| entry.sign(into));
        each(self.nodes(), &mut into, |node, into| {
            node.phase.encode(into);
            node.strategy.to_string().encode(into);
            into.len(node.entries.start);
            into.len(node.entries.end);
        });
        each(self.roots(), &mut into, |(group, root), into| {
            group.encode(into);
            into.len(root);
        });
        each(self.sharers(), &mut into, |(shared, _), into| shared.sign(into));
        each(self.written(), &mut into, |(kind, parts), into| {
            kind.name().encode(into);
            parts.encode(into);
        });
        for &kind in ActionKind::<G>::ALL {
            each(self.looked_up_by(kind), &mut into, |fact, into| fact.encode(into));
        }
        into.finish()
    }
}

impl<G: Game> PlanEntry<'_, G> {
    fn sign(&self, into: &mut Encoder) {
        self.name().encode(into);
        each(self.kinds(), into, |kind, into| kind.encode(into));
        each(self.subjects(), into, |named, into| into.u32(named.subject.0));
        each(self.givens_asked(), into, |(given, at_start), into| {
            given.encode(into);
            at_start.encode(into);
        });
        each(self.predicates(), into, |WaitsFor { name, shared, at_start }, into| {
            name.encode(into);
            into.variant(u32::from(shared.is_some()));
            if let Some(shared) = shared {
                shared.sign(into);
            }
            at_start.encode(into);
        });
        each(self.conditions(), into, |condition, into| condition.encode(into));
        each(self.groups(), into, |(group, root), into| {
            group.encode(into);
            into.len(root);
        });
        self.answers().encode(into);
        self.is_always().encode(into);
        self.is_short_cut().encode(into);
        self.node().map(|node| node as u64).encode(into);
    }
}

impl SharedName<'_> {
    fn sign(&self, into: &mut Encoder) {
        self.name.encode(into);
        self.of.encode(into);
        self.wants.encode(into);
        self.reads.copied().encode(into);
    }
}

/// Things of which there may be any number.
fn each<T>(
    things: impl IntoIterator<Item = T>,
    into: &mut Encoder,
    sign: impl Fn(T, &mut Encoder),
) {
    let things = Vec::from_iter(things);
    into.len(things.len());
    things.into_iter().for_each(|thing| sign(thing, into));
}
