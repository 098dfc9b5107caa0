//! Choosing among rules: the reference interpreter.

pub(crate) mod reference;
