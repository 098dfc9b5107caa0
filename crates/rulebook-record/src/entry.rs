//! What a record says: a header, and entries one after another. Both forms of
//! a record say exactly this.

use std::collections::BTreeMap;

use rulebook::{By, Digest, History, Mode, Reversibility, Seat, Seed, SessionOptions};

/// The newest version of the format; this one and all before it are read.
///
/// What is written is in the oldest version that can say it: in the first, unless
/// positions are kept as [changes](crate::Positions::Changes), which the second
/// has added.
///
/// ```
/// use rulebook_record::{FORMAT, examples};
/// assert_eq!((FORMAT, examples::header().format), (2, 1));
/// ```
pub const FORMAT: u32 = 2;

/// What comes first: which game it is, by which book, from where.
///
/// ```
/// use rulebook_record::{Reader, Setup, examples};
/// let text = examples::tic_tac_toe();
/// let reader = Reader::open(text.as_bytes())?;
/// assert_eq!((reader.header().game.as_str(), &reader.header().setup), ("tic-tac-toe", &Setup::Standard));
/// assert_eq!(reader.header().seed, rulebook::Seed(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// In which version of the format it is, from 1 to [`FORMAT`]. From the second
    /// on, a position may be written as what changed since the one before.
    pub format: u32,
    /// The game's name.
    pub game: String,
    /// The [fingerprint](rulebook::Book::fingerprint) of the book.
    pub book: Digest,
    /// The author's [version](rulebook::Book::version) of the book.
    pub version: Option<String>,
    /// What the book [reads](rulebook::Book::data) besides the state.
    pub data: BTreeMap<String, Digest>,
    /// What the players are called, seat by seat; empty if nobody said.
    pub players: Vec<String>,
    /// Where the game begins.
    pub setup: Setup,
    /// What its dice start from.
    pub seed: Seed,
    /// Whether it is a game or an analysis.
    pub mode: Mode,
    /// How much of the past its session kept.
    pub history: History,
    /// The digest of the game before the first entry.
    pub start: Digest,
}

impl Header {
    /// The options of the session, as far as they decide what can be done in
    /// it.
    ///
    /// ```
    /// # let header = rulebook_record::examples::header();
    /// assert_eq!(header.options().digests, rulebook::Digests::PerFrame);
    /// ```
    pub fn options(&self) -> SessionOptions {
        SessionOptions { mode: self.mode, history: self.history, ..crate::session_options() }
    }
}

/// Where a game begins.
///
/// ```
/// use rulebook_record::Setup;
/// let setup = Setup::Position("x.o/.x./o..".to_owned());
/// assert_ne!(setup, Setup::Standard);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Where every game of its kind begins.
    Standard,
    /// From a position, as the game writes it.
    Position(String),
}

/// One thing that was done.
///
/// ```
/// use rulebook::{Digest, Reversibility, Seat};
/// use rulebook_record::{Entry, Then};
///
/// let entry = Entry::Act {
///     by: Seat(0).into(),
///     action: "e2e4".to_owned(),
///     reversibility: Reversibility::Reversible,
///     then: Then::Frame { digest: Digest(1), position: None },
/// };
/// assert_eq!(entry.to_string(), "e2e4 by seat 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An action was submitted.
    Act {
        /// By whom.
        by: By,
        /// What, as the game writes it.
        action: String,
        /// Whether it was said that it can be undone later.
        reversibility: Reversibility,
        /// What came of it: a frame, or a choice.
        then: Then,
    },
    /// Several actions were submitted as one: all or none.
    Acts {
        /// Those that made a frame: at least two.
        acts: Vec<Joined>,
        /// The position after the last, if the record keeps positions.
        position: Option<String>,
    },
    /// The pending choice was answered.
    Answer {
        /// By whom.
        by: By,
        /// The number of the option.
        option: u32,
        /// What came of it.
        then: Then,
    },
    /// The pending choice was dropped, with its action.
    Withdraw,
    /// Frames were undone or redone: the game stands after this frame now.
    Rewind {
        /// The frame; 0 is the start.
        to: u64,
        /// The digest of the game now.
        digest: Digest,
    },
    /// A rule was switched on.
    Enable {
        /// Its full name.
        rule: String,
        /// The digest after it.
        digest: Digest,
    },
    /// A rule was switched off.
    Disable {
        /// Its full name.
        rule: String,
        /// The digest after it.
        digest: Digest,
    },
    /// The game is over, and nothing comes after.
    End {
        /// What each seat got.
        scores: Vec<i32>,
    },
}

/// One of several actions that were submitted as one.
///
/// ```
/// use rulebook::{Digest, Seat};
/// use rulebook_record::Joined;
/// let act = Joined { by: Seat(1).into(), action: "step 8/5".to_owned(), digest: Digest(2) };
/// assert_eq!(act.action, "step 8/5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// By whom.
    pub by: By,
    /// What, as the game writes it.
    pub action: String,
    /// The digest after its frame.
    pub digest: Digest,
}

/// What came of an action or an answer.
///
/// ```
/// use rulebook::{Digest, Seat};
/// use rulebook_record::Then;
/// let asks = Then::Asks { seat: Seat(1), asked: Digest::of("Which card?"), options: 3 };
/// assert_eq!(asks.frame(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The next frame.
    Frame {
        /// The digest of the game after it.
        digest: Digest,
        /// The position after it, if the record keeps positions.
        position: Option<String>,
    },
    /// A player must choose first.
    Asks {
        /// Who.
        seat: Seat,
        /// A digest of who was asked what, with which options.
        asked: Digest,
        /// How many options there are.
        options: u32,
    },
    /// The transition was refused with this answer; the choice is still
    /// pending.
    Refused,
    /// The action was dropped: nothing changed, and nothing is pending.
    Dropped,
}

impl Then {
    /// The digest after the frame, if it came to one.
    ///
    /// ```
    /// # use rulebook::Digest;
    /// # use rulebook_record::Then;
    /// assert_eq!(Then::Frame { digest: Digest(3), position: None }.frame(), Some(Digest(3)));
    /// ```
    pub fn frame(&self) -> Option<Digest> {
        match self {
            Then::Frame { digest, .. } => Some(*digest),
            Then::Asks { .. } | Then::Refused | Then::Dropped => None,
        }
    }
}

impl Entry {
    /// Where the position after it stands, if it is of those that can have one.
    pub(crate) fn position_mut(&mut self) -> Option<&mut Option<String>> {
        match self {
            Entry::Act { then: Then::Frame { position, .. }, .. }
            | Entry::Answer { then: Then::Frame { position, .. }, .. }
            | Entry::Acts { position, .. } => Some(position),
            _ => None,
        }
    }
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Entry::Act { by, action, .. } => write!(f, "{action} by {by}"),
            Entry::Acts { acts, .. } => {
                for (nth, act) in acts.iter().enumerate() {
                    let comma = if nth == 0 { "" } else { ", " };
                    write!(f, "{comma}{} by {}", act.action, act.by)?;
                }
                f.write_str(" as one")
            }
            Entry::Answer { by, option, .. } => write!(f, "the answer {option} by {by}"),
            Entry::Withdraw => f.write_str("the choice withdrawn"),
            Entry::Rewind { to: 0, .. } => f.write_str("back to the start"),
            Entry::Rewind { to, .. } => write!(f, "to frame {to}"),
            Entry::Enable { rule, .. } => write!(f, "the rule \"{rule}\" switched on"),
            Entry::Disable { rule, .. } => write!(f, "the rule \"{rule}\" switched off"),
            Entry::End { .. } => f.write_str("the end"),
        }
    }
}
