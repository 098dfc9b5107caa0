//! `rulebook simulate`: many games, and what they come to.

mod bots;
mod plot;
mod record;
mod report;
mod series;
mod tally;

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use clap::Args;
use rulebook::{History, SessionOptions};
use rulebook_games::{Playable, Visit};

use super::{Answer, with_game};
use crate::args::seed;
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::kit::state;
use crate::paint::Paper;
use crate::seats::{Who, all_seats, bot_only};
use crate::{interrupt, whole_file};

use record::Records;
use report::Report;
use series::Series;

const EXAMPLES: &str = "\
Examples:
  rulebook simulate connect-four --games 10000
      How often who wins, how long games are, how many moves there are.
  rulebook simulate connect-four --games 100 --seats mcts:200,random
      How much better it is to think ahead.
  rulebook simulate chess --games 1000 --plot chess.svg
      The same, and a picture of it.
  rulebook simulate duels --games 20 --record-dir duels
      A record of each game; 'rulebook replay duels/duels-00001.jsonl' plays it.
  rulebook simulate backgammon --games 1000 --seed 7 --threads 4 --json
      For programs. The digest is the same for any number of threads.

Ctrl-C ends it and reports the games that are done, of which the records are
there, if they are wanted; then the exit code is 1.";

/// Plays many games, at random or thinking ahead, and says what they come to
///
/// Results by seat, lengths, how many moves there were to choose from, speed,
/// and one digest over the ends of all games, which is the same on every
/// machine and for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    at: GameAt,

    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Who plays, seat by seat: random, mcts (tree search), or mcts:N for N
    /// iterations a decision; one name stands for all seats
    #[arg(long, value_name = "WHO,…", value_delimiter = ',', value_parser = bot_only,
          default_value = "random")]
    seats: Vec<Who>,

    /// Which games: the same seed plays the same ones
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,

    /// How many threads; without it, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Leaves a game after so many actions
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    longest: u64,

    /// Draws results, lengths and choices into this file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Writes a record of each game into this folder, which is made if it is
    /// not there; records that are there already are not replaced
    #[arg(long, value_name = "DIR")]
    record_dir: Option<PathBuf>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Plays many games.
pub(crate) fn run(paper: &mut Paper, args: &SimulateArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Simulate { paper, args })
}

struct Simulate<'a> {
    paper: &'a mut Paper,
    args: &'a SimulateArgs,
}

impl Visit for Simulate<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Simulate { paper, args } = self;
        let seats = all_seats::<G>(&args.seats)?;
        let kit = args.at.cards.kit::<G>()?;
        let start = state(&kit, args.at.position.as_deref())?;
        args.plot.as_deref().map_or(Ok(()), whole_file::try_out)?;
        let folder = args.record_dir.as_deref();
        let records = folder.map(|folder| Records::new(folder, G::NAME, args.games)).transpose()?;
        let history = if records.is_some() { History::All } else { History::None };
        let options = SessionOptions { history, ..SessionOptions::default() };
        let series = Series::<G> {
            book: kit.book,
            games: args.games,
            seed: args.seed,
            threads: args.threads.map_or_else(usual_threads, usize::from),
            longest: args.longest,
            options,
            records,
            seats,
        };
        interrupt::listen()?;
        let began = Instant::now();
        let tally = series.play(&start)?;
        if let Some(records) = &series.records {
            records.keep_only(G::NAME, tally.games(), args.games)?;
        }
        let report = Report {
            game: G::NAME,
            asked: args.games,
            seed: args.seed,
            threads: series.threads,
            time: began.elapsed(),
            seats: series.seats,
            tally,
        };
        if let Some(path) = &args.plot {
            whole_file::write(path, &plot::picture(&report))?;
        }
        if args.json {
            report.as_json(paper)?
        } else {
            report.tell(paper)?
        }
        Ok(if report.is_complete() { Answer::Yes } else { Answer::No })
    }
}

fn usual_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
