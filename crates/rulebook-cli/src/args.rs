//! The command line.

use std::ffi::{OsStr, OsString};
use std::{env, process};

use clap::builder::{
    PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser, ValueParser,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args as ClapArgs, Parser};
use rulebook_games::{Registered, find, games};
use serde_json::{Map, json};

use crate::commands::Command;
use crate::commands::demo::DemoArgs;
use crate::commands::studio::StudioArgs;
use crate::events;
use crate::paint::Paper;

const EXAMPLES: &str = "\
Examples:
  rulebook
      Opens the studio, a page on which one plays and sees why.
  rulebook demo
      Plays a match in the terminal and explains each decision.
  rulebook games
      Lists the games.
  rulebook play chess
      You against tree search, in the terminal.
  rulebook demo connect-four --seed 5
      Plays another game; a seed names a match.
  rulebook demo --pace step
      Waits for Enter after each move.
  rulebook show chess
      Shows the board; 'rulebook legal chess' lists what can be done.
  rulebook explain chess e1g1
      Says everything that is for or against an action.
  rulebook simulate connect-four --games 1000
      Plays many games, and says what they come to.
  rulebook new my-game
      Makes a crate for a game of your own.
  rulebook replay game.jsonl
      Plays a record again; 'rulebook verify' and 'rulebook convert' take
      records too.
  rulebook perft --help
      Says more about a command, with examples.

Exit codes: 0 all is well, 1 a negative answer, 2 wrong use.
Every command takes --json, for programs: what it says is JSON then, and what
goes wrong is one JSON object on the standard error, with \"error\" and
\"exit_code\".
Colour is used on a terminal only, and never if NO_COLOR is set.";

/// Plays turn-based games by their rules, and says why.
///
/// A game is a book of rules. Rulebook checks every action against it, finds
/// the rule that decides, lets its events happen (all of them or none), and can
/// explain, undo and replay each step.
///
/// Without a command it opens the studio, a page on this machine, and prints
/// its address.
#[derive(Debug, Parser)]
#[command(name = "rulebook", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Reads the command line, or says what is wrong with it and ends the program.
pub(crate) fn parse() -> Args {
    let said = with_json_behind(env::args_os().collect());
    Args::try_parse_from(said).unwrap_or_else(|error| end(&with_advice(error)))
}

/// The command line with `--json` behind the command, where it belongs: who
/// writes it first means the same. Help is told to programs by this word alone.
fn with_json_behind(mut said: Vec<OsString>) -> Vec<OsString> {
    if said.get(1).is_some_and(|first| first == JSON) {
        match said.len() {
            // Without a command it is the studio.
            2 => said.insert(1, "studio".into()),
            _ => said.swap(1, 2),
        }
    }
    if said.get(1).is_some_and(|first| first == "help") {
        said.retain(|word| word != JSON);
    }
    said
}

const JSON: &str = "--json";

/// Says what is wrong with the command line, or what was asked of it alone.
fn end(error: &clap::Error) -> ! {
    if error.use_stderr() && is_for_programs() {
        let said = error.to_string();
        let said = said.strip_prefix("error: ").unwrap_or(&said).trim_end();
        // If nobody can be told, the exit code must do.
        let _ = events::error(&mut Paper::stderr(), (said, error.exit_code() as u8), Map::new());
        process::exit(error.exit_code());
    }
    if is_for_programs() {
        let what = if error.kind() == ErrorKind::DisplayVersion { "version" } else { "help" };
        let said = json!({ what: error.to_string().trim_end() });
        let mut paper = Paper::stdout();
        let written = paper.raw(&format!("{said:#}\n")).and_then(|()| paper.flush());
        process::exit(written.map_or_else(|error| crate::report(&error.into()).into(), |()| 0));
    }
    error.exit()
}

/// Whether a program asks: also where nobody can say yet which command it is.
pub(crate) fn is_for_programs() -> bool {
    env::args_os().take_while(|arg| arg != "--").any(|arg| arg == JSON)
}

/// Adds a tip where a slip is likely, and takes away those that lead nowhere.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let first = env::args().nth(1).unwrap_or_default();
    drop_untrue(&mut error);
    if let Some(tip) = advice(&error, &first) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Drops clap's tip to write what it does not know behind two dashes. It would be taken
/// for a value there, and no value of ours is written like an option.
fn drop_untrue(error: &mut clap::Error) {
    const UNTRUE: &str = "to pass '";
    let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) else { return };
    let is_true = |tip: &&StyledStr| !tip.to_string().starts_with(UNTRUE);
    let left: Vec<StyledStr> = tips.iter().filter(is_true).cloned().collect();
    // An empty list would leave an empty line.
    error.remove(ContextKind::Suggested);
    if !left.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(left));
    }
}

/// A game's name where a command is wanted, or an option of `studio` without the
/// word, because `studio` is what runs without a command; or one of `demo`, which
/// once did.
fn advice(error: &clap::Error, first: &str) -> Option<String> {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(said)) => Some(said.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = said(ContextKind::InvalidSubcommand)?.to_lowercase();
            let like = match error.get(ContextKind::SuggestedSubcommand) {
                // Then a command was meant.
                Some(ContextValue::Strings(commands)) if !commands.is_empty() => None,
                _ => like(&name),
            };
            let game = find(&name).or(like)?.name();
            Some(format!("to play {game}, run 'rulebook play {game}'"))
        }
        ErrorKind::UnknownArgument if first.starts_with('-') => {
            let option = said(ContextKind::InvalidArg)?;
            let name = option.strip_prefix("--")?;
            let commands = [
                StudioArgs::augment_args(clap::Command::new("studio")),
                DemoArgs::augment_args(clap::Command::new("demo")),
            ];
            let takes_it = |command: &&clap::Command| {
                command.get_arguments().any(|argument| argument.get_long() == Some(name))
            };
            let command = commands.iter().find(takes_it)?.get_name();
            Some(format!("it is an option of {command}: run 'rulebook {command} {option} …'"))
        }
        _ => None,
    }
}

/// The game whose name is most like this: what clap says of an argument.
fn like(name: &str) -> Option<&'static dyn Registered> {
    let command = clap::Command::new("rulebook");
    let error = known_games().parse_ref(&command, None, OsStr::new(name)).err()?;
    match error.get(ContextKind::SuggestedValue) {
        Some(ContextValue::String(game)) => find(game),
        _ => None,
    }
}

/// The name of a game that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameName(pub(crate) &'static str);

/// The games, for an argument.
pub(crate) fn known_games() -> PossibleValuesParser {
    let names = games().iter().map(|game| PossibleValue::new(game.name()).help(game.about()));
    PossibleValuesParser::new(names.collect::<Vec<_>>())
}

/// Reads the name of a game.
pub(crate) fn game_name() -> ValueParser {
    let parser = known_games().try_map(|name| {
        let game = find(&name.to_lowercase()).map(|game| GameName(game.name()));
        game.ok_or_else(|| format!("there is no game {name}"))
    });
    ValueParser::new(parser)
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok();
    seed.ok_or_else(|| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Reads a number of things, of which there must be one at least.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("write a whole number from 1 to {}", u64::MAX))
}

/// Reads the number of a frame.
pub(crate) fn frame(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_none| "write a whole number; 0 is the start of the game".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_goes_behind_the_command_and_nothing_else_moves() {
        let moved = |said: &[&str]| {
            let said = said.iter().map(OsString::from).collect();
            with_json_behind(said).join(&OsString::from(" "))
        };
        assert_eq!(moved(&["rulebook", "--json", "games"]), "rulebook games --json");
        assert_eq!(
            moved(&["rulebook", "--json", "show", "chess", "--at", "1"]),
            "rulebook show --json chess --at 1"
        );
        assert_eq!(moved(&["rulebook", "--json"]), "rulebook studio --json");
        assert_eq!(moved(&["rulebook", "--json", "--help"]), "rulebook --help --json");
        assert_eq!(moved(&["rulebook", "help", "games", "--json"]), "rulebook help games");
        for said in [&["rulebook"][..], &["rulebook", "games"], &["rulebook", "explain", "--json"]]
        {
            assert_eq!(moved(said), OsString::from(said.join(" ")));
        }
    }
}
