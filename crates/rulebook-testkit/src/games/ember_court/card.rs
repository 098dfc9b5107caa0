//! The cards.

use std::fmt;

use rulebook::prelude::*;

/// A card.
///
/// ```
/// use rulebook_testkit::games::ember_court::Card;
/// assert_eq!((Card::Lance.to_string().as_str(), Card::Lance.mana()), ("lance", 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Canonical)]
pub enum Card {
    /// 2 damage.
    Spark,
    /// 3 damage that cannot be prevented.
    Lance,
    /// 2 damage to every creature.
    Flare,
    /// Counters a spell.
    Snuff,
    /// Prevents the next 3 damage to something.
    Veil,
    /// Turns the next damage away from you.
    Mirror,
    /// A creature gets 2 power.
    Stoke,
    /// Your damage is doubled.
    Bellows,
    /// A creature, 1/1; when it dies, you draw.
    Moth,
    /// A creature, 2/2; when it dies, it bites.
    Hound,
}

/// What a card is aimed at.
///
/// ```
/// use rulebook_testkit::games::ember_court::{Aim, Card};
/// assert_eq!(Card::Snuff.aim(), Aim::Spell);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// At nothing.
    Nothing,
    /// At a mage or a creature.
    Anybody,
    /// At a creature.
    Creature,
    /// At a spell on the stack.
    Spell,
}

impl Card {
    /// All cards.
    pub const ALL: [Card; 10] = [
        Card::Spark,
        Card::Lance,
        Card::Flare,
        Card::Snuff,
        Card::Veil,
        Card::Mirror,
        Card::Stoke,
        Card::Bellows,
        Card::Moth,
        Card::Hound,
    ];

    /// How much mana it costs.
    pub fn mana(self) -> u32 {
        match self {
            Card::Spark | Card::Veil | Card::Stoke | Card::Moth => 1,
            Card::Snuff | Card::Mirror | Card::Bellows | Card::Hound => 2,
            Card::Lance | Card::Flare => 3,
        }
    }

    /// What it is aimed at.
    pub fn aim(self) -> Aim {
        match self {
            Card::Spark | Card::Lance | Card::Veil => Aim::Anybody,
            Card::Stoke => Aim::Creature,
            Card::Snuff => Aim::Spell,
            Card::Flare | Card::Mirror | Card::Bellows | Card::Moth | Card::Hound => Aim::Nothing,
        }
    }

    /// Whether it is cast on one's own day only, on an empty stack.
    pub fn is_slow(self) -> bool {
        matches!(self, Card::Bellows | Card::Moth | Card::Hound)
    }

    /// Power and toughness, if it is a creature.
    pub fn creature(self) -> Option<(u32, u32)> {
        match self {
            Card::Moth => Some((1, 1)),
            Card::Hound => Some((2, 2)),
            _ => None,
        }
    }

    /// How much it can do before it is used up, if that is counted: damage to
    /// prevent for a veil, times for a mirror.
    pub fn charges(self) -> u32 {
        match self {
            Card::Veil => 3,
            Card::Mirror => 1,
            _ => 0,
        }
    }

    /// How many of it are in a deck.
    pub(super) fn copies(self) -> usize {
        match self {
            Card::Spark => 3,
            Card::Snuff | Card::Veil | Card::Moth => 2,
            Card::Lance
            | Card::Flare
            | Card::Mirror
            | Card::Stoke
            | Card::Bellows
            | Card::Hound => 1,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Card::Spark => "spark",
            Card::Lance => "lance",
            Card::Flare => "flare",
            Card::Snuff => "snuff",
            Card::Veil => "veil",
            Card::Mirror => "mirror",
            Card::Stoke => "stoke",
            Card::Bellows => "bellows",
            Card::Moth => "moth",
            Card::Hound => "hound",
        })
    }
}
