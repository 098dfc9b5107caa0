//! What the game says of itself: amounts, subjects, what is possible, what
//! carries reactions.

use rulebook::{Memory, Reactive, Seat, Source, SourceId, Subject};

use super::game::{Arena, Ev, EvKind, Table, Thing, itself};

impl Reactive for Arena {
    fn amount(event: &Ev) -> Option<u32> {
        match *event {
            Ev::Hurt { n, .. } | Ev::Heal { n, .. } | Ev::Draw { n, .. } => Some(n),
            _ => None,
        }
    }

    fn with_amount(event: &Ev, amount: u32) -> Ev {
        match *event {
            Ev::Hurt { who, sure, .. } => Ev::Hurt { who, n: amount, sure },
            Ev::Heal { who, .. } => Ev::Heal { who, n: amount },
            Ev::Draw { who, .. } => Ev::Draw { who, n: amount },
            other => other,
        }
    }

    fn zero_is_nothing(kind: EvKind) -> bool {
        kind != EvKind::Draw
    }

    fn about(event: &Ev) -> Option<Subject> {
        match event.which() {
            Some(id) => Some(Subject(itself(id))),
            None => event.who().map(|who| Subject(u32::from(who))),
        }
    }

    fn affected(table: &Table, event: &Ev) -> Option<Seat> {
        let of_thing = || event.which().and_then(|id| table.thing(id)?.card.seat);
        event.who().or_else(of_thing).map(Seat)
    }

    fn possible(table: &Table, event: &Ev) -> bool {
        match *event {
            Ev::Heal { who, .. } => table.life[usize::from(who)] > 0,
            Ev::Pay { who, n } => table.mana[usize::from(who)] >= n,
            Ev::Enter(card) => table.thing(card.id).is_none(),
            Ev::Leave(id) | Ev::Give(id, _) => table.thing(id).is_some(),
            Ev::Spend { of, n } => {
                of.is_none_or(|id| table.thing(id).is_some()) && table.charges(of) >= n
            }
            _ => true,
        }
    }

    fn preventable(table: &Table, event: &Ev) -> bool {
        match event {
            Ev::Hurt { sure, .. } => !sure,
            Ev::Draw { .. } => !table.flags[1],
            _ => true,
        }
    }

    fn active_seat(table: &Table) -> Seat {
        Seat(table.active)
    }

    fn touches(event: &Ev, each: &mut dyn FnMut(SourceId)) {
        if let Some(id) = event.which() {
            each(SourceId(id));
        }
    }

    fn source(table: &Table, id: SourceId) -> Option<Source> {
        table.thing(id.0).map(Thing::source)
    }

    fn sources(table: &Table, each: &mut dyn FnMut(Source)) {
        table.things.iter().map(Thing::source).for_each(each);
    }

    fn remember(table: &Table, source: &Source) -> Memory {
        Memory::of(table.charges(Some(source.id.0)))
    }
}
