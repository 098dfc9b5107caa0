//! A race to twenty: a small sound game, with hooks where it can be broken.
//!
//! Two players take turns. Each turn adds one or two, rolls a die of three
//! sides, lets the other player choose how much is added, or rushes: one, two
//! and three, at once. Whoever reaches twenty wins.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::prelude::*;
use rulebook::{BookBuilder, Encoder, Kinds};
use rulebook_testkit::{Check, Conformance, Failures};

pub(crate) const GOAL: u32 = 20;

/// Where a race can be broken. Every hook does the right thing unless it is
/// replaced.
pub(crate) trait Quirk: Sync + 'static {
    /// Whether events are reverted; otherwise the state is copied.
    fn reverts(&self) -> bool {
        true
    }

    fn clone(&self, state: &State) -> State {
        state.copied()
    }

    fn clone_from(&self, into: &mut State, state: &State) {
        *into = self.clone(state);
    }

    fn encode(&self, state: &State, into: &mut Encoder) {
        state.encoded(into);
    }

    fn apply(&self, state: &mut State, n: u32) {
        state.advance(n);
    }

    fn revert(&self, state: &mut State, n: u32, last: u32) {
        state.go_back(n, last);
    }

    fn active(&self, state: &State) -> Actors {
        Actors::only(state.turn)
    }

    /// Whether this one may act.
    fn may_act(&self, ask: &Ask<'_, Race>) -> bool {
        ask.by.is(ask.state.turn)
    }

    fn offers(&self, offer: &mut Offer<'_, Race>) {
        if offer.by.is(offer.state.turn) {
            offer.extend([Action::Add(1), Action::Add(2)]);
        }
    }

    /// Whether the rule "add" matches.
    fn adds(&self, ask: &Ask<'_, Race>) -> bool {
        matches!(ask.action, Action::Add(1 | 2))
    }

    /// What the rule "add" proposes.
    fn added(&self, cx: &Effect<'_, Race>, n: u32) -> Event {
        let _ = cx;
        Event(n)
    }

    /// Who chooses how much is added, and from what.
    fn choice(&self, state: &State) -> (Seat, Vec<u32>) {
        (state.turn.next(2), vec![1, 2, 3])
    }

    fn universe(&self, _: &State) -> Vec<Action> {
        let add = (0..=3).map(Action::Add);
        add.chain([Action::Roll, Action::Ask, Action::Rush]).collect()
    }

    /// Whatever else is in the book.
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book
    }
}

/// Nothing is broken.
pub(crate) struct Sound;
impl Quirk for Sound {}

pub(crate) struct Race;

pub(crate) struct State {
    pub(crate) total: u32,
    pub(crate) turn: Seat,
    /// How many events happened.
    pub(crate) count: u32,
    /// What was added last.
    pub(crate) last: u32,
    /// What a sound game never touches behind a shared reference.
    pub(crate) hidden: Cell<u32>,
    /// What a sound game never shares.
    pub(crate) shared: Arc<AtomicU32>,
    pub(crate) quirk: &'static dyn Quirk,
}

impl State {
    pub(crate) fn new(quirk: &'static dyn Quirk) -> Self {
        State {
            total: 0,
            turn: Seat(0),
            count: 0,
            last: 0,
            hidden: Cell::new(0),
            shared: Arc::new(AtomicU32::new(0)),
            quirk,
        }
    }

    pub(crate) fn copied(&self) -> Self {
        State {
            total: self.total,
            turn: self.turn,
            count: self.count,
            last: self.last,
            hidden: self.hidden.clone(),
            shared: self.shared.clone(),
            quirk: self.quirk,
        }
    }

    pub(crate) fn encoded(&self, into: &mut Encoder) {
        (self.total, self.turn, self.count, self.last, self.hidden.get()).encode(into);
        into.u32(self.shared.load(Ordering::SeqCst));
    }

    pub(crate) fn advance(&mut self, n: u32) {
        self.total += n;
        self.turn = self.turn.next(2);
        self.count += 1;
        self.last = n;
    }

    pub(crate) fn go_back(&mut self, n: u32, last: u32) {
        self.total -= n;
        self.turn = self.turn.next(2);
        self.count -= 1;
        self.last = last;
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        self.quirk.clone(self)
    }

    fn clone_from(&mut self, state: &Self) {
        state.quirk.clone_from(self, state);
    }
}

impl Canonical for State {
    fn encode(&self, into: &mut Encoder) {
        self.quirk.encode(self, into);
    }
}

#[derive(Clone, Debug, PartialEq, Kinds)]
pub(crate) enum Action {
    Add(u32),
    Roll,
    Ask,
    Rush,
}

#[derive(Clone, Debug, PartialEq, Kinds)]
pub(crate) struct Event(pub(crate) u32);

#[derive(Clone, Debug, PartialEq, Reason)]
pub(crate) enum Why {
    /// It is not your turn.
    NotYourTurn,
    /// Add one or two.
    OneOrTwo,
}

impl Game for Race {
    type State = State;
    type Action = Action;
    type Event = Event;
    /// What was added before, so that it can be again.
    type Trace = u32;
    type Reason = Why;

    fn apply(state: &mut State, event: &Event) -> u32 {
        let last = state.last;
        state.quirk.apply(state, event.0);
        last
    }

    fn active(state: &State) -> Actors {
        state.quirk.active(state)
    }

    fn result(state: &State) -> Option<Scores> {
        (state.total >= GOAL).then(|| Scores::win(state.turn.next(2), 2))
    }
}

impl Revert for Race {
    fn revert(state: &mut State, event: &Event, last: &u32) {
        state.quirk.revert(state, event.0, *last);
    }
}

const TURN: &str = "it is your turn";

pub(crate) fn book(quirk: &'static dyn Quirk) -> Book<Race> {
    let mut book = Book::<Race>::builder("race").digests();
    if quirk.reverts() {
        book = book.reverts();
    }
    let book = book
        .check(TURN, Gate::Actor, |check| {
            check.require(move |ask| quirk.may_act(ask), Why::NotYourTurn)
        })
        .rule("add", |rule| {
            rule.on(ActionKind::Add)
                .exact([TURN], move |offer| quirk.offers(offer))
                .answer(move |ask| match ask.action {
                    Action::Add(n) if quirk.adds(ask) => Answer::Match(*n),
                    _ => Answer::disallowed(Why::OneOrTwo),
                })
                .then(move |cx, n| [quirk.added(cx, n)])
        })
        .rule("roll", |rule| {
            rule.on(ActionKind::Roll)
                .candidates(|offer| offer.push(Action::Roll))
                .then(|cx, ()| [Event(cx.roll(3))])
        })
        .rule("ask", |rule| {
            rule.on(ActionKind::Ask).candidates(|offer| offer.push(Action::Ask)).then(
                move |cx, ()| {
                    let (seat, options) = quirk.choice(cx.state);
                    Ok([Event(cx.choose(seat, "How much?", options)?)])
                },
            )
        })
        .rule("rush", |rule| {
            rule.on(ActionKind::Rush)
                .candidates(|offer| offer.push(Action::Rush))
                .then(|_, ()| [Event(1), Event(2), Event(3)])
        });
    quirk.more(book).compile().expect("the race has no mistakes")
}

pub(crate) fn suite(quirk: &'static dyn Quirk) -> Conformance<Race> {
    Conformance::new(book(quirk), move || State::new(quirk))
        .universe(move |state| quirk.universe(state))
}

/// What fails in a broken race.
pub(crate) fn failures(quirk: &'static dyn Quirk) -> Failures {
    suite(quirk).run().expect_err("a broken game does not conform")
}

/// The checks that a broken race fails.
pub(crate) fn failed(quirk: &'static dyn Quirk) -> Vec<Check> {
    failures(quirk).checks()
}
