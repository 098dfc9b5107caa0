//! `rulebook demo`: a match that plays itself, with each decision explained.
//!
//! The seats play at random, from a seed of their own, so that the same command
//! says the same words everywhere. Between the moves there are detours, chosen
//! for what they show: tries that the rules refuse, and an undo.

mod args;
mod cast;
mod detour;
mod opening;
mod pace;
mod play;
mod tally;
mod tell;

use rulebook::Seed;

use super::Answer;
use crate::failure::Failure;
use crate::paint::Paper;

pub(crate) use args::DemoArgs;
pub(crate) use cast::{Performance, performance};
pub(crate) use pace::Pace;

use pace::Pauses;

/// Where a match is shown: the sheet, and the rests between the moves.
pub(crate) struct Stage<'p> {
    paper: &'p mut Paper,
    pauses: Pauses,
}

impl Stage<'_> {
    /// Rests, so that what was written can be read.
    fn pause(&mut self) -> Result<(), Failure> {
        Ok(self.pauses.rest(self.paper)?)
    }
}

/// Plays a match and explains each decision.
pub(crate) fn run(paper: &mut Paper, args: &DemoArgs) -> Result<Answer, Failure> {
    let mut stage = Stage { paper, pauses: Pauses::new(args.pace) };
    args.game.play(&mut stage, Seed(args.seed))?;
    Ok(Answer::Yes)
}
