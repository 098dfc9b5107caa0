//! Text forms: places, steps, plays, rolls and positions, in and out.
//!
//! Reading is strict: one text for one thing, and an error points at the
//! character that cannot be read.

mod cursor;
mod diagram;
mod error;
mod play;
mod position;
mod written;

pub(crate) use cursor::Cursor;
pub use diagram::diagram;
pub use error::{Expected, TextError};
pub use position::PositionTextError;
pub(crate) use position::read_layout;
pub use written::{PlayTextError, Written};
