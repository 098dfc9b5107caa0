//! What requests are called, and what they ask: a repeated one is answered the
//! same, and one that asks something else is another.

use rulebook::Digest;
use serde::Serialize;

use super::Failure;
use crate::store::Entry;
use crate::wire::Answer;

/// The longest name of a request.
const LONGEST: usize = 64;

/// The name of a request, with what it asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) id: String,
    /// The digest of what is asked.
    pub(super) asked: String,
}

impl Name {
    /// The name that somebody gave to a request of that kind.
    pub(super) fn given(id: &str, kind: &str, request: &impl Serialize) -> Result<Self, Failure> {
        let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_plain || id.is_empty() || id.len() > LONGEST {
            let message =
                format!("The id of a request has 1 to {LONGEST} letters, digits and hyphens.");
            return Err(Failure::unfit("wrong_id", message));
        }
        let asked = format!("{kind} {}", as_json(request)?);
        Ok(Name { id: id.to_owned(), asked: Digest::of(&*asked).to_string() })
    }

    /// The name of what chance or a bot does by itself. Nobody can ask for it:
    /// a name that is [`given`](Name::given) has no `~`.
    pub(super) fn own(at: u32, moves: u32, count: u32) -> Self {
        Name { id: format!("~{at}-{moves}-{count}"), asked: String::new() }
    }

    /// The answer to it, to be written.
    pub(super) fn answered(&self, of: String, answer: &Answer) -> Result<Entry, Failure> {
        let (request, asked) = (self.id.clone(), self.asked.clone());
        Ok(Entry::Answer { of, request, asked, answer: as_json(answer)? })
    }
}

fn as_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| {
        Failure::new(500, "store", format!("The answer cannot be written: {error}."))
    })
}
