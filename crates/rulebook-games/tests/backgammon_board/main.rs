//! Backgammon: its board, its cube, its score and its text forms.

mod common;
mod cube;
mod golden;
mod ids;
mod notation;
mod plays;
mod turn;
