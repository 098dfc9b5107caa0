//! Connect four as a rule book: two checks, one rule with an exact generator.

use rulebook::prelude::*;

use super::hand::{BOTTOM, COLUMNS, ROWS, STRIDE, TOP, has_four};
use crate::playout::Ending;

pub(crate) struct ConnectFour;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The discs of each seat, as sets.
    discs: [u64; 2],
    turn: Seat,
    ending: Option<Ending>,
}

const CELLS: u64 = TOP * 2 - BOTTOM;

impl Board {
    fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    fn is_open(&self, column: u8) -> bool {
        TOP & !self.taken() & column_of(column) != 0
    }
}

/// The cells of one column.
fn column_of(column: u8) -> u64 {
    ((1 << ROWS) - 1) << (u32::from(column) * STRIDE)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) struct Drop {
    column: u8,
}

#[derive(Clone, Debug, PartialEq, Reason)]
pub(crate) enum Why {
    /// It is not your turn.
    NotYourTurn,
    /// There is no column {column}: columns are numbered 0 to 6.
    NoSuchColumn { column: u8 },
    /// Column {column} is full.
    Full { column: u8 },
}

impl Game for ConnectFour {
    type State = Board;
    type Action = Drop;
    type Event = Drop;
    type Trace = ();
    type Reason = Why;

    fn apply(board: &mut Board, drop: &Drop) {
        let seat = board.turn.index();
        let taken = board.taken();
        // Adding the column's lowest cell carries up to its first free one.
        let bottom = 1 << (u32::from(drop.column) * STRIDE);
        board.discs[seat] |= (taken + bottom) & !taken;
        if has_four(board.discs[seat]) {
            board.ending = Some(if seat == 0 { Ending::First } else { Ending::Second });
        } else if board.taken() == CELLS {
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

fn answer(ask: &Ask<'_, ConnectFour>) -> Answer<(), Why> {
    let column = ask.action.column;
    if ask.state.is_open(column) {
        Answer::Match(())
    } else {
        Answer::disallowed(Why::Full { column })
    }
}

fn offer(offer: &mut Offer<'_, ConnectFour>) {
    if !offer.by.is(offer.state.turn) {
        return;
    }
    let mut open = TOP & !offer.state.taken();
    while open != 0 {
        offer.push(Drop { column: (open.trailing_zeros() / STRIDE) as u8 });
        open &= open - 1;
    }
}

fn book() -> Book<ConnectFour> {
    const SHAPE: &str = "the column exists";
    const TURN: &str = "it is your turn";
    Book::<ConnectFour>::builder("connect four")
        .check(SHAPE, Gate::Shape, |check| {
            check.test(|ask| {
                let column = ask.action.column;
                (u32::from(column) < COLUMNS).or(Why::NoSuchColumn { column })
            })
        })
        .only_active(TURN, Why::NotYourTurn)
        .rule("drop", |rule| {
            rule.answer(answer).exact([SHAPE, TURN], offer).then(|cx, ()| [*cx.action])
        })
        .compile()
        .expect("the book has no mistakes")
}

pub(crate) fn start() -> Session<ConnectFour> {
    let board = Board { discs: [0; 2], turn: Seat(0), ending: None };
    book().start(board, Seed(1)).expect("an empty board can start")
}
