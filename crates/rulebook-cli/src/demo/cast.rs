//! Which games can be shown.
//!
//! The registry of the games hides their types, and an explanation is wanted
//! here as data: so this list has the types once more.

use std::fmt;

use rulebook::Seed;
use rulebook_games::Playable;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::TicTacToe;

use super::{Stage, play};
use crate::failure::Failure;

/// A game that can be shown.
#[derive(Clone, Copy)]
pub(crate) struct Performance {
    name: &'static str,
    play: fn(&mut Stage<'_>, Seed) -> Result<(), Failure>,
}

impl Performance {
    const fn of<G: Playable>() -> Self {
        Performance { name: G::NAME, play: play::play::<G> }
    }

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

const ALL: &[Performance] = &[
    Performance::of::<TicTacToe>(),
    Performance::of::<ConnectFour>(),
    Performance::of::<NightMarket>(),
];

/// The game of that name.
pub(crate) fn performance(name: &str) -> Option<Performance> {
    ALL.iter().copied().find(|performance| performance.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_shown() {
        let shown: Vec<_> = ALL.iter().map(|performance| performance.name).collect();
        let games: Vec<_> = rulebook_games::games().iter().map(|game| game.name()).collect();
        assert_eq!(shown, games, "add the new game to the list in this file");
    }
}
