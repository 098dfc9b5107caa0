//! Positions that no game reaches.

use rulebook_games::chess::board::{Colour, Piece, Role, Setup, Square, Squares};

use crate::Dice;

/// A setup with a few pieces anywhere: often legal, often strange.
pub(crate) fn scatter(dice: &mut Dice) -> Setup {
    let mut setup = Setup::empty();
    let colour = |dice: &mut Dice| Colour::ALL[dice.below(2)];
    let square = |dice: &mut Dice| Square::new(dice.below(64) as u8).unwrap();
    for _ in 0..2 + dice.below(10) {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let piece = Piece { colour: colour(dice), role: role[dice.below(6)] };
        setup.board = setup.board.with(square(dice), piece);
    }
    for colour in Colour::ALL {
        let mut king = square(dice);
        if dice.below(3) == 0 {
            king = Square::at(1 + dice.below(6) as u8, colour.home_rank()).unwrap();
        }
        setup.board = setup.board.with(king, Piece { colour, role: Role::King });
    }
    setup.turn = colour(dice);
    for _ in 0..dice.below(3) {
        scatter_hints(&mut setup, dice);
    }
    if dice.below(4) > 0 {
        scatter_rights(&mut setup, dice);
    }
    setup
}

/// A rook at home, or two pawns of which one may take the other en passant;
/// not in place of a king.
fn scatter_hints(setup: &mut Setup, dice: &mut Dice) {
    let turn = setup.turn;
    let mut put = |file, rank, colour, role| {
        let square = Square::at(file, rank).unwrap();
        if !setup.board.role(Role::King).contains(square) {
            setup.board = setup.board.with(square, Piece { colour, role });
        }
    };
    if dice.below(2) == 0 {
        let colour = Colour::ALL[dice.below(2)];
        put(dice.below(8) as u8, colour.home_rank(), colour, Role::Rook);
    } else {
        let rank = if turn == Colour::White { 4 } else { 3 };
        let file = dice.below(7) as u8;
        put(file, rank, turn, Role::Pawn);
        put(file + 1, rank, !turn, Role::Pawn);
    }
}

/// Castling rights and a skipped square where they might be right.
fn scatter_rights(setup: &mut Setup, dice: &mut Dice) {
    let rank = if setup.turn == Colour::White { 5 } else { 2 };
    let pawns = setup.board.of(!setup.turn, Role::Pawn);
    let behind = |square: &Square| {
        let pawn = Square::new(square.index() as u8 ^ 8).unwrap();
        pawns.contains(pawn)
    };
    setup.en_passant = Squares::rank(rank).into_iter().find(behind);
    for colour in Colour::ALL {
        let home = Squares::rank(colour.home_rank());
        for rook in setup.board.of(colour, Role::Rook) & home {
            if dice.below(3) > 0 {
                setup.castles |= rook.into();
            }
        }
    }
}
