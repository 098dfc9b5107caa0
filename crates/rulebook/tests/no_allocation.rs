//! In a steady state with history off, an action allocates nothing: neither a
//! session's nor a search line's, with either way of recovery.
#![expect(unsafe_code, reason = "a counting allocator is an unsafe trait")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use common::BOTH;
use rulebook::prelude::*;
use rulebook::{History, Kind, Legal, Recovery, SessionOptions};

/// Counts what the thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more, and nobody asks it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed to the system's allocator unchanged; counting
// allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: `place` came from `System` with this layout.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: `place` came from `System` with this layout.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often something allocates.
fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    // Optimised, what nobody looks at is not made.
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| drop(black_box(vec![1, 2, 3]))), 1);
    assert_eq!(allocations(|| ()), 0);
}

/// Two seats add to a total in turn.
struct Adding;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sum {
    total: i32,
    turn: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Put {
    Up(i32),
    Down(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PutKind {
    Up,
    Down,
}

impl Kind for PutKind {
    const ALL: &'static [Self] = &[PutKind::Up, PutKind::Down];
    fn index(self) -> usize {
        self as usize
    }
    fn name(self) -> &'static str {
        ["Up", "Down"][self.index()]
    }
}

impl Kinded for Put {
    type Kind = PutKind;
    fn kind(&self) -> PutKind {
        match self {
            Put::Up(_) => PutKind::Up,
            Put::Down(_) => PutKind::Down,
        }
    }
}

impl Game for Adding {
    type State = Sum;
    type Action = Put;
    type Event = Put;
    type Trace = Seat;
    type Reason = common::Why;

    fn apply(sum: &mut Sum, event: &Put) -> Seat {
        let turn = sum.turn;
        match event {
            Put::Up(by) => sum.total += by,
            Put::Down(by) => sum.total -= by,
        }
        sum.turn = turn.next(2);
        turn
    }

    fn active(sum: &Sum) -> Actors {
        Actors::only(sum.turn)
    }

    fn subject(_: &Sum, action: &Put) -> Option<Subject> {
        let (Put::Up(by) | Put::Down(by)) = *action;
        u32::try_from(by).ok().map(Subject)
    }
}

impl Revert for Adding {
    fn revert(sum: &mut Sum, event: &Put, turn: &Seat) {
        match event {
            Put::Up(by) => sum.total -= by,
            Put::Down(by) => sum.total += by,
        }
        sum.turn = *turn;
    }
}

/// A book with checks, phases with predicates, conditions and findings.
fn ordered() -> Book<Adding> {
    Book::<Adding>::builder("ordered")
        .reverts()
        .only_active("it is your turn", common::Why::NotYou)
        .phase("play", |play| {
            play.when("not too high", |sum: &Sum| sum.total < 1000)
                .strategy(Strategy::HighestPriority)
                .rule("up", |rule| {
                    rule.on(PutKind::Up)
                        .when("positive", |ask| *ask.action != Put::Up(0))
                        .candidates(|offer| offer.extend([Put::Up(1), Put::Up(2)]))
                        .then(|cx, ()| [*cx.action])
                })
                .rule("down", |rule| {
                    rule.on(PutKind::Down)
                        .answer(|ask| match ask.action {
                            Put::Down(by) => Answer::Match(*by),
                            Put::Up(_) => Answer::Skip,
                        })
                        .candidates(|offer| offer.push(Put::Down(1)))
                        .then(|_, by| [Put::Down(by)])
                })
        })
        .compile()
        .unwrap()
}

/// The same with everything that makes the engine work harder.
fn applying() -> Book<Adding> {
    ordered()
        .variant("applying")
        .strategy(Strategy::ApplyAll)
        .phase("alone", |alone| {
            alone
                .strategy(Strategy::Exclusive)
                .rule("echo", |rule| rule.exclusive("echo").then(|cx, ()| [*cx.action, Put::Up(0)]))
                .rule("none", |rule| rule.answer(|_| Answer::<(), _>::Skip).then(|_, ()| ()))
        })
        .rule("again", |rule| rule.exclusive("echo").then(|cx, ()| [*cx.action]))
        .invariant("small", |invariant| invariant.holds(|sum: &Sum| sum.total < 100_000))
        .compile()
        .unwrap()
}

/// The same with a turn machine, in which each move is a step.
fn stepping() -> Book<Adding> {
    ordered()
        .variant("stepping")
        .turn(
            |sum: &Sum| sum.turn,
            common::Why::NotNow,
            |turn| {
                let any = [PutKind::Up, PutKind::Down];
                turn.step(Seat(0), |step| step.allows(any).leads_to(Seat(1)).leaving(|_| ()))
                    .step(Seat(1), |step| step.allows(any).leads_to(Seat(0)).entering(|_| ()))
            },
        )
        .compile()
        .unwrap()
}

fn start(book: &Book<Adding>, recovery: Recovery) -> Session<Adding> {
    let options = SessionOptions {
        history: History::None,
        recovery: Some(recovery),
        ..SessionOptions::default()
    };
    book.start_with(Sum { total: 0, turn: Seat(0) }, Seed(1), options).unwrap()
}

/// Up and down, so that it could go on for ever.
fn play(game: &mut Session<Adding>, moves: usize) {
    for at in 0..moves {
        let turn = game.state().turn;
        let put = if at % 2 == 0 { Put::Up(2) } else { Put::Down(2) };
        assert!(game.submit(turn, put).unwrap().is_committed());
    }
}

#[test]
fn a_submit_allocates_nothing_once_it_runs() {
    for book in [ordered(), applying(), stepping()] {
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            play(&mut game, 10);
            assert_eq!(allocations(|| play(&mut game, 1000)), 0, "{} {recovery:?}", book.name());
        }
    }
}

/// Rules that are asked in order, which may be passed over for more than one
/// reason.
fn in_order() -> Book<Adding> {
    Book::<Adding>::builder("in order")
        .reverts()
        .only_active("it is your turn", common::Why::NotYou)
        .rule("never", |rule| {
            rule.when("positive", |ask| *ask.action != Put::Up(0))
                .when("huge", |ask| *ask.action == Put::Up(i32::MAX))
                .then(|cx, ()| [*cx.action])
        })
        .rule("always", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .unwrap()
}

#[test]
fn a_submit_that_is_explained_in_a_straight_line_allocates_nothing_once_it_runs() {
    for recovery in BOTH {
        let mut game = start(&in_order(), recovery);
        let mut play = |moves: usize| {
            for at in 0..moves {
                let turn = game.state().turn;
                let put = if at % 2 == 0 { Put::Up(2) } else { Put::Down(2) };
                let (outcome, why) = game.submit_explained(turn, put).unwrap();
                assert!(outcome.is_committed());
                assert_eq!(black_box(why).rules().inspect(|it| _ = black_box(it)).count(), 2);
            }
        };
        play(10);
        assert_eq!(allocations(|| play(1000)), 0, "{recovery:?}");
    }
}

/// Many rules, each about its subject alone.
fn keyed() -> Book<Adding> {
    let book = Book::<Adding>::builder("keyed").reverts();
    let book = (0..100).fold(book, |book, number| {
        book.rule(format!("{number}"), |rule| {
            rule.subject(Subject(number))
                .when("positive", |ask| *ask.action != Put::Up(0))
                .then(|cx, ()| [*cx.action])
        })
    });
    book.compile().unwrap()
}

#[test]
fn an_action_for_one_of_many_rules_is_explained_without_an_allocation_once_it_runs() {
    for recovery in BOTH {
        let mut game = start(&keyed(), recovery);
        let read = |why: &rulebook::Explanation<Adding>| {
            assert_eq!(black_box(why).concerned().inspect(|it| _ = black_box(it)).count(), 1);
            assert_eq!(black_box(why).others().other_subject, 99);
        };
        let mut play = |moves: usize| {
            for at in 0..moves {
                let turn = game.state().turn;
                let by = (at / 2 % 99) as i32 + 1;
                let put = if at % 2 == 0 { Put::Up(by) } else { Put::Down(by) };
                read(game.explain(turn, &put).unwrap());
                let (outcome, why) = game.submit_explained(turn, put).unwrap();
                assert!(outcome.is_committed());
                read(why);
            }
        };
        play(10);
        assert_eq!(allocations(|| play(1000)), 0, "{recovery:?}");
    }
}

#[test]
fn game_after_game_in_one_session_and_one_list_allocates_nothing() {
    for recovery in BOTH {
        for history in [History::All, History::None] {
            let options =
                SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
            let sum = || Sum { total: 0, turn: Seat(0) };
            let mut game = ordered().start_with(sum(), Seed(1), options).unwrap();
            let mut legal: Vec<Legal<Adding>> = Vec::new();
            let mut games = |games: u64| {
                for number in 0..games {
                    game.restart(sum(), Seed(number)).unwrap();
                    for _ in 0..20 {
                        game.legal_all_into(&mut legal).unwrap();
                        let chosen = legal.swap_remove(0);
                        assert!(game.play(chosen).unwrap().is_committed());
                    }
                }
            };
            games(3);
            assert_eq!(allocations(|| games(100)), 0, "{recovery:?} {history:?}");
        }
    }
}

#[test]
fn legal_actions_into_a_list_of_the_callers_and_playing_one_allocate_nothing() {
    for book in [ordered(), applying(), stepping()] {
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            let mut legal: Vec<Legal<Adding>> = Vec::new();
            let mut turns = |turns: usize| {
                for at in 0..turns {
                    legal.clear();
                    let turn = game.state().turn;
                    game.legal_into(turn, &mut legal).unwrap();
                    let chosen = if at % 2 == 0 { 0 } else { legal.len() - 1 };
                    let chosen = legal.swap_remove(chosen);
                    assert!(game.play(chosen).unwrap().is_committed());
                }
            };
            turns(10);
            assert_eq!(allocations(|| turns(200)), 0, "{} {recovery:?}", book.name());
        }
    }
}

#[test]
fn push_and_pop_of_a_search_line_allocate_nothing() {
    for book in [ordered(), applying(), stepping()] {
        for recovery in BOTH {
            let game = start(&book, recovery);
            let mut line = game.search(Seed(2));
            let mut legal: Vec<Legal<Adding>> = Vec::new();
            let mut dive = || {
                for _ in 0..8 {
                    line.legal_all_into(&mut legal).unwrap();
                    assert!(line.play(&legal[0]).unwrap().is_committed());
                    let turn = line.state().turn;
                    assert!(line.push(turn, Put::Down(1)).unwrap().is_committed());
                }
                while line.pop() {}
            };
            dive();
            assert_eq!(
                allocations(|| (0..50).for_each(|_| dive())),
                0,
                "{} {recovery:?}",
                book.name()
            );
        }
    }
}

#[test]
fn a_refusal_allocates_what_it_says_and_leaves_the_steady_state_steady() {
    let book = ordered();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        play(&mut game, 10);
        let before = *game.state();
        let refused = allocations(|| {
            for _ in 0..100 {
                assert!(game.submit(before.turn.next(2), Put::Up(1)).unwrap().refusal().is_some());
            }
        });
        assert!(refused <= 100 * 6, "{refused} allocations for 100 refusals");
        assert_eq!(*game.state(), before);
        assert_eq!(allocations(|| play(&mut game, 100)), 0);
    }
}
