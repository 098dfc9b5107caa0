//! Guards, triggers and groups: a hundred creatures, each behind a shield that
//! takes one off every blow and is worn by it.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Group, History, Reactive, Recovery, SessionOptions, Source, SourceId, SourceKind};

use super::counted_section;

const CREATURES: u32 = 100;
const BLOWS: u32 = 500;
const SHIELD: SourceKind = SourceKind(0);

struct Shields;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    wounds: Vec<u64>,
    worn: Vec<u64>,
}

impl Field {
    fn new() -> Self {
        let none = vec![0; CREATURES as usize];
        Self { wounds: none.clone(), worn: none }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Kinds)]
enum Event {
    Wounded { creature: u32, amount: u32 },
    Worn { shield: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
struct Blow {
    creature: u32,
}

impl Game for Shields {
    type State = Field;
    type Action = Blow;
    type Event = Event;
    type Trace = ();
    type Reason = Never;

    fn apply(field: &mut Field, event: &Event) {
        match *event {
            Event::Wounded { creature, amount } => {
                field.wounds[creature as usize] += u64::from(amount);
            }
            Event::Worn { shield } => field.worn[shield as usize] += 1,
        }
    }
}

impl Revert for Shields {
    fn revert(field: &mut Field, event: &Event, (): &()) {
        match *event {
            Event::Wounded { creature, amount } => {
                field.wounds[creature as usize] -= u64::from(amount);
            }
            Event::Worn { shield } => field.worn[shield as usize] -= 1,
        }
    }
}

impl Reactive for Shields {
    fn amount(event: &Event) -> Option<u32> {
        match *event {
            Event::Wounded { amount, .. } => Some(amount),
            Event::Worn { .. } => None,
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
            Event::Worn { .. } => None,
        }
    }

    fn source(_: &Field, id: SourceId) -> Option<Source> {
        (id.0 < CREATURES).then(|| Source::new(id, SHIELD).about(Subject(id.0)))
    }

    fn sources(field: &Field, each: &mut dyn FnMut(Source)) {
        (0..CREATURES).filter_map(|id| Self::source(field, SourceId(id))).for_each(each);
    }
}

type Builder = rulebook::BookBuilder<Shields>;

fn blow(book: Builder) -> Builder {
    book.rule("blow", |rule| {
        rule.then(|cx, ()| [Event::Wounded { creature: cx.action.creature, amount: 3 }])
    })
}

/// Deals blows twice, the second time counted, and says what is left.
fn fight(book: Builder) -> (u64, u64) {
    let book = book.compile().expect("the book has no mistakes");
    let options = SessionOptions {
        recovery: Some(Recovery::Revert),
        history: History::Last(64),
        ..SessionOptions::default()
    };
    let mut game = book.start_with(Field::new(), Seed(1), options).expect("it can start");
    let mut fight = || {
        for n in 0..BLOWS {
            let creature = n.wrapping_mul(37) % CREATURES;
            let outcome = game.submit(Seat(0), black_box(Blow { creature }));
            assert!(matches!(black_box(&outcome), Ok(Outcome::Committed(_))), "refused");
        }
    };
    fight();
    counted_section(fight);
    (game.state().wounds.iter().sum(), game.state().worn.iter().sum())
}

pub(super) fn shields() -> u64 {
    let book = blow(Book::<Shields>::builder("shields").reverts())
        .guard("shield", |guard| {
            guard.before(EventKind::Wounded).carried_by(SHIELD).about_its_subject().prevent(|_| 1)
        })
        .trigger("wear", |trigger| {
            let trigger = trigger.after(EventKind::Wounded).carried_by(SHIELD).about_its_subject();
            trigger.then(|cx| cx.source.map(|shield| Event::Worn { shield: shield.id.0 }))
        });
    assert_eq!(fight(book), (u64::from(4 * BLOWS), u64::from(2 * BLOWS)));
    u64::from(BLOWS)
}

pub(super) fn group() -> u64 {
    let book = Book::<Shields>::builder("groups").reverts().reacts().rule("sweep", |rule| {
        rule.then(|cx, ()| {
            let first = cx.action.creature;
            let wound = |next| Event::Wounded { creature: (first + next) % CREATURES, amount: 1 };
            cx.propose_group(Group::atomic((0..8).map(wound)));
            []
        })
    });
    assert_eq!(fight(book), (u64::from(16 * BLOWS), 0));
    u64::from(BLOWS)
}

pub(super) fn unconcerned() -> u64 {
    let book = blow(Book::<Shields>::builder("other kinds").reverts())
        .guard("polish", |guard| guard.before(EventKind::Worn).prevent(|_| 1));
    assert_eq!(fight(book), (u64::from(6 * BLOWS), 0));
    u64::from(BLOWS)
}
