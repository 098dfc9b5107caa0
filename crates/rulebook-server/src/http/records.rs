//! Records: saved, opened, verified.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::ask::{Asked, Text, Viewer, apart, with_match};
use super::reply::Reply;
use crate::matches::Failure;
use crate::wire::{Eye, RecordOpened, RecordVerdict};

/// Up to which node.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UpTo {
    node: Option<u32>,
    #[serde(default)]
    viewer: Eye,
}

/// `GET /api/matches/{id}/record`
pub(super) async fn save(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(up_to): Asked<UpTo>,
) -> Result<Response, Failure> {
    Viewer { viewer: up_to.viewer }.sees_all()?;
    let name = format!("attachment; filename=\"{id}.jsonl\"");
    let record =
        with_match(&app, id, move |app, table| app.matches.save(table, up_to.node)).await?;
    let name = HeaderValue::from_str(&name).unwrap_or(HeaderValue::from_static("attachment"));
    let told = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl")),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((told, record).into_response())
}

/// `POST /api/records`
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Text(record): Text,
) -> Result<Reply<RecordOpened>, Failure> {
    app.may_make()?;
    apart(move || Ok(Reply(app.matches.open(&record)?))).await
}

/// `POST /api/records/verify`
pub(super) async fn verify(
    State(app): State<Arc<App>>,
    Text(record): Text,
) -> Result<Reply<RecordVerdict>, Failure> {
    apart(move || Ok(Reply(app.matches.verify(&record)?))).await
}
