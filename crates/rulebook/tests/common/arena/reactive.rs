//! What the arena says of its events and cards.

use rulebook::prelude::*;
use rulebook::{Memory, Reactive, Source, SourceId, SourceKind};

use super::{Arena, Card, Event, EventKind, Field, Zone, at};

/// The subject that a seat is.
pub(crate) fn seat_subject(seat: u8) -> Subject {
    Subject(1000 + u32::from(seat))
}

fn source_of(card: &Card) -> Source {
    Source::new(SourceId(card.id), SourceKind(card.kind))
        .since(card.since)
        .of(Seat(card.owner))
        .about(Subject(card.host.unwrap_or(card.id)))
}

impl Reactive for Arena {
    fn amount(event: &Event) -> Option<u32> {
        at("amount");
        match *event {
            Event::Damage { n, .. }
            | Event::Pierce { n, .. }
            | Event::Heal { n, .. }
            | Event::Draw { n, .. }
            | Event::Power { n, .. }
            | Event::Crooked(n) => Some(n),
            _ => None,
        }
    }

    fn with_amount(event: &Event, n: u32) -> Event {
        at("with_amount");
        match *event {
            Event::Damage { to, .. } => Event::Damage { to, n },
            Event::Pierce { to, .. } => Event::Pierce { to, n },
            Event::Heal { to, .. } => Event::Heal { to, n },
            Event::Draw { who, .. } => Event::Draw { who, n },
            Event::Power { card, .. } => Event::Power { card, n },
            Event::Crooked(_) => Event::Crooked(n + 1),
            _ => event.clone(),
        }
    }

    fn zero_is_nothing(kind: EventKind) -> bool {
        at("zero_is_nothing");
        kind != EventKind::Power
    }

    fn about(event: &Event) -> Option<Subject> {
        at("about");
        match *event {
            Event::Damage { to, .. } | Event::Pierce { to, .. } | Event::Heal { to, .. } => {
                Some(seat_subject(to))
            }
            Event::Draw { who, .. } | Event::Discard { who } | Event::Pay { who, .. } => {
                Some(seat_subject(who))
            }
            Event::Create { card, .. }
            | Event::Move { card, .. }
            | Event::Power { card, .. }
            | Event::Die { card }
            | Event::Give { card, .. }
            | Event::Spend { card, .. }
            | Event::Sneak { card } => Some(Subject(card)),
            _ => None,
        }
    }

    fn affected(field: &Field, event: &Event) -> Option<Seat> {
        at("affected");
        match *event {
            Event::Damage { to, .. } | Event::Pierce { to, .. } | Event::Heal { to, .. } => {
                Some(Seat(to))
            }
            Event::Draw { who, .. } | Event::Discard { who } | Event::Pay { who, .. } => {
                Some(Seat(who))
            }
            Event::Create { owner, .. } => Some(Seat(owner)),
            Event::Move { card, .. } | Event::Power { card, .. } | Event::Die { card } => {
                field.find(card).map(|card| Seat(card.owner))
            }
            _ => None,
        }
    }

    fn possible(field: &Field, event: &Event) -> bool {
        at("possible");
        match *event {
            Event::Discard { who } => field.hand[who as usize] > 0,
            Event::Pay { who, n } => field.mana[who as usize] >= n,
            Event::Create { card, .. } => field.find(card).is_none(),
            Event::Move { card, zone } => field.find(card).is_some_and(|card| card.zone != zone),
            Event::Sneak { card } | Event::Power { card, .. } | Event::Give { card, .. } => {
                field.find(card).is_some()
            }
            Event::Die { card } => field.on_field(card),
            Event::Spend { card, n } => field.charges(card) >= n,
            _ => true,
        }
    }

    fn preventable(_: &Field, event: &Event) -> bool {
        at("preventable");
        !matches!(event, Event::Pierce { .. })
    }

    fn active_seat(field: &Field) -> Seat {
        at("active_seat");
        Seat(field.active)
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        at("touches");
        match *event {
            Event::Create { card, .. }
            | Event::Move { card, .. }
            | Event::Die { card }
            | Event::Give { card, .. }
            | Event::Spend { card, .. } => each(SourceId(card)),
            _ => {}
        }
    }

    fn source(field: &Field, id: SourceId) -> Option<Source> {
        at("source");
        field.find(id.0).filter(|card| card.zone == Zone::Field).map(source_of)
    }

    fn sources(field: &Field, each: &mut dyn FnMut(Source)) {
        at("sources");
        field.cards.iter().filter(|card| card.zone == Zone::Field).map(source_of).for_each(each);
    }

    fn remember(field: &Field, source: &Source) -> Memory {
        at("remember");
        field.find(source.id.0).map_or_else(Memory::nothing, |card| Memory::of(card.power))
    }
}
