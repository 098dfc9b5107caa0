//! Whole games as text.

use crate::common::dice::Dice;
use crate::common::{play, start};
use rulebook_games::chess::board::{Colour, Position};
use rulebook_games::chess::notation::{
    PgnGame, PgnMove, PgnResult, PgnTag, read_fen, read_pgn, write_pgn,
};

const CLASSICS: &str = include_str!("../data/classics.pgn");

#[test]
fn a_file_with_comments_and_variations_reads() {
    let games = read_pgn(CLASSICS).unwrap();
    let [immortal, evergreen] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!(immortal.tag("Annotator"), Some("a \"friend\" of the game"));
    let opening = "The \"Immortal\" game: three pieces and a rook for a mate.";
    assert_eq!(immortal.line.comments, [opening]);
    assert_eq!(immortal.line.moves.len(), 45);
    assert!(immortal.end().is_checkmate());
    let check = &immortal.line.moves[5];
    assert_eq!(check.variations[0].moves[2].variations[0].moves.len(), 3);
    assert_eq!(immortal.line.moves[7].glyphs, [6]);
    assert_eq!(immortal.line.moves[17].comments, ["attacks bishop and knight"]);
    assert_eq!(immortal.line.moves[21].comments, ["A bishop, but", "time is lost."]);
    assert_eq!(immortal.line.moves[34].variations.len(), 2);
    assert_eq!(immortal.line.moves[42].glyphs, [3, 18]);
    assert_eq!(immortal.result, PgnResult::Won { by: Colour::White });
    assert!(evergreen.end().is_checkmate());
}

#[test]
fn games_read_as_they_were_written() {
    for game in read_pgn(CLASSICS).unwrap() {
        let text = write_pgn(&game);
        assert_eq!(read_pgn(&text).unwrap(), [game]);
        assert!(text.lines().all(|line| line.chars().count() <= 81), "{text}");
    }
}

#[test]
fn random_games_read_as_they_were_written() {
    let mut dice = Dice(1883);
    for number in 0..20 {
        let begin = start(number);
        let mut game = PgnGame::new(begin);
        play(begin, &mut dice, 80, |_, _, chosen| game.line.moves.push(PgnMove::new(chosen)));
        assert_eq!(read_pgn(&write_pgn(&game)).unwrap(), [game]);
    }
}

#[test]
fn a_game_is_written_in_the_usual_form() {
    let text =
        "[Event \"?\"]\n\n1. e4 {best by test} 1... e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 $1 *\n";
    assert_eq!(write_pgn(&read_pgn(text).unwrap()[0]), text);
}

#[test]
fn tags_tell_what_the_game_is() {
    let begin = read_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 40").unwrap();
    let mut game = PgnGame::new(begin);
    game.result = PgnResult::Drawn;
    let text = write_pgn(&game);
    assert!(
        text.contains(
            "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 40\"]\n"
        ),
        "{text}"
    );
    let again = &read_pgn(&text).unwrap()[0];
    assert_eq!(again.start, begin);
    game.start = Position::start();
    assert!(!write_pgn(&game).contains("FEN"));
}

#[test]
fn comments_that_braces_cannot_hold_run_to_the_end_of_the_line() {
    let mut game = read_pgn("1. e4 e5 *").unwrap().remove(0);
    game.line.moves[0].comments = vec!["a } b".to_owned(), "c".to_owned()];
    game.line.comments = vec![String::new()];
    let text = write_pgn(&game);
    assert_eq!(text, "{} 1. e4 ; a } b\n{c} 1... e5 *\n");
    assert_eq!(read_pgn(&text).unwrap(), [game]);
}

#[test]
fn long_games_are_wrapped() {
    let mut game = read_pgn("1. e4 *").unwrap().remove(0);
    game.line.moves[0].comments = vec!["%word ".repeat(60).trim().to_owned()];
    let text = write_pgn(&game);
    assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
    assert_eq!(read_pgn(&text).unwrap()[0], game);
    game.line.moves[0].comments = vec!["word ".repeat(60).trim().to_owned()];
    let text = write_pgn(&game);
    assert!(text.lines().all(|line| line.len() <= 81) && text.lines().count() > 3, "{text}");
    assert_eq!(read_pgn(&text).unwrap(), [game]);
}

/// Line and column of a mistake, and what is said about it.
fn mistake(text: &str) -> (usize, usize, String) {
    let error = read_pgn(text).expect_err(text);
    (error.place.line, error.place.column, error.problem.to_string())
}

fn place(text: &str) -> (usize, usize) {
    let (line, column, _) = mistake(text);
    (line, column)
}

#[test]
fn mistakes_in_tags_are_pointed_at() {
    assert_eq!(place("[Event ?] *"), (1, 8));
    assert_eq!(place("[\"x\"] *"), (1, 2));
    assert_eq!(place("[Event \"x] *"), (1, 13));
    assert_eq!(place("[Event \"x\ny\"] *"), (1, 10));
    assert_eq!(place("[Event \"x\\n\"] *"), (1, 11));
    assert_eq!(place("[Event \"x\" *"), (1, 12));
    assert_eq!(place("[Event \"x\"]\n[Event \"y\"] *"), (2, 2));
    assert_eq!(place("[Result \"2-0\"] *"), (1, 10));
    assert_eq!(place("[SetUp \"1\"] *"), (1, 9));
    assert_eq!(place("[FEN \"4k3/8/8/8/8/8/8/4K4 w - - 0 1\"] *"), (1, 25));
    assert_eq!(place("1. e4\n[Event \"x\"] *"), (2, 1));
}

#[test]
fn mistakes_in_moves_are_pointed_at() {
    assert_eq!(
        mistake("1. e4 e5\n2. Nf3 Nc6 3. Bb4 *"),
        (2, 15, "The move is not legal. A bishop does not move from c1 to b4. A bishop does not move from f1 to b4.".to_owned())
    );
}

#[test]
fn mistakes_between_moves_are_pointed_at() {
    assert_eq!(mistake("1. e4 e5 3. Nf3 *").2, "The next move has the number 2: correct it.");
    assert_eq!(place("1... e4 *"), (1, 2));
    assert_eq!(place("1. e4 2. *"), (1, 7));
    assert_eq!(place("1. 1-0"), (1, 1));
    assert_eq!(place("1. e4 e5"), (1, 9));
    assert_eq!(place("1. e4 (1. d4 *"), (1, 14));
    assert_eq!(place("1. e4 (1. d4"), (1, 7));
    assert_eq!(place("1. e4 ) *"), (1, 7));
    assert_eq!(place("(1. e4) *"), (1, 1));
    assert_eq!(place("1. e4 {never ends *"), (1, 7));
    assert_eq!(place("1. e4 $256 *"), (1, 8));
    assert_eq!(place("1. e4!!! *"), (1, 6));
    assert_eq!(place("1. e4 ! *"), (1, 7));
    assert_eq!(place("1. e4 <x> *"), (1, 7));
    assert_eq!(place("$1 *"), (1, 1));
    assert_eq!(place("1. 0-0 *"), (1, 4));
    assert_eq!(place("1. e4-e5 *"), (1, 6));
    assert_eq!(place("[Result \"1-0\"]\n1. e4 0-1"), (2, 7));
    assert_eq!(place(" \n "), (2, 2));
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(65));
    assert_eq!(mistake(&deep).2, "Variations lie more than 64 deep in each other: flatten them.");
}

#[test]
fn tags_that_cannot_be_written_cannot_be_made() {
    assert!(PgnTag::new("", "x").is_none());
    assert!(PgnTag::new("A b", "x").is_none());
    assert!(PgnTag::new("A", "x\ny").is_none());
}
