//! Guards as an account knows them: which one of which source, and what it said.

use crate::book::Compiled;
use crate::book::guard::GuardId;
use crate::game::Game;
use crate::reactive::{Source, SourceId};

/// A guard of one source; or of the book itself, without one.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// # let book = Book::<Duel>::builder("duel")
/// #     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
/// #     .compile()?;
/// # let mut game = book.start(20, Seed(1))?;
/// # let id = game.submit(Seat(0), 5)?.committed()?;
/// # let frame = game.frame(id).unwrap();
/// let sentry = frame.account().unwrap().announcements[0].by;
/// assert_eq!(book.guards().nth(sentry.guard.index()), Some("armour"));
/// assert_eq!(sentry.source, None); // no card carries it: it is the book's own
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sentry {
    /// The guard.
    pub guard: GuardId,
    /// What carries it.
    pub source: Option<Source>,
}

/// What tells one guard of one source from all others.
pub(crate) type Identity = (GuardId, Option<(SourceId, u64)>);

/// Two are the same if the guard is and the source is: one that changed hands
/// is the same as long as it did not leave.
impl PartialEq for Sentry {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Sentry {}

impl Sentry {
    pub(crate) fn identity(&self) -> Identity {
        (self.guard, self.source.map(|source| (source.id, source.since)))
    }

    /// The guard in words.
    pub(crate) fn describe<G: Game>(&self, book: &Compiled<G>) -> String {
        carried(&book.draft.guards[self.guard.index()].name, self.source)
    }
}

/// A name, and what carries it.
pub(crate) fn carried(name: &str, source: Option<Source>) -> String {
    match source {
        Some(source) => format!("\"{name}\" of {}", source.id),
        None => format!("\"{name}\""),
    }
}

/// What a guard said to an event, or why it was not asked.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// # let book = Book::<Duel>::builder("duel")
/// #     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
/// #     .compile()?;
/// # let mut game = book.start(20, Seed(1))?;
/// # let id = game.submit(Seat(0), 5)?.committed()?;
/// # let frame = game.frame(id).unwrap();
/// use rulebook::Stance;
///
/// let line = &frame.account().unwrap().lines[0];
/// assert_eq!(line.considered[0].stance, Stance::Prevented { amount: 2, left: 3 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stance {
    /// It cannot happen.
    Forbade,
    /// It prevented that much, and that much was left.
    Prevented {
        /// How much it prevented.
        amount: u32,
        /// How much was left.
        left: u32,
    },
    /// It would have prevented it, but the event cannot be prevented.
    CouldNotPrevent,
    /// It changed the event.
    Modified,
    /// It turned the event elsewhere.
    Redirected,
    /// It put other events in its place, or none.
    Replaced,
    /// It let the event pass.
    Passed,
    /// It will not have to do with this event.
    Declined,
    /// A condition of its was false: which one, by number.
    ConditionFalse(u32),
    /// It has no charges left.
    NoCharges,
    /// It was applied to what the event was before.
    AppliedBefore,
    /// The event is forbidden, and this guard cannot save it.
    CouldNotSave,
    /// Nobody asked it: the matter was settled.
    NotReached,
}

/// A guard that was considered for an event.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// use rulebook::Stance;
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("cloak", |guard| guard
///         .before(Anything::Any)
///         .when("it is a scratch", |occasion| occasion.amount < 2)
///         .prevent_all())
///     .guard("wall", |guard| guard.before(Anything::Any).prevent_all())
///     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let considered = &frame.account().unwrap().lines[0].considered;
/// let stances: Vec<_> = considered.iter().map(|considered| considered.stance).collect();
/// assert_eq!(stances, [
///     Stance::ConditionFalse(0),
///     Stance::Prevented { amount: 5, left: 0 },
///     Stance::NotReached,
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The guard.
    pub sentry: Sentry,
    /// What it said.
    pub stance: Stance,
}
