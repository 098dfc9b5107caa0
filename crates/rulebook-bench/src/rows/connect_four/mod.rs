//! `connect-four`: random games, counted in moves per second.

mod dutiful;
mod hand;
mod peers;

use rulebook_games::connect_four::ConnectFour;

use super::real::{RealLine, RealSession};
use crate::goal::{Goal, Limit};
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::open_spiel::{self, Counted, Rollouts};
use crate::peers::{BOARD_GAME, Maker};
use crate::playout::own_order::{Most, contestant};
use crate::playout::{Odds, WORK};

/// All games end.
const MOST: Most = Most { measured: 43, verified: 43 };

/// Measured over ten million games of the hand-written board.
const ODDS: Odds =
    Odds { first: 0.5556, second: 0.4418, tolerance: 0.001, shortest: 7, longest: 42 };

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let search = key("rulebook, search line");
    let kept = RealSession::<ConnectFour>::new();
    // Compiled Regular Boardgames, measured on such a machine before we began:
    // it is no crate, so it cannot run here.
    let rbg = Limit::AtMost { cost: 1000.0 / 15.6, why: "RBG compiled, measured elsewhere" };
    let rollouts = Rollouts { game: "connect_four", counted: Counted::Moves, sampled: 20_000 };
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(search.name, Maker::Ours, MOST, RealLine::<ConnectFour>::new()),
            contestant("rulebook, submit with proof", Maker::Ours, MOST, kept),
            contestant("bitboard", Maker::Hand, MOST, hand::Bitboard::default()),
            contestant("with a line's duties", Maker::Hand, MOST, dutiful::Dutiful::default()),
            contestant("board-game", Maker::Peer(BOARD_GAME), MOST, peers::Boards::default()),
        ],
        missing: Vec::new(),
        goals: vec![
            Goal { ours: search, limit: rbg },
            Goal::faster(search, 1.0, key("board-game")),
        ],
        series: Vec::new(),
        check: Box::new(move |job, answer| {
            let ahead = ODDS.first - ODDS.second;
            open_spiel::check(job, answer, ahead).unwrap_or_else(|| ODDS.check(job, answer))
        }),
        verify_ops: 1000,
    };
    rollouts.beside(race)
}
