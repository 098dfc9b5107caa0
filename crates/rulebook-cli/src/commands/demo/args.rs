//! What match is to be played, and how fast.

use clap::Args;
use clap::builder::{TypedValueParser, ValueParser};

use super::{Pace, Performance, performance};
use crate::args::{known_games, seed};

/// The game that shows most.
const SHOWPIECE: &str = "night-market";
/// A seed with which the showpiece shows nearly everything.
const SEED: u64 = 25;

const EXAMPLES: &str = "\
Examples:
  rulebook demo connect-four --seed 5
      Plays another game; a seed names a match.
  rulebook demo --pace step
      Waits for Enter after each move.
  rulebook demo | less
      Plain text without pauses, to read at leisure.
  rulebook demo chess --json | jq -r 'select(.event == \"frame\").action'
      For programs: what was played.";

/// Plays a match and explains each decision
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DemoArgs {
    /// Which game is played
    #[arg(value_name = "GAME", default_value = SHOWPIECE, ignore_case = true, value_parser = game())]
    pub(crate) game: Performance,

    /// Which match: the same seed plays the same one, move for move
    #[arg(long, value_name = "N", default_value_t = SEED, allow_hyphen_values = true,
          value_parser = seed)]
    pub(crate) seed: u64,

    /// How long to rest between moves; Enter goes on at once. Without a
    /// terminal there are no pauses.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) pace: Pace,

    /// As JSON, for programs: an object on each line, for each thing that
    /// happens
    #[arg(long)]
    pub(crate) json: bool,
}

impl Default for DemoArgs {
    fn default() -> Self {
        let game = performance(SHOWPIECE).expect("the showpiece is one of the games");
        DemoArgs { game, seed: SEED, pace: Pace::default(), json: false }
    }
}

fn game() -> ValueParser {
    let parser = known_games().try_map(|name| {
        let played = performance(&name.to_lowercase());
        played.ok_or_else(|| format!("{name} cannot be shown yet"))
    });
    ValueParser::new(parser)
}
