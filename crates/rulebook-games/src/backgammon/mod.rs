//! Backgammon.

pub mod board;
