//! A phase of the plan to look at.

use std::fmt;

use crate::book::strategy::Strategy;

/// An Exclusive or ApplyAll phase in a plan.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .phase("both", |phase| phase
///         .strategy(Strategy::ApplyAll)
///         .rule("once", |rule| rule.then(|_, ()| [1]))
///         .rule("again", |rule| rule.then(|_, ()| [1])))
///     .compile()?;
/// let nodes: Vec<_> = book.plan().unwrap().nodes().collect();
/// assert_eq!(nodes[0].to_string(), "both, ApplyAll, entries 0 to 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanNode {
    /// The phase's full name; the book itself if empty.
    pub phase: String,
    /// Its strategy.
    pub strategy: Strategy,
    /// The numbers of its entries.
    pub entries: std::ops::Range<usize>,
}

impl fmt::Display for PlanNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = if self.phase.is_empty() { "the book" } else { &self.phase };
        let (first, last) = (self.entries.start, self.entries.end.saturating_sub(1));
        write!(f, "{phase}, {}, entries {first} to {last}", self.strategy)
    }
}
