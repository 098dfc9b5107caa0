//! Facts and shared predicates: what conditions are made of that the plan and
//! the analysis can see into.
//!
//! A fact has one of a closed set of values. A rule that names the values it
//! wants is found by look-up, and the analysis reasons about it exactly; what
//! an opaque closure asks, nobody can know beforehand.

use std::fmt::{self, Write};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::context::Ask;
use crate::game::{Game, Kind, KindSet, Kinded};

/// Something with a closed set of values that rules can name: the step of the
/// turn, the class of a card, the zone of a target.
///
/// Facts are read before rules are asked: all those that rules for the action's
/// kind name, each once for a version of the state. A phase below ApplyAll
/// reads its own once more, because it sees the state as it was.
///
/// All its values are listed in [`Kind::ALL`]; a derived kind sees to that. One that comes
/// to another value is a mistake of its author's: it panics, and what was to be decided
/// by it is a [fault](crate::Fault) that names it and changes nothing.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use rulebook::prelude::*;
/// use rulebook::Fact;
///
/// #[derive(Clone, Copy, Kinds)]
/// enum Light { Day, Night }
///
/// struct Village;
/// impl Game for Village {
///     type State = u32; // hours
///     type Action = u32;
///     type Event = u32;
///     type Trace = ();
///     type Reason = Never;
///     fn apply(hour: &mut u32, by: &u32) { *hour += by; }
/// }
///
/// let light = Fact::of_state("light", |hour: &u32| if hour % 24 < 12 { Light::Day } else { Light::Night });
/// let book = Book::<Village>::builder("village")
///     .rule("work", |rule| rule.given(&light, LightKind::Day).then(|_, ()| [8]))
///     .rule("sleep", |rule| rule.given(&light, LightKind::Night).then(|_, ()| [12]))
///     .compile()
///     .unwrap();
/// let mut game = book.start(6, Seed(1)).unwrap();
/// game.submit(Seat(0), 0).unwrap();
/// game.submit(Seat(0), 0).unwrap();
/// assert_eq!(*game.state(), 6 + 8 + 12);
/// # }
/// ```
pub struct Fact<G: Game, K> {
    pub(crate) def: Arc<FactDef<G>>,
    of: PhantomData<fn() -> K>,
}

impl<G: Game, K> Clone for Fact<G, K> {
    fn clone(&self) -> Self {
        Fact { def: self.def.clone(), of: PhantomData }
    }
}

impl<G: Game, K> fmt::Debug for Fact<G, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FactDef { name, values, .. } = &*self.def;
        f.debug_struct("Fact").field("name", name).field("values", values).finish_non_exhaustive()
    }
}

/// How a fact is read: what comes of it is the number of one of its values.
pub(crate) enum Read<G: Game> {
    State(Box<dyn Fn(&G::State) -> usize + Send + Sync>),
    Ask(Box<dyn Fn(&Ask<'_, G>) -> usize + Send + Sync>),
}

/// A fact, written down.
pub(crate) struct FactDef<G: Game> {
    pub name: String,
    pub values: Vec<&'static str>,
    /// Whether the values are numbered in their order.
    pub in_order: bool,
    pub read: Read<G>,
}

impl<G: Game> FactDef<G> {
    /// The number of its value.
    #[inline]
    pub(crate) fn value(&self, ask: &Ask<'_, G>) -> usize {
        match &self.read {
            Read::State(read) => read(ask.state),
            Read::Ask(read) => read(ask),
        }
    }

    /// The number of its value, if the state alone says it.
    pub(crate) fn of_state(&self, state: &G::State) -> Option<usize> {
        match &self.read {
            Read::State(read) => Some(read(state)),
            Read::Ask(_) => None,
        }
    }
}

/// The number of a value, which its kind lists: nobody could say what wants another one.
#[inline(always)]
fn number_of<T: Kinded>(value: &T) -> usize {
    let (number, listed) = (value.kind().index(), <T::Kind as Kind>::ALL.len());
    if number < listed { number } else { unlisted(number, listed) }
}

#[cold]
#[inline(never)]
fn unlisted(number: usize, listed: usize) -> ! {
    panic!(
        "it came to value number {number} of a kind that lists {listed}, counted from zero: list every value in its `Kind::ALL`"
    )
}

/// Whether a value is among those that are wanted.
#[inline]
pub(crate) fn wants(allowed: u128, value: usize) -> bool {
    value < 128 && allowed >> value & 1 == 1
}

impl<G: Game, K: Kind> Fact<G, K> {
    /// A fact of the state.
    pub fn of_state<T: Kinded<Kind = K>>(
        name: impl Into<String>,
        read: impl Fn(&G::State) -> T + Send + Sync + 'static,
    ) -> Self {
        Self::new(name.into(), Read::State(Box::new(move |state| number_of(&read(state)))))
    }

    /// A fact of the action, by whom it is submitted, and the state.
    pub fn of_action<T: Kinded<Kind = K>>(
        name: impl Into<String>,
        read: impl Fn(&Ask<'_, G>) -> T + Send + Sync + 'static,
    ) -> Self {
        Self::new(name.into(), Read::Ask(Box::new(move |ask| number_of(&read(ask)))))
    }

    fn new(name: String, read: Read<G>) -> Self {
        let values = K::ALL.iter().map(|kind| kind.name()).collect();
        let in_order = K::ALL.iter().enumerate().all(|(at, kind)| kind.index() == at);
        Fact { def: Arc::new(FactDef { name, values, in_order, read }), of: PhantomData }
    }

    /// What is wanted of it.
    pub(crate) fn given(&self, values: impl Into<KindSet<K>>) -> GivenDef<G> {
        // To want a value that is not listed is to want nothing.
        let listed = (0..self.def.values.len().min(128)).fold(0, |all, value| all | 1u128 << value);
        let allowed = values.into().bits() & listed;
        let mut name = self.def.name.clone();
        let wanted = self.def.values.iter().enumerate().filter(|(at, _)| wants(allowed, *at));
        for (nth, (_, value)) in wanted.enumerate() {
            let _ = write!(name, "{}{value}", if nth == 0 { " is " } else { " or " });
        }
        if allowed == 0 {
            name.push_str(" is none of its values");
        }
        GivenDef { fact: self.def.clone(), allowed, name }
    }
}

/// A declared condition: a fact has one of these values.
pub(crate) struct GivenDef<G: Game> {
    pub fact: Arc<FactDef<G>>,
    pub allowed: u128,
    /// In words.
    pub name: String,
}

impl<G: Game> GivenDef<G> {
    /// Whether it holds whatever the fact is, so that nobody has to ask.
    pub(crate) fn is_always(&self) -> bool {
        (0..self.fact.values.len()).all(|value| wants(self.allowed, value))
    }
}

impl<G: Game> Clone for GivenDef<G> {
    fn clone(&self) -> Self {
        GivenDef { fact: self.fact.clone(), allowed: self.allowed, name: self.name.clone() }
    }
}

/// A part of the state, as a number of the game's own choosing: what predicates
/// read and events write.
///
/// # Example
///
/// ```
/// use rulebook::Part;
///
/// enum Of { Board, Hands }
/// impl From<Of> for Part {
///     fn from(part: Of) -> Part {
///         Part(part as u8)
///     }
/// }
/// assert_eq!(Part::from(Of::Hands), Part(1));
/// # let _ = Of::Board;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(pub u8);

/// A named predicate over the state that phases and rules share: it is
/// evaluated once for all of them.
///
/// One that says which parts of the state it [reads](Predicate::reads) is not
/// evaluated again until an event writes one of them.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Predicate;
///
/// let small = Predicate::new("small", |total: &u32| *total < 10);
/// let book = Book::<Counter>::builder("counter")
///     .phase("first", |phase| phase
///         .while_holds(&small)
///         .rule("count", |rule| rule.then(|cx, ()| [*cx.action])))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 20)?;
/// game.submit(Seat(0), 1)?;
/// assert_eq!(*game.state(), 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Predicate<G: Game> {
    pub(crate) name: Arc<str>,
    pub(crate) def: Arc<SharedDef<G>>,
    /// What has to come of it.
    pub(crate) wants: bool,
}

impl<G: Game> Clone for Predicate<G> {
    fn clone(&self) -> Self {
        Predicate { name: self.name.clone(), def: self.def.clone(), wants: self.wants }
    }
}

impl<G: Game> fmt::Debug for Predicate<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predicate").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A shared predicate, written down: it and its opposites are one.
pub(crate) struct SharedDef<G: Game> {
    pub name: Arc<str>,
    /// The parts that it reads, if it says so: one bit each.
    pub reads: Option<[u64; 4]>,
    pub holds: Arc<dyn Fn(&G::State) -> bool + Send + Sync>,
}

impl<G: Game> Predicate<G> {
    /// A predicate of that name.
    pub fn new(
        name: impl Into<String>,
        holds: impl Fn(&G::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        let name: Arc<str> = name.into().into();
        let def = SharedDef { name: name.clone(), reads: None, holds: Arc::new(holds) };
        Predicate { name, def: Arc::new(def), wants: true }
    }

    /// The predicate that holds where this one does not, by a name of its own.
    ///
    /// Both are evaluated together: once one is known, so is the other. Of two rules of
    /// which one waits for a predicate and one for its opposite, the plan asks the right
    /// one, and the analysis knows that they never meet. Say what a predicate
    /// [reads](Predicate::reads) before you ask for its opposite.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::Predicate;
    ///
    /// let small = Predicate::new("small", |total: &u32| *total < 10);
    /// let large = small.opposite("large");
    /// let book = Book::<Counter>::builder("counter")
    ///     .strategy(Strategy::Exclusive)
    ///     .rule("count", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
    ///     .rule("count twice", |rule| rule.while_holds(&large).then(|cx, ()| [2 * *cx.action]))
    ///     .compile()?;
    /// // Never both, so that the analysis has nothing to say.
    /// assert!(book.analyse().is_clean());
    /// let mut game = book.start(0, Seed(1))?;
    /// game.submit(Seat(0), 20)?;
    /// game.submit(Seat(0), 1)?;
    /// assert_eq!(*game.state(), 22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn opposite(&self, name: impl Into<String>) -> Self {
        Predicate { name: name.into().into(), def: self.def.clone(), wants: !self.wants }
    }

    /// Whether it holds, as the author wrote it.
    pub(crate) fn holds(&self, state: &G::State) -> bool {
        (self.def.holds)(state) == self.wants
    }

    /// The parts of the state that it reads, and no others. Parity mode catches
    /// one that reads more.
    #[must_use]
    pub fn reads<P: Into<Part>>(self, parts: impl IntoIterator<Item = P>) -> Self {
        let mut reads = self.def.reads.unwrap_or_default();
        mark(&mut reads, parts);
        let Predicate { name, def, wants } = self;
        let holds = def.holds.clone();
        let def = SharedDef { name: def.name.clone(), reads: Some(reads), holds };
        Predicate { name, def: Arc::new(def), wants }
    }
}

/// Adds parts to a set.
pub(crate) fn mark<P: Into<Part>>(set: &mut [u64; 4], parts: impl IntoIterator<Item = P>) {
    for part in parts {
        let Part(part) = part.into();
        set[usize::from(part / 64)] |= 1 << (part % 64);
    }
}
