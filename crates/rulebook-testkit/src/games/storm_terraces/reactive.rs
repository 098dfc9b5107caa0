//! What the hillside says of its events, so that they can be guarded and
//! observed.

use rulebook::prelude::*;
use rulebook::{Memory, Reactive, Source, SourceId, SourceKind};

use super::{Event, Hill, Kind, Piece, PieceId, StormTerraces, Turn};

impl From<Kind> for SourceKind {
    fn from(kind: Kind) -> SourceKind {
        SourceKind(kind as u32)
    }
}

fn source(id: PieceId, piece: &Piece) -> Source {
    // Numbers are given in order and never again: they tell since when, too.
    let PieceId(number) = id;
    let source = Source::new(SourceId(number), piece.kind).of(piece.owner);
    source.since(u64::from(number)).about(Subject(number))
}

impl Reactive for StormTerraces {
    fn amount(event: &Event) -> Option<u32> {
        match event {
            Event::Hit { damage, .. } => Some(*damage),
            _ => None,
        }
    }

    fn with_amount(event: &Event, amount: u32) -> Event {
        match *event {
            Event::Hit { id, .. } => Event::Hit { id, damage: amount },
            other => other,
        }
    }

    fn about(event: &Event) -> Option<Subject> {
        match *event {
            Event::Hit { id, .. } | Event::Died { id } => Some(Subject(id.0)),
            _ => None,
        }
    }

    fn affected(hill: &Hill, event: &Event) -> Option<Seat> {
        match *event {
            Event::Hit { id, .. } => hill.piece(id).map(|piece| piece.owner),
            _ => None,
        }
    }

    fn possible(hill: &Hill, event: &Event) -> bool {
        match *event {
            Event::Paid { seat, coins } => hill.coins(seat) >= coins,
            Event::Placed { cell, .. } => hill.at(cell).is_none(),
            Event::Moved { id, to } => hill.piece(id).is_some() && hill.at(to).is_none(),
            Event::Hit { id, .. }
            | Event::Mended { id, .. }
            | Event::Used { id, .. }
            | Event::Died { id } => hill.piece(id).is_some(),
            Event::Turned { .. }
            | Event::RoundBegan
            | Event::Earned { .. }
            | Event::Mourned { .. } => true,
        }
    }

    /// In the storm the clans' reactions come in seat order.
    fn active_seat(hill: &Hill) -> Seat {
        match hill.turn() {
            Turn::Clan(seat) => seat,
            Turn::Storm | Turn::Over => Seat(0),
        }
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        if let Event::Placed { id, .. } | Event::Died { id } = *event {
            each(SourceId(id.0));
        }
    }

    fn source(hill: &Hill, id: SourceId) -> Option<Source> {
        let id = PieceId(id.0);
        hill.piece(id).map(|piece| source(id, piece))
    }

    fn sources(hill: &Hill, each: &mut dyn FnMut(Source)) {
        hill.pieces().for_each(|(id, piece)| each(source(id, piece)));
    }

    /// Where a piece stood when it died.
    fn remember(hill: &Hill, source: &Source) -> Memory {
        let piece = hill.piece(PieceId(source.id.0));
        piece.map_or_else(Memory::nothing, |piece| Memory::of(piece.cell))
    }
}
