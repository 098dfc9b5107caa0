//! The rule sheet.

use rulebook::prelude::*;

use super::{Action, ActionKind, Board, Columns, ConnectFour, Event, EventKind, Why};
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
        .version("1")
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
                        .when("it makes four in a row", |ask| goes_to(ask, Board::connecting))
                        .then(|cx, ()| {
                            let by = cx.state.turn();
                            drop_and_end(cx, Ending::Won { by });
                        })
                })
                .rule("fill the board", |rule| {
                    rule.on(ActionKind::Drop)
                        .exact([EXISTS, TURN, OPEN, FOUR], |offer| drops(offer, Board::filling))
                        .when("it takes the last place", |ask| goes_to(ask, Board::filling))
                        .then(|cx, ()| drop_and_end(cx, Ending::Drawn))
                })
                .rule("drop a disc", |rule| {
                    rule.on(ActionKind::Drop)
                        .exact([EXISTS, TURN, OPEN, FOUR, LAST], |offer| drops(offer, Board::quiet))
                        .when("it ends nothing", |ask| goes_to(ask, Board::quiet))
                        .then(|cx, ()| dropped(cx))
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

/// Whether the disc goes to one of these columns.
#[inline]
fn goes_to(ask: &Ask<'_, ConnectFour>, columns: impl Fn(&Board) -> Columns) -> bool {
    ask.action.column().is_some_and(|column| columns(ask.state).contains(column))
}

/// Offers these columns to the player whose turn it is.
#[inline]
fn drops(offer: &mut Offer<'_, ConnectFour>, columns: impl Fn(&Board) -> Columns) {
    let columns = columns(offer.state);
    if !columns.is_empty() && offer.by.is(offer.state.turn()) {
        offer_all(offer, columns);
    }
}

/// A function of its own: of the three rules two mostly offer nothing, and then
/// nothing has to be made ready.
#[inline(never)]
fn offer_all(offer: &mut Offer<'_, ConnectFour>, columns: Columns) {
    offer.extend(columns.map(|column| Action::Drop { column }));
}

/// The disc that the action drops.
#[inline]
fn dropped(cx: &Effect<'_, ConnectFour>) -> Option<Event> {
    let seat = cx.state.turn();
    cx.action.column().map(|column| Event::Dropped { seat, column })
}

#[inline]
fn drop_and_end(cx: &mut Effect<'_, ConnectFour>, ending: Ending) {
    if let Some(dropped) = dropped(cx) {
        cx.propose(dropped);
        cx.propose(ended(ending));
    }
}

#[inline]
fn ended(ending: Ending) -> Event {
    Event::Ended { ending }
}
