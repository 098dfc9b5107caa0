//! What came of a call, as an entry says it.

use rulebook::{Digest, Frame, FrameId, Outcome, Session, Transition};

use super::{Positions, RecordError};
use crate::entry::{Joined, Then};
use crate::recordable::Recordable;

/// The text of an action that can be read back.
pub(super) fn written<G: Recordable>(action: &G::Action) -> Result<String, RecordError> {
    let text = G::write_action(action);
    let again = G::read_action(&text).map(|action| G::write_action(&action));
    if again.as_ref() == Ok(&text) { Ok(text) } else { Err(RecordError::Action { text }) }
}

pub(super) fn joined<G: Recordable>(frame: &Frame<G>) -> Option<Joined> {
    let Transition::Action { by, action } = &frame.transition else { return None };
    Some(Joined { by: *by, action: G::write_action(action), digest: frame.digest? })
}

/// What came of a call, if it is recorded: a frame or a choice.
pub(super) fn came_to<G: Recordable>(
    session: &Session<G>,
    outcome: &Outcome<G>,
    positions: Positions,
) -> Option<Then> {
    match outcome {
        Outcome::Committed(id) => {
            let digest = digest_after(session, *id)?;
            Some(Then::Frame { digest, position: position(session, positions) })
        }
        Outcome::Pending(choice) => Some(Then::Asks {
            seat: choice.seat,
            asked: choice.id.asked,
            options: choice.options.len() as u32,
        }),
        _ => None,
    }
}

pub(super) fn position<G: Recordable>(
    session: &Session<G>,
    positions: Positions,
) -> Option<String> {
    match positions {
        Positions::EveryFrame | Positions::Changes => Some(G::write_setup(session.state())),
        Positions::Never => None,
    }
}

pub(super) fn frame_digest<G: Recordable>(
    session: &Session<G>,
    outcome: &Outcome<G>,
) -> Option<Digest> {
    match outcome {
        Outcome::Committed(id) => digest_after(session, *id),
        _ => None,
    }
}

fn digest_after<G: Recordable>(session: &Session<G>, id: FrameId) -> Option<Digest> {
    session.frame(id)?.digest()
}
