//! The rule sheet.

use rulebook::prelude::*;

use super::{Action, ActionKind, Board, Cells, Event, EventKind, TicTacToe, Why};
use crate::Ending;

const EXISTS: &str = "the cell exists";
const TURN: &str = "it is your turn";
const EMPTY: &str = "the cell is empty";
const LINE: &str = "placing/complete a line";
const LAST: &str = "placing/fill the board";

/// The rules of tic-tac-toe, as a book.
///
/// ```
/// use rulebook_games::tic_tac_toe::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "placing/complete a line",
///     "placing/fill the board",
///     "placing/place a mark",
///     "resign",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<TicTacToe> {
    Book::<TicTacToe>::builder("tic-tac-toe")
        .version("1")
        .digests()
        .reverts()
        .check(EXISTS, Gate::Shape, |check| {
            check.on(ActionKind::Place).test(|ask| match *ask.action {
                Action::Place { cell } => cell.exists().or(Why::NoSuchCell { cell }),
                Action::Resign => Ok(()),
            })
        })
        .only_active(TURN, Why::NotYourTurn)
        .check(EMPTY, Gate::Targets, |check| {
            check.on(ActionKind::Place).test(|ask| match *ask.action {
                Action::Place { cell } => ask.state.is_empty(cell).or(Why::Taken { cell }),
                Action::Resign => Ok(()),
            })
        })
        .phase("placing", |placing| {
            placing
                .rule("complete a line", |rule| {
                    rule.on(ActionKind::Place)
                        .exact([EXISTS, TURN, EMPTY], |offer| places(offer, Board::completing))
                        .when("it completes a line", |ask| goes_to(ask, Board::completing))
                        .then(|cx, ()| {
                            let by = cx.state.turn();
                            mark_and_end(cx, Ending::Won { by });
                        })
                })
                .rule("fill the board", |rule| {
                    rule.on(ActionKind::Place)
                        .exact([EXISTS, TURN, EMPTY, LINE], |offer| places(offer, Board::filling))
                        .when("it takes the last cell", |ask| goes_to(ask, Board::filling))
                        .then(|cx, ()| mark_and_end(cx, Ending::Drawn))
                })
                .rule("place a mark", |rule| {
                    rule.on(ActionKind::Place)
                        .exact([EXISTS, TURN, EMPTY, LINE, LAST], |offer| {
                            places(offer, Board::quiet)
                        })
                        .when("it ends nothing", |ask| goes_to(ask, Board::quiet))
                        .then(|cx, ()| marked(cx))
                })
        })
        .rule("resign", |rule| {
            rule.on(ActionKind::Resign)
                .exact([TURN], |offer| {
                    if offer.by.is(offer.state.turn()) {
                        offer.push(Action::Resign);
                    }
                })
                .then(|cx, ()| {
                    let by = cx.state.turn().next(2);
                    [ended(Ending::Won { by })]
                })
        })
        .invariant("the players take turns, one mark to a cell", |invariant| {
            invariant.broken_by(EventKind::Marked).holds(Board::is_sound)
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

/// Whether the mark goes to one of these cells.
#[inline]
fn goes_to(ask: &Ask<'_, TicTacToe>, cells: impl Fn(&Board) -> Cells) -> bool {
    ask.action.cell().is_some_and(|cell| cells(ask.state).contains(cell))
}

/// Offers these cells to the player whose turn it is.
#[inline]
fn places(offer: &mut Offer<'_, TicTacToe>, cells: impl Fn(&Board) -> Cells) {
    if offer.by.is(offer.state.turn()) {
        offer.extend(cells(offer.state).map(|cell| Action::Place { cell }));
    }
}

/// The mark that the action places.
#[inline]
fn marked(cx: &Effect<'_, TicTacToe>) -> Option<Event> {
    let seat = cx.state.turn();
    cx.action.cell().map(|cell| Event::Marked { seat, cell })
}

#[inline]
fn mark_and_end(cx: &mut Effect<'_, TicTacToe>, ending: Ending) {
    if let Some(marked) = marked(cx) {
        cx.propose(marked);
        cx.propose(ended(ending));
    }
}

#[inline]
fn ended(ending: Ending) -> Event {
    Event::Ended { ending }
}
