//! The last decision: what was done, and why, as far as somebody may know.

use rulebook::{By, Choice, Explanation, Fate, FrameSight, Made, Seat, Session, Viewer};
use rulebook_games::Playable;

use super::past::Past;
use crate::commands::explain::{When, told};
use crate::failure::Failure;

/// Said where nothing was decided before.
const NOTHING: &str = "Nothing has been decided yet: the game stands as it began.";

/// What was done last, a line for each part of it: the frame that was made, or
/// the action that waits for a choice.
pub(super) fn done<G: Playable>(
    session: &mut Session<G>,
    viewer: Viewer,
) -> Result<Vec<String>, Failure> {
    if let Some(choice) = session.pending().cloned() {
        return under_way(session, &choice, viewer);
    }
    let Some(frame) = session.frames().next_back() else { return Ok(Vec::new()) };
    let seen = frame.sight(viewer)?;
    let mut lines = vec![line(&seen)];
    // What came to nothing by itself is nothing to tell.
    let events = seen.events.iter().filter(|event| event.fate != Fate::Vanished);
    lines.extend(events.map(|event| match event.fate {
        Fate::Applied => format!("· {}", G::tell(&event.report)),
        fate => format!("· {} ({fate})", G::tell(&event.report)),
    }));
    Ok(lines)
}

/// The same, and why.
pub(super) fn explained<G: Playable>(
    session: &mut Session<G>,
    past: &Past<G>,
    viewer: Viewer,
) -> Result<Vec<String>, Failure> {
    let mut lines = done(session, viewer)?;
    if lines.is_empty() && session.number() == 0 {
        return Ok(vec![NOTHING.to_owned()]);
    }
    lines.push(String::new());
    lines.extend(why(session, past, viewer)?);
    Ok(lines)
}

/// A line of the history.
pub(super) fn line<G: Playable>(frame: &FrameSight<G>) -> String {
    let by = frame.by.map_or_else(|| "the rules".to_owned(), |by| by.to_string());
    let action = frame.action.as_ref();
    format!("{}. {by}: {}{}", frame.number, acted::<G>(action), chosen(&frame.choices))
}

/// The action that waits for a choice.
fn under_way<G: Playable>(
    session: &mut Session<G>,
    choice: &Choice,
    viewer: Viewer,
) -> Result<Vec<String>, Failure> {
    let number = session.number() + 1;
    let Some(mut seen) = session.view(viewer)?.under_way else { return Ok(Vec::new()) };
    if G::IS_OPEN {
        seen.action = session.pending_action().map(|(_, action, _)| action.clone());
    }
    let acted = acted::<G>(seen.action.as_ref());
    let chosen = chosen(&seen.choices);
    // What others are asked is not for everybody to know.
    let asked = match G::IS_OPEN || viewer.is(choice.seat) {
        true => format!(": {}", choice.question),
        false => ".".to_owned(),
    };
    Ok(vec![
        format!("{number}. {}: {acted}{chosen} (not done yet)", seen.by),
        format!("· {} must choose first{asked}", choice.seat),
    ])
}

fn acted<G: Playable>(action: Option<&G::Action>) -> String {
    action.map_or_else(|| "in secret".to_owned(), G::print)
}

/// What was chosen meanwhile, and by whom: not always by who acted.
fn chosen(choices: &[Made]) -> String {
    choices.iter().map(|made| format!("; {} chose {}", made.seat, made.text)).collect()
}

/// Why the last thing was decided as it was.
fn why<G: Playable>(
    session: &mut Session<G>,
    past: &Past<G>,
    viewer: Viewer,
) -> Result<Vec<String>, Failure> {
    let number = session.number();
    let (number, by, action, when) = match session.pending_action() {
        Some((by, action, _)) => (number + 1, by, action.clone(), When::Meanwhile),
        None => {
            let Some(frame) = session.frames().next_back() else {
                return Ok(vec!["It was forgotten: the record keeps no history.".to_owned()]);
            };
            let Some((by, action)) = frame.by().zip(frame.action()) else {
                let switched = "A rule was switched on or off: no rule decides that.";
                return Ok(vec![switched.to_owned()]);
            };
            (number, by, action.clone(), When::After)
        }
    };
    if !may_know::<G>(&action, by, viewer) {
        return Ok(vec![hidden(by)]);
    }
    let Some(mut moment) = past.before(session, number)? else {
        return Ok(vec![
            "How it stood before was forgotten, so it cannot be explained.".to_owned(),
        ]);
    };
    Ok(reasons(&mut moment, (by, &action), when))
}

/// Whether somebody may know why something was decided: what they did themselves
/// and, of what chance and the clock do, what they see.
fn may_know<G: Playable>(action: &G::Action, by: By, viewer: Viewer) -> bool {
    G::IS_OPEN
        || match by {
            By::Seat(seat) => viewer.is(seat),
            By::Chance | By::Clock => G::shows_action(action, by, viewer),
        }
}

fn hidden(by: By) -> String {
    match by {
        By::Seat(Seat(number)) => format!("Seat {number}'s reasons are hidden from you."),
        By::Chance => "Chance's reasons are hidden from you.".to_owned(),
        By::Clock => "The clock's reasons are hidden from you.".to_owned(),
    }
}

/// What the rules say of an action, at the moment before it.
fn reasons<G: Playable>(
    moment: &mut Session<G>,
    (by, action): (By, &G::Action),
    when: When,
) -> Vec<String> {
    // To explain asks more of the book than doing it: what goes wrong there says
    // nothing of the action.
    match moment.explain(by, action) {
        Ok(explained) => in_words(explained, when),
        Err(fault) => vec![format!("It cannot be explained. {fault}")],
    }
}

/// An explanation, a text for each line.
pub(super) fn in_words<G: Playable>(explained: &Explanation<G>, when: When) -> Vec<String> {
    let lines = told(explained, when).into_iter();
    let line = lines.map(|line| match (line.is_heading(), line.indent) {
        (true, _) => format!("{}:", line.text),
        (false, 0) => line.text,
        (false, indent) => format!("{:indent$}{} {}", "", line.mark, line.text),
    });
    line.collect()
}

#[cfg(test)]
mod tests;
