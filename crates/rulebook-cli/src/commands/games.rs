//! `rulebook games`: what there is.

use clap::Args;
use rulebook_games::{Registered, games};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
use crate::paint::{FAINT, PLAIN, Paper, STRONG};
use crate::text::count;

const EXAMPLES: &str = "\
Examples:
  rulebook games
      What there is, and how many play it.
  rulebook show backgammon
      The board of one of them; 'rulebook play backgammon' plays it.
  rulebook games --json | jq -r '.[].name'
      The names alone, for programs.";

/// Lists the games
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GamesArgs {
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Lists the games.
pub(crate) fn run(paper: &mut Paper, args: &GamesArgs) -> Result<Answer, Failure> {
    if args.json {
        let all: Vec<Value> = games().iter().map(|game| as_json(*game)).collect();
        paper.raw(&format!("{:#}\n", Value::from(all)))?;
        return Ok(Answer::Yes);
    }
    for game in games() {
        let seats = count(game.seats(), "seat", "seats");
        paper.prose(0, STRONG, &format!("{} ({seats})", game.name()))?;
        paper.prose(4, PLAIN, game.about())?;
    }
    paper.blank()?;
    paper.prose(0, FAINT, "Watch one with: rulebook demo GAME")?;
    paper.prose(0, FAINT, "Look at one with: rulebook show GAME")?;
    paper.prose(0, FAINT, "Play one with: rulebook play GAME")?;
    Ok(Answer::Yes)
}

fn as_json(game: &dyn Registered) -> Value {
    json!({
        "name": game.name(),
        "about": game.about(),
        "seats": game.seats(),
        "positions": game.positions(),
    })
}
