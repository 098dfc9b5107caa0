//! Why a frame of a record happened: what the rules said of the action, and
//! what came of it.

use std::path::Path;

use rulebook::{By, Frame, Session};
use rulebook_games::Playable;
use rulebook_record::{Entry, Making, OtherBooks};
use serde_json::{Value, json};

use super::{as_json, tell};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::paint::{PLAIN, Paper, STRONG};
use crate::record_file::{bad, making, reader, replay, run_through};

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
    at: Option<u64>,
    told: For,
) -> Result<Answer, Failure> {
    let mut replay = replay::<G>(path, OtherBooks::Refuse)?;
    let frame = match at {
        Some(frame) => frame,
        None => {
            rulebook_record::Survey::of(reader(path)?).map_err(|error| bad(path, &error))?.frame
        }
    };
    if frame == 0 {
        return Err(Failure::Usage(
            "nothing happened at frame 0, which is the start: name a frame with --at N, from 1 on."
                .to_owned(),
        ));
    }
    let making = making(path, frame)?;
    let act = action_of(path, making)?;
    // To the moment before it, and one look at what the rules say.
    replay.run_to(making.begins - 1).map_err(|error| bad(path, &error))?;
    let explained = match (&act, making.nth) {
        (Some((by, action)), None | Some(0)) => {
            Some(replay.session_mut().explain(*by, &read::<G>(path, action)?)?)
        }
        (Some((by, action)), Some(nth)) => {
            let mut before = self::replay::<G>(path, OtherBooks::Refuse)?;
            before.run_to(making.ends - 1).map_err(|error| bad(path, &error))?;
            before.step_within(nth).map_err(|error| bad(path, &error))?;
            Some(before.session_mut().explain(*by, &read::<G>(path, action)?)?)
        }
        (None, _) => None,
    };
    let position = G::write_position(replay.session().state());
    run_through(&mut replay, making).map_err(|error| bad(path, &error))?;
    let session = replay.session();
    let Some(made) = session.frames().next_back().map(|frame| frame.to_frame()) else {
        return Err(bad(path, &format!("frame {frame} is not kept.")));
    };
    match told {
        For::Programs => {
            let explanation = explained.as_ref().map(|explained| as_json(explained, &position));
            let said = frame_as_json(session, &made, explanation);
            paper.raw(&format!("{said:#}\n"))?;
        }
        For::People => {
            if let Some(explained) = &explained {
                tell(paper, explained)?;
                paper.blank()?;
            }
            tell_frame(paper, session, &made)?;
        }
    }
    Ok(Answer::Yes)
}

fn read<G: Playable>(path: &Path, text: &str) -> Result<G::Action, Failure> {
    G::parse(text).map_err(|error| bad(path, &error))
}

/// By whom the action was submitted that made the frame, and what. None if a
/// rule was switched.
fn action_of(path: &Path, making: Making) -> Result<Option<(By, String)>, Failure> {
    let mut reader = reader(path)?;
    while let Some(noted) = reader.next_entry().map_err(|error| bad(path, &error))? {
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
    explanation: Option<Value>,
) -> Value {
    json!({
        "game": G::NAME,
        "frame": frame.number,
        "explanation": explanation,
        "came_of_it": came_of(session, frame),
        "digest": frame.digest.map(|digest| digest.to_string()),
        "position": G::write_position(session.state()),
    })
}
