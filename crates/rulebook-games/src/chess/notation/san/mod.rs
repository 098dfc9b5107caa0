//! Moves as people write them, in the short algebraic notation: `Nf3`, `exd5`,
//! `O-O`, `e8=Q+`.
//!
//! A move is read in the position where it is made. What is written is the
//! shortest that is clear; what is read may say more, but nothing wrong.

mod problem;
mod read;
mod text;
mod write;

pub use problem::{Places, SanError, SanProblem};
pub(super) use read::read_from;
pub use read::read_san;
pub(in crate::chess) use read::read_san_meant;
pub use write::write_san;
