//! `rulebook play`: a game at the keyboard.
//!
//! In a terminal it fills the window; without one it reads lines and writes
//! lines, so that a program can play.

mod plain;
mod recorded;
mod screen;
mod table;

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
use table::Match;

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
  printf 'b2\\na1\\n' | rulebook play tic-tac-toe --seats human
      Without a terminal: a line for each move, and words such as undo, moves,
      why MOVE, history. It ends with its input.

In the window, write a move, or choose one with the arrows, and press Enter.
F1 says what else there is. Ctrl-C leaves.";

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
        let who = match args.seats.as_slice() {
            [] => one_human(G::SEATS)?,
            named => all_seats::<G>(named)?,
        };
        let position = args.at.position.as_deref();
        let record = args.record.as_deref();
        let table = Match::<G>::new(position, who, Seed(args.seed), record)?;
        if io::stdin().is_terminal() && paper.is_terminal() {
            screen::play(paper, Box::new(table))
        } else {
            plain::play(paper, &mut io::stdin().lock(), &mut { table })
        }
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
