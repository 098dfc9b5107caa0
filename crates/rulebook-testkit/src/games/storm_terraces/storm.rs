//! What storms, bursts and scrambles propose.

use rulebook::prelude::*;
use rulebook::{Occasion, Reaction, Source};

use super::{Cell, Event, Hill, Kind, Piece, PieceId, ROUNDS, SEATS, StormTerraces, Turn};

/// How many coins a clan gets after each storm.
const INCOME: u32 = 2;

/// Everything at once; then the next round begins, or all is over.
pub(super) fn storm(cx: &mut Effect<'_, StormTerraces>) {
    let damage = cx.roll(2);
    let hill = cx.state;
    cx.propose_group(Group::batch(hill.pieces().map(|(id, piece)| match piece.kind {
        Kind::Banner => Event::Died { id },
        _ => Event::Hit { id, damage },
    })));
    for seat in (0..SEATS as u8).map(Seat) {
        cx.propose(Event::Earned { seat, coins: INCOME });
    }
    if hill.round() == ROUNDS {
        cx.propose(Event::Turned { to: Turn::Over });
    } else {
        cx.propose(Event::RoundBegan);
        cx.propose(Event::Turned { to: Turn::Clan(Seat(0)) });
    }
}

/// What follows a clan's turn: the next clan's; after the last the next round,
/// or the storm.
pub(super) fn next(hill: &Hill) -> Vec<Event> {
    let turned = |to| Event::Turned { to };
    match hill.turn() {
        Turn::Clan(Seat(seat)) if usize::from(seat) + 1 < SEATS => {
            vec![turned(Turn::Clan(Seat(seat + 1)))]
        }
        _ if hill.round().is_multiple_of(2) => vec![turned(Turn::Storm)],
        _ => vec![Event::RoundBegan, turned(Turn::Clan(Seat(0)))],
    }
}

/// Everybody next to the cell rushes for it. All set out at once, so all of
/// them can; when the first is there, the others cannot any more.
pub(super) fn scramble(cx: &mut Effect<'_, StormTerraces>, cell: Cell) -> Vec<Event> {
    let rushing = cx.state.next_to(cell).map(|(id, _)| Event::Moved { id, to: cell });
    cx.propose_group(Group::batch(rushing));
    next(cx.state)
}

/// A keg bursts where it stood when it died.
pub(super) fn burst(cx: &Reaction<'_, StormTerraces>) -> Group<Event> {
    let cell = cx.source.and_then(|source| cx.remembered::<Cell>(source.id));
    let near = cell.into_iter().flat_map(|cell| cx.state.next_to(*cell));
    Group::batch(near.map(|(id, _)| Event::Hit { id, damage: 2 }))
}

/// The piece that is hit and the one that may shelter it, if they are two.
fn hit_and_shelter<'s>(occasion: &Occasion<'s, StormTerraces>) -> Option<(&'s Piece, &'s Piece)> {
    let (Event::Hit { id, .. }, hill) = (*occasion.event, occasion.state) else { return None };
    let shelter = PieceId(occasion.source?.id.0);
    (id != shelter).then_some((hill.piece(id)?, hill.piece(shelter)?))
}

/// Whether another piece of the source's clan is hit.
pub(super) fn is_of_the_clan(occasion: &Occasion<'_, StormTerraces>) -> bool {
    hit_and_shelter(occasion).is_some_and(|(hit, shelter)| hit.owner == shelter.owner)
}

/// Whether the piece that is hit stands next to the source.
pub(super) fn is_next_to(occasion: &Occasion<'_, StormTerraces>) -> bool {
    hit_and_shelter(occasion).is_some_and(|(hit, shelter)| hit.cell.is_next_to(shelter.cell))
}

/// How much a piece can still do.
pub(super) fn charges(hill: &Hill, source: Option<&Source>) -> u32 {
    let piece = source.and_then(|source| hill.piece(PieceId(source.id.0)));
    piece.map_or(0, |piece| piece.charges)
}

/// What a piece can do is used up.
pub(super) fn used(source: Option<&Source>, charges: u32) -> Event {
    let id = PieceId(source.map_or(u32::MAX, |source| source.id.0));
    Event::Used { id, charges }
}

/// A piece that should have died is left with one life.
pub(super) fn mended(source: Option<Source>) -> Vec<Event> {
    let mended = source.map(|source| Event::Mended { id: PieceId(source.id.0), life: 1 });
    mended.into_iter().collect()
}
