//! Lines for programs: each is a JSON object.

use std::io;

use serde_json::{Value, json};

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

/// What went wrong.
pub(crate) fn error(paper: &mut Paper, said: &str, exit_code: u8) -> io::Result<()> {
    paper.raw(&format!("{}\n", json!({ "error": said, "exit_code": exit_code })))?;
    paper.flush()
}
