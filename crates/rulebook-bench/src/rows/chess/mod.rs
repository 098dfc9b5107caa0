//! `chess`: random games, counted in moves per second.
//!
//! Every game begins at the start and ends as its library says that games end,
//! or after 200 moves. Everybody knows mate and stalemate. Ours also ends games
//! for lack of pieces, after seventy-five moves and at the fifth repetition;
//! board-game for bare kings, after fifty moves and at the fourth; shakmaty for
//! lack of pieces; cozy-chess has nothing of the kind. OpenSpiel draws after
//! fifty moves and at the third repetition, and does not stop at 200 moves.

mod board;
mod peers;

use rulebook_games::chess::Chess;

use super::real::{RealLine, RealSession};
use crate::goal::Goal;
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::open_spiel::{self, Counted, Rollouts};
use crate::peers::{BOARD_GAME, COZY_CHESS, Maker, SHAKMATY};
use crate::playout::own_order::{Most, contestant};
use crate::playout::{Odds, WORK};

/// No game of 80 moves in the first run is drawn by a rule that not all know.
const MOST: Most = Most { measured: 200, verified: 80 };

/// Measured over six thousand games, ours and those of cozy-chess. Games that
/// are broken off count as draws.
const ODDS: Odds =
    Odds { first: 0.058, second: 0.052, tolerance: 0.01, shortest: 4, longest: MOST.measured };

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let search = key("rulebook, search line");
    let peer = Maker::Peer;
    let rollouts = Rollouts { game: "chess", counted: Counted::Moves, sampled: 400 };
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(search.name, Maker::Ours, MOST, RealLine::<Chess>::new()),
            contestant(
                "rulebook, submit with proof",
                Maker::Ours,
                MOST,
                RealSession::<Chess>::new(),
            ),
            contestant("the game's board, no book", Maker::Hand, MOST, board::Board::new()),
            contestant(SHAKMATY.name, peer(SHAKMATY), MOST, peers::Shakmaty::default()),
            contestant(COZY_CHESS.name, peer(COZY_CHESS), MOST, peers::Cozy::default()),
            contestant(BOARD_GAME.name, peer(BOARD_GAME), MOST, peers::Boards::default()),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(search, 1.0, key(BOARD_GAME.name))],
        series: Vec::new(),
        check: Box::new(|job, answer| {
            open_spiel::check(job, answer, 0.0).unwrap_or_else(|| ODDS.check(job, answer))
        }),
        verify_ops: 100,
    };
    rollouts.beside(race)
}
