//! `perft` and `perft-bulk`: counting the ways a game of chess can go on, which
//! is how move generators are compared.
//!
//! Ours walks a search line of the rule book of chess: it asks for the legal
//! actions, pushes each of those that are moves, and pops it. The same walk over
//! our board without the book shows what the book costs.

mod ours;
mod peers;

use crate::external::{self, Why};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Alone, Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{BOARD_GAME, CHESS_JS, COZY_CHESS, Maker, PYTHON_CHESS, Peer, SHAKMATY};

/// A build without optimisation would count for minutes to no purpose.
const IS_SHORT: bool = cfg!(debug_assertions);
const DEPTH: u32 = if IS_SHORT { 3 } else { 5 };
const LEAVES: u64 = if IS_SHORT { 8_902 } else { 4_865_609 };

/// To which depth those count who are too slow for more, and what they find.
const SHALLOW: (u32, u64) = (3, 8_902);

/// The row `perft`: every move is made, the last ones too.
pub(crate) fn made() -> Race {
    let work = if IS_SHORT { "perft 3, every move made" } else { "perft 5, every move made" };
    let (javascript, python) =
        (external::chess_js_leaves(SHALLOW.0), external::python_chess_leaves(SHALLOW.0));
    let race = race(
        work,
        vec![
            contestant(work, OURS, Maker::Ours, ours::Line::new().made()),
            contestant(work, BOARD, Maker::Hand, ours::board_made),
            contestant(work, SHAKMATY.name, Maker::Peer(SHAKMATY), peers::shakmaty_made),
            contestant(work, COZY_CHESS.name, Maker::Peer(COZY_CHESS), peers::cozy_made),
            contestant(work, BOARD_GAME.name, Maker::Peer(BOARD_GAME), peers::board_game_made),
        ],
    );
    let race = shallow(race, (work, "chess.js, depth 3"), CHESS_JS, javascript);
    shallow(race, (work, "chess, depth 3"), PYTHON_CHESS, python)
}

/// One who counts in a process of its own, and less deep: the figure is the cost
/// of a leaf all the same.
fn shallow(
    race: Race,
    (work, name): (&'static str, &'static str),
    peer: Peer,
    count: Result<impl FnMut(&mut Meter) -> Answer + 'static, Why>,
) -> Race {
    let contestant = count.map(|mut count| {
        let run = move |_: &Job, meter: &mut Meter| count(meter);
        Contestant::new(work, name, Maker::Peer(peer), run).always(1).alone(Alone::Always)
    });
    race.beside(Key { work, name }, contestant)
}

/// The row `perft-bulk`: the last moves are counted and not made.
pub(crate) fn counted() -> Race {
    let work = if IS_SHORT { "perft 3, last moves counted" } else { "perft 5, last moves counted" };
    race(
        work,
        vec![
            contestant(work, OURS, Maker::Ours, ours::Line::new().counted()),
            contestant(work, BOARD, Maker::Hand, ours::board_counted),
            contestant(work, SHAKMATY.name, Maker::Peer(SHAKMATY), peers::shakmaty_counted),
            contestant(work, COZY_CHESS.name, Maker::Peer(COZY_CHESS), peers::cozy_counted),
            contestant(work, BOARD_GAME.name, Maker::Peer(BOARD_GAME), peers::board_game_counted),
        ],
    )
}

const OURS: &str = "rulebook, search line";
const BOARD: &str = "the game's board, no book";

fn contestant(
    work: &'static str,
    name: &'static str,
    maker: Maker,
    mut count: impl FnMut(u32) -> u64 + 'static,
) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let work = meter.time(|| (0..job.ops).map(|_| count(DEPTH)).sum());
        Answer { work, facts: Vec::new() }
    };
    Contestant::new(work, name, maker, run)
}

fn race(work: &'static str, contestants: Vec<Contestant>) -> Race {
    let key = |name| Key { work, name };
    Race {
        unit: Unit::MillionLeavesPerSecond,
        sizing: Sizing::ByTime,
        contestants,
        missing: Vec::new(),
        goals: vec![Goal::at_most(key(OURS), 2.0, key(SHAKMATY.name))],
        series: Vec::new(),
        check: Box::new(|job, answer| {
            let right = match answer.facts[..] {
                [("depth", _)] => SHALLOW.1,
                _ => job.ops * LEAVES,
            };
            let wrong = || format!("there are {right} leaves, not {}", answer.work);
            if answer.work == right { Ok(()) } else { Err(wrong()) }
        }),
        verify_ops: 1,
    }
}
