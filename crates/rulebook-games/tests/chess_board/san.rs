//! Moves as people and programs write them.

use rulebook_games::chess::board::{Position, Square};
use rulebook_games::chess::notation::{read_attempt, read_fen, read_san, read_uci, write_san};

fn at(fen: &str) -> Position {
    read_fen(fen).expect(fen)
}

/// Where the mistake is, and what is said about it.
fn mistake(fen: &str, san: &str) -> (usize, String) {
    let error = read_san(&at(fen), san).expect_err(san);
    (error.place.column, error.problem.to_string())
}

fn said(column: usize, problem: &str) -> (usize, String) {
    (column, problem.to_owned())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_piece_says_no_more_than_is_needed() {
    let write = |fen: &str, uci: &str| {
        let position = at(fen);
        write_san(&position, read_uci(&position, uci).expect(uci))
    };
    assert_eq!(write(START, "g1f3"), "Nf3");
    let knights = "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1";
    assert_eq!(write(knights, "b1c3"), "Nbc3");
    let files = "4k3/8/8/8/R7/8/8/R3K3 w - - 0 1";
    assert_eq!(write(files, "a1a3"), "R1a3");
    let queens = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
    assert_eq!(write(queens, "h4e1"), "Qh4e1");
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1";
    assert_eq!(write(pinned, "g1f3"), "Nf3", "the other knight is pinned");
}

#[test]
fn special_moves_have_their_own_forms() {
    let position = at("r3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 1");
    let text = |uci: &str| write_san(&position, read_uci(&position, uci).expect(uci));
    assert_eq!(text("e5d6"), "exd6");
    assert_eq!(text("b7a8n"), "bxa8=N");
    assert_eq!(text("b7b8q"), "b8=Q+");
    assert_eq!(text("e1g1"), "O-O");
    let mate = at("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(write_san(&mate, read_uci(&mate, "a1a8").unwrap()), "Ra8#");
}

#[test]
fn mistakes_are_pointed_at() {
    assert_eq!(mistake(START, "0-0").1, "Castling is written with the letter O, not with a zero.");
    assert_eq!(mistake(START, "O-"), said(1, "Write O-O or O-O-O for castling."));
    assert_eq!(mistake(START, "Nf9").0, 3);
    assert_eq!(mistake(START, "").0, 1);
    assert_eq!(mistake(START, "e4 "), said(3, "The move ends before this: remove the rest."));
    assert_eq!(
        mistake(START, "e4e5").1,
        "A pawn that does not take is written with its goal alone: write e5."
    );
    assert_eq!(mistake(START, "e4+"), said(3, "The move gives no check: leave out the sign."));
    assert_eq!(mistake(START, "é4").0, 1);
    let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(mistake(promotes, "a8Q"), said(3, "Write = before what the pawn becomes."));
    assert_eq!(mistake(promotes, "a8=K").0, 4);
    assert_eq!(
        mistake(promotes, "a8").1,
        "The move is not legal. The pawn reaches a8: say whether it becomes a queen, rook, bishop or knight."
    );
    assert_eq!(
        mistake(promotes, "a8=Q#"),
        said(5, "The move gives check, but not mate: write + and not #.")
    );
}

#[test]
fn captures_say_so() {
    let fen = "4k3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1";
    assert_eq!(mistake(fen, "xd5").0, 1);
    assert_eq!(mistake(fen, "Qd5"), said(2, "A piece is taken on d5: write x before it."));
    assert_eq!(mistake(fen, "Qxd4"), said(2, "Nothing is taken on d4: leave out the x."));
    assert_eq!(read_san(&at(fen), "exd5").unwrap().from, Square::E4);
    assert_eq!(read_san(&at(fen), "Qd1xd5").unwrap().from, Square::D1);
}

#[test]
fn several_pieces_are_named() {
    let fen = "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1";
    assert_eq!(
        mistake(fen, "Nc3").1,
        "It could be the piece on b1 or d1: add the file or the rank where it stands."
    );
    assert_eq!(mistake(fen, "Rc3").1, "You have no rook that could be meant.");
    assert_eq!(mistake(fen, "Nac3").1, "You have no knight that could be meant.");
}

/// Three knights, of which the first and the last are told the same.
#[test]
fn a_reason_is_told_once_however_many_pieces_it_is_against() {
    let fen = "3Nk3/8/8/8/4q3/4K3/8/N6N w - - 0 1";
    let (_, told) = mistake(fen, "Nb3");
    let reason = "The king would still be in check from e4.";
    assert_eq!(told.matches(reason).count(), 1, "{told}");
    assert_eq!(told.matches("A knight does not move from").count(), 2, "{told}");
}

#[test]
fn castling_says_why_not() {
    let away = "4k3/8/8/8/8/8/8/R5KR w - - 0 1";
    assert_eq!(
        mistake(away, "O-O").1,
        "The move is not legal. The king, or the rook on h1, has moved, so they do not castle."
    );
    let off = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    assert_eq!(
        mistake(off, "O-O").1,
        "The move is not legal. The king has moved, so it does not castle."
    );
}

#[test]
fn what_programs_write_is_read_strictly() {
    let mistake = |text: &str| read_attempt(text).expect_err(text).place.column;
    assert_eq!(mistake(""), 1);
    assert_eq!(mistake("e"), 2);
    assert_eq!(mistake("e2e"), 4);
    assert_eq!(mistake("E2e4"), 1);
    assert_eq!(mistake("e2-e4"), 3);
    assert_eq!(mistake("a7a8k"), 5);
    assert_eq!(mistake("a7a8Q"), 5);
    assert_eq!(mistake("a7a8qq"), 6);
    assert_eq!(mistake("a7a8 "), 5);
    assert_eq!(mistake("0000"), 1);
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let position = at("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1");
    let castling = read_uci(&position, "b1f1").unwrap();
    assert_eq!(write_san(&position, castling), "O-O");
    let next = position.after(castling);
    assert_eq!(next.king(position.turn()), Square::G1);
    assert!(read_uci(&position, "b1g1").is_err());
}
