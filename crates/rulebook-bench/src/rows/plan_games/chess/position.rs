//! The prepared line: a Scotch gambit with two checks, castling and a pawn
//! taken in passing. The positions and their moves come from board-game.

use std::sync::LazyLock;

use board_game::board::{Board, BoardMoves};
use board_game::games::chess::ChessBoard;
use internal_iterator::InternalIterator;
use rulebook::Kinds;

use super::{Action, Turn};

const LINE: [&str; 21] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "e5d4", "f1c4", "f8b4", "c2c3", "d4c3", "e1g1", "c3b2",
    "c1b2", "g8f6", "e4e5", "d7d5", "e5d6", "d8d6", "d1d6", "b4d6", "f1e1",
];

/// Pieces by their number.
pub(super) const PAWN: u8 = 0;
pub(super) const KNIGHT: u8 = 1;
pub(super) const BISHOP: u8 = 2;
pub(super) const ROOK: u8 = 3;
pub(super) const QUEEN: u8 = 4;
pub(super) const KING: u8 = 5;

/// Whether the king of the player to move is in check, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(super) enum Check {
    No,
    Once,
    Twice,
}

/// What stands on a square, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(super) enum Target {
    Empty,
    Enemy,
    Own,
}

/// A position, as rules look at it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// By square: the piece on it, and whether it is the mover's.
    squares: [Option<(u8, bool)>; 64],
    /// The direction in which the mover's pawns go.
    pub(super) ahead: i8,
    pub(super) check: Check,
    /// Where the mover's king stands, and one that gives check.
    pub(super) king: u8,
    pub(super) checker: Option<u8>,
    pub(super) may_castle: [bool; 2],
    /// Where a pawn that has just leapt can be taken.
    pub(super) leapt_over: Option<u8>,
}

impl Position {
    fn of(board: &ChessBoard) -> Self {
        let inner = board.inner();
        let (me, checkers) = (inner.side_to_move(), *inner.checkers());
        let mut squares = [None; 64];
        for square in *inner.combined() {
            let piece = inner.piece_on(square).map(|piece| piece.to_index() as u8);
            squares[square.to_index()] = piece.map(|it| (it, inner.color_on(square) == Some(me)));
        }
        let ahead = if me.to_index() == 0 { 8 } else { -8 };
        let rights = inner.my_castle_rights();
        Self {
            squares,
            ahead,
            check: match checkers.popcnt() {
                0 => Check::No,
                1 => Check::Once,
                _ => Check::Twice,
            },
            king: inner.king_square(me).to_index() as u8,
            checker: (checkers.popcnt() > 0).then(|| checkers.to_square().to_index() as u8),
            may_castle: [rights.has_kingside(), rights.has_queenside()],
            // It names the square of the pawn, one behind the one leapt over.
            leapt_over: inner.en_passant().map(|pawn| (pawn.to_index() as i8 + ahead) as u8),
        }
    }

    pub(super) fn piece(&self, square: u8) -> Option<u8> {
        self.squares[usize::from(square)].map(|(piece, _)| piece)
    }

    pub(super) fn target(&self, square: u8) -> Target {
        match self.squares[usize::from(square)] {
            None => Target::Empty,
            Some((_, true)) => Target::Own,
            Some((_, false)) => Target::Enemy,
        }
    }

    /// Whether all squares between two on a line are empty.
    pub(super) fn is_free_between(&self, from: u8, to: u8) -> bool {
        between(from, to).all(|square| self.piece(square).is_none())
    }

    /// Whether a square lies between the king and the one who gives check.
    pub(super) fn shields_the_king(&self, square: u8) -> bool {
        self.checker.is_some_and(|from| between(from, self.king).any(|it| it == square))
    }
}

/// Files and ranks from one square to another.
pub(super) fn way(from: u8, to: u8) -> (i8, i8) {
    let (from, to) = (from as i8, to as i8);
    (to % 8 - from % 8, to / 8 - from / 8)
}

/// The squares between two on a line, without both; none if they are on none.
fn between(from: u8, to: u8) -> impl Iterator<Item = u8> {
    let (files, ranks) = way(from, to);
    let on_a_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = if on_a_line { files.abs().max(ranks.abs()) } else { 0 };
    let step = files.signum() + 8 * ranks.signum();
    (1..steps).map(move |n| (from as i8 + n * step) as u8)
}

/// The positions of the line.
pub(super) static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| boards().iter().map(Position::of).collect());

fn boards() -> Vec<ChessBoard> {
    let mut boards = vec![ChessBoard::default()];
    for played in LINE {
        let board = boards.last().expect("there is a first one");
        let played = board.parse_move(played).expect("the line is legal");
        boards.push(board.clone_and_play(played).expect("the line is legal"));
    }
    boards
}

/// What is considered: every legal move, to resign, to offer a draw, and to
/// accept one that nobody offers.
pub(super) fn line() -> Vec<Turn<Action>> {
    let turn = |(board, position): (&ChessBoard, &Position)| {
        let moves = board.available_moves().expect("the game is not over");
        let mut considered = Vec::new();
        moves.for_each(|it| {
            let (from, to) = (it.get_source().to_index() as u8, it.get_dest().to_index() as u8);
            considered.push(Action::of(position, from, to, it.get_promotion().is_some()));
        });
        considered.extend([Action::Resign, Action::OfferDraw, Action::AcceptDraw]);
        considered
    };
    let boards = boards();
    let done = LINE.iter().zip(&boards).zip(POSITIONS.iter()).map(|((text, board), position)| {
        let it = board.parse_move(text).expect("the line is legal");
        let (from, to) = (it.get_source().to_index() as u8, it.get_dest().to_index() as u8);
        Some(Action::of(position, from, to, false))
    });
    let considered = boards.iter().zip(POSITIONS.iter()).map(turn);
    let turns = considered.zip(done.chain([None]));
    turns.map(|(considered, done)| Turn { considered, done }).collect()
}
