//! `rulebook games`: what there is.

use rulebook_games::{Registered, games};
use serde_json::{Value, json};

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::paint::{FAINT, PLAIN, Paper, STRONG};
use crate::text::count;

/// Lists the games.
pub(crate) fn run(paper: &mut Paper, args: &GamesArgs) -> Result<(), Failure> {
    if args.json {
        let all: Vec<Value> = games().iter().map(|game| as_json(*game)).collect();
        paper.raw(&format!("{:#}\n", Value::from(all)))?;
        return Ok(());
    }
    for game in games() {
        let seats = count(game.seats(), "seat", "seats");
        paper.prose(0, STRONG, &format!("{} ({seats})", game.name()))?;
        paper.prose(4, PLAIN, game.about())?;
    }
    paper.blank()?;
    paper.prose(0, FAINT, "Watch one with: rulebook demo GAME")?;
    Ok(())
}

fn as_json(game: &dyn Registered) -> Value {
    json!({ "name": game.name(), "about": game.about(), "seats": game.seats() })
}
