//! What a game says of itself so that its events can be guarded and observed:
//! how much of an event there is, whom it is about, what carries reactions.
//!
//! All of it is opt-in: a game without reactions never meets these types. The
//! functions borrow the state, and none can change it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::actor::{By, Seat};
use crate::book::rule::EventKind;
use crate::game::{Game, Subject};

/// A game whose events can be guarded and observed.
///
/// Nothing is required: each function answers one question, and its default
/// is the answer of a game that does not know the notion.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook::Reactive;
///
/// /// A duel in which the only thing that happens is damage.
/// struct Duel;
/// impl Game for Duel {
///     type State = u32; // life
///     type Action = u32;
///     type Event = u32; // damage
///     type Trace = ();
///     type Reason = Never;
///     fn apply(life: &mut u32, damage: &u32) {
///         *life = life.saturating_sub(*damage);
///     }
/// }
/// impl Reactive for Duel {
///     fn amount(damage: &u32) -> Option<u32> {
///         Some(*damage)
///     }
///     fn with_amount(_: &u32, damage: u32) -> u32 {
///         damage
///     }
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// assert_eq!(*game.state(), 17);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Reactive: Game<Event: PartialEq> {
    /// How much of it there is, if it can be counted: damage, cards, life.
    /// An event that cannot be counted is prevented whole or not at all.
    fn amount(event: &Self::Event) -> Option<u32> {
        let _ = event;
        None
    }

    /// The same event with another amount. Needed where [`amount`] says
    /// something.
    ///
    /// [`amount`]: Reactive::amount
    fn with_amount(event: &Self::Event, amount: u32) -> Self::Event {
        let _ = amount;
        event.clone()
    }

    /// Whether an event of this kind is nothing when its amount is zero. It is,
    /// unless said otherwise.
    fn zero_is_nothing(kind: EventKind<Self>) -> bool {
        let _ = kind;
        true
    }

    /// What the event is about (a creature, a player), so that only the guards
    /// and triggers concerned are looked at.
    fn about(event: &Self::Event) -> Option<Subject> {
        let _ = event;
        None
    }

    /// Whom the event affects: the player who chooses among equal guards, where
    /// the book [says so](crate::BookBuilder::affected_chooses).
    fn affected(state: &Self::State, event: &Self::Event) -> Option<Seat> {
        let _ = (state, event);
        None
    }

    /// Whether the event can happen in this state at all.
    fn possible(state: &Self::State, event: &Self::Event) -> bool {
        let _ = (state, event);
        true
    }

    /// Whether the event can be prevented.
    fn preventable(state: &Self::State, event: &Self::Event) -> bool {
        let _ = (state, event);
        true
    }

    /// The player whose reactions come first; the others follow in turn order.
    /// The first who may act, unless said otherwise.
    fn active_seat(state: &Self::State) -> Seat {
        Self::active(state).iter().find_map(By::seat).unwrap_or(Seat(0))
    }

    /// Which sources the event may bring in, take out or change. The engine
    /// asks [`source`](Reactive::source) about each of them afterwards.
    fn touches(event: &Self::Event, each: &mut dyn FnMut(SourceId)) {
        let _ = (event, each);
    }

    /// The source of that number, if it is in play.
    fn source(state: &Self::State, id: SourceId) -> Option<Source> {
        let _ = (state, id);
        None
    }

    /// All sources in play, in any order.
    fn sources(state: &Self::State, each: &mut dyn FnMut(Source)) {
        let _ = (state, each);
    }

    /// What is worth remembering of a source just before an event that
    /// [touches](Reactive::touches) it: for triggers that want to know how it
    /// was when it left.
    fn remember(state: &Self::State, source: &Source) -> Memory {
        let _ = (state, source);
        Memory::nothing()
    }
}

/// The number of a source, of the game's own choosing: a card, a status.
///
/// # Example
///
/// ```
/// use rulebook::SourceId;
/// assert_eq!(SourceId(7).to_string(), "source 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "source {}", self.0)
    }
}

/// What kind of source it is, as a number of the game's own choosing: guards
/// and triggers name the kinds that carry them.
///
/// # Example
///
/// ```
/// use rulebook::SourceKind;
///
/// enum Card { Shield, Doubler }
/// impl From<Card> for SourceKind {
///     fn from(card: Card) -> SourceKind {
///         SourceKind(card as u32)
///     }
/// }
/// assert_eq!(SourceKind::from(Card::Doubler), SourceKind(1));
/// # let _ = Card::Shield;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceKind(pub u32);

/// Something in play that carries guards and triggers: ten copies of a card
/// are ten sources of one kind.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Source, SourceId, SourceKind, Subject};
///
/// // Card 7, a shield (kind 0), of seat 1, in play since the third event,
/// // attached to creature 12.
/// let shield = Source::new(SourceId(7), SourceKind(0)).of(Seat(1)).since(3).about(Subject(12));
/// assert_eq!(shield.seat, Some(Seat(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// Its number.
    pub id: SourceId,
    /// Since when it is there, on a clock of the game's own. One that left and
    /// came back is there since later: it is a new source.
    pub since: u64,
    /// What kind of source it is.
    pub kind: SourceKind,
    /// Whose it is, if it is somebody's.
    pub seat: Option<Seat>,
    /// What it is, or is attached to.
    pub subject: Option<Subject>,
}

impl Source {
    /// A source of that number and kind, there since 0. If it can leave and come
    /// back under the same number, say [`since`](Source::since) when: it is by
    /// that alone that it is known as a new source.
    pub fn new(id: SourceId, kind: impl Into<SourceKind>) -> Self {
        Source { id, since: 0, kind: kind.into(), seat: None, subject: None }
    }

    /// Since when it is there.
    #[must_use]
    pub fn since(self, since: u64) -> Self {
        Source { since, ..self }
    }

    /// Whose it is.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Source { seat: Some(seat), ..self }
    }

    /// What it is, or is attached to.
    #[must_use]
    pub fn about(self, subject: impl Into<Subject>) -> Self {
        Source { subject: Some(subject.into()), ..self }
    }
}

/// Last known information: what a game remembers of a source, taken from the
/// state just before the source was touched.
///
/// # Example
///
/// ```
/// use rulebook::Memory;
/// let memory = Memory::of(3u8); // its power, say
/// assert_eq!(memory.get::<u8>(), Some(&3));
/// assert_eq!(Memory::nothing().get::<u8>(), None);
/// ```
#[derive(Clone, Default)]
pub struct Memory(Option<Arc<dyn Any + Send + Sync>>);

impl Memory {
    /// Nothing is remembered.
    pub fn nothing() -> Self {
        Memory(None)
    }

    /// This is remembered.
    pub fn of<T: Any + Send + Sync>(value: T) -> Self {
        Memory(Some(Arc::new(value)))
    }

    /// Whether nothing is remembered.
    pub fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    /// What is remembered, if it is of that type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.as_deref()?.downcast_ref()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Memory(…)" } else { "Memory(nothing)" })
    }
}

/// The functions of [`Reactive`], as the engine calls them for a game that may
/// have none of it.
pub(crate) struct Reactor<G: Game> {
    pub amount: fn(&G::Event) -> Option<u32>,
    pub with_amount: fn(&G::Event, u32) -> G::Event,
    pub zero_is_nothing: fn(EventKind<G>) -> bool,
    pub about: fn(&G::Event) -> Option<Subject>,
    pub affected: fn(&G::State, &G::Event) -> Option<Seat>,
    pub possible: fn(&G::State, &G::Event) -> bool,
    pub preventable: fn(&G::State, &G::Event) -> bool,
    pub active_seat: fn(&G::State) -> Seat,
    pub touches: fn(&G::Event, &mut dyn FnMut(SourceId)),
    pub source: fn(&G::State, SourceId) -> Option<Source>,
    pub sources: fn(&G::State, &mut dyn FnMut(Source)),
    pub remember: fn(&G::State, &Source) -> Memory,
    pub same: fn(&G::Event, &G::Event) -> bool,
}

impl<G: Game> Clone for Reactor<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Reactor<G> {}

impl<G: Reactive> Reactor<G> {
    pub(crate) fn of_game() -> Self {
        Reactor {
            amount: G::amount,
            with_amount: G::with_amount,
            zero_is_nothing: G::zero_is_nothing,
            about: G::about,
            affected: G::affected,
            possible: G::possible,
            preventable: G::preventable,
            active_seat: G::active_seat,
            touches: G::touches,
            source: G::source,
            sources: G::sources,
            remember: G::remember,
            same: |a, b| a == b,
        }
    }
}
