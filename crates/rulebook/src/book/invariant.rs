//! Writing down invariants.

use crate::book::rule::EventKind;
use crate::game::{Game, KindSet};

/// When an invariant must hold.
///
/// # Example
///
/// ```
/// use rulebook::Holds;
/// assert_ne!(Holds::Always, Holds::AtRest);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// After every event; verified at the end of each transition, and in
    /// debug mode after each event.
    Always,
    /// Only when a transition has come to rest.
    AtRest,
}

/// An invariant, written down.
pub(crate) struct InvariantDef<G: Game> {
    pub name: String,
    pub kinds: KindSet<EventKind<G>>,
    pub moment: Holds,
    pub holds: Box<dyn Fn(&G::State) -> bool + Send + Sync>,
}

impl<G: Game> InvariantDef<G> {
    /// Whether events of these kinds could break it.
    #[inline]
    pub(crate) fn is_concerned(&self, happened: KindSet<EventKind<G>>) -> bool {
        self.kinds.is_empty() || self.kinds.meets(happened)
    }
}

/// An invariant being written down; [`holds`](InvariantBuilder::holds)
/// finishes it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .invariant("at most one hundred", |invariant| invariant.holds(|total| *total <= 100))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert!(matches!(game.submit(Seat(0), 101)?, Outcome::Aborted(_)));
/// assert_eq!(*game.state(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct InvariantBuilder<G: Game> {
    kinds: KindSet<EventKind<G>>,
    moment: Holds,
}

/// A finished invariant.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Invariant, InvariantBuilder};
///
/// fn small(invariant: InvariantBuilder<Counter>) -> Invariant<Counter> {
///     invariant.broken_by(Anything::Any).holds(|total| *total <= 100)
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .invariant("at most one hundred", small)
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Invariant<G: Game> {
    kinds: KindSet<EventKind<G>>,
    moment: Holds,
    holds: Box<dyn Fn(&G::State) -> bool + Send + Sync>,
}

impl<G: Game> Invariant<G> {
    pub(crate) fn named(self, name: String) -> InvariantDef<G> {
        InvariantDef { name, kinds: self.kinds, moment: self.moment, holds: self.holds }
    }
}

impl<G: Game> InvariantBuilder<G> {
    pub(crate) fn new() -> Self {
        InvariantBuilder { kinds: KindSet::none(), moment: Holds::Always }
    }

    /// The event kinds that can break it: it costs nothing when none of them
    /// happened. None named: all.
    pub fn broken_by(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.kinds = self.kinds.union(kinds.into());
        self
    }

    /// It holds only at rest: between the events of one transition it may not.
    pub fn at_rest(mut self) -> Self {
        self.moment = Holds::AtRest;
        self
    }

    /// What must hold.
    pub fn holds(self, holds: impl Fn(&G::State) -> bool + Send + Sync + 'static) -> Invariant<G> {
        Invariant { kinds: self.kinds, moment: self.moment, holds: Box::new(holds) }
    }
}
