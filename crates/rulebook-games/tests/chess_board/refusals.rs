//! Why a move is refused, in the words of chess.

use std::collections::BTreeSet;

use rulebook::Reason;
use rulebook_games::chess::board::{Attempt, Position, Refusal, Role, Square, Wing};
use rulebook_games::chess::notation::{read_attempt, read_fen};

/// The reasons against a move, as sentences.
fn why(fen: &str, attempt: &str) -> Vec<String> {
    let position = read_fen(fen).expect(fen);
    let attempt = read_attempt(attempt).expect(attempt);
    position.refusals(attempt).iter().map(Refusal::to_string).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn only_your_own_pieces_move_and_they_move_somewhere() {
    assert_eq!(why(START, "e4e5"), ["There is no piece on e4."]);
    assert_eq!(why(START, "e7e5"), ["The piece on e7 is not yours."]);
    assert_eq!(why(START, "e2e2"), ["A move leads to another square, and e2 is where it starts."]);
    assert_eq!(why(START, "d1d2"), ["Your own piece stands on d2."]);
}

#[test]
fn pieces_move_in_their_own_way() {
    assert_eq!(why(START, "b1b3"), ["A knight does not move from b1 to b3."]);
    assert_eq!(why(START, "e2d5"), ["A pawn does not move from e2 to d5."]);
    assert_eq!(
        why(START, "a1a8"),
        ["The piece on a2 is in the way.", "The piece on a7 is in the way.",]
    );
    assert_eq!(
        why(START, "b1d2"),
        ["Your own piece stands on d2."],
        "a knight jumps, but not onto its own"
    );
}

#[test]
fn pawns_take_diagonally_and_step_straight() {
    let fen = "4k3/8/8/3pp3/4P3/3P4/8/4K3 w - - 0 1";
    let ahead = "A pawn takes diagonally, and the piece on e5 is straight ahead.";
    assert_eq!(why(fen, "e4e5"), [ahead]);
    let nothing = "A pawn goes diagonally only to take, and there is nothing to take on f5.";
    assert_eq!(why(fen, "e4f5"), [nothing]);
    assert_eq!(
        why(fen, "d3d5"),
        [
            "A pawn takes diagonally, and the piece on d5 is straight ahead.",
            "Only the first move of a pawn goes two squares, and the pawn on d3 has moved.",
        ]
    );
    let blocked = "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1";
    assert_eq!(why(blocked, "e2e4"), ["The piece on e3 is in the way."]);
}

#[test]
fn en_passant_is_taken_at_once_or_never() {
    let late = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
    assert_eq!(
        why(late, "e5d6"),
        ["A pawn is taken en passant at once or never, and the last move did not skip d6."]
    );
    assert_eq!(why("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), [""; 0]);
    let opens = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2";
    assert_eq!(why(opens, "e5d6"), ["With both pawns gone, the king would be in check from h5."]);
}

#[test]
fn the_king_must_not_be_left_in_check() {
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(why(pinned, "e2c3"), ["The piece is pinned to its king by the piece on e8."]);
    let check = "4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1";
    assert_eq!(why(check, "a1b3"), ["The king would still be in check from e8."]);
    assert_eq!(why(check, "e1e2"), ["The king would be in check on e2 from e8."]);
    let kings = "8/8/8/8/8/3k4/8/3K4 w - - 0 1";
    assert_eq!(why(kings, "d1d2"), ["The king would be in check on d2 from d3."]);
}

#[test]
fn all_reasons_are_told_at_once() {
    // In check from the bishop, pinned by the rook, and no way for a knight.
    let fen = "4r1k1/8/8/8/7b/8/4N3/4K3 w - - 0 1";
    assert_eq!(
        why(fen, "e2e4"),
        ["A knight does not move from e2 to e4.", "The king would still be in check from h4.",]
    );
    assert_eq!(
        why(fen, "e2d4q"),
        [
            "The king would still be in check from h4.",
            "The piece is pinned to its king by the piece on e8.",
            "Only a pawn that reaches the last rank becomes another piece.",
        ]
    );
}

#[test]
fn a_pawn_says_what_it_becomes() {
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(
        why(fen, "a7a8"),
        ["The pawn reaches a8: say whether it becomes a queen, rook, bishop or knight."]
    );
    let mut attempt = read_attempt("a7a8q").unwrap();
    attempt.promotion = Some(Role::King);
    let refusals = read_fen(fen).unwrap().refusals(attempt);
    assert_eq!(refusals, [Refusal::PromotionTo { role: Role::King }]);
}

#[test]
fn castling_is_refused_for_what_stands_and_looks_in_the_way() {
    assert_eq!(
        why(START, "e1c1"),
        ["b1", "c1", "d1"].map(|square| format!("The piece on {square} is in the way."))
    );
    let passes = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
    assert_eq!(why(passes, "e1g1"), ["The king passes f1, which is attacked from f3."]);
    assert_eq!(why(passes, "e1h1"), ["The king passes f1, which is attacked from f3."]);
    assert_eq!(why(passes, "e1c1"), [""; 0]);
    let into = "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1";
    assert_eq!(why(into, "e1g1"), ["The king would be in check on g1 from g3."]);
    let out = "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1";
    let check = "The king is in check from e3, and does not castle out of check.";
    assert_eq!(why(out, "e1c1"), [check]);
}

#[test]
fn castling_is_refused_when_king_or_rook_has_moved() {
    let one = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
    assert_eq!(
        why(one, "e1g1"),
        ["The rook on h1 has moved, so the king does not castle with it."]
    );
    let none = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    assert_eq!(
        why(none, "e1g1"),
        ["The king, or the rook on h1, has moved, so they do not castle."]
    );
    let beside = "4k3/8/8/8/8/8/8/4KR2 w - - 0 1";
    assert_eq!(
        why(beside, "e1f1"),
        [
            "Your own piece stands on f1.",
            "The king, or the rook on f1, has moved, so they do not castle.",
        ]
    );
    let on_a_walk = "4k3/8/8/8/4KR2/8/8/8 w - - 0 1";
    assert_eq!(why(on_a_walk, "e4f4")[0], "Your own piece stands on f4.");
    // In Chess960 that is how castling is said, and nobody means a step.
    let right = "4k3/8/8/8/8/8/8/4KRr1 w F - 0 1";
    assert!(!why(right, "e1f1").contains(&"Your own piece stands on f1.".to_owned()));
    assert!(!why(right, "e1f1").is_empty());
    let gone = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(why(gone, "e1g1"), ["There is no rook on h1 to castle with."]);
    let away = read_fen("4k3/8/8/8/4K3/8/8/R6R w - - 0 1").unwrap();
    assert_eq!(away.castling_refusals(Wing::King), [Refusal::KingHasMoved]);
}

#[test]
fn in_chess960_the_rook_may_have_shielded_the_king() {
    let fen = "4k3/8/8/8/8/8/8/qRK5 w B - 0 1";
    assert_eq!(why(fen, "c1b1"), ["The king would be in check on c1 from a1."]);
    let position = Position::new(&read_fen(fen).unwrap().setup()).unwrap();
    assert!(position.castles().contains(Square::B1));
}

/// An attempt as text, also to become what no pawn becomes.
fn attempt(text: &str) -> Attempt {
    match text.strip_suffix('k') {
        Some(squares) => {
            Attempt { promotion: Some(Role::King), ..read_attempt(squares).expect(text) }
        }
        None => read_attempt(text).expect(text),
    }
}

fn codes(fen: &str, text: &str) -> Vec<&'static str> {
    let position = read_fen(fen).expect(fen);
    position.refusals(attempt(text)).iter().map(Refusal::code).collect()
}

/// A position and a move against which there is this one reason.
const ALONE: &[(&str, &str, &str)] = &[
    ("NO_PIECE", START, "e4e5"),
    ("NOT_YOURS", START, "e7e5"),
    ("SAME_SQUARE", START, "e2e2"),
    ("OWN_PIECE", START, "e1d1"),
    ("NOT_SO", START, "b1b3"),
    ("BLOCKED", START, "a1a3"),
    ("TAKES_AHEAD", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4"),
    ("TAKES_NOTHING", START, "e2d3"),
    ("NOT_EN_PASSANT", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6"),
    ("PAWN_HAS_MOVED", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
    ("PINNED", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3"),
    ("STILL_IN_CHECK", "4r1k1/8/8/8/8/8/8/B3K3 w - - 0 1", "a1b2"),
    ("INTO_CHECK", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"),
    ("OPENS_LINE", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5d6"),
    ("CASTLES_IN_CHECK", "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "e1c1"),
    ("PASSES_ATTACKED", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1g1"),
    ("NO_ROOK", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1g1"),
    ("KING_HAS_MOVED", "4k3/8/8/8/8/8/8/1R5K w - - 0 1", "h1b1"),
    ("ROOK_HAS_MOVED", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1"),
    ("KING_OR_ROOK_HAS_MOVED", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"),
    ("PROMOTION_MISSING", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
    ("PROMOTION_TO", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8k"),
    ("NO_PROMOTION", START, "e2e4q"),
];

#[test]
fn every_reason_there_is_stands_alone_somewhere() {
    for (code, fen, text) in ALONE {
        assert_eq!(codes(fen, text), [*code], "{text} in {fen}");
    }
    let told: BTreeSet<_> = ALONE.iter().map(|(code, ..)| *code).collect();
    assert_eq!(told, Refusal::codes().iter().copied().collect());
}

/// Everything against castling at once: the other rook could, but this one has
/// moved; a bishop is in the way; there are checks before, on and after the way.
const BESIEGED: &str = "4k3/8/b7/8/8/4r1r1/8/R3KB1R w Q - 0 1";

/// A position and a move against which there are all these reasons.
const TOGETHER: &[(&[&str], &str, &str)] = &[
    (
        &["ROOK_HAS_MOVED", "BLOCKED", "CASTLES_IN_CHECK", "PASSES_ATTACKED", "INTO_CHECK"],
        BESIEGED,
        "e1g1",
    ),
    (&["BLOCKED", "BLOCKED", "CASTLES_IN_CHECK"], "4k3/8/8/8/8/4r3/8/RN1QK3 w Q - 0 1", "e1c1"),
    (&["NO_ROOK", "PASSES_ATTACKED"], "4k3/8/8/8/8/5r2/8/R3K3 w Q - 0 1", "e1g1"),
    (&["OWN_PIECE", "NOT_SO"], START, "b1e2"),
    (&["OWN_PIECE", "BLOCKED"], START, "a1c1"),
    (&["NOT_SO", "STILL_IN_CHECK", "NO_PROMOTION"], "4r1k1/8/8/8/8/8/8/B3K3 w - - 0 1", "a1a3q"),
    (&["NOT_SO", "STILL_IN_CHECK", "PINNED"], "4r1k1/8/8/8/7b/8/4N3/4K3 w - - 0 1", "e2b3"),
    (&["STILL_IN_CHECK", "STILL_IN_CHECK"], "4r1k1/8/8/8/7b/8/8/B3K3 w - - 0 1", "a1b2"),
    (&["NOT_SO", "INTO_CHECK"], "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d3"),
    (&["OWN_PIECE", "INTO_CHECK"], "3r2k1/8/8/8/8/8/3P4/4K3 w - - 0 1", "e1d2"),
    (&["TAKES_AHEAD", "BLOCKED", "PAWN_HAS_MOVED"], "4k3/8/8/4p3/4n3/4P3/8/4K3 w - - 0 1", "e3e5"),
    (&["TAKES_NOTHING", "PROMOTION_MISSING"], "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8"),
    (&["TAKES_NOTHING", "PROMOTION_TO"], "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8k"),
    (&["NOT_EN_PASSANT", "PINNED"], "3kr3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6"),
    (&["TAKES_AHEAD", "PROMOTION_MISSING"], "n7/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
    (&["SAME_SQUARE", "NO_PROMOTION"], START, "e2e2q"),
];

#[test]
fn reasons_are_told_together() {
    for (expected, fen, text) in TOGETHER {
        assert_eq!(codes(fen, text), *expected, "{text} in {fen}");
    }
}
