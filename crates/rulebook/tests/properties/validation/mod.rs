//! Random checks, prohibitions and exceptions, and what they come to.

pub(crate) mod oracle;
pub(crate) mod spec;
