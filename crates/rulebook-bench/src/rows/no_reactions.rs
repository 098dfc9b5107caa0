//! `no-reactions`: what reactions cost an action that none of them concerns.
//!
//! The work is that of `dispatch`: one rule, one event, a 16-byte state. A game
//! that cannot react stands beside one that could and whose book has no guards:
//! that must cost nothing. Where the book has a guard and a trigger, but for
//! another kind of event, the event is still settled and put to account; and
//! where sources carry them, they are also looked for.

use std::marker::PhantomData;

use rulebook::prelude::*;
use rulebook::{Reactive, Reversibility, SessionOptions, Source, SourceId, SourceKind};

use super::dispatch::{Counter, Counts, SINCE_THE_CUT, check, contestant};
use super::ours::committed;
use crate::goal::Goal;
use crate::measure::race::{Contestant, Key, Race, Sizing, Unit};
use crate::peers::Maker;

const WORK: &str = "one action that concerns no guard";

/// Cannot react.
struct Deaf;
/// Could react.
struct Hears;

/// Counts; whether it could react is part of its type.
struct Tally<R>(PhantomData<R>);

#[derive(Clone, Debug, PartialEq, Eq, Kinds)]
enum Event {
    Added(u64),
    Cleared,
}

impl<R: 'static> Game for Tally<R> {
    type State = Counter;
    type Action = u64;
    type Event = Event;
    type Trace = ();
    type Reason = Never;

    fn apply(counter: &mut Counter, event: &Event) {
        match event {
            Event::Added(amount) => counter.total += amount,
            Event::Cleared => counter.total = 0,
        }
        counter.actions += 1;
    }
}

/// The action that would clear the tally. Nobody ever takes it.
const CLEAR: u64 = u64::MAX;

/// The one source, always in play.
const SOURCE: Source = Source {
    id: SourceId(0),
    since: 0,
    kind: SourceKind(0),
    seat: None,
    subject: Some(Subject(0)),
};

impl Reactive for Tally<Hears> {
    fn source(_: &Counter, id: SourceId) -> Option<Source> {
        (id == SOURCE.id).then_some(SOURCE)
    }

    fn sources(_: &Counter, each: &mut dyn FnMut(Source)) {
        each(SOURCE);
    }
}

fn adding<R: 'static>() -> rulebook::BookBuilder<Tally<R>> {
    Book::builder("tally").rule("add or clear", |rule| {
        rule.then(|cx, ()| match *cx.action {
            CLEAR => [Event::Cleared],
            amount => [Event::Added(amount)],
        })
    })
}

/// A guard and a trigger of the book's own, for what nobody proposes.
fn with_others() -> rulebook::BookBuilder<Tally<Hears>> {
    adding()
        .guard("never asked", |guard| guard.before(EventKind::Cleared).prevent_all())
        .trigger("never fires", |trigger| trigger.after(EventKind::Cleared).then(|_| ()))
}

/// The same on a source, for what happens to another subject.
fn with_sources() -> rulebook::BookBuilder<Tally<Hears>> {
    adding()
        .guard("never asked", |guard| {
            guard.before(EventKind::Added).carried_by(SOURCE.kind).about_its_subject().prevent_all()
        })
        .trigger("never fires", |trigger| {
            let trigger = trigger.after(EventKind::Added).carried_by(SOURCE.kind);
            trigger.about_its_subject().then(|_| ())
        })
}

fn ours<R: 'static>(key: Key, book: rulebook::BookBuilder<Tally<R>>) -> Contestant {
    let book = book.compile().expect("the book of one rule has no mistakes");
    // Bounded, so that what is measured is the action and not fresh memory.
    let options = SessionOptions { history: SINCE_THE_CUT, ..SessionOptions::default() };
    contestant(WORK, key.name, Maker::Ours, move || {
        book.start_with(Counter::default(), Seed(1), options).expect("a tally can start")
    })
}

impl<R: 'static> Counts for Session<Tally<R>> {
    fn add(&mut self, amount: u64) {
        committed(self.submit(Seat(0), amount));
    }

    fn cut(&mut self) {
        committed(self.submit_as(Reversibility::Irreversible, Seat(0), 0));
    }

    fn counter(&self) -> Counter {
        *self.state()
    }
}

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let deaf = key("rulebook, cannot react");
    let hears = key("rulebook, a book without guards");
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            ours(deaf, adding::<Deaf>()),
            ours(hears, adding::<Hears>()),
            ours(key("rulebook, guards of other kinds"), with_others()),
            ours(key("rulebook, guards of other subjects"), with_sources()),
        ],
        missing: Vec::new(),
        goals: vec![Goal::at_most(hears, 1.05, deaf)],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 100,
    }
}
