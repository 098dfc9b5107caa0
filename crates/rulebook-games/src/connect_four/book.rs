//! The rule sheet.

use rulebook::prelude::*;

use super::{Action, ActionKind, Board, Column, Columns, ConnectFour, Event, EventKind, Why};
use crate::Ending;

const EXISTS: &str = "the column exists";
const TURN: &str = "it is your turn";
const OPEN: &str = "the column is not full";
const FOUR: &str = "dropping/connect four";
const LAST: &str = "dropping/fill the board";

/// The rules of connect four, as a book.
///
/// ```
/// use rulebook_games::connect_four::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "dropping/connect four",
///     "dropping/fill the board",
///     "dropping/drop a disc",
///     "resign",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<ConnectFour> {
    Book::<ConnectFour>::builder("connect four")
        .digests()
        .reverts()
        .check(EXISTS, Gate::Shape, |check| {
            check.on(ActionKind::Drop).test(|ask| match *ask.action {
                Action::Drop { column } => column.exists().or(Why::NoSuchColumn { column }),
                Action::Resign => Ok(()),
            })
        })
        .only_active(TURN, Why::NotYourTurn)
        .check(OPEN, Gate::Targets, |check| {
            check.on(ActionKind::Drop).test(|ask| match *ask.action {
                Action::Drop { column } => ask.state.is_open(column).or(Why::Full { column }),
                Action::Resign => Ok(()),
            })
        })
        .phase("dropping", |dropping| {
            dropping
                .rule("connect four", |rule| {
                    rule.on(ActionKind::Drop)
                        .exact([EXISTS, TURN, OPEN], |offer| drops(offer, Board::connecting))
                        .answer(|ask| dropped_in(ask, Board::connecting))
                        .then(|cx, column| {
                            let by = cx.state.turn();
                            [dropped(cx, column), ended(Ending::Won { by })]
                        })
                })
                .rule("fill the board", |rule| {
                    rule.on(ActionKind::Drop)
                        .exact([EXISTS, TURN, OPEN, FOUR], |offer| drops(offer, Board::filling))
                        .answer(|ask| dropped_in(ask, Board::filling))
                        .then(|cx, column| [dropped(cx, column), ended(Ending::Drawn)])
                })
                .rule("drop a disc", |rule| {
                    rule.on(ActionKind::Drop)
                        .exact([EXISTS, TURN, OPEN, FOUR, LAST], |offer| drops(offer, Board::quiet))
                        .answer(|ask| dropped_in(ask, Board::quiet))
                        .then(|cx, column| [dropped(cx, column)])
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
        .invariant("the players take turns, and no disc hangs in the air", |invariant| {
            invariant.broken_by(EventKind::Dropped).holds(Board::is_sound)
        })
        .compile()
        .expect("the rule sheet has no mistakes")
}

/// Matches if the disc goes to one of these columns.
#[inline]
fn dropped_in(
    ask: &Ask<'_, ConnectFour>,
    columns: impl Fn(&Board) -> Columns,
) -> Answer<Column, Why> {
    match *ask.action {
        Action::Drop { column } if columns(ask.state).contains(column) => Answer::Match(column),
        Action::Drop { .. } | Action::Resign => Answer::Skip,
    }
}

/// Offers these columns to the player whose turn it is.
#[inline]
fn drops(offer: &mut Offer<'_, ConnectFour>, columns: impl Fn(&Board) -> Columns) {
    if offer.by.is(offer.state.turn()) {
        offer.extend(columns(offer.state).map(|column| Action::Drop { column }));
    }
}

#[inline]
fn dropped(cx: &Effect<'_, ConnectFour>, column: Column) -> Event {
    let seat = cx.state.turn();
    Event::Dropped { seat, column }
}

#[inline]
fn ended(ending: Ending) -> Event {
    Event::Ended { ending }
}
