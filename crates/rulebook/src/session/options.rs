//! How a session is to be kept: history, digests, analysis, recovery.

/// Options of a session.
///
/// # Example
///
/// ```
/// use rulebook::{History, SessionOptions};
/// let options = SessionOptions { history: History::Last(100), ..SessionOptions::default() };
/// assert_eq!(options.history, History::Last(100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SessionOptions {
    /// How much of the past is kept.
    pub history: History,
    /// Whether this is a game or an analysis.
    pub mode: Mode,
    /// Whether each frame gets a digest.
    pub digests: Digests,
    /// How a transition is taken back; the book's way unless said otherwise.
    pub recovery: Option<Recovery>,
    /// When invariants are verified.
    pub verify: Verify,
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
