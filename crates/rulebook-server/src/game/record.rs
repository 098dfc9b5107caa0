//! Records: a line written down, and a record played again.

use rulebook::{Book, By, FrameView, Outcome, Seed, Session};
use rulebook_games::Playable;
use rulebook_record::{
    Against, Breaks, Divergence, Entry, Header, Mark, OtherBooks, Place, ReadLimits, Reader,
    Recorder, RecorderOptions, Replay, ReplayError, ReplayOptions, Setup, StateDiff,
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
    /// What is to be said of the record all the same.
    pub(crate) remark: Option<String>,
}

/// Why something is no record of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NoRecord {
    /// The line at which it cannot be read.
    pub(crate) line: Option<u32>,
    /// A sentence.
    pub(crate) why: String,
}

impl NoRecord {
    fn at(place: Option<Place>, why: String) -> Self {
        NoRecord { line: place.map(|place| place.entry as u32), why }
    }
}

impl From<ReplayError> for NoRecord {
    fn from(error: ReplayError) -> Self {
        NoRecord::at(error.place(), error.to_string())
    }
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

/// Plays a record again, as far as it agrees. If somebody has edited it, that is
/// found out by what comes of it, wherever something does.
pub(super) fn replay<G: Playable>(book: &Book<G>, record: &[u8]) -> Result<Replayed, NoRecord> {
    let (books, breaks) = (OtherBooks::Try, Breaks::Note);
    let options = ReplayOptions { books, breaks, ..ReplayOptions::default() };
    let mut replay = match Replay::open_with(book, record, options) {
        Ok(replay) => replay,
        Err(ReplayError::Diverged(divergence)) => return Ok(at_the_start(record, &divergence)),
        Err(other) => return Err(other.into()),
    };
    let played = replay.run();
    let broken = replay.first_break();
    let other_book = replay.other_book().map(ToString::to_string);
    let (diverged, remark) = match played {
        Ok(played) => match (broken, played.cut_off) {
            // What was changed comes to nothing, and is not what was recorded.
            (Some(broken), _) => {
                return Err(NoRecord::at(Some(broken.place), broken.to_string()));
            }
            (None, cut) => (None, cut.map(|cut| cut.to_string()).or(other_book)),
        },
        Err(ReplayError::Diverged(divergence)) => {
            let remark = broken.map(|broken| broken.to_string()).or(other_book);
            (Some(wire::Diverged { remark, ..told(&divergence) }), None)
        }
        Err(other) => return Err(other.into()),
    };
    let (seed, position) = (replay.session().seed().0, position(replay.header()));
    let frames = frames(replay.session(), diverged.as_ref())?;
    Ok(Replayed { seed, position, frames, diverged, remark })
}

/// A record whose game begins otherwise than it says.
fn at_the_start(record: &[u8], divergence: &Divergence) -> Replayed {
    let reader = Reader::open_past(record, ReadLimits::default(), Breaks::Note).ok();
    let broken = reader.as_ref().and_then(Reader::first_break);
    let remark = broken.map(|broken| broken.to_string());
    Replayed {
        seed: reader.as_ref().map_or(0, |reader| reader.header().seed.0),
        position: reader.and_then(|reader| position(reader.header())),
        frames: Vec::new(),
        diverged: Some(wire::Diverged { remark, ..told(divergence) }),
        remark: None,
    }
}

fn position(header: &Header) -> Option<String> {
    match &header.setup {
        Setup::Standard => None,
        Setup::Position(text) => Some(text.clone()),
    }
}

/// The frames that agree.
fn frames<G: Playable>(
    session: &Session<G>,
    diverged: Option<&wire::Diverged>,
) -> Result<Vec<(Waiting, Committed)>, NoRecord> {
    let result = session.result().map(|scores| scores.to_string());
    let frames: Option<Vec<_>> = session.frames().map(|frame| written(&frame)).collect();
    let Some(mut frames) = frames else {
        let why = "It switches rules on or off, which the studio cannot show yet.".to_owned();
        return Err(NoRecord { line: None, why });
    };
    match diverged {
        // The frame that goes another way is no part of what agrees.
        Some(diverged) => frames.truncate((diverged.frame as usize).saturating_sub(1)),
        None => frames.iter_mut().next_back().into_iter().for_each(|(_, last)| {
            last.result.clone_from(&result);
        }),
    }
    Ok(frames)
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
        against: divergence.diff.as_ref().map(|diff| match diff.against {
            Against::Recorded => "recorded".to_owned(),
            Against::Before => "before".to_owned(),
        }),
        remark: None,
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
