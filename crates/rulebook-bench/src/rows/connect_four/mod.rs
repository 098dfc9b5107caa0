//! `connect-four`: random games, counted in moves per second.

mod hand;
pub(crate) mod rulebook;

use board_game::games::connect4::Connect4;

use super::ours::{How, Kept, Line};
use super::tic_tac_toe::board_game as boards;
use crate::goal::{Goal, Limit};
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::peers::{BOARD_GAME, Maker};
use crate::playout::{Ending, Odds, Player, WORK, contestant};
use crate::random::Choose;

/// Measured over ten million games of the hand-written board.
const ODDS: Odds =
    Odds { first: 0.5556, second: 0.4418, tolerance: 0.001, shortest: 7, longest: 42 };

struct Boards;

impl Player for Boards {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        boards::playout(Connect4::default(), dice)
    }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let search = key("rulebook, search line");
    let kept = |how| Kept::new(rulebook::start(), how);
    // Compiled Regular Boardgames, measured on such a machine before we began:
    // it is no crate, so it cannot run here.
    let rbg = Limit::AtMost { cost: 1000.0 / 15.6, why: "RBG compiled, measured elsewhere" };
    Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(search.name, Maker::Ours, Line::new(&rulebook::start())),
            contestant("rulebook, submit with proof", Maker::Ours, kept(How::Proven)),
            contestant("rulebook, submit", Maker::Ours, kept(How::Plain)),
            contestant("bitboard", Maker::Hand, hand::Bitboard),
            contestant("board-game", Maker::Peer(BOARD_GAME), Boards),
        ],
        missing: Vec::new(),
        goals: vec![
            Goal { ours: search, limit: rbg },
            Goal::faster(search, 1.0, key("board-game")),
        ],
        series: Vec::new(),
        check: Box::new(move |job, answer| ODDS.check(job, answer)),
        verify_ops: 1000,
    }
}
