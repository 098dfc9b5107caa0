#![doc = include_str!("../README.md")]

pub mod connect_four;
mod ending;
mod playable;
pub mod tic_tac_toe;

pub use ending::Ending;
pub use playable::{ParseError, Playable};
