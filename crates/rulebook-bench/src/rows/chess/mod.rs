//! `chess`: random games, counted in moves per second.
//!
//! Every game begins at the start and ends as its library says that games end,
//! or after [`MOST`] moves. Everybody knows mate and stalemate. Ours also ends
//! games for lack of pieces, after seventy-five moves and at the fifth
//! repetition; board-game for bare kings, after fifty moves and at the fourth;
//! shakmaty for lack of pieces; cozy-chess has nothing of the kind.
//!
//! Libraries list their moves in orders of their own, and sorting would be
//! measured. So the unmeasured first run sorts them and shows that everybody
//! plays the very same games, as long as none of the rules above can matter; the
//! measured ones take the moves as they come.

pub(crate) mod ours;
mod peers;

use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::peers::{BOARD_GAME, COZY_CHESS, Maker, SHAKMATY};
use crate::playout::{Ending, Odds, WORK};
use crate::random::{Choose, Witness, Wyrand};

/// Where a measured game is broken off.
const MOST: u64 = 200;
/// Where a game of the first run is.
const MOST_VERIFIED: u64 = 80;

/// Measured over a million games of each library; who is broken off draws.
const ODDS: Odds = Odds { first: 0.03, second: 0.03, tolerance: 0.03, shortest: 4, longest: MOST };

/// A library that plays chess.
pub(crate) trait Library {
    /// Back to the start.
    fn begin(&mut self);

    /// The legal moves now, written as UCI, in the library's own order.
    fn moves(&mut self) -> Vec<String>;

    /// Makes one of the moves that were listed last.
    fn make(&mut self, at: usize);

    /// How the game has ended, once there are no moves.
    fn ending(&mut self) -> Ending;

    /// Plays one game from the start, as fast as it can.
    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>);
}

/// Plays a game in which the order of the moves is everybody's.
fn play_in_order<L: Library>(
    library: &mut L,
    dice: &mut Witness<Wyrand>,
    most: u64,
) -> (u64, Option<Ending>) {
    library.begin();
    for made in 0..most {
        let mut moves: Vec<_> = library.moves().into_iter().zip(0..).collect();
        if moves.is_empty() {
            return (made, Some(library.ending()));
        }
        moves.sort();
        library.make(moves[dice.choose(moves.len())].1);
    }
    (most, None)
}

fn contestant<L: Library + 'static>(
    name: &'static str,
    maker: Maker,
    mut library: L,
) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let mut dice = Wyrand::new(job.seed);
        let mut tally = Tally::default();
        let mut choices = 0;
        if job.verify {
            let mut witness = Witness::new(dice);
            for _ in 0..job.ops {
                tally.add(play_in_order(&mut library, &mut witness, MOST_VERIFIED));
            }
            choices = witness.digest();
        } else {
            meter.time(|| (0..job.ops).for_each(|_| tally.add(library.play(&mut dice, MOST))));
        }
        tally.answer(choices)
    };
    Contestant::new(WORK, name, maker, run).alone_when_measured()
}

/// What became of some games.
#[derive(Default)]
struct Tally {
    moves: u64,
    first: u64,
    second: u64,
    /// Drawn or broken off.
    draws: u64,
}

impl Tally {
    fn add(&mut self, (moves, ending): (u64, Option<Ending>)) {
        self.moves += moves;
        match ending {
            Some(Ending::First) => self.first += 1,
            Some(Ending::Second) => self.second += 1,
            Some(Ending::Draw) | None => self.draws += 1,
        }
    }

    fn answer(&self, choices: u64) -> Answer {
        let Self { moves, first, second, draws } = *self;
        let facts =
            vec![("first", first), ("second", second), ("draws", draws), ("choices", choices)];
        Answer { work: moves, facts }
    }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let search = key("rulebook, search line");
    let submit = key("rulebook, submit with proof");
    Race {
        unit: Unit::MillionMovesPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(search.name, Maker::Ours, ours::Line::new()),
            contestant(submit.name, Maker::Ours, ours::Kept::new()),
            contestant("the game's board, no book", Maker::Hand, ours::Board::new()),
            contestant(SHAKMATY.name, Maker::Peer(SHAKMATY), peers::Shakmaty::default()),
            contestant(COZY_CHESS.name, Maker::Peer(COZY_CHESS), peers::Cozy::default()),
            contestant(BOARD_GAME.name, Maker::Peer(BOARD_GAME), peers::Boards::default()),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(search, 1.0, key(BOARD_GAME.name))],
        series: Vec::new(),
        check: Box::new(|job, answer| ODDS.check(job, answer)),
        verify_ops: 100,
    }
}
