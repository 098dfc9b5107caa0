//! Which games can be shown: all that there are.

use std::fmt;

use rulebook::Seed;
use rulebook_games::{Playable, Visit, visit};

use super::{Stage, play};
use crate::failure::Failure;

/// A game that can be shown.
#[derive(Clone, Copy)]
pub(crate) struct Performance {
    name: &'static str,
    play: fn(&mut Stage<'_>, Seed) -> Result<(), Failure>,
}

impl Performance {
    /// Plays the match of that seed.
    pub(super) fn play(self, stage: &mut Stage<'_>, seed: Seed) -> Result<(), Failure> {
        (self.play)(stage, seed)
    }
}

impl fmt::Debug for Performance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Makes a game's performance.
struct Cast;

impl Visit for Cast {
    type Out = Performance;

    fn visit<G: Playable>(self) -> Performance {
        Performance { name: G::NAME, play: play::play::<G> }
    }
}

/// The game of that name.
pub(crate) fn performance(name: &str) -> Option<Performance> {
    visit(name, Cast)
}
