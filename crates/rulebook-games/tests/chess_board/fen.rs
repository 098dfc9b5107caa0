//! Positions as text: what is written, and where a mistake is found.

use rulebook_games::chess::board::{Position, Square};
use rulebook_games::chess::notation::{
    EnPassantStyle, FenProblem, FenStyle, read_fen, read_setup, write_fen, write_fen_as,
};

/// Where the mistake is, and what is said about it.
fn mistake(fen: &str) -> (usize, String) {
    let error = read_fen(fen).expect_err(fen);
    assert_eq!(error.place.line, 1);
    assert_eq!(error.place.column, error.place.offset + 1);
    (error.place.column, error.problem.to_string())
}

#[test]
fn mistakes_in_the_pieces_are_pointed_at() {
    let rest = "w KQkq - 0 1";
    let pieces = |pieces: &str| mistake(&format!("{pieces} {rest}"));
    assert_eq!(pieces("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR").0, 14, "at the unknown piece");
    assert_eq!(
        pieces("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        (18, "Rank 7 has more than 8 squares: shorten it.".to_owned())
    );
    assert_eq!(
        pieces("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        (17, "Rank 7 has only 7 squares: fill it up to 8.".to_owned())
    );
    assert_eq!(
        pieces("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR"),
        (20, "Two digits in a row: write their sum.".to_owned())
    );
    assert_eq!(
        pieces("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP"),
        (35, "There are only 7 ranks: write 8, with / between them.".to_owned())
    );
    assert_eq!(pieces("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8").0, 44, "at the ninth rank");
}

#[test]
fn mistakes_in_the_other_fields_are_pointed_at() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    let rest = |rest: &str| {
        let (column, problem) = mistake(&format!("{board}{rest}"));
        (column - board.len(), problem)
    };
    assert_eq!(rest("").0, 1);
    assert_eq!(rest(" W - - 0 1").0, 2);
    assert_eq!(
        rest(" w").1,
        "The text ends too early: add the castling rights (such as KQkq, or - for none)."
    );
    assert_eq!(rest("  w - - 0 1").0, 2);
    assert_eq!(rest(" w KX - 0 1").0, 5);
    assert_eq!(
        rest(" w KK - 0 1"),
        (5, "'K' repeats a castling right: write each one once.".to_owned())
    );
    assert_eq!(rest(" w -- - 0 1").0, 5);
    assert_eq!(rest(" w - e9 0 1").0, 6);
    assert_eq!(rest(" w - - x 1").0, 8);
    assert_eq!(rest(" w - - +1 1").0, 8);
    assert_eq!(rest(" w - - 00 1").0, 8);
    assert_eq!(rest(" w - - 0 99999").1, "The number is too large: the largest is 65535.");
    assert_eq!(
        rest(" w - - 0 1 ").1,
        "Nothing comes after the number of the move: remove the rest."
    );
    assert_eq!(rest(" w - - 0 é").0, 10);
}

#[test]
fn illegal_positions_are_refused_at_the_character_that_is_wrong() {
    let (column, why) = mistake("4k3/8/8/8/8/8/8/4K3 w K e6 0 1");
    assert_eq!(column, 23);
    assert!(why.contains("h1") && why.contains("e6"), "{why}");
    // The pieces that are too many, in the order of reading.
    assert_eq!(mistake("4k3/8/8/8/8/8/K7/4K3 w - - 0 1").0, 19, "the second king");
    assert_eq!(mistake("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1").0, 23, "the ninth pawn");
    let crowd = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_eq!(mistake(crowd).0, 44, "the seventeenth piece");
    // A piece that may not stand there.
    assert_eq!(mistake("3Pk3/8/8/8/8/8/8/4K3 w - - 0 1").0, 2, "the pawn on d8");
    assert_eq!(mistake("4k3/8/8/8/8/8/8/4K2p w - - 0 1").0, 20, "the pawn on h1");
    assert_eq!(mistake("4k3/3p4/4K3/8/8/8/8/8 w - - 0 1").0, 6, "the pawn that never moved");
    assert_eq!(mistake("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1").0, 14, "one of the two knights");
    // A right that nobody has, behind one that somebody has.
    assert_eq!(mistake("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1").0, 27, "no rook");
    assert_eq!(mistake("r3k2r/8/8/8/8/8/4K3/8 w kqA - 0 1").0, 27, "no rook at home");
    assert_eq!(mistake("4k3/8/8/8/8/8/4K3/R7 w A - 0 1").0, 24, "the king has left");
    assert_eq!(mistake("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1").0, 26, "two on one side");
    // What is no piece's fault.
    assert_eq!(mistake("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").0, 23, "whose turn it is");
    assert_eq!(mistake("4k3/8/8/8/8/8/8/8 w - - 0 1").0, 1, "no king anywhere");
    assert_eq!(mistake("4k3/8/8/8/8/8/8/4K3 w - - 0 0").0, 29, "the number of the move");
    assert!(read_setup("4k3/8/8/8/8/8/8/8 w - - 0 0").is_ok());
}

#[test]
fn letters_mean_the_outermost_rook_unless_they_name_a_file() {
    let outer = read_fen("4k3/8/8/8/8/8/8/4KR1R w K - 0 1").unwrap();
    assert_eq!(outer.castles().first(), Some(Square::H1));
    let inner = read_fen("4k3/8/8/8/8/8/8/4KR1R w F - 0 1").unwrap();
    assert_eq!(inner.castles().first(), Some(Square::F1));
    assert_eq!(write_fen(&outer), "4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
    assert_eq!(write_fen(&inner), "4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    assert_eq!(write_fen_as(&outer, FenStyle::SHREDDER), "4k3/8/8/8/8/8/8/4KR1R w H - 0 1");
}

#[test]
fn rights_are_written_white_first_and_from_the_kings_side() {
    let position = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w aqHA - 0 1");
    let again = position.map_err(|error| error.problem);
    assert_eq!(again, Err(FenProblem::CastlingAgain { found: 'q' }));
    let position = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1").unwrap();
    assert_eq!(write_fen(&position), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

#[test]
fn the_skipped_square_is_written_always_or_if_it_matters() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position = read_fen(fen).unwrap();
    assert_eq!(write_fen(&position), fen);
    let legal = FenStyle { en_passant: EnPassantStyle::Legal, ..FenStyle::STANDARD };
    assert_eq!(write_fen_as(&position, legal), fen.replace("e3", "-"));
}

#[test]
fn all_starts_of_chess960_differ_and_have_their_numbers() {
    let mut texts: Vec<String> = (0..960)
        .map(|number| {
            let start = Position::chess960(number).unwrap();
            assert_eq!(Position::new(&start.setup()), Ok(start), "{number}");
            write_fen(&start)
        })
        .collect();
    assert_eq!(texts[0], "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(texts[959], "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 960);
}
