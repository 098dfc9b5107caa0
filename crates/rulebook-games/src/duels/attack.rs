//! Attacks: who can be reached, and what a blow comes to.

use rulebook::Group;
use rulebook::prelude::*;

use super::cards::{Ban, CheckName, Class, Stat, Trait};
use super::{CENTRE, CardId, Duel, Event, Harm, opponent};

/// What a blow comes to.
///
/// ```
/// use rulebook_games::duels::{Blow, Defence};
/// // 5 against ATK 2 and DEF 2: 3 damage, of which 1 goes to the lane.
/// let blow = Blow::of(5, Defence { protection: 0, atk: 2, def: 2 });
/// assert_eq!(blow, Blow { damage: 2, excess: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The damage to the card.
    pub damage: u32,
    /// What goes to the lane behind it.
    pub excess: u32,
}

/// What a blow falls on.
///
/// ```
/// use rulebook_games::duels::{Blow, Defence};
/// let wall = Defence { protection: 2, atk: 1, def: 6 };
/// assert_eq!(Blow::of(5, wall), Blow { damage: 5 - 2 - 1, excess: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    /// How much protection takes from the attack.
    pub protection: u8,
    /// The target's ATK.
    pub atk: u8,
    /// The target's DEF.
    pub def: u8,
}

impl Blow {
    /// What an attack with this ATK comes to. What is left of it after
    /// protection is compared with the target's own ATK: if it is more, the
    /// difference is the damage, and what exceeds the DEF goes to the lane; if
    /// it is as much, the DEF falls to 1; if it is less, all of it is damage.
    ///
    /// ```
    /// use rulebook_games::duels::{Blow, Defence};
    /// let equal = Blow::of(3, Defence { protection: 0, atk: 3, def: 4 });
    /// assert_eq!(equal, Blow { damage: 3, excess: 0 }); // the DEF falls to 1
    /// let less = Blow::of(2, Defence { protection: 0, atk: 3, def: 4 });
    /// assert_eq!(less, Blow { damage: 2, excess: 0 });
    /// ```
    pub fn of(atk: u8, against: Defence) -> Blow {
        let left = u32::from(atk.saturating_sub(against.protection));
        let (theirs, def) = (u32::from(against.atk), u32::from(against.def));
        match left.cmp(&theirs) {
            std::cmp::Ordering::Greater => {
                let damage = left - theirs;
                Blow { damage: damage.min(def), excess: damage.saturating_sub(def) }
            }
            std::cmp::Ordering::Equal => Blow { damage: def.saturating_sub(1), excess: 0 },
            std::cmp::Ordering::Less => Blow { damage: left, excess: 0 },
        }
    }
}

/// Whether a card may attack the other side's Champion, wherever it stands.
pub(super) fn may_attack_champion(duel: &Duel, card: CardId) -> bool {
    let foe = opponent(duel.owner(card));
    (duel.player(foe).is_open() || duel.lifts(card, CheckName::ChampionIsOpen))
        && !duel.is_forbidden(card, Ban::AttackChampion)
}

/// Whether a card may attack the other side's centre lane.
fn may_attack_centre_lane(duel: &Duel, card: CardId) -> bool {
    let foe = opponent(duel.owner(card));
    duel.player(foe).is_open() || duel.lifts(card, CheckName::CentreLaneIsOpen)
}

/// Whether an attack of the card may fall on that one.
fn may_hit(duel: &Duel, card: CardId, target: CardId) -> bool {
    !duel.is_champion(target) || may_attack_champion(duel, card)
}

/// Whether the card's class attacks diagonally.
pub(super) fn attacks_diagonally(duel: &Duel, card: CardId) -> bool {
    duel.def(card).class == Some(Class::AllRounder)
}

/// Everything that an attack proposes. A target that is gone, or stands in
/// another column now: the blow falls on the lane. What may not be attacked when
/// the blow falls is not hit: neither a Champion nor a centre lane that is safe.
/// What hits several hits them at once, each for itself.
pub(super) fn strike(
    duel: &Duel,
    card: CardId,
    column: u8,
    target: Option<CardId>,
) -> Group<Event> {
    let foe = opponent(duel.owner(card));
    let targets: Vec<CardId> = if duel.has(card, |what| what == Trait::Sweeping) {
        let front = duel.player(foe).front().into_iter().flatten();
        front.filter(|&hit| may_hit(duel, card, hit)).collect()
    } else {
        let still_there = |target: &CardId| duel.front_column(*target) == Some(column);
        Vec::from_iter(target.filter(still_there))
    };
    if targets.is_empty() {
        return Group::batch([on_lane(duel, card, column)]);
    }
    if !targets.iter().all(|&target| may_hit(duel, card, target)) {
        return Group::batch([Event::Missed { card }]);
    }
    Group::batch(targets.into_iter().flat_map(|target| hit(duel, card, target)))
}

/// What an attack does to a lane before which nobody stands, unless it is a
/// centre lane that is safe: the defender may have left since it was chosen.
fn on_lane(duel: &Duel, card: CardId, lane: u8) -> Event {
    if lane == CENTRE && !may_attack_centre_lane(duel, card) {
        return Event::Missed { card };
    }
    let (amount, piercing) = (u32::from(duel.stat(card, Stat::Atk)), pierces(duel, card));
    let seat = opponent(duel.owner(card));
    Event::LaneHit { seat, lane, amount, by: Some(card), piercing }
}

fn pierces(duel: &Duel, card: CardId) -> bool {
    duel.has(card, |what| what == Trait::Piercing)
}

/// The damage of an attack to one card, and what goes to the lane behind it.
fn hit(duel: &Duel, card: CardId, target: CardId) -> [Event; 2] {
    let (seat, by, piercing) = (duel.owner(target), Some(card), pierces(duel, card));
    let protection = if piercing { 0 } else { duel.protection(seat) };
    let (atk, def) = (duel.stat(target, Stat::Atk), duel.stat(target, Stat::Def));
    let blow = Blow::of(duel.stat(card, Stat::Atk), Defence { protection, atk, def });
    let lane = duel.front_column(target).unwrap_or_default();
    let (amount, harm) = (blow.damage, Harm::Attack);
    [
        Event::Damaged { card: target, amount, by, harm, piercing },
        Event::LaneHit { seat, lane, amount: blow.excess, by, piercing },
    ]
}

/// The next attack of the Battle: by SPD, ATK and DEF, the highest first, then
/// by which card was played first.
pub(super) fn next_attack(duel: &Duel, seat: Seat) -> Option<(CardId, u8, Option<CardId>)> {
    let attacks = duel.player(seat).orders().iter().filter_map(|&(card, order)| match order {
        super::Order::Attack { column, target } => Some((card, column, target)),
        _ => None,
    });
    attacks.min_by_key(|&(card, ..)| {
        let stats = [Stat::Spd, Stat::Atk, Stat::Def].map(|stat| duel.stat(card, stat));
        (std::cmp::Reverse(stats), duel.card(card).since)
    })
}
