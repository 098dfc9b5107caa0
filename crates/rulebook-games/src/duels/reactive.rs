//! What the engine asks about the events of a duel: how much, about whom,
//! whether it is possible, and which cards carry reactions.

use rulebook::prelude::*;
use rulebook::{Memory, Reactive};

use super::cards::{DefId, Trait};
use super::{CardId, Duel, Duels, Event, EventKind, Order};

/// The kind of source that a shield is.
pub(super) const SHIELD: SourceKind = SourceKind(u32::MAX);

/// The kind of source that a printed card is.
pub(super) fn kind_of(def: DefId) -> SourceKind {
    SourceKind(u32::from(def.0))
}

/// The number of the source that a card is. Its shield has the next.
pub(super) fn source_of(card: CardId) -> SourceId {
    SourceId(u32::from(card.0) * 2)
}

/// The card of a source: itself, or the one that the shield is on.
pub(super) fn card_of(source: &Source) -> CardId {
    CardId((source.id.0 / 2) as u16)
}

impl Duel {
    /// The card that a source in an account is, or that carries it as a shield,
    /// if there is such a card on this table.
    ///
    /// ```
    /// use rulebook::SourceId;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().card_of_source(SourceId(78)), Some(CardId(39)));
    /// assert_eq!(setup().card_of_source(SourceId(79)), Some(CardId(39)), "its shield");
    /// assert_eq!(setup().card_of_source(SourceId(9_999)), None);
    /// ```
    pub fn card_of_source(&self, source: SourceId) -> Option<CardId> {
        let card = CardId(u16::try_from(source.0 / 2).ok()?);
        self.exists(card).then_some(card)
    }
}

fn card_source(duel: &Duel, card: CardId) -> Source {
    let of = duel.card(card);
    let source = Source::new(source_of(card), kind_of(of.def)).of(of.owner);
    source.since(u64::from(of.since)).about(about_card(card))
}

fn shield_source(duel: &Duel, card: CardId) -> Option<Source> {
    let of = duel.card(card);
    let source = Source::new(SourceId(source_of(card).0 + 1), SHIELD).of(of.owner);
    let since = u64::from(of.shield.since);
    (of.shield.left > 0).then(|| source.since(since).about(about_card(card)))
}

fn about_card(card: CardId) -> Subject {
    Subject(u32::from(card.0))
}

impl Reactive for Duels {
    fn amount(event: &Event) -> Option<u32> {
        match *event {
            Event::Damaged { amount, .. }
            | Event::LaneHit { amount, .. }
            | Event::Healed { amount, .. }
            | Event::LaneHealed { amount, .. } => Some(amount),
            _ => None,
        }
    }

    fn with_amount(event: &Event, new: u32) -> Event {
        let mut event = event.clone();
        match &mut event {
            Event::Damaged { amount, .. }
            | Event::LaneHit { amount, .. }
            | Event::Healed { amount, .. }
            | Event::LaneHealed { amount, .. } => *amount = new,
            _ => {}
        }
        event
    }

    fn about(event: &Event) -> Option<Subject> {
        event.card().map(about_card)
    }

    fn affected(duel: &Duel, event: &Event) -> Option<Seat> {
        match *event {
            Event::LaneHit { seat, .. } | Event::Drew { seat } => Some(seat),
            _ => event.card().filter(|&card| duel.exists(card)).map(|card| duel.owner(card)),
        }
    }

    fn possible(duel: &Duel, event: &Event) -> bool {
        let fights = |card| duel.front_column(card).is_some();
        match *event {
            Event::Drew { seat } => !duel.player(seat).deck().is_empty(),
            Event::Damaged { card, .. }
            | Event::Destroyed { card }
            | Event::Afflicted { card, .. } => fights(card),
            Event::Healed { card, .. } => fights(card) && duel.card(card).wounds() > 0,
            Event::Pumped { target, .. } => fights(target),
            Event::Granted { card, what: Trait::Shield(_), .. } => fights(card),
            // A Champion is given what it needs to be placed, in the hand.
            Event::Granted { card, .. } => {
                let waits = || duel.player(duel.owner(card)).hand().contains(&card);
                duel.column(card).is_some() || (duel.is_champion(card) && waits())
            }
            Event::Moved { card, .. } => {
                let discarded = duel.player(duel.owner(card)).discard().contains(&card);
                (discarded || duel.column(card).is_some()) && !duel.is_champion(card)
            }
            Event::LaneHit { seat, lane, .. } | Event::LaneHealed { seat, lane, .. } => {
                duel.player(seat).lanes()[usize::from(lane)] > 0
            }
            Event::SteppedAside { card, column } => is_free_for(duel, card, column),
            Event::Summoned { card, owner, column, .. } => {
                card.index() == duel.cards()
                    && duel.player(owner).front()[usize::from(column)].is_none()
            }
            Event::Countered { card } => {
                matches!(duel.acting, Some((acting, Order::Cast { .. })) if acting == card)
            }
            // Who has left, or was never there after all, has nothing to use up.
            Event::Spent { card } | Event::Acted { card, .. } | Event::WardUsed { card, .. } => {
                duel.column(card).is_some()
            }
            Event::ShieldSpent { card, .. } => duel.card(card).shield() > 0,
            _ => true,
        }
    }

    fn preventable(_: &Duel, event: &Event) -> bool {
        !matches!(
            *event,
            Event::Damaged { piercing: true, .. } | Event::LaneHit { piercing: true, .. }
        )
    }

    fn zero_is_nothing(_: EventKind) -> bool {
        true
    }

    fn active_seat(duel: &Duel) -> Seat {
        duel.active()
    }

    fn touches(event: &Event, each: &mut dyn FnMut(SourceId)) {
        match *event {
            Event::Placed { card, .. }
            | Event::Summoned { card, .. }
            | Event::Destroyed { card }
            | Event::Moved { card, .. }
            | Event::Countered { card }
            | Event::Spent { card }
            | Event::Granted { card, what: Trait::Shield(_), .. }
            | Event::ShieldSpent { card, .. }
            | Event::ShieldEnded { card } => {
                let SourceId(number) = source_of(card);
                each(SourceId(number));
                each(SourceId(number + 1));
            }
            _ => {}
        }
    }

    fn source(duel: &Duel, id: SourceId) -> Option<Source> {
        let card = CardId((id.0 / 2) as u16);
        duel.column(card)?;
        match id.0 % 2 {
            0 => Some(card_source(duel, card)),
            _ => shield_source(duel, card),
        }
    }

    fn sources(duel: &Duel, each: &mut dyn FnMut(Source)) {
        for card in duel.in_play() {
            each(card_source(duel, card));
            shield_source(duel, card).into_iter().for_each(&mut *each);
        }
    }

    /// The column in which it stood.
    fn remember(duel: &Duel, source: &Source) -> Memory {
        duel.column(card_of(source)).map_or_else(Memory::nothing, Memory::of)
    }
}

/// Whether a card can step to that column of its row.
fn is_free_for(duel: &Duel, card: CardId, column: u8) -> bool {
    let player = duel.player(duel.owner(card));
    let row = if duel.front_column(card).is_some() { player.front() } else { player.back() };
    duel.column(card).is_some() && row[usize::from(column)].is_none()
}
