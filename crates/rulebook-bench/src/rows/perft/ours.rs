//! Ours: a search line of the rule book, and the board behind it.

use rulebook::prelude::*;
use rulebook::{Legal, Search};
use rulebook_games::Playable;
use rulebook_games::chess::board::{Position, perft, perft_bulk};
use rulebook_games::chess::{Action, Chess, book, setup};

/// A line of play from the start, and the legal actions of all depths, each
/// depth behind the one before.
pub(super) struct Line {
    line: Search<Chess>,
    legal: Vec<Legal<Chess>>,
}

impl Line {
    pub(super) fn new() -> Self {
        let start = Chess::for_counting(setup());
        let game = book().start(start, Seed(1)).expect("chess can start");
        Self { line: game.search(Seed(2)), legal: Vec::new() }
    }

    pub(super) fn made(mut self) -> impl FnMut(u32) -> u64 {
        move |depth| self.walk::<0>(depth)
    }

    pub(super) fn counted(mut self) -> impl FnMut(u32) -> u64 {
        move |depth| self.walk::<1>(depth)
    }

    /// Lists what is legal, and makes every move but the last `COUNTED`.
    fn walk<const COUNTED: u32>(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let start = self.legal.len();
        let turn = self.line.state().turn();
        self.line.legal_into(turn, &mut self.legal).expect("legal actions can be listed");
        let end = self.legal.len();
        let total = if depth == COUNTED {
            self.legal[start..].iter().filter(|legal| is_move(legal)).count() as u64
        } else {
            (start..end).map(|at| self.push::<COUNTED>(at, depth)).sum()
        };
        self.legal.truncate(start);
        total
    }

    #[inline]
    fn push<const COUNTED: u32>(&mut self, at: usize, depth: u32) -> u64 {
        if !is_move(&self.legal[at]) {
            return 0;
        }
        let outcome = self.line.play(&self.legal[at]).expect("rulebook is not at fault");
        outcome.committed().expect("rulebook accepts a legal move");
        let leaves = self.walk::<COUNTED>(depth - 1);
        self.line.pop();
        leaves
    }
}

/// Resigning and offers of a draw are legal, too.
#[inline]
fn is_move(legal: &Legal<Chess>) -> bool {
    matches!(legal.action(), Action::Move(_))
}

pub(super) fn board_made(depth: u32) -> u64 {
    perft(&Position::start(), depth)
}

pub(super) fn board_counted(depth: u32) -> u64 {
    perft_bulk(&Position::start(), depth)
}
