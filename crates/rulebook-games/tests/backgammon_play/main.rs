//! Backgammon on the engine, in whole games: tables as text and ids, games of
//! others move by move.

mod gnu;
mod tables;
