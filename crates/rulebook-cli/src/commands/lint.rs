//! `rulebook lint`: the analysis of a book.

use std::cell::Cell;

use clap::Args;
use rulebook::{By, Certainty, Finding, Seat};
use rulebook_games::{Kit, Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::args::{GameName, at_least_one, game_name};
use crate::failure::Failure;
use crate::interrupt;
use crate::kit::CardsFile;
use crate::paint::{BAD, GOOD, OPEN, PLAIN, Paper};
use crate::progress::Progress;
use crate::text::count;

/// How much likelier an action is to be played than one that is rare.
const OFTEN: u32 = 30;

const EXAMPLES: &str = "\
Examples:
  rulebook lint chess
      Says that nothing is wrong, and how much was looked at.
  rulebook lint chess --outline
      Shows the book first: phases, rules and how they are chosen.
  rulebook lint chess --play 20
      Plays games too, and says what never came up in them.

The exit code is 0 if there is nothing to say, and 1 if there are findings.
Ctrl-C ends the games, and what was found is said; then the exit code is 1 too.";

/// Looks for mistakes in a game's book
///
/// Rules that are never reached or always answered before, rules that meet
/// where only one may answer, actions that nobody answers, and checks,
/// priorities and exceptions that do nothing. What can be seen from declared
/// conditions is found exactly; a suspicion is never called a proof.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LintArgs {
    /// Which game
    #[arg(value_name = "GAME", ignore_case = true, value_parser = game_name())]
    game: GameName,

    #[command(flatten)]
    cards: CardsFile,

    /// Shows the book as an outline first
    #[arg(long)]
    outline: bool,

    /// Plays so many games at random too, in which everything is tried, and
    /// looks for what the game's own code decides. What never came up is
    /// suspected then, and not proved
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true, value_parser = at_least_one)]
    play: Option<u64>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Analyses a book.
pub(crate) fn run(paper: &mut Paper, args: &LintArgs) -> Result<Answer, Failure> {
    with_game(args.game, Lint { paper, args })
}

struct Lint<'a> {
    paper: &'a mut Paper,
    args: &'a LintArgs,
}

impl Visit for Lint<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Lint { paper, args } = self;
        let kit = args.cards.kit::<G>()?;
        let book = &kit.book;
        let mut findings = book.analyse().findings().to_vec();
        let played = args.play.map(|games| by_play(&kit, games)).transpose()?;
        findings.extend(played.iter().flat_map(|played| played.findings.iter().cloned()));
        let interrupted = played.as_ref().and_then(Played::interrupted);
        let rules = book.rules().count();
        if args.json {
            let told: Vec<Value> = findings.iter().map(as_json).collect();
            let outline = args.outline.then(|| book.outline());
            let said = json!({
                "game": G::NAME,
                "rules": rules,
                "outline": outline,
                "games": played.as_ref().map(|played| played.games),
                "interrupted": interrupted.is_some(),
                "findings": told,
            });
            paper.raw(&format!("{said:#}\n"))?;
        } else {
            if args.outline {
                paper.drawing(&book.outline())?;
                paper.blank()?;
            }
            tell(paper, G::NAME, rules, &findings)?;
            interrupted.iter().try_for_each(|how| paper.prose(0, OPEN, how))?;
        }
        Ok(if findings.is_empty() && interrupted.is_none() { Answer::Yes } else { Answer::No })
    }
}

/// What games at random show.
struct Played {
    findings: Vec<Finding>,
    /// How many games were played to their end.
    games: u64,
    /// How many were asked for.
    asked: u64,
}

impl Played {
    /// How far it came, if somebody asked to stop before the end.
    fn interrupted(&self) -> Option<String> {
        let Played { games, asked, .. } = self;
        (games < asked).then(|| {
            format!(
                "Interrupted: {games} of {asked} games are played. What never came up in these is \
                 suspected, and may come up in the others."
            )
        })
    }
}

/// Plays games at random, unless somebody asks to stop.
fn by_play<G: Playable>(kit: &Kit<G>, games: u64) -> Result<Played, Failure> {
    interrupt::listen()?;
    let progress = Progress::new(games, "games");
    let everybody = || {
        let seats = (0..G::SEATS as u8).map(|seat| By::Seat(Seat(seat)));
        seats.chain([By::Chance, By::Clock])
    };
    let tries = |state: &G::State| {
        let actions = G::universe(state);
        let each = |by| actions.iter().map(move |action| (by, action.clone()));
        everybody().flat_map(each).collect()
    };
    let (setup, told) = (kit.setup.clone(), Cell::new(0));
    let found = kit
        .book
        .analyse_by_play(move |_| setup.clone())
        .universe(tries)
        .weigh(|_, action| if G::is_rare(action) { 1 } else { OFTEN })
        .progress(|now| progress.add(now.games.saturating_sub(told.replace(now.games))))
        .until(interrupt::is_asked)
        .games(games)
        .run();
    let found = found.map_err(|error| {
        let done = format!("playing {}", G::NAME);
        Failure::Unexpected { done, outcome: error.to_string() }
    })?;
    let ended = found.progress.games - u64::from(found.stopped);
    let findings = found.analysis.findings().to_vec();
    Ok(Played { findings, games: ended, asked: games })
}

fn tell(paper: &mut Paper, game: &str, rules: usize, findings: &[Finding]) -> Result<(), Failure> {
    for finding in findings {
        let style = if finding.certainty == Certainty::Proved { BAD } else { OPEN };
        let mark = format!("[{}]", finding.certainty);
        paper.item(0, &mark, style, &finding.to_string())?;
    }
    let found = count(findings.len(), "finding", "findings");
    let rules = count(rules, "rule", "rules");
    let style = if findings.is_empty() { GOOD } else { PLAIN };
    paper.prose(0, style, &format!("{found} in the {rules} of {game}"))?;
    Ok(())
}

fn as_json(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.to_string(),
        "certainty": finding.certainty.to_string(),
        "rules": finding.rules,
        "text": finding.to_string(),
    })
}
