//! Chess as text: positions, moves and whole games.
//!
//! What is written can be read again, and means the same. What cannot be read
//! is refused, with the place in the text and a sentence that says what to do.

mod cursor;
mod fen;
mod pgn;
mod place;
mod reasons;
mod san;
mod uci;

pub use fen::{
    CastlingStyle, EnPassantStyle, FenError, FenField, FenProblem, FenStyle, read_fen, read_setup,
    write_fen, write_fen_as, write_setup,
};
pub use pgn::{
    PgnError, PgnGame, PgnLine, PgnMove, PgnProblem, PgnResult, PgnTag, read_pgn, write_pgn,
};
pub use place::{Misread, Place};
pub use reasons::Reasons;
pub(in crate::chess) use san::read_san_meant;
pub use san::{Places, SanError, SanProblem, read_san, write_san};
pub use uci::{UciCastling, UciError, UciProblem, read_attempt, read_uci, write_uci};
