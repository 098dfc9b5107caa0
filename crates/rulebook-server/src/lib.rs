#![doc = include_str!("../README.md")]

mod drawing;
mod game;
mod http;
mod matches;
mod store;
mod studio;
mod wire;

pub use drawing::OwnDrawing;
pub use http::{ServeError, ServeOptions, Serving};
pub use studio::Studio;
