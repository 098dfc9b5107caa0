//! Nothing that is refused as a position can come about.
//!
//! The start is not refused, and no legal move leads from a position that is
//! not refused to one that is: so no game does. The first is tested elsewhere.
//! The second is tried here, on positions that no game would lead to as well.

use rulebook_games::chess::board::{
    Board, Colour, Flaw, Move, Piece, Position, Role, Setup, Square, Squares,
};
use rulebook_games::chess::notation::{read_fen, read_san};

use crate::common::dice::Dice;
use crate::common::{play, start};

/// How many positions are tried.
const TRIED: usize = 15_000;

fn flaws(setup: &Setup) -> Vec<Flaw> {
    Position::new(setup).err().map_or_else(Vec::new, |flaws| flaws.0)
}

fn assert_follows(position: &Position, chosen: Move) {
    let next = position.after(chosen).setup();
    assert_eq!(flaws(&next), [], "{:?} after {chosen:?}", position.setup());
}

#[test]
fn no_move_of_random_games_leads_to_a_refused_position() {
    let mut dice = Dice(1);
    for number in 0..20 {
        play(start(number), &mut dice, 120, |position, moves, _| {
            for &each in moves {
                assert_follows(position, each);
            }
        });
    }
}

/// What stands on boards that are set up at random: mostly what gives check in
/// its own way.
const PIECES: [Role; 10] = [
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Knight,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Rook,
    Role::Queen,
];

/// A few pieces anywhere, and perhaps a pawn that has just gone two squares,
/// a rook that may castle, or a clock that has run.
fn anything(dice: &mut Dice) -> Setup {
    let mut board = Board::default();
    let mut put = |dice: &mut Dice, colour, role| {
        let free: Vec<Square> = (!board.occupied()).into_iter().collect();
        let square = free[dice.below(free.len())];
        board = board.with(square, Piece { colour, role });
    };
    for colour in Colour::ALL {
        put(dice, colour, Role::King);
        for _ in 0..dice.below(7) {
            let role = PIECES[dice.below(PIECES.len())];
            put(dice, colour, role);
        }
    }
    let turn = Colour::ALL[dice.below(2)];
    let third = if turn == Colour::White { 5 } else { 2 };
    let skipped = Square::at(dice.below(8) as u8, third).filter(|_| dice.below(2) == 0);
    let homes = Squares::rank(0) | Squares::rank(7);
    let castles = if dice.below(4) == 0 { board.role(Role::Rook) & homes } else { Squares::NONE };
    let halfmoves = if dice.below(2) == 0 { 0 } else { 7 };
    Setup { board, turn, castles, en_passant: skipped, halfmoves, moves: 1 }
}

#[test]
fn no_move_leads_from_any_position_to_a_refused_one() {
    let (mut dice, mut sound, mut moves) = (Dice(2), 0, 0);
    let mut refused = [0; 3];
    for _ in 0..TRIED {
        match Position::new(&anything(&mut dice)) {
            Ok(position) => {
                sound += 1;
                for each in position.legal_list() {
                    assert_follows(&position, each);
                    moves += 1;
                }
            }
            Err(flaws) => {
                for flaw in flaws.0 {
                    refused[0] += usize::from(matches!(flaw, Flaw::ImpossibleChecks { .. }));
                    refused[1] += usize::from(matches!(flaw, Flaw::CheckFromHome { .. }));
                    refused[2] += usize::from(matches!(flaw, Flaw::EnPassantClock { .. }));
                }
            }
        }
    }
    // Enough was tried, and what must not come about was near.
    assert!(sound > 1_000 && moves > 20_000, "{sound} positions, {moves} moves");
    assert!(refused.iter().all(|&times| times > 10), "{refused:?}");
}

/// Every place of two pieces that give check in their own way, beside a king
/// where pawns begin and one where they are promoted.
#[test]
fn no_move_gives_two_checks_of_knights_and_pawns() {
    let [white, black] = [Colour::White, Colour::Black];
    let (mut moves, mut checks) = (0, 0);
    for (king, own) in [(Square::E8, Square::H1), (Square::C3, Square::H8)] {
        let bare = Board::default()
            .with(own, Piece { colour: white, role: Role::King })
            .with(king, Piece { colour: black, role: Role::King });
        for pair in [[Role::Pawn, Role::Pawn], [Role::Pawn, Role::Knight], [Role::Knight; 2]] {
            for one in !bare.occupied() {
                let board = bare.with(one, Piece { colour: white, role: pair[0] });
                for other in !board.occupied() {
                    let board = board.with(other, Piece { colour: white, role: pair[1] });
                    let setup = Setup { board, turn: white, ..Setup::empty() };
                    let Ok(position) = Position::new(&setup) else { continue };
                    for each in position.legal_list() {
                        assert_follows(&position, each);
                        moves += 1;
                        checks += usize::from(position.after(each).is_check());
                    }
                }
            }
        }
    }
    assert!(moves > 100_000 && checks > 1_000, "{moves} moves, {checks} checks");
}

/// What comes nearest to what is refused.
#[test]
fn checks_by_special_moves_are_positions() {
    for (before, chosen, checkers) in [
        // En passant opens two lines at once, that of each pawn.
        ("8/8/8/1k1pP2R/8/8/8/K7 w - d6 0 2", "exd6+", 1),
        ("8/8/4k3/3pP3/8/1B6/8/K3R3 w - d6 0 2", "exd6+", 2),
        // It gives check itself, and opens a file.
        ("8/4k3/8/3pP3/8/8/8/K3R3 w - d6 0 2", "exd6+", 2),
        ("k3r3/8/8/8/3Pp3/8/4K3/8 b - d3 0 2", "exd3+", 2),
        // A pawn becomes what gives check, and opens a line, with and without
        // taking.
        ("4n3/3P2k1/8/8/8/8/8/K7 w - - 0 1", "dxe8=N+", 1),
        ("8/R2P2k1/8/8/8/8/8/K7 w - - 0 1", "d8=N+", 1),
        ("8/3P2k1/8/8/3R4/8/8/K2Q4 w - - 0 1", "d8=Q", 0),
        ("4n3/R2P2k1/8/8/8/8/8/K7 w - - 0 1", "dxe8=N+", 2),
        ("1rk5/2P5/8/8/8/8/8/K1R5 w - - 0 1", "cxb8=Q+", 2),
        // The rook gives check when the king castles.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", 1),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O+", 1),
        // A pawn gives check with its first move, by one square and by two, and
        // opens a line with it.
        ("8/8/8/8/3k4/8/4P3/K7 w - - 5 9", "e3+", 1),
        ("8/8/8/3k4/8/8/4P3/K7 w - - 5 9", "e4+", 1),
        ("8/8/8/8/8/5k2/3P4/K1B5 w - - 5 9", "d4", 0),
        ("8/8/8/6k1/8/8/3P4/K1B5 w - - 5 9", "d4+", 1),
        ("k7/3p4/8/8/6b1/8/8/2K5 b - - 5 9", "d5+", 0),
        // A piece moves away from a line, and gives check with two.
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nd6+", 2),
        ("4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "Bc6+", 2),
        ("4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "Kd3+", 1),
    ] {
        let position = read_fen(before).unwrap_or_else(|error| panic!("{before}: {error}"));
        let san = if checkers == 0 { chosen.trim_end_matches('+') } else { chosen };
        let chosen = read_san(&position, san).unwrap_or_else(|error| panic!("{before}: {error}"));
        let next = position.after(chosen);
        assert_eq!(next.checkers().len(), checkers, "{before}, {san}");
        assert_follows(&position, chosen);
    }
}
