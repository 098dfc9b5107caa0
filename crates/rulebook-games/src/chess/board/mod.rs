//! The board: pieces, positions, legal moves, and how a game ends.
//!
//! Whatever enters a [`Position`] has been checked; whatever its generators
//! hand out is legal. Nothing here reads or writes text for people, except
//! the sentences of its reasons.

mod apply;
pub mod attacks;
mod chess960;
mod finish;
mod generate;
mod moves;
mod perft;
mod piece;
mod placement;
mod position;
mod refuse;
mod setup;
mod square;
mod squares;
mod validity;
mod zobrist;

pub use chess960::CHESS960_STARTS;
pub use finish::{Claim, FIFTY_MOVES, Finish, SEVENTY_FIVE_MOVES, occurrences};
pub use generate::Masks;
pub use moves::{Attempt, Move, MoveClass, Wing};
pub use perft::{perft, perft_bulk};
pub use piece::{Colour, Piece, Role};
pub use placement::Board;
pub use position::Position;
pub(super) use position::Rest;
pub use refuse::Refusal;
pub use setup::Setup;
pub use square::{NoSuchSquare, Square};
pub use squares::{Each, Squares};
pub use validity::{Flaw, Flaws};
