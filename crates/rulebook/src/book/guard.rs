//! Writing down guards: pure reactions to a proposed event, before it happens.

use std::ops::Deref;
use std::sync::Arc;

use crate::actor::{By, Seat};
use crate::book::rule::EventKind;
use crate::book::strategy::Priority;
use crate::book::trigger::{Reaction, ReactionFn};
use crate::context::{Asked, Propose, Workbench};
use crate::game::{Game, KindSet};
use crate::group::{Edge, Group, put};
use crate::reactive::{Reactive, Source, SourceKind};
use crate::session::account::Fate;

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

/// What a guard may do to an event. It declares what it uses.
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
/// use rulebook::{Capability, Verdict};
///
/// // Heavy blows are halved, light ones do not hurt at all.
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("hide", |guard| guard
///         .before(Anything::Any)
///         .judge([Capability::Modify, Capability::Prevent], |cx| match cx.amount {
///             0..3 => Verdict::PreventAll,
///             heavy => Verdict::Modify(heavy / 2),
///         }))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 2)?;
/// game.submit(Seat(0), 8)?;
/// assert_eq!(*game.state(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Say that it cannot happen.
    Forbid,
    /// Change it, or turn it elsewhere.
    Modify,
    /// Prevent it, whole or in part.
    Prevent,
    /// Put other events in its place, or none.
    Replace,
}

impl Capability {
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The capability in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Capability::Forbid => "forbid",
            Capability::Modify => "modify",
            Capability::Prevent => "prevent",
            Capability::Replace => "replace",
        }
    }
}

/// In which order guards are asked: all of one tier before the next.
///
/// # Example
///
/// ```
/// use rulebook::Tier;
/// assert!(Tier::Own < Tier::Other);
/// assert_eq!(Tier::default(), Tier::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tier {
    /// The event replaces itself: it is how its own source does it. Asked
    /// before all others, and the only one that can save a forbidden event.
    Own,
    /// Everything else.
    #[default]
    Other,
}

/// What a guard says to an event.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead, Verdict};
///
/// let halves: Verdict<u32> = Verdict::replace([2, 2]);
/// let both_or_none: Verdict<u32> = Verdict::replace(Group::atomic([2, 2]));
/// assert_ne!(halves, both_or_none);
/// assert_eq!(Verdict::<u32>::replace([]), Verdict::Replace(Instead::nothing()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<E> {
    /// It does not concern this guard as it is. If another guard changes the
    /// event, this one is asked again.
    Pass,
    /// This guard will not have to do with the event, whatever it becomes.
    Decline,
    /// It cannot happen.
    Forbid,
    /// This much of it does not happen.
    Prevent(u32),
    /// Nothing of it happens.
    PreventAll,
    /// It happens like this.
    Modify(E),
    /// It happens to somebody else.
    Redirect(E),
    /// Other events take its place, or none.
    Replace(Instead<E>),
}

impl<E> Verdict<E> {
    /// Other events take its place, or none.
    pub fn replace(with: impl Into<Instead<E>>) -> Self {
        Verdict::Replace(with.into())
    }

    pub(crate) fn needs(&self) -> Option<Capability> {
        match self {
            Verdict::Pass | Verdict::Decline => None,
            Verdict::Forbid => Some(Capability::Forbid),
            Verdict::Prevent(_) | Verdict::PreventAll => Some(Capability::Prevent),
            Verdict::Modify(_) | Verdict::Redirect(_) => Some(Capability::Modify),
            Verdict::Replace(_) => Some(Capability::Replace),
        }
    }
}

/// What takes the place of an event: events and groups, each as a member of
/// the group in which the event was; or nothing.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead};
///
/// assert_eq!(Instead::from([1, 2]), Instead::from(vec![1, 2]));
/// assert_ne!(Instead::from([1, 2]), Instead::from(Group::batch([1, 2])));
/// assert_eq!(Instead::from([0; 0]), Instead::nothing());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Instead<E> {
    pub(crate) events: Vec<E>,
    pub(crate) brackets: Vec<crate::group::Bracket>,
}

impl<E> Instead<E> {
    /// Nothing takes its place.
    pub fn nothing() -> Self {
        Instead { events: Vec::new(), brackets: Vec::new() }
    }
}

impl<E, const N: usize> From<[E; N]> for Instead<E> {
    fn from(events: [E; N]) -> Self {
        Vec::from(events).into()
    }
}

impl<E> From<Vec<E>> for Instead<E> {
    fn from(events: Vec<E>) -> Self {
        Instead { events, brackets: Vec::new() }
    }
}

impl<E> From<Group<E>> for Instead<E> {
    fn from(group: Group<E>) -> Self {
        let mut instead = Instead::nothing();
        put(group, Edge::Required, &mut instead.events, &mut instead.brackets);
        instead
    }
}

/// What guards and triggers are asked about: an event, in a state.
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
/// use rulebook::Occasion;
///
/// fn heavy(occasion: &Occasion<'_, Duel>) -> bool {
///     occasion.amount > 3 && occasion.by.is(Seat(0))
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("parry", |guard| guard.before(Anything::Any).when("it is heavy", heavy).prevent_all())
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// for (seat, damage) in [(0, 3), (0, 4), (1, 5)] {
///     game.submit(Seat(seat), damage)?;
/// }
/// assert_eq!(*game.state(), 20 - 3 - 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Occasion<'a, G: Game> {
    /// The state: what the event would happen to, or has happened to.
    pub state: &'a G::State,
    /// The event.
    pub event: &'a G::Event,
    /// What became of it; none while it is only proposed.
    pub fate: Option<Fate>,
    /// How much of it there is, if it can be counted; otherwise 1.
    pub amount: u32,
    /// What carries the guard or trigger; none if the book itself does.
    pub source: Option<Source>,
    /// The action that led here.
    pub action: &'a G::Action,
    /// By whom it was submitted.
    pub by: By,
}

impl<G: Game> Clone for Occasion<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Occasion<'_, G> {}

/// What a guard is given to judge an event: the occasion, its charges, and the
/// players' choices. It can change nothing.
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
///     .guard("parry", |guard| guard
///         .before(Anything::Any)
///         .prevent(|cx| Ok(if cx.confirm(Seat(1), "Do you parry?")? { cx.amount } else { 0 })))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let Outcome::Pending(choice) = game.submit(Seat(0), 5)? else { panic!() };
/// assert_eq!(choice.to_string(), "seat 1 must choose: Do you parry? (0: yes, 1: no)");
/// game.answer(Seat(1), choice.id, 0)?;
/// assert_eq!(*game.state(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Consult<'a, G: Game> {
    pub(crate) occasion: Occasion<'a, G>,
    pub(crate) charges: Option<u32>,
    pub(crate) seats: usize,
    pub(crate) bench: &'a mut Workbench<G>,
}

impl<'a, G: Game> Deref for Consult<'a, G> {
    type Target = Occasion<'a, G>;
    fn deref(&self) -> &Self::Target {
        &self.occasion
    }
}

impl<G: Game> Consult<'_, G> {
    /// How many charges or uses it has left, if it has any to count.
    pub fn charges(&self) -> Option<u32> {
        self.charges
    }

    /// Asks a player to choose one of the options, as
    /// [`Effect::choose`](crate::Effect::choose) does.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn choose<T: std::fmt::Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: impl IntoIterator<Item = T>,
    ) -> Result<T, Asked> {
        let mut options: Vec<T> = options.into_iter().collect();
        let index = self.bench.ask(self.seats, seat, question, &options)?;
        Ok(options.swap_remove(index))
    }

    /// Asks a player for a yes or a no.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn confirm(&mut self, seat: Seat, question: &str) -> Result<bool, Asked> {
        Ok(self.bench.ask(self.seats, seat, question, &["yes", "no"])? == 0)
    }
}

/// What may take the place of an event: an array, a `Vec` or an `Option` of
/// events, a [`Group`], [`Instead::nothing`], or `Result<_, Asked>` of any of
/// these.
///
/// # Example
///
/// ```
/// use rulebook::{Group, Instead, Replacing};
/// assert_eq!(["draw"].instead(), Ok(Instead::from(["draw"])));
/// assert_eq!(None::<&str>.instead(), Ok(Instead::nothing()));
/// assert!(Group::atomic(["draw", "discard"]).instead().is_ok());
/// ```
pub trait Replacing<E> {
    /// What takes its place.
    ///
    /// # Errors
    ///
    /// [`Asked`] if a player must choose first.
    fn instead(self) -> Result<Instead<E>, Asked>;
}

impl<E> Replacing<E> for Instead<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self)
    }
}

impl<E, const N: usize> Replacing<E> for [E; N] {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E> Replacing<E> for Vec<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E> Replacing<E> for Option<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into_iter().collect::<Vec<E>>().into())
    }
}

impl<E> Replacing<E> for Group<E> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        Ok(self.into())
    }
}

impl<E, R: Replacing<E>> Replacing<E> for Result<R, Asked> {
    fn instead(self) -> Result<Instead<E>, Asked> {
        self?.instead()
    }
}

/// What a guard's function may return: the thing itself, or an early stop
/// because a player must choose first.
///
/// # Example
///
/// ```
/// use rulebook::{Asked, Ruling};
///
/// assert_eq!(Ruling::<u32>::ruling(3), Ok(3));
/// assert_eq!(Ruling::<u32>::ruling(Ok::<u32, Asked>(3)), Ok(3));
/// ```
pub trait Ruling<T> {
    /// The thing, or the stop.
    ///
    /// # Errors
    ///
    /// [`Asked`] if a player must choose first.
    fn ruling(self) -> Result<T, Asked>;
}

impl<T> Ruling<T> for T {
    fn ruling(self) -> Result<T, Asked> {
        Ok(self)
    }
}

impl<T> Ruling<T> for Result<T, Asked> {
    fn ruling(self) -> Result<T, Asked> {
        self
    }
}

pub(crate) type OccasionFn<G> = Arc<dyn Fn(&Occasion<'_, G>) -> bool + Send + Sync>;

/// A named condition of a guard or trigger.
pub(crate) struct OccasionIs<G: Game> {
    pub name: String,
    pub holds: OccasionFn<G>,
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
        mut self,
        left: impl Fn(&G::State, Option<&Source>) -> u32 + Send + Sync + 'static,
        spend: impl Fn(Option<&Source>, u32) -> G::Event + Send + Sync + 'static,
    ) -> Self {
        let (left, spend) = (Box::new(left), Box::new(spend));
        self.counted_twice |= self.charges.is_some();
        self.charges = Some(Charges { left, spend, by: ChargedBy::Amount });
        self
    }

    /// It can be applied only so often: how often still, and the event that
    /// spends it.
    #[must_use]
    pub fn uses(
        mut self,
        left: impl Fn(&G::State, Option<&Source>) -> u32 + Send + Sync + 'static,
        spend: impl Fn(Option<&Source>, u32) -> G::Event + Send + Sync + 'static,
    ) -> Self {
        let (left, spend) = (Box::new(left), Box::new(spend));
        self.counted_twice |= self.charges.is_some();
        self.charges = Some(Charges { left, spend, by: ChargedBy::Use });
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
    /// [`Group`], or anything else that is [`Replacing`].
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
