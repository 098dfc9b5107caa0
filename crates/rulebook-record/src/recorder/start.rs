//! The header of a record.

use rulebook::{Digest, Digests, Session};

use super::RecordError;
use crate::entry::{Header, Setup};
use crate::recordable::Recordable;

/// The header of a game that is at its start.
pub(super) fn header<G: Recordable>(
    session: &mut Session<G>,
    players: Vec<String>,
    format: u32,
) -> Result<Header, RecordError> {
    if session.options().digests != Digests::PerFrame {
        return Err(RecordError::NoDigests);
    }
    let is_fresh = session.number() == 0 && session.redo_depth() == 0;
    if !is_fresh || session.pending().is_some() || session.dice_position() > 0 {
        return Err(RecordError::UnderWay);
    }
    let (named, seats) = (players.len(), G::seats(session.state()));
    if named > seats {
        return Err(RecordError::Players { named, seats });
    }
    let start = digest_of(session)?;
    let book = session.book();
    Ok(Header {
        format,
        game: G::game_name().to_owned(),
        book: book.fingerprint(),
        version: book.version().map(str::to_owned),
        data: book.data().map(|(name, digest)| (name.to_owned(), digest)).collect(),
        players,
        setup: setup(session, start)?,
        seed: session.seed(),
        mode: session.options().mode,
        history: session.options().history,
        start,
    })
}

/// How the start is written: read back, it must be the same game.
fn setup<G: Recordable>(session: &Session<G>, start: Digest) -> Result<Setup, RecordError> {
    let again = |state: G::State| -> Option<Digest> {
        let (seed, options) = (session.seed(), session.options());
        let mut fresh = session.book().start_with(state, seed, options).ok()?;
        fresh.digest().ok()?
    };
    if G::standard_setup().and_then(again) == Some(start) {
        return Ok(Setup::Standard);
    }
    let text = G::write_setup(session.state());
    match G::read_setup_like(session.state(), &text).map(again) {
        Err(why) => Err(RecordError::Setup { text, why }),
        Ok(read) if read == Some(start) => Ok(Setup::Position(text)),
        Ok(_) => {
            let why = "read back, it is another one: what happened before it is not in the text.";
            Err(RecordError::Setup { text, why: why.to_owned() })
        }
    }
}

pub(super) fn digest_of<G: Recordable>(session: &mut Session<G>) -> Result<Digest, RecordError> {
    session.digest()?.ok_or(RecordError::NoDigests)
}
