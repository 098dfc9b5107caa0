//! How contestants are measured: CPU time, in turn, medians.

pub(crate) mod clock;
pub(crate) mod race;
pub(crate) mod stats;
