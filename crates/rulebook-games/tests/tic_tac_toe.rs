//! Tic-tac-toe: it conforms, its rules do what they say, and every refusal is
//! provoked.

use rulebook::prelude::*;
use rulebook_games::Ending;
use rulebook_games::tic_tac_toe::*;
use rulebook_testkit::Conformance;

#[test]
fn it_conforms() {
    Conformance::new(book(), setup)
        .universe(universe)
        .views()
        .rarely(|action| matches!(action, Action::Resign))
        .show(show)
        .print(print)
        .golden("playthroughs/tic-tac-toe.txt")
        .every_rule()
        .check();
}

/// A game in which these cells were marked in turn.
fn played(cells: &str) -> Session<TicTacToe> {
    let mut game = book().start(setup(), Seed(1)).expect("an empty board can start");
    for (turn, cell) in cells.split_whitespace().enumerate() {
        let action = parse(cell).expect("it is a cell");
        let outcome = game.submit(Seat(turn as u8 % 2), action).expect("the book has no faults");
        assert!(outcome.is_committed(), "{cell}: {outcome}");
    }
    game
}

/// All reasons of a refusal.
fn reasons(game: &mut Session<TicTacToe>, by: impl Into<By>, action: Action) -> Vec<Why> {
    let outcome = game.submit(by, action).expect("the book has no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{outcome}"));
    refusal.reasons().cloned().collect()
}

/// The full names of the rules of the last frame, each once.
fn rules(game: &Session<TicTacToe>) -> Vec<String> {
    let frame = game.frames().next_back().expect("something was played");
    let rule = |origin| match origin {
        rulebook::Origin::Rule(rule) => game.book().rule_view(rule).name(),
        other => format!("{other:?}"),
    };
    let mut rules: Vec<_> = frame.events().map(|event| rule(event.origin)).collect();
    rules.dedup();
    rules
}

#[test]
fn the_rule_sheet_has_no_warnings() {
    assert_eq!(book().warnings(), []);
}

#[test]
fn each_of_the_eight_lines_wins() {
    // The winner's line, and two cells that the loser marks in between.
    let lines = [
        ("a1 b1 c1", "a2 b2"),
        ("a2 b2 c2", "a1 b1"),
        ("a3 b3 c3", "a1 b1"),
        ("a1 a2 a3", "b1 b2"),
        ("b1 b2 b3", "a1 a2"),
        ("c1 c2 c3", "a1 a2"),
        ("a1 b2 c3", "a2 a3"),
        ("a3 b2 c1", "a1 a2"),
    ];
    for (line, between) in lines {
        let line: Vec<_> = line.split(' ').collect();
        let (one, other) = between.split_once(' ').expect("two cells");
        let game = played(&format!("{} {one} {} {other} {}", line[0], line[1], line[2]));
        assert_eq!(game.state().ending(), Some(Ending::Won { by: Seat(0) }), "{line:?}");
        assert_eq!(game.result(), Some(Scores::new(&[1, -1])));
        assert_eq!(rules(&game), ["placing/complete a line"]);
    }
}

#[test]
fn noughts_can_win_too() {
    let game = played("a1 a2 b1 b2 c3 c2");
    assert_eq!(game.result(), Some(Scores::new(&[-1, 1])));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let game = played("a1 b1 c1 b2 a2 c2 b3 a3 c3");
    assert_eq!(game.result(), Some(Scores::draw(2)));
    assert_eq!(rules(&game), ["placing/fill the board"]);
}

#[test]
fn a_line_in_the_last_cell_wins_and_is_no_draw() {
    let game = played("b1 c1 c2 c3 b2 b3 a3 a1 a2");
    assert_eq!(show(game.state()), "3 x o o\n2 x x x\n1 o x o\n  a b c\n");
    assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
    assert_eq!(rules(&game), ["placing/complete a line"]);
}

#[test]
fn whoever_resigns_loses() {
    let mut game = played("b2");
    game.submit(Seat(1), Action::Resign).expect("the book has no faults");
    assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
    assert_eq!(rules(&game), ["resign"]);
}

#[test]
fn a_cell_that_does_not_exist_is_invalid() {
    let mut game = played("");
    let cell = Cell(9);
    assert_eq!(reasons(&mut game, Seat(0), Action::Place { cell }), [Why::NoSuchCell { cell }]);
    // The first gate that objects ends it: that it is not this one's turn is
    // not even looked at.
    assert_eq!(reasons(&mut game, Seat(1), Action::Place { cell }), [Why::NoSuchCell { cell }]);
    let outcome = game.submit(Seat(0), Action::Place { cell: Cell(200) }).expect("no faults");
    assert_eq!(
        outcome.to_string(),
        "invalid: There is no cell 200: cells are numbered from 0 to 8."
    );
}

#[test]
fn nobody_acts_out_of_turn() {
    let mut game = played("b2");
    let place = Action::Place { cell: Cell(0) };
    for by in [By::Seat(Seat(0)), By::Chance, By::Clock] {
        assert_eq!(reasons(&mut game, by, place), [Why::NotYourTurn]);
        assert_eq!(reasons(&mut game, by, Action::Resign), [Why::NotYourTurn]);
    }
    let outcome = game.submit(Seat(2), place).expect("the book has no faults");
    assert_eq!(outcome.to_string(), "invalid: There is no seat 2: they are numbered 0 to 1.");
}

#[test]
fn a_taken_cell_is_disallowed_for_both() {
    let mut game = played("b2 a1");
    for cell in [Cell(4), Cell(0)] {
        assert_eq!(reasons(&mut game, Seat(0), Action::Place { cell }), [Why::Taken { cell }]);
    }
}

#[test]
fn after_the_end_only_undo_is_accepted() {
    let mut game = played("a1 a2 b1 b2 c1");
    let outcome = game.submit(Seat(1), Action::Place { cell: Cell(8) }).expect("no faults");
    assert_eq!(
        outcome.to_string(),
        "invalid: The game is over (seat 0: 1, seat 1: -1): nothing but undo is accepted."
    );
    game.undo().expect("no faults");
    assert_eq!(game.result(), None);
    assert_eq!(game.turn(), Some(Seat(0)));
}

#[test]
fn every_action_that_is_printed_can_be_read() {
    for action in universe(&setup()) {
        match action {
            Action::Place { cell } if !cell.exists() => assert!(parse(&print(&action)).is_err()),
            _ => assert_eq!(parse(&print(&action)), Ok(action)),
        }
    }
}

#[test]
fn what_cannot_be_read_says_what_to_write() {
    for text in ["", "b", "b22", "B2", "2b", "d1", "a4", "a0", "resigned"] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.text(), text);
        assert!(error.to_string().contains("write a cell as column and row"), "{error}");
    }
    assert_eq!(parse(" b2\n"), Ok(Action::Place { cell: Cell(4) }));
}

#[test]
fn an_explanation_reads_like_the_rules() {
    let mut game = played("a1 a2 b1 b2");
    let explanation = game.explain(Seat(0), &Action::Place { cell: Cell(2) }).expect("no faults");
    assert_eq!(
        explanation.to_string().lines().next(),
        Some("Place { cell: c1 } by seat 0 would be committed by \"placing/complete a line\".")
    );
}

#[test]
fn a_rule_that_does_not_decide_says_which_of_its_conditions_does_not_hold() {
    let mut game = played("");
    let explanation = game.explain(Seat(0), &Action::Place { cell: Cell(4) }).expect("no faults");
    let told = explanation.to_string();
    for condition in
        ["\"it completes a line\" does not hold", "\"it takes the last cell\" does not"]
    {
        assert!(told.contains(condition), "{told}");
    }
    assert!(!told.contains("skipped"), "{told}");
}
