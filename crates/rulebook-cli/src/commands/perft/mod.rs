//! `rulebook perft`: the ways a game can go on, counted through the engine.

mod count;
mod report;
mod suite;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use rulebook::Seed;
use rulebook_games::{Kit, Playable, Visit};

use super::{Answer, with_game};
use crate::failure::Failure;
use crate::game_at::GameAt;
use crate::interrupt;
use crate::kit::state;
use crate::paint::Paper;
use crate::progress::Progress;

use count::{Counter, Last, Stopped};
use report::{Checked, Counted, Failed, Found};
use suite::{Case, Suite};

/// Deeper than this nobody counts.
const DEEPEST: u32 = 99;

const EXAMPLES: &str = "\
Examples:
  rulebook perft chess --depth 5
      Counts all games of five moves from the start: 4865609.
  rulebook perft chess --depth 3 --divide --position '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
      Counts from a position, and says how many begin with each move.
  rulebook perft backgammon --depth 1 --position '4HPwATDgc/ABMA 31'
      Counts the plays of a roll: the position says the dice.
  rulebook perft chess --suite chess.perft.epd --depth 4
      Compares with counts by others, up to depth 4.

A suite is a file of one of these forms:
  POSITION ;D1 20 ;D2 400      a line for each position, with counts by depth
  depth,nodes                  a table with counts from the start
  position,depth,nodes         a table with counts from positions
  position_id,dice,gnubg_plays a table with the plays of rolls in backgammon
Empty lines and lines that begin with # are passed over.

Ctrl-C ends it and says how far it came; then the exit code is 1.";

/// Counts the ways a game can go on, and checks counts by others
///
/// The count at depth N is the number of different sequences of N moves. Moves
/// are what the engine offers as legal actions, without what is said aside
/// (resigning, offering or claiming a draw, doubling, passing where nothing can
/// be played), and without draws: a game goes on as long as there is a move.
/// Each move but the last is made on a search line of the engine and taken
/// back; one that asks for a choice is followed once for each way to answer.
///
/// Nobody can count on where dice or lots decide. In backgammon the position
/// says the roll, and its plays, different by where they lead, are depth 1.
///
/// The exit code is 1 if a count of a suite differs, or cannot be checked
/// because its position cannot be read; the other counts are checked all the
/// same.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    at: GameAt,

    /// How many moves deep; with a suite, the deepest counts to check
    #[arg(long, short, value_name = "N", required_unless_present = "suite", allow_negative_numbers = true,
          value_parser = depth)]
    depth: Option<u32>,

    /// Says how many ways begin with each move
    #[arg(long)]
    divide: bool,

    /// Checks the counts in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "divide"])]
    suite: Option<PathBuf>,

    /// Makes the last moves too, instead of counting what is legal: slower, and
    /// the same by definition
    #[arg(long)]
    make_all: bool,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Reads a depth.
fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= DEEPEST);
    depth.ok_or_else(|| format!("write a whole number from 0 to {DEEPEST}"))
}

/// Counts, or checks counts.
pub(crate) fn run(paper: &mut Paper, args: &PerftArgs) -> Result<Answer, Failure> {
    with_game(args.at.game, Perft { paper, args })
}

struct Perft<'a> {
    paper: &'a mut Paper,
    args: &'a PerftArgs,
}

impl Visit for Perft<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        match &self.args.suite {
            Some(path) => self.check::<G>(&Suite::read(path)?),
            None => self.count::<G>(),
        }
    }
}

impl Perft<'_> {
    fn last(&self) -> Last {
        if self.args.make_all { Last::Made } else { Last::Counted }
    }

    /// Counts from one position.
    fn count<G: Playable>(self) -> Result<Answer, Failure> {
        let (depth, began) = (self.args.depth.unwrap_or_default(), Instant::now());
        let kit = self.args.at.cards.kit::<G>()?;
        let start = state(&kit, self.args.at.position.as_deref())?;
        let position = G::write_position(&start);
        let session = kit.book.start(G::for_counting(start), Seed(0))?;
        let mut counter = Counter::new(&session, self.last());
        interrupt::listen()?;
        let divided = counter.divided(depth).map_err(|stopped| wrong::<G>(stopped, depth))?;
        let counted = Counted {
            game: G::NAME,
            position,
            depth,
            nodes: if depth == 0 { 1 } else { divided.nodes() },
            divided,
            by_move: self.args.divide,
            time: began.elapsed(),
        };
        if self.args.json {
            counted.as_json(self.paper)?
        } else {
            counted.tell(self.paper)?
        }
        Ok(if counted.divided.is_interrupted() { Answer::No } else { Answer::Yes })
    }

    /// Compares with the counts of a suite.
    fn check<G: Playable>(self, suite: &Suite) -> Result<Answer, Failure> {
        let (began, cases) = (Instant::now(), suite.up_to(self.args.depth)?);
        let (kit, last) = (self.args.at.cards.kit::<G>()?, self.last());
        let progress = Progress::new(cases.len() as u64, "counts");
        let mut checked = Checked::new(G::NAME, &suite.name, cases.len());
        interrupt::listen()?;
        for case in cases {
            // What is wrong with one position says nothing about the others.
            match found(&kit, case, last) {
                Ok(None) => break,
                Ok(Some((nodes, _))) if nodes == case.nodes => checked.passed += 1,
                Ok(Some((nodes, position))) => {
                    let found = Found::Other { nodes, position };
                    checked.failures.push(Failed { case: case.clone(), found });
                }
                Err(failure) => {
                    let found = Found::Nothing { why: failure.in_short() };
                    checked.failures.push(Failed { case: case.clone(), found });
                }
            }
            progress.add(1);
        }
        drop(progress);
        checked.time = began.elapsed();
        if self.args.json {
            checked.as_json(self.paper)?
        } else {
            checked.tell(self.paper)?
        }
        let is_well = checked.failures.is_empty() && !checked.is_interrupted();
        Ok(if is_well { Answer::Yes } else { Answer::No })
    }
}

/// What is counted for a case, and from which position; nothing if somebody asks
/// to stop before it is counted.
fn found<G: Playable>(
    kit: &Kit<G>,
    case: &Case,
    last: Last,
) -> Result<Option<(u64, String)>, Failure> {
    if interrupt::is_asked() {
        return Ok(None);
    }
    let state = state(kit, case.position.as_deref())?;
    let session = kit.book.start(G::for_counting(state), Seed(0))?;
    let mut counter = Counter::new(&session, last);
    let nodes = counter.count(case.depth).map_err(|stopped| wrong::<G>(stopped, case.depth))?;
    let position = G::write_position(session.state());
    Ok((!counter.is_stopped()).then_some((nodes, position)))
}

/// Why it was not counted to this depth.
fn wrong<G: Playable>(stopped: Stopped, depth: u32) -> Failure {
    match stopped {
        Stopped::Failure(failure) => failure,
        Stopped::Chance { after: 0 } => Failure::Usage(format!(
            "dice or lots decide first in this position of {}, so there is no move to count. \
             Give one in which somebody can move, with --position: {}",
            G::NAME,
            G::POSITIONS,
        )),
        Stopped::Chance { after } => Failure::Usage(format!(
            "dice or lots decide after {}, so nobody can count to depth {depth} here. \
             Use --depth {after}.",
            crate::text::count(after as usize, "move", "moves"),
        )),
    }
}
