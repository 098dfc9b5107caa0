//! What players and chance can do.

use rulebook::prelude::*;

use super::cards::{CardKind, Stat};
use super::{CardId, Duel};

/// What players and chance can do.
///
/// ```
/// use rulebook::Kinded;
/// use rulebook_games::duels::{Action, ActionKind, CardId};
/// assert_eq!(Action::Protect { card: CardId(3) }.kind(), ActionKind::Protect);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Kinds)]
pub enum Action {
    /// Chance shuffles the decks and draws who begins.
    Deal,
    /// A player draws a card and goes on to the Strategy.
    Draw,
    /// A player places a card from the hand: a spell in the back row, others in
    /// the front row.
    Place {
        /// Which card.
        card: CardId,
        /// In which column.
        column: u8,
    },
    /// A player chooses an attack for a card.
    Attack {
        /// Which card attacks.
        card: CardId,
        /// Whose side it attacks.
        side: Seat,
        /// Which column of it.
        column: u8,
    },
    /// A player chooses that a card protects its side.
    Protect {
        /// Which card.
        card: CardId,
    },
    /// A player chooses that a card makes a friendly one stronger.
    Pump {
        /// Which card pumps.
        card: CardId,
        /// Which card becomes stronger.
        target: CardId,
        /// In what.
        stat: Stat,
    },
    /// A player chooses that a spell is cast.
    Cast {
        /// Which spell.
        card: CardId,
        /// On which card, if the spell wants one.
        on: Option<CardId>,
    },
    /// A player takes back what was chosen for a card.
    Withdraw {
        /// Which card.
        card: CardId,
    },
    /// A player uses a power of the Champion.
    Use {
        /// Which card has it.
        card: CardId,
        /// Its number among the card's abilities, from 0.
        power: u8,
        /// On which card, if the power wants one.
        on: Option<CardId>,
    },
    /// A player ends the Strategy: what was chosen is shown.
    Done,
    /// A player lets the Battle begin.
    Fight,
    /// A player gives up.
    Resign,
}

impl Action {
    /// The card that acts or is acted with, if it is about one.
    ///
    /// ```
    /// use rulebook_games::duels::{Action, CardId};
    /// assert_eq!(Action::Withdraw { card: CardId(3) }.card(), Some(CardId(3)));
    /// assert_eq!(Action::Fight.card(), None);
    /// ```
    pub fn card(&self) -> Option<CardId> {
        match *self {
            Action::Place { card, .. }
            | Action::Attack { card, .. }
            | Action::Protect { card }
            | Action::Pump { card, .. }
            | Action::Cast { card, .. }
            | Action::Withdraw { card }
            | Action::Use { card, .. } => Some(card),
            Action::Deal | Action::Draw | Action::Done | Action::Fight | Action::Resign => None,
        }
    }
}

/// Every action that could make sense to anybody in this state, and many that
/// cannot: cards that are elsewhere or do not exist, columns that there are
/// not, one's own side as a target.
///
/// ```
/// use rulebook_games::duels::{Action, setup, universe};
/// assert!(universe(&setup()).contains(&Action::Deal));
/// ```
pub fn universe(duel: &Duel) -> Vec<Action> {
    use Action::{Deal, Done, Draw, Fight, Resign};
    let mut all = vec![Deal, Draw, Done, Fight, Resign];
    let nobody = CardId(u16::MAX);
    let hands = [Seat(0), Seat(1)].into_iter().flat_map(|seat| duel.player(seat).hand());
    for &card in hands.clone().chain([&nobody, &CardId(0)]) {
        all.extend((0..=3).map(|column| Action::Place { card, column }));
    }
    let in_play: Vec<CardId> = duel.in_play().collect();
    // Among those who act is one from a hand, and one that there is not.
    for &card in in_play.iter().chain(hands.take(1)).chain([&nobody]) {
        all.extend([Action::Protect { card }, Action::Withdraw { card }]);
        all.push(Action::Place { card, column: 0 });
        for side in [Seat(0), Seat(1)] {
            all.extend((0..=3).map(|column| Action::Attack { card, side, column }));
        }
        all.extend(with_targets(duel, card, &in_play));
    }
    all
}

/// What a card does to others: more of it, where it could make sense.
fn with_targets(duel: &Duel, card: CardId, in_play: &[CardId]) -> Vec<Action> {
    let mut all = vec![Action::Cast { card, on: None }, Action::Use { card, power: 0, on: None }];
    let exists = duel.exists(card);
    let (casts, uses) = match exists.then(|| duel.def(card)) {
        Some(def) => (def.cast().is_some(), def.kind == CardKind::Champion),
        None => (false, false),
    };
    if uses {
        all.extend((1..4).map(|power| Action::Use { card, power, on: None }));
    }
    for &on in in_play {
        if casts {
            all.push(Action::Cast { card, on: Some(on) });
        }
        if uses {
            all.extend((0..3).map(|power| Action::Use { card, power, on: Some(on) }));
        }
        let friends = exists && duel.owner(card) == duel.owner(on);
        let stats = if friends { &Stat::ALL[..] } else { &Stat::ALL[..1] };
        all.extend(stats.iter().map(|&stat| Action::Pump { card, target: on, stat }));
    }
    all
}
