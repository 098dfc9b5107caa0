//! The walk through the moves of libraries for chess, each in its own best way.

use board_game::board::{Board, BoardMoves};
use board_game::games::chess::{ChessBoard, Rules};
use cozy_chess::Board as CozyBoard;
use internal_iterator::InternalIterator;
use shakmaty::{Chess, Position};

pub(super) fn shakmaty_made(depth: u32) -> u64 {
    shakmaty::<0>(&Chess::default(), depth)
}

pub(super) fn shakmaty_counted(depth: u32) -> u64 {
    shakmaty::<1>(&Chess::default(), depth)
}

fn shakmaty<const COUNTED: u32>(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == COUNTED {
        return moves.len() as u64;
    }
    let mut total = 0;
    for found in moves {
        let mut next = position.clone();
        next.play_unchecked(found);
        total += shakmaty::<COUNTED>(&next, depth - 1);
    }
    total
}

pub(super) fn cozy_made(depth: u32) -> u64 {
    cozy::<0>(&CozyBoard::default(), depth)
}

pub(super) fn cozy_counted(depth: u32) -> u64 {
    cozy::<1>(&CozyBoard::default(), depth)
}

fn cozy<const COUNTED: u32>(board: &CozyBoard, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    board.generate_moves(|moves| {
        if depth == COUNTED {
            total += moves.len() as u64;
            return false;
        }
        for found in moves {
            let mut next = board.clone();
            next.play_unchecked(found);
            total += cozy::<COUNTED>(&next, depth - 1);
        }
        false
    });
    total
}

pub(super) fn board_game_made(depth: u32) -> u64 {
    board_game::<0>(&ChessBoard::default_with_rules(Rules::unlimited()), depth)
}

pub(super) fn board_game_counted(depth: u32) -> u64 {
    board_game::<1>(&ChessBoard::default_with_rules(Rules::unlimited()), depth)
}

fn board_game<const COUNTED: u32>(board: &ChessBoard, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // It says of a board where the game is over that it has no moves at all.
    let Ok(moves) = board.available_moves() else { return 0 };
    if depth == COUNTED {
        return moves.count() as u64;
    }
    let mut total = 0;
    moves.for_each(|found| {
        let next = board.clone_and_play(found).expect("an available move can be played");
        total += board_game::<COUNTED>(&next, depth - 1);
    });
    total
}
