//! A destructor of the author's that panics, where the engine forgets what is
//! not needed any more: it is a fault, and what is kept is not harmed.

use std::cell::Cell;

use rulebook::prelude::*;
use rulebook::{
    Fault, FaultKind, Fleet, FleetError, History, Notice, Numbered, Observer, Recovery,
    SessionOptions, StartError, Stepped,
};

thread_local! {
    static ARMED: Cell<bool> = const { Cell::new(false) };
}

/// Runs with a destructor that panics, once.
fn armed<T>(run: impl FnOnce() -> T) -> T {
    ARMED.set(true);
    let done = run();
    assert!(!ARMED.replace(false), "nothing was dropped");
    done
}

#[derive(Clone, Debug, Kinds)]
struct Added(u32);

impl Drop for Added {
    fn drop(&mut self) {
        if ARMED.replace(false) {
            panic!("a destructor, on purpose");
        }
    }
}

struct Counter;

impl Game for Counter {
    type State = u32;
    type Action = u32;
    type Event = Added;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, event: &Added) {
        *total += event.0;
    }

    fn subject(_: &u32, action: &u32) -> Option<Subject> {
        Some(Subject(*action))
    }
}

impl Revert for Counter {
    fn revert(total: &mut u32, event: &Added, (): &()) {
        *total -= event.0;
    }
}

fn count(cx: &mut Effect<'_, Counter>) -> [Added; 1] {
    if *cx.action == 9 {
        cx.propose(Added(9));
        panic!("an effect, on purpose");
    }
    [Added(*cx.action)]
}

fn start(recovery: Recovery, history: History) -> Session<Counter> {
    let book = Book::<Counter>::builder("destructors")
        .reverts()
        .rule("count", |rule| rule.exact([], |offer| offer.push(1)).then(|cx, ()| count(cx)));
    let recovery = Some(recovery);
    let options = SessionOptions { recovery, history, ..SessionOptions::default() };
    book.compile().unwrap().start_with(0, Seed(1), options).unwrap()
}

fn is_of_a_type(fault: &Fault) -> bool {
    let FaultKind::Panic { place, .. } = fault.kind() else { return false };
    place == "a trait that the game's own types implement"
}

const BOTH: [Recovery; 2] = [Recovery::Snapshot, Recovery::Revert];

#[test]
fn what_an_effect_left_that_panicked_is_dropped_before_the_next_action() {
    for recovery in BOTH {
        let mut game = start(recovery, History::All);
        game.submit(Seat(0), 1).unwrap();
        assert!(game.submit(Seat(0), 9).is_err());
        assert!(is_of_a_type(&armed(|| game.submit(Seat(0), 2)).unwrap_err()));
        assert_eq!((*game.state(), game.number()), (1, 1));
        assert!(game.submit(Seat(0), 2).unwrap().is_committed());
        let mut line = game.search(Seed(1));
        let mut legal = Vec::new();
        line.legal_into(Seat(0), &mut legal).unwrap();
        assert!(line.push(Seat(0), 9).is_err());
        assert!(is_of_a_type(&armed(|| line.play(&legal[0])).unwrap_err()));
        assert_eq!((*line.state(), line.depth()), (3, 0));
        assert!(line.play(&legal[0]).unwrap().is_committed());
    }
}

struct Idle;

impl Observer<Counter> for Idle {
    fn notice(&mut self, _: &Notice<'_, Counter>) {}
}

#[test]
fn the_same_where_rules_are_found_by_subject_and_somebody_watches() {
    let book = (0..10).fold(Book::<Counter>::builder("keyed"), |book, number| {
        let name = format!("count {number}");
        book.rule(name, |rule| rule.subject(Subject(number)).then(|cx, ()| count(cx)))
    });
    let mut game = book.compile().unwrap().start(0, Seed(1)).unwrap();
    game.observe(Idle);
    game.submit(Seat(0), 1).unwrap();
    assert!(game.submit(Seat(0), 9).is_err());
    assert!(is_of_a_type(&armed(|| game.submit(Seat(0), 2)).unwrap_err()));
    assert_eq!((*game.state(), game.number()), (1, 1));
    assert!(game.submit(Seat(0), 2).unwrap().is_committed());
}

#[test]
fn an_action_over_what_could_be_redone_leaves_the_state_as_it_was() {
    for recovery in BOTH {
        let mut game = start(recovery, History::All);
        game.submit(Seat(0), 1).unwrap();
        game.undo().unwrap();
        assert!(is_of_a_type(&armed(|| game.submit(Seat(0), 2)).unwrap_err()));
        assert_eq!((*game.state(), game.number(), game.redo_depth()), (0, 0, 0));
        assert!(game.submit(Seat(0), 4).unwrap().is_committed());
        game.undo().unwrap();
        assert_eq!(*game.state(), 0);
    }
}

#[test]
fn what_is_kept_stays_in_order_while_earlier_frames_are_forgotten() {
    for recovery in BOTH {
        for (history, most) in [(History::Last(2), 2), (History::None, 0)] {
            let (mut game, mut faults) = (start(recovery, history), 0);
            for number in 0..20 {
                // Not every action has something dropped. It is committed in any case.
                ARMED.set(true);
                let came = game.submit(Seat(0), 1);
                ARMED.set(false);
                faults += came.is_err() as u32;
                assert!(came.as_ref().err().is_none_or(is_of_a_type));
                assert_eq!(game.number(), number + 1);
                assert_eq!(u64::from(*game.state()), game.number());
                assert!(game.undo_depth() <= most);
                let frames: Vec<u64> = game.frames().map(|frame| frame.number()).collect();
                assert_eq!(frames.last(), Some(&game.number()));
                assert!(game.frames().all(|frame| frame.events().len() == 1));
            }
            assert!(faults > 2, "hardly anything was dropped");
            while game.undo_depth() > 0 {
                game.undo().unwrap();
                assert_eq!(u64::from(*game.state()), game.number());
            }
        }
    }
}

#[test]
fn a_restart_drops_the_old_game_and_the_new_one_has_begun_all_the_same() {
    for recovery in BOTH {
        for history in [History::All, History::Last(2), History::None] {
            for watched in [false, true] {
                let mut game = start(recovery, history);
                if watched {
                    game.observe(Idle);
                }
                (1..4).for_each(|by| assert!(game.submit(Seat(0), by).unwrap().is_committed()));
                let error = armed(|| game.restart(10, Seed(2))).unwrap_err();
                let StartError::Dropped(fault) = error else { panic!("another error: {error}") };
                assert!(is_of_a_type(&fault), "{fault}");
                assert_eq!((*game.state(), game.number(), game.undo_depth()), (10, 0, 0));
                assert!(game.submit(Seat(0), 5).unwrap().is_committed());
                assert_eq!((*game.state(), game.number()), (15, 1));
            }
        }
    }
}

/// A state that panics once when it is dropped, after it was refused.
#[derive(Clone, Debug)]
struct Heavy(u32);

impl Drop for Heavy {
    fn drop(&mut self) {
        if ARMED.replace(false) {
            panic!("a destructor, on purpose");
        }
    }
}

struct Scales;

impl Game for Scales {
    type State = Heavy;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;

    fn apply(heavy: &mut Heavy, by: &u32) {
        heavy.0 += by;
    }
}

impl Observer<Scales> for Idle {
    fn notice(&mut self, _: &Notice<'_, Scales>) {}
}

#[test]
fn a_state_that_cannot_start_is_refused_for_its_own_reason_however_it_is_dropped() {
    let book = Book::<Scales>::builder("scales")
        .rule("add", |rule| rule.then(|cx, ()| [*cx.action]))
        .invariant("light", |invariant| invariant.holds(|heavy: &Heavy| heavy.0 < 10))
        .compile()
        .unwrap();
    let refused = |error| assert_eq!(error, StartError::Invariants(vec!["light".to_owned()]));
    refused(armed(|| book.start(Heavy(10), Seed(1))).map(|_| ()).unwrap_err());
    for watched in [false, true] {
        let mut game = book.start(Heavy(1), Seed(1)).unwrap();
        if watched {
            game.observe(Idle);
        }
        game.submit(Seat(0), 2).unwrap();
        refused(armed(|| game.restart(Heavy(10), Seed(2))).unwrap_err());
        assert_eq!((game.state().0, game.number(), game.seed()), (3, 1, Seed(1)));
        assert!(game.submit(Seat(0), 2).unwrap().is_committed());
    }
}

/// A game that is over after one action.
struct Sprint;

impl Game for Sprint {
    type State = u32;
    type Action = u32;
    type Event = Added;
    type Trace = ();
    type Reason = Never;

    fn apply(total: &mut u32, event: &Added) {
        *total += event.0;
    }

    fn result(total: &u32) -> Option<Scores> {
        (*total > 0).then(|| Scores::draw(2))
    }
}

impl Numbered for Sprint {
    const ACTIONS: usize = 1;

    fn number(_: &u32, _: &u32) -> Option<usize> {
        Some(0)
    }
}

#[test]
fn a_fleet_goes_on_where_an_old_game_cannot_be_dropped() {
    let book = Book::<Sprint>::builder("sprint")
        .rule("run", |rule| {
            rule.candidates(|offer| offer.push(1)).then(|cx, ()| [Added(*cx.action)])
        })
        .compile()
        .unwrap();
    let mut fleet = Fleet::new(&book, 0..1, Seed(1), |_| 0).unwrap();
    let mut steps = [Stepped::default()];
    let error = armed(|| fleet.step(&[0], &mut steps)).unwrap_err();
    let FleetError::Fault { game: 0, fault } = error else { panic!("another error: {error}") };
    assert!(is_of_a_type(&fault), "{fault}");
    assert_eq!(steps[0].result, Some(Scores::draw(2)), "what the old game came to is told");
    // The next game has begun, and goes on.
    let mut masks = [false];
    fleet.masks(&mut masks).unwrap();
    assert_eq!(masks, [true]);
    fleet.step(&[0], &mut steps).unwrap();
    assert_eq!(steps[0].result, Some(Scores::draw(2)));
}
