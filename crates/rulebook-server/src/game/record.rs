//! Records: a line written down, and a record played again.

use rulebook::{Book, By, FrameView, Outcome, Seed};
use rulebook_games::Playable;
use rulebook_record::{
    Divergence, Entry, Mark, Recorder, RecorderOptions, Replay, ReplayError, Setup, StateDiff,
    session_options,
};

use super::line::{Committed, Trouble, Waiting};
use crate::wire;

/// A record that was played again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replayed {
    /// Which dice fell.
    pub(crate) seed: u64,
    /// Where it began, if not at the setup.
    pub(crate) position: Option<String>,
    /// Every action that stands, with what came of it.
    pub(crate) frames: Vec<(Waiting, Committed)>,
    /// Where the game goes another way than the record says.
    pub(crate) diverged: Option<wire::Diverged>,
}

/// Writes a line down as a record.
pub(super) fn write<G: Playable>(
    book: &Book<G>,
    seed: Seed,
    position: Option<&str>,
    players: Vec<String>,
    steps: &[Waiting],
) -> Result<Vec<u8>, Trouble> {
    let fault = |why: String| Trouble::Fault(why);
    let state = match position {
        None => G::setup(),
        Some(text) => G::read_position(text).map_err(|error| fault(error.to_string()))?,
    };
    if !book.has_digests() {
        let why = "A record holds digests, and the book of this game has none.".to_owned();
        return Err(Trouble::Unreadable { code: "no_record", why });
    }
    let started = book.start_with(state, seed, session_options());
    let mut session = started.map_err(|error| fault(error.to_string()))?;
    let options = RecorderOptions { players, ..RecorderOptions::default() };
    let unwritten = |error: rulebook_record::RecordError| Trouble::Unreadable {
        code: "no_record",
        why: error.to_string(),
    };
    let mut recorder =
        Recorder::start_with(Vec::new(), &mut session, options).map_err(unwritten)?;
    for step in steps {
        let action = G::parse(&step.action).map_err(|error| fault(error.to_string()))?;
        let mut outcome = recorder.submit(&mut session, step.by, action).map_err(unwritten)?;
        for &option in &step.answers {
            let Outcome::Pending(choice) = &outcome else { break };
            let (seat, id) = (choice.seat, choice.id);
            outcome = recorder.answer(&mut session, seat, id, option).map_err(unwritten)?;
        }
        if !outcome.is_committed() {
            return Err(fault(format!("{} comes to something else: {outcome}", step.action)));
        }
    }
    recorder.finish(&session).map_err(unwritten)
}

/// Plays a record again, as far as it agrees.
pub(super) fn replay<G: Playable>(book: &Book<G>, record: &[u8]) -> Result<Replayed, Trouble> {
    let mut replay = Replay::open(book, record).map_err(unreadable)?;
    let diverged = match replay.run() {
        Ok(_) => None,
        Err(ReplayError::Diverged(divergence)) => Some(told(&divergence)),
        Err(other) => return Err(unreadable(other)),
    };
    let position = match &replay.header().setup {
        Setup::Standard => None,
        Setup::Position(text) => Some(text.clone()),
    };
    let session = replay.session();
    let (seed, result) = (session.seed().0, session.result().map(|scores| scores.to_string()));
    let frames: Option<Vec<_>> = session.frames().map(|frame| written(&frame)).collect();
    let Some(mut frames) = frames else {
        let why = "It switches rules on or off, which the studio cannot show yet.".to_owned();
        return Err(Trouble::Unreadable { code: "no_record", why });
    };
    match &diverged {
        // The frame that goes another way is no part of what agrees.
        Some(diverged) => frames.truncate((diverged.frame as usize).saturating_sub(1)),
        None => frames.iter_mut().next_back().into_iter().for_each(|(_, last)| {
            last.result.clone_from(&result);
        }),
    }
    Ok(Replayed { seed, position, frames, diverged })
}

/// A frame as a node: none if it switched a rule.
fn written<G: Playable>(frame: &FrameView<'_, G>) -> Option<(Waiting, Committed)> {
    let (by, action): (By, String) = (frame.by()?, G::print(frame.action()?));
    let answers = frame.choices().iter().filter(|made| !made.alone).map(|made| made.option);
    let waiting = Waiting { by, action: action.clone(), answers: answers.collect() };
    let committed = Committed {
        action,
        events: frame.events().len() as u32,
        result: None,
        digest: frame.digest().map(|digest| digest.to_string()),
    };
    Some((waiting, committed))
}

fn unreadable(error: ReplayError) -> Trouble {
    Trouble::Unreadable { code: "no_record", why: error.to_string() }
}

fn told(divergence: &Divergence) -> wire::Diverged {
    let action = match &divergence.entry {
        None => String::new(),
        Some(Entry::Act { action, .. }) => action.clone(),
        Some(other) => other.to_string(),
    };
    wire::Diverged {
        frame: divergence.frame as u32,
        action,
        expected: divergence.expected.to_string(),
        found: divergence.found.to_string(),
        differences: divergence.diff.as_ref().map(differences).unwrap_or_default(),
    }
}

/// The lines that differ, side by side.
fn differences(diff: &StateDiff) -> Vec<wire::Change> {
    let mut changes: Vec<wire::Change> = Vec::new();
    let (mut line, mut open) = (0, 0);
    for (mark, text) in &diff.lines {
        match mark {
            Mark::Same => {
                line += 1;
                open = changes.len();
            }
            Mark::Expected => {
                line += 1;
                let path = format!("line {line}");
                changes.push(wire::Change { path, before: Some(text.clone()), after: None });
            }
            Mark::Found => match changes[open..].iter_mut().find(|it| it.after.is_none()) {
                Some(change) => change.after = Some(text.clone()),
                None => {
                    let path = format!("after line {line}");
                    changes.push(wire::Change { path, before: None, after: Some(text.clone()) });
                    open = changes.len();
                }
            },
        }
    }
    changes
}
