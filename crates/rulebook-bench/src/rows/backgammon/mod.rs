//! `backgammon`: random games, counted in whole turns per second. A turn is a
//! roll and the play of the whole roll.
//!
//! Nobody doubles. Ours is the game for money from the opening throw, where only
//! whole plays are offered, each final position once; dice come from the engine.
//! OpenSpiel plays a double in two moves, and offers some plays several times.

mod ours;

use crate::goal::Goal;
use crate::measure::race::{Alone, Answer, Contestant, Job, Key, Race, Sizing, Unit};
use crate::open_spiel::{self, Counted, Rollouts};
use crate::peers::{Maker, OPEN_SPIEL};
use crate::playout::{Ending, Odds, Player, WORK, contestant};

/// By symmetry.
const ODDS: Odds = Odds { first: 0.5, second: 0.5, tolerance: 0.0, shortest: 15, longest: 10_000 };
/// Turns of a game on average, and their standard deviation, measured over
/// thirty thousand games of the board without a book.
const MEAN_TURNS: f64 = 96.6;
const SPREAD: f64 = 39.3;

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let search = key("rulebook, search line");
    let rollouts = Rollouts { game: "backgammon", counted: Counted::Turns, sampled: 500 };
    let race = Race {
        unit: Unit::MillionTurnsPerSecond,
        sizing: Sizing::ByTime,
        contestants: vec![
            with_own_dice(search.name, Maker::Ours, ours::Line::new()),
            with_own_dice("rulebook, submit with proof", Maker::Ours, ours::Kept::new()),
            with_own_dice("the game's board, no book", Maker::Hand, ours::Board::default()),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(search, 10.0, key(OPEN_SPIEL.name))],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 500,
    };
    rollouts.beside(race)
}

/// Dice are rolled by the engine, so no two contestants play the same games.
fn with_own_dice(name: &'static str, maker: Maker, player: impl Player + 'static) -> Contestant {
    contestant(name, maker, player).alone(Alone::Always)
}

fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    open_spiel::check(job, answer, 0.0).unwrap_or_else(|| ODDS.check(job, answer))?;
    let (games, turns) = (job.ops as f64, answer.work as f64);
    // Six standard deviations, and a little since the mean was measured.
    let noise = 6.0 * SPREAD * games.sqrt() + 0.02 * MEAN_TURNS * games;
    if (turns - MEAN_TURNS * games).abs() > noise {
        return Err(format!("{games} games have {turns} turns: {MEAN_TURNS} each are expected"));
    }
    Ok(())
}
