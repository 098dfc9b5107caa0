//! Who falls, and how a duel ends.

use rulebook::prelude::*;

use super::Sheet;
use crate::Ending;
use crate::duels::cards::Stat;
use crate::duels::{CENTRE, Duel, Event, EventKind, opponent};

pub(super) fn how_it_ends(sheet: Sheet) -> Sheet {
    sheet
        .standing("who has no DEF left is destroyed", |standing| {
            standing.propose(|duel: &Duel| {
                let fallen = duel.fighters().filter(|&card| duel.stat(card, Stat::Def) == 0);
                let fallen: Vec<_> = fallen.map(|card| Event::Destroyed { card }).collect();
                if duel.ending().is_some() { Vec::new() } else { fallen }
            })
        })
        .trigger("the duel ends", |trigger| {
            // Before everything else that waits: who has lost does nothing more.
            trigger
                .after([EventKind::Destroyed, EventKind::LaneHit])
                .once_per_commit()
                .priority(Priority::OVERRIDE)
                .when("it goes on", |occasion| occasion.state.ending().is_none())
                .then(|cx| ending(cx.state).map(|ending| Event::Ended { ending }))
        })
}

/// Whether a player has lost: the Champion was destroyed, or its lane is broken.
pub(super) fn has_lost(duel: &Duel, seat: Seat) -> bool {
    let player = duel.player(seat);
    player.lanes()[usize::from(CENTRE)] == 0 || player.discard().contains(&player.champion())
}

/// How it ends, if somebody has lost: both at once is a draw.
fn ending(duel: &Duel) -> Option<Ending> {
    match [Seat(0), Seat(1)].map(|seat| has_lost(duel, seat)) {
        [true, true] => Some(Ending::Drawn),
        [true, false] => Some(Ending::Won { by: opponent(Seat(0)) }),
        [false, true] => Some(Ending::Won { by: opponent(Seat(1)) }),
        [false, false] => None,
    }
}
