//! Tic-tac-toe with HerdingCats, as lean as it can be written: one behaviour
//! that refuses or marks, one diff, no text.
//!
//! HerdingCats does not know legal actions, so the player lists the empty cells.

use std::hint::black_box;

use herdingcats::{
    Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, NonCommittedOutcome, Outcome,
    Reversibility,
};

use super::LINES;
use crate::playout::{Ending, Player};
use crate::random::Choose;

struct Spec;

#[derive(Clone, Debug, Default)]
struct Board {
    cells: [Option<bool>; 9],
    marks: u8,
    ending: Option<Ending>,
}

#[derive(Clone, Debug)]
struct Marked {
    cell: usize,
    first: bool,
}

/// Why a cell cannot be marked.
#[derive(Clone, Debug)]
enum Why {
    GameIsOver,
    CellIsTaken,
}

impl EngineSpec for Spec {
    type State = Board;
    type Input = usize;
    type Diff = Marked;
    type Trace = ();
    type NonCommittedInfo = Why;
    type OrderKey = u32;
}

impl Apply<Spec> for Marked {
    fn apply(&self, board: &mut Board) -> Vec<()> {
        board.cells[self.cell] = Some(self.first);
        board.marks += 1;
        let won =
            |line: &[usize; 3]| line.iter().all(|&cell| board.cells[cell] == Some(self.first));
        if LINES.iter().any(won) {
            board.ending = Some(if self.first { Ending::First } else { Ending::Second });
        } else if board.marks == 9 {
            board.ending = Some(Ending::Draw);
        }
        vec![()]
    }
}

fn mark(cell: &usize, board: &Board) -> BehaviorResult<Marked, Why> {
    if board.ending.is_some() {
        return BehaviorResult::Stop(NonCommittedOutcome::Disallowed(Why::GameIsOver));
    }
    if board.cells[*cell].is_some() {
        return BehaviorResult::Stop(NonCommittedOutcome::Disallowed(Why::CellIsTaken));
    }
    BehaviorResult::Continue(vec![Marked { cell: *cell, first: board.marks.is_multiple_of(2) }])
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
                return (u64::from(board.marks), ending);
            }
            let mut empty = [0; 9];
            let mut count = 0;
            for (cell, mark) in board.cells.iter().enumerate() {
                if mark.is_none() {
                    empty[count] = cell;
                    count += 1;
                }
            }
            let outcome = engine.dispatch(empty[dice.choose(count)], Reversibility::Reversible);
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
