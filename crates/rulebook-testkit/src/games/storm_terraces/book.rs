//! The rule sheet.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Tier, TriggerOrder};

use super::storm::{
    burst, charges, is_next_to, is_of_the_clan, mended, next, scramble, storm, used,
};
use super::{
    Action, ActionKind, Cell, Event, EventKind, Hill, Kind, PieceId, StormTerraces, Turn, Why,
};

const EXISTS: &str = "the cell exists";
const STORM: &str = "the storm has its time";
const TURN: &str = "it is your turn";
const FREE: &str = "the cell is free";
const NEAR: &str = "somebody of yours is near";

/// The rules of the storm terraces, as a book.
///
/// ```
/// use rulebook_testkit::games::storm_terraces::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), [
///     "place", "scramble", "rest", "storm",
/// ]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<StormTerraces> {
    let mut sheet = Book::<StormTerraces>::builder("storm terraces").digests().reverts();
    for chapter in [whose_turn, where_to, rules, guards, triggers, standing, invariants] {
        sheet = chapter(sheet);
    }
    sheet.compile().expect("the rule sheet has no mistakes")
}

type Sheet = BookBuilder<StormTerraces>;

/// What clans do.
const CLANS: [ActionKind; 3] = [ActionKind::Place, ActionKind::Scramble, ActionKind::Rest];

fn whose_turn(sheet: Sheet) -> Sheet {
    sheet
        .check(STORM, Gate::Timing, |check| {
            check.test(|ask| match (ask.state.turn(), ask.action) {
                (Turn::Storm, Action::Storm) => Ok(()),
                (_, Action::Storm) => Err(Why::NoStormNow),
                (turn, _) => (turn != Turn::Storm).or(Why::StormNow),
            })
        })
        .check("chance brings the storm", Gate::Actor, |check| {
            check.on(ActionKind::Storm).require(|ask| ask.by == By::Chance, Why::NoStormNow)
        })
        .check(TURN, Gate::Actor, |check| {
            check.on(CLANS).require(
                |ask| ask.by.seat().is_some_and(|seat| ask.state.turn() == Turn::Clan(seat)),
                Why::NotYourTurn,
            )
        })
}

/// The cell that an action is about.
fn cell_of(action: &Action) -> Option<Cell> {
    match *action {
        Action::Place { cell, .. } | Action::Scramble { cell } => Some(cell),
        Action::Rest | Action::Storm => None,
    }
}

fn where_to(sheet: Sheet) -> Sheet {
    let with_cell = [ActionKind::Place, ActionKind::Scramble];
    sheet
        .check(EXISTS, Gate::Shape, |check| {
            check
                .on(with_cell)
                .require(|ask| cell_of(ask.action).is_none_or(Cell::exists), Why::NoSuchCell)
        })
        .check(FREE, Gate::Targets, |check| {
            check.on(with_cell).test(|ask| match cell_of(ask.action) {
                Some(cell) => ask.state.at(cell).is_none().or(Why::Taken { cell }),
                None => Ok(()),
            })
        })
        .check(NEAR, Gate::Specific, |check| {
            check.on(ActionKind::Scramble).test(|ask| match (cell_of(ask.action), ask.by.seat()) {
                (Some(cell), Some(seat)) => {
                    is_near(ask.state, seat, cell).or(Why::NobodyNear { cell })
                }
                _ => Ok(()),
            })
        })
}

fn is_near(hill: &Hill, seat: Seat, cell: Cell) -> bool {
    hill.next_to(cell).any(|(_, piece)| piece.owner == seat)
}

fn rules(sheet: Sheet) -> Sheet {
    sheet
        .rule("place", |rule| {
            rule.on(ActionKind::Place)
                .answer(|ask| match (*ask.action, ask.by.seat()) {
                    (Action::Place { kind, cell }, Some(seat)) => Answer::Match((seat, kind, cell)),
                    _ => Answer::Skip,
                })
                .candidates(|offer| {
                    let free = Cell::all().filter(|cell| offer.state.at(*cell).is_none());
                    let places =
                        free.flat_map(|cell| Kind::ALL.map(|kind| Action::Place { kind, cell }));
                    offer.extend(places);
                })
                .cost(Why::NoCoins, |_, &(seat, kind, _)| {
                    [Event::Paid { seat, coins: kind.price() }]
                })
                .then(|cx, (owner, kind, cell)| {
                    let id = PieceId(cx.state.next);
                    let placed = Event::Placed { id, owner, kind, cell };
                    Vec::from_iter([placed].into_iter().chain(next(cx.state)))
                })
        })
        .rule("scramble", |rule| {
            rule.on(ActionKind::Scramble)
                .answer(|ask| Answer::from(cell_of(ask.action)))
                .exact([EXISTS, STORM, TURN, FREE, NEAR], |offer| {
                    let (hill, by) = (offer.state, offer.by.seat());
                    let Some(seat) = by.filter(|seat| hill.turn() == Turn::Clan(*seat)) else {
                        return;
                    };
                    let free = Cell::all().filter(|cell| hill.at(*cell).is_none());
                    let near = free.filter(|cell| is_near(hill, seat, *cell));
                    offer.extend(near.map(|cell| Action::Scramble { cell }));
                })
                .then(scramble)
        })
        .rule("rest", |rule| {
            rule.on(ActionKind::Rest).candidates(|offer| offer.push(Action::Rest)).then(|cx, ()| {
                let earned = cx.by.seat().map(|seat| Event::Earned { seat, coins: 1 });
                Vec::from_iter(earned.into_iter().chain(next(cx.state)))
            })
        })
        .rule("storm", |rule| {
            rule.on(ActionKind::Storm)
                .candidates(|offer| offer.push(Action::Storm))
                .then(|cx, ()| storm(cx))
        })
}

fn guards(sheet: Sheet) -> Sheet {
    sheet
        .guard("banner: one less", |guard| {
            guard
                .before(EventKind::Hit)
                .carried_by(Kind::Banner)
                .priority(Priority::HIGH)
                .when("it is of the clan", is_of_the_clan)
                .when("it is next to the banner", is_next_to)
                .prevent(|_| 1)
        })
        .guard("dome: three less in all", |guard| {
            guard
                .before(EventKind::Hit)
                .carried_by(Kind::Dome)
                .when("it is of the clan", is_of_the_clan)
                .charges(charges, used)
                .divided("How much does the dome keep off?")
                .prevent_all()
        })
        .guard("ox: not yet", |guard| {
            guard
                .before(EventKind::Died)
                .carried_by(Kind::Ox)
                .about_its_subject()
                .tier(Tier::Own)
                .uses(charges, used)
                .replace(|cx| mended(cx.source))
        })
}

fn triggers(sheet: Sheet) -> Sheet {
    sheet
        .trigger_order(TriggerOrder::Queue)
        .trigger("keg: when it dies, it bursts", |trigger| {
            trigger
                .after(EventKind::Died)
                .carried_by(Kind::Keg)
                .about_its_subject()
                .looking_back()
                .then(|cx| burst(cx))
        })
        .trigger("herder: when it dies, a coin is left", |trigger| {
            trigger
                .after(EventKind::Died)
                .carried_by(Kind::Herder)
                .about_its_subject()
                .looking_back()
                .then(|cx| cx.source?.seat.map(|seat| Event::Earned { seat, coins: 1 }))
        })
        .trigger("the dead are counted", |trigger| {
            trigger
                .after(EventKind::Died)
                .once_per_commit()
                .then(|cx| [Event::Mourned { dead: cx.events.len() as u32 }])
        })
}

fn standing(sheet: Sheet) -> Sheet {
    sheet.standing("who has no life left dies", |rule| {
        rule.woken_by(EventKind::Hit).propose(|hill: &Hill| {
            let lifeless = hill.pieces().filter(|(_, piece)| piece.life == 0);
            Vec::from_iter(lifeless.map(|(id, _)| Event::Died { id }))
        })
    })
}

fn invariants(sheet: Sheet) -> Sheet {
    sheet
        .invariant("nobody stands on another", |invariant| {
            let moving = [EventKind::Placed, EventKind::Moved];
            invariant.broken_by(moving).holds(Hill::is_orderly)
        })
        .invariant("whoever is on the hill lives", |invariant| {
            invariant.at_rest().holds(|hill| hill.pieces().all(|(_, piece)| piece.life > 0))
        })
        .invariant("all the dead are counted", |invariant| {
            invariant
                .at_rest()
                .holds(|hill| hill.pieces().count() as u32 + hill.dead() == hill.next)
        })
}
