//! Lines for programs: each is a JSON object.

use std::io;

use serde_json::{Map, Value, json};

use crate::paint::Paper;

/// Something that happened, on a line of its own that says in `"event"` what it
/// is; at once, because somebody waits for it.
pub(crate) fn event(paper: &mut Paper, event: &str, said: Value) -> io::Result<()> {
    let mut all = json!({ "event": event });
    if let (Some(all), Value::Object(said)) = (all.as_object_mut(), said) {
        all.extend(said);
    }
    paper.raw(&format!("{all}\n"))?;
    paper.flush()
}

/// What went wrong, and what else there is to say of it.
pub(crate) fn error(
    paper: &mut Paper,
    (said, exit_code): (&str, u8),
    about: Map<String, Value>,
) -> io::Result<()> {
    let mut all = json!({ "error": said, "exit_code": exit_code });
    if let Some(all) = all.as_object_mut() {
        all.extend(about);
    }
    paper.raw(&format!("{all}\n"))?;
    paper.flush()
}
