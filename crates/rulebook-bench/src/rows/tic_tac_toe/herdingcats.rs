//! Tic-tac-toe with HerdingCats, on the board that our own book has: one behaviour
//! that refuses what our book refuses, or marks; one diff, no text.
//!
//! HerdingCats does not know legal actions, so the player looks up the empty cells.

use std::hint::black_box;

use herdingcats::{
    Apply, BehaviorDef, BehaviorResult, Engine, EngineSpec, NonCommittedOutcome, Outcome,
    Reversibility,
};

use super::hand::{FULL, WON, empty};
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
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

/// A cell to be marked, and by whom.
#[derive(Clone, Debug)]
struct Mark {
    by: u8,
    cell: u8,
}

#[derive(Clone, Debug)]
struct Marked {
    cell: u8,
}

/// Why a cell cannot be marked.
#[derive(Clone, Debug)]
enum Why {
    GameIsOver,
    NoSuchCell,
    NotYourTurn,
    CellIsTaken,
}

impl EngineSpec for Spec {
    type State = Board;
    type Input = Mark;
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
        } else if board.taken() == FULL {
            board.ending = Some(Ending::Draw);
        }
        board.turn ^= 1;
        vec![()]
    }
}

fn mark(&Mark { by, cell }: &Mark, board: &Board) -> BehaviorResult<Marked, Why> {
    let stop = BehaviorResult::Stop;
    if board.ending.is_some() {
        return stop(NonCommittedOutcome::InvalidInput(Why::GameIsOver));
    }
    if cell >= 9 {
        return stop(NonCommittedOutcome::InvalidInput(Why::NoSuchCell));
    }
    if by != board.turn {
        return stop(NonCommittedOutcome::Disallowed(Why::NotYourTurn));
    }
    if board.taken() >> cell & 1 == 1 {
        return stop(NonCommittedOutcome::Disallowed(Why::CellIsTaken));
    }
    BehaviorResult::Continue(vec![Marked { cell }])
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
            let taken = board.taken();
            if let Some(ending) = board.ending {
                return (u64::from(taken.count_ones()), ending);
            }
            let empty = empty(taken);
            let mark = Mark { by: board.turn, cell: empty[dice.choose(empty.len())] };
            let outcome = engine.dispatch(mark, Reversibility::Reversible);
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
        let mut mark =
            |by, cell| engine.dispatch(Mark { by, cell }, Reversibility::Reversible).unwrap();
        assert!(matches!(mark(1, 0), Outcome::Disallowed(Why::NotYourTurn)));
        assert!(matches!(mark(0, 9), Outcome::InvalidInput(Why::NoSuchCell)));
        assert!(matches!(mark(0, 0), Outcome::Committed(_)));
        assert!(matches!(mark(1, 0), Outcome::Disallowed(Why::CellIsTaken)));
        for (by, cell) in [(1, 3), (0, 1), (1, 4), (0, 2)] {
            assert!(matches!(mark(by, cell), Outcome::Committed(_)));
        }
        assert!(matches!(mark(1, 8), Outcome::InvalidInput(Why::GameIsOver)));
    }
}
