#![doc = include_str!("../README.md")]

pub mod backgammon;
pub mod chess;
pub mod connect_four;
pub mod duels;
mod ending;
mod grid;
mod kit;
pub mod night_market;
mod playable;
mod position;
mod registry;
pub mod tic_tac_toe;
mod words;

pub use ending::Ending;
pub use kit::{CardsError, Kit};
pub use playable::{CountsAs, ParseError, Playable};
pub use position::PositionError;
pub use registry::{
    AnyGame, Offered, Registered, StartAtError, TextError, Told, Visit, find, games, visit,
};
