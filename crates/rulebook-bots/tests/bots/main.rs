//! Bots play the reference games.

mod arena;
mod sight;
mod stop;
mod strength;
