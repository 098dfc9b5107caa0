//! Random histories: scripts of everything a session can do, run in lock-step
//! on sessions of every kind and on a model of each.

pub(crate) mod book;
pub(crate) mod dump;
pub(crate) mod expect;
pub(crate) mod game;
pub(crate) mod lane;
pub(crate) mod lines;
pub(crate) mod meaning;
pub(crate) mod model;
pub(crate) mod say;
pub(crate) mod script;
pub(crate) mod seen;
