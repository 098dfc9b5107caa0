//! The command line.

use std::env;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args as ClapArgs, Parser, Subcommand};
use rulebook_games::{find, games};

use crate::demo::{Pace, Performance, performance};

/// The game that shows most.
const SHOWPIECE: &str = "night-market";
/// A seed with which the showpiece shows nearly everything.
const SEED: u64 = 25;

const EXAMPLES: &str = "\
Examples:
  rulebook
      Plays a match and explains each decision.
  rulebook games
      Lists the games.
  rulebook demo connect-four --seed 5
      Plays another game; a seed names a match.
  rulebook demo --pace step
      Waits for Enter after each move.
  rulebook demo | less
      Plain text without pauses, to read at leisure.

Exit codes: 0 all is well, 1 a negative answer, 2 wrong use.
Colour is used on a terminal only, and never if NO_COLOR is set.";

/// Plays turn-based games by their rules, and says why.
///
/// A game is a book of rules. Rulebook checks every action against it, finds
/// the rule that decides, lets its events happen (all of them or none), and can
/// explain, undo and replay each step.
///
/// Without a command it plays a match in the terminal and explains each
/// decision.
#[derive(Debug, Parser)]
#[command(name = "rulebook", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays a match and explains each decision (without a command, too)
    Demo(DemoArgs),
    /// Lists the games
    Games(GamesArgs),
}

/// What match is to be played, and how fast.
#[derive(Debug, ClapArgs)]
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
}

impl Default for DemoArgs {
    fn default() -> Self {
        let game = performance(SHOWPIECE).expect("the showpiece is one of the games");
        DemoArgs { game, seed: SEED, pace: Pace::default() }
    }
}

/// How the games are to be listed.
#[derive(Debug, ClapArgs)]
pub(crate) struct GamesArgs {
    /// As JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the command line, or says what is wrong with it and ends the program.
pub(crate) fn parse() -> Args {
    Args::try_parse().unwrap_or_else(|error| with_advice(error).exit())
}

/// Adds a tip where a slip is likely.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let first = env::args().nth(1).unwrap_or_default();
    if let Some(tip) = advice(&error, &first) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// A game's name where a command is wanted, or an option of `demo` without the
/// word, because `demo` is what runs without a command.
fn advice(error: &clap::Error, first: &str) -> Option<String> {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(said)) => Some(said.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = said(ContextKind::InvalidSubcommand).filter(|name| find(name).is_some())?;
            Some(format!("to play it, run 'rulebook demo {name}'"))
        }
        ErrorKind::UnknownArgument if first.starts_with('-') => {
            let option = said(ContextKind::InvalidArg)?;
            let demo = DemoArgs::augment_args(clap::Command::new("demo"));
            let known = |name| demo.get_arguments().any(|arg| arg.get_long() == Some(name));
            known(option.strip_prefix("--")?)
                .then(|| format!("it is an option of demo: run 'rulebook demo {option} …'"))
        }
        _ => None,
    }
}

fn game() -> ValueParser {
    let names = games().iter().map(|game| PossibleValue::new(game.name()).help(game.about()));
    let known = PossibleValuesParser::new(names.collect::<Vec<_>>());
    let parser = known.try_map(|name| {
        let played = performance(&name.to_lowercase());
        played.ok_or_else(|| format!("{name} cannot be shown yet"))
    });
    ValueParser::new(parser)
}

fn seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok();
    seed.ok_or_else(|| format!("a seed is a whole number from 0 to {}", u64::MAX))
}
