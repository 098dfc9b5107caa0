//! `rulebook legal`: what everybody can do.

use clap::Args;
use rulebook::{Choice, Legal};
use rulebook_games::{CountsAs, Playable, Visit};
use serde_json::{Value, json};

use super::{Answer, with_game};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::paint::{FAINT, PLAIN, Paper};
use crate::record_file::{RecordAt, session_at};
use crate::verdict::verdict;

const EXAMPLES: &str = "\
Examples:
  rulebook legal chess
      What White can do first.
  rulebook legal backgammon --position '4HPwATDgc/ABMA 31'
      The plays of a roll, and their steps.
  rulebook legal chess --position '7k/8/8/8/8/8/8/K6R b - - 0 1' --moves
      Without resigning and the like.
  rulebook legal chess --record game.jsonl --at 12
      After frame 12 of a record.
  rulebook legal tic-tac-toe --json | jq length
      How many actions there are.";

/// Lists what everybody can do
///
/// A line for each action: by whom, and what, as 'rulebook explain' reads it.
/// Where a choice is pending, a line for each answer, which 'rulebook explain'
/// reads as it is written, or by its name or number alone. If nobody can do anything,
/// the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    at: GameAt,

    #[command(flatten)]
    record: RecordAt,

    /// Moves only: without resigning, offering a draw, and other things that
    /// are said aside
    #[arg(long)]
    moves: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Lists what is legal.
pub(crate) fn run(paper: &mut Paper, args: &LegalArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Listing { paper, args })
}

struct Listing<'a> {
    paper: &'a mut Paper,
    args: &'a LegalArgs,
}

impl Visit for Listing<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Listing { paper, args } = self;
        let (mut game, _) = session_at::<G>(&args.at, &args.record, args.json)?;
        if let Some(choice) = game.pending() {
            return answers(paper, choice, args.json);
        }
        let mut legal = game.legal_all()?;
        legal.retain(|legal| !args.moves || G::counts_as(legal.action()) != CountsAs::Aside);
        if args.json {
            let all: Vec<Value> = legal.iter().map(as_json).collect();
            paper.raw(&format!("{:#}\n", Value::from(all)))?;
        } else {
            for legal in &legal {
                let line = format!("{}: {}", legal.by(), G::print(legal.action()));
                paper.line(PLAIN, &line)?;
            }
            if let Some(scores) = game.result() {
                paper.prose(0, FAINT, &format!("The game is over: {}.", verdict(&scores)))?;
            } else if legal.is_empty() {
                paper.prose(0, FAINT, "Nobody can do anything of this kind here.")?;
            }
        }
        Ok(if legal.is_empty() { Answer::No } else { Answer::Yes })
    }
}

/// What can be answered.
fn answers(paper: &mut Paper, choice: &Choice, json: bool) -> Result<Answer, Failure> {
    let by = choice.seat.to_string();
    if json {
        let one = |(answer, option)| json!({ "by": by, "answer": answer, "option": option });
        let all: Vec<Value> = choice.options.iter().enumerate().map(one).collect();
        paper.raw(&format!("{:#}\n", Value::from(all)))?;
        return Ok(Answer::Yes);
    }
    for (answer, option) in choice.options.iter().enumerate() {
        paper.line(PLAIN, &format!("{by}: answer {answer}, {option}"))?;
    }
    paper.prose(0, FAINT, &format!("A choice is pending: {}", choice.question))?;
    Ok(Answer::Yes)
}

fn as_json<G: Playable>(legal: &Legal<G>) -> Value {
    let counts_as = match G::counts_as(legal.action()) {
        CountsAs::Move => "move",
        CountsAs::Chance => "chance",
        CountsAs::Aside => "aside",
    };
    json!({
        "by": legal.by().to_string(),
        "action": G::print(legal.action()),
        "counts_as": counts_as,
    })
}
