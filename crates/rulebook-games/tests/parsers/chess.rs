//! Chess: FEN, Shredder-FEN, SAN, UCI and PGN.

use rulebook_games::chess::board::Position;
use rulebook_games::chess::notation::{
    CastlingStyle, EnPassantStyle, FenStyle, Misread, Place, UciCastling, read_attempt, read_fen,
    read_pgn, read_san, read_setup, read_uci, write_fen_as, write_pgn, write_san, write_setup,
    write_uci,
};

use crate::{Count, Dice, Mutator, times};

const POSITIONS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w HAha f6 0 3",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 99 120",
    "8/P6k/8/8/3pP3/8/6Kp/8 b - e3 0 50",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
];
const FEN_WORDS: [&str; 28] = [
    "/", "8", "1", "0", "9", "k", "K", "q", "Q", "r", "R", "p", "P", "n", "b", " ", " w ", " b ",
    "-", "KQkq", "HAha", "e3", "d6", "a9", "i1", " 0 1", " 150 200", "pppppppp",
];
const MOVES: [&str; 22] = [
    "Nxd7",
    "O-O-O",
    "O-O",
    "dxe6",
    "Qxf6",
    "Bxa6",
    "Nb5",
    "a4",
    "e4",
    "Nf3",
    "a8=Q",
    "axb8=N+",
    "hxg1=R#",
    "Rad1",
    "R1e2",
    "Qh4e1",
    "exd6 e.p.",
    "e1g1",
    "d5d6",
    "a7a8q",
    "e1h1",
    "h2g1n",
];
const MOVE_WORDS: [&str; 30] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "7", "8", "9", "0", "N", "B", "R", "Q",
    "K", "P", "x", "=", "+", "#", "O", "-", "q", "!", " ",
];
const GAMES: [&str; 5] = [
    include_str!("../data/classics.pgn"),
    "1. e4 e5 (1... c5 {x} $1 2. Nf3!?) 2. Nf3 Nc6 3. Bb5 a6 4. O-O *",
    "[Event \"a \\\"b\\\" \\\\\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O Kd7 ; on\n2. Rf7+ 1/2-1/2",
    "[Event \"?\"]\n\n*\n\n[Event \"?\"]\n\n1. d4 d5 2. c4 (2. Nf3 (2. Bf4)) dxc4 1-0",
];
const GAME_WORDS: [&str; 32] = [
    "1.",
    "2...",
    "e4",
    "Nf3",
    "O-O",
    "(",
    ")",
    "{",
    "}",
    ";",
    "$1",
    "$256",
    "!?",
    "*",
    "1-0",
    "1/2-1/2",
    "[",
    "]",
    "\"",
    "\\",
    "[Event \"?\"]",
    "[FEN \"",
    "\n",
    "\n\n",
    " ",
    "%",
    "<",
    "+",
    "#",
    "e8=Q",
    "0-0",
    "Result",
];

/// The place is in the text, at a character, and its line and column are those
/// of its offset.
fn is_inside<P>(text: &str, error: &Misread<P>) -> bool {
    let offset = error.place.offset;
    offset <= text.len() && text.is_char_boundary(offset) && Place::of(text, offset) == error.place
}

#[test]
fn positions() {
    let (mut dice, mut count, tried) = (Dice(5), Count::default(), times(20_000));
    let broken = Mutator { seeds: &POSITIONS, words: &FEN_WORDS };
    for _ in 0..tried {
        let text = broken.text(&mut dice);
        let read = count.of(read_fen(&text), |error| is_inside(&text, error));
        let Some(position) = read else { continue };
        for castling in [CastlingStyle::Wings, CastlingStyle::Files] {
            let style = FenStyle { castling, en_passant: EnPassantStyle::Always };
            let written = write_fen_as(&position, style);
            assert_eq!(read_fen(&written), Ok(position), "{text:?} is {written:?}");
        }
        assert!(position.count_legal() <= 218, "{text:?}");
    }
    count.check(tried);
}

#[test]
fn setups() {
    let (mut dice, mut count, tried) = (Dice(6), Count::default(), times(20_000));
    let broken = Mutator { seeds: &POSITIONS, words: &FEN_WORDS };
    for _ in 0..tried {
        let text = broken.text(&mut dice);
        let read = count.of(read_setup(&text), |error| is_inside(&text, error));
        let Some(setup) = read else { continue };
        let written = write_setup(&setup, CastlingStyle::Files);
        assert_eq!(read_setup(&written).as_ref(), Ok(&setup), "{text:?} is {written:?}");
        // Whatever the pieces are, the reasons can be told.
        if let Err(flaws) = Position::new(&setup) {
            assert!(!flaws.to_string().is_empty());
        }
    }
    count.check(tried);
}

#[test]
fn moves_in_san() {
    let (mut dice, mut count, tried) = (Dice(7), Count::default(), times(20_000));
    let broken = Mutator { seeds: &MOVES, words: &MOVE_WORDS };
    let positions = POSITIONS.map(|fen| read_fen(fen).unwrap());
    for round in 0..tried {
        let text = broken.text(&mut dice);
        let position = &positions[round % positions.len()];
        let read = count.of(read_san(position, &text), |error| is_inside(&text, error));
        let Some(chosen) = read else { continue };
        assert!(position.is_legal(chosen), "{text:?}");
        let written = write_san(position, chosen);
        assert_eq!(read_san(position, &written), Ok(chosen), "{text:?} is {written:?}");
    }
    count.check(tried);
}

#[test]
fn moves_in_uci() {
    let (mut dice, mut count, tried) = (Dice(8), Count::default(), times(20_000));
    let seeds = ["e2e4", "e1g1", "e1h1", "e1c1", "e5f6", "a7a8q", "h2h1n", "d5d6", "g1f3", "b5b6"];
    let broken = Mutator { seeds: &seeds, words: &MOVE_WORDS };
    let positions = POSITIONS.map(|fen| read_fen(fen).unwrap());
    for round in 0..tried {
        let text = broken.text(&mut dice);
        let attempt = count.of(read_attempt(&text), |error| is_inside(&text, error));
        if let Some(attempt) = attempt {
            assert_eq!(read_attempt(&attempt.to_string()), Ok(attempt), "{text:?}");
        }
        let position = &positions[round % positions.len()];
        match read_uci(position, &text) {
            Err(error) => assert!(is_inside(&text, &error), "{text:?}: {error}"),
            Ok(chosen) => {
                assert!(attempt.is_some() && position.is_legal(chosen), "{text:?}");
                for castling in [UciCastling::KingMoves, UciCastling::TakesRook] {
                    let written = write_uci(chosen, castling);
                    assert_eq!(read_uci(position, &written), Ok(chosen), "{text:?} is {written:?}");
                }
            }
        }
    }
    count.check(tried);
}

#[test]
fn games() {
    let (mut dice, mut count, tried) = (Dice(9), Count::default(), times(3_000));
    let broken = Mutator { seeds: &GAMES, words: &GAME_WORDS };
    for _ in 0..tried {
        let text = broken.text(&mut dice);
        let read = count.of(read_pgn(&text), |error| is_inside(&text, error));
        let Some(games) = read else { continue };
        let written: String = games.iter().map(write_pgn).collect();
        let again = read_pgn(&written).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(again.iter().map(write_pgn).collect::<String>(), written, "{text:?}");
        // The tags too, but for one that says that there is another.
        assert_eq!(again.len(), games.len(), "{text:?} is {written:?}");
        for (again, mut game) in again.into_iter().zip(games) {
            game.tags.clone_from(&again.tags);
            assert_eq!(again, game, "{text:?} is {written:?}");
        }
    }
    count.check(tried);
}

/// Brackets in brackets: what is read by going deeper must stop somewhere, and
/// say so.
#[test]
fn deep_variations() {
    for depth in [10, 1_000, 100_000] {
        let text = format!("1. e4{}{} *", " (1. d4".repeat(depth), ")".repeat(depth));
        match read_pgn(&text) {
            Ok(games) => {
                let written: String = games.iter().map(write_pgn).collect();
                assert_eq!(read_pgn(&written), Ok(games));
            }
            Err(error) => assert!(depth > 10 && is_inside(&text, &error), "{error}"),
        }
    }
}
