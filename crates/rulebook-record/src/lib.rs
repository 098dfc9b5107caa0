#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod binary;
mod change;
mod convert;
mod course;
mod entry;
mod error;
pub mod examples;
#[cfg(feature = "games")]
mod export;
mod form;
mod limits;
mod lines;
mod opening;
mod reader;
mod recordable;
mod recorder;
mod replay;
mod save;
mod survey;
mod writer;

pub use convert::{ConvertError, Converted, convert};
pub use entry::{Entry, FORMAT, Header, Joined, Setup, Then};
pub use error::{ChainBreak, Place, ReadError, ReadErrorKind, WriteError};
#[cfg(feature = "games")]
pub use export::{ExportError, mat, pgn};
pub use form::Form;
pub use limits::{Breaks, ReadLimits};
pub use reader::{CutOff, Noted, Reader};
pub use recordable::Recordable;
pub use recorder::{Positions, RecordError, Recorder, RecorderOptions};
pub use replay::{
    Against, BookMark, CameTo, Divergence, Mark, OtherBook, OtherBooks, Played, Replay,
    ReplayError, ReplayOptions, StateDiff,
};
pub use save::save;
pub use survey::{Making, Survey, position_of};
pub use writer::{Tail, Writer};

use rulebook::{Digests, SessionOptions};

/// The options of a session that can be recorded: a digest for each frame.
///
/// ```
/// use rulebook::{History, SessionOptions};
/// let options = SessionOptions { history: History::Last(10), ..rulebook_record::session_options() };
/// assert_eq!(options.digests, rulebook::Digests::PerFrame);
/// ```
pub fn session_options() -> SessionOptions {
    SessionOptions { digests: Digests::PerFrame, ..SessionOptions::default() }
}
