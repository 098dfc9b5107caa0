//! Writing down checks, exceptions and prohibitions.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::book::rule::ActionKind;
use crate::context::Ask;
use crate::game::{Game, KindSet};
use crate::outcome::RefusalKind;

/// The gates of validation, in the order in which an action passes them.
///
/// All checks of a gate run; the first gate with an unlifted violation ends
/// it. At `Shape` and `Timing` the action makes no sense now
/// ([`InvalidInput`](crate::Outcome::InvalidInput)); at the others it is
/// meaningful, but forbidden ([`Disallowed`](crate::Outcome::Disallowed)).
///
/// # Example
///
/// ```
/// use rulebook::Gate;
/// assert!(Gate::Shape < Gate::Specific);
/// assert_eq!(Gate::ALL.len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// Is it a known action, are its ids real?
    Shape,
    /// Is it the time for it?
    Timing,
    /// May this one do it?
    Actor,
    /// Are its targets right?
    Targets,
    /// Whatever else this kind of action asks for.
    Specific,
}

impl Gate {
    /// All gates, in order.
    pub const ALL: [Gate; 5] =
        [Gate::Shape, Gate::Timing, Gate::Actor, Gate::Targets, Gate::Specific];

    /// What a refusal at this gate is.
    pub(crate) fn refusal(self) -> RefusalKind {
        match self {
            Gate::Shape | Gate::Timing => RefusalKind::Invalid,
            Gate::Actor | Gate::Targets | Gate::Specific => RefusalKind::Disallowed,
        }
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Reads `condition.or(reason)`: fine, or else that reason.
///
/// # Example
///
/// ```
/// use rulebook::Or;
/// assert_eq!((1 < 2).or("too large"), Ok(()));
/// assert_eq!((3 < 2).or("too large"), Err("too large"));
/// ```
pub trait Or {
    /// Nothing to object, or this reason.
    ///
    /// # Errors
    ///
    /// The reason, if the condition does not hold.
    fn or<R>(self, reason: R) -> Result<(), R>;
}

impl Or for bool {
    #[inline]
    fn or<R>(self, reason: R) -> Result<(), R> {
        if self { Ok(()) } else { Err(reason) }
    }
}

/// What a check may return: nothing to object, one reason, or several.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// let book = Book::<Counter>::builder("counter")
///     .check("every digit is small", Gate::Specific, |check| check.test(|ask| {
///         let digits = ask.action.to_string().into_bytes();
///         let large = digits.into_iter().filter(|digit| *digit > b'5');
///         large.map(|_| Why::TooLarge).collect::<Vec<_>>()
///     }))
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let outcome = game.submit(Seat(0), 697)?;
/// assert_eq!(outcome.refusal().unwrap().reasons().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a check cannot return `{Self}`",
    note = "return `Result<(), Reason>` or `Vec<Reason>`: write `condition.or(reason)`, or use `.require(condition, reason)`"
)]
pub trait Objections<R> {
    /// All of them, if there are any.
    #[doc(hidden)]
    fn reasons(self) -> Option<Box<[R]>>;
}

impl<R> Objections<R> for Result<(), R> {
    #[inline]
    fn reasons(self) -> Option<Box<[R]>> {
        self.err().map(only)
    }
}

impl<R> Objections<R> for Vec<R> {
    fn reasons(self) -> Option<Box<[R]>> {
        (!self.is_empty()).then(|| self.into())
    }
}

#[cold]
fn only<R>(reason: R) -> Box<[R]> {
    Box::new([reason])
}

/// How firmly a check stands.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .check("small steps", Gate::Specific, |check| check
/// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Force;
///
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &50)?;
/// let check = explanation.gates().remove(4).checks.remove(0);
/// assert_eq!(check.force, Force::Hard);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// No exception can lift it: structure, identity, ownership, turn.
    Hard,
    /// An exception that names it can lift it.
    Liftable,
    /// It forbids beyond the checks, and beats every exception.
    Prohibition,
}

/// All reasons against an action, if there are any: mostly there are none, and that is
/// said in a register.
pub(crate) type TestFn<G> =
    Box<dyn Fn(&Ask<'_, G>) -> Option<Box<[<G as Game>::Reason]>> + Send + Sync>;

/// A check or prohibition, written down.
pub(crate) struct CheckDef<G: Game> {
    pub name: String,
    pub gate: Gate,
    pub kinds: KindSet<ActionKind<G>>,
    pub force: Force,
    pub test: TestFn<G>,
    /// Whether it is the turn's own.
    pub of_turn: bool,
}

/// A check being written down; [`require`](CheckBuilder::require) or
/// [`test`](CheckBuilder::test) finishes it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, |check| check
///         .liftable()
///         .require(|ask| *ask.action <= 10, Why::TooLarge))
///     .exception("the first step may be large", |exception| exception
///         .lifts("small steps")
///         .when(|ask| *ask.state == 0))
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert!(matches!(game.submit(Seat(0), 50)?, Outcome::Committed(_)));
/// assert!(matches!(game.submit(Seat(0), 50)?, Outcome::Disallowed(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CheckBuilder<G: Game> {
    gate: Gate,
    kinds: KindSet<ActionKind<G>>,
    force: Force,
}

/// A finished check.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// use rulebook::{Check, CheckBuilder};
///
/// fn small_steps(check: CheckBuilder<Counter>) -> Check<Counter> {
///     check.require(|ask| *ask.action <= 10, Why::TooLarge)
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, small_steps)
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Check<G: Game> {
    gate: Gate,
    kinds: KindSet<ActionKind<G>>,
    force: Force,
    test: TestFn<G>,
    of_turn: bool,
}

impl<G: Game> Check<G> {
    pub(crate) fn named(self, name: String) -> CheckDef<G> {
        let Check { gate, kinds, force, test, of_turn } = self;
        CheckDef { name, gate, kinds, force, test, of_turn }
    }

    /// It is the turn's own.
    pub(crate) fn of_turn(mut self) -> Self {
        self.of_turn = true;
        self
    }
}

impl<G: Game> CheckBuilder<G> {
    pub(crate) fn at(gate: Gate, force: Force) -> Self {
        CheckBuilder { gate, kinds: KindSet::none(), force }
    }

    /// The action kinds that the check concerns. None named: all.
    pub fn on(mut self, kinds: impl Into<KindSet<ActionKind<G>>>) -> Self {
        self.kinds = self.kinds.union(kinds.into());
        self
    }

    /// Says that an exception may lift this check. Checks are hard unless they
    /// say so.
    pub fn liftable(mut self) -> Self {
        if self.force == Force::Hard {
            self.force = Force::Liftable;
        }
        self
    }

    /// What must hold, and the reason if it does not.
    pub fn require(
        self,
        holds: impl Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static,
        reason: G::Reason,
    ) -> Check<G> {
        self.finish(Box::new(move |ask| (!holds(ask)).then(|| only(reason.clone()))))
    }

    /// The whole test: `Ok(())`, `Err(reason)`, or all reasons in a `Vec`.
    pub fn test<O: Objections<G::Reason>>(
        self,
        test: impl Fn(&Ask<'_, G>) -> O + Send + Sync + 'static,
    ) -> Check<G> {
        self.finish(Box::new(move |ask| test(ask).reasons()))
    }

    fn finish(self, test: TestFn<G>) -> Check<G> {
        Check { gate: self.gate, kinds: self.kinds, force: self.force, test, of_turn: false }
    }
}

/// An exception, written down.
pub(crate) struct ExceptionDef<G: Game> {
    pub name: String,
    pub lifts: Vec<String>,
    pub when: AskFn<G>,
}

pub(crate) type AskFn<G> = Arc<dyn Fn(&Ask<'_, G>) -> bool + Send + Sync>;

/// An exception being written down: it lifts one named check, under its own
/// condition. [`when`](ExceptionBuilder::when) or
/// [`always`](ExceptionBuilder::always) finishes it; see [`CheckBuilder`] for
/// an example.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, |check| check
///         .liftable()
///         .require(|ask| *ask.action <= 10, Why::TooLarge))
///     .exception("anything goes", |exception| exception.lifts("small steps").always())
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 50)?.frame().unwrap();
/// assert_eq!(game.frame(id).unwrap().exceptions().collect::<Vec<_>>(), ["anything goes"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExceptionBuilder<G: Game> {
    lifts: Vec<String>,
    of: PhantomData<fn() -> G>,
}

/// A finished exception.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// use rulebook::{Exception, ExceptionBuilder};
///
/// fn first_step(exception: ExceptionBuilder<Counter>) -> Exception<Counter> {
///     exception.lifts("small steps").when(|ask| *ask.state == 0)
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, |check| check
///         .liftable()
///         .require(|ask| *ask.action <= 10, Why::TooLarge))
///     .exception("the first step may be large", first_step)
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Exception<G: Game> {
    lifts: Vec<String>,
    when: AskFn<G>,
}

impl<G: Game> Exception<G> {
    pub(crate) fn named(self, name: String) -> ExceptionDef<G> {
        ExceptionDef { name, lifts: self.lifts, when: self.when }
    }
}

impl<G: Game> ExceptionBuilder<G> {
    pub(crate) fn new() -> Self {
        ExceptionBuilder { lifts: Vec::new(), of: PhantomData }
    }

    /// The name of the check that it lifts.
    pub fn lifts(mut self, check: impl Into<String>) -> Self {
        self.lifts.push(check.into());
        self
    }

    /// Under which condition it does.
    pub fn when(self, holds: impl Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static) -> Exception<G> {
        Exception { lifts: self.lifts, when: Arc::new(holds) }
    }

    /// It does so always.
    pub fn always(self) -> Exception<G> {
        self.when(|_| true)
    }
}
