//! Everything that can be seen of a session, against the model.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rulebook::{Book, By, Digest, FrameView, History, Reversibility, Seat, Session, Transition};

use super::book::SWITCHES;
use super::game::{Ledger, Spot};
use super::model::{Entry, Model, What};
use super::say;
use crate::runner::{Said, same};

/// The digest of each moment that any session has been in.
#[derive(Default)]
pub(crate) struct Digests(RefCell<BTreeMap<String, Digest>>);

impl Digests {
    /// Equal moments have equal digests, and others others.
    fn agree(&self, moment: &str, digest: Digest) -> Said {
        let mut known = self.0.borrow_mut();
        if let Some(before) = known.get(moment) {
            return same("the digest of a moment seen before", before, &digest);
        }
        if let Some((other, _)) = known.iter().find(|(_, known)| **known == digest) {
            return Err(format!("one digest for two moments: {other} and {moment}"));
        }
        known.insert(moment.to_owned(), digest);
        Ok(())
    }
}

fn name(model: &Model) -> String {
    let moment = model.moment();
    let mut off = moment.off.clone();
    off.sort_unstable();
    format!("{:?}, dice at {}, off {off:?}", moment.plain, moment.dice)
}

/// The session is where the model is.
pub(crate) fn agrees(session: &mut Session<Ledger>, model: &Model, digests: &Digests) -> Said {
    let moment = model.moment();
    same("the state", &moment.plain, &session.state().0)?;
    same("the dice", &moment.dice, &session.dice_position())?;
    same("the number", &(model.now as u64), &session.number())?;
    same("the undo depth", &(model.now - model.floor), &session.undo_depth())?;
    same("the redo depth", &model.redo_depth(), &session.redo_depth())?;
    let waiting = model.waiting.as_ref().map(|waiting| model.asks(&waiting.asking));
    same("the pending choice", &waiting, &session.pending().map(say::choice))?;
    for rule in SWITCHES {
        let id = session.book().rule(rule).ok_or("a rule has lost its name")?;
        same("a switch", &moment.off.contains(&rule), &session.is_disabled(id))?;
    }
    active_agrees(session, model)?;
    let digest = match session.digest() {
        Ok(digest) => {
            same("whether there is a digest", &false, &moment.plain.burns(Spot::Digest))?;
            digest.ok_or("the book has digests")?
        }
        Err(_) if moment.plain.burns(Spot::Digest) => return Ok(()),
        Err(fault) => return Err(format!("the digest: {fault}")),
    };
    digests.agree(&name(model), digest)?;
    let last = session.frames().next_back();
    match (last, model.now.checked_sub(1)) {
        (None, None) => Ok(()),
        (Some(frame), Some(at)) => {
            same("the frame's number", &(model.now as u64), &frame.number())?;
            let kept = model.terms.digests.then_some(digest);
            same("the frame's digest", &kept, &frame.digest())?;
            frame_agrees(session.book(), &frame, &model.entries[at])
        }
        // What cannot be undone may be forgotten.
        (None, Some(_)) if model.now == model.floor && model.terms.history != History::All => {
            Ok(())
        }
        (frame, at) => Err(format!("the last frame: expected {at:?}, got {frame:?}")),
    }
}

fn active_agrees(session: &Session<Ledger>, model: &Model) -> Said {
    let plain = model.plain();
    if plain.burns(Spot::Active) || plain.burns(Spot::Result) {
        return Ok(());
    }
    let active: Vec<By> = match &model.waiting {
        Some(waiting) => vec![By::Seat(waiting.asking.seat)],
        None if plain.over => vec![],
        None => vec![By::Seat(Seat(plain.turn)), By::Clock],
    };
    same("who may act", &active, &session.active().iter().collect())?;
    same("whether it is over", &plain.over, &session.result().is_some())
}

fn frame_agrees(book: &Book<Ledger>, frame: &FrameView<'_, Ledger>, entry: &Entry) -> Said {
    let what = match frame.transition() {
        Transition::Action { by, action } => format!("{action:?} by {by}"),
        Transition::Enabled(rule) => format!("{} on", book.rule_view(rule).name()),
        Transition::Disabled(rule) => format!("{} off", book.rule_view(rule).name()),
    };
    let expected = match &entry.what {
        What::Move(by, mv) => format!("{mv:?} by {by}"),
        What::On(rule) => format!("{rule} on"),
        What::Off(rule) => format!("{rule} off"),
    };
    same("the frame's transition", &expected, &what)?;
    let events: Vec<_> = frame.events().map(|event| event.event.clone()).collect();
    same("the frame's events", &entry.done.events, &events)?;
    same("the frame's dice", &&entry.done.draws[..], &frame.draws())?;
    let made: Vec<_> = frame
        .choices()
        .iter()
        .map(|made| (made.seat, made.question.as_str(), made.option, made.alone))
        .collect();
    same("the frame's choices", &entry.done.made, &made)?;
    same("the frame's exceptions", &entry.done.exceptions, &frame.exceptions().collect())?;
    let irreversible = frame.reversibility() == Reversibility::Irreversible;
    same("the frame's reversibility", &entry.irreversible, &irreversible)
}
