//! A game as it stands, as JSON.

use std::fmt::Debug;

use rulebook::{By, Choice, ChoiceId, Scores, Viewer};
use rulebook_games::Playable;

use super::line::Trouble;
use super::running::Running;
use crate::wire::{self, Eye, Who};

/// The game as it stands, as far as somebody may see it.
pub(super) fn scene<G: Playable>(line: &mut Running<G>, eye: Eye) -> Result<wire::Scene, Trouble>
where
    G::State: Debug,
{
    let mut scene = match eye {
        Eye::Everything => whole(line)?,
        Eye::Of(viewer) => seen(line, viewer)?,
    };
    for legal in &mut scene.legal {
        legal.words = line.worded(std::mem::take(&mut legal.words));
    }
    Ok(scene)
}

fn whole<G: Playable>(line: &mut Running<G>) -> Result<wire::Scene, Trouble>
where
    G::State: Debug,
{
    let last = line.last().and_then(|frame| frame.action().map(G::print));
    let session = &mut line.session;
    let mut legal = Vec::new();
    if session.pending().is_none() {
        for proof in session.legal_all()? {
            legal.push(legal_action::<G>(session.state(), proof.by(), proof.action()));
        }
    }
    let state = session.state();
    let text = G::show(state);
    Ok(wire::Scene {
        drawing: (line.artist.whole)(state, last.as_deref(), &text),
        text,
        position: Some(G::write_position(state)),
        active: session.active().iter().map(Who).collect(),
        turn: session.turn().map(|seat| Who(By::Seat(seat))),
        result: session.result().as_ref().map(result),
        choice: session.pending().map(choice),
        legal,
        ..blank(Eye::Everything)
    })
}

fn seen<G: Playable>(line: &mut Running<G>, viewer: Viewer) -> Result<wire::Scene, Trouble>
where
    G::State: Debug,
{
    let last = match line.last() {
        Some(frame) => frame.sight(viewer)?.action,
        None => None,
    };
    let last = last.as_ref().map(G::print);
    let view = line.session.view(viewer)?;
    let text = G::show_sight(&view.state);
    let pending = match (view.choosing, &view.choice) {
        (_, Some(theirs)) => Some(choice(theirs)),
        (Some(seat), None) => Some(wire::Choice::of_another(Who(By::Seat(seat)))),
        (None, None) => None,
    };
    let by = viewer.seat().map(By::Seat);
    let state = line.session.state();
    let legal = view.legal.iter().filter_map(|action| Some(legal_action::<G>(state, by?, action)));
    Ok(wire::Scene {
        drawing: (line.artist.seen)(&view.state, last.as_deref(), &text),
        text,
        active: view.active.iter().map(Who).collect(),
        turn: line.session.turn().map(|seat| Who(By::Seat(seat))),
        result: view.result.as_ref().map(result),
        choice: pending,
        legal: legal.collect(),
        ..blank(Eye::Of(viewer))
    })
}

/// A scene of which the caller knows where in the tree it is.
fn blank(viewer: Eye) -> wire::Scene {
    wire::Scene {
        node: 0,
        number: 0,
        parent: None,
        children: Vec::new(),
        viewer,
        text: String::new(),
        position: None,
        drawing: wire::Drawing::Generic { text: String::new() },
        active: Vec::new(),
        turn: None,
        result: None,
        choice: None,
        legal: Vec::new(),
    }
}

fn legal_action<G: Playable>(state: &G::State, by: By, action: &G::Action) -> wire::LegalAction {
    wire::LegalAction {
        by: Who(by),
        action: G::print(action),
        words: G::print_in(state, action),
        rare: G::is_rare(action),
    }
}

fn result(scores: &Scores) -> wire::GameResult {
    wire::GameResult { words: scores.to_string(), scores: scores.as_slice().to_vec() }
}

/// A choice, for whoever must make it.
pub(super) fn choice(choice: &Choice) -> wire::Choice {
    let ChoiceId { frame, nth, asked } = choice.id;
    wire::Choice {
        id: format!("{frame}-{nth}-{asked}"),
        seat: Who(By::Seat(choice.seat)),
        question: choice.question.clone(),
        options: choice.options.clone(),
    }
}

/// Reads what names a choice.
pub(super) fn choice_id(text: &str) -> Option<ChoiceId> {
    let mut parts = text.splitn(3, '-');
    Some(ChoiceId {
        frame: parts.next()?.parse().ok()?,
        nth: parts.next()?.parse().ok()?,
        asked: parts.next()?.parse().ok()?,
    })
}
