//! A card as it is printed: what never changes while it is played.

use std::fmt;

use rulebook::prelude::*;

use super::Ability;

/// The highest value that a printed stat may have.
///
/// ```
/// use rulebook_games::duels::cards::{CardSet, MAX_STAT};
/// assert!(CardSet::standard().cards().iter().all(|card| card.atk <= MAX_STAT));
/// ```
pub const MAX_STAT: u8 = 20;

/// The number of a card in its set, from 0, in the order of the file.
///
/// ```
/// use rulebook_games::duels::cards::CardSet;
/// let set = CardSet::standard();
/// for (index, card) in set.cards().iter().enumerate() {
///     assert_eq!(set.find(&card.id).unwrap().index(), index);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct DefId(pub u16);

impl DefId {
    /// The number, to index with.
    ///
    /// ```
    /// use rulebook_games::duels::cards::DefId;
    /// assert_eq!(DefId(7).index(), 7);
    /// ```
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a card is.
///
/// ```
/// use rulebook_games::duels::cards::CardKind;
/// assert!(CardKind::Champion.fights() && !CardKind::Spell.fights());
/// assert_eq!(CardKind::Spell.to_string(), "Spell");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum CardKind {
    /// Stands beside the deck, is placed first, and must not fall.
    Champion,
    /// Stands in the front row.
    Monster,
    /// Lies in the back row.
    Spell,
}

impl CardKind {
    /// All kinds.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardKind;
    /// assert_eq!(CardKind::ALL.last(), Some(&CardKind::Spell));
    /// ```
    pub const ALL: [CardKind; 3] = [CardKind::Champion, CardKind::Monster, CardKind::Spell];

    /// Whether it stands in the front row, with a class and stats.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardKind;
    /// assert!(CardKind::Monster.fights());
    /// ```
    pub fn fights(self) -> bool {
        self != CardKind::Spell
    }
}

impl fmt::Display for CardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a Champion or monster is good at.
///
/// ```
/// use rulebook_games::duels::cards::Class;
/// assert_eq!(Class::AllRounder.to_string(), "All-Rounder");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Class {
    /// Attacks straight ahead and diagonally.
    AllRounder,
    /// Attacks straight ahead.
    Attacker,
    /// May protect.
    Defender,
    /// May pump.
    Pumper,
}

impl Class {
    /// All classes.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Class;
    /// assert_eq!(Class::ALL.last(), Some(&Class::Pumper));
    /// ```
    pub const ALL: [Class; 4] =
        [Class::AllRounder, Class::Attacker, Class::Defender, Class::Pumper];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::AllRounder => "All-Rounder",
            Class::Attacker => "Attacker",
            Class::Defender => "Defender",
            Class::Pumper => "Pumper",
        })
    }
}

/// One of the three numbers of a Champion or monster.
///
/// ```
/// use rulebook_games::duels::cards::Stat;
/// assert_eq!(Stat::Atk.to_string(), "ATK");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Stat {
    /// How hard it hits.
    Atk,
    /// How much it takes.
    Def,
    /// How soon it acts.
    Spd,
}

impl Stat {
    /// All stats.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Stat;
    /// assert_eq!(Stat::ALL.last(), Some(&Stat::Spd));
    /// ```
    pub const ALL: [Stat; 3] = [Stat::Atk, Stat::Def, Stat::Spd];
}

impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stat::Atk => "ATK",
            Stat::Def => "DEF",
            Stat::Spd => "SPD",
        })
    }
}

/// A card as it is printed.
///
/// Spells have no class, and all their stats are 0.
///
/// ```
/// use rulebook_games::duels::cards::{CardKind, CardSet, Class};
/// let set = CardSet::standard();
/// let hound = set.get(set.find("ember-hound").unwrap());
/// assert_eq!((hound.name.as_str(), hound.kind), ("Ember Hound", CardKind::Monster));
/// assert_eq!(hound.class, Some(Class::Attacker));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct CardDef {
    /// Its id in the file: small letters, digits and hyphens.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// What it is.
    pub kind: CardKind,
    /// What it is good at, unless it is a spell.
    pub class: Option<Class>,
    /// Its printed ATK.
    pub atk: u8,
    /// Its printed DEF.
    pub def: u8,
    /// Its printed SPD.
    pub spd: u8,
    /// What it does, in the order of the file.
    pub abilities: Vec<Ability>,
}

impl CardDef {
    /// The printed value of a stat.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardSet, Stat};
    /// for card in CardSet::standard().cards() {
    ///     assert_eq!(card.stat(Stat::Spd), card.spd);
    /// }
    /// ```
    pub fn stat(&self, stat: Stat) -> u8 {
        match stat {
            Stat::Atk => self.atk,
            Stat::Def => self.def,
            Stat::Spd => self.spd,
        }
    }

    /// What it does when it is cast, if it is a spell that is cast. A spell
    /// without stays in the back row: it waits for its moment, or simply holds.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardKind, CardSet};
    /// for card in CardSet::standard().cards() {
    ///     assert!(card.cast().is_none() || card.kind == CardKind::Spell);
    /// }
    /// ```
    pub fn cast(&self) -> Option<&super::Cast> {
        self.abilities.iter().find_map(|ability| match ability {
            Ability::Cast(cast) => Some(cast),
            _ => None,
        })
    }
}
