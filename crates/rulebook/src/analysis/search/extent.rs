//! How far a search by play came.

use std::fmt;

use crate::actor::Seat;
use crate::analysis::text::many;
use crate::book::names::few;

use super::Progress;

/// How far a search by play came, and what it left out.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .digests()
///     .rule("count", |rule| rule
///         .candidates(|offer| offer.push(1))
///         .then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let found = book.analyse_by_play(|_| 0).every_state(20).run()?;
/// let both = found.and(book.analyse());
/// let extent = both.extent().expect("somebody has played");
/// assert!(!extent.complete);
/// assert!(extent.to_string().ends_with(": there are more than the limit of 20."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extent {
    /// How long it was looked for.
    pub progress: Progress,
    /// Whether every state was looked at that can be reached by what was played.
    pub complete: bool,
    /// Whether it was [ended](crate::PlaySearch::until) before its time.
    pub stopped: bool,
    /// The seats by which actions were tried, and which are not at the table: nothing
    /// can come of what they try.
    pub strangers: Vec<Seat>,
    /// Whether it went through every state, or played at random.
    pub(super) everywhere: bool,
    /// Whether somebody said what people could try.
    pub(super) tries_all: bool,
    /// Whether every game was over where it began.
    pub(super) over: bool,
    /// What was left out.
    pub(super) left: LeftOut,
}

/// What a search through every state leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// There are more states than this limit.
    pub beyond: Option<usize>,
    /// Dice fell, and could have fallen in other ways.
    pub dice: bool,
}

/// What to do where every game begins at its end.
const BEGIN_ELSEWHERE: &str = "begin in states where the game is not over";

impl Extent {
    /// What would show more, as the beginning of a sentence, if something would.
    pub(super) fn further(&self) -> Option<&'static str> {
        match self.left {
            _ if self.progress.states == 0 => Some(self.to_play()),
            _ if self.over => Some(BEGIN_ELSEWHERE),
            _ if self.progress.tried == 0 && !self.tries_all => Some("give .universe(…)"),
            _ if self.complete => None,
            _ if self.stopped => Some("let the search come to its end"),
            LeftOut { beyond: Some(_), .. } => Some("raise the limit of .every_state(…)"),
            LeftOut { dice: true, .. } => Some("play games at random, too"),
            LeftOut { .. } => Some("play more games"),
        }
    }

    /// What lets something be played where nothing was.
    fn to_play(&self) -> &'static str {
        match self.progress.games {
            _ if self.stopped => "let the search come to its end",
            0 => "let .games(…) be one or more",
            _ if self.everywhere => "raise the limit of .every_state(…)",
            _ => "let .actions(…) be one or more",
        }
    }

    /// What it says where nothing was tried.
    fn tried_nothing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { games, states, .. } = self.progress;
        let (states, games) = (many(states, "state"), many(games, "game"));
        write!(f, "Nothing was tried in {states} of {games}: ")?;
        if self.over {
            return write!(f, "each is over where it begins, so {BEGIN_ELSEWHERE}.");
        }
        f.write_str(match self.tries_all {
            true => "let .universe(…) name what people could try there.",
            false => "no rule offers candidates there, so give .universe(…).",
        })
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.progress.states == 0 {
            return write!(f, "Nothing was played: {}.", self.to_play());
        }
        if self.progress.tried == 0 {
            return self.tried_nothing(f);
        }
        write!(f, "{}", self.progress)?;
        match self.left {
            _ if self.stopped => f.write_str(", and was ended before its time.")?,
            _ if !self.everywhere => f.write_str(", at random.")?,
            LeftOut { beyond: None, dice: false } => f.write_str(": every state.")?,
            LeftOut { beyond: Some(limit), dice: false } => {
                write!(f, ": there are more than the limit of {limit}.")?;
            }
            LeftOut { beyond: None, dice: true } => {
                f.write_str(": dice fell, and could have fallen in other ways.")?;
            }
            LeftOut { beyond: Some(limit), dice: true } => write!(
                f,
                ": there are more than the limit of {limit}, and dice could have fallen in other \
                 ways."
            )?,
        }
        match &self.strangers[..] {
            [] => Ok(()),
            [one] => write!(
                f,
                " Some were by {one}, who is not at the table: correct the seat in .universe(…)."
            ),
            all => write!(
                f,
                " Some were by {}, who are not at the table: correct the seats in .universe(…).",
                few(all, "and")
            ),
        }
    }
}
