//! Everything that somebody can be shown of a game, as text.

use rulebook::prelude::*;
use rulebook::{EventSight, Fate, FrameSight, FrameView, UnderWay, View, Viewed, Viewer};
use rulebook_games::duels::*;

/// A way to look at duels: the game's own, or one that leaks. All of them look
/// at the same sessions.
pub(crate) trait Eyes:
    Viewed<State = Duel, Action = Action, Event = Event, Trace = (), Reason = Why>
{
    /// What is seen, as players read it.
    fn show(sight: &Self::Sight) -> String;
    /// What is told of an event, as players read it.
    fn tell(report: &Self::Report) -> String;
    /// What can be done, of what really can be.
    fn legal(_: &Duel, honest: Vec<Action>) -> Vec<Action> {
        honest
    }
}

impl Eyes for Duels {
    fn show(sight: &Sight) -> String {
        sight.to_string()
    }

    fn tell(report: &Event) -> String {
        tell(report)
    }
}

/// What [`Session::view`] gives, through these eyes.
pub(crate) fn view<V: Eyes>(duel: &mut Session<Duels>, viewer: Viewer) -> View<V> {
    let own = duel.view(viewer).expect("no faults");
    View {
        viewer,
        number: own.number,
        state: V::sight(duel.state(), viewer),
        active: own.active,
        result: own.result,
        choosing: own.choosing,
        choice: own.choice,
        under_way: own.under_way.map(under_way),
        legal: V::legal(duel.state(), own.legal),
    }
}

fn under_way<V: Eyes>(own: UnderWay<Duels>) -> UnderWay<V> {
    UnderWay { by: own.by, action: own.action, choices: own.choices }
}

/// What [`FrameView::sight`] gives, through these eyes.
pub(crate) fn frame<V: Eyes>(frame: &FrameView<'_, Duels>, viewer: Viewer) -> FrameSight<V> {
    let own = frame.sight(viewer).expect("no faults");
    let said = frame.action().zip(frame.by());
    let action = said.filter(|(action, by)| {
        viewer.seat().is_some_and(|seat| by.is(seat)) || V::shows_action(action, *by, viewer)
    });
    let told = |event: &Event, trace: Option<&()>, fate| {
        V::report(event, trace, viewer).map(|report| EventSight { report, fate })
    };
    let events = match frame.account() {
        None => {
            frame.events().filter_map(|it| told(it.event, Some(it.trace), Fate::Applied)).collect()
        }
        Some(account) => {
            let lines = account.lines.iter();
            lines
                .filter_map(|line| told(&line.event, line.applied.map(|_| &()), line.fate))
                .collect()
        }
    };
    FrameSight {
        number: own.number,
        by: own.by,
        action: action.map(|(action, _)| *action),
        events,
        choices: own.choices,
    }
}

/// Everything that this viewer is shown now, serialised and as players read it.
/// Of frames only the newest, if it is fresh: the others were searched before.
pub(crate) fn everything<V: Eyes>(
    duel: &mut Session<Duels>,
    viewer: Viewer,
    fresh: bool,
) -> Vec<(&'static str, String)> {
    let view = view::<V>(duel, viewer);
    let mut all = vec![
        ("the sight", format!("{:?}", view.state)),
        ("the sight as text", V::show(&view.state)),
        ("the legal actions", format!("{:?}", view.legal)),
        ("the legal actions as text", lines(view.legal.iter().map(print))),
        ("what is under way", format!("{:?}", view.under_way)),
        ("the choice", format!("{:?} {:?}", view.choosing, view.choice)),
        ("the choice as text", view.choice.as_ref().map(ToString::to_string).unwrap_or_default()),
        ("who may act", format!("{:?} {:?} {}", view.active, view.result, view.number)),
    ];
    let newest = duel.frames().next_back().filter(|_| fresh);
    if let Some(sight) = newest.map(|newest| frame::<V>(&newest, viewer)) {
        all.extend([
            ("the action", format!("{:?} {:?}", sight.by, sight.action)),
            ("the action as text", sight.action.as_ref().map(print).unwrap_or_default()),
            ("the events", format!("{:?}", sight.events)),
            ("the events as text", lines(sight.events.iter().map(|it| V::tell(&it.report)))),
            ("the choices made", format!("{:?}", sight.choices)),
            ("the choices made as text", lines(sight.choices.iter().map(ToString::to_string))),
        ]);
    }
    all
}

fn lines(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_games_own_eyes_see_what_the_session_shows() {
    let (mut views, mut frames, mut pending) = (0, 0, 0);
    for game in 0..crate::play::games().min(100) {
        crate::play::play(&book(), game, |look| {
            let own = look.duel.view(look.viewer).expect("no faults");
            assert_eq!(view::<Duels>(look.duel, look.viewer), own);
            views += 1;
            pending += usize::from(own.choice.is_some());
            if look.fresh {
                let newest = look.duel.frames().next_back().expect("a frame");
                let own = newest.sight(look.viewer).expect("no faults");
                assert_eq!(frame::<Duels>(&newest, look.viewer), own);
                frames += 1;
            }
        });
    }
    assert!(views > frames && frames > 1_000 && pending > 0, "{views} {frames} {pending}");
}
