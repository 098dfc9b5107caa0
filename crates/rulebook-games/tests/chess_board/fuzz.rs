//! Broken texts: whatever comes in, nothing panics, and what is refused is
//! pointed at inside the text.

use crate::common::dice::Dice;
use rulebook_games::chess::board::Position;
use rulebook_games::chess::notation::{
    Misread, read_attempt, read_fen, read_pgn, read_san, write_fen, write_pgn,
};

const SEEDS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w HAha f6 0 3",
    include_str!("../data/classics.pgn"),
    "1. e4 e5 (1... c5 {x} $1 2. Nf3!?) 2. Nf3 Nc6 3. Bb5 a6 4. O-O *",
];
const LETTERS: [char; 30] = [
    '/', '8', '1', '0', '9', 'k', 'K', 'q', 'p', 'P', 'w', 'b', '-', ' ', 'x', '=', '+', '#', '(',
    ')', '{', '}', '[', ']', '"', '\\', '$', '.', 'é', '\n',
];

/// A text with some characters changed, taken out, put in, or cut off.
fn break_up(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(letters.len() + 1);
        let letter = LETTERS[dice.below(LETTERS.len())];
        match dice.below(4) {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => letters[at] = letter,
            2 if at < letters.len() => drop(letters.remove(at)),
            _ if dice.below(4) == 0 => letters.truncate(at),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

fn points_inside<P>(text: &str, error: &Misread<P>) {
    assert!(error.place.offset <= text.len());
    assert!(text.is_char_boundary(error.place.offset));
}

#[test]
fn broken_positions_are_refused_or_legal() {
    let mut dice = Dice(5);
    let (mut read, mut refused) = (0, 0);
    for round in 0..20_000 {
        let text = break_up(SEEDS[round % 2], &mut dice);
        match read_fen(&text) {
            Ok(position) => {
                read += 1;
                assert_eq!(read_fen(&write_fen(&position)), Ok(position));
                assert!(position.count_legal() <= 218);
            }
            Err(error) => {
                refused += 1;
                points_inside(&text, &error);
            }
        }
    }
    assert!(read > 100 && refused > 10_000, "{read} and {refused}");
}

#[test]
fn broken_games_are_refused_or_written_again() {
    let mut dice = Dice(6);
    let (mut read, mut refused) = (0, 0);
    for round in 0..600 {
        let text = break_up(SEEDS[2 + round % 2], &mut dice);
        match read_pgn(&text) {
            Ok(games) => {
                read += 1;
                let again: String = games.iter().map(write_pgn).collect();
                assert_eq!(read_pgn(&again), Ok(games), "{again}");
            }
            Err(error) => {
                refused += 1;
                points_inside(&text, &error);
            }
        }
    }
    assert!(read > 20 && refused > 100, "{read} and {refused}");
}

#[test]
fn broken_moves_are_refused_or_legal() {
    let mut dice = Dice(7);
    let position = read_fen(SEEDS[0]).unwrap();
    let seeds = ["Nxd7", "O-O-O", "dxe6", "Qxf6", "Bxa6", "Nb5", "a4", "e1g1", "d5d6"];
    for round in 0..20_000 {
        let text = break_up(seeds[round % seeds.len()], &mut dice);
        match read_san(&position, &text) {
            Ok(chosen) => assert!(position.is_legal(chosen), "{text}"),
            Err(error) => points_inside(&text, &error),
        }
        if let Err(error) = read_attempt(&text) {
            points_inside(&text, &error);
        }
    }
    assert!(read_san(&Position::start(), "e4").is_ok());
}
