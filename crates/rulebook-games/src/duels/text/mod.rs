//! A duel as text: the table, the actions, what happens.

mod parse;
mod show;
mod tell;

pub use parse::{parse, print};
pub(super) use show::lay_out;
pub use show::show;
pub use tell::tell;
