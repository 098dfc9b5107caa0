//! What the tests have in common.

use rulebook::prelude::*;
use rulebook_games::backgammon::*;

/// A game from a table that is written down.
pub(crate) fn start(text: &str) -> Session<Backgammon> {
    let table: Table = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    book().start(table, Seed(1)).expect("it can start")
}

/// The action that is written down.
pub(crate) fn action(text: &str) -> Action {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Does this, all of which is legal, in turn.
pub(crate) fn play(game: &mut Session<Backgammon>, texts: &str) {
    for text in texts.split(", ").filter(|text| !text.is_empty()) {
        let by = game.turn().map_or(By::Chance, By::Seat);
        let outcome = game.submit(by, action(text)).expect("no faults");
        assert!(outcome.is_committed(), "{text}: {outcome}");
    }
}

/// What is legal now.
pub(crate) fn legal(game: &mut Session<Backgammon>) -> Vec<String> {
    let legal = game.legal_all().expect("no faults");
    legal.iter().map(|legal| print(legal.action())).collect()
}
