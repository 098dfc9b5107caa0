//! What happened in a frame, as JSON.

use std::any::Any;
use std::fmt::Debug;

use rulebook::{By, FrameView, Kind, Kinded, Made, Origin, Viewer};
use rulebook_games::Playable;

use super::account;
use super::line::Trouble;
use super::running::Running;
use super::sketch::{Tree, changes};
use crate::wire::{self, Who};

/// What happened in the last frame, all of it. None at the start.
pub(super) fn whole<G: Playable>(line: &mut Running<G>) -> Result<Option<wire::Happening>, Trouble>
where
    G::State: Debug,
{
    let number = line.session.number();
    if number == 0 {
        return Ok(None);
    }
    line.session.rewind(number - 1)?;
    let before = line.session.state().clone();
    line.session.rewind(number)?;
    let Some(frame) = line.last() else { return Ok(None) };
    let book = line.session.book();
    let account = frame.account().map(|account| account::account(book, account));
    let rolls = frame
        .draws()
        .iter()
        .map(|draw| wire::Roll { value: u64::from(draw.value) + 1, sides: u64::from(draw.sides) });
    Ok(Some(wire::Happening {
        node: 0,
        by: Who(frame.by().unwrap_or(By::Chance)),
        action: frame.action().map(G::print),
        rules: rules(line, &frame),
        exceptions: frame.exceptions().map(str::to_owned).collect(),
        choices: frame.choices().iter().map(made).collect(),
        rolls: rolls.collect(),
        events: events(line, &frame, before),
        account,
    }))
}

/// The rules that decided, by full name, each once.
fn rules<G: Playable>(line: &Running<G>, frame: &FrameView<'_, G>) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for event in frame.events() {
        if let Origin::Rule(rule) | Origin::Cost(rule) = event.origin {
            let name = line.session.book().rule_view(rule).name();
            if !rules.contains(&name) {
                rules.push(name);
            }
        }
    }
    rules
}

/// The events, each with what it changed: found by applying them one by one.
fn events<G: Playable>(
    line: &Running<G>,
    frame: &FrameView<'_, G>,
    mut state: G::State,
) -> Vec<wire::EventLine>
where
    G::State: Debug,
{
    let book = line.session.book();
    let lines = frame.account().map_or(&[][..], |account| &account.lines);
    let mut tree = Tree::of(&state);
    let told = frame.events().enumerate().map(|(index, event)| {
        G::apply(&mut state, event.event);
        let after = Tree::of(&state);
        let changes = changes(&tree, &after);
        tree = after;
        wire::EventLine {
            index: index as u32,
            text: G::tell(event.event),
            kind: event.event.kind().name().to_owned(),
            origin: book.describe(event.origin),
            fate: "applied".to_owned(),
            line: lines.iter().position(|it| it.applied == Some(index)).map(|at| at as u32),
            changes,
        }
    });
    told.collect()
}

/// What a viewer is told of the last frame. None at the start.
pub(super) fn seen<G: Playable>(
    line: &mut Running<G>,
    viewer: Viewer,
) -> Result<Option<wire::Happening>, Trouble>
where
    G::State: Debug,
{
    let Some(frame) = line.last() else { return Ok(None) };
    let sight = frame.sight(viewer)?;
    let events = sight.events.iter().enumerate().map(|(index, event)| wire::EventLine {
        index: index as u32,
        text: report::<G>(&event.report),
        kind: String::new(),
        origin: String::new(),
        fate: event.fate.to_string(),
        line: None,
        changes: Vec::new(),
    });
    Ok(Some(wire::Happening {
        node: 0,
        by: Who(sight.by.unwrap_or(By::Chance)),
        action: sight.action.as_ref().map(G::print),
        rules: Vec::new(),
        exceptions: Vec::new(),
        choices: sight.choices.iter().map(made).collect(),
        rolls: Vec::new(),
        events: events.collect(),
        account: None,
    }))
}

/// A report in words: most games report events, and tell these themselves.
fn report<G: Playable>(report: &G::Report) -> String {
    match (report as &dyn Any).downcast_ref::<G::Event>() {
        Some(event) => G::tell(event),
        None => format!("{report:?}"),
    }
}

fn made(made: &Made) -> wire::Made {
    wire::Made {
        seat: Who(By::Seat(made.seat)),
        question: made.question.clone(),
        option: made.option,
        text: made.text.clone(),
        alone: made.alone,
    }
}
