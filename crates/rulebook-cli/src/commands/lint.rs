//! `rulebook lint`: the analysis of a book.

use clap::Args;
use rulebook::{Analysis, Certainty, Finding};
use rulebook_games::{Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::args::{GameName, game_name};
use crate::failure::Failure;
use crate::paint::{BAD, GOOD, OPEN, PLAIN, Paper};
use crate::text::count;

const EXAMPLES: &str = "\
Examples:
  rulebook lint chess
      Says that nothing is wrong, and how much was looked at.
  rulebook lint chess --outline
      Shows the book first: phases, rules and how they are chosen.

The exit code is 0 if there is nothing to say, and 1 if there are findings.";

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

    /// Shows the book as an outline first
    #[arg(long, conflicts_with = "json")]
    outline: bool,

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
        let book = G::book();
        let analysis = book.analyse();
        let rules = book.rules().count();
        if args.json {
            let findings: Vec<Value> = analysis.findings().iter().map(as_json).collect();
            let said = json!({ "game": G::NAME, "rules": rules, "findings": findings });
            paper.raw(&format!("{said:#}\n"))?;
        } else {
            if args.outline {
                paper.raw(&book.outline())?;
                paper.blank()?;
            }
            tell(paper, G::NAME, rules, &analysis)?;
        }
        Ok(if analysis.is_clean() { Answer::Yes } else { Answer::No })
    }
}

fn tell(paper: &mut Paper, game: &str, rules: usize, analysis: &Analysis) -> Result<(), Failure> {
    for finding in analysis.findings() {
        let style = if finding.certainty == Certainty::Proved { BAD } else { OPEN };
        let mark = format!("[{}]", finding.certainty);
        paper.item(0, &mark, style, &finding.to_string())?;
    }
    let found = count(analysis.findings().len(), "finding", "findings");
    let rules = count(rules, "rule", "rules");
    let style = if analysis.is_clean() { GOOD } else { PLAIN };
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
