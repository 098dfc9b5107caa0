//! Tic-tac-toe as a rule book: two checks, one rule with an exact generator.

use rulebook::prelude::*;
use rulebook::{Recovery, SessionOptions};

use super::hand::{FULL, WON, empty};
use crate::playout::Ending;

pub(crate) struct TicTacToe;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The cells of each seat, as sets.
    marks: [u16; 2],
    turn: Seat,
    ending: Option<Ending>,
}

impl Board {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) struct Mark {
    pub(crate) cell: u8,
}

#[derive(Clone, Debug, PartialEq, Reason)]
pub(crate) enum Why {
    /// It is not your turn.
    NotYourTurn,
    /// There is no cell {cell}: cells are numbered 0 to 8.
    NoSuchCell { cell: u8 },
    /// Cell {cell} is taken.
    Taken { cell: u8 },
}

impl Game for TicTacToe {
    type State = Board;
    type Action = Mark;
    type Event = Mark;
    type Trace = ();
    type Reason = Why;

    fn apply(board: &mut Board, mark: &Mark) {
        let seat = board.turn.index();
        board.marks[seat] |= 1 << mark.cell;
        if WON[usize::from(board.marks[seat])] {
            board.ending = Some(if seat == 0 { Ending::First } else { Ending::Second });
        } else if board.taken() == FULL {
            board.ending = Some(Ending::Draw);
        }
        board.turn = board.turn.next(2);
    }

    fn active(board: &Board) -> Actors {
        Actors::only(board.turn)
    }

    fn result(board: &Board) -> Option<Scores> {
        board.ending.map(Ending::scores)
    }
}

impl Revert for TicTacToe {
    fn revert(board: &mut Board, mark: &Mark, (): &()) {
        board.turn = board.turn.next(2);
        board.marks[board.turn.index()] &= !(1 << mark.cell);
        board.ending = None;
    }
}

fn answer(ask: &Ask<'_, TicTacToe>) -> Answer<(), Why> {
    let cell = ask.action.cell;
    if ask.state.taken() >> cell & 1 == 0 {
        Answer::Match(())
    } else {
        Answer::disallowed(Why::Taken { cell })
    }
}

/// In one piece with the function that the book keeps.
#[inline]
fn offer(offer: &mut Offer<'_, TicTacToe>) {
    if offer.by.is(offer.state.turn) {
        offer.extend(empty(offer.state.taken()).iter().map(|&cell| Mark { cell }));
    }
}

fn book() -> Book<TicTacToe> {
    const SHAPE: &str = "the cell exists";
    const TURN: &str = "it is your turn";
    Book::<TicTacToe>::builder("tic-tac-toe")
        .reverts()
        .check(SHAPE, Gate::Shape, |check| {
            check.test(|ask| (ask.action.cell < 9).or(Why::NoSuchCell { cell: ask.action.cell }))
        })
        .only_active(TURN, Why::NotYourTurn)
        .rule("mark", |rule| {
            rule.answer(answer).exact([SHAPE, TURN], offer).then(|cx, ()| [*cx.action])
        })
        .compile()
        .expect("the book has no mistakes")
}

/// A game that goes back by revert, which costs less for each move than copies.
pub(crate) fn start() -> Session<TicTacToe> {
    start_with(Recovery::Revert)
}

pub(super) fn start_with(recovery: Recovery) -> Session<TicTacToe> {
    let board = Board { marks: [0; 2], turn: Seat(0), ending: None };
    let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
    book().start_with(board, Seed(1), options).expect("an empty board can start")
}
