//! Why a frame of a record happened: what the rules said of the action, and
//! what came of it.

use std::path::Path;

use rulebook::{By, Choice, Digest, Explanation, Frame, Session};
use rulebook_games::Playable;
use rulebook_record::{CutOff, Entry, Making, OtherBooks, ReadError, Reader, ReplayError, Then};
use serde_json::{Value, json};

use super::{When, as_json, tell};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::paint::{OPEN, PLAIN, Paper, STRONG};
use crate::progress::Progress;
use crate::record_file::{bad, making, mention, replay, run_through, stopped};
use crate::source::{Input, Source};

/// How it is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    People,
    Programs,
}

/// Explains a frame of a record. If none is named, the last one, or the one that
/// waits for a choice.
pub(super) fn explain_frame<G: Playable>(
    paper: &mut Paper,
    path: &Path,
    cards: &CardsFile,
    (at, told): (Option<u64>, For),
) -> Result<Answer, Failure> {
    let source = Source::open(path)?;
    // How it ends, where the frame is, what was done, and twice what came before.
    let progress = source.progress(5);
    let end = End::of(source.reader(Some(&progress))?).map_err(|error| bad(path, &error))?;
    let waits = end.waits.filter(|_| at.is_none_or(|at| at == end.frame + 1));
    let made = match waits {
        Some(begins) => pending::<G>(&source, cards, begins, &progress)?,
        None => made::<G>(&source, cards, number(at, end.frame)?, &progress)?,
    };
    drop(progress);
    mention(path, end.cut, told == For::Programs)?;
    match told {
        For::Programs => {
            let mut said = made.as_json();
            said["cut_off"] = end.cut.map(|cut| cut.place.entry).into();
            paper.raw(&format!("{said:#}\n"))?;
        }
        For::People => made.tell(paper)?,
    }
    Ok(Answer::Yes)
}

/// How a record ends: the frame at which the game stands, and the entry of the
/// action that waits for a choice there, if one does; and where it is cut off.
struct End {
    frame: u64,
    waits: Option<u64>,
    cut: Option<CutOff>,
}

impl End {
    fn of(mut reader: Reader<Input<'_>>) -> Result<Self, ReadError> {
        let mut end = End { frame: 0, waits: None, cut: None };
        while let Some(noted) = reader.next_entry()? {
            end.frame = noted.frame;
            end.waits = match noted.entry {
                Entry::Act { then: Then::Asks { .. }, .. } => Some(noted.place.entry),
                Entry::Answer { then: Then::Asks { .. } | Then::Refused, .. } => end.waits,
                _ => None,
            };
        }
        end.cut = reader.cut_off();
        Ok(end)
    }
}

/// Which frame is meant.
fn number(at: Option<u64>, last: u64) -> Result<u64, Failure> {
    match at.unwrap_or(last) {
        0 => Err(Failure::Usage(
            "nothing happened at frame 0, which is the start: name a frame with --at N, from 1 on."
                .to_owned(),
        )),
        frame => Ok(frame),
    }
}

/// A frame that was made, or one that waits for a choice: why, and what came of
/// it so far.
struct Made<G: Playable> {
    number: u64,
    /// What the rules say of the action, and the position before it. None if a
    /// rule was switched.
    explained: Option<(Explanation<G>, String)>,
    came_of_it: Vec<String>,
    pending: Option<Choice>,
    digest: Option<Digest>,
    /// The position as it is now.
    position: String,
}

/// A frame that was made.
fn made<G: Playable>(
    source: &Source,
    cards: &CardsFile,
    number: u64,
    progress: &Progress,
) -> Result<Made<G>, Failure> {
    let path = source.path();
    let making = making(source, number, progress)?;
    let explained = explain_making::<G>(source, cards, making, progress)?;
    let mut replay = replay::<G>(source, cards, OtherBooks::Refuse, Some(progress))?;
    run_through(&mut replay, making).map_err(|error| stopped(path, &error))?;
    let session = replay.into_session();
    let Some(frame) = session.frames().next_back().map(|frame| frame.to_frame()) else {
        return Err(bad(path, &"the frame was forgotten: the record keeps no history."));
    };
    Ok(Made {
        number: frame.number,
        explained,
        came_of_it: came_of(&session, &frame),
        pending: None,
        digest: frame.digest,
        position: G::write_position(session.state()),
    })
}

/// The frame that waits for a choice, by the entry of its action.
fn pending<G: Playable>(
    source: &Source,
    cards: &CardsFile,
    begins: u64,
    progress: &Progress,
) -> Result<Made<G>, Failure> {
    let bad = |error| stopped(source.path(), &error);
    let making = Making { begins, ends: begins, nth: None };
    let explained = explain_making::<G>(source, cards, making, progress)?;
    let mut replay = replay::<G>(source, cards, OtherBooks::Refuse, Some(progress))?;
    replay.run_to(begins).map_err(bad)?;
    let mut came_of_it = Vec::new();
    loop {
        let asked = replay.session().pending().cloned();
        let Some(noted) = replay.step().map_err(bad)? else { break };
        came_of_it.extend(asked.and_then(|asked| answered(&asked, &noted.entry)));
    }
    let session = replay.into_session();
    Ok(Made {
        number: session.number() + 1,
        explained,
        came_of_it,
        pending: session.pending().cloned(),
        digest: None,
        position: G::write_position(session.state()),
    })
}

/// What was chosen, and whether the game refused to go on with it.
fn answered(asked: &Choice, entry: &Entry) -> Option<String> {
    let Entry::Answer { option, then, .. } = entry else { return None };
    let text = asked.options.get(*option as usize)?;
    let refused = if *then == Then::Refused { " (refused)" } else { "" };
    Some(format!("{}: {} {text}{refused}", asked.seat, asked.question))
}

/// What the rules say of the action, at the moment before it, and the position
/// there. None if a rule was switched.
fn explain_making<G: Playable>(
    source: &Source,
    cards: &CardsFile,
    making: Making,
    progress: &Progress,
) -> Result<Option<(Explanation<G>, String)>, Failure> {
    let path = source.path();
    let Some((by, action)) = action_of(source, making, progress)? else { return Ok(None) };
    let mut replay = replay::<G>(source, cards, OtherBooks::Refuse, Some(progress))?;
    let mut run = || {
        replay.run_to(making.begins - 1)?;
        making.nth.map_or(Ok(()), |nth| replay.step_within(nth))
    };
    run().map_err(|error: ReplayError| stopped(path, &error))?;
    let session = replay.session_mut();
    let explained = session.explain(by, &read::<G>(path, &action)?)?.clone();
    Ok(Some((explained, G::write_position(session.state()))))
}

fn read<G: Playable>(path: &Path, text: &str) -> Result<G::Action, Failure> {
    G::parse(text).map_err(|error| bad(path, &error))
}

/// By whom the action was submitted that made the frame, and what. None if a
/// rule was switched.
fn action_of(
    source: &Source,
    making: Making,
    progress: &Progress,
) -> Result<Option<(By, String)>, Failure> {
    let mut reader = source.reader(Some(progress))?;
    while let Some(noted) = reader.next_entry().map_err(|error| bad(source.path(), &error))? {
        if noted.place.entry < making.begins {
            continue;
        }
        return Ok(match noted.entry {
            Entry::Act { by, action, .. } => Some((by, action)),
            Entry::Acts { acts, .. } => {
                making.nth.and_then(|nth| acts.into_iter().nth(nth)).map(|act| (act.by, act.action))
            }
            _ => None,
        });
    }
    Ok(None)
}

/// What came of it, a line for each thing.
fn came_of<G: Playable>(session: &Session<G>, frame: &Frame<G>) -> Vec<String> {
    let exceptions = frame.exceptions.iter().map(|name| format!("by exception \"{name}\""));
    let choices = frame.choices.iter().map(|made| made.to_string());
    let draws = frame.draws.iter().map(|draw| format!("drew {} of {}", draw.value + 1, draw.sides));
    let events = frame.events.iter().map(|event| {
        format!("{} ({})", G::tell(&event.event), session.book().describe(event.origin))
    });
    exceptions.chain(choices).chain(draws).chain(events).collect()
}

impl<G: Playable> Made<G> {
    fn tell(&self, paper: &mut Paper) -> Result<(), Failure> {
        if let Some((explained, _)) = &self.explained {
            let when = if self.pending.is_some() { When::Meanwhile } else { When::After };
            tell(paper, explained, when)?;
            paper.blank()?;
        }
        let waits = if self.pending.is_some() { " is not made yet" } else { "" };
        paper.prose(0, STRONG, &format!("Frame {}{waits}", self.number))?;
        for line in &self.came_of_it {
            paper.item(2, "•", PLAIN, line)?;
        }
        if let Some(choice) = &self.pending {
            paper.item(2, "?", OPEN, &format!("Pending: {choice}"))?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        let explanation = self.explained.as_ref();
        let explanation = explanation.map(|(explained, position)| as_json(explained, position));
        let pending = self.pending.as_ref().map(|choice| {
            let (question, options) = (&choice.question, &choice.options);
            json!({ "seat": choice.seat.0, "question": question, "options": options })
        });
        json!({
            "game": G::NAME,
            "frame": self.number,
            "explanation": explanation,
            "came_of_it": self.came_of_it,
            "pending": pending,
            "digest": self.digest.map(|digest| digest.to_string()),
            "position": self.position,
        })
    }
}

#[cfg(test)]
mod tests {
    use rulebook::{ChoiceId, Seat};

    use super::*;

    #[test]
    fn what_was_answered_before_is_told_also_if_it_was_refused() {
        let asked = Choice {
            id: ChoiceId { frame: 4, nth: 0, asked: Digest(1) },
            seat: Seat(1),
            question: "Which card?".to_owned(),
            options: vec!["the hound".to_owned(), "the giant".to_owned()],
        };
        let answer = |option, then| Entry::Answer { by: Seat(1).into(), option, then };
        let asks = Then::Asks { seat: Seat(0), asked: Digest(2), options: 3 };
        let told = answered(&asked, &answer(1, asks));
        assert_eq!(told.as_deref(), Some("seat 1: Which card? the giant"));
        let told = answered(&asked, &answer(0, Then::Refused));
        assert_eq!(told.as_deref(), Some("seat 1: Which card? the hound (refused)"));
        assert_eq!(answered(&asked, &Entry::Withdraw), None);
    }
}
