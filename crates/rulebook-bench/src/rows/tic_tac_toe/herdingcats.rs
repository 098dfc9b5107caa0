//! Tic-tac-toe with HerdingCats, on the board that our own book has: one behaviour
//! that refuses or marks, one diff, no text.
//!
//! HerdingCats does not know legal actions, so the player lists the empty cells.

use std::hint::black_box;

use herdingcats::{
    Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, NonCommittedOutcome, Outcome,
    Reversibility,
};

use super::hand::{FULL, WON};
use crate::playout::{Ending, Player};
use crate::random::Choose;

struct Spec;

#[derive(Clone, Debug, Default)]
struct Board {
    /// The cells of each player, as sets.
    marks: [u16; 2],
    turn: u8,
    ending: Option<Ending>,
}

impl Board {
    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }
}

#[derive(Clone, Debug)]
struct Marked {
    cell: u8,
}

/// Why a cell cannot be marked.
#[derive(Clone, Debug)]
enum Why {
    GameIsOver,
    CellIsTaken,
}

impl EngineSpec for Spec {
    type State = Board;
    type Input = u8;
    type Diff = Marked;
    type Trace = ();
    type NonCommittedInfo = Why;
    type OrderKey = u32;
}

impl Apply<Spec> for Marked {
    fn apply(&self, board: &mut Board) -> Vec<()> {
        let own = &mut board.marks[usize::from(board.turn)];
        *own |= 1 << self.cell;
        if WON[usize::from(*own)] {
            board.ending = Some(if board.turn == 0 { Ending::First } else { Ending::Second });
        } else if board.empty() == 0 {
            board.ending = Some(Ending::Draw);
        }
        board.turn ^= 1;
        vec![()]
    }
}

fn mark(cell: &u8, board: &Board) -> BehaviorResult<Marked, Why> {
    if board.ending.is_some() {
        return BehaviorResult::Stop(NonCommittedOutcome::Disallowed(Why::GameIsOver));
    }
    if board.empty() >> cell & 1 == 0 {
        return BehaviorResult::Stop(NonCommittedOutcome::Disallowed(Why::CellIsTaken));
    }
    BehaviorResult::Continue(vec![Marked { cell: *cell }])
}

fn engine() -> Engine<Spec> {
    let behavior = BehaviorDef { name: "mark", order_key: 0, evaluate: mark };
    Engine::new(Board::default(), vec![behavior])
}

pub(super) struct Cats;

impl Player for Cats {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let mut engine = engine();
        loop {
            let board = engine.state();
            if let Some(ending) = board.ending {
                return (u64::from((FULL & !board.empty()).count_ones()), ending);
            }
            let mut listed = [0; 9];
            let mut count = 0;
            let mut empty = board.empty();
            while empty != 0 {
                listed[count] = empty.trailing_zeros() as u8;
                count += 1;
                empty &= empty - 1;
            }
            let outcome = engine.dispatch(listed[dice.choose(count)], Reversibility::Reversible);
            assert!(
                matches!(black_box(&outcome), Ok(Outcome::Committed(_))),
                "herdingcats refused a legal move"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_refuses_what_is_not_legal() {
        let mut engine = engine();
        let mut mark = |cell| engine.dispatch(cell, Reversibility::Reversible).unwrap();
        assert!(matches!(mark(0), Outcome::Committed(_)));
        assert!(matches!(mark(0), Outcome::Disallowed(Why::CellIsTaken)));
        for cell in [3, 1, 4, 2] {
            assert!(matches!(mark(cell), Outcome::Committed(_)));
        }
        assert!(matches!(mark(8), Outcome::Disallowed(Why::GameIsOver)));
    }
}
