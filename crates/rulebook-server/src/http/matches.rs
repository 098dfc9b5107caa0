//! Matches and their nodes.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::Deserialize;

use super::App;
use super::actions::play_on;
use super::ask::{Asked, Body, Viewer, apart, with_match};
use super::reply::Reply;
use crate::matches::Failure;
use crate::wire::{self, Eye};

/// So many matches are listed at once if nobody says, and at most.
const LISTED: u32 = 50;
const MOST_LISTED: u32 = 500;

/// Which matches to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    limit: Option<u32>,
    before: Option<String>,
}

/// `GET /api/matches`
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Asked(page): Asked<Page>,
) -> Result<Reply<Vec<wire::Match>>, Failure> {
    let limit = page.limit.unwrap_or(LISTED);
    if limit == 0 || limit > MOST_LISTED {
        let message = format!("From 1 to {MOST_LISTED} matches can be listed at once.");
        return Err(Failure::unfit("wrong_limit", message));
    }
    apart(move || {
        let listed = app.matches.list(page.before.as_deref(), limit)?;
        Ok(Reply(listed.into_iter().map(without_secrets).collect()))
    })
    .await
}

/// A match without what tells more than a seat may know: who has the seed can
/// work out how the cards fell.
fn without_secrets(of: wire::Match) -> wire::Match {
    wire::Match { seed: String::new(), position: None, ..of }
}

/// `POST /api/matches`
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Body(asked): Body<wire::NewMatch>,
) -> Result<Reply<wire::Match>, Failure> {
    app.may_make()?;
    let maker = app.clone();
    let made = apart(move || maker.matches.create(&asked)).await?;
    play_on(&app, made.id.clone(), 0);
    Ok(Reply(made))
}

/// `GET /api/matches/{id}`
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(viewer): Asked<Viewer>,
) -> Result<Reply<wire::Match>, Failure> {
    let (mut info, unfinished) = with_match(&app, id, move |app, table| {
        app.matches.check_eye(table, viewer.viewer)?;
        Ok((app.matches.info(table), app.matches.unfinished(table)))
    })
    .await?;
    // Whatever was to move by itself when the program ended moves now.
    if info.broken.is_none() {
        unfinished.into_iter().for_each(|node| play_on(&app, info.id.clone(), node));
    }
    if viewer.sees_all().is_err() {
        info = without_secrets(info);
    }
    Ok(Reply(info))
}

/// Which nodes, for whom.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    #[serde(default)]
    viewer: Eye,
    #[serde(default)]
    from: u32,
    count: Option<u32>,
}

/// `GET /api/matches/{id}/nodes`
pub(super) async fn nodes(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Result<Reply<wire::NodeList>, Failure> {
    with_match(&app, id, move |app, table| {
        Ok(Reply(app.matches.nodes(table, which.viewer, which.from, which.count)?))
    })
    .await
}
