//! Writing down guards: pure reactions to a proposed event, before it happens.

use std::sync::Arc;

use crate::book::occasion::{Consult, Occasion, OccasionIs};
use crate::book::rule::EventKind;
use crate::book::strategy::Priority;
use crate::book::trigger::{Reaction, ReactionFn};
use crate::book::verdict::{Capability, Replacing, Ruling, Tier, Verdict};
use crate::context::{Asked, Propose};
use crate::game::{Game, KindSet};
use crate::reactive::{Reactive, Source, SourceKind};

/// A guard of a compiled book, by number. It is good for that book alone.
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
///     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let guard = frame.account().unwrap().announcements[0].by.guard;
/// assert_eq!(book.guards().nth(guard.index()), Some("armour"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuardId(pub(crate) u32);

impl GuardId {
    /// The guard's number, in order of declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

type JudgeFn<G> =
    Box<dyn Fn(&mut Consult<'_, G>) -> Result<Verdict<<G as Game>::Event>, Asked> + Send + Sync>;

/// How a guard's charges are counted and spent.
pub(crate) struct Charges<G: Game> {
    pub left: Box<dyn Fn(&G::State, Option<&Source>) -> u32 + Send + Sync>,
    pub spend: Box<dyn Fn(Option<&Source>, u32) -> G::Event + Send + Sync>,
    pub by: ChargedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChargedBy {
    /// By what it prevents.
    Amount,
    /// By each event to which it is applied.
    Use,
}

/// Where a guard or trigger stands: with the book, or with every source of
/// these kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Post {
    pub carried_by: Vec<SourceKind>,
    /// Whether only events about the source's own subject concern it.
    pub own_subject: bool,
}

/// A guard, written down.
pub(crate) struct GuardDef<G: Game> {
    pub name: String,
    pub kinds: KindSet<EventKind<G>>,
    pub post: Post,
    pub tier: Tier,
    pub priority: Priority,
    pub may: u8,
    pub conditions: Vec<OccasionIs<G>>,
    pub charges: Option<Charges<G>>,
    /// Whether charges are counted twice, which is a mistake.
    pub counted_twice: bool,
    pub divided: Option<String>,
    pub rider: Option<ReactionFn<G>>,
    pub judge: JudgeFn<G>,
}

impl<G: Game> GuardDef<G> {
    pub(crate) fn may(&self, capability: Capability) -> bool {
        self.may & capability.bit() != 0
    }
}

/// A guard that says what it does. Made by the last call on [`GuardBuilder`].
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
/// use rulebook::{Guard, GuardBuilder};
///
/// /// Guards are values: written once, for several books.
/// fn armour(guard: GuardBuilder<Duel>) -> Guard<Duel> {
///     guard.before(Anything::Any).prevent(|_| 2)
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("a helmet", armour)
///     .guard("a breastplate", armour)
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// assert_eq!(*game.state(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Guard<G: Game> {
    pub(crate) def: GuardDef<G>,
}

/// A guard being written down.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// struct Duel;
///
/// #[derive(Clone)]
/// struct Knight { life: i32, shield: u32 }
///
/// impl Game for Duel {
///     type State = Knight;
///     type Action = i32;
///     type Event = i32; // damage; if it is below zero, so much of the shield is gone
///     type Trace = ();
///     type Reason = Never;
///     fn apply(knight: &mut Knight, event: &i32) {
///         match *event {
///             damage @ 0.. => knight.life -= damage,
///             spent => knight.shield -= spent.unsigned_abs(),
///         }
///     }
/// }
///
/// impl rulebook::Reactive for Duel {
///     fn amount(event: &i32) -> Option<u32> {
///         u32::try_from(*event).ok()
///     }
///     fn with_amount(_: &i32, amount: u32) -> i32 {
///         amount as i32
///     }
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("shield", |guard| guard
///         .before(Anything::Any)
///         .priority(Priority::LOW)
///         .charges(|knight, _| knight.shield, |_, spent| -(spent as i32))
///         .prevent_all())
///     .guard("luck", |guard| guard
///         .before(Anything::Any)
///         .when("it is thirteen", |occasion| occasion.amount == 13)
///         .prevent_all())
///     .compile()?;
///
/// let mut game = book.start(Knight { life: 20, shield: 3 }, Seed(1))?;
/// game.submit(Seat(0), 13)?; // luck: nothing of the shield is spent
/// game.submit(Seat(0), 5)?; // 3 prevented, 2 left
/// game.submit(Seat(0), 1)?; // the shield is gone
/// assert_eq!((game.state().life, game.state().shield), (17, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GuardBuilder<G: Game> {
    kinds: KindSet<EventKind<G>>,
    post: Post,
    tier: Tier,
    priority: Priority,
    conditions: Vec<OccasionIs<G>>,
    charges: Option<Charges<G>>,
    counted_twice: bool,
    divided: Option<String>,
    rider: Option<ReactionFn<G>>,
}

impl<G: Reactive> GuardBuilder<G> {
    pub(crate) fn new() -> Self {
        GuardBuilder {
            kinds: KindSet::none(),
            post: Post::default(),
            tier: Tier::Other,
            priority: Priority::default(),
            conditions: Vec::new(),
            charges: None,
            counted_twice: false,
            divided: None,
            rider: None,
        }
    }

    /// The kinds of events that concern it.
    #[must_use]
    pub fn before(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.kinds = self.kinds.union(kinds.into());
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

    /// A named condition; all must hold.
    #[must_use]
    pub fn when(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&Occasion<'_, G>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.conditions.push(OccasionIs { name: name.into(), holds: Arc::new(holds) });
        self
    }

    /// Guards of higher priority are asked first. Normal unless said otherwise.
    #[must_use]
    pub fn priority(mut self, priority: impl Into<Priority>) -> Self {
        self.priority = priority.into();
        self
    }

    /// The tier in which it is asked.
    #[must_use]
    pub fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// It can prevent only so much: how much is left, and the event that
    /// spends it.
    #[must_use]
    pub fn charges(
        self,
        left: impl Fn(&G::State, Option<&Source>) -> u32 + Send + Sync + 'static,
        spend: impl Fn(Option<&Source>, u32) -> G::Event + Send + Sync + 'static,
    ) -> Self {
        self.counted(Charges {
            left: Box::new(left),
            spend: Box::new(spend),
            by: ChargedBy::Amount,
        })
    }

    /// It can be applied only so often: how often still, and the event that
    /// spends it.
    #[must_use]
    pub fn uses(
        self,
        left: impl Fn(&G::State, Option<&Source>) -> u32 + Send + Sync + 'static,
        spend: impl Fn(Option<&Source>, u32) -> G::Event + Send + Sync + 'static,
    ) -> Self {
        self.counted(Charges { left: Box::new(left), spend: Box::new(spend), by: ChargedBy::Use })
    }

    fn counted(mut self, charges: Charges<G>) -> Self {
        self.counted_twice |= self.charges.is_some();
        self.charges = Some(charges);
        self
    }

    /// Where its charges are not enough for all members of a batch, the player
    /// affected divides them, by answering this question for one event after
    /// the other. Without that they are spent in order.
    #[must_use]
    pub fn divided(mut self, question: impl Into<String>) -> Self {
        self.divided = Some(question.into());
        self
    }

    /// What it does in addition, right after the commit.
    #[must_use]
    pub fn rider<P: Propose<G> + 'static>(
        mut self,
        rider: impl Fn(&mut Reaction<'_, G>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.rider = Some(Box::new(move |cx| {
            let proposed = rider(cx);
            proposed.propose_to(&mut cx.effect)
        }));
        self
    }

    /// It says that the event cannot happen.
    pub fn forbid(self) -> Guard<G> {
        self.judge([Capability::Forbid], |_| Verdict::Forbid)
    }

    /// It prevents this much. An event without an amount is prevented whole,
    /// however much this says, unless it says 0.
    pub fn prevent<R: Ruling<u32>>(
        self,
        amount: impl Fn(&mut Consult<'_, G>) -> R + Send + Sync + 'static,
    ) -> Guard<G> {
        self.judge([Capability::Prevent], move |cx| amount(cx).ruling().map(Verdict::Prevent))
    }

    /// It prevents all of it, as far as its charges go.
    pub fn prevent_all(self) -> Guard<G> {
        self.judge([Capability::Prevent], |_| Verdict::PreventAll)
    }

    /// It changes the event.
    pub fn modify<R: Ruling<G::Event>>(
        self,
        modify: impl Fn(&mut Consult<'_, G>) -> R + Send + Sync + 'static,
    ) -> Guard<G> {
        self.judge([Capability::Modify], move |cx| modify(cx).ruling().map(Verdict::Modify))
    }

    /// It turns the event elsewhere.
    pub fn redirect<R: Ruling<G::Event>>(
        self,
        redirect: impl Fn(&mut Consult<'_, G>) -> R + Send + Sync + 'static,
    ) -> Guard<G> {
        self.judge([Capability::Modify], move |cx| redirect(cx).ruling().map(Verdict::Redirect))
    }

    /// It puts other events in its place: an array, a `Vec`, an `Option`, a
    /// [`Group`](crate::Group), or anything else that is [`Replacing`].
    pub fn replace<I: Replacing<G::Event>>(
        self,
        replace: impl Fn(&mut Consult<'_, G>) -> I + Send + Sync + 'static,
    ) -> Guard<G> {
        self.judge([Capability::Replace], move |cx| replace(cx).instead().map(Verdict::Replace))
    }

    /// It says whatever it says, within what it may.
    pub fn judge<R: Ruling<Verdict<G::Event>>>(
        self,
        may: impl IntoIterator<Item = Capability>,
        judge: impl Fn(&mut Consult<'_, G>) -> R + Send + Sync + 'static,
    ) -> Guard<G> {
        Guard {
            def: GuardDef {
                name: String::new(),
                kinds: self.kinds,
                post: self.post,
                tier: self.tier,
                priority: self.priority,
                may: may.into_iter().fold(0, |bits, capability| bits | capability.bit()),
                conditions: self.conditions,
                charges: self.charges,
                counted_twice: self.counted_twice,
                divided: self.divided,
                rider: self.rider,
                judge: Box::new(move |cx| judge(cx).ruling()),
            },
        }
    }
}

impl<G: Game> Guard<G> {
    pub(crate) fn named(mut self, name: String) -> GuardDef<G> {
        self.def.name = name;
        self.def
    }
}
