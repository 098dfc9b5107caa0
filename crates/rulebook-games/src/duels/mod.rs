//! Duels: the card game.

pub mod cards;
