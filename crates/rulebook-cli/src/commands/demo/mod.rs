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
use serde_json::Value;

use super::Answer;
use crate::events;
use crate::failure::Failure;
use crate::paint::Paper;

pub(crate) use args::DemoArgs;
pub(crate) use cast::{Performance, performance};
pub(crate) use pace::Pace;

use pace::Pauses;

/// Where a match is shown: the sheet, and the rests between the moves; or a
/// sheet on which programs read what happens, and nobody the words.
pub(crate) struct Stage<'p> {
    paper: &'p mut Paper,
    pauses: Pauses,
    for_programs: Option<&'p mut Paper>,
}

impl Stage<'_> {
    /// Rests, so that what was written can be read.
    fn pause(&mut self) -> Result<(), Failure> {
        Ok(self.pauses.rest(self.paper)?)
    }

    /// Tells programs what happens, if any reads it.
    fn event(&mut self, event: &str, said: impl FnOnce() -> Value) -> Result<(), Failure> {
        let Some(paper) = &mut self.for_programs else { return Ok(()) };
        Ok(events::event(paper, event, said())?)
    }
}

/// Plays a match and explains each decision.
pub(crate) fn run(paper: &mut Paper, args: &DemoArgs) -> Result<Answer, Failure> {
    let mut nowhere = Paper::nowhere();
    let mut stage = match args.json {
        true => Stage { paper: &mut nowhere, pauses: Pauses::Never, for_programs: Some(paper) },
        false => Stage { paper, pauses: Pauses::new(args.pace), for_programs: None },
    };
    args.game.play(&mut stage, Seed(args.seed))?;
    Ok(Answer::Yes)
}
