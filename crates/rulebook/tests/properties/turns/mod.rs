//! Random turn machines, and what they come to.

pub(crate) mod generate;
pub(crate) mod oracle;
pub(crate) mod spec;
