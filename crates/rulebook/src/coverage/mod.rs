//! Coverage: what of a book has fired in a set of played games, and what never
//! has.
//!
//! What comes in is notices of sessions that play, or the kept frames of
//! sessions that have played. Counting asks no rule: it needs no more than
//! outcomes and which rules were chosen. Several sessions, on several threads,
//! may feed one coverage.

mod counts;
mod inventory;
mod report;
mod text;
mod uses;
mod watch;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::book::Book;
use crate::game::Game;
use crate::session::Session;
use counts::Counts;
use inventory::Inventory;
pub use report::CoverageReport;
pub use uses::{Covered, Side, Uses};
pub use watch::Watch;

/// Counts what fires: rules, refusals, checks, exceptions, guards, triggers,
/// standing rules and the effects of steps.
///
/// What is refused or has no effect did not fire, except for what refused it.
/// What is undone later has fired all the same. A clone counts into the same
/// counters.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Coverage;
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("a hundred", |rule| rule
///         .when("it is much", |ask| *ask.action > 100)
///         .then(|_, ()| [100]))
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
///
/// let coverage = Coverage::of(&book);
/// let mut game = book.start(0, Seed(1))?;
/// coverage.watch(&mut game)?;
/// game.submit(Seat(0), 5)?;
/// game.submit(Seat(0), 7)?;
///
/// let never: Vec<_> = coverage.never().iter().map(|item| item.to_string()).collect();
/// assert_eq!(never, ["the rule \"a hundred\""]);
/// assert_eq!(coverage.to_string(), "\
/// Coverage of \"counter\": 1 of 2 fired (50 %).
/// 2 actions: 2 committed, 0 without change, 0 refused, 0 faults.
/// rules
///    never  a hundred
///        2  count
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Coverage<G: Game> {
    shared: Arc<Shared<G>>,
}

struct Shared<G: Game> {
    book: Book<G>,
    inventory: Inventory,
    counts: Counts,
}

impl<G: Game> Clone for Coverage<G> {
    fn clone(&self) -> Self {
        Coverage { shared: self.shared.clone() }
    }
}

impl<G: Game> fmt::Debug for Coverage<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coverage").field("report", &self.report()).finish()
    }
}

impl<G: Game> fmt::Display for Coverage<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report().fmt(f)
    }
}

impl<G: Game> Coverage<G> {
    /// Nothing of the book has fired yet.
    pub fn of(book: &Book<G>) -> Self {
        let inventory = Inventory::of(&book.inner);
        let counts = Counts::new(&inventory);
        Coverage { shared: Arc::new(Shared { book: book.clone(), inventory, counts }) }
    }

    /// Counts what fires in a session from now on. An observer that the session
    /// has already is told everything as before.
    ///
    /// A session that it watches already stays as it is, and nothing counts
    /// twice: the observer says so, by [`Observer::counts_for`](crate::Observer::counts_for).
    /// A fork of the session is not watched. To stop, take the observer off
    /// with [`Session::unobserve`].
    ///
    /// # Errors
    ///
    /// If the session is of another book; then it stays as it is.
    pub fn watch(&self, session: &mut Session<G>) -> Result<(), OtherBook> {
        self.accepts(session.book())?;
        let observer = session.core.log.observer.as_deref();
        if observer.is_some_and(|observer| observer.counts_for(self)) {
            return Ok(());
        }
        let watch = Watch::new(self.clone(), session.unobserve());
        // The place is free: it was emptied one line above.
        let _ = session.observe(watch);
        Ok(())
    }

    /// An observer that counts, for use inside one of your own: hand it every
    /// notice, and both questions. [`watch`](Coverage::watch) is simpler where it serves.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// use rulebook::{Coverage, Detail, Notice, Observer, Watch};
    ///
    /// struct Mine(Watch<Counter>);
    /// impl Observer<Counter> for Mine {
    ///     fn notice(&mut self, notice: &Notice<'_, Counter>) {
    ///         self.0.notice(notice);
    ///     }
    ///     fn detail(&self) -> Detail {
    ///         self.0.detail()
    ///     }
    ///     fn counts_for(&self, coverage: &Coverage<Counter>) -> bool {
    ///         self.0.counts_for(coverage)
    ///     }
    /// }
    ///
    /// let coverage = Coverage::of(&book);
    /// let mut game = book.start(0, Seed(1))?;
    /// game.observe(Mine(coverage.observer()));
    /// coverage.watch(&mut game)?; // It does already.
    /// game.submit(Seat(0), 5)?;
    /// assert_eq!((coverage.report().percent(), coverage.report().committed), (100, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observer(&self) -> Watch<G> {
        Watch::new(self.clone(), None)
    }

    /// Counts what has fired in a session that has played, as far as its
    /// frames are kept, and says how many frames that were.
    ///
    /// Refusals leave no frame: from then on nobody can say which rule never
    /// [refused](Covered::lacks). And a rule that was chosen and proposed nothing leaves no trace in one.
    /// To count these, [`watch`](Coverage::watch) the session while it plays. A
    /// session that was watched is counted already.
    ///
    /// # Errors
    ///
    /// If the session is of another book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// use rulebook::Coverage;
    ///
    /// let mut game = book.start(0, Seed(1))?;
    /// game.submit(Seat(0), 5)?;
    /// let coverage = Coverage::of(&book);
    /// assert_eq!(coverage.add(&game)?, 1);
    /// assert_eq!(coverage.report().percent(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&self, session: &Session<G>) -> Result<usize, OtherBook> {
        self.accepts(session.book())?;
        let mut marks = Vec::new();
        let mut frames = 0;
        for frame in session.frames() {
            self.shared.counts.frame(&frame, &mut marks);
            self.shared.counts.unwatched.count(0);
            frames += 1;
        }
        Ok(frames)
    }

    /// Adds what another coverage has counted, for instance on another thread
    /// or for another kind of player.
    ///
    /// # Errors
    ///
    /// If the other one is of another book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// use rulebook::Coverage;
    ///
    /// let (here, there) = (Coverage::of(&book), Coverage::of(&book));
    /// let mut game = book.start(0, Seed(1))?;
    /// there.watch(&mut game)?;
    /// game.submit(Seat(0), 5)?;
    /// here.merge(&there)?;
    /// assert_eq!(here.report(), there.report());
    ///
    /// let other = Book::<Counter>::builder("counter")
    ///     .rule("sum", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// assert_eq!(
    ///     here.merge(&Coverage::of(&other)).unwrap_err().to_string(),
    ///     "The coverage is of another book \"counter\", without the rule \"sum\": \
    ///      count each book on its own.",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(&self, other: &Coverage<G>) -> Result<(), OtherBook> {
        self.accepts(&other.shared.book)?;
        self.shared.counts.add(&other.shared.counts);
        Ok(())
    }

    /// What never fired so far. What a rule has only ever done one side of is said by
    /// [`CoverageReport::one_sided`].
    pub fn never(&self) -> Vec<Covered> {
        self.report().never().cloned().collect()
    }

    /// What has been counted so far.
    pub fn report(&self) -> CoverageReport {
        let Shared { book, inventory, counts } = &*self.shared;
        report::report(book.name(), inventory, counts)
    }

    /// Whether this is the book that is counted.
    fn accepts(&self, book: &Book<G>) -> Result<(), OtherBook> {
        let mine = &self.shared.book;
        if Arc::ptr_eq(&mine.inner, &book.inner) {
            return Ok(());
        }
        if mine.name() != book.name() {
            let (mine, found) = (mine.name().to_owned(), book.name().to_owned());
            return Err(OtherBook { mine, found, difference: None });
        }
        match self.shared.inventory.difference(&Inventory::of(&book.inner)) {
            None => Ok(()),
            difference => Err(OtherBook {
                mine: mine.name().to_owned(),
                found: book.name().to_owned(),
                difference,
            }),
        }
    }
}

/// What was to be counted is of another book than the coverage.
///
/// Books are the same if their names are, and the names of everything in them,
/// in order.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Coverage;
///
/// let mut game = book.variant("short game").compile()?.start(0, Seed(1))?;
/// assert_eq!(
///     Coverage::of(&book).watch(&mut game).unwrap_err().to_string(),
///     "The coverage is of the book \"counter\", and not of \"short game\": \
///      count each book on its own.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherBook {
    mine: String,
    found: String,
    /// Where books of the same name differ.
    difference: Option<String>,
}

impl fmt::Display for OtherBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherBook { mine, found, difference } = self;
        match difference {
            None => write!(f, "The coverage is of the book \"{mine}\", and not of \"{found}\"")?,
            Some(how) => write!(f, "The coverage is of another book \"{mine}\", {how}")?,
        }
        f.write_str(": count each book on its own.")
    }
}

impl Error for OtherBook {}
