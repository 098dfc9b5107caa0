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
fn lines_end_in_either_way_and_a_byte_order_mark_is_no_text() {
    let games = read_pgn(CLASSICS).unwrap();
    let windows = CLASSICS.replace('\n', "\r\n");
    assert_eq!(read_pgn(&windows).as_ref(), Ok(&games));
    let marked = format!("\u{FEFF}{windows}");
    assert_eq!(read_pgn(&marked).as_ref(), Ok(&games), "the escape line comes first");
    let broken = marked.replace("23. Be7#", "23. Be7# Kc8");
    assert_eq!(place(&broken), (19, 44));
    assert_eq!(place("\u{FEFF}x"), (1, 2));
}

#[test]
fn escape_lines_are_skipped_wherever_they_stand() {
    let text = "% first\n[White \"A\"]\n% second [\n\n1. e4 ; said %\n% third 1. d4\ne5 {50 % of\n% it}\n%\n1-0\n% last";
    let games = read_pgn(text).unwrap();
    assert_eq!((games.len(), games[0].line.moves.len()), (1, 2));
    assert_eq!(games[0].line.moves[0].comments, ["said %"]);
    assert_eq!(games[0].line.moves[1].comments, ["50 % of % it"]);
    assert_eq!(place("1. e4 % no line of its own\n*"), (1, 7));
    assert_eq!(place("1. e4\n % nor this\n*"), (2, 2));
}

#[test]
fn what_is_said_before_and_between_tags_belongs_to_the_game() {
    let text =
        "; from a notebook\n[White \"A\"] {of the north} [Black \"B\"]\n{It begins.} 1. e4 *";
    let games = read_pgn(text).unwrap();
    assert_eq!(games[0].line.comments, ["from a notebook", "of the north", "It begins."]);
    assert_eq!(games[0].tag("Black"), Some("B"));
    assert_eq!(read_pgn(&write_pgn(&games[0])).unwrap(), games);
    assert_eq!(place("{never closed [White \"A\"] *"), (1, 1));
}

#[test]
fn values_keep_quotes_backslashes_and_any_letter() {
    let value = "Ľubomír \"Ľ\" Kaváleк \\ 陳";
    let mut game = PgnGame::new(Position::start());
    game.tags.push(PgnTag::new("Annotator", value).unwrap());
    let text = write_pgn(&game);
    assert!(text.contains(r#"[Annotator "Ľubomír \"Ľ\" Kaváleк \\ 陳"]"#), "{text}");
    assert_eq!(read_pgn(&text).unwrap(), [game]);
    assert_eq!(place("[White \"Ľ陳\"]\n[Black \"Ľ陳\\x\"] *"), (2, 12));
}

#[test]
fn a_result_that_the_board_belies_is_pointed_at() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    assert_eq!(
        mistake(&format!("{mate}\n1-0")),
        (
            2,
            1,
            "The board shows another result than 1-0 (Black wins by checkmate): correct it."
                .to_owned()
        )
    );
    assert_eq!(place(&format!("{mate} 1/2-1/2")), (1, 21));
    for fine in ["0-1", "*"] {
        assert!(read_pgn(&format!("{mate} {fine}")).is_ok(), "{fine}");
    }
    let stalemate = "[FEN \"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1\"] 1. Qf7";
    assert!(read_pgn(&format!("{stalemate} 1/2-1/2")).is_ok());
    assert!(mistake(&format!("{stalemate} 1-0")).2.contains("drawn by stalemate"));
    assert!(read_pgn("1. e4 1-0").is_ok(), "resigned");
}

#[test]
fn a_mistake_in_a_later_game_is_found_where_it_is() {
    let text = format!("{CLASSICS}\n[Event \"x\"]\n\n1. e4 (1. d4 d5 {{or}} (1... e6) 2. c5) *\n");
    let lines = CLASSICS.lines().count();
    assert_eq!(
        mistake(&text),
        (lines + 4, 35, "The move is not legal. A pawn does not move from c2 to c5.".to_owned())
    );
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
