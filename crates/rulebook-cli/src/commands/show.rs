//! `rulebook show`: the board as text.

use clap::Args;
use rulebook::{By, Seat, Session};
use rulebook_games::{Playable, Visit};
use serde_json::json;

use super::cards::tell_card;
use super::{Answer, with_game};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::paint::{FAINT, PLAIN, Paper};
use crate::record_file::{RecordAt, session_at};
use crate::text::list;
use crate::turn::turn;
use crate::verdict::verdict;

const EXAMPLES: &str = "\
Examples:
  rulebook show chess
      The board at the start, and its position as text.
  rulebook show connect-four --position '......./......./......./......./...y.../...r...'
      Another board.
  rulebook show chess --record game.jsonl --at 12
      The board after frame 12 of a record.
  rulebook show duels --record duel.jsonl --texts
      The table, and what each card on it and in a hand says.
  rulebook show chess --json | jq -r .position
      The position alone.";

/// Shows the board as text, and how its position is written
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    at: GameAt,

    #[command(flatten)]
    record: RecordAt,

    /// Says what the cards do that are in play, in a hand or spent
    #[arg(long)]
    texts: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Shows a board.
pub(crate) fn run(paper: &mut Paper, args: &ShowArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Show { paper, args })
}

struct Show<'a> {
    paper: &'a mut Paper,
    args: &'a ShowArgs,
}

impl Visit for Show<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Show { paper, args } = self;
        let (mut game, cut) = session_at::<G>(&args.at, &args.record, args.json)?;
        let (board, position) = (G::show(game.state()), G::write_position(game.state()));
        let active = turn(&mut game)?;
        let result = game.result();
        let texts = if args.texts { Some(card_texts(&mut game)?) } else { None };
        if args.json {
            let mut said = json!({
                "game": G::NAME,
                "position": position,
                "board": board,
                "turn": active.iter().map(By::to_string).collect::<Vec<_>>(),
                "result": result.as_ref().map(|scores| scores.as_slice()),
                "texts": texts,
            });
            if args.record.record.is_some() {
                said["cut_off"] = cut.map(|cut| cut.place.entry).into();
            }
            paper.raw(&format!("{said:#}\n"))?;
            return Ok(Answer::Yes);
        }
        // The position is said below: once is enough.
        let board: String =
            board.lines().filter(|line| *line != position).flat_map(|line| [line, "\n"]).collect();
        paper.drawing(&board)?;
        paper.blank()?;
        paper.line(PLAIN, &format!("position: {position}"))?;
        if let Some(choice) = game.pending() {
            paper.prose(0, PLAIN, &format!("pending: {choice}"))?;
        }
        match result {
            Some(scores) => paper.prose(0, PLAIN, &format!("over: {}", verdict(&scores)))?,
            None => paper.prose(0, PLAIN, &format!("to act: {}", list(&active, "and")))?,
        }
        for text in texts.iter().flatten() {
            tell_card(paper, text)?;
        }
        if paper.is_terminal() {
            paper.blank()?;
            paper.prose(0, FAINT, &format!("For another position, {}", G::POSITIONS))?;
        }
        Ok(Answer::Yes)
    }
}

/// What the cards say that anybody sees, each once.
fn card_texts<G: Playable>(game: &mut Session<G>) -> Result<Vec<String>, Failure> {
    let mut all: Vec<String> = Vec::new();
    for seat in (0..).map(Seat).take(G::SEATS) {
        for text in G::card_texts(&game.view(seat)?.state) {
            if !all.contains(&text) {
                all.push(text);
            }
        }
    }
    if all.is_empty() {
        return Err(Failure::Usage(format!(
            "{} is played without cards: leave --texts out.",
            G::NAME
        )));
    }
    Ok(all)
}
