//! A bonfire: a small sound game with reactions, that can be broken in one
//! place.
//!
//! Two players take turns to lay a log or to stoke the fire. A damp log keeps
//! off one heat of each stoking. At heat five the oldest log burns, which warms
//! everybody. After fourteen turns it is over.

use std::collections::BTreeSet;

use rulebook::prelude::*;
use rulebook::{KindSet, Kinds, Reactive, Source, SourceId, SourceKind};
use rulebook_testkit::Conformance;

/// What is wrong with a bonfire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub(crate) enum Flaw {
    /// Nothing.
    None,
    /// A log that burns is not named as touched.
    UnsaidLeaving,
    /// A source tells other things of itself alone than among the others.
    TwoFaces,
    /// A copy of an event is another event.
    FickleCopy,
    /// The standing rule is not woken by what concerns it.
    SleepyRule,
}

pub(crate) struct Bonfire;

#[derive(Clone, Debug, PartialEq, Canonical)]
pub(crate) struct Fire {
    turns: u32,
    heat: u32,
    warmth: u32,
    logs: BTreeSet<u32>,
    next: u32,
    flaw: Flaw,
}

#[derive(Clone, Copy, Debug, PartialEq, Kinds)]
pub(crate) enum Action {
    Lay,
    Stoke,
}

#[derive(Debug, PartialEq, Kinds)]
pub(crate) enum Event {
    Laid { log: u32 },
    Heated { by: u32, flaw: Flaw },
    Burnt { log: u32, flaw: Flaw },
    Warmed { by: u32 },
    Turned,
}

impl Clone for Event {
    fn clone(&self) -> Self {
        match *self {
            Event::Laid { log } => Event::Laid { log },
            Event::Heated { by, flaw: Flaw::FickleCopy } if by < 6 => {
                Event::Heated { by: by + 1, flaw: Flaw::FickleCopy }
            }
            Event::Heated { by, flaw } => Event::Heated { by, flaw },
            Event::Burnt { log, flaw } => Event::Burnt { log, flaw },
            Event::Warmed { by } => Event::Warmed { by },
            Event::Turned => Event::Turned,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Reason)]
pub(crate) enum Why {
    /// It is not your turn.
    NotYourTurn,
}

impl Game for Bonfire {
    type State = Fire;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    fn apply(fire: &mut Fire, event: &Event) {
        match *event {
            Event::Laid { log } => {
                fire.logs.insert(log);
                fire.next = log + 1;
            }
            Event::Heated { by, .. } => fire.heat += by,
            Event::Burnt { log, .. } => {
                fire.logs.remove(&log);
                fire.heat = 0;
            }
            Event::Warmed { by } => fire.warmth += by,
            Event::Turned => fire.turns += 1,
        }
    }

    fn active(fire: &Fire) -> Actors {
        Actors::only(Seat((fire.turns % 2) as u8))
    }

    fn result(fire: &Fire) -> Option<Scores> {
        (fire.turns >= 14).then(|| Scores::draw(2))
    }
}

fn source(log: u32) -> Source {
    Source::new(SourceId(log), SourceKind(0)).since(u64::from(log))
}

impl Reactive for Bonfire {
    fn amount(event: &Event) -> Option<u32> {
        match event {
            Event::Heated { by, .. } => Some(*by),
            _ => None,
        }
    }

    fn with_amount(event: &Event, by: u32) -> Event {
        match *event {
            Event::Heated { flaw, .. } => Event::Heated { by, flaw },
            _ => event.clone(),
        }
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        match *event {
            Event::Laid { log } => each(SourceId(log)),
            Event::Burnt { log, flaw } if flaw != Flaw::UnsaidLeaving => each(SourceId(log)),
            _ => {}
        }
    }

    fn source(fire: &Fire, id: SourceId) -> Option<Source> {
        let source = fire.logs.contains(&id.0).then(|| source(id.0))?;
        let odd = fire.flaw == Flaw::TwoFaces;
        Some(if odd { source.of(Seat(1)) } else { source })
    }

    fn sources(fire: &Fire, each: &mut dyn FnMut(Source)) {
        fire.logs.iter().for_each(|log| each(source(*log)));
    }
}

pub(crate) fn book(flaw: Flaw) -> Book<Bonfire> {
    // A log that is laid on a hot fire burns, too.
    let mut wakes = KindSet::from([EventKind::Heated, EventKind::Burnt]);
    if flaw != Flaw::SleepyRule {
        wakes = wakes.with(EventKind::Laid);
    }
    Book::<Bonfire>::builder("bonfire")
        .digests()
        .only_active("it is your turn", Why::NotYourTurn)
        .rule("lay", |rule| {
            rule.on(ActionKind::Lay)
                .candidates(|offer| offer.push(Action::Lay))
                .then(|cx, ()| [Event::Laid { log: cx.state.next }, Event::Turned])
        })
        .rule("stoke", |rule| {
            rule.on(ActionKind::Stoke)
                .candidates(|offer| offer.push(Action::Stoke))
                .then(|cx, ()| [Event::Heated { by: 3, flaw: cx.state.flaw }, Event::Turned])
        })
        .guard("a damp log", |guard| {
            guard.before(EventKind::Heated).carried_by(SourceKind(0)).prevent(|_| 1)
        })
        .trigger("warmth", |trigger| {
            trigger.after(EventKind::Burnt).then(|_| [Event::Warmed { by: 1 }])
        })
        .standing("at heat five the oldest log burns", |rule| {
            rule.woken_by(wakes).propose(|fire: &Fire| {
                let oldest = fire.logs.first().filter(|_| fire.heat >= 5);
                oldest.map(|&log| Event::Burnt { log, flaw: fire.flaw })
            })
        })
        .compile()
        .expect("the book has no mistakes")
}

pub(crate) fn suite(flaw: Flaw) -> Conformance<Bonfire> {
    let fire = move || Fire { turns: 0, heat: 0, warmth: 0, logs: BTreeSet::new(), next: 0, flaw };
    Conformance::new(book(flaw), fire).universe(|_| vec![Action::Lay, Action::Stoke])
}
