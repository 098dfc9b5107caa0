//! Faults: what is wrong with the book or the engine, never with a player.

use std::any::Any;
use std::error::Error;
use std::fmt;

use crate::actor::Seat;
use crate::game::is_only_kind;
use crate::outcome::quoted;

/// A fault of the book or the engine. The session is as it was before, and
/// usable, unless the fault is [`FaultKind::Poisoned`].
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .strategy(Strategy::Exclusive)
///     .rule("one", |rule| rule.then(|_, ()| [1]))
///     .rule("two", |rule| rule.then(|_, ()| [2]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let fault = game.submit(Seat(0), 0).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "The book is Exclusive, but 2 of its children are decisive for the same action: \"one\", \"two\". \
///      Narrow one of them, or give the book another strategy.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    kind: Box<FaultKind>,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind) -> Self {
        Fault { kind: Box::new(kind) }
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> &FaultKind {
        &self.kind
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        Fault::new(kind)
    }
}

/// The text for people, because that is what `unwrap` and `main` print; the
/// data is in [`kind`](Fault::kind).
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for Fault {}

/// What the plan and the reference interpreter do not agree about, in the order
/// in which it is looked for.
///
/// # Example
///
/// ```
/// use rulebook::Difference;
/// assert_eq!(Difference::ChosenRules.to_string(), "the chosen rules");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difference {
    /// A predicate was remembered, and would be something else now.
    Memory,
    /// What the action comes to.
    Outcome,
    /// The rules that were chosen.
    ChosenRules,
    /// Which fault it is.
    Fault,
    /// The events.
    Events,
    /// What became of what was proposed.
    Fates,
    /// How many dice were drawn.
    Dice,
    /// The state, where the book has digests.
    State,
    /// The rules that were passed over, and why.
    RejectedRules,
    /// Whether a candidate is legal.
    LegalActions,
}

impl Difference {
    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Difference::Memory => "a remembered predicate",
            Difference::Outcome => "the outcome",
            Difference::ChosenRules => "the chosen rules",
            Difference::Fault => "the fault",
            Difference::Events => "the events",
            Difference::Fates => "the fates of events",
            Difference::Dice => "the dice",
            Difference::State => "the state",
            Difference::RejectedRules => "the rejected rules",
            Difference::LegalActions => "the legal actions",
        }
    }
}

/// What the plan says of a rule that was taken at the word of its generator.
pub(crate) const BY_PROOF: &str = ", by the proof of an exact generator";

impl Difference {
    /// What to do about it, as the guide says at greater length.
    fn advice(self, plan: &str) -> &'static str {
        match self {
            Difference::ChosenRules | Difference::Outcome if plan.ends_with(BY_PROOF) => {
                "Correct the generator, or make it an ordinary one: it offers what the rule, asked \
                 again, would not take."
            }
            Difference::Memory => {
                "Complete .reads(…) or .writes(…), or take .reads(…) off: such a predicate may \
                 depend on nothing but the parts of the state that it names."
            }
            Difference::LegalActions => {
                "Correct the generator of the rule if it is declared exact, or make it an ordinary \
                 one; if none is, look for a function of yours that gives two answers to one \
                 question."
            }
            _ => {
                "Look for a function of yours that gives two answers to one question, for rules \
                 may depend on nothing but state, action and actor; if there is none, it is our \
                 bug: leave a pass out with .passes(…), and tell us."
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of faults.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::FaultKind;
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|_, ()| -> [u32; 1] { panic!("no fingers") }))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let fault = game.submit(Seat(0), 5).unwrap_err();
/// assert_eq!(*fault.kind(), FaultKind::Panic {
///     place: "the effect of the rule \"count\"".into(),
///     message: "no fingers".into(),
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// More than one child of an Exclusive phase was decisive.
    Conflict {
        /// The phase's full name; the book itself if empty.
        phase: String,
        /// The action's kind.
        action: &'static str,
        /// The rules in conflict, by full name.
        rules: Vec<String>,
    },
    /// A limit was reached.
    Limit {
        /// The field of [`Limits`](crate::Limits).
        limit: &'static str,
        /// Its value.
        bound: usize,
        /// The chain of causes that led there.
        chain: Vec<String>,
    },
    /// The same state came again with the same work to do, and nobody had a
    /// choice.
    Loop {
        /// The chain of causes that repeats.
        chain: Vec<String>,
    },
    /// An author's function panicked.
    Panic {
        /// Which one, in words.
        place: String,
        /// What it said.
        message: String,
    },
    /// The plan and the reference interpreter do not agree: something is wrong
    /// with the engine, or with what a predicate says that it reads.
    Diverged {
        /// What they do not agree about.
        what: Difference,
        /// What the reference says.
        reference: String,
        /// What the plan says.
        plan: String,
    },
    /// The state is at a step that the turn machine does not declare.
    UnknownStep {
        /// The step.
        step: String,
    },
    /// An event moved the turn where the machine does not lead.
    StepNotReached {
        /// From this step.
        from: String,
        /// To that one.
        to: String,
        /// The cause of the event.
        cause: String,
    },
    /// A choice was asked without options.
    NoOptions {
        /// Who asked.
        place: String,
        /// What.
        question: String,
    },
    /// A choice was asked of a seat that is not at the table.
    NoSuchSeat {
        /// Who asked.
        place: String,
        /// Whom.
        seat: Seat,
        /// What.
        question: String,
    },
    /// A saved answer stands for no option of the choice as it is asked now.
    WrongAnswer {
        /// Who asked.
        place: String,
        /// What.
        question: String,
    },
    /// A group of events was proposed, and the book has no reactions: nothing
    /// would hold its members together.
    NoReactions {
        /// Who proposed it.
        place: String,
    },
    /// A guard spent charges, and has not that much less.
    Charges {
        /// The guard.
        guard: String,
        /// How many it had.
        before: u32,
        /// How many it spent.
        spent: u32,
        /// How many it has.
        after: u32,
    },
    /// A guard did what it did not declare.
    Capability {
        /// The guard.
        guard: String,
        /// What it did.
        capability: &'static str,
    },
    /// [`Reactive::with_amount`](crate::Reactive::with_amount) gave an event of
    /// another amount than it was asked for.
    WrongAmount {
        /// The event's kind.
        event: &'static str,
        /// What it was asked for.
        asked: u32,
        /// What it gave.
        gave: Option<u32>,
    },
    /// Sources came or went without an event that said so: what the engine
    /// knows of is not what is in the state.
    Sources {
        /// The first source in question, in words.
        source: String,
    },
    /// The game is at rest, and still a standing rule would change something:
    /// it was not asked, because none of the kinds happened that wake it. Only
    /// [`Verify::EveryEvent`](crate::Verify::EveryEvent) notices.
    Unrest {
        /// The standing rules.
        standing: Vec<String>,
    },
    /// There was a panic in the middle of [`apply`](crate::Game::apply) or
    /// [`revert`](crate::Revert::revert) on the revert path. The session
    /// accepts nothing any more; its record replays.
    Poisoned {
        /// Which function panicked.
        place: String,
    },
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Conflict { phase, action, rules } => {
                let (what, name) = match &**phase {
                    "" => ("book", String::new()),
                    phase => ("phase", format!(" \"{phase}\"")),
                };
                let action = match is_only_kind(action) {
                    true => "the same action".to_owned(),
                    false => format!("the action {action}"),
                };
                let (count, rules) = (rules.len(), quoted(rules));
                write!(
                    f,
                    "The {what}{name} is Exclusive, but {count} of its children are decisive for {action}: {rules}. Narrow one of them, or give the {what} another strategy."
                )
            }
            FaultKind::Limit { limit, bound, chain } => write!(
                f,
                "One action reached the limit `{limit}` of {bound}, through {}.",
                chain.join(" → ")
            ),
            FaultKind::Diverged { what, reference, plan } => write!(
                f,
                "The plan and the reference interpreter differ in {what}. By the reference: {reference}. By the plan: {plan}. {}",
                what.advice(plan)
            ),
            FaultKind::Loop { chain } => {
                write!(
                    f,
                    "The same state came again with the same work to do: {}.",
                    chain.join(" → ")
                )
            }
            FaultKind::Panic { place, message } => {
                write!(f, "There was a panic in {place}: {message}")
            }
            FaultKind::UnknownStep { step } => {
                write!(
                    f,
                    "The state is at the step {step}, which the turn does not declare: declare it with .step(…), or correct what the state says."
                )
            }
            FaultKind::StepNotReached { from, to, cause } => {
                write!(
                    f,
                    "An event of {cause} moved the turn from {from} to {to}, but {from} does not lead there."
                )
            }
            FaultKind::NoOptions { place, question } => {
                write!(f, "A choice without options was asked in {place}: {question}")
            }
            FaultKind::NoSuchSeat { place, seat, question } => {
                write!(
                    f,
                    "A choice was asked of {seat}, who is not at the table, in {place}: {question}"
                )
            }
            FaultKind::WrongAnswer { place, question } => {
                write!(
                    f,
                    "A recorded answer is not among the options of the choice asked in {place}: {question}"
                )
            }
            FaultKind::NoReactions { place } => write!(
                f,
                "A group of events was proposed in {place}, but the book has no reactions, so nothing would hold it together: say .reacts()."
            ),
            FaultKind::Charges { guard, before, spent, after } => write!(
                f,
                "The guard \"{guard}\" had {before} charges, spent {spent} and has {after}: the event that .charges(…) or .uses(…) gives must take off what was spent."
            ),
            FaultKind::Capability { guard, capability } => write!(
                f,
                "The guard \"{guard}\" did not declare that it may {capability}: add it to its capabilities."
            ),
            FaultKind::WrongAmount { event, asked, gave } => write!(
                f,
                "`Reactive::with_amount` was asked for an event {event} of {asked} and gave one of {}: write it for that event, or let `Reactive::amount` say None.",
                gave.map_or_else(|| "no amount".to_owned(), |gave| gave.to_string())
            ),
            FaultKind::Sources { source } => write!(
                f,
                "What the engine knows of {source} is not what is in the state: an event must name it in `Reactive::touches`, and `Reactive::source` and `Reactive::sources` must agree."
            ),
            FaultKind::Unrest { standing } => write!(
                f,
                "The game is at rest, but {} would still change something: name every kind of event that can wake it in .woken_by(…).",
                quoted(standing)
            ),
            FaultKind::Poisoned { place } => write!(
                f,
                "The session cannot be used any more, because there was a panic in {place} half-way through a change that cannot be taken back: replay its record."
            ),
        }
    }
}

/// What a panic said.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("(a panic without words)").to_owned()
}

/// Why a game could not be started.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .invariant("below ten", |invariant| invariant.holds(|total| *total < 10))
///     .compile()?;
/// assert_eq!(
///     book.start(50, Seed(1)).unwrap_err().to_string(),
///     "The starting state breaks \"below ten\".",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The state breaks these invariants.
    Invariants(Vec<String>),
    /// The game has more seats than 62.
    TooManySeats(usize),
    /// The options ask for digests, and the book has none.
    NoDigests,
    /// The options ask for parity, and the book cannot tell two states apart.
    NoComparison,
    /// The options ask for revert, and the book has none.
    NoRevert,
    /// The book is at fault.
    Fault(Fault),
    /// The game has begun, by [`restart`](crate::Session::restart), but a value of the
    /// one before it panicked when it was dropped.
    Dropped(Fault),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Invariants(broken) => {
                write!(f, "The starting state breaks {}.", quoted(broken))
            }
            StartError::TooManySeats(seats) => {
                write!(f, "The game has {seats} seats, and 62 at most can be told apart.")
            }
            StartError::NoDigests => f.write_str(
                "The session is to keep digests, but the book has none: add .digests() to it.",
            ),
            StartError::NoComparison => f.write_str(
                "The session is to compare the plan with the reference interpreter, but the book \
                 cannot tell two states apart: add .compares() or .digests() to it.",
            ),
            StartError::NoRevert => f.write_str(
                "The session is to revert events, but the book cannot: add .reverts() to it.",
            ),
            StartError::Fault(fault) => fault.fmt(f),
            StartError::Dropped(fault) => {
                write!(f, "The game has begun, but the one before it left a fault: {fault}")
            }
        }
    }
}

/// The text for people, because that is what `unwrap` and `main` print.
impl fmt::Debug for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for StartError {}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> Self {
        StartError::Fault(fault)
    }
}
