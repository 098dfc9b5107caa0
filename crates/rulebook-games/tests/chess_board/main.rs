//! Chess: its board and its notations.

mod common;
mod fen;
mod finish;
mod legality;
mod perft;
mod pgn;
mod reachable;
mod refusals;
mod san;
mod validity;
