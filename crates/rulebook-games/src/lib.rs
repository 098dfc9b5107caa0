#![doc = include_str!("../README.md")]

pub mod backgammon;
pub mod chess;
pub mod connect_four;
mod ending;
pub mod night_market;
mod playable;
mod registry;
pub mod tic_tac_toe;

pub use ending::Ending;
pub use playable::{ParseError, Playable};
pub use registry::{AnyGame, Offered, Registered, TextError, Told, Visit, find, games, visit};
