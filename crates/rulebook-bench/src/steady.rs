//! A steady state asks for no memory: shown by the counting allocator.

use rulebook::prelude::*;
use rulebook::{History, Recovery, SessionOptions};
use rulebook_games::chess::Chess;
use rulebook_games::connect_four::ConnectFour;

use crate::allocator::{allocations_of, bytes_kept_by};
use crate::playout::Player;
use crate::playout::own_order::Library;
use crate::random::Wyrand;
use crate::rows::dispatch::Counter;
use crate::rows::dispatch::rulebook::{Added, Counting, book};
use crate::rows::ours::Line;
use crate::rows::real::RealLine;
use crate::rows::tic_tac_toe;

/// Long enough that every list has found its size.
const WARM_UP: u64 = 1000;

fn session(history: History, recovery: Recovery) -> Session<Counting<Added>> {
    let options = SessionOptions { history, recovery: Some(recovery), ..SessionOptions::default() };
    let game = book().start_with(Counter::default(), Seed(1), options);
    let mut game = game.expect("a counter can start");
    submit(&mut game, WARM_UP);
    game
}

fn submit(game: &mut Session<Counting<Added>>, actions: u64) {
    for amount in 0..actions {
        let outcome = game.submit(Seat(0), amount);
        assert!(matches!(outcome, Ok(Outcome::Committed(_))), "refused to add {amount}");
    }
}

#[test]
fn an_action_without_history_allocates_nothing() {
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let mut game = session(History::None, recovery);
        let ((), allocations) = allocations_of(|| submit(&mut game, 1000));
        assert_eq!(allocations, 0, "{recovery:?}");
    }
}

#[test]
fn a_bounded_history_does_not_grow() {
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let mut game = session(History::Last(100), recovery);
        let ((), bytes) = bytes_kept_by(|| submit(&mut game, 10_000));
        assert!(bytes <= 0, "{recovery:?}: {bytes} bytes more");
    }
}

#[test]
fn undo_and_redo_without_end_allocate_nothing() {
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let mut game = session(History::All, recovery);
        let ((), allocations) = allocations_of(|| {
            for _ in 0..WARM_UP {
                assert!(matches!(game.undo(), Ok(Outcome::Undone(_))));
            }
            for _ in 0..WARM_UP {
                assert!(matches!(game.redo(), Ok(Outcome::Redone(_))));
            }
        });
        assert_eq!(allocations, 0, "{recovery:?}");
    }
}

/// Playouts with legal actions, pushes and pops, after the first few.
fn playouts_allocate_nothing(mut play: impl FnMut(&mut Wyrand) -> u64) {
    let mut dice = Wyrand::new(5);
    let mut play = |games| (0..games).map(|_| play(&mut dice)).sum::<u64>();
    play(50);
    let (moves, allocations) = allocations_of(|| play(50));
    assert!(moves >= 250);
    assert_eq!(allocations, 0);
}

#[test]
fn playouts_of_tic_tac_toe_allocate_nothing() {
    let mut line = Line::new(&tic_tac_toe::rulebook::start());
    playouts_allocate_nothing(|dice| line.play(dice).0);
}

#[test]
fn playouts_of_connect_four_allocate_nothing() {
    let mut line = RealLine::<ConnectFour>::new();
    playouts_allocate_nothing(|dice| line.play(dice, 43).0);
}

/// Claims of a draw are put in a list, so the games are broken off before one
/// can be made.
#[test]
fn openings_of_chess_allocate_nothing() {
    let mut line = RealLine::<Chess>::new();
    playouts_allocate_nothing(|dice| line.play(dice, 20).0);
}
