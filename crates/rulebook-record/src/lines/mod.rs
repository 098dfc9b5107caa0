//! The readable form: JSON Lines.

mod line;
mod object;
mod read;
mod words;
mod write;

pub(crate) use read::{Next, next, read_header, read_line};
pub(crate) use write::{write_header, write_line};
