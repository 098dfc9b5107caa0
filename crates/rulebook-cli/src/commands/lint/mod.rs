//! `rulebook lint`: the analysis of a book.

mod json;
mod play;

use clap::Args;
use rulebook::{Certainty, Finding};
use rulebook_games::{Playable, Visit};

use super::{Answer, with_game};
use crate::args::{at_least_one, seed};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::kit::state;
use crate::paint::{BAD, FAINT, GOOD, OPEN, PLAIN, Paper};
use crate::text::count;
use play::{Far, Games};

const EXAMPLES: &str = "\
Examples:
  rulebook lint chess
      Says that nothing is wrong, and how much was looked at.
  rulebook lint chess --outline
      Shows the book first: phases, rules and how they are chosen.
  rulebook lint chess --play 20
      Plays games too, and says what never came up in them.
  rulebook lint chess --play 20 --seed 21
      Plays the next twenty games.
  rulebook lint chess --play 20 --position '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1'
      Games that begin where a pawn is about to be promoted.

The exit code is 0 if there is nothing to say, and 1 if there are findings.
Ctrl-C ends the games, and what was found is said; then the exit code is 1 too.";

/// Looks for mistakes in a game's book
///
/// Rules that are never reached or always answered before, rules that meet
/// where only one may answer, actions that nobody answers, and checks,
/// priorities and exceptions that do nothing. What can be seen from declared
/// conditions is found exactly; a suspicion is never called a proof. What games
/// show besides proves a suspicion or ends it.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("position", |position| position
        .help("From which position the games begin that --play asks for; 'rulebook show GAME' shows \
               how a game writes its positions. Without it, the start of the game")
        .requires("play"))
)]
pub(crate) struct LintArgs {
    #[command(flatten)]
    at: GameAt,

    /// Shows the book as an outline first
    #[arg(long)]
    outline: bool,

    /// Plays so many games at random too, in which everything is tried, and
    /// looks for what the game's own code decides. What never came up is
    /// suspected then, and not proved
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true, value_parser = at_least_one)]
    play: Option<u64>,

    /// Which games are played: the seed of the first one. The next ones have the
    /// next seeds
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          requires = "play", value_parser = seed)]
    seed: u64,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Analyses a book.
pub(crate) fn run(paper: &mut Paper, args: &LintArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Lint { paper, args })
}

struct Lint<'a> {
    paper: &'a mut Paper,
    args: &'a LintArgs,
}

impl Visit for Lint<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Lint { paper, args } = self;
        let kit = args.at.cards.kit::<G>()?;
        let (book, rules) = (&kit.book, kit.book.rules().count());
        let (analysis, far) = match args.play {
            None => (book.analyse(), None),
            Some(games) => {
                let start = state(&kit, args.at.position.as_deref())?;
                let games = Games { count: games, seed: args.seed };
                play::play(&kit, start, games)?
            }
        };
        let findings = analysis.findings();
        let outline = args.outline.then(|| book.outline());
        if args.json {
            let said = json::as_json((G::NAME, rules), outline.as_deref(), findings, far.as_ref());
            paper.raw(&format!("{said:#}\n"))?;
        } else {
            if let Some(outline) = &outline {
                paper.drawing(outline)?;
                paper.blank()?;
            }
            tell(paper, (G::NAME, rules), findings, far.as_ref())?;
        }
        let is_whole = !far.is_some_and(|far| far.is_interrupted());
        Ok(if findings.is_empty() && is_whole { Answer::Yes } else { Answer::No })
    }
}

fn tell(
    paper: &mut Paper,
    (game, rules): (&str, usize),
    findings: &[Finding],
    far: Option<&Far>,
) -> Result<(), Failure> {
    for finding in findings {
        let style = if finding.certainty == Certainty::Proved { BAD } else { OPEN };
        let mark = format!("[{}]", finding.certainty);
        paper.item(0, &mark, style, &finding.to_string())?;
    }
    let found = count(findings.len(), "finding", "findings");
    let rules = count(rules, "rule", "rules");
    let style = if findings.is_empty() { GOOD } else { PLAIN };
    paper.prose(0, style, &format!("{found} in the {rules} of {game}"))?;
    let Some(far) = far else { return Ok(()) };
    paper.prose(0, FAINT, &far.extent.to_string())?;
    far.interrupted().iter().try_for_each(|how| paper.prose(0, OPEN, how))?;
    Ok(())
}
