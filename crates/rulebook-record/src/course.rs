//! The course of a record: where the game stands, which entries can come next,
//! and the chain.
//!
//! Reader and writer follow the same course, so nothing is written that cannot
//! be read.

use rulebook::{Digest, Encoder};

use crate::binary::content;
use crate::entry::{Entry, Header, Then};

/// How far a record has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    chain: Digest,
    /// The frame after which the game stands.
    number: u64,
    /// The last frame that can be redone.
    top: u64,
    is_pending: bool,
    is_over: bool,
}

/// An entry as it goes into the chain.
pub(crate) struct Followed {
    pub(crate) content: Vec<u8>,
    /// The course after it.
    pub(crate) course: Course,
}

impl Course {
    /// Begins with a header.
    pub(crate) fn begin(header: &Header) -> Followed {
        let content = content::write_header(header);
        let course = Course {
            chain: link(Digest(u64::from(header.format)), &content),
            number: 0,
            top: 0,
            is_pending: false,
            is_over: false,
        };
        Followed { content, course }
    }

    pub(crate) fn chain(&self) -> Digest {
        self.chain
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on with an entry, or says why it cannot come here.
    pub(crate) fn follow(&self, entry: &Entry) -> Result<Followed, String> {
        let mut course = *self;
        course.go(entry)?;
        let content = content::write_entry(entry);
        course.chain = link(self.chain, &content);
        Ok(Followed { content, course })
    }

    fn go(&mut self, entry: &Entry) -> Result<(), String> {
        if self.is_over {
            return Err("nothing can come after the end of the game.".to_owned());
        }
        match (entry, self.is_pending) {
            (Entry::Answer { then, .. }, true) => self.then(then),
            (Entry::Withdraw, true) => {
                self.is_pending = false;
                Ok(())
            }
            (Entry::Answer { .. } | Entry::Withdraw, false) => {
                Err("no choice is pending here.".to_owned())
            }
            (_, true) => Err("a choice is pending: only an answer can come here.".to_owned()),
            (Entry::Act { then: Then::Refused | Then::Dropped, .. }, false) => {
                Err("an action that came to nothing is not recorded.".to_owned())
            }
            (Entry::Act { then, .. }, false) => self.then(then),
            (Entry::Acts { acts, .. }, false) if acts.len() < 2 => {
                Err("several actions as one are two at least.".to_owned())
            }
            (Entry::Acts { acts, .. }, false) => self.frames(acts.len() as u64),
            (Entry::Enable { .. } | Entry::Disable { .. }, false) => self.frames(1),
            (Entry::Rewind { to, .. }, false) => self.rewind(*to),
            (Entry::End { .. }, false) => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    fn then(&mut self, then: &Then) -> Result<(), String> {
        self.is_pending = matches!(then, Then::Asks { .. } | Then::Refused);
        match then {
            Then::Frame { .. } => self.frames(1),
            Then::Asks { .. } | Then::Refused | Then::Dropped => Ok(()),
        }
    }

    fn frames(&mut self, count: u64) -> Result<(), String> {
        self.number += count;
        self.top = self.number;
        Ok(())
    }

    fn rewind(&mut self, to: u64) -> Result<(), String> {
        if to == self.number {
            return Err(format!("the game stands at frame {to} already."));
        }
        if to > self.top {
            return Err(format!("there is no frame {to} to go to: the last is {}.", self.top));
        }
        self.number = to;
        Ok(())
    }
}

/// The chain after an entry: a digest of the chain before it and of its bytes.
fn link(before: Digest, content: &[u8]) -> Digest {
    let mut encoder = Encoder::new();
    encoder.u64(before.0);
    encoder.bytes(content);
    encoder.finish()
}
