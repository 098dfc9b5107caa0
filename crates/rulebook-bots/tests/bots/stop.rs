//! A bot for which nobody waits any more gives up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use rulebook::prelude::*;
use rulebook_bots::{Bot, Mcts, NoDecision};
use rulebook_games::chess::{book, setup};

#[test]
fn a_bot_that_thinks_for_ever_stops_when_it_is_asked_from_elsewhere() {
    // Counted rather than timed: it is asked before each iteration.
    let asked = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&asked);
    let mut bot = Mcts::new(book(), Seed(7))
        .iterations(u32::MAX)
        .horizon(1)
        .stops_when(move || counter.fetch_add(1, Ordering::Relaxed) == 5);
    let thinking = thread::spawn(move || {
        let mut game = book().start(setup(), Seed(1)).expect("it can start");
        let view = game.view(Seat(0)).expect("it can be seen");
        bot.decide(&view).expect_err("nobody waits")
    });
    assert!(matches!(thinking.join().expect("no panic"), NoDecision::Stopped));
    assert_eq!(asked.load(Ordering::Relaxed), 6);
}

#[test]
fn who_is_never_asked_to_stop_decides_as_without_asking() {
    let mut game = book().start(setup(), Seed(1)).expect("it can start");
    let view = game.view(Seat(0)).expect("it can be seen");
    let bot = || Mcts::new(book(), Seed(7)).iterations(20).horizon(5);
    let free = bot().decide(&view).expect("it decides");
    assert_eq!(bot().stops_when(|| false).decide(&view).expect("it decides"), free);
}
