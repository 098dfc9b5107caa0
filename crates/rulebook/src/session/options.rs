//! How a session is to be kept: history, digests, analysis, recovery, parity.

use std::num::NonZeroU32;

/// Options of a session.
///
/// # Example
///
/// ```
/// use rulebook::{History, SessionOptions};
/// let options = SessionOptions { history: History::Last(100), ..SessionOptions::default() };
/// assert_eq!(options.history, History::Last(100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionOptions {
    /// How much of the past is kept.
    pub history: History,
    /// Whether this is a game or an analysis.
    pub mode: Mode,
    /// Whether each frame gets a digest.
    pub digests: Digests,
    /// How a transition is taken back; the book's way unless said otherwise. A
    /// search line, unless it is said here, copies a state that is small and has
    /// nothing on the heap.
    pub recovery: Option<Recovery>,
    /// When invariants are verified.
    pub verify: Verify,
    /// Which actions are also decided by the reference interpreter, and
    /// compared.
    pub parity: Parity,
    /// Whether the work that the plan avoids is counted, for
    /// [`Session::avoided`](crate::Session::avoided).
    pub count_work: bool,
}

impl SessionOptions {
    /// Everything as it is unless somebody says otherwise, for constants.
    pub const DEFAULT: Self = SessionOptions {
        history: History::All,
        mode: Mode::Play,
        digests: Digests::Off,
        recovery: None,
        verify: Verify::Transition,
        parity: Parity::Off,
        count_work: false,
    };
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Which actions are decided on copies of the game by the reference interpreter and
/// by the plan, and then really, and compared: outcome, chosen and rejected rules, events, state,
/// dice and faults. A difference is the fault
/// [`FaultKind::Diverged`](crate::FaultKind::Diverged), and nothing is
/// committed.
///
/// A session that compares goes by the stages of the pipeline one by one. Without
/// parity a book of nothing but checks and rules is played in a straight line, which
/// is compared too, on a copy. States are compared as the book says, by
/// [`compares`](crate::BookBuilder::compares),
/// [`digests`](crate::BookBuilder::digests) or
/// [`kept_digest`](crate::BookBuilder::kept_digest); with a book that says
/// nothing of it, no session starts in parity.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{FaultKind, Parity, Part, Predicate, SessionOptions};
///
/// // It says that it reads nothing, and reads the total.
/// let small = Predicate::new("small", |total: &u32| *total < 10).reads([] as [Part; 0]);
/// let book = Book::<Counter>::builder("counter")
///     .compares()
///     .writes(Anything::Any, [Part(0)])
///     .rule("count", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
///     .rule("stop counting", |rule| rule.then(|_, ()| [0]))
///     .compile()?;
/// let options = SessionOptions { parity: Parity::Every, ..SessionOptions::default() };
/// let mut game = book.start_with(0, Seed(1), options)?;
/// game.submit(Seat(0), 20)?;
/// let fault = game.submit(Seat(0), 20).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "The plan and the reference interpreter differ in a remembered predicate. \
///      By the reference: \"small\" is false. \
///      By the plan: \"small\" is remembered as true: it reads more than it declares, or an event writes more than the book says. \
///      Complete .reads(…) or .writes(…), or take .reads(…) off: such a predicate may depend on \
///      nothing but the parts of the state that it names.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Parity {
    /// None.
    #[default]
    Off,
    /// All of them.
    Every,
    /// About one in so many, spread as if by chance and the same in every run.
    OneIn(NonZeroU32),
}

/// How much of the past a session keeps.
///
/// # Example
///
/// ```
/// use rulebook::History;
/// assert_eq!(History::default(), History::All);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum History {
    /// Every frame.
    #[default]
    All,
    /// So many frames can be undone; memory is bounded by twice that.
    Last(usize),
    /// Nothing can be undone; the latest frame can be read until the next.
    None,
}

/// Whether a session is a game, in which nobody may peek, or an analysis, in
/// which everything can be undone, dice included.
///
/// # Example
///
/// ```
/// use rulebook::Mode;
/// assert_eq!(Mode::default(), Mode::Play);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Previews and sequences stop at the first draw of dice; what was drawn
    /// or revealed cannot be undone; a pending choice can only be answered.
    #[default]
    Play,
    /// Everything can be looked at and undone.
    Analysis,
}

/// Whether each frame gets a digest of the game after it.
///
/// # Example
///
/// ```
/// use rulebook::Digests;
/// assert_eq!(Digests::default(), Digests::Off);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Digests {
    /// Digests are computed only when asked for.
    #[default]
    Off,
    /// Each frame has one.
    PerFrame,
}

/// How a transition is taken back.
///
/// # Example
///
/// ```
/// use rulebook::Recovery;
/// assert_ne!(Recovery::Snapshot, Recovery::Revert);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// By a copy of the state, made before the first event.
    Snapshot,
    /// Event by event, through [`Revert`](crate::Revert).
    Revert,
}

/// When invariants are verified.
///
/// # Example
///
/// ```
/// use rulebook::Verify;
/// assert_eq!(Verify::default(), Verify::Transition);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Verify {
    /// After each transition.
    #[default]
    Transition,
    /// Also after every event: slow, for finding the event that broke one.
    EveryEvent,
}

/// Whether a transition can be undone later.
///
/// # Example
///
/// ```
/// use rulebook::Reversibility;
/// assert_eq!(Reversibility::default(), Reversibility::Reversible);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reversibility {
    /// It can.
    #[default]
    Reversible,
    /// It cannot, and neither can anything before it.
    Irreversible,
}
