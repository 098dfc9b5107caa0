//! `rulebook play`: a game at the keyboard.
//!
//! In a terminal it fills the window; without one it reads lines and writes
//! lines, in words or as JSON, so that a program can play.

mod decision;
mod json;
mod past;
mod plain;
mod recorded;
mod screen;
mod sitting;
mod table;
mod voice;
mod words;

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use rulebook::Seed;
use rulebook_games::{Playable, Visit};

use super::{Answer, with_game};
use crate::args::seed;
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::paint::Paper;
use crate::seats::{Who, all_seats, who};
use json::Json;
use recorded::Recorded;
use sitting::Match;
use voice::Words;

const EXAMPLES: &str = "\
Examples:
  rulebook play chess
      You play White, and tree search plays Black.
  rulebook play connect-four --seats mcts:5000,human
      It begins, and thinks longer.
  rulebook play duels --seats human
      All seats are for people: they take turns at the keyboard, and hidden
      cards stay hidden.
  rulebook play backgammon --seed 7 --record game.jsonl
      The same dice each time, and a record of what you do.
  rulebook play backgammon --record game.jsonl --continue
      Goes on with that game, another day.
  rulebook play duels --cards mine.json
      With cards of your own.
  printf 'b2\\na1\\n' | rulebook play tic-tac-toe --seats human
      Without a terminal, or with TERM=dumb: a line for each move, and words such as undo, moves,
      why MOVE, last, history, help. It ends with its input.
  printf 'offer draw\\nas 1 accept draw\\n' | rulebook play chess --seats human
      Among people, one does what another can do meanwhile.
  printf 'b2\\nmoves\\n' | rulebook play tic-tac-toe --json
      The same for programs: each line that comes out is a JSON object.

In the window, write a move or one of these words, or choose a move with the
arrows, and press Enter. F1 says what else there is, and F2 explains the last
decision as far as your seat may know. Ctrl-C leaves.";

/// Plays a game at the keyboard, against people or players of ours
///
/// The board as your seat sees it, the legal moves with completion, every reason
/// why a move is refused, undo and redo, and the last decision explained.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    at: GameAt,

    /// Who plays, seat by seat: human, random, mcts (tree search), or mcts:N for
    /// N iterations a decision; one name stands for all seats. Without it, you
    /// have the first seat and tree search the others
    #[arg(long, value_name = "WHO,…", value_delimiter = ',', value_parser = who)]
    seats: Vec<Who>,

    /// Settles the dice, and what players of ours do: the same seed plays the
    /// same
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,

    /// Keeps a record of the game in this file, line by line as it is played;
    /// 'rulebook replay FILE' plays it again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Goes on with the game of that record, which is verified first, and goes on
    /// recording it
    #[arg(long = "continue", requires = "record", conflicts_with_all = ["position", "seed"])]
    go_on: bool,

    /// As JSON, for programs: reads lines, and writes an object on each line
    #[arg(long)]
    json: bool,
}

/// Plays a game.
pub(crate) fn run(paper: &mut Paper, args: &PlayArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Play { paper, args })
}

struct Play<'a> {
    paper: &'a mut Paper,
    args: &'a PlayArgs,
}

impl Visit for Play<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Play { paper, args } = self;
        let mut table = sit_down::<G>(args)?;
        if args.json {
            return plain::play(&mut Json(paper), &mut io::stdin().lock(), &mut table);
        }
        if io::stdin().is_terminal() && paper.is_terminal() && !is_dumb() {
            screen::play(paper, Box::new(table))
        } else {
            plain::play(&mut Words(paper), &mut io::stdin().lock(), &mut table)
        }
    }
}

/// Whether the terminal can do nothing but lines.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A new game, or one that goes on.
fn sit_down<G: Playable>(args: &PlayArgs) -> Result<Match<G>, Failure> {
    let (position, record) = (args.at.position.as_deref(), args.record.as_deref());
    if let Some(path) = record.filter(|_| args.go_on) {
        let (kept, players) = Recorded::go_on(path, &args.at.cards)?;
        return Ok(Match::go_on(kept, seats::<G>(&args.seats, &players)?));
    }
    let who = seats::<G>(&args.seats, &[])?;
    Match::new(&args.at.cards.kit()?, position, who, Seed(args.seed), record)
}

/// Who plays: as somebody says, or as before, or a person against tree search.
fn seats<G: Playable>(named: &[Who], before: &[String]) -> Result<Vec<Who>, Failure> {
    if !named.is_empty() {
        return all_seats::<G>(named);
    }
    let before: Result<Vec<Who>, String> = before.iter().map(|player| who(player)).collect();
    match before {
        Ok(before) if before.len() == G::SEATS => Ok(before),
        _ => one_human(G::SEATS),
    }
}

/// A person against tree search.
fn one_human(seats: usize) -> Result<Vec<Who>, Failure> {
    let other = who("mcts").map_err(Failure::Usage)?;
    let mut all = vec![other; seats];
    if let Some(first) = all.first_mut() {
        *first = Who::Human;
    }
    Ok(all)
}
