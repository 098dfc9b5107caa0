//! Libraries for chess, each in its own best way.

use board_game::board::{Board, BoardMoves, Outcome, Player};
use board_game::games::chess::ChessBoard;
use cozy_chess::Color;
use internal_iterator::InternalIterator;
use shakmaty::{CastlingMode, Chess, MoveList, Position};

use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::{Choose, Wyrand};

/// Who is to move has lost or drawn.
fn ending(white_to_move: bool, is_mate: bool) -> Ending {
    match (is_mate, white_to_move) {
        (true, true) => Ending::Second,
        (true, false) => Ending::First,
        (false, _) => Ending::Draw,
    }
}

#[derive(Default)]
pub(super) struct Shakmaty {
    position: Chess,
    moves: MoveList,
}

impl Library for Shakmaty {
    fn begin(&mut self) {
        self.position = Chess::default();
    }

    fn moves(&mut self) -> Vec<String> {
        self.moves.clear();
        if !self.position.is_insufficient_material() {
            self.moves = self.position.legal_moves();
        }
        self.moves.iter().map(|found| found.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    fn make(&mut self, at: usize) {
        self.position.play_unchecked(self.moves[at]);
    }

    fn ending(&mut self) -> Ending {
        ending(self.position.turn().is_white(), self.position.is_checkmate())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            let moves = self.position.legal_moves();
            if moves.is_empty() || self.position.is_insufficient_material() {
                return (made, Some(self.ending()));
            }
            self.position.play_unchecked(moves[dice.choose(moves.len())]);
        }
        (most, None)
    }
}

#[derive(Default)]
pub(super) struct Cozy {
    board: cozy_chess::Board,
    moves: Vec<cozy_chess::Move>,
}

impl Cozy {
    #[inline]
    fn list(&mut self) {
        self.moves.clear();
        self.board.generate_moves(|found| {
            self.moves.extend(found);
            false
        });
    }

    /// It writes castling as the king's move to its rook.
    fn name(&self, found: cozy_chess::Move) -> String {
        let (own, king) = (self.board.side_to_move(), cozy_chess::Piece::King);
        let castles = self.board.piece_on(found.from) == Some(king)
            && self.board.color_on(found.to) == Some(own);
        if !castles {
            return found.to_string();
        }
        let to = if found.to.file() > found.from.file() { "g" } else { "c" };
        format!("{}{to}{}", found.from, found.from.rank())
    }
}

impl Library for Cozy {
    fn begin(&mut self) {
        self.board = cozy_chess::Board::default();
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        self.moves.iter().map(|&found| self.name(found)).collect()
    }

    fn make(&mut self, at: usize) {
        self.board.play_unchecked(self.moves[at]);
    }

    fn ending(&mut self) -> Ending {
        let white = self.board.side_to_move() == Color::White;
        ending(white, !self.board.checkers().is_empty())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.moves.is_empty() {
                return (made, Some(self.ending()));
            }
            self.board.play_unchecked(self.moves[dice.choose(self.moves.len())]);
        }
        (most, None)
    }
}

#[derive(Default)]
pub(super) struct Boards {
    board: ChessBoard,
}

impl Library for Boards {
    fn begin(&mut self) {
        self.board = ChessBoard::default();
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.board.available_moves();
        moves.map(|moves| moves.map(|found| found.to_string()).collect()).unwrap_or_default()
    }

    fn make(&mut self, at: usize) {
        let available = self.board.available_moves().expect("the game is not over");
        let chosen = available.nth(at).expect("one of those that were listed");
        self.board.play(chosen).expect("an available move can be played");
    }

    fn ending(&mut self) -> Ending {
        match self.board.outcome().expect("the game is over") {
            Outcome::WonBy(Player::A) => Ending::First,
            Outcome::WonBy(Player::B) => Ending::Second,
            Outcome::Draw => Ending::Draw,
        }
    }

    /// The crate's own way to a random move: count, then take the nth.
    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            if self.board.is_done() {
                return (made, Some(self.ending()));
            }
            let count = self.board.available_moves().expect("the game is not over").count();
            self.make(dice.choose(count));
        }
        (most, None)
    }
}
