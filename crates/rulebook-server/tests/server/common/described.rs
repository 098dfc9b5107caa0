//! Whatever the server answers is in its description.

use std::sync::LazyLock;

use serde_json::Value;

static OPENAPI: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../openapi.json")).expect("the description is JSON")
});

/// Fails if a status is not described for such a request.
pub(crate) fn check(method: &str, path: &str, status: u16) {
    let path = path.split('?').next().unwrap_or_default();
    // The page itself is no part of the API.
    let is_page = ["/", "/studio.js", "/studio.css"].contains(&path);
    let status = status.to_string();
    let operation = OPENAPI["paths"].as_object().into_iter().flatten().find_map(|(known, all)| {
        let operation = &all[method.to_lowercase()];
        (fits(known, path) && operation.is_object()).then_some(operation)
    });
    let is_known = match operation {
        Some(operation) => operation["responses"][&status].is_object(),
        None => is_page && ["200", "304"].contains(&status.as_str()),
    };
    let is_always =
        operation.is_none() && OPENAPI["x-any-request"]["responses"][&status].is_object();
    assert!(is_known || is_always, "{method} {path}: nobody has described {status}");
}

/// Whether a path is one of those that are described by this one.
fn fits(described: &str, path: &str) -> bool {
    let (described, path) = (described.split('/'), path.split('/'));
    described.clone().count() == path.clone().count()
        && described.zip(path).all(|(known, part)| known.starts_with('{') || known == part)
}
