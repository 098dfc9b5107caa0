//! What the court says of its events, so that they can be guarded and observed.

use rulebook::prelude::*;
use rulebook::{Memory, Reactive, Source, SourceId, SourceKind};

use super::{Card, EmberCourt, Event, Harm, Table, Target, Thing, ThingId};

impl From<Card> for SourceKind {
    fn from(card: Card) -> SourceKind {
        SourceKind(card as u32)
    }
}

/// What guards and triggers can be about: the mages first, then the things.
fn subject(target: Target) -> Option<Subject> {
    match target {
        Target::Mage(seat) => Some(Subject(u32::from(seat.0))),
        Target::Creature(ThingId(id)) => Some(Subject(2 + id)),
        Target::Nothing | Target::Spell(_) => None,
    }
}

fn source(id: ThingId, thing: &Thing) -> Source {
    // Numbers are given in order and never again: they tell since when, too.
    let source = Source::new(SourceId(id.0), thing.card).of(thing.owner).since(u64::from(id.0));
    let about = match thing.card {
        Card::Moth | Card::Hound => subject(Target::Creature(id)),
        Card::Mirror => subject(Target::Mage(thing.owner)),
        _ => subject(thing.on),
    };
    Source { subject: about, ..source }
}

impl Reactive for EmberCourt {
    fn amount(event: &Event) -> Option<u32> {
        match event {
            Event::Damaged { amount, .. } => Some(*amount),
            _ => None,
        }
    }

    fn with_amount(event: &Event, amount: u32) -> Event {
        match *event {
            Event::Damaged { by, to, harm, .. } => Event::Damaged { by, to, amount, harm },
            _ => event.clone(),
        }
    }

    fn about(event: &Event) -> Option<Subject> {
        match *event {
            Event::Damaged { to, .. } => subject(to),
            Event::Died { id } => subject(Target::Creature(id)),
            _ => None,
        }
    }

    fn affected(table: &Table, event: &Event) -> Option<Seat> {
        match *event {
            Event::Damaged { to: Target::Mage(seat), .. } => Some(seat),
            Event::Damaged { to: Target::Creature(id), .. } => {
                table.thing(id).map(|thing| thing.owner)
            }
            _ => None,
        }
    }

    fn possible(table: &Table, event: &Event) -> bool {
        let goes_on = table.ending().is_none();
        match *event {
            Event::Damaged { to, .. } => goes_on && table.is_there(to) && subject(to).is_some(),
            Event::Drew { seat } => goes_on && !table.mage(seat).deck().is_empty(),
            Event::Turned { .. } | Event::Dawned { .. } => goes_on,
            Event::Paid { seat, mana } => table.mage(seat).mana() >= mana,
            Event::Resolved { id } | Event::Countered { id } => table.is_there(Target::Spell(id)),
            Event::Entered { spell, .. } => table.is_there(spell.target),
            Event::Stoked { id, .. }
            | Event::Used { id, .. }
            | Event::Died { id }
            | Event::Fell { id } => table.thing(id).is_some(),
            Event::Ended { .. } => goes_on,
            Event::Shuffled { .. } | Event::Cast { .. } | Event::Passed => true,
        }
    }

    fn preventable(_: &Table, event: &Event) -> bool {
        !matches!(event, Event::Damaged { harm: Harm::Keen, .. })
    }

    fn active_seat(table: &Table) -> Seat {
        table.turn()
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        if let Event::Entered { id, .. }
        | Event::Used { id, .. }
        | Event::Died { id }
        | Event::Fell { id } = *event
        {
            each(SourceId(id.0));
        }
    }

    fn source(table: &Table, id: SourceId) -> Option<Source> {
        let id = ThingId(id.0);
        table.thing(id).map(|thing| source(id, thing))
    }

    fn sources(table: &Table, each: &mut dyn FnMut(Source)) {
        table.things().for_each(|(id, thing)| each(source(id, thing)));
    }

    /// The power that a creature had when it died.
    fn remember(table: &Table, source: &Source) -> Memory {
        table
            .thing(ThingId(source.id.0))
            .map_or_else(Memory::nothing, |thing| Memory::of(thing.power))
    }
}
