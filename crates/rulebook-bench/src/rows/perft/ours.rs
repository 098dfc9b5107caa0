//! Ours: a search line of the rule book, and the board behind it.

use rulebook::prelude::*;
use rulebook::{Legal, Search};
use rulebook_games::Playable;
use rulebook_games::chess::board::{Position, perft, perft_bulk};
use rulebook_games::chess::{Action, Chess, book, setup};

/// A line of play from the start, and a list for the legal actions of each depth.
pub(super) struct Line {
    line: Search<Chess>,
    lists: Vec<Vec<Legal<Chess>>>,
}

impl Line {
    pub(super) fn new() -> Self {
        let start = Chess::for_counting(setup());
        let game = book().start(start, Seed(1)).expect("chess can start");
        Self { line: game.search(Seed(2)), lists: Vec::new() }
    }

    pub(super) fn made(mut self) -> impl FnMut(u32) -> u64 {
        move |depth| self.count::<0>(depth)
    }

    pub(super) fn counted(mut self) -> impl FnMut(u32) -> u64 {
        move |depth| self.count::<1>(depth)
    }

    fn count<const COUNTED: usize>(&mut self, depth: u32) -> u64 {
        self.lists.resize_with(depth as usize, Vec::new);
        walk::<COUNTED>(&mut self.line, &mut self.lists)
    }
}

/// Lists what is legal, and makes every move but the last `COUNTED`. There are as
/// many lists as moves to go.
fn walk<const COUNTED: usize>(line: &mut Search<Chess>, lists: &mut [Vec<Legal<Chess>>]) -> u64 {
    let is_counted = lists.len() == COUNTED;
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    let turn = line.state().turn();
    line.legal_into(turn, list).expect("legal actions can be listed");
    let moves = list.iter().filter(|legal| is_move(legal));
    if is_counted {
        return moves.count() as u64;
    }
    let mut total = 0;
    for legal in moves {
        let outcome = line.play(legal).expect("rulebook is not at fault");
        outcome.committed().expect("rulebook accepts a legal move");
        total += if deeper.is_empty() { 1 } else { walk::<COUNTED>(line, deeper) };
        line.pop();
    }
    total
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
