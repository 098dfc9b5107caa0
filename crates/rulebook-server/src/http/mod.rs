//! HTTP and WebSocket: what comes in is distrusted, what goes out is JSON.
//!
//! A request passes the door (who asks, how fast), then a route; whatever
//! fails becomes a status, a word and a sentence. Nothing here blocks: games
//! are played on threads of their own.

mod actions;
mod ask;
mod door;
mod games;
mod live;
mod look;
mod matches;
mod outlet;
mod pace;
mod page;
mod place;
mod records;
mod reply;
#[cfg(test)]
pub(crate) mod routes;
mod serve;

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tokio::sync::Semaphore;

use crate::matches::{Failure, Matches};
use pace::Pace;

pub use serve::{ServeError, ServeOptions, Serving};

/// The largest body of a request, but for records.
pub(crate) const LARGEST_BODY: usize = 1 << 20;
/// The largest record.
pub(crate) const LARGEST_RECORD: usize = 64 << 20;
/// So many batches of simulated games run at once.
const MOST_BATCHES: usize = 1;

/// What every route knows.
pub(crate) struct App {
    /// All matches.
    pub(crate) matches: Matches,
    /// Who may ask.
    pub(crate) door: door::Door,
    /// Who may simulate.
    pub(crate) batches: Semaphore,
    /// Who may think about a move.
    pub(crate) thinkers: Semaphore,
    /// Whose requests are under way.
    pub(crate) places: Arc<Semaphore>,
    /// How many requests a second a connection may make.
    pub(crate) rate: u32,
    /// How fast all connections together may ask.
    pub(crate) pace: Pace,
    /// How fast new matches may be made.
    pub(crate) makes: Pace,
    /// A request that takes longer is given up.
    pub(crate) patience: Duration,
}

impl App {
    pub(crate) fn new(matches: Matches, door: door::Door, options: &ServeOptions) -> Arc<App> {
        // One core is left for everybody else.
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let thinkers = Semaphore::new(cores.saturating_sub(1).max(1));
        Arc::new(App {
            matches,
            door,
            batches: Semaphore::new(MOST_BATCHES),
            thinkers,
            places: Arc::new(Semaphore::new(options.at_once)),
            rate: options.rate,
            pace: Pace::new(options.total_rate),
            makes: Pace::new(options.new_matches),
            patience: options.patience,
        })
    }

    /// Fails if too many matches are being made.
    pub(crate) fn may_make(&self) -> Result<(), Failure> {
        if self.makes.allows() {
            return Ok(());
        }
        Err(Failure::too_fast("Too many matches are made at once: wait a second."))
    }
}

/// All routes, behind the door.
pub(crate) fn router(app: Arc<App>) -> Router {
    let records = Router::new()
        .route("/api/records", post(records::open))
        .route("/api/records/verify", post(records::verify))
        .layer(DefaultBodyLimit::max(LARGEST_RECORD));
    Router::new()
        .route("/", get(page::index))
        .route("/studio.js", get(page::script))
        .route("/studio.css", get(page::style))
        .route("/api/openapi.json", get(page::openapi))
        .route("/api/games", get(games::list))
        .route("/api/games/{game}/book", get(games::book))
        .route("/api/games/{game}/coverage", get(games::coverage))
        .route("/api/matches", get(matches::list).post(matches::create))
        .route("/api/matches/{id}", get(matches::one))
        .route("/api/matches/{id}/nodes", get(matches::nodes))
        .route("/api/matches/{id}/nodes/{node}", get(look::scene))
        .route("/api/matches/{id}/nodes/{node}/decision", get(look::decision))
        .route("/api/matches/{id}/nodes/{node}/happening", get(look::happening))
        .route("/api/matches/{id}/nodes/{node}/state", get(look::state))
        .route("/api/matches/{id}/diff", get(look::diff))
        .route("/api/matches/{id}/coverage", get(look::coverage))
        .route("/api/matches/{id}/why", post(look::why))
        .route("/api/matches/{id}/actions", post(actions::submit))
        .route("/api/matches/{id}/answers", post(actions::answer))
        .route("/api/matches/{id}/withdraw", post(actions::withdraw))
        .route("/api/matches/{id}/bot", post(actions::bot))
        .route("/api/matches/{id}/live", get(live::listen))
        .route("/api/matches/{id}/record", get(records::save))
        .merge(records)
        .fallback(reply::no_such_route)
        .method_not_allowed_fallback(reply::wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), door::pass))
        .with_state(app)
}
