//! Chess960: lots are drawn for the start, and then it is chess.

use rulebook::prelude::*;
use rulebook_games::chess::board::Position;
use rulebook_games::chess::chess960::{Chess960, book, setup};
use rulebook_games::chess::notation::{read_fen, write_fen};
use rulebook_games::chess::{Action, Match, Objection, parse, print, show, universe};
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| !matches!(action, Action::Move(_) | Action::Arrange))
        .show(show)
        .print(print)
        .golden("playthroughs/chess960.txt")
        .check();
}

#[test]
fn the_rule_sheet_has_no_warnings() {
    assert_eq!(book().warnings(), []);
}

#[test]
fn chance_arranges_the_pieces_once_and_the_seed_settles_how() {
    let arranged = |seed| {
        let mut game = book().start(setup(), Seed(seed)).expect("it can start");
        let early = game.submit(By::Chance, parse("e2e4").expect("a move")).expect("no faults");
        let why = early.refusal().expect("too early").reasons().next().cloned();
        assert_eq!(why, Some(Objection::NotYourTurn.into()));
        game.submit(By::Chance, Action::Arrange).expect("no faults");
        let again = game.submit(Seat(0), Action::Arrange).expect("no faults");
        assert_eq!(again.to_string(), "disallowed: It is not your turn.");
        game.state().position().chess960_number().expect("one of 960")
    };
    let numbers: Vec<u16> = (0..20).map(arranged).collect();
    assert_eq!(numbers, (0..20).map(arranged).collect::<Vec<_>>());
    assert!(numbers.iter().any(|number| *number != numbers[0]), "{numbers:?}");
}

#[test]
fn lots_are_not_drawn_again() {
    let mut game = book().start(setup(), Seed(3)).expect("it can start");
    game.submit(By::Chance, Action::Arrange).expect("no faults");
    let arranged = game.state().clone();
    let outcome = game.undo().expect("no faults");
    assert!(outcome.refusal().is_some(), "{outcome}");
    assert_eq!(*game.state(), arranged);
}

/// A game from a start that is known.
fn from(position: Position) -> Session<Chess960> {
    book().start(Match::chess960(position), Seed(1)).expect("it can start")
}

#[test]
fn the_king_castles_to_its_usual_square_with_a_move_to_its_rook() {
    let mut game = from(read_fen("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1").expect("a position"));
    game.submit(Seat(0), parse("d1b1").expect("a move")).expect("no faults");
    assert_eq!(write_fen(game.state().position()), "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1");
    game.undo().expect("no faults");
    game.submit(Seat(0), parse("d1g1").expect("a move")).expect("no faults");
    assert_eq!(write_fen(game.state().position()), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
}

#[test]
fn every_start_has_moves() {
    for number in (0..960).step_by(37) {
        let mut game = from(Position::chess960(number).expect("there are 960"));
        let legal = game.legal_all().expect("no faults");
        let moves = legal.iter().filter(|legal| matches!(legal.action(), Action::Move(_)));
        assert!(moves.count() >= 18, "{number}");
    }
}

#[test]
fn the_board_is_shown_with_castling_by_the_files_of_the_rooks() {
    let game = from(read_fen("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1").expect("a position"));
    let shown = show(game.state());
    assert!(shown.ends_with("\n4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1\n"), "{shown}");
    let usual = from(Position::start());
    assert!(show(usual.state()).ends_with(" w HAha - 0 1\n"));
}
