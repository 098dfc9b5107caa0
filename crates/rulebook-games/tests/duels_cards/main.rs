//! Duels: cards as data.

mod agreement;
mod broken;
mod common;
mod endless;
mod generate;
mod lifted;
mod limits;
mod meaning;
mod mutate;
mod play;
mod playable;
mod random_sets;
mod schema;
mod shipped;
mod text;
