//! Backgammon on the engine, in whole games: tables as text and ids, games of
//! others move by move, refusals, turns step by step, resignations, matches,
//! records.

mod common;
mod covered;
mod gnu;
mod matches;
mod refusals;
mod replay;
mod resigning;
mod steps;
mod tables;
