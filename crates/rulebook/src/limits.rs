//! Every loop of the engine is bounded by a named field here.

/// How much work one action may cause. Limits count work, never time.
///
/// Hitting one is a [`Fault`](crate::Fault) that names the limit and the chain
/// of causes, and nothing of the transition stays.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .limits(Limits { events: 3, ..Limits::default() })
///     .rule("count by ones", |rule| rule.then(|cx, ()| vec![1; *cx.action as usize]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert!(game.submit(Seat(0), 3).is_ok());
/// assert!(game.submit(Seat(0), 4).is_err());
/// assert_eq!(*game.state(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Events that one action may cause. 65,536 unless said otherwise.
    pub events: usize,
    /// How deep causes may chain: an event whose trigger proposes an event that
    /// moves the turn to a step whose entering proposes an event that a guard
    /// replaces by another, and so on; and how deep groups of events may nest.
    /// 256 unless said otherwise.
    pub depth: usize,
    /// Choices that one action may ask. 256 unless said otherwise.
    pub choices: usize,
    /// Events in one group, at any depth, and the shares in which a player may
    /// divide charges. 4,096 unless said otherwise.
    pub group: usize,
    /// Rounds of standing rules in a row, until none proposes. 256 unless said
    /// otherwise.
    pub rounds: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { events: 65_536, depth: 256, choices: 256, group: 4_096, rounds: 256 }
    }
}
