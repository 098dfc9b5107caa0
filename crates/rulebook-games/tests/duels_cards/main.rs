//! Duels: cards as data.

mod agreement;
mod broken;
mod common;
mod limits;
mod meaning;
mod schema;
mod shipped;
mod text;
