//! The game keeps every promise of the engine: random play, offered means
//! accepted, undo, forks, replay, and much more. A failure says what is wrong
//! and which actions lead there.

use rulebook::prelude::*;
use rulebook_testkit::Conformance;

use my_game::{Action, STONES, State, book, parse, print, setup, show};

/// Every action that could make sense to anybody, and some that cannot: the
/// suite submits them all.
fn universe(_: &State) -> Vec<Action> {
    let takes = (0..=STONES + 1).map(Action::Take);
    takes.chain([Action::Resign]).collect()
}

#[test]
fn the_game_passes_the_conformance_suite() {
    Conformance::new(book(), setup)
        .universe(universe)
        .rarely(|action| *action == Action::Resign)
        .show(show)
        .print(print)
        .every_rule()
        .check();
}

#[test]
fn nothing_is_wrong_with_the_book() {
    let analysis = book().analyse();
    assert!(analysis.is_clean(), "{analysis}");
}

#[test]
fn whoever_takes_the_last_stone_loses() {
    let near_the_end = State {
        stones: 2,
        ..setup()
    };
    let mut game = book().start(near_the_end, Seed(1)).unwrap();
    let refused = game.submit(Seat(0), Action::Take(5)).unwrap();
    assert_eq!(
        refused.to_string(),
        "disallowed: You may take one, two or three stones, not 5. \
         You cannot take 5 stones: there are 2.",
    );
    game.submit(Seat(0), Action::Take(2))
        .unwrap()
        .committed()
        .unwrap();
    assert_eq!(game.result(), Some(Scores::win(Seat(1), 2)));
}

#[test]
fn actions_are_read_as_they_are_written() {
    for action in universe(&setup()) {
        assert_eq!(parse(&print(&action)), Ok(action));
    }
    assert!(parse("take").is_err() && parse("take 1 2").is_err() && parse("take -1").is_err());
}
