//! Shields with Rulebook: each is a source that carries a guard and a trigger
//! about the creature that it stands before.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{History, Reactive, Recovery, SessionOptions, Source, SourceId, SourceKind};

use super::{Blow, Defends, KEPT};
use crate::rows::ours::committed;

pub(crate) struct Shields;

/// What carries the guard and the trigger.
const SHIELD: SourceKind = SourceKind(0);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    creatures: Vec<Creature>,
    /// One more than creatures: one of them rests.
    shields: Vec<Shield>,
    resting: u32,
    /// How often a shield has come into play.
    clock: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Creature {
    wounds: u64,
    shield: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Shield {
    /// Before whom it stands, unless it rests.
    bearer: Option<u32>,
    since: u64,
    strikes: u64,
}

impl Field {
    fn new(creatures: usize) -> Self {
        let count = creatures as u32;
        let shield = |bearer| Shield { bearer, since: 0, strikes: 0 };
        Self {
            creatures: (0..count).map(|shield| Creature { wounds: 0, shield }).collect(),
            shields: (0..count).map(Some).chain([None]).map(shield).collect(),
            resting: count,
            clock: 0,
        }
    }

    fn post(&mut self, creature: u32, shield: u32, since: u64) {
        self.creatures[creature as usize].shield = shield;
        let posted = &mut self.shields[shield as usize];
        (posted.bearer, posted.since) = (Some(creature), since);
    }

    fn retire(&mut self, shield: u32) {
        self.shields[shield as usize].bearer = None;
        self.resting = shield;
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Kinds)]
pub(crate) enum Event {
    Wounded {
        creature: u32,
        amount: u32,
    },
    /// A shield of the creature leaves play, and the one that rested comes.
    Relieved {
        creature: u32,
        goes: u32,
        comes: u32,
    },
    StruckBack {
        shield: u32,
    },
}

impl Game for Shields {
    type State = Field;
    type Action = Blow;
    type Event = Event;
    /// Since when the shield that went and the one that came had been there.
    type Trace = [u64; 2];
    type Reason = Never;

    fn apply(field: &mut Field, event: &Event) -> [u64; 2] {
        match *event {
            Event::Wounded { creature, amount } => {
                field.creatures[creature as usize].wounds += u64::from(amount);
            }
            Event::StruckBack { shield } => field.shields[shield as usize].strikes += 1,
            Event::Relieved { creature, goes, comes } => {
                let since = [goes, comes].map(|shield| field.shields[shield as usize].since);
                field.clock += 1;
                field.retire(goes);
                field.post(creature, comes, field.clock);
                return since;
            }
        }
        [0; 2]
    }
}

impl Revert for Shields {
    fn revert(field: &mut Field, event: &Event, [gone, come]: &[u64; 2]) {
        match *event {
            Event::Wounded { creature, amount } => {
                field.creatures[creature as usize].wounds -= u64::from(amount);
            }
            Event::StruckBack { shield } => field.shields[shield as usize].strikes -= 1,
            Event::Relieved { creature, goes, comes } => {
                field.clock -= 1;
                field.retire(comes);
                field.shields[comes as usize].since = *come;
                field.post(creature, goes, *gone);
            }
        }
    }
}

impl Reactive for Shields {
    fn amount(event: &Event) -> Option<u32> {
        match *event {
            Event::Wounded { amount, .. } => Some(amount),
            _ => None,
        }
    }

    fn with_amount(event: &Event, amount: u32) -> Event {
        match *event {
            Event::Wounded { creature, .. } => Event::Wounded { creature, amount },
            ref event => event.clone(),
        }
    }

    fn about(event: &Event) -> Option<Subject> {
        match *event {
            Event::Wounded { creature, .. } => Some(Subject(creature)),
            _ => None,
        }
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        if let Event::Relieved { goes, comes, .. } = *event {
            each(SourceId(goes));
            each(SourceId(comes));
        }
    }

    fn source(field: &Field, id: SourceId) -> Option<Source> {
        let Shield { bearer, since, .. } = field.shields.get(id.0 as usize)?;
        Some(Source::new(id, SHIELD).since(*since).about(Subject((*bearer)?)))
    }

    fn sources(field: &Field, each: &mut dyn FnMut(Source)) {
        let ids = (0..field.shields.len()).map(|number| SourceId(number as u32));
        ids.filter_map(|id| Self::source(field, id)).for_each(each);
    }
}

fn book() -> Book<Shields> {
    Book::<Shields>::builder("shields")
        .reverts()
        .rule("hit", |rule| {
            rule.then(|cx, ()| {
                let Blow { creature, amount, relieved } = *cx.action;
                if relieved {
                    let goes = cx.state.creatures[creature as usize].shield;
                    cx.propose(Event::Relieved { creature, goes, comes: cx.state.resting });
                }
                [Event::Wounded { creature, amount }]
            })
        })
        .guard("shield", |guard| {
            guard.before(EventKind::Wounded).carried_by(SHIELD).about_its_subject().prevent(|_| 1)
        })
        .trigger("strike back", |trigger| {
            let trigger = trigger.after(EventKind::Wounded).carried_by(SHIELD).about_its_subject();
            trigger.then(|cx| cx.source.map(|shield| Event::StruckBack { shield: shield.id.0 }))
        })
        .compile()
        .expect("the book of shields has no mistakes")
}

/// Sessions that take events back one by one, so that the state's size does not
/// count.
pub(crate) fn session() -> impl Fn(usize) -> Session<Shields> {
    let book = book();
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(KEPT),
        ..SessionOptions::default()
    };
    move |creatures| {
        let started = book.start_with(Field::new(creatures), Seed(1), options);
        started.expect("shields can start")
    }
}

impl Defends for Session<Shields> {
    fn take(&mut self, blow: Blow) {
        committed(self.submit(Seat(0), blow));
    }

    fn undo(&mut self) {
        let outcome = Session::undo(self);
        assert!(matches!(black_box(&outcome), Ok(Outcome::Undone(_))), "rulebook could not undo");
    }

    fn wounds(&self) -> Vec<u64> {
        self.state().creatures.iter().map(|creature| creature.wounds).collect()
    }

    fn strikes(&self) -> Vec<u64> {
        self.state().shields.iter().map(|shield| shield.strikes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_shield_of_many_is_looked_at() {
        let mut game = session()(10_000);
        let outcome = game.submit(Seat(0), Blow { creature: 7, amount: 3, relieved: false });
        let id = outcome.expect("no fault").committed().expect("a blow is committed");
        let account = game.frame(id).and_then(|frame| frame.account()).expect("it is kept");
        let [wounded, struck_back] = &account.lines[..] else { panic!("{account:?}") };
        assert_eq!(wounded.event, Event::Wounded { creature: 7, amount: 2 });
        assert_eq!(wounded.considered.len(), 1);
        assert_eq!(struck_back.event, Event::StruckBack { shield: 7 });
        assert_eq!(account.fired.len(), 1);
    }

    #[test]
    fn a_shield_that_came_is_the_one_that_strikes_back_until_it_is_undone() {
        let mut game = session()(3);
        let before = game.state().clone();
        game.take(Blow { creature: 1, amount: 3, relieved: true });
        assert_eq!((game.wounds(), game.strikes()), (vec![0, 2, 0], vec![0, 0, 0, 1]));
        assert!(game.sources().eq(game.sources_in_state()));
        Defends::undo(&mut game);
        assert_eq!(*game.state(), before);
        assert!(game.sources().eq(game.sources_in_state()));
    }
}
