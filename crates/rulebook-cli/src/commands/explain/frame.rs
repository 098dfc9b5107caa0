//! Why a frame of a record happened: what the rules said of the action, and
//! what came of it.

use std::path::Path;

use rulebook::{By, Explanation, Frame, Session};
use rulebook_games::Playable;
use rulebook_record::{Entry, Making, OtherBooks, Survey};
use serde_json::{Value, json};

use super::{as_json, tell};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::paint::{PLAIN, Paper, STRONG};
use crate::progress::Progress;
use crate::record_file::{bad, making, replay, run_through};
use crate::source::Source;

/// How it is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    People,
    Programs,
}

/// Explains a frame of a record; the last one, if none is named.
pub(super) fn explain_frame<G: Playable>(
    paper: &mut Paper,
    path: &Path,
    cards: &CardsFile,
    (at, told): (Option<u64>, For),
) -> Result<Answer, Failure> {
    let source = Source::open(path)?;
    // Where it is, what was done, and twice what came before it.
    let progress = source.progress(if at.is_some() { 4 } else { 5 });
    let making = making(&source, number(&source, at, &progress)?, &progress)?;
    let explained = explain_making::<G>(&source, cards, making, &progress)?;
    let mut replay = replay::<G>(&source, cards, OtherBooks::Refuse, Some(&progress))?;
    run_through(&mut replay, making).map_err(|error| bad(path, &error))?;
    let session = replay.into_session();
    drop(progress);
    let Some(made) = session.frames().next_back().map(|frame| frame.to_frame()) else {
        return Err(bad(path, &"the frame was forgotten: the record keeps no history."));
    };
    match told {
        For::Programs => {
            let said = frame_as_json(&session, &made, explained.as_ref());
            paper.raw(&format!("{said:#}\n"))?;
        }
        For::People => {
            if let Some((explained, _)) = &explained {
                tell(paper, explained)?;
                paper.blank()?;
            }
            tell_frame(paper, &session, &made)?;
        }
    }
    Ok(Answer::Yes)
}

/// Which frame is meant.
fn number(source: &Source, at: Option<u64>, progress: &Progress) -> Result<u64, Failure> {
    let last =
        || Survey::of(source.reader(Some(progress))?).map_err(|error| bad(source.path(), &error));
    match at.map_or_else(|| last().map(|survey| survey.frame), Ok)? {
        0 => Err(Failure::Usage(
            "nothing happened at frame 0, which is the start: name a frame with --at N, from 1 on."
                .to_owned(),
        )),
        frame => Ok(frame),
    }
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
    run().map_err(|error| bad(path, &error))?;
    let session = replay.session_mut();
    let explained = session.explain(by, &read::<G>(path, &action)?)?;
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

fn tell_frame<G: Playable>(
    paper: &mut Paper,
    session: &Session<G>,
    frame: &Frame<G>,
) -> Result<(), Failure> {
    paper.prose(0, STRONG, &format!("Frame {}", frame.number))?;
    for line in came_of(session, frame) {
        paper.item(2, "•", PLAIN, &line)?;
    }
    Ok(())
}

fn frame_as_json<G: Playable>(
    session: &Session<G>,
    frame: &Frame<G>,
    explained: Option<&(Explanation<G>, String)>,
) -> Value {
    let explanation = explained.map(|(explained, position)| as_json(explained, position));
    json!({
        "game": G::NAME,
        "frame": frame.number,
        "explanation": explanation,
        "came_of_it": came_of(session, frame),
        "digest": frame.digest.map(|digest| digest.to_string()),
        "position": G::write_position(session.state()),
    })
}
