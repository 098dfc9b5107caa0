//! How games end.

use rulebook_games::chess::board::{
    Board, Claim, Colour, Finish, Piece, Position, Setup, Square, Wing, occurrences,
};
use rulebook_games::chess::notation::{read_fen, read_san};

fn at(fen: &str) -> Position {
    read_fen(fen).expect(fen)
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    let mate = at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(mate.finish(1), Some(Finish::Checkmate { winner: Colour::White }));
    let stalemate = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate.finish(1), Some(Finish::Stalemate));
    assert_eq!(at("7k/8/6K1/8/8/8/8/5Q2 b - - 0 1").finish(1), None);
}

#[test]
fn mate_comes_before_the_count_of_moves() {
    let mate = at("7k/6Q1/6K1/8/8/8/8/8 b - - 150 100");
    assert_eq!(mate.finish(5), Some(Finish::Checkmate { winner: Colour::White }));
}

#[test]
fn moves_without_progress_end_the_game() {
    let fen = |halfmoves| format!("7k/8/6K1/8/8/8/8/5Q2 b - - {halfmoves} 100");
    assert!(at(&fen(99)).claims(1).eq([]));
    assert!(at(&fen(100)).claims(1).eq([Claim::FiftyMoves]));
    assert_eq!(at(&fen(149)).finish(1), None);
    assert_eq!(at(&fen(150)).finish(1), Some(Finish::SeventyFiveMoves));
}

#[test]
fn some_pieces_cannot_mate() {
    let dead = |pieces: &str| at(&format!("{pieces} w - - 0 1")).is_insufficient();
    assert!(dead("4k3/8/8/8/8/8/8/4K3"));
    assert!(dead("4k3/8/8/8/8/8/8/4KN2"));
    assert!(dead("4kb2/8/8/8/8/8/8/4K3"));
    assert!(dead("4kb2/8/8/8/8/8/8/2B1K3"), "bishops on dark squares");
    assert!(!dead("4kb2/8/8/8/8/8/8/4KB2"), "bishops on both colours");
    assert!(!dead("4kn2/8/8/8/8/8/8/4KN2"));
    assert!(!dead("4k3/8/8/8/8/8/8/3NKN2"));
    assert!(!dead("4k3/8/8/8/8/8/4P3/4K3"));
    assert!(!dead("4k3/8/8/8/8/8/8/4KR2"));
}

/// Whether there is a mate with kings and these other pieces, and with the
/// black king mated on one of these squares.
fn is_there_a_mate(others: &[char], squares: &[Square]) -> bool {
    let piece = |letter| Piece::from_letter(letter).expect("a piece");
    squares.iter().any(|&king| {
        let board = Board::default().with(king, piece('k'));
        let beside = Square::all().filter(|&other| !board.occupied().contains(other));
        beside.into_iter().any(|other| place(board.with(other, piece('K')), others))
    })
}

/// Puts the pieces on all squares that are left, and looks for mate.
fn place(board: Board, others: &[char]) -> bool {
    let Some((&first, rest)) = others.split_first() else {
        let setup = Setup { board, turn: Colour::Black, ..Setup::empty() };
        return Position::new(&setup).is_ok_and(|position| position.is_checkmate());
    };
    let piece = Piece::from_letter(first).expect("a piece");
    (!board.occupied()).into_iter().any(|square| place(board.with(square, piece), rest))
}

/// Material is called insufficient exactly if no position with it is mate.
#[test]
fn no_piece_too_few_and_none_too_many_is_called_insufficient() {
    let all: Vec<Square> = Square::all().collect();
    for pieces in [&[][..], &['N'], &['B']] {
        assert!(!is_there_a_mate(pieces, &all), "{pieces:?}");
    }
    for pieces in [&['R'][..], &['Q'], &['N', 'N'], &['N', 'n'], &['N', 'b'], &['B', 'n']] {
        assert!(is_there_a_mate(pieces, &[Square::A1]), "{pieces:?}");
    }
}

/// With bishops on one colour only, squares of the other are safe but for the
/// kings: every mate with two bishops has them on both colours.
#[test]
fn bishops_of_one_colour_never_mate() {
    let mut mates = 0;
    let piece = |letter| Piece::from_letter(letter).expect("a piece");
    for other in [Square::B3, Square::C2, Square::A3, Square::C1, Square::C3] {
        let kings = Board::default().with(Square::A1, piece('k')).with(other, piece('K'));
        for pair in [['B', 'B'], ['B', 'b']] {
            for one in !kings.occupied() {
                let three = kings.with(one, piece(pair[0]));
                for two in !three.occupied() {
                    let board = three.with(two, piece(pair[1]));
                    let setup = Setup { board, turn: Colour::Black, ..Setup::empty() };
                    let Ok(position) = Position::new(&setup) else { continue };
                    if position.is_checkmate() {
                        assert!(!position.is_insufficient(), "{position:?}");
                        mates += 1;
                    }
                }
            }
        }
    }
    assert!(mates > 10, "{mates}");
}

/// Plays and notes the hashes before each move.
fn play(start: &str, moves: &str) -> (Position, Vec<u64>) {
    let mut position = at(start);
    let mut hashes = Vec::new();
    for san in moves.split_whitespace() {
        hashes.push(position.hash());
        position.apply(read_san(&position, san).expect(san));
    }
    (position, hashes)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn repetition_is_counted_from_the_first_time() {
    let round = "Nf3 Nf6 Ng1 Ng8 ";
    let (twice, hashes) = play(START, round);
    assert_eq!(occurrences(&twice, &hashes), 2);
    let (thrice, hashes) = play(START, &round.repeat(2));
    assert_eq!(occurrences(&thrice, &hashes), 3);
    assert!(thrice.claims(3).eq([Claim::ThreefoldRepetition]));
    let (last, hashes) = play(START, &round.repeat(4));
    let times = occurrences(&last, &hashes);
    assert_eq!(last.finish(times), Some(Finish::FivefoldRepetition));
}

#[test]
fn lost_castling_rights_make_a_new_position() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (position, hashes) = play(start, "Kd1 Kd8 Ke1 Ke8");
    assert_eq!(occurrences(&position, &hashes), 1);
    let (position, hashes) = play(start, "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8");
    assert_eq!(occurrences(&position, &hashes), 2);
}

#[test]
fn en_passant_makes_a_new_position_only_if_it_can_be_taken() {
    let (position, hashes) = play(START, "e4 Nc6 Nf3 Nb8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(occurrences(&position, &hashes), 3, "after e4 nobody could take on e3");
    let takeable = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
    let (position, hashes) = play(takeable, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(occurrences(&position, &hashes), 2, "the first time, d4 could take");
    let pinned = "7k/8/8/8/3p4/8/4P3/B5K1 w - - 0 1";
    let (position, hashes) = play(pinned, "e4 Kh7 Kh1 Kh8 Kg1");
    assert_eq!(occurrences(&position, &hashes), 2, "d4 was pinned and could not take");
}

#[test]
fn castling_may_be_the_only_move() {
    let position = at("4kr2/8/8/8/8/7p/7P/6KR w H - 0 1");
    assert_eq!(position.legal_list(), [position.castling(Wing::King)]);
    assert_eq!(position.finish(1), None);
}

#[test]
fn a_double_step_may_be_the_only_move() {
    let position = at("7k/8/8/r7/r6K/r7/4P3/8 w - - 0 1");
    assert_eq!(position.legal_list(), [read_san(&position, "e4").unwrap()]);
    assert_eq!(position.finish(1), None);
}
