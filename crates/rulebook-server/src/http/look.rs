//! Looking at a match.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::Deserialize;

use super::App;
use super::ask::{Asked, Body, Viewer, node, with_match};
use super::reply::Reply;
use crate::matches::Failure;
use crate::wire::{self, Eye};

/// `GET /api/matches/{id}/nodes/{node}`
pub(super) async fn scene(
    State(app): State<Arc<App>>,
    Path((id, at)): Path<(String, String)>,
    Asked(viewer): Asked<Viewer>,
) -> Result<Reply<wire::Scene>, Failure> {
    let at = node(&at)?;
    with_match(&app, id, move |app, table| {
        Ok(Reply(app.matches.scene(table, at, viewer.viewer)?))
    })
    .await
}

/// `GET /api/matches/{id}/nodes/{node}/decision`
pub(super) async fn decision(
    State(app): State<Arc<App>>,
    Path((id, at)): Path<(String, String)>,
    Asked(viewer): Asked<Viewer>,
) -> Result<Reply<wire::Decision>, Failure> {
    viewer.sees_all()?;
    let at = node(&at)?;
    with_match(&app, id, move |app, table| Ok(Reply(app.matches.decision(table, at)?))).await
}

/// `GET /api/matches/{id}/nodes/{node}/happening`
pub(super) async fn happening(
    State(app): State<Arc<App>>,
    Path((id, at)): Path<(String, String)>,
    Asked(viewer): Asked<Viewer>,
) -> Result<Reply<wire::Happening>, Failure> {
    let at = node(&at)?;
    with_match(&app, id, move |app, table| {
        Ok(Reply(app.matches.happening(table, at, viewer.viewer)?))
    })
    .await
}

/// What to say of a state.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Told {
    writers: Option<bool>,
    #[serde(default)]
    viewer: Eye,
}

/// `GET /api/matches/{id}/nodes/{node}/state`
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path((id, at)): Path<(String, String)>,
    Asked(told): Asked<Told>,
) -> Result<Reply<wire::StateNode>, Failure> {
    Viewer { viewer: told.viewer }.sees_all()?;
    let (at, writers) = (node(&at)?, told.writers.unwrap_or(true));
    with_match(&app, id, move |app, table| Ok(Reply(app.matches.state(table, at, writers)?))).await
}

/// Between which nodes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Between {
    from: u32,
    to: u32,
    #[serde(default)]
    viewer: Eye,
}

/// `GET /api/matches/{id}/diff`
pub(super) async fn diff(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(between): Asked<Between>,
) -> Result<Reply<Vec<wire::Change>>, Failure> {
    Viewer { viewer: between.viewer }.sees_all()?;
    with_match(&app, id, move |app, table| {
        Ok(Reply(app.matches.diff(table, between.from, between.to)?))
    })
    .await
}

/// Up to which node.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UpTo {
    node: Option<u32>,
    #[serde(default)]
    viewer: Eye,
}

/// `GET /api/matches/{id}/coverage`
pub(super) async fn coverage(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(up_to): Asked<UpTo>,
) -> Result<Reply<wire::Coverage>, Failure> {
    Viewer { viewer: up_to.viewer }.sees_all()?;
    with_match(&app, id, move |app, table| Ok(Reply(app.matches.coverage(table, up_to.node)?)))
        .await
}

/// `POST /api/matches/{id}/why`
pub(super) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(viewer): Asked<Viewer>,
    Body(asked): Body<wire::WhyRequest>,
) -> Result<Reply<wire::Decision>, Failure> {
    viewer.sees_all()?;
    with_match(&app, id, move |app, table| Ok(Reply(app.matches.why(table, &asked)?))).await
}
