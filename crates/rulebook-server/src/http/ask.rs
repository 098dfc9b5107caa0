//! Reading requests: bodies, queries, paths; and work on threads of its own.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::place::Place;
use super::{App, LARGEST_BODY, LARGEST_RECORD};
use crate::matches::{Failure, Table};
use crate::wire::Eye;

/// So much of a body that is too large is taken and thrown away.
const SPILL: usize = 16 << 20;

/// A body that is JSON of this type.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        if !is_json(request.headers()) {
            let message = "The body must be JSON: send it with content-type application/json.";
            return Err(Failure::new(415, "not_json", message));
        }
        let bytes = read(request, state, LARGEST_BODY).await?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            // Wrong syntax is one thing, JSON that says something else another.
            let status = if error.is_data() { 422 } else { 400 };
            Failure::new(status, "unreadable", format!("The body cannot be read: {error}."))
        })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim());
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
}

/// A body of any kind.
pub(super) struct Text(pub(super) Bytes);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        read(request, state, LARGEST_RECORD).await.map(Text)
    }
}

/// Reads a body of at most so many bytes.
async fn read<S: Send + Sync>(
    request: Request,
    state: &S,
    largest: usize,
) -> Result<Bytes, Failure> {
    // Whoever is slow to send keeps nobody from being served.
    let place = request.extensions().get::<Place>().cloned();
    place.iter().for_each(Place::leave);
    let bytes = read_all(request, state, largest).await?;
    place.map_or(Ok(()), |place| place.enter())?;
    Ok(bytes)
}

async fn read_all<S: Send + Sync>(
    request: Request,
    state: &S,
    largest: usize,
) -> Result<Bytes, Failure> {
    let message = "The body is too large: a request may have 1 MiB, a record 64 MiB.";
    let too_large = || Failure::new(413, "too_large", message);
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: usize = length.and_then(|it| it.to_str().ok()?.parse().ok()).unwrap_or_default();
    if length > largest {
        // Whoever is still sending would not hear an answer: a little more is
        // taken and thrown away, and no more than that.
        if length <= largest + SPILL {
            let mut body = request.into_body().into_data_stream();
            while let Some(Ok(_thrown_away)) = body.next().await {}
        }
        return Err(too_large());
    }
    Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => Failure::new(400, "unreadable", "The body ended before it was complete."),
    })
}

/// A query of this type.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let asked = Query::<T>::try_from_uri(&parts.uri);
        asked.map(|Query(asked)| Asked(asked)).map_err(|error| {
            Failure::new(400, "unreadable", format!("The query cannot be read: {error}."))
        })
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Viewer {
    /// Everything, if nobody is named.
    #[serde(default)]
    pub(super) viewer: Eye,
}

/// Who is told what came of a request.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asker {
    /// Whoever acts, if nobody is named.
    pub(super) viewer: Option<Eye>,
}

impl Viewer {
    /// Fails unless the eye of everything looks.
    pub(super) fn sees_all(self) -> Result<(), Failure> {
        match self.viewer {
            Eye::Everything => Ok(()),
            Eye::Of(_) => Err(Failure::hidden()),
        }
    }
}

/// Reads the number of a node in a path.
pub(super) fn node(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_no_number| {
        let message = format!("There is no node {text:?}: nodes are whole numbers.");
        Failure::not_found("no_such_node", message)
    })
}

/// Does something that takes a while on a thread of its own.
pub(super) async fn apart<T: Send + 'static>(
    does: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(does).await {
        Ok(done) => done,
        Err(error) => Err(Failure::new(500, "fault", format!("It could not be done: {error}."))),
    }
}

/// Does something with a match on a thread of its own, once it is its turn.
pub(super) async fn with_match<T: Send + 'static>(
    app: &Arc<App>,
    id: String,
    does: impl FnOnce(&App, &Arc<Table>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let table = found(app, id).await?;
    let turn = table.turns.clone().acquire_owned().await;
    let app = app.clone();
    apart(move || {
        // It has its turn until it is done, also if nobody waits for it any more.
        let _turn = turn;
        does(&app, &table)
    })
    .await
}

/// Has somebody think about a match on a thread of their own. That is no turn:
/// others look and act meanwhile.
pub(super) async fn beside_match<T: Send + 'static>(
    app: &Arc<App>,
    id: String,
    does: impl FnOnce(&App, &Arc<Table>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let table = found(app, id).await?;
    let app = app.clone();
    apart(move || does(&app, &table)).await
}

/// The match of that name.
async fn found(app: &Arc<App>, id: String) -> Result<Arc<Table>, Failure> {
    match app.matches.at_hand(&id) {
        Some(table) => Ok(table),
        None => {
            let app = app.clone();
            apart(move || app.matches.find(&id)).await
        }
    }
}
