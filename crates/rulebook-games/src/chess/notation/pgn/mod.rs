//! Whole games as text, in the portable game notation.
//!
//! Every move is read in its position, so a game that has been read is legal
//! to its end, in every variation. What was written reads as the same game.

mod game;
mod line;
mod problem;
mod read;
mod space;
mod tags;
mod write;

pub use game::{PgnGame, PgnLine, PgnMove, PgnResult, PgnTag};
pub use problem::{PgnError, PgnProblem};
pub use read::read_pgn;
pub use write::write_pgn;
