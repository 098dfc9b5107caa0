//! What effects of cards come to: groups of events, known when they are
//! carried out.

use rulebook::Group;
use rulebook::prelude::*;

use super::asking::Asker;
use super::cards::{
    CheckName, DefId, Destination, Duration, Effect as Does, Gift, Lanes, Status, Target, Trait,
};
use super::{CENTRE, COLUMNS, CardId, Duel, Event, Harm};

/// How a card is picked at random: a number below this one.
pub(super) type Pick<'p> = &'p mut dyn FnMut(u32) -> u32;

/// Everything that the effects of a card propose: one after the other; what
/// concerns several at once is a batch, a summons is atomic.
pub(super) fn enact(duel: &Duel, asker: &Asker, effects: &[Does], pick: Pick<'_>) -> Group<Event> {
    let mut all = Group::sequence([]);
    let mut summoned = Vec::new();
    for effect in effects {
        all = match effect {
            Does::Summon { card, gifts } => match summon(duel, asker, *card, gifts, &summoned) {
                Some((column, group)) => {
                    summoned.push(column);
                    all.group(group)
                }
                None => all,
            },
            Does::Move { on, to } => cards(duel, asker, *on, pick)
                .into_iter()
                .filter_map(|card| leave(duel, card, *to))
                .fold(all, Group::group),
            Does::Draw { who, cards } => asker.seats(*who).fold(all, |all, seat| {
                (0..*cards).fold(all, |all, _| all.with(Event::Drew { seat }))
            }),
            Does::Counter => {
                asker.it.into_iter().fold(all, |all, card| all.with(Event::Countered { card }))
            }
            together => all.group(Group::batch(at_once(duel, asker, together, pick))),
        };
    }
    all
}

/// The cards that a target means.
fn cards(duel: &Duel, asker: &Asker, target: Target, pick: Pick<'_>) -> Vec<CardId> {
    match target {
        Target::This => vec![asker.card],
        Target::It => Vec::from_iter(asker.it),
        Target::Chosen => Vec::from_iter(asker.chosen),
        Target::Each(filter) => asker.all(duel, filter),
        Target::Random(filter) => {
            let all = asker.all(duel, filter);
            match all.len() {
                0 => all,
                many => vec![all[pick(many as u32) as usize]],
            }
        }
        Target::Lanes(_) => Vec::new(),
    }
}

/// The lanes that a target means.
fn lanes(asker: &Asker, target: Target) -> Vec<(Seat, u8)> {
    let Target::Lanes(Lanes { side, which }) = target else { return Vec::new() };
    let column = asker.column.unwrap_or(CENTRE);
    let all = asker.seats(side).flat_map(|seat| (0..COLUMNS as u8).map(move |lane| (seat, lane)));
    all.filter(|(_, lane)| which.includes(*lane, column)).collect()
}

/// What happens to several at once, each for itself.
fn at_once(duel: &Duel, asker: &Asker, effect: &Does, pick: Pick<'_>) -> Vec<Event> {
    let by = Some(asker.card);
    match *effect {
        Does::Damage { on, amount, piercing } => {
            let amount = asker.amount(duel, amount);
            let harm = Harm::Effect;
            let hurt = cards(duel, asker, on, pick).into_iter().map(|card| Event::Damaged {
                card,
                amount,
                by,
                harm,
                piercing,
            });
            let hit = lanes(asker, on).into_iter().map(|(seat, lane)| Event::LaneHit {
                seat,
                lane,
                amount,
                by,
                piercing,
            });
            hurt.chain(hit).collect()
        }
        Does::Heal { on, amount } => {
            let amount = asker.amount(duel, amount);
            let cards = cards(duel, asker, on, pick);
            let healed = cards.into_iter().map(|card| Event::Healed { card, amount });
            let lanes = lanes(asker, on);
            let mended =
                lanes.into_iter().map(|(seat, lane)| Event::LaneHealed { seat, lane, amount });
            healed.chain(mended).collect()
        }
        Does::Give { on, gift } => {
            let cards = cards(duel, asker, on, pick);
            cards.into_iter().map(|card| give(card, gift)).collect()
        }
        Does::Cleanse { on, status } => {
            let cured = |card: CardId| {
                let all = Status::ALL.into_iter().filter(move |each| {
                    status.is_none_or(|status| status == *each) && duel.suffers(card, *each)
                });
                all.map(move |status| Event::Cured { card, status })
            };
            cards(duel, asker, on, pick).into_iter().flat_map(cured).collect()
        }
        Does::Destroy { on } => {
            let cards = cards(duel, asker, on, pick);
            cards.into_iter().map(|card| Event::Destroyed { card }).collect()
        }
        Does::Draw { .. } | Does::Move { .. } | Does::Summon { .. } | Does::Counter => Vec::new(),
    }
}

fn give(card: CardId, gift: Gift) -> Event {
    match gift {
        Gift::Trait(what, lasts) => Event::Granted { card, what, lasts },
        Gift::Status(status, ends) => Event::Afflicted { card, status, ends },
    }
}

/// A new card on the first empty place that no other is summoned to, with its
/// gifts, all or nothing.
fn summon(
    duel: &Duel,
    asker: &Asker,
    def: DefId,
    gifts: &[Gift],
    taken: &[u8],
) -> Option<(u8, Group<Event>)> {
    let owner = asker.owner;
    let front = duel.player(owner).front();
    let mut empty = (0..COLUMNS as u8).filter(|column| front[usize::from(*column)].is_none());
    let column = empty.find(|column| !taken.contains(column))?;
    let card = CardId((duel.cards() + taken.len()) as u16);
    let comes = Event::Summoned { card, def, owner, column };
    let gifts = gifts.iter().map(|&gift| give(card, gift));
    Some((column, Group::atomic([comes].into_iter().chain(gifts))))
}

/// A card goes elsewhere. A Champion only steps aside, and takes the exception
/// with it that lets it stand there.
fn leave(duel: &Duel, card: CardId, to: Destination) -> Option<Group<Event>> {
    if to != Destination::Aside {
        return (!duel.is_champion(card)).then(|| Group::atomic([Event::Moved { card, to }]));
    }
    let column = beside(duel, card)?;
    let steps = Event::SteppedAside { card, column };
    if !duel.is_champion(card) || column == CENTRE {
        return Some(Group::atomic([steps]));
    }
    let what = Trait::Lifts(CheckName::ChampionInCentre);
    let lifted = Event::Granted { card, what, lasts: Duration::Lasting };
    Some(Group::atomic([lifted, steps]))
}

/// The empty place next to a card, the left one first.
fn beside(duel: &Duel, card: CardId) -> Option<u8> {
    let player = duel.player(duel.owner(card));
    let row = if duel.front_column(card).is_some() { player.front() } else { player.back() };
    let column = duel.column(card)?;
    let [left, right] = [column.checked_sub(1), column.checked_add(1)];
    let mut next = [left, right].into_iter().flatten();
    next.find(|column| row.get(usize::from(*column)) == Some(&None))
}
