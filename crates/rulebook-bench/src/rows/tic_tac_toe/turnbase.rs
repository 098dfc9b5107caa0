//! Tic-tac-toe written for the `turnbase` crate.

use turnbase::{ActivePlayers, Game, PlayerId};

use super::LINES;
use crate::playout::{Ending, Player};
use crate::random::Choose;

struct TicTacToe;

struct Board {
    cells: [Option<PlayerId>; 9],
    turn: PlayerId,
    marks: u32,
    winner: Option<PlayerId>,
}

impl Game for TicTacToe {
    type State = Board;
    type Action = usize;
    type View = ();

    fn new_initial_state(&self, _: u64) -> Board {
        Board { cells: [None; 9], turn: PlayerId::new(0), marks: 0, winner: None }
    }

    fn num_players(&self) -> usize {
        2
    }

    fn active_players(&self, board: &Board) -> ActivePlayers {
        if self.is_terminal(board) { ActivePlayers::none() } else { ActivePlayers::one(board.turn) }
    }

    fn legal_actions(&self, board: &Board, _: PlayerId) -> Vec<usize> {
        let mut actions = Vec::with_capacity(9);
        actions.extend((0..9).filter(|&cell| board.cells[cell].is_none()));
        actions
    }

    fn apply(&self, board: &mut Board, player: PlayerId, cell: usize) {
        board.cells[cell] = Some(player);
        board.marks += 1;
        if LINES.iter().any(|line| line.iter().all(|&cell| board.cells[cell] == Some(player))) {
            board.winner = Some(player);
        }
        board.turn = PlayerId::new(1 - player.index());
    }

    fn is_terminal(&self, board: &Board) -> bool {
        board.winner.is_some() || board.marks == 9
    }

    fn reward(&self, board: &Board, player: PlayerId) -> f64 {
        match board.winner {
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }

    fn view(&self, _: &Board, _: Option<PlayerId>) {}
}

pub(super) struct Turns;

impl Player for Turns {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let game = TicTacToe;
        let mut board = game.new_initial_state(0);
        let mut moves = 0;
        while !game.is_terminal(&board) {
            // Asking `active_players` would cost half the speed; this game knows.
            let player = board.turn;
            let mut actions = game.legal_actions(&board, player);
            let action = actions.swap_remove(dice.choose(actions.len()));
            game.apply(&mut board, player, action);
            moves += 1;
        }
        let reward = game.reward(&board, PlayerId::new(0));
        let ending = match reward {
            reward if reward > 0.0 => Ending::First,
            reward if reward < 0.0 => Ending::Second,
            _ => Ending::Draw,
        };
        (moves, ending)
    }
}
