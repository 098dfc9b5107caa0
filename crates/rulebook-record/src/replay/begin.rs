//! The game at the start of a record, and whether it is a record of this game.

use rulebook::{Book, History, Session};

use super::error::{BookMark, OtherBook, ReplayError};
use crate::entry::{Header, Setup};
use crate::error::Place;
use crate::recordable::Recordable;

/// Whether the record is of this game, and by another book of it.
pub(super) fn other_book<G: Recordable>(
    book: &Book<G>,
    header: &Header,
    place: Place,
) -> Result<Option<Box<OtherBook>>, ReplayError> {
    let played = G::game_name();
    if header.game != played {
        return Err(ReplayError::OtherGame { place, recorded: header.game.clone(), played });
    }
    let (recorded, found) = (BookMark::of_header(header), BookMark::of_book(book));
    Ok((recorded != found).then(|| Box::new(OtherBook { place, recorded, found })))
}

/// The game at its start, as the header says.
pub(super) fn start<G: Recordable>(
    book: &Book<G>,
    own: Option<G::State>,
    header: &Header,
    place: Place,
    history: Option<History>,
) -> Result<Session<G>, ReplayError> {
    let state = match own {
        Some(own) => setup_like::<G>(own, header, Some(place))?,
        None => setup::<G>(header, Some(place))?,
    };
    let (named, seats) = (header.players.len(), G::seats(&state));
    if named > seats {
        return Err(ReplayError::Players { place, named, seats });
    }
    let mut options = header.options();
    options.history = history.unwrap_or(options.history);
    let started = book.start_with(state, header.seed, options);
    started.map_err(|error| ReplayError::Start { place, error })
}

/// The state at the start, as the header says, with what games begin with here.
fn setup_like<G: Recordable>(
    own: G::State,
    header: &Header,
    place: Option<Place>,
) -> Result<G::State, ReplayError> {
    match &header.setup {
        Setup::Standard => Ok(own),
        Setup::Position(text) => G::read_setup_like(&own, text).map_err(|why| ReplayError::Setup {
            place,
            text: Some(text.clone()),
            why,
        }),
    }
}

/// The state at the start, as the header says.
pub(crate) fn setup<G: Recordable>(
    header: &Header,
    place: Option<Place>,
) -> Result<G::State, ReplayError> {
    match &header.setup {
        Setup::Standard => G::standard_setup().ok_or_else(|| ReplayError::Setup {
            place,
            text: None,
            why: format!("{} has no standard setup, so the record must say one.", header.game),
        }),
        Setup::Position(text) => G::read_setup(text).map_err(|why| ReplayError::Setup {
            place,
            text: Some(text.clone()),
            why,
        }),
    }
}
