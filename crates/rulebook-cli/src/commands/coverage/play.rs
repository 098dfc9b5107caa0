//! Games in which everything is tried.

use rulebook::{By, Coverage, History, Legal, Seat, SessionOptions};
use rulebook_games::{Kit, Playable};

use crate::failure::Failure;
use crate::interrupt;
use crate::kit::session;
use crate::player::{Manner, Players, nth_seed};
use crate::progress::Progress;

/// A game that goes on after so many actions is left.
const LONGEST: u64 = 2000;

/// Plays so many games, and says how many it were.
pub(super) fn play<G: Playable>(
    kit: &Kit<G>,
    coverage: &Coverage<G>,
    position: Option<&str>,
    games: u64,
    series: u64,
) -> Result<u64, Failure> {
    let progress = Progress::new(games, "games");
    let options = SessionOptions { history: History::None, ..SessionOptions::default() };
    for nth in 0..games {
        let seed = nth_seed(series, nth);
        let mut players = Players::new(seed, Manner::Curious);
        let mut game = session(kit, position, seed, options)?;
        coverage.watch(&mut game).map_err(|error| Failure::Usage(error.to_string()))?;
        while game.result().is_none() && game.number() < LONGEST {
            if interrupt::is_asked() {
                return Ok(nth);
            }
            let legal = game.legal_all()?;
            if let Some((by, action)) = wrong::<G>(game.state(), &legal, &mut players) {
                // It is refused, and the coverage has seen why.
                game.submit(by, action)?;
            }
            let Some(picked) = players.act::<G>(&legal) else {
                return Err(Failure::Stuck { frame: game.number() });
            };
            players.make(&mut game, picked)?;
        }
        progress.add(1);
    }
    Ok(games)
}

/// Something that somebody may not do now.
fn wrong<G: Playable>(
    state: &G::State,
    legal: &[Legal<G>],
    players: &mut Players,
) -> Option<(By, G::Action)> {
    let everybody: Vec<By> = (0..G::SEATS as u8)
        .map(|seat| By::Seat(Seat(seat)))
        .chain([By::Chance, By::Clock])
        // Those who may act are tempted more often.
        .chain(legal.iter().map(Legal::by).take(2 * G::SEATS))
        .collect();
    let by = *players.pick(&everybody)?;
    let universe = G::universe(state);
    let action = players.pick(&universe)?.clone();
    let said = G::print(&action);
    let is_legal = |legal: &Legal<G>| legal.by() == by && G::print(legal.action()) == said;
    (!legal.iter().any(is_legal)).then_some((by, action))
}
