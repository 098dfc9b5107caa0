//! Games in the notations of their own worlds: PGN for chess, `.mat` for
//! backgammon.

mod mat;
mod pgn;

use std::error::Error;
use std::fmt;

use rulebook::Session;

pub use mat::mat;
pub use pgn::pgn;

use crate::entry::Header;
use crate::recordable::Recordable;
use crate::replay::{ReplayError, setup};

/// Why a game cannot be exported.
///
/// ```
/// use rulebook_record::ExportError;
/// let error = ExportError::Unsayable("a .mat file has no words for beavers.".to_owned());
/// assert_eq!(error.to_string(), "The game cannot be exported: a .mat file has no words for beavers.");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// The session has forgotten how the game began.
    Forgotten,
    /// The game cannot be set up as the record says.
    Setup(ReplayError),
    /// The notation has no words for something in the game.
    Unsayable(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Forgotten => f.write_str(
                "The session has forgotten how the game began: replay it with `History::All`.",
            ),
            ExportError::Setup(error) => error.fmt(f),
            ExportError::Unsayable(why) => write!(f, "The game cannot be exported: {why}"),
        }
    }
}

impl Error for ExportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExportError::Setup(error) => Some(error),
            ExportError::Forgotten | ExportError::Unsayable(_) => None,
        }
    }
}

/// Tells of every event that stands, with the state before it; gives the state
/// at the end.
fn each_event<G: Recordable>(
    header: &Header,
    session: &Session<G>,
    mut tell: impl FnMut(&G::State, &G::Event) -> Result<(), ExportError>,
) -> Result<G::State, ExportError> {
    let mut state = setup::<G>(header, None).map_err(ExportError::Setup)?;
    let mut expected = 1;
    for frame in session.frames() {
        if frame.number() != expected {
            return Err(ExportError::Forgotten);
        }
        expected += 1;
        for event in frame.events() {
            tell(&state, event.event)?;
            G::apply(&mut state, event.event);
        }
    }
    if expected == session.number() + 1 { Ok(state) } else { Err(ExportError::Forgotten) }
}

/// What a player is called, if the record says.
fn player(header: &Header, seat: usize) -> Option<&str> {
    header.players.get(seat).map(String::as_str).filter(|name| !name.trim().is_empty())
}
