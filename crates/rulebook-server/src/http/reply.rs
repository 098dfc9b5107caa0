//! Answers and failures as responses.

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::matches::Failure;

/// Something as JSON.
pub(super) struct Reply<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, &self.0)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = json(status, &self.told());
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => {
            let kind = HeaderValue::from_static("application/json");
            let fresh = HeaderValue::from_static("no-store");
            (status, [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, fresh)], body)
                .into_response()
        }
        Err(error) => {
            (StatusCode::INTERNAL_SERVER_ERROR, format!("It cannot be written: {error}."))
                .into_response()
        }
    }
}

/// There is nothing at that address.
pub(super) async fn no_such_route(uri: Uri) -> Failure {
    let message =
        format!("There is nothing at {}: GET /api/openapi.json lists what there is.", uri.path());
    Failure::not_found("no_such_route", message)
}

/// There is something, but not for that method.
pub(super) async fn wrong_method(method: Method, uri: Uri) -> Failure {
    let message =
        format!("{} cannot be asked with {method}: GET /api/openapi.json says how.", uri.path());
    Failure::new(405, "wrong_method", message)
}
