//! What an author defines: state, action, event, trace, reason, and the one
//! function that changes the state.
//!
//! Everything else about a game is written down in a [`Book`](crate::Book).
//! What comes in here is the author's; what holds is that only
//! [`Game::apply`] (and [`Revert::revert`], its inverse) ever sees the state
//! mutably; what never happens here is a decision.

use std::fmt::{self, Debug, Display};

use crate::actor::{Actors, By, Scores, Seat};

/// A game: its types, and how one event changes the state.
///
/// Only the five types and [`apply`](Game::apply) are required. The functions
/// with defaults answer questions that the engine and its users ask of every
/// game: who may act, whether it is over, which subject an action is about.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
///
/// /// A counter that only ever goes up.
/// struct Counter;
///
/// impl Game for Counter {
///     type State = u32;
///     type Action = u32; // integers are actions of a single kind
///     type Event = u32;
///     type Trace = ();
///     type Reason = Never; // this game refuses nothing
///
///     fn apply(total: &mut u32, by: &u32) {
///         *total += by;
///     }
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// assert_eq!(*game.state(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Sized + 'static {
    /// Everything that is true of the game now. Interior mutability in it is
    /// out of the engine's reach: what hides behind a `Cell` is not rolled back.
    type State: Clone + Send + 'static;
    /// What a player, chance or the clock submits.
    type Action: Kinded + Clone + PartialEq + Debug + Send + 'static;
    /// The atomic thing that happens, and the only thing that changes State.
    type Event: Kinded + Clone + Debug + Send + 'static;
    /// What applying an event leaves behind for people, tools and
    /// [`Revert`]: a typed value; text is made when somebody reads it. `()`
    /// if the event says it all; a type with several entries if one is not
    /// enough. There is always one, because `apply` returns it.
    type Trace: Clone + Debug + Send + 'static;
    /// Why an action is refused: a closed set. [`Never`] if nothing ever is.
    type Reason: Reason;

    /// Changes the state by one event and says what was done.
    ///
    /// Called by the engine alone. It must be a function of its arguments.
    fn apply(state: &mut Self::State, event: &Self::Event) -> Self::Trace;

    /// How many seats this game has. Two unless said otherwise.
    fn seats(state: &Self::State) -> usize {
        let _ = state;
        2
    }

    /// Who may act now. Several seats at once is ordinary. All seats unless
    /// said otherwise.
    ///
    /// This is asked, not enforced: a book says with
    /// [`only_active`](crate::BookBuilder::only_active) (or a check of its
    /// own) how acting out of turn is refused.
    fn active(state: &Self::State) -> Actors {
        Actors::seats(Self::seats(state))
    }

    /// The seat whose turn it is. The only one that may act, unless said
    /// otherwise: a game may have a turn where others may act too (resign, say).
    fn turn(state: &Self::State) -> Option<Seat> {
        let mut actors = Self::active(state).iter();
        match (actors.next(), actors.next()) {
            (Some(By::Seat(seat)), None) => Some(seat),
            _ => None,
        }
    }

    /// What each seat got, once the game is over. Nothing but undo is accepted
    /// after that. Never over unless said otherwise.
    fn result(state: &Self::State) -> Option<Scores> {
        let _ = state;
        None
    }

    /// What the action is about (a piece, a card, a zone), so that rules can
    /// name it. It is a fact of the state at the start of the action.
    fn subject(state: &Self::State, action: &Self::Action) -> Option<Subject> {
        let _ = (state, action);
        None
    }
}

/// The inverse of [`Game::apply`], for games whose state is too large to copy.
///
/// Opt in with [`BookBuilder::reverts`](crate::BookBuilder::reverts): then
/// neither submit, nor rollback, nor undo costs in proportion to the state.
/// The trace that `apply` returned is there to remember what the event does
/// not say.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
///
/// struct Tape;
/// impl Game for Tape {
///     type State = Vec<u8>;
///     type Action = u8;
///     type Event = u8;
///     type Trace = u8; // the value that was overwritten
///     type Reason = Never;
///     fn apply(tape: &mut Vec<u8>, value: &u8) -> u8 {
///         std::mem::replace(&mut tape[0], *value)
///     }
/// }
/// impl Revert for Tape {
///     fn revert(tape: &mut Vec<u8>, _: &u8, was: &u8) {
///         tape[0] = *was;
///     }
/// }
///
/// let book = Book::<Tape>::builder("tape")
///     .reverts()
///     .rule("write", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(vec![0; 1 << 20], Seed(1))?;
/// game.submit(Seat(0), 9)?;
/// game.undo()?;
/// assert_eq!(game.state()[0], 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Revert: Game {
    /// Takes back what `apply(state, event)` did when it returned `trace`.
    fn revert(state: &mut Self::State, event: &Self::Event, trace: &Self::Trace);
}

/// A closed set of kinds; made by `#[derive(Kinds)]`.
///
/// # Example
///
/// ```
/// use rulebook::{Anything, Kind};
/// assert_eq!(Anything::ALL, [Anything::Any]);
/// assert_eq!(Anything::Any.name(), "Any");
/// ```
pub trait Kind: Copy + Eq + Debug + Send + Sync + 'static {
    /// All kinds, in the order of their [`index`](Kind::index). At most 128.
    ///
    /// Whoever writes it by hand lists every kind that a value can be of: a
    /// [fact](crate::Fact) that comes to another one is a fault.
    const ALL: &'static [Self];
    /// This kind's place in [`ALL`](Kind::ALL).
    fn index(self) -> usize;
    /// This kind's name, for people.
    fn name(self) -> &'static str;
}

/// A value that has a kind: actions and events.
///
/// `#[derive(Kinds)]` implements it for enums and structs; integers are of the
/// single kind [`Anything`].
///
/// # Example
///
/// ```
/// use rulebook::{Anything, Kinded};
/// assert_eq!(7u8.kind(), Anything::Any);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no kinds",
    note = "write `#[derive(Kinds)]` on it (feature `derive`): that also makes the enum `{Self}Kind`"
)]
pub trait Kinded {
    /// The closed set of kinds.
    type Kind: Kind;
    /// The kind of this value.
    fn kind(&self) -> Self::Kind;
}

/// The kind of values that have only one.
///
/// # Example
///
/// ```
/// use rulebook::{Anything, Kind};
/// assert_eq!(Anything::Any.index(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anything {
    /// The only kind there is.
    Any,
}

impl Kind for Anything {
    const ALL: &'static [Self] = &[Anything::Any];
    fn index(self) -> usize {
        0
    }
    fn name(self) -> &'static str {
        "Any"
    }
}

/// An action of this kind, in words. The only kind there is has no name that a
/// player would know.
pub(crate) fn any_of(kind: &str) -> String {
    if is_only_kind(kind) { "any action".to_owned() } else { format!("the action {kind}") }
}

/// Whether actions of a kind of that name have no kinds.
pub(crate) fn is_only_kind(kind: &str) -> bool {
    kind == Anything::Any.name()
}

macro_rules! single_kind {
    ($($int:ty),*) => {$(
        impl Kinded for $int {
            type Kind = Anything;
            #[inline]
            fn kind(&self) -> Anything {
                Anything::Any
            }
        }
    )*};
}
single_kind!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, ());

/// A set of kinds.
///
/// # Example
///
/// ```
/// use rulebook::{Anything, KindSet};
/// let set = KindSet::from([Anything::Any]);
/// assert!(set.contains(Anything::Any));
/// assert!(!KindSet::<Anything>::none().contains(Anything::Any));
/// ```
pub struct KindSet<K> {
    bits: u128,
    of: std::marker::PhantomData<fn() -> K>,
}

/// The bit of a kind. A wide shift takes several steps, and few games have more
/// than 64 kinds. One beyond 128 is a mistake that compile() reports.
#[inline]
fn bit(kind: usize) -> u128 {
    match kind {
        0..64 => u128::from(1u64 << kind),
        64..128 => u128::from(1u64 << (kind - 64)) << 64,
        _ => 0,
    }
}

impl<K: Kind> KindSet<K> {
    /// The empty set.
    pub const fn none() -> Self {
        KindSet { bits: 0, of: std::marker::PhantomData }
    }

    /// The set of all kinds.
    pub fn all() -> Self {
        K::ALL.iter().fold(Self::none(), |set, &kind| set.with(kind))
    }

    /// The set as bits, by index.
    pub(crate) const fn bits(self) -> u128 {
        self.bits
    }

    /// This set and one more kind.
    #[inline]
    #[must_use]
    pub fn with(mut self, kind: K) -> Self {
        self.bits |= bit(kind.index());
        self
    }

    /// Whether the kind is in the set.
    #[inline]
    pub fn contains(self, kind: K) -> bool {
        self.bits & bit(kind.index()) != 0
    }

    /// Whether nothing is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// What is in either set.
    #[must_use]
    pub fn union(mut self, other: Self) -> Self {
        self.bits |= other.bits;
        self
    }

    /// Whether something is in both sets.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.bits & other.bits != 0
    }

    /// The kinds of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = K> {
        K::ALL.iter().copied().filter(move |&kind| self.contains(kind))
    }
}

impl<K> Clone for KindSet<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for KindSet<K> {}
impl<K> PartialEq for KindSet<K> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}
impl<K> Eq for KindSet<K> {}
impl<K: Kind> Debug for KindSet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
impl<K: Kind> From<K> for KindSet<K> {
    fn from(kind: K) -> Self {
        Self::none().with(kind)
    }
}
impl<K: Kind, const N: usize> From<[K; N]> for KindSet<K> {
    fn from(kinds: [K; N]) -> Self {
        kinds.into_iter().fold(Self::none(), Self::with)
    }
}
impl<K: Kind> From<&[K]> for KindSet<K> {
    fn from(kinds: &[K]) -> Self {
        kinds.iter().fold(Self::none(), |set, &kind| set.with(kind))
    }
}

/// Why something is refused: a closed type of the game's own.
///
/// `#[derive(Reason)]` makes the message from the variant's doc comment, the
/// code from its name, and what it concerns from its fields.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use rulebook::Reason;
///
/// #[derive(Clone, Debug, PartialEq, Reason)]
/// enum Why {
///     /// Cell {cell} is taken.
///     Taken { cell: u8 },
/// }
///
/// let why = Why::Taken { cell: 4 };
/// assert_eq!(why.to_string(), "Cell 4 is taken.");
/// assert_eq!(why.code(), "TAKEN");
/// assert_eq!(why.concerns().as_deref(), Some("cell 4"));
/// assert_eq!(Why::codes(), ["TAKEN"]);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no reason for a refusal",
    note = "write `#[derive(Reason)]` on it (feature `derive`), and its message as a doc comment on each variant",
    note = "a game that refuses nothing says `type Reason = Never`"
)]
pub trait Reason: Clone + PartialEq + Debug + Display + Send + Sync + 'static {
    /// A stable name for programs.
    fn code(&self) -> &'static str;
    /// What it concerns (a cell, a card), if it concerns something.
    fn concerns(&self) -> Option<String> {
        None
    }
    /// All codes that there are, so that [`Coverage`](crate::Coverage) can list
    /// the refusals that nobody has met. Empty if they are not known.
    fn codes() -> &'static [&'static str] {
        &[]
    }
}

/// The reason of a game that refuses nothing. It has no values.
///
/// # Example
///
/// ```
/// use rulebook::Never;
/// let refusals: Vec<Never> = Vec::new();
/// assert!(refusals.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
impl Reason for Never {
    fn code(&self) -> &'static str {
        match *self {}
    }
}

/// What an action is about, as a number of the game's own choosing.
///
/// Implement `From<YourEnum> for Subject` and rules can say
/// `.subject(Piece::King)`.
///
/// # Example
///
/// ```
/// use rulebook::Subject;
///
/// enum Piece { Pawn, King }
/// impl From<Piece> for Subject {
///     fn from(piece: Piece) -> Subject {
///         Subject(piece as u32)
///     }
/// }
/// assert_eq!(Subject::from(Piece::King), Subject(1));
/// # let _ = Piece::Pawn;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject(pub u32);
