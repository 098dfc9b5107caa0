//! The first point at which a replay and its record part.

use std::fmt;

use rulebook::{Digest, Seat};

use super::diff::StateDiff;
use crate::entry::Entry;
use crate::error::Place;

/// The first point at which a replay and its record part.
///
/// ```
/// # #[cfg(feature = "games")] {
/// use rulebook_games::{Playable, connect_four::ConnectFour, tic_tac_toe::TicTacToe};
/// use rulebook_record::{Replay, ReplayError, examples};
///
/// // Somebody made the record with rules in which b1 comes after b2.
/// let text = examples::other_rules();
/// let error = Replay::open(&TicTacToe::book(), text.as_bytes())?.run().unwrap_err();
/// let ReplayError::Diverged(divergence) = error else { panic!() };
/// assert_eq!(divergence.frame, 2);
/// assert!(divergence.diff.is_some());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Where the entry stands in the record.
    pub place: Place,
    /// The frame that it makes, or would make; 0 is the start.
    pub frame: u64,
    /// What was done; nothing at the start.
    pub entry: Option<Entry>,
    /// What the record says came of it.
    pub expected: CameTo,
    /// What comes of it here.
    pub found: CameTo,
    /// What the states are like, if there is a state to compare with.
    pub diff: Option<StateDiff>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.entry {
            None => f.write_str("the game diverges at its start.")?,
            Some(entry) => write!(f, "the game diverges at frame {} ({entry}).", self.frame)?,
        }
        write!(f, "\nexpected: {}\nfound:    {}", self.expected, self.found)?;
        match &self.diff {
            Some(diff) => write!(f, "\n{}", diff.to_string().trim_end()),
            None => Ok(()),
        }
    }
}

/// What came of an entry.
///
/// ```
/// use rulebook_record::CameTo;
/// let refused = CameTo::Refused("It is not your turn.".to_owned());
/// assert_eq!(refused.to_string(), "refused: It is not your turn.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CameTo {
    /// A game with this digest.
    Digest(Digest),
    /// A game with the same digest, whose position is written like this.
    Position(String),
    /// So many frames.
    Frames(u64),
    /// A choice.
    Choice {
        /// Who must choose.
        seat: Seat,
        /// A digest of who is asked what, with which options.
        asked: Digest,
        /// How many options there are.
        options: u32,
    },
    /// A refusal, in words.
    Refused(String),
    /// A refusal, and the choice is still pending.
    StillPending,
    /// The action was dropped.
    Dropped,
    /// Nothing.
    NoChange,
    /// There is no such rule in the book.
    NoSuchRule(String),
    /// What each seat got; nothing while the game goes on.
    Scores(Option<Vec<i32>>),
}

impl fmt::Display for CameTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CameTo::Digest(digest) => write!(f, "the digest {digest}"),
            CameTo::Position(text) => write!(f, "the position {text}"),
            CameTo::Frames(count) => write!(f, "{count} frames"),
            CameTo::Choice { seat, asked, options } => {
                write!(f, "a choice for {seat} among {options} ({asked})")
            }
            CameTo::Refused(why) => write!(f, "refused: {why}"),
            CameTo::StillPending => f.write_str("refused, and the choice still pending"),
            CameTo::Dropped => f.write_str("the action dropped"),
            CameTo::NoChange => f.write_str("no change"),
            CameTo::NoSuchRule(rule) => write!(f, "no rule \"{rule}\" in the book"),
            CameTo::Scores(None) => f.write_str("the game is not over"),
            CameTo::Scores(Some(scores)) => write!(f, "the scores {scores:?}"),
        }
    }
}
