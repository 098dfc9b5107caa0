//! The plan against the reference interpreter: the same random books, compiled
//! with every choice of passes that matters, played with the same steps.

pub(crate) mod account;
pub(crate) mod compare;
pub(crate) mod play;
pub(crate) mod steps;
pub(crate) mod watch;
