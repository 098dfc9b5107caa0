//! Variants of chess: the rule sheet of chess with a few rules above it.

use rulebook::prelude::*;
use rulebook_games::chess::board::Colour;
use rulebook_games::chess::notation::read_fen;
use rulebook_games::chess::{
    Action, Chess, Draws, Ending, Match, king_of_the_hill, parse, print, show, three_check,
    universe,
};
use rulebook_testkit::Conformance;

fn conforms(book: Book<Chess>, setup: fn() -> Match) {
    Conformance::new(book, setup)
        .universe(universe)
        .rarely(|action| !matches!(action, Action::Move(_)))
        .show(show)
        .print(print)
        .check();
}

#[test]
fn they_conform() {
    conforms(king_of_the_hill::book(), king_of_the_hill::setup);
    conforms(three_check::book(), three_check::setup);
}

/// A game of a variant from a position, in which this was played.
fn played(book: Book<Chess>, fen: &str, texts: &str) -> Session<Chess> {
    let position = read_fen(fen).expect(fen);
    let start = Match::from(position).with_draws(Draws::NotForLackOfPieces);
    let mut game = book.start(start, Seed(1)).expect("it can start");
    for text in texts.split(", ") {
        let seat = game.state().turn();
        let outcome = game.submit(seat, parse(text).expect(text)).expect("no faults");
        assert!(outcome.is_committed(), "{text}: {outcome}");
    }
    game
}

#[test]
fn the_rule_sheets_have_no_warnings() {
    assert_eq!(king_of_the_hill::book().warnings(), []);
    assert_eq!(three_check::book().warnings(), []);
}

#[test]
fn a_bare_king_wins_on_the_hill_and_nobody_else_does() {
    let bare = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
    let game = played(king_of_the_hill::book(), bare, "d3d4");
    assert_eq!(game.state().ending(), Some(Ending::TookTheHill { winner: Colour::White }));
    let queen = "7k/8/8/8/8/8/8/3QK3 w - - 0 1";
    let game = played(king_of_the_hill::book(), queen, "d1d4");
    assert_eq!(game.state().ending(), None);
}

#[test]
fn the_hill_is_no_refuge_from_check() {
    let fen = "4r2k/8/8/8/8/3K4/8/8 w - - 0 1";
    let mut game = played(king_of_the_hill::book(), fen, "d3d2, h8h7, d2d3, h7h8");
    let outcome = game.submit(Seat(0), parse("d3e4").expect("a move")).expect("no faults");
    let why = "disallowed: The king would be in check on e4 from e8.";
    assert_eq!(outcome.to_string(), why);
}

#[test]
fn the_third_check_wins_and_undo_counts_back() {
    let fen = "7k/8/8/8/8/8/4K3/R7 w - - 0 1";
    let two = "a1h1, h8g8, h1g1, g8h8";
    let mut game = played(three_check::book(), fen, two);
    assert_eq!((game.state().checks(Colour::White), game.state().ending()), (2, None));
    let third = parse("g1h1").expect("a move");
    game.submit(Seat(0), third).expect("no faults");
    assert_eq!(game.state().ending(), Some(Ending::ThreeChecks { winner: Colour::White }));
    game.undo().expect("no faults");
    assert_eq!((game.state().checks(Colour::White), game.result()), (2, None));
}

#[test]
fn mate_is_still_mate() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for book in [king_of_the_hill::book(), three_check::book()] {
        let game = played(book, fen, "a1a8");
        assert!(matches!(game.state().ending(), Some(Ending::Finished { .. })));
    }
}
