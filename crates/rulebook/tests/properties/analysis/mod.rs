//! Random small books, analysed, and played in every case there is.

pub(crate) mod build;
pub(crate) mod generate;
pub(crate) mod laws;
pub(crate) mod play;
pub(crate) mod spec;
