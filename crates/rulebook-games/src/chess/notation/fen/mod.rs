//! Positions as text: the notation of Forsyth and Edwards, also with castling
//! rights by file, as Chess960 needs.
//!
//! Six fields with one space between them. Reading takes nothing else, and
//! only legal positions; what was written reads as the same position.

mod offsets;
mod problem;
mod read;
mod style;
mod write;

pub use problem::{FenError, FenField, FenProblem};
pub use read::{read_fen, read_setup};
pub use style::{CastlingStyle, EnPassantStyle, FenStyle};
pub use write::{write_fen, write_fen_as, write_setup};
