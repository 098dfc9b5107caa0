//! Writing down standing rules: what holds whenever the game is at rest.

use crate::book::rule::EventKind;
use crate::context::{Asked, Effect, Propose};
use crate::game::{Game, KindSet};
use crate::reactive::Reactive;

/// A standing rule of a compiled book, by number. It is good for that book
/// alone.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Jar;
/// # impl Game for Jar {
/// #     type State = i32; type Action = i32; type Event = i32; type Trace = (); type Reason = Never;
/// #     fn apply(jar: &mut i32, by: &i32) { *jar += by; }
/// # }
/// # impl rulebook::Reactive for Jar {}
///
/// let book = Book::<Jar>::builder("jar")
///     .rule("pour", |rule| rule.then(|cx, ()| [*cx.action]))
///     .standing("it runs over", |standing| standing
///         .propose(|jar| (*jar > 10).then_some(10 - jar)))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 15)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let standing = frame.account().unwrap().rounds[0][0];
/// assert_eq!(book.standing_rules().nth(standing.index()), Some("it runs over"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StandingId(pub(crate) u32);

impl StandingId {
    /// The rule's number, in order of declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

type StandingFn<G> = Box<dyn Fn(&mut Effect<'_, G>) -> Result<(), Asked> + Send + Sync>;

/// A standing rule, written down.
pub(crate) struct StandingDef<G: Game> {
    pub name: String,
    pub kinds: KindSet<EventKind<G>>,
    pub propose: StandingFn<G>,
}

/// A standing rule that says what it proposes. Made by the last call on
/// [`StandingBuilder`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Jar;
/// # impl Game for Jar {
/// #     type State = i32; type Action = i32; type Event = i32; type Trace = (); type Reason = Never;
/// #     fn apply(jar: &mut i32, by: &i32) { *jar += by; }
/// # }
/// # impl rulebook::Reactive for Jar {}
///
/// use rulebook::{StandingBuilder, StandingRule};
///
/// /// Standing rules are values: written once, for several books.
/// fn runs_over(standing: StandingBuilder<Jar>) -> StandingRule<Jar> {
///     standing.propose(|jar| (*jar > 10).then_some(10 - jar))
/// }
///
/// let book = Book::<Jar>::builder("jar")
///     .rule("pour", |rule| rule.then(|cx, ()| [*cx.action]))
///     .standing("it runs over", runs_over)
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 15)?;
/// assert_eq!(*game.state(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StandingRule<G: Game> {
    def: StandingDef<G>,
}

/// A standing rule being written down.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Jar;
/// # impl Game for Jar {
/// #     type State = i32; type Action = i32; type Event = i32; type Trace = (); type Reason = Never;
/// #     fn apply(jar: &mut i32, by: &i32) { *jar += by; }
/// # }
/// # impl rulebook::Reactive for Jar {}
///
/// let book = Book::<Jar>::builder("jar")
///     .rule("pour", |rule| rule.then(|cx, ()| [*cx.action]))
///     .standing("it leaks", |standing| standing
///         .woken_by(Anything::Any)
///         .propose(|jar| (*jar > 5).then_some(-1)))
///     .standing("it runs over", |standing| standing
///         .woken_by(Anything::Any)
///         .propose(|jar| (*jar > 10).then_some(-2)))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// // They propose together, again and again: 14, 11, 8, 7, 6, 5.
/// let id = game.submit(Seat(0), 14)?.committed()?;
/// assert_eq!(*game.state(), 5);
/// let frame = game.frame(id).unwrap();
/// let rounds: Vec<_> = frame.account().unwrap().rounds.iter().map(Vec::len).collect();
/// assert_eq!(rounds, [2, 2, 1, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StandingBuilder<G: Game> {
    kinds: KindSet<EventKind<G>>,
}

impl<G: Reactive> StandingBuilder<G> {
    pub(crate) fn new() -> Self {
        StandingBuilder { kinds: KindSet::none() }
    }

    /// The kinds of events after which it may have something to propose; it is
    /// not asked after others. Without that it is asked always.
    #[must_use]
    pub fn woken_by(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.kinds = self.kinds.union(kinds.into());
        self
    }

    /// What it proposes in this state: nothing, if all is as it should be.
    pub fn propose<P: Propose<G> + 'static>(
        self,
        propose: impl Fn(&G::State) -> P + Send + Sync + 'static,
    ) -> StandingRule<G> {
        StandingRule {
            def: StandingDef {
                name: String::new(),
                kinds: self.kinds,
                propose: Box::new(move |cx| propose(cx.state).propose_to(cx)),
            },
        }
    }
}

impl<G: Game> StandingRule<G> {
    pub(crate) fn named(mut self, name: String) -> StandingDef<G> {
        self.def.name = name;
        self.def
    }
}
