//! Random games.

use rulebook_games::Playable;
use rulebook_games::chess::board::Position;
use rulebook_games::chess::chess960::Chess960;
use rulebook_games::chess::notation::{FenStyle, read_fen, write_fen_as};
use rulebook_games::chess::{Chess, ChessGame};

use crate::three::Three;
use crate::{Dice, times};

/// Plays random games from these starts, and says how many positions were
/// compared and how many games came to their end.
fn play<G: ChessGame + Playable>(
    games: usize,
    seed: u64,
    start: impl Fn(usize) -> Position,
) -> (usize, usize) {
    let mut dice = Dice(seed);
    let (mut positions, mut ended) = (0, 0);
    for game in 0..games {
        let mut three = Three::<G>::new(start(game)).expect("all know this start");
        for ply in 0.. {
            let moves = three.moves();
            positions += 1;
            three.compare_fen();
            if ply % 8 == 0 {
                three.compare_san();
            }
            if moves.is_empty() {
                ended += 1;
                break;
            }
            if ply == 400 {
                break;
            }
            three.play(&moves[dice.below(moves.len())]);
        }
    }
    (positions, ended)
}

#[test]
fn random_games_of_chess_go_the_same_way_move_by_move() {
    let games = times(24);
    let (positions, ended) = play::<Chess>(games, 1886, |_| Position::start());
    assert!(positions > times(4_000), "only {positions} positions");
    assert!(ended > games / 4, "only {ended} games ended");
}

#[test]
fn random_games_of_chess960_go_the_same_way_move_by_move() {
    let games = times(24);
    let start = |game: usize| {
        let number = (game * 37 % 960) as u16;
        let position = Position::chess960(number).expect("there are 960 starts");
        let theirs = cozy_chess::Board::chess960_startpos(number.into());
        assert_eq!(format!("{theirs:#}"), write_fen_as(&position, FenStyle::SHREDDER));
        position
    };
    let (positions, ended) = play::<Chess960>(games, 1996, start);
    assert!(positions > times(4_000), "only {positions} positions");
    assert!(ended > games / 4, "only {ended} games ended");
}

/// Few pieces: promotions, stalemates, and draws by every rule are frequent.
#[test]
fn random_endings_end_the_same_way() {
    let starts = [
        "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1",
        "8/2k5/8/3b4/8/4N3/1K6/8 w - - 95 90",
        "r3k3/8/8/8/8/8/8/4K2R w Kq - 90 70",
        "8/8/1k6/8/8/1K6/1P6/8 w - - 0 1",
        "k7/8/2K5/8/8/8/1Q6/8 w - - 0 1",
        "8/8/8/8/8/2k5/7r/K7 b - - 98 80",
    ];
    let start = |game: usize| read_fen(starts[game % starts.len()]).expect("a legal position");
    let games = times(48);
    let (positions, ended) = play::<Chess>(games, 1972, start);
    assert!(positions > times(2_000), "only {positions} positions");
    assert!(ended > games * 3 / 4, "only {ended} games ended");
}
