//! A running game: state, dice, history, pending choice.
//!
//! A session moves only when somebody submits, answers, undoes or redoes. Each
//! of these commits whole or leaves everything as it was, also when an
//! author's function panics.

pub(crate) mod account;
pub(crate) mod candidates;
pub(crate) mod choice;
mod copies;
mod direct;
mod explained;
pub(crate) mod fate;
pub(crate) mod fleet;
pub(crate) mod frame;
pub(crate) mod history;
pub(crate) mod legal;
pub(crate) mod options;
mod restart;
pub(crate) mod search;
pub(crate) mod sequence;
pub(crate) mod stance;
mod submit;
mod switch;
mod travel;
pub(crate) mod view;

use std::fmt;
use std::sync::Arc;

use crate::actor::{Actors, By, Scores, Seat};
use crate::book::Book;
use crate::dice::Seed;
use crate::digest::Digest;
use crate::error::{Fault, FaultKind, StartError};
use crate::explain::Explanation;
use crate::game::Game;
use crate::observe::Observer;
use crate::pipeline::sources::Index;
use crate::pipeline::verify::find_broken;
use crate::pipeline::{Core, Place, guarded};
use crate::plan::parity::Sampler;
use crate::plan::passes::Avoided;
use crate::reactive::Source;
use crate::session::choice::{Choice, Made};
use crate::session::frame::{FrameId, FrameView};
use crate::session::history::Journal;
use crate::session::options::{Digests, Parity, Recovery, Reversibility, SessionOptions};

/// One running game.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 5)?;
/// game.submit(Seat(1), 6)?;
/// assert_eq!(*game.state(), 11);
/// game.undo()?;
/// assert_eq!(*game.state(), 5);
/// game.redo()?;
/// assert_eq!(*game.state(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<G: Game> {
    /// The core's own, to be borrowed while the core changes.
    book: Book<G>,
    pub(crate) core: Core<G, Journal<G>>,
    options: SessionOptions,
    pending: Option<Box<Pending<G>>>,
    /// Why nothing is accepted any more.
    poisoned: Option<Fault>,
    /// The last explanation, to be read and written over.
    explained: Option<Box<Explanation<G>>>,
}

/// An action that waits for a player's choice: just the action and the answers
/// so far.
struct Pending<G: Game> {
    by: By,
    action: G::Action,
    reversibility: Reversibility,
    answers: Vec<u32>,
    /// What was chosen by these answers, and what had only one option.
    made: Vec<Made>,
    choice: Arc<Choice>,
    /// The options with which the transition was refused.
    refused: Vec<u32>,
}

impl<G: Game> Clone for Pending<G> {
    fn clone(&self) -> Self {
        Pending {
            by: self.by,
            action: self.action.clone(),
            reversibility: self.reversibility,
            answers: self.answers.clone(),
            made: self.made.clone(),
            choice: self.choice.clone(),
            refused: self.refused.clone(),
        }
    }
}

impl<G: Game> Session<G> {
    pub(crate) fn start(
        book: Book<G>,
        state: G::State,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Self, StartError> {
        if options.digests == Digests::PerFrame && !book.has_digests() {
            return Err(StartError::NoDigests);
        }
        if options.parity != Parity::Off && !book.has_comparison() {
            return Err(StartError::NoComparison);
        }
        let recovery = match options.recovery {
            Some(Recovery::Revert) if !book.has_revert() => return Err(StartError::NoRevert),
            Some(recovery) => recovery,
            None if book.has_revert() => Recovery::Revert,
            None => Recovery::Snapshot,
        };
        let log = Journal::new(options.history, options.mode);
        let mut core = Core::new(book, state, seed, recovery, options.verify, log);
        core.log.base = core.ticket;
        core.parity = Sampler::new(options.parity);
        core.desk.always_counts = options.count_work;
        core.watch_anew();
        if let Err(error) = core.guard(check_start).map_err(StartError::from).flatten() {
            return Err(refuse(core, error));
        }
        let book = core.book.clone();
        Ok(Session { book, core, options, pending: None, poisoned: None, explained: None })
    }

    /// The committed state.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.core.state
    }

    /// The book that is played by.
    pub fn book(&self) -> &Book<G> {
        &self.core.book
    }

    /// How the session is kept.
    pub fn options(&self) -> SessionOptions {
        self.options
    }

    /// Who may act now: nobody once the game is over, the one who must choose
    /// while a choice is pending, and otherwise whom the game says.
    pub fn active(&self) -> Actors {
        if let Some(pending) = &self.pending {
            return Actors::only(pending.choice.seat);
        }
        match self.result() {
            Some(_) => Actors::none(),
            None => G::active(self.state()),
        }
    }

    /// The seat whose turn it is: nobody's once the game is over, that of the
    /// one who must choose while a choice is pending, and otherwise whose the
    /// game says.
    pub fn turn(&self) -> Option<Seat> {
        if let Some(pending) = &self.pending {
            return Some(pending.choice.seat);
        }
        match self.result() {
            Some(_) => None,
            None => G::turn(self.state()),
        }
    }

    /// What each seat got, once the game is over.
    pub fn result(&self) -> Option<Scores> {
        G::result(self.state())
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        G::seats(self.state())
    }

    /// The choice that must be answered before anything else, if any.
    pub fn pending(&self) -> Option<&Choice> {
        self.pending.as_ref().map(|pending| &*pending.choice)
    }

    /// The action that waits for the pending choice: by whom, what, and the
    /// answers given so far. Submitted and answered like that in a session at
    /// the same point, it waits for the same choice.
    pub fn pending_action(&self) -> Option<(By, &G::Action, &[u32])> {
        let pending = self.pending.as_ref()?;
        Some((pending.by, &pending.action, &pending.answers))
    }

    /// The seed that settles the dice.
    pub fn seed(&self) -> Seed {
        self.core.bench.dice.seed()
    }

    /// The fault after which nothing is accepted any more, if there was one:
    /// a panic half-way through a change on the revert path.
    pub fn poisoned(&self) -> Option<&Fault> {
        self.poisoned.as_ref()
    }

    /// The digest of the game as it is: state, dice, rules switched off. None
    /// if the book has no digests.
    ///
    /// # Errors
    ///
    /// If the author's encoding panics.
    pub fn digest(&mut self) -> Result<Option<Digest>, Fault> {
        if let Some(fault) = &self.poisoned {
            return Err(fault.clone());
        }
        self.core.guard(Core::digest)
    }

    /// The sources in play, by number, as the engine knows them: kept up to
    /// date by what events [touch](crate::Reactive::touches). None in a game
    /// without reactions.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::{Reactive, Source, SourceId, SourceKind};
    /// # struct Table;
    /// # impl Game for Table {
    /// #     type State = Vec<u32>; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(cards: &mut Vec<u32>, card: &u32) { cards.push(*card); }
    /// # }
    /// /// Every card on the table is a source; an event puts one there.
    /// impl Reactive for Table {
    ///     fn touches(card: &u32, each: &mut dyn FnMut(SourceId)) {
    ///         each(SourceId(*card));
    ///     }
    ///     fn source(cards: &Vec<u32>, id: SourceId) -> Option<Source> {
    ///         let since = cards.iter().position(|card| *card == id.0)?;
    ///         Some(Source::new(id, SourceKind(0)).since(since as u64))
    ///     }
    ///     fn sources(cards: &Vec<u32>, each: &mut dyn FnMut(Source)) {
    ///         cards.iter().filter_map(|card| Self::source(cards, SourceId(*card))).for_each(each);
    ///     }
    /// }
    ///
    /// let book = Book::<Table>::builder("table")
    ///     .reacts()
    ///     .rule("play", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(vec![4], Seed(1))?;
    /// game.submit(Seat(0), 7)?;
    /// assert!(game.sources().map(|source| source.id.0).eq([4, 7]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sources(&self) -> impl Iterator<Item = Source> {
        let known = self.core.sources.as_deref();
        // Where bringing it up to date was interrupted by a panic, the state
        // says what will be known from the next transition on.
        let stale = known.is_some_and(|sources| sources.stale);
        let read = if stale { self.sources_in_state() } else { Vec::new() };
        known.filter(|_| !stale).into_iter().flat_map(Index::all).chain(read)
    }

    /// The sources in play, by number, as the state says. They must be the
    /// same.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::{Reactive, Source, SourceId, SourceKind};
    /// # struct Table;
    /// # impl Game for Table {
    /// #     type State = Vec<u32>; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(cards: &mut Vec<u32>, card: &u32) { cards.push(*card); }
    /// # }
    /// # /// Every card on the table is a source; an event puts one there.
    /// # impl Reactive for Table {
    /// #     fn touches(card: &u32, each: &mut dyn FnMut(SourceId)) {
    /// #         each(SourceId(*card));
    /// #     }
    /// #     fn source(cards: &Vec<u32>, id: SourceId) -> Option<Source> {
    /// #         let since = cards.iter().position(|card| *card == id.0)?;
    /// #         Some(Source::new(id, SourceKind(0)).since(since as u64))
    /// #     }
    /// #     fn sources(cards: &Vec<u32>, each: &mut dyn FnMut(Source)) {
    /// #         cards.iter().filter_map(|card| Self::source(cards, SourceId(*card))).for_each(each);
    /// #     }
    /// # }
    /// # let book = Book::<Table>::builder("table")
    /// #     .reacts()
    /// #     .rule("play", |rule| rule.then(|cx, ()| [*cx.action]))
    /// #     .compile()?;
    /// # let mut game = book.start(vec![4], Seed(1))?;
    /// # game.submit(Seat(0), 7)?;
    /// assert!(game.sources().eq(game.sources_in_state()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sources_in_state(&self) -> Vec<Source> {
        let mut sources = Vec::new();
        if let Some(reactions) = &self.core.book.inner.reactions {
            (reactions.reactor.sources)(self.state(), &mut |source| sources.push(source));
        }
        sources.sort_by_key(|source| source.id);
        sources
    }

    /// How much work each pass of the plan has avoided while the session counted:
    /// with [`count_work`](SessionOptions::count_work) always, and otherwise as
    /// long as an observer of decisions watches, from the first action on that it
    /// sees.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Counter;
    /// # impl Game for Counter {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// #     fn subject(_: &u32, action: &u32) -> Option<Subject> { Some(Subject(*action)) }
    /// # }
    /// use rulebook::{Pass, SessionOptions};
    ///
    /// // The subject of an action is its number.
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("one", |rule| rule.subject(Subject(1)).then(|_, ()| [1]))
    ///     .rule("two", |rule| rule.subject(Subject(2)).then(|_, ()| [2]))
    ///     .rule("three", |rule| rule.subject(Subject(3)).then(|_, ()| [3]))
    ///     .compile()?;
    /// let options = SessionOptions { count_work: true, ..SessionOptions::default() };
    /// let mut game = book.start_with(0, Seed(1), options)?;
    /// game.submit(Seat(0), 3)?;
    /// assert_eq!(game.avoided().by(Pass::Subjects), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn avoided(&self) -> Avoided {
        self.core.desk.avoided
    }

    /// How many dice words were drawn so far.
    pub fn dice_position(&self) -> u64 {
        self.core.bench.dice.position()
    }

    /// An independent session from here: state, dice, history, pending choice.
    /// The observer stays with the original.
    #[must_use]
    pub fn fork(&self) -> Session<G> {
        Session {
            book: self.book.clone(),
            core: self.core.fork(self.core.log.clone()),
            options: self.options,
            pending: self.pending.clone(),
            poisoned: self.poisoned.clone(),
            explained: None,
        }
    }

    /// Has somebody told of everything that happens from now on. There is one
    /// observer at a time: the one before is handed back.
    pub fn observe(
        &mut self,
        observer: impl Observer<G> + Send + 'static,
    ) -> Option<Box<dyn Observer<G> + Send>> {
        let before = self.core.log.observer.replace(Box::new(observer));
        self.core.watch_anew();
        before
    }

    /// Lets the observer go.
    pub fn unobserve(&mut self) -> Option<Box<dyn Observer<G> + Send>> {
        let observer = self.core.log.observer.take();
        self.core.watch_anew();
        observer
    }

    /// A frame of the history, read in place. None if it was forgotten, or
    /// undone and then dropped.
    pub fn frame(&self, id: FrameId) -> Option<FrameView<'_, G>> {
        if self.core.log.id(id.number) != Some(id) {
            return None;
        }
        self.core.log.view(&self.core.book.inner, id.number)
    }

    /// The frames that are kept and stand, in order.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = FrameView<'_, G>> {
        self.core
            .log
            .standing()
            .filter_map(|number| self.core.log.view(&self.core.book.inner, number))
    }

    /// The number of the last frame that stands; 0 at the start.
    pub fn number(&self) -> u64 {
        self.core.log.number()
    }
}

/// Drops what cannot start. Should that panic, too, the error says more.
fn refuse<T>(refused: T, error: StartError) -> StartError {
    let _less = guarded(|| drop(refused));
    error
}

/// A game may start only from a state that it could also be in later.
fn check_start<G: Game>(core: &mut Core<G, Journal<G>>) -> Result<(), StartError> {
    let Core { book, state, desk, .. } = core;
    desk.place = Place::Seats;
    let seats = G::seats(state);
    if seats > 62 {
        return Err(StartError::TooManySeats(seats));
    }
    if let Some(turn) = &book.inner.draft.turn {
        desk.place = Place::Step;
        if (turn.current)(state).is_none() {
            let step = (turn.describe)(state);
            return Err(Fault::new(FaultKind::UnknownStep { step }).into());
        }
    }
    core.read_sources();
    let Core { book, state, desk, .. } = core;
    match find_broken(&book.inner, state, desk, |_, _, _| true) {
        names if names.is_empty() => Ok(()),
        names => Err(StartError::Invariants(names)),
    }
}

impl<G: Game> fmt::Debug for Session<G>
where
    G::State: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("book", &self.core.book.name())
            .field("state", &self.core.state)
            .field("frame", &self.number())
            .field("pending", &self.pending())
            .finish_non_exhaustive()
    }
}
