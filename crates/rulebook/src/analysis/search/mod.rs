//! The analysis by play: what cannot be proved is searched for.
//!
//! Games are played from the author's own starting states, at random or through
//! every state that can be reached. In each state everything that is tried is
//! put to all rules, also those that the decision would not reach. What was
//! seen once is proved: two rules that meet, an action that nobody answers.
//! What was never seen is suspected, however long it was looked for.

mod cases;
mod evidence;
mod extent;
mod found;
mod masks;
mod verdict;
mod walk;

use std::error::Error;
use std::fmt;

use crate::actor::By;
use crate::analysis::text::many;
use crate::analysis::witness::Played;
use crate::analysis::{Analysis, gather};
use crate::book::Book;
use crate::dice::Seed;
use crate::error::{Fault, StartError};
use crate::game::Game;
use crate::session::Session;
pub use extent::Extent;
use extent::LeftOut;
pub use found::Searched;
use walk::Walk;

impl<G: Game> Book<G> {
    /// Looks by play for what [`analyse`](Book::analyse) cannot prove. The
    /// function gives the starting state of the game with that seed.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::{Certainty, FindingKind};
    ///
    /// let book = Book::<Counter>::builder("counter")
    ///     .strategy(Strategy::Exclusive)
    ///     .rule("small", |rule| rule
    ///         .when("at most 5", |ask| *ask.action <= 5)
    ///         .then(|cx, ()| [*cx.action]))
    ///     .rule("large", |rule| rule
    ///         .when("at least 5", |ask| *ask.action >= 5)
    ///         .then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    ///
    /// // Nobody sees into these conditions, but somebody can try.
    /// let found = book
    ///     .analyse_by_play(|_| 0)
    ///     .universe(|_| (0..10).map(|n| (Seat(0).into(), n)).collect())
    ///     .games(3)
    ///     .actions(10)
    ///     .run()?;
    /// let overlap = &found.analysis.findings()[0];
    /// assert_eq!((overlap.kind, overlap.certainty), (FindingKind::Overlap, Certainty::Proved));
    /// let seen = overlap.witness.as_ref().and_then(|witness| witness.played.as_ref());
    /// assert_eq!(seen.unwrap().action, "5 by seat 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse_by_play<'a>(
        &self,
        start: impl FnMut(Seed) -> G::State + 'a,
    ) -> PlaySearch<'a, G> {
        PlaySearch {
            book: self.clone(),
            start: Box::new(start),
            universe: None,
            weight: None,
            progress: None,
            stop: None,
            games: 100,
            actions: 1000,
            seed: Seed(0),
            states: None,
        }
    }
}

/// A search by play: how long, from where, and what is tried.
///
/// The same search finds the same things in the same order, always.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .digests()
///     .rule("past ten", |rule| rule
///         .when("it is past ten", |ask| *ask.state > 10)
///         .then(|_, ()| ()))
///     .rule("count", |rule| rule
///         .candidates(|offer| offer.extend([1, 2]))
///         .then(|cx, ()| [cx.state.min(&9) + 1 - cx.state]))
///     .compile()?;
///
/// let found = book.analyse_by_play(|_| 0).every_state(100).run()?;
/// assert_eq!((found.progress.states, found.complete), (11, true));
/// assert_eq!(found.analysis.findings()[0].about.name(), "past ten");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is played before it is run"]
pub struct PlaySearch<'a, G: Game> {
    book: Book<G>,
    start: Box<dyn FnMut(Seed) -> G::State + 'a>,
    universe: Option<Box<dyn Fn(&G::State) -> Vec<(By, G::Action)> + 'a>>,
    weight: Option<Box<dyn Fn(By, &G::Action) -> u32 + 'a>>,
    progress: Option<Box<dyn FnMut(&Progress) + 'a>>,
    stop: Option<Box<dyn Fn() -> bool + 'a>>,
    games: u64,
    actions: usize,
    seed: Seed,
    states: Option<usize>,
}

impl<'a, G: Game> PlaySearch<'a, G> {
    /// How many games are played, or how many starting states there are: 100,
    /// unless it is said otherwise.
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// How many actions a game has at most: 1000, unless it is said otherwise.
    /// A search through [every state](PlaySearch::every_state) has no such
    /// bound.
    pub fn actions(mut self, actions: usize) -> Self {
        self.actions = actions;
        self
    }

    /// The seed of the first game; the next ones have the next seeds.
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = seed;
        self
    }

    /// What people could try, besides what is legal. Without it only legal
    /// actions are tried, no action goes unanswered and no check refuses; so
    /// nothing is said about checks and exceptions then.
    pub fn universe(mut self, tries: impl Fn(&G::State) -> Vec<(By, G::Action)> + 'a) -> Self {
        self.universe = Some(Box::new(tries));
        self
    }

    /// How likely an action is to be played, against the others. What has no
    /// weight is tried, but never played: resigning, say.
    pub fn weigh(mut self, weight: impl Fn(By, &G::Action) -> u32 + 'a) -> Self {
        self.weight = Some(Box::new(weight));
        self
    }

    /// Goes through every state that can be reached from the starting states,
    /// instead of playing at random, up to so many states, the nearest first.
    /// The book must have digests. [`Searched::complete`] says whether it came
    /// to an end.
    pub fn every_state(mut self, limit: usize) -> Self {
        self.states = Some(limit);
        self
    }

    /// Who is told how far it is, after each game and each thousand states.
    pub fn progress(mut self, tell: impl FnMut(&Progress) + 'a) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Ends the search before its time as soon as this says so: somebody does
    /// not want to wait any longer. It is asked in each state. What was found
    /// until then is what is found, and [`Searched::stopped`] says that there
    /// could be more.
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule
    /// #         .candidates(|offer| offer.push(1)).then(|cx, ()| [*cx.action])).compile()?;
    /// use std::cell::Cell;
    ///
    /// let asked = Cell::new(0);
    /// let fifth_time = || asked.replace(asked.get() + 1) == 4;
    /// let found = book.analyse_by_play(|_| 0).actions(3).until(fifth_time).run()?;
    /// // Three states of the first game and one of the second.
    /// assert!(found.stopped);
    /// assert_eq!((found.progress.games, found.progress.states), (2, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn until(mut self, stop: impl Fn() -> bool + 'a) -> Self {
        self.stop = Some(Box::new(stop));
        self
    }

    /// Plays, and says what was found.
    ///
    /// # Errors
    ///
    /// If a game cannot start, or the book is at fault in another way than a
    /// conflict of rules, with the place where it is.
    pub fn run(mut self) -> Result<Searched, PlayError> {
        let book = self.book.clone();
        let (limit, tries_all) = (self.states, self.universe.is_some());
        let mut walk = Walk::new(&mut self);
        let walked = match limit {
            Some(limit) => walk.everywhere(limit),
            None => walk.at_random(),
        };
        walked.map_err(|error| walk.lost(error))?;
        let Walk { mut evidence, coverage, mut progress, cases, left, stopped, over, .. } = walk;
        let complete =
            limit.is_some() && left == LeftOut::default() && !stopped && progress.states > 0;
        progress.tried = evidence.tried;
        let coverage = coverage.report();
        evidence.played(&coverage);
        let extent = Extent {
            progress,
            complete,
            stopped,
            strangers: evidence.strangers.iter().copied().collect(),
            everywhere: limit.is_some(),
            tries_all,
            over: over == progress.games,
            left,
        };
        let findings = verdict::findings(&book.inner, &evidence, &extent);
        let refuted = verdict::seen(&book.inner, &evidence);
        let analysis = Analysis {
            book: book.name().to_owned(),
            rules: book.inner.rules.len(),
            opaque: gather::opaque(&book.inner),
            findings,
            extent: Some(extent),
        };
        Ok(Searched { analysis, coverage, progress, complete, stopped, refuted, cases })
    }
}

/// How far a search by play is.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule
/// #         .candidates(|offer| offer.push(1)).then(|cx, ()| [*cx.action])).compile()?;
/// let mut told = Vec::new();
/// let search = book.analyse_by_play(|_| 0).games(2).actions(10);
/// search.progress(|progress| told.push((progress.games, progress.states))).run()?;
/// assert_eq!(told, [(1, 10), (2, 20)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many games were begun.
    pub games: u64,
    /// How many states were looked at.
    pub states: u64,
    /// How many actions were tried in them.
    pub tried: u64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { games, states, tried } = self;
        let (tried, states) = (many(*tried, "action"), many(*states, "state"));
        write!(f, "{tried} tried in {states} of {}", many(*games, "game"))
    }
}

/// Why a search by play could not go on.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule
///         .candidates(|offer| offer.push(1))
///         .then(|cx, ()| { assert!(*cx.state < 3, "no fingers"); [*cx.action] }))
///     .compile()?;
/// assert_eq!(
///     book.analyse_by_play(|_| 0).run().unwrap_err().to_string(),
///     "There was a panic in the effect of the rule \"count\": no fingers \
///      — 1 by seat 0 after 3 actions of the game with seed 0 (1 by seat 0, 1 by seat 1, 1 by \
///      seat 1). Correct that first.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// A game could not start.
    Start(StartError),
    /// The book was at fault.
    Fault {
        /// The fault.
        fault: Fault,
        /// Where.
        played: Box<Played>,
    },
    /// States cannot be told apart: the book has no digests.
    NoDigests,
}

impl PlayError {
    fn at<G: Game>(session: &Session<G>, action: Option<(By, &G::Action)>, fault: Fault) -> Self {
        PlayError::Fault { fault, played: Box::new(walk::played(session, action)) }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Start(error) => error.fmt(f),
            PlayError::Fault { fault, played } => {
                write!(f, "{fault} — {played}. Correct that first.")
            }
            PlayError::NoDigests => f.write_str(
                "To go through every state, states must be told apart, but the book has no \
                 digests: add .digests() to it.",
            ),
        }
    }
}

impl Error for PlayError {}
