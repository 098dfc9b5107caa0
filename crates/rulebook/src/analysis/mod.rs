//! The analysis of a book: what can be said about it before anybody plays.
//!
//! Rules with declared conditions are boxes: for each fact the values that they
//! want. Taking boxes from boxes shows exactly which rules are never reached,
//! also where several others stand before one only together. What the author's
//! own code decides, nobody can know beforehand: such a rule may be covered,
//! but it covers nothing.
//!
//! What the turn refuses comes to no rule. Where a fact is the step, only those
//! parts of a box count that a step lets through; which fact that is the turn
//! says, and nobody guesses it from names.
//!
//! That something never happens can be proved in this way, whatever the game
//! is like. That something does happen cannot, because facts depend on one
//! another and checks refuse actions: unless nothing at all stands between, it
//! is only suspected, and the [search] by play looks for a case.
//!
//! What comes in is a compiled book; what comes out is an [`Analysis`]. Outside
//! of the search nothing here asks a rule or reads a state.

mod advice;
mod bounds;
mod cover;
mod finding;
mod gap;
mod gather;
mod idle;
mod index;
mod mask;
mod overlap;
mod priority;
mod reach;
mod search;
mod shadow;
mod survey;
mod text;
mod witness;
mod words;

use crate::book::Book;
use crate::game::Game;
use bounds::Purse;

pub use finding::{About, Certainty, Finding, FindingKind};
pub use search::{Extent, PlayError, PlaySearch, Progress, Searched};
pub use witness::{FactValues, Held, Played, Witness, WitnessSubject};

/// How thorough an analysis is.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{AnalysisOptions, Certainty};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// assert_eq!(book.analyse().proved().count(), 1);
///
/// // Without time to think, the question stays open.
/// let hasty = book.analyse_with(AnalysisOptions { budget: 0 });
/// assert_eq!(hasty.findings()[0].certainty, Certainty::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How many steps (one condition of one rule looked at) are spent on one
    /// question, such as whether a rule is ever reached; on all together, three
    /// hundred times as many. A question that takes more stays open:
    /// [`Certainty::Unknown`].
    pub budget: usize,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        AnalysisOptions { budget: 1_000_000 }
    }
}

/// What there is to say about a book: findings as data, and a report for people
/// in the author's own names. The report tells some twenty findings of each kind and
/// counts the others.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use rulebook::prelude::*;
/// use rulebook::Fact;
///
/// #[derive(Clone, Copy, Kinds)]
/// enum Light { Day, Dusk, Night }
/// # struct Village;
/// # impl Game for Village {
/// #     type State = Light; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(_: &mut Light, _: &u32) {}
/// # }
///
/// let light = Fact::of_state("light", |light: &Light| *light);
/// let book = Book::<Village>::builder("village")
///     .rule("work", |rule| rule
///         .given(&light, [LightKind::Day, LightKind::Dusk])
///         .then(|_, ()| [8]))
///     .rule("sleep", |rule| rule.given(&light, LightKind::Night).then(|_, ()| [12]))
///     .rule("dance", |rule| rule.then(|_, ()| [1]))
///     .compile()
///     .unwrap();
/// assert_eq!(
///     book.analyse().to_string(),
///     "Shadowed rules:\n\
///      - [proved] The rule \"dance\" is shadowed by \"work\" and \"sleep\" together: one of \
///      them answers before it whenever it could. Put it before them, narrow one of them, or \
///      remove it.\n\
///      1 finding in the book \"village\": 1 proved, 0 suspected, 0 unknown.",
/// );
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    pub(crate) book: String,
    /// How many rules there are.
    pub(crate) rules: usize,
    /// How many of them are decided by their own code.
    pub(crate) opaque: usize,
    pub(crate) findings: Vec<Finding>,
    /// How far play came, if somebody has played.
    pub(crate) extent: Option<Extent>,
}

impl Analysis {
    /// How many rules the book has; all of them were looked at.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("even", |rule| rule.when("even", |ask| ask.action % 2 == 0).then(|_, ()| [2]))
    ///     .rule("odd", |rule| rule.then(|_, ()| [1]))
    ///     .compile()?;
    /// let analysis = book.analyse();
    /// assert_eq!((analysis.rules(), analysis.opaque()), (2, 1));
    /// assert!(analysis.extent().is_none(), "nobody has played");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> usize {
        self.rules
    }

    /// Of how many rules nobody knows beforehand whether they answer where their
    /// declared conditions hold, because their author's own code decides it. What
    /// follows from their declared conditions is found nevertheless.
    pub fn opaque(&self) -> usize {
        self.opaque
    }

    /// How far [play](Book::analyse_by_play) has looked, if it has. What a search
    /// that is not complete has not found may still be there.
    pub fn extent(&self) -> Option<&Extent> {
        self.extent.as_ref()
    }

    /// All findings, by kind.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings of one kind.
    pub fn of(&self, kind: FindingKind) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.kind == kind)
    }

    /// The findings that are about, or because of, something of that full name.
    pub fn about(&self, name: &str) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.names(name))
    }

    /// The findings that are proved.
    pub fn proved(&self) -> impl Iterator<Item = &Finding> {
        self.with(Certainty::Proved)
    }

    /// The findings of one certainty.
    pub fn with(&self, certainty: Certainty) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.certainty == certainty)
    }

    /// Whether there is nothing to say: nothing proved, nothing suspected, no
    /// question left open that was asked. Whether the author's own code leaves
    /// a gap is not asked: it nearly always could, and only
    /// [play](Book::analyse_by_play) can tell. That nothing is
    /// [`proved`](Analysis::proved) is what a test can ask of every book. How far
    /// play has looked is for [`extent`](Analysis::extent) to say.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

impl<G: Game> Book<G> {
    /// Analyses the book: which rules are never reached, which meet where only
    /// one may answer, which actions nobody answers, and what does nothing.
    ///
    /// What can be seen from declared conditions is found exactly, and so is
    /// what a turn allows that goes by a fact:
    /// [`turn_by`](crate::BookBuilder::turn_by). What the author's own code
    /// decides is for [`analyse_by_play`](Book::analyse_by_play) to find.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::FindingKind;
    ///
    /// let book = Book::<Counter>::builder("counter")
    ///     .strategy(Strategy::HighestPriority)
    ///     .rule("count", |rule| rule.priority(60).then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let analysis = book.analyse();
    /// let idle: Vec<_> = analysis.proved().map(|finding| finding.kind).collect();
    /// assert_eq!(idle, [FindingKind::RedundantPriority, FindingKind::IdleStrategy]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse(&self) -> Analysis {
        self.analyse_with(AnalysisOptions::default())
    }

    /// The same, with [options](AnalysisOptions).
    pub fn analyse_with(&self, options: AnalysisOptions) -> Analysis {
        let survey = gather::survey(&self.inner);
        let mut purse = Purse::new(options.budget);
        let reach = reach::reach(&survey, &mut purse);
        let fates = &reach.fates;
        let mut findings = reach.findings;
        findings.extend(overlap::overlaps(&survey, fates, &mut purse));
        findings.extend(gap::gaps(&survey, fates, &mut purse));
        findings.extend(priority::redundant(&survey, &mut purse));
        findings.extend(mask::idle(&survey, fates, &mut purse));
        findings.extend(idle::unused(&survey, fates));
        findings.extend(idle::conditions(&survey));
        findings.extend(idle::warned(&survey, &self.inner.warnings));
        findings.sort_by_key(|finding| finding.kind);
        Analysis {
            book: self.name().to_owned(),
            rules: survey.sites.len(),
            opaque: gather::opaque(&self.inner),
            findings,
            extent: None,
        }
    }
}
