//! Why: what stands for and against an action, as data and as text.
//!
//! An explanation changes nothing. It asks also the rules that a decision
//! would not reach, each protected against its own panic.

pub(crate) mod chain;
mod concerned;
mod inquiry;
mod lost;
mod report;
mod straight;
mod text;

pub use concerned::Others;
pub(crate) use lost::{rejected, rejected_of};
pub(crate) use report::{End, condition_false, standing};

use crate::actor::By;
use crate::book::check::{Force, Gate};
use crate::book::names::SubjectName;
use crate::book::rule::ActionKind;
use crate::book::strategy::{Priority, Strategy};
use crate::book::{Book, RuleId};
use crate::error::Fault;
use crate::game::Game;
use crate::observe::Lost;
use crate::outcome::{Cause, RefusalKind};
use crate::plan::passes::Avoided;
use crate::session::account::Account;
use report::Found;

/// Why an action is legal or not, which rule decides, and why not the others.
///
/// A session lends it, and writes the next one over it. Whoever wants to keep
/// one clones it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .strategy(Strategy::HighestPriority)
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.priority(Priority::HIGH).then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert_eq!(game.explain(Seat(0), &5)?.to_string(), "\
/// 5 by seat 0 would be committed by \"count twice\".
/// Rules:
///   • count (priority Normal (50)): lost by priority to \"count twice\" under HighestPriority, would have matched
///   ▸ count twice (priority High (75)): selected
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two of them, to be compared:
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let before = game.explain(Seat(0), &5)?.clone();
/// game.disable(book.rule("count").unwrap())?;
/// let after = game.explain(Seat(0), &5)?;
/// assert_eq!(before.forecast().to_string(), "would be committed by \"count\".");
/// assert_ne!(before.to_string(), after.to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explanation<G: Game> {
    /// By whom it would be submitted.
    pub by: By,
    /// The action.
    pub action: G::Action,
    /// Everything that would be proposed and what would become of it, as far
    /// as it would get, if the game has reactions.
    pub account: Option<Box<Account<G>>>,
    /// How much work each pass of the plan would avoid.
    pub avoided: Avoided,
    kind: ActionKind<G>,
    found: Found<G>,
    pub(crate) book: Book<G>,
}

impl<G: Game> Clone for Explanation<G> {
    fn clone(&self) -> Self {
        Explanation {
            by: self.by,
            action: self.action.clone(),
            account: self.account.clone(),
            avoided: self.avoided,
            kind: self.kind,
            found: self.found.clone(),
            book: self.book.clone(),
        }
    }
}

/// What a submit would come to.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Forecast;
///
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &5)?;
/// assert!(matches!(explanation.forecast(), Forecast::Commit(rules) if rules == ["count"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Forecast<'e, G: Game> {
    /// It would be committed by these rules, by full name.
    Commit(Vec<&'e str>),
    /// These rules match, but nothing would change.
    NoChange(Vec<&'e str>),
    /// It would be refused.
    Refused(RefusalKind, &'e Cause<G>),
    /// A player would have to choose first.
    Choice(&'e str),
    /// Dice would fall in the effect of these rules.
    Dice(Vec<&'e str>),
    /// The book is at fault.
    Fault(&'e Fault),
}

/// What the checks of a gate say.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .check("small steps", Gate::Specific, |check| check
/// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &50)?;
/// let gates = explanation.gates().into_iter().filter(|report| !report.checks.is_empty());
/// assert_eq!(gates.map(|report| report.gate).collect::<Vec<_>>(), [Gate::Specific]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GateReport<R> {
    /// The gate.
    pub gate: Gate,
    /// Its checks that concern the action.
    pub checks: Vec<CheckReport<R>>,
}

/// What one check says.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .check("small steps", Gate::Specific, |check| check
/// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &50)?;
/// let report = explanation.gates().remove(4).checks.remove(0);
/// assert_eq!(report.check, "small steps");
/// assert_eq!(report.to_string(), "✗ small steps: Too large.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport<R> {
    /// The check's name.
    pub check: String,
    /// How firmly it stands.
    pub force: Force,
    /// The exceptions that could lift it, whether or not they do now.
    pub exceptions: Vec<String>,
    /// What it says.
    pub standing: CheckStanding<R>,
}

/// What one check says.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .check("small steps", Gate::Specific, |check| check
/// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::CheckStanding;
///
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &50)?;
/// let report = explanation.gates().remove(4).checks.remove(0);
/// assert_eq!(report.standing, CheckStanding::Failed(vec![Why::TooLarge]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum CheckStanding<R> {
    /// Nothing against it.
    Passed,
    /// It objects, with these reasons.
    Failed(Vec<R>),
    /// It objects, but an exception lifts it.
    Lifted {
        /// The exception.
        by: String,
        /// The reasons it had.
        reasons: Vec<R>,
    },
    /// An earlier gate has ended it.
    NotReached,
    /// It panicked.
    Panicked(String),
}

/// What one rule comes to.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &5)?;
/// let report = explanation.rules().next().unwrap();
/// assert_eq!(report.to_string(), "▸ count (priority Normal (50)): selected");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct RuleReport<'e, R> {
    /// The rule.
    pub rule: RuleId,
    /// Its full name.
    pub name: &'e str,
    /// Its priority.
    pub priority: Priority,
    /// Its label.
    pub label: Option<&'e str>,
    /// What it comes to.
    pub standing: Standing<'e, R>,
}

impl<R> Clone for RuleReport<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for RuleReport<'_, R> {}

/// What one rule comes to, for one action.
///
/// Names are those of the book, and what a rule would have answered is in the
/// explanation: both are borrowed. Whoever wants to keep it for longer keeps the
/// explanation.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Standing;
///
/// let mut game = book.start(0, Seed(1))?;
/// let count = book.rule("count").unwrap();
/// assert_eq!(game.explain(Seat(0), &5)?.rule(count).standing, Standing::Selected);
/// game.disable(count)?;
/// assert_eq!(game.explain(Seat(0), &5)?.rule(count).standing, Standing::Disabled);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// With a mark of its own: to tell the cases apart by what is impossible in their
// names takes longer than to write it.
#[repr(u8)]
#[derive(Debug, PartialEq)]
pub enum Standing<'e, R> {
    /// It matches and is chosen.
    Selected,
    /// It is chosen, and it refuses.
    Refused(RefusalKind, &'e R),
    /// It would have decided, but another one does.
    Lost {
        /// How.
        how: Lost,
        /// The rule that decides, by full name.
        to: &'e str,
        /// The strategy that settled it.
        strategy: Strategy,
        /// What it would have answered.
        would: &'e Would<R>,
    },
    /// It is decisive under Exclusive together with others.
    InConflict,
    /// The predicate of a phase around it is false.
    PredicateFalse {
        /// The phase; the book itself if empty.
        phase: &'e str,
        /// The predicate.
        predicate: &'e str,
    },
    /// It concerns other kinds of actions.
    OtherKind,
    /// It concerns other subjects.
    OtherSubject {
        /// Those that it concerns.
        concerns: &'e [SubjectName],
    },
    /// It is switched off.
    Disabled,
    /// One of its conditions does not hold.
    ConditionFalse {
        /// The condition.
        condition: &'e str,
    },
    /// It answered Skip.
    Skipped,
    /// A rule of the same exclusivity group has applied already.
    Masked {
        /// The exclusivity group.
        group: &'e str,
    },
    /// Nobody asked it, because it was settled before.
    NotReached {
        /// What it would have answered.
        would: &'e Would<R>,
    },
}

impl<R> Standing<'_, R> {
    /// Whether what becomes of the action is the rule's doing.
    pub(crate) fn decides(&self) -> bool {
        matches!(self, Standing::Selected | Standing::Refused(..) | Standing::InConflict)
    }
}

impl<R> Clone for Standing<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Standing<'_, R> {}

/// What a rule would have answered, had it been asked.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Standing, Would};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let explanation = game.explain(Seat(0), &5)?;
/// let twice = explanation.rule(book.rule("count twice").unwrap());
/// assert!(matches!(twice.standing, Standing::Lost { would: Would::Match, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Would<R> {
    /// Match.
    Match,
    /// Skip, or a condition that does not hold.
    Skip,
    /// Refuse.
    Refuse(RefusalKind, R),
    /// It would have panicked.
    Panic(String),
}

impl<R> Would<R> {
    fn is_decisive(&self) -> bool {
        matches!(self, Would::Match | Would::Refuse(..))
    }
}
