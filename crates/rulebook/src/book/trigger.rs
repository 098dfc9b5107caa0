//! Writing down triggers: reactions to what happened, or was prevented.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::book::guard::Post;
use crate::book::occasion::{Occasion, OccasionIs};
use crate::book::rule::EventKind;
use crate::book::strategy::Priority;
use crate::context::{Asked, Effect, Propose};
use crate::game::{Game, KindSet};
use crate::reactive::{Memory, Reactive, Source, SourceId, SourceKind};
use crate::session::account::Announcement;
use crate::session::fate::Fate;

/// A trigger of a compiled book, by number. It is good for that book alone.
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
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .trigger("it bleeds", |trigger| trigger
///         .after(Anything::Any)
///         .when("it is deep", |occasion| occasion.amount > 3)
///         .then(|_| [1]))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let trigger = frame.account().unwrap().fired[0].trigger;
/// assert_eq!(book.triggers().nth(trigger.index()), Some("it bleeds"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriggerId(pub(crate) u32);

impl TriggerId {
    /// The trigger's number, in order of declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// In which order the triggers of one commit resolve.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Log;
/// # impl Game for Log {
/// #     type State = Vec<u32>; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(log: &mut Vec<u32>, event: &u32) { log.push(*event); }
/// # }
/// # impl rulebook::Reactive for Log {}
/// use rulebook::TriggerOrder;
///
/// let resolved = |order: TriggerOrder| {
///     let book = Book::<Log>::builder("log")
///         .trigger_order(order)
///         .rule("write", |rule| rule.then(|cx, ()| [*cx.action]))
///         .trigger("one", |trigger| trigger
///             .after(Anything::Any)
///             .when("it is the action", |occasion| *occasion.event == 0)
///             .then(|_| [1]))
///         .trigger("two", |trigger| trigger
///             .after(Anything::Any)
///             .when("it is the action", |occasion| *occasion.event == 0)
///             .then(|_| [2]))
///         .compile()
///         .unwrap();
///     let mut game = book.start(Vec::new(), Seed(1)).unwrap();
///     game.submit(Seat(0), 0).unwrap();
///     game.state().clone()
/// };
/// assert_eq!(resolved(TriggerOrder::Queue), [0, 1, 2]);
/// assert_eq!(resolved(TriggerOrder::Stack), [0, 2, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TriggerOrder {
    /// Onto a stack, the active player's first, then the others' in turn order;
    /// what was put there last resolves first.
    Stack,
    /// First in, first out.
    #[default]
    Queue,
    /// The highest priority of all that wait, whenever they were put to wait.
    Priority,
}

/// An event that a trigger reacts to.
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
/// // The first wound hurts once more, however many there are.
/// let book = Book::<Duel>::builder("duel")
///     .rule("flurry", |rule| rule.then(|cx, ()| Group::batch([*cx.action, 2, 1])))
///     .trigger("pain", |trigger| trigger
///         .after(Anything::Any)
///         .once_per_commit()
///         .when("it is a flurry", |occasion| *occasion.action > 2)
///         .then(|cx| (cx.events.len() == 3).then(|| cx.events[0].amount)))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 4)?;
/// assert_eq!(*game.state(), 20 - (4 + 2 + 1) - 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Seen<G: Game> {
    /// The event.
    pub event: G::Event,
    /// What became of it.
    pub fate: Fate,
    /// How much of it there was, if it can be counted; otherwise 1.
    pub amount: u32,
    /// Its line in the frame's [`Account`](crate::Account).
    pub line: usize,
}

impl<G: Game> Clone for Seen<G> {
    fn clone(&self) -> Self {
        Seen { event: self.event.clone(), ..*self }
    }
}

/// What the effect of a trigger or rider is given: everything an [`Effect`]
/// has, and what it reacts to.
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
/// // Armour lets 1 through, and what it cannot hold comes again once: as a bruise.
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("armour", |guard| guard
///         .before(Anything::Any)
///         .when("it is heavy", |occasion| occasion.amount > 1)
///         .rider(|cx| (cx.prevented > 2).then_some(cx.would - cx.prevented))
///         .prevent(|cx| cx.amount - 1))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 5)?; // 4 prevented, 1 left; and a bruise of 5 - 4
/// assert_eq!(*game.state(), 20 - 1 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reaction<'a, G: Game> {
    pub(crate) effect: Effect<'a, G>,
    /// What it reacts to: one event; for a trigger that fires once for a
    /// commit, or that hears announcements, all that it concerns.
    pub events: &'a [Seen<G>],
    /// What carries it, as it was when it was applied or fired; none if the
    /// book itself does.
    pub source: Option<Source>,
    /// The source as it is now: none if it left since, also if it came back,
    /// because then it is a new one.
    pub source_now: Option<Source>,
    /// For a rider: how much the guard prevented. For a trigger on
    /// preventions: how much was announced.
    pub prevented: u32,
    /// For a rider: how much the event would have been when its guard was
    /// asked. For a trigger on preventions: what was prevented and what was
    /// left of it, together.
    pub would: u32,
    /// For a trigger on preventions: what was announced.
    pub announcement: Option<&'a Announcement>,
    pub(crate) memories: &'a [(Source, Memory)],
}

impl<G: Game> Reaction<'_, G> {
    /// The event that it reacts to; the first, if there are several.
    ///
    /// # Panics
    ///
    /// Never: there is at least one.
    pub fn event(&self) -> &G::Event {
        &self.events[0].event
    }

    /// How much of the event there was; for several, of all of them.
    pub fn amount(&self) -> u32 {
        self.events.iter().fold(0, |sum, seen| sum.saturating_add(seen.amount))
    }

    /// What the game [remembers](Reactive::remember) of a source that an event
    /// of this commit touched: how it was just before.
    pub fn remembered<T: std::any::Any + Send + Sync>(&self, id: SourceId) -> Option<&T> {
        let memory = self.memories.iter().rfind(|(source, _)| source.id == id);
        memory.and_then(|(_, memory)| memory.get())
    }
}

impl<'a, G: Game> Deref for Reaction<'a, G> {
    type Target = Effect<'a, G>;
    fn deref(&self) -> &Self::Target {
        &self.effect
    }
}

impl<G: Game> DerefMut for Reaction<'_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.effect
    }
}

pub(crate) type ReactionFn<G> =
    Box<dyn Fn(&mut Reaction<'_, G>) -> Result<(), Asked> + Send + Sync>;

/// What a trigger reacts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hears {
    /// Events with these fates.
    Fates(u8),
    /// Announcements of preventions.
    Announcements,
}

/// A trigger, written down.
pub(crate) struct TriggerDef<G: Game> {
    pub name: String,
    pub kinds: KindSet<EventKind<G>>,
    pub hears: Hears,
    pub post: Post,
    pub priority: Priority,
    pub looks_back: bool,
    pub once: bool,
    pub conditions: Vec<OccasionIs<G>>,
    /// Whether it asks for events and for announcements, which is a mistake.
    pub asks_both: bool,
    pub effect: ReactionFn<G>,
}

/// A trigger that says what it does. Made by the last call on
/// [`TriggerBuilder`].
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
/// use rulebook::{Trigger, TriggerBuilder};
///
/// /// Triggers are values: written once, for several books.
/// fn bleeding(trigger: TriggerBuilder<Duel>) -> Trigger<Duel> {
///     trigger
///         .after(Anything::Any)
///         .when("it is deep", |occasion| occasion.amount > 3)
///         .then(|_| [1])
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .trigger("it bleeds", bleeding)
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// assert_eq!(*game.state(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Trigger<G: Game> {
    pub(crate) def: TriggerDef<G>,
}

/// A trigger being written down.
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
/// use rulebook::Fate;
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("parry", |guard| guard
///         .before(Anything::Any)
///         .when("it is heavy", |occasion| occasion.amount > 5)
///         .prevent_all())
///     .trigger("it bleeds", |trigger| trigger
///         .after(Anything::Any)
///         .when("it is deep", |occasion| occasion.amount > 3)
///         .then(|_| [1]))
///     .trigger("a parried blow shakes", |trigger| trigger
///         .after(Anything::Any)
///         .fates([Fate::Prevented])
///         .then(|_| [2]))
///     .trigger("to parry tires", |trigger| trigger
///         .after_prevention_of(Anything::Any)
///         .then(|cx| [cx.prevented / 4]))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 4)?;
/// assert_eq!(*game.state(), 20 - 4 - 1);
/// game.submit(Seat(0), 8)?;
/// assert_eq!(*game.state(), 15 - 2 - 8 / 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TriggerBuilder<G: Game> {
    kinds: KindSet<EventKind<G>>,
    hears: Hears,
    post: Post,
    priority: Priority,
    looks_back: bool,
    once: bool,
    conditions: Vec<OccasionIs<G>>,
    /// Whether it asks for events, and for announcements.
    asks: (bool, bool),
}

impl<G: Reactive> TriggerBuilder<G> {
    pub(crate) fn new() -> Self {
        TriggerBuilder {
            kinds: KindSet::none(),
            hears: Hears::Fates(Fate::Applied.bit()),
            post: Post::default(),
            priority: Priority::default(),
            looks_back: false,
            once: false,
            conditions: Vec::new(),
            asks: (false, false),
        }
    }

    /// The kinds of events that it reacts to, once they have happened.
    #[must_use]
    pub fn after(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.asks.0 = true;
        self.kinds = self.kinds.union(kinds.into());
        self
    }

    /// It reacts to events of these fates, instead of those that happened.
    #[must_use]
    pub fn fates(mut self, fates: impl IntoIterator<Item = Fate>) -> Self {
        self.asks.0 = true;
        self.hears = Hears::Fates(fates.into_iter().fold(0, |bits, fate| bits | fate.bit()));
        self
    }

    /// It reacts to the announcement that events of these kinds were
    /// prevented: once for each preventer and commit.
    #[must_use]
    pub fn after_prevention_of(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.kinds = self.kinds.union(kinds.into());
        self.hears = Hears::Announcements;
        self.asks.1 = true;
        self
    }

    /// Every source of this kind carries it. Without that it is the book's own.
    #[must_use]
    pub fn carried_by(mut self, kind: impl Into<SourceKind>) -> Self {
        self.post.carried_by.push(kind.into());
        self
    }

    /// Only events [about](Reactive::about) its source's own subject concern
    /// it.
    #[must_use]
    pub fn about_its_subject(mut self) -> Self {
        self.post.own_subject = true;
        self
    }

    /// A named condition; all must hold when it fires, and again when it
    /// resolves.
    #[must_use]
    pub fn when(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&Occasion<'_, G>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.conditions.push(OccasionIs { name: name.into(), holds: Arc::new(holds) });
        self
    }

    /// It looks back ("when it dies", "when it leaves"): whether it fires is
    /// settled before the events happen, so a source that leaves with them
    /// still sees them.
    ///
    /// Conditions are asked again when it resolves, as with every trigger. By
    /// then the events have happened: "it is in play" is false of what left.
    #[must_use]
    pub fn looking_back(mut self) -> Self {
        self.looks_back = true;
        self
    }

    /// It fires once for a commit, however many events concern it ("whenever
    /// one or more …").
    #[must_use]
    pub fn once_per_commit(mut self) -> Self {
        self.once = true;
        self
    }

    /// Its priority among triggers. Normal unless said otherwise.
    #[must_use]
    pub fn priority(mut self, priority: impl Into<Priority>) -> Self {
        self.priority = priority.into();
        self
    }

    /// What it proposes when it resolves.
    pub fn then<P: Propose<G> + 'static>(
        self,
        effect: impl Fn(&mut Reaction<'_, G>) -> P + Send + Sync + 'static,
    ) -> Trigger<G> {
        Trigger {
            def: TriggerDef {
                name: String::new(),
                kinds: self.kinds,
                hears: self.hears,
                post: self.post,
                priority: self.priority,
                looks_back: self.looks_back,
                once: self.once,
                conditions: self.conditions,
                asks_both: self.asks == (true, true),
                effect: Box::new(move |cx| {
                    let proposed = effect(cx);
                    proposed.propose_to(&mut cx.effect)
                }),
            },
        }
    }
}

impl<G: Game> Trigger<G> {
    pub(crate) fn named(mut self, name: String) -> TriggerDef<G> {
        self.def.name = name;
        self.def
    }
}
