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

use clap::{Args, ValueEnum};
use rulebook::{History, SessionOptions};
use rulebook_games::{Playable, Visit};
use rulebook_record::{Positions, RecorderOptions};

use super::{Answer, with_game};
use crate::args::{at_least_one, seed};
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
there, if they are wanted; then the exit code is 1. Who kills it otherwise may
find files that end with .part; the next series of the same game that is recorded
in this folder clears them, once the records that are whole are moved away.";

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
          allow_negative_numbers = true, value_parser = at_least_one)]
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,

    /// Leaves a game after so many actions
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true,
          value_parser = at_least_one)]
    longest: u64,

    /// Draws results, lengths and choices into this file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Writes a record of each game into this folder, which is made if it is
    /// not there; records that are there already are not replaced
    #[arg(long, value_name = "DIR")]
    record_dir: Option<PathBuf>,

    /// What records say of the game after each frame, for the day when one of them
    /// comes out differently: what changed, the whole position, or nothing
    #[arg(long, value_name = "WHAT", default_value = "changes", requires = "record_dir")]
    positions: Kept,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// What records keep of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// What changed since the frame before: small
    Changes,
    /// Each as a whole: for people who read records
    Whole,
    /// Nothing but a digest: the smallest
    None,
}

impl From<Kept> for Positions {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Changes => Positions::Changes,
            Kept::Whole => Positions::EveryFrame,
            Kept::None => Positions::Never,
        }
    }
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
        let options = RecorderOptions {
            positions: args.positions.into(),
            players: seats.iter().map(Who::to_string).collect(),
            ..RecorderOptions::default()
        };
        let records = folder.map(|folder| Records::new(folder, G::NAME, args.games, options));
        let records = records.transpose()?;
        let cleared = records.as_ref().map_or(Ok(0), |records| records.clear_parts(G::NAME))?;
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
            cleared,
            tally,
        };
        if args.json {
            report.as_json(paper)?
        } else {
            report.tell(paper)?
        }
        // What was played is told, also if there is no room for the picture.
        if let Some(path) = &args.plot {
            whole_file::write(path, &plot::picture(&report))?;
        }
        Ok(if report.is_complete() { Answer::Yes } else { Answer::No })
    }
}

/// More threads than this are a slip.
const MOST_THREADS: u16 = 1024;

/// Reads how many threads.
fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MOST_THREADS}"))
}

fn usual_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
