//! Panics in the traits of the author's own types (`Clone`, `Canonical`), in
//! the midst of choices, at the start and in switches: faults like all others
//! (M1).

mod common;

use std::cell::Cell;
use std::sync::mpsc::{Sender, channel};

use common::minefield::*;
use common::{BOTH, picture};
use rulebook::prelude::*;
use rulebook::{
    Anything, Choice, Detail, Digests, Fault, FaultKind, Kinded, Notice, Observer, Passes, Preview,
    Recovery, Sequence, SessionOptions, StartError,
};

const BY: By = By::Seat(Seat(0));
const TYPES: &str = "a trait that the game's own types implement";

fn place(fault: &Fault) -> &str {
    match fault.kind() {
        FaultKind::Panic { place, .. } => place,
        other => panic!("there should be a panic: {other}"),
    }
}

fn options(recovery: Recovery) -> SessionOptions {
    SessionOptions {
        recovery: Some(recovery),
        digests: Digests::PerFrame,
        ..SessionOptions::default()
    }
}

fn waiting(recovery: Recovery) -> (Session<Minefield>, Choice) {
    let mut game = midway(&full(), options(recovery));
    match game.submit(BY, Walk::Ask).unwrap() {
        Outcome::Pending(choice) => (game, (*choice).clone()),
        other => panic!("the effect asks: {other}"),
    }
}

#[test]
fn a_panicking_clone_of_the_action_is_a_fault_wherever_the_engine_copies_it() {
    for book in [full(), plain()] {
        for recovery in BOTH {
            let mut game = midway(&book, options(recovery));
            // So that something else was the last to run.
            assert!(game.submit(BY, Walk::Fly).unwrap().refusal().is_some());
            let before = picture(&mut game);
            let walk = Walk::Go(1);
            let fault = armed(Spot::CloneAction, || game.preview(BY, &walk)).unwrap_err();
            assert_eq!(place(&fault), TYPES);
            let fault = armed(Spot::CloneAction, || game.explain(BY, &walk)).unwrap_err();
            assert_eq!(place(&fault), TYPES);
            assert_eq!(picture(&mut game), before);
            let legal = game.legal(BY).unwrap();
            let mut line = game.search(Seed(1));
            line.play(&legal[0]).unwrap();
            let fault = armed(Spot::CloneAction, || line.play(&legal[0]));
            assert_eq!(place(&fault.unwrap_err()), TYPES, "a stale proof comes back as a copy");
            assert_eq!(line.depth(), 1);
            assert!(game.preview(BY, &walk).is_ok());
        }
    }
}

#[test]
fn an_observer_is_still_told_after_a_look_that_panicked() {
    for spot in [Spot::CloneAction, Spot::KindOfAction, Spot::Effect] {
        let mut game = midway(&full(), options(BOTH[0]));
        game.observe(Watcher);
        let walk = Walk::Go(1);
        assert!(armed(spot, || game.preview(BY, &walk)).is_err());
        // An explanation explains a panic as a verdict, if it can.
        assert_eq!(armed(spot, || game.explain(BY, &walk)).is_ok(), spot == Spot::Effect);
        let told = armed(Spot::Observer("submitted"), || game.submit(BY, Walk::Go(1)));
        assert_eq!(place(&told.unwrap_err()), "the observer");
    }
}

/// Wants to know so much, and does nothing with it.
struct Idle(Detail);

impl rulebook::Observer<Minefield> for Idle {
    fn notice(&mut self, _: &rulebook::Notice<'_, Minefield>) {}

    fn detail(&self) -> Detail {
        self.0
    }
}

#[test]
fn a_kind_that_panics_is_a_fault_and_not_the_observers_if_there_is_one() {
    for spot in [Spot::KindOfAction, Spot::KindOfEvent] {
        let details = [Detail::Outcomes, Detail::Selections, Detail::Decisions].map(Some);
        for detail in details.into_iter().chain([None]) {
            for recovery in BOTH {
                let calm = SessionOptions { digests: Digests::Off, ..options(recovery) };
                let mut game = midway(&plain(), calm);
                if let Some(detail) = detail {
                    game.observe(Idle(detail));
                }
                let fault = armed(spot, || game.submit(BY, Walk::Go(1))).unwrap_err();
                assert_eq!(place(&fault), TYPES, "{spot:?}, {detail:?}");
                assert!(game.submit(BY, Walk::Go(1)).unwrap().is_committed());
            }
        }
    }
}

thread_local! {
    static FICKLE: Cell<bool> = const { Cell::new(false) };
}

/// Does not say of which kind it is, the first time that it is asked.
#[derive(Clone, Debug, PartialEq)]
struct Fickle(u32);

impl Kinded for Fickle {
    type Kind = Anything;
    fn kind(&self) -> Anything {
        assert!(!FICKLE.replace(false), "of no kind, on purpose");
        Anything::Any
    }
}

struct Fickleness;

impl Game for Fickleness {
    type State = u32;
    type Action = Fickle;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }

    fn subject(_: &u32, action: &Fickle) -> Option<Subject> {
        Some(Subject(action.0))
    }
}

/// Writes down what it is told.
struct Names(Sender<&'static str>);

impl Observer<Fickleness> for Names {
    fn notice(&mut self, notice: &Notice<'_, Fickleness>) {
        self.0.send(notice.name()).unwrap();
    }

    fn detail(&self) -> Detail {
        Detail::Outcomes
    }
}

#[test]
fn a_kind_that_panics_once_is_a_fault_after_the_observer_has_heard_of_the_action() {
    for passes in [Passes::all(), Passes::none()] {
        let book = Book::<Fickleness>::builder("fickle").passes(passes);
        let book = (0..4).fold(book, |book, number| {
            let name = format!("count {number}");
            book.rule(name, |rule| rule.subject(Subject(number)).then(|cx, ()| [cx.action.0]))
        });
        let mut game = book.compile().unwrap().start(0, Seed(1)).unwrap();
        let (names, told) = channel();
        game.observe(Names(names));
        FICKLE.set(true);
        let fault = game.submit(BY, Fickle(3)).unwrap_err();
        assert_eq!(place(&fault), TYPES);
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["submitted", "fault"]);
        assert!(game.submit(BY, Fickle(3)).unwrap().is_committed());
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["submitted", "happened", "committed"]);
        assert_eq!(*game.state(), 3);
    }
}

#[test]
fn a_panicking_clone_of_an_event_is_a_fault_wherever_a_frame_is_copied() {
    for recovery in BOTH {
        let mut game = midway(&full(), options(recovery));
        let before = picture(&mut game);
        let walk = Walk::Go(1);
        assert!(armed(Spot::CloneEvent, || game.preview(BY, &walk)).is_err());
        assert_eq!(picture(&mut game), before);
        let sequence = || [(BY, Walk::Go(1)), (BY, Walk::Go(2))];
        assert!(armed(Spot::CloneEvent, || game.submit_all(sequence())).is_err());
        assert_eq!(picture(&mut game), before);
        assert!(armed(Spot::CloneEvent, || game.try_sequence(sequence())).is_err());
        assert_eq!(picture(&mut game), before);
        // A broken invariant gives the events that led there.
        assert!(armed(Spot::CloneEvent, || game.submit(BY, Walk::Go(5000))).is_err());
        assert_eq!(picture(&mut game), before);
        // An observer is told of undo with a copy of the frame.
        game.observe(Watcher);
        assert!(armed(Spot::CloneEvent, || game.undo()).is_err());
        assert_eq!(picture(&mut game), before);
        assert!(matches!(game.preview(BY, &walk).unwrap(), Preview::Commit { .. }));
        assert!(matches!(game.submit_all(sequence()).unwrap(), Sequence::Through { .. }));
    }
}

#[test]
fn a_panicking_clone_of_the_state_spoils_no_preview() {
    for recovery in BOTH {
        let mut game = midway(&full(), options(recovery));
        let before = picture(&mut game);
        let walk = Walk::Go(1);
        let fault = armed(Spot::CloneState, || game.preview(BY, &walk)).unwrap_err();
        assert_eq!(place(&fault), "`clone` of the state");
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn a_panicking_encoding_is_a_fault_of_the_digest() {
    for recovery in BOTH {
        let mut game = midway(&full(), options(recovery));
        let before = picture(&mut game);
        let fault = armed(Spot::Encode, || game.digest()).unwrap_err();
        assert_eq!(place(&fault), "the digest of the state");
        let mut line = game.search(Seed(1));
        assert!(armed(Spot::Encode, || line.digest()).is_err());
        assert!(line.digest().is_ok());
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn a_panic_while_a_rule_is_switched_leaves_the_switch_as_it_was() {
    for recovery in BOTH {
        let book = full();
        let rule = book.rule("leap").unwrap();
        let mut game = midway(&book, options(recovery));
        game.observe(Watcher);
        let before = picture(&mut game);
        for (spot, expected) in [
            (Spot::Encode, "the digest of the state"),
            (Spot::Result, "`Game::result`"),
            (Spot::Observer("committed"), "the observer"),
        ] {
            let fault = armed(spot, || game.disable(rule)).unwrap_err();
            assert_eq!(place(&fault), expected);
            assert_eq!(picture(&mut game), before);
            assert!(!game.is_disabled(rule));
        }
        assert!(game.disable(rule).unwrap().is_committed());
        let off = picture(&mut game);
        assert!(armed(Spot::Encode, || game.enable(rule)).is_err());
        assert_eq!(picture(&mut game), off);
        assert!(game.enable(rule).unwrap().is_committed());
    }
}

#[test]
fn a_panic_after_an_answer_leaves_the_choice_pending() {
    for recovery in BOTH {
        for (spot, passes) in
            [(Spot::CloneAction, 0), (Spot::Check, 0), (Spot::Result, 0), (Spot::KindOfAction, 0)]
        {
            let (mut game, first) = waiting(recovery);
            let before = picture(&mut game);
            let answer = || game.answer(BY, first.id, 1);
            assert!(armed_after(spot, passes, answer).is_err(), "{spot:?}");
            assert_eq!(picture(&mut game), before, "{spot:?}");
            assert!(matches!(game.answer(BY, first.id, 1).unwrap(), Outcome::Pending(_)));
        }
        for spot in [Spot::Effect, Spot::Invariant, Spot::Encode, Spot::KindOfEvent] {
            let (mut game, first) = waiting(recovery);
            let Outcome::Pending(second) = game.answer(BY, first.id, 1).unwrap() else {
                panic!("there is a second question");
            };
            let before = picture(&mut game);
            assert!(armed(spot, || game.answer(BY, second.id, 0)).is_err(), "{spot:?}");
            assert_eq!(picture(&mut game), before, "{spot:?}");
            let total = game.state().total;
            assert!(game.answer(BY, second.id, 0).unwrap().is_committed());
            assert_eq!(game.state().total, total + 3);
        }
    }
}

#[test]
fn a_panic_while_something_is_pending_and_somebody_looks() {
    let (mut game, _) = waiting(BOTH[0]);
    let before = picture(&mut game);
    let walk = Walk::Go(1);
    let fault = armed(Spot::CloneAction, || game.preview(BY, &walk)).unwrap_err();
    assert_eq!(place(&fault), TYPES);
    assert_eq!(picture(&mut game), before);
}

#[test]
fn a_panic_on_the_starting_state_is_a_start_error() {
    let book = full();
    let field = || Field { total: 0, night: false };
    for (spot, expected) in
        [(Spot::Invariant, "the invariant \"invariant\""), (Spot::StepOf, "the step of the turn")]
    {
        let error = armed(spot, || book.start(field(), Seed(1))).unwrap_err();
        let StartError::Fault(fault) = &error else {
            panic!("{error}");
        };
        assert_eq!(place(fault), expected);
        assert_eq!(error.to_string(), format!("There was a panic in {expected}: boom"));
    }
    assert!(book.start(field(), Seed(1)).is_ok());
}

#[test]
fn a_panic_on_a_search_line_leaves_the_line_as_it_was() {
    for book in [full(), plain()] {
        for recovery in BOTH {
            for spot in [
                Spot::Result,
                Spot::Check,
                Spot::Predicate,
                Spot::Condition,
                Spot::Answer,
                Spot::Effect,
                Spot::KindOfEvent,
            ] {
                let game = midway(&book, options(recovery));
                let mut line = game.search(Seed(1));
                line.push(BY, Walk::Go(1)).unwrap();
                let total = line.state().total;
                let digest = line.digest().unwrap();
                let fault = armed(spot, || line.push(BY, Walk::Go(2))).unwrap_err();
                assert!(!place(&fault).is_empty());
                assert_eq!((line.depth(), line.digest().unwrap()), (1, digest), "{spot:?}");
                line.push(BY, Walk::Go(2)).unwrap();
                assert!(line.pop());
                assert_eq!(line.state().total, total);
                assert!(line.pop() && !line.pop());
            }
        }
    }
}
