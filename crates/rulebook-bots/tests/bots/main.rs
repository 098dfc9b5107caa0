//! Bots play the reference games.

mod arena;
mod sight;
mod strength;
