#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![doc = include_str!("../README.md")]

mod bot;
mod mcts;
mod random;

pub use bot::{Bot, Decision, NoDecision};
pub use mcts::Mcts;
pub use random::Random;
