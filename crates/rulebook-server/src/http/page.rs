//! The page, as it was built, and the description of all routes.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook::Digest;

const INDEX: &str = include_str!("../../page/index.html");
const SCRIPT: &str = include_str!("../../page/studio.js");
const STYLE: &str = include_str!("../../page/studio.css");
/// The description of all routes.
pub(crate) const OPENAPI: &str = include_str!("../../openapi.json");

/// `GET /`
pub(super) async fn index(headers: HeaderMap) -> Response {
    file(&headers, "text/html; charset=utf-8", INDEX)
}

/// `GET /studio.js`
pub(super) async fn script(headers: HeaderMap) -> Response {
    file(&headers, "text/javascript; charset=utf-8", SCRIPT)
}

/// `GET /studio.css`
pub(super) async fn style(headers: HeaderMap) -> Response {
    file(&headers, "text/css; charset=utf-8", STYLE)
}

/// `GET /api/openapi.json`
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    file(&headers, "application/json", OPENAPI)
}

/// A file that changes with the program alone: whoever has it already, by the
/// digest of what is in it, does not get it again.
fn file(headers: &HeaderMap, kind: &'static str, text: &'static str) -> Response {
    let tag = format!("\"{}\"", Digest::of(text));
    let known = headers.get(header::IF_NONE_MATCH);
    let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
    let told = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    (told, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_is_light() {
        let bytes = INDEX.len() + SCRIPT.len() + STYLE.len();
        assert!(bytes < 300_000, "the page has {bytes} bytes");
    }

    #[test]
    fn the_page_asks_nobody_else() {
        for (name, text) in [("index", INDEX), ("style", STYLE)] {
            assert!(!text.contains("https://") && !text.contains("//cdn"), "{name}");
        }
    }
}
