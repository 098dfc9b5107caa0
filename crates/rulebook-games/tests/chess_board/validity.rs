//! Which positions are refused, and that every reason is told.

use rulebook_games::chess::board::{Colour, Flaw, Position, Square, Wing};
use rulebook_games::chess::notation::read_setup;

fn flaws(fen: &str) -> Vec<Flaw> {
    let setup = read_setup(fen).expect(fen);
    Position::new(&setup).err().map_or_else(Vec::new, |flaws| flaws.0)
}

#[test]
fn each_player_has_one_king() {
    assert_eq!(flaws("4k3/8/8/8/8/8/8/8 w - - 0 1"), [Flaw::NoKing { colour: Colour::White }]);
    assert_eq!(
        flaws("4k1k1/8/8/8/8/8/8/4K3 w - - 0 1"),
        [Flaw::ManyKings { colour: Colour::Black, count: 2 }]
    );
}

#[test]
fn nobody_has_more_than_the_start_and_promotions_give() {
    assert_eq!(
        flaws("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"),
        [Flaw::ManyPawns { colour: Colour::White, count: 9 }]
    );
    assert_eq!(
        flaws("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
        [Flaw::ManyPromoted { colour: Colour::White, promoted: 1, missing: 0 }]
    );
    assert_eq!(
        flaws("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1"),
        [Flaw::ManyPromoted { colour: Colour::White, promoted: 1, missing: 0 }],
        "two bishops on dark squares"
    );
    assert_eq!(flaws("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"), []);
    assert_eq!(
        flaws("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1"),
        [
            Flaw::ManyPieces { colour: Colour::White, count: 17 },
            Flaw::ManyPromoted { colour: Colour::White, promoted: 14, missing: 8 },
        ]
    );
}

#[test]
fn pawns_stand_between_the_edge_ranks() {
    assert_eq!(
        flaws("P3k3/8/8/8/8/8/8/4K2p w - - 0 1"),
        [Square::H1, Square::A8].map(|square| Flaw::PawnOnLastRank { square })
    );
}

#[test]
fn who_has_just_moved_is_not_in_check() {
    assert_eq!(
        flaws("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
        [Flaw::OpponentInCheck { colour: Colour::Black, by: Square::E2 }]
    );
    assert_eq!(
        flaws("8/8/8/8/8/8/4k3/4K3 w - - 0 1"),
        [Flaw::OpponentInCheck { colour: Colour::Black, by: Square::E1 }],
        "kings that touch"
    );
    assert_eq!(flaws("4k3/8/6B1/8/4R3/8/8/4K3 b - - 0 1"), [], "two checkers");
    assert_eq!(flaws("4k3/3P4/6B1/8/4R3/8/8/4K3 b - - 0 1"), [Flaw::ManyCheckers { count: 3 }]);
}

#[test]
fn two_checks_at_once_come_from_one_move() {
    let both = |one, other| [Flaw::ImpossibleChecks { one, other }];
    let knights = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(flaws(knights), both(Square::D6, Square::F6));
    let pawns = "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(flaws(pawns), both(Square::D7, Square::F7));
    let pawn_and_knight = "4k3/3P4/5N2/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(flaws(pawn_and_knight), both(Square::F6, Square::D7));
    // A rook behind a knight, and rook and bishop behind two pawns, one of
    // which has taken the other en passant.
    assert_eq!(flaws("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1"), []);
    assert_eq!(flaws("4k3/8/2P5/8/B7/8/8/K3R3 b - - 0 1"), []);
}

#[test]
fn a_pawn_that_has_never_moved_gives_no_check() {
    assert_eq!(
        flaws("8/8/8/8/8/3k4/4P3/7K b - - 0 1"),
        [Flaw::CheckFromHome { square: Square::E2 }]
    );
    assert_eq!(flaws("8/8/8/8/3k4/4P3/8/7K b - - 0 1"), []);
}

#[test]
fn castling_rights_belong_to_a_king_and_a_rook_at_home() {
    assert_eq!(
        flaws("4k3/8/8/8/8/8/8/4K3 w K - 0 1"),
        [Flaw::CastlingWithoutRook { square: Square::H1 }]
    );
    assert_eq!(
        flaws("4k3/8/8/8/8/8/4K3/R7 w Q - 0 1"),
        [Flaw::CastlingWithoutKing { square: Square::A1 }]
    );
    assert_eq!(
        flaws("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1"),
        [Flaw::CastlingTwice { colour: Colour::White, wing: Wing::King }]
    );
    assert_eq!(flaws("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"), []);
}

#[test]
fn the_skipped_square_belongs_to_a_pawn_that_has_just_skipped_it() {
    let square = Square::E6;
    assert_eq!(
        flaws("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1"),
        [Flaw::EnPassantRank { square: Square::E3 }]
    );
    assert_eq!(flaws("4k3/8/8/8/8/8/8/4K3 w - e6 0 1"), [Flaw::EnPassantWithoutPawn { square }]);
    assert_eq!(
        flaws("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1"),
        [Flaw::EnPassantBlocked { square: Square::E7 }]
    );
    assert_eq!(
        flaws("7k/8/2K5/3p4/8/8/8/7b w - d6 0 1"),
        [Flaw::EnPassantCheck { square: Square::D6, by: Square::H1 }]
    );
    assert_eq!(flaws("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1"), []);
    assert_eq!(
        flaws("4k3/8/8/4p3/8/8/8/4K3 w - e6 7 9"),
        [Flaw::EnPassantClock { square, halfmoves: 7 }]
    );
}

#[test]
fn every_reason_is_told_at_once() {
    assert_eq!(
        flaws("P7/8/8/8/8/8/8/8 w KQ e3 0 0"),
        [
            Flaw::NoKing { colour: Colour::White },
            Flaw::NoKing { colour: Colour::Black },
            Flaw::PawnOnLastRank { square: Square::A8 },
            Flaw::CastlingWithoutRook { square: Square::A1 },
            Flaw::CastlingWithoutRook { square: Square::H1 },
            Flaw::EnPassantRank { square: Square::E3 },
            Flaw::MoveZero,
        ]
    );
}

#[test]
fn counts_are_told_with_the_rest() {
    assert_eq!(
        flaws("Q3k3/Q2P1P2/Q7/Q7/Q7/Q7/PPPPPPPQ/QQQ1K3 b - - 0 1"),
        [
            Flaw::ManyPieces { colour: Colour::White, count: 20 },
            Flaw::ManyPawns { colour: Colour::White, count: 9 },
            Flaw::ManyPromoted { colour: Colour::White, promoted: 9, missing: 0 },
            Flaw::ManyCheckers { count: 3 },
        ]
    );
}
