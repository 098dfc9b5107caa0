//! Games, their books, and what fires in simulated ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Path, State};
use serde::Deserialize;

use super::App;
use super::ask::{Asked, apart};
use super::reply::Reply;
use crate::matches::Failure;
use crate::wire;

/// So many games are simulated at most, and so many if nobody says.
const MOST_GAMES: u32 = 1000;
const GAMES: u32 = 50;

/// `GET /api/games`
pub(super) async fn list(State(app): State<Arc<App>>) -> Reply<Vec<wire::GameInfo>> {
    Reply(app.matches.studio().all().map(|game| game.info()).collect())
}

/// `GET /api/games/{game}/book`
pub(super) async fn book(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Reply<wire::Book>, Failure> {
    apart(move || Ok(Reply(app.matches.game(&name)?.book()))).await
}

/// Which games to simulate.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    games: Option<u32>,
    seed: Option<u64>,
}

/// `GET /api/games/{game}/coverage`
pub(super) async fn coverage(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Asked(batch): Asked<Batch>,
) -> Result<Reply<wire::Coverage>, Failure> {
    let games = batch.games.unwrap_or(GAMES);
    if games == 0 || games > MOST_GAMES {
        let message = format!("From 1 to {MOST_GAMES} games can be simulated at once.");
        return Err(Failure::unfit("wrong_games", message));
    }
    app.matches.game(&name)?;
    let Ok(_turn) = app.batches.try_acquire() else {
        let message = "Another batch is being simulated: ask again when it is done.";
        return Err(Failure::new(503, "busy", message));
    };
    let wanted = Wanted(Arc::new(AtomicBool::new(true)));
    let still = wanted.0.clone();
    let games_app = app.clone();
    apart(move || {
        let game = games_app.matches.game(&name)?;
        let is_wanted = || still.load(Ordering::Relaxed);
        Ok(Reply(game.coverage(games, batch.seed.unwrap_or(1), &is_wanted)?))
    })
    .await
}

/// Says that nobody wants it any more when whoever asked has gone.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
