//! `tic-tac-toe`: random games, counted in moves per second.

pub(super) mod board_game;
pub(crate) mod hand;
mod herdingcats;
pub(crate) mod rulebook;
mod turnbase;

use ::rulebook::Recovery;

use super::ours::{How, Kept, Line};
use crate::goal::Goal;
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::open_spiel::{self, Counted, Rollouts};
use crate::peers::{BOARD_GAME, HERDINGCATS, Maker, TURNBASE};
use crate::playout::{Odds, WORK, contestant};

/// Every row, column and diagonal, as cells 0 to 8.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Of all ways to fill the board at random, 737 in 1,260 are won by the first
/// player and 121 in 420 by the second; the rest are drawn.
pub(super) const ODDS: Odds =
    Odds { first: 737.0 / 1260.0, second: 121.0 / 420.0, tolerance: 0.0, shortest: 5, longest: 9 };

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let (search, submit) = (key("rulebook, search line"), key("rulebook, submit"));
    let proven = key("rulebook, submit with proof");
    let kept = |how| Kept::new(rulebook::start(), how);
    // A line that goes back to the start in one go does so by a copy.
    let line = Line::new(&rulebook::start_with(Recovery::Snapshot));
    let rollouts = Rollouts { game: "tic_tac_toe", counted: Counted::Moves, sampled: 20_000 };
    let race = Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(search.name, Maker::Ours, line),
            contestant(proven.name, Maker::Ours, kept(How::Proven)),
            contestant(submit.name, Maker::Ours, kept(How::Plain)),
            contestant("bitboard", Maker::Hand, hand::Bitboard),
            contestant("array", Maker::Hand, hand::Array),
            contestant("board-game", Maker::Peer(BOARD_GAME), board_game::Boards),
            contestant("turnbase", Maker::Peer(TURNBASE), turnbase::Turns),
            contestant("herdingcats", Maker::Peer(HERDINGCATS), herdingcats::Cats),
        ],
        missing: Vec::new(),
        goals: vec![
            Goal::faster(search, 1.0, key("board-game")),
            Goal::faster(proven, 2.0, key("herdingcats")),
            Goal::faster(submit, 2.0, key("herdingcats")),
        ],
        series: Vec::new(),
        check: Box::new(move |job, answer| {
            let ahead = ODDS.first - ODDS.second;
            open_spiel::check(job, answer, ahead).unwrap_or_else(|| ODDS.check(job, answer))
        }),
        verify_ops: 2000,
    };
    rollouts.beside(race)
}
