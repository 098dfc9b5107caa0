//! `rulebook cards`: whether a card file for Duels can be played with.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use clap::Args;
use rulebook_games::duels::cards::{CardSet, LoadErrors, Problem};
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;
use crate::kit;
use crate::paint::{BAD, GOOD, PLAIN, Paper, STRONG};
use crate::text::count;

const EXAMPLES: &str = "\
Examples:
  rulebook cards mine.json
      Everything that is wrong with it at once, by line and column.
  rulebook cards --schema > cards.schema.json
      The JSON Schema of card files, for an editor.
  rulebook cards --standard > mine.json
      The cards that come with the game, to begin from.
  rulebook cards --standard --texts
      What the cards that come with the game say; with a file, what its cards
      say.
  generate-cards | rulebook cards -
      What a program of your own writes.
  rulebook cards mine.json --json | jq '.problems[].message'
      For programs.
  rulebook play duels --cards mine.json
      Plays with them; 'rulebook simulate duels --cards mine.json' plays many
      games, and 'rulebook coverage' says what each card did in them.

The exit code is 1 if there are problems.";

/// Checks a card file for Duels
///
/// Every mistake is named with its line and column, the card, and what to do.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CardsArgs {
    /// The card file; - is the standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["schema", "standard"])]
    file: Option<PathBuf>,

    /// Writes the JSON Schema of card files
    #[arg(long, conflicts_with_all = ["file", "standard", "texts"])]
    schema: bool,

    /// The cards that come with the game: writes them, unless --texts asks what
    /// they say
    #[arg(long, conflicts_with = "file")]
    standard: bool,

    /// Says what each card says, in words made from what it does
    #[arg(long)]
    texts: bool,

    /// As JSON, for programs; the schema and the cards are JSON anyway
    #[arg(long)]
    json: bool,
}

/// Checks a card file.
pub(crate) fn run(paper: &mut Paper, args: &CardsArgs) -> Result<Answer, Failure> {
    if args.schema {
        paper.raw(CardSet::SCHEMA)?;
        return Ok(Answer::Yes);
    }
    let (file, text) = match &args.file {
        Some(path) => (path.display().to_string(), Cow::Owned(kit::read(path)?)),
        None => ("the standard cards".to_owned(), Cow::Borrowed(CardSet::STANDARD)),
    };
    if args.standard && !args.texts {
        paper.raw(&text)?;
        return Ok(Answer::Yes);
    }
    let parsed = CardSet::parse(&file, &text);
    if args.json {
        paper.raw(&format!("{:#}\n", as_json(&file, &parsed, args.texts)))?;
    } else {
        tell(paper, &file, &parsed)?;
        if let Some(set) = parsed.as_ref().ok().filter(|_| args.texts) {
            for text in texts(set) {
                tell_card(paper, &text)?;
            }
        }
    }
    Ok(if parsed.is_ok() { Answer::Yes } else { Answer::No })
}

/// What each card of a set says.
fn texts(set: &CardSet) -> Vec<String> {
    let all = set.cards().iter().filter_map(|card| set.find(&card.id));
    all.map(|card| set.text(card)).collect()
}

/// What a card says: what it is, and what it does below that.
pub(crate) fn tell_card(paper: &mut Paper, text: &str) -> io::Result<()> {
    let (is, does) = text.split_once('\n').unwrap_or((text, ""));
    paper.blank()?;
    paper.prose(0, STRONG, is)?;
    does.lines().try_for_each(|line| paper.prose(2, PLAIN, line))
}

fn tell(
    paper: &mut Paper,
    file: &str,
    parsed: &Result<CardSet, LoadErrors>,
) -> Result<(), Failure> {
    match parsed {
        Ok(set) => {
            let cards = count(set.cards().len(), "card", "cards");
            let decks = count(set.decks().len(), "deck", "decks");
            let said = format!("{file}: {} has {cards} and {decks}", set.name());
            paper.item(0, "✓", GOOD, &said)?;
        }
        Err(errors) => {
            for line in errors.to_string().lines() {
                paper.line(BAD, line)?;
            }
        }
    }
    Ok(())
}

fn as_json(file: &str, parsed: &Result<CardSet, LoadErrors>, with_texts: bool) -> Value {
    let problem = |problem: &Problem| {
        json!({
            "line": problem.line,
            "column": problem.column,
            "place": problem.place,
            "message": problem.message,
        })
    };
    match parsed {
        Ok(set) => json!({
            "file": file,
            "sound": true,
            "name": set.name(),
            "cards": set.cards().len(),
            "decks": set.decks().len(),
            "fingerprint": set.fingerprint().to_string(),
            "texts": with_texts.then(|| texts(set)),
            "problems": [],
        }),
        Err(errors) => json!({
            "file": file,
            "sound": false,
            "problems": errors.problems().iter().map(problem).collect::<Vec<_>>(),
            "more": errors.more(),
        }),
    }
}
