//! `rulebook coverage`: which rules, checks and the like have had a say.

mod page;
mod play;

use std::path::PathBuf;

use clap::Args;
use rulebook::{Coverage, CoverageReport};
use rulebook_games::{Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::args::{at_least_one, seed};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::paint::{BAD, FAINT, PLAIN, Paper, STRONG};
use crate::{interrupt, whole_file};

const EXAMPLES: &str = "\
Examples:
  rulebook coverage chess --games 50
      How often each rule decided and each check objected; what never did.
  rulebook coverage night-market --games 200 --html coverage.html
      The same as a page for a browser.

Ctrl-C ends it and reports what was played; then the exit code is 1.";

/// Plays games, and says which rules and checks of the book had a say
///
/// The seats play at random, do also what is rare, and try now and then what is
/// not allowed, so that checks have something to object to. What never fires is
/// a rule that only rare games need, or one that is of no use: 'rulebook lint'
/// can tell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CoverageArgs {
    #[command(flatten)]
    at: GameAt,

    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100,
          allow_negative_numbers = true, value_parser = at_least_one)]
    games: u64,

    /// Which games: the same seed plays the same ones
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,

    /// Writes a page for a browser into this file
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,

    /// Ends with exit code 1 if something has never fired
    #[arg(long)]
    strict: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Plays, and reports what fired.
pub(crate) fn run(paper: &mut Paper, args: &CoverageArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Cover { paper, args })
}

struct Cover<'a> {
    paper: &'a mut Paper,
    args: &'a CoverageArgs,
}

impl Visit for Cover<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Cover { paper, args } = self;
        let kit = args.at.cards.kit::<G>()?;
        args.html.as_deref().map_or(Ok(()), whole_file::try_out)?;
        let coverage = Coverage::of(&kit.book);
        interrupt::listen()?;
        let position = args.at.position.as_deref();
        let played = play::play(&kit, &coverage, position, args.games, args.seed)?;
        let report = coverage.report();
        if args.json {
            paper.raw(&format!("{:#}\n", as_json(G::NAME, played, args.games, &report)))?;
        } else {
            tell(paper, played, args.games, &report)?;
        }
        // What fired is told, also if there is no room for the page.
        if let Some(path) = &args.html {
            whole_file::write(path, &page::page(G::NAME, played, &report))?;
        }
        // A rule that never refused may have nothing to refuse: that is told, and no more.
        let is_missing = args.strict && report.never().next().is_some();
        Ok(if is_missing || played < args.games { Answer::No } else { Answer::Yes })
    }
}

fn tell(
    paper: &mut Paper,
    played: u64,
    asked: u64,
    report: &CoverageReport,
) -> Result<(), Failure> {
    let text = report.to_string();
    for line in text.lines() {
        let style = match line.trim_start() {
            trimmed if trimmed.starts_with("never") => BAD,
            trimmed if trimmed.len() == line.len() => STRONG,
            _ => PLAIN,
        };
        paper.row(style, line)?;
    }
    if played < asked {
        paper.line(FAINT, &format!("Interrupted: {played} of {asked} games are done."))?;
    }
    Ok(())
}

fn as_json(game: &str, played: u64, asked: u64, report: &CoverageReport) -> Value {
    let items = report.items.iter().map(|item| {
        let (kind, _) = page::kind(&item.uses);
        let lacks = item.lacks().map(|side| side.to_string());
        json!({ "kind": kind, "name": item.name, "times": item.times(), "lacks": lacks })
    });
    json!({
        "game": game,
        "games": played,
        "asked": asked,
        "interrupted": played < asked,
        "committed": report.committed,
        "refused": report.refused,
        "unchanged": report.unchanged,
        "faults": report.faults,
        "fired": report.fired(),
        "percent": report.percent(),
        "items": items.collect::<Vec<_>>(),
    })
}
