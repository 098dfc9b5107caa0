//! Chess: the board, its legal moves and the reasons against others, how a game
//! ends, and its notations.
//!
//! - [`board`]: pieces, positions, moves by the rule that they are made by,
//!   refusals, results. It knows no text but its own sentences.
//! - [`notation`]: positions (FEN), moves (SAN, UCI) and games (PGN), in and out.
//!
//! ```
//! use rulebook_games::chess::board::Position;
//! use rulebook_games::chess::notation::{read_san, write_fen};
//!
//! let mut position = Position::start();
//! for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
//!     position.apply(read_san(&position, san)?);
//! }
//! assert!(position.is_checkmate());
//! assert_eq!(
//!     write_fen(&position),
//!     "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod sentences;

pub mod board;
pub mod notation;
