//! What a card can have, printed on it or given to it for a while.

use std::fmt;

use rulebook::prelude::*;

use super::{Filter, Stat, Status};

/// A check of the rule sheet that an exception can lift.
///
/// ```
/// use rulebook_games::duels::cards::CheckName;
/// assert_eq!(CheckName::ChampionIsOpen.to_string(), "the champion is open to attack");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum CheckName {
    /// Champions are placed in the centre.
    ChampionInCentre,
    /// A Champion is attacked only when a side lane is broken. To lift it is
    /// champion bypass.
    ChampionIsOpen,
    /// The centre lane is attacked only when a side lane is broken.
    CentreLaneIsOpen,
    /// Only All-Rounders attack diagonally.
    ClassAttacksThatWay,
    /// Only Defenders protect.
    OnlyDefendersProtect,
    /// Nobody protects two turns in a row.
    ProtectionHasRested,
    /// Only Pumpers pump.
    OnlyPumpersPump,
}

impl CheckName {
    /// All checks that can be lifted.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CheckName;
    /// assert_eq!(CheckName::ALL.last(), Some(&CheckName::OnlyPumpersPump));
    /// ```
    pub const ALL: [CheckName; 7] = [
        CheckName::ChampionInCentre,
        CheckName::ChampionIsOpen,
        CheckName::CentreLaneIsOpen,
        CheckName::ClassAttacksThatWay,
        CheckName::OnlyDefendersProtect,
        CheckName::ProtectionHasRested,
        CheckName::OnlyPumpersPump,
    ];

    /// The check's name in the book.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CheckName;
    /// assert_eq!(CheckName::OnlyPumpersPump.name(), "only pumpers pump");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            CheckName::ChampionInCentre => "the champion stands in the centre",
            CheckName::ChampionIsOpen => "the champion is open to attack",
            CheckName::CentreLaneIsOpen => "the centre lane is open",
            CheckName::ClassAttacksThatWay => "its class can attack that way",
            CheckName::OnlyDefendersProtect => "only defenders protect",
            CheckName::ProtectionHasRested => "protection has rested",
            CheckName::OnlyPumpersPump => "only pumpers pump",
        }
    }
}

impl fmt::Display for CheckName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a prohibition forbids to the cards that it binds. It beats every
/// exception.
///
/// ```
/// use rulebook_games::duels::cards::Ban;
/// assert_eq!(Ban::AttackChampion.to_string(), "attack a Champion");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Ban {
    /// To attack at all.
    Attack,
    /// To attack a Champion.
    AttackChampion,
    /// To protect.
    Protect,
    /// To pump.
    Pump,
    /// To be placed from the hand.
    Place,
    /// To be cast.
    Cast,
    /// To use a power.
    UsePower,
}

impl Ban {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Ban;
    /// assert_eq!(Ban::ALL.last(), Some(&Ban::UsePower));
    /// ```
    pub const ALL: [Ban; 7] = [
        Ban::Attack,
        Ban::AttackChampion,
        Ban::Protect,
        Ban::Pump,
        Ban::Place,
        Ban::Cast,
        Ban::UsePower,
    ];
}

impl fmt::Display for Ban {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ban::Attack => "attack",
            Ban::AttackChampion => "attack a Champion",
            Ban::Protect => "protect",
            Ban::Pump => "pump",
            Ban::Place => "be placed",
            Ban::Cast => "be cast",
            Ban::UsePower => "use a power",
        })
    }
}

/// What a card can have: printed on it, radiated by another as long as that is
/// in play, or given to it for a while.
///
/// ```
/// use rulebook_games::duels::cards::{CheckName, Stat, Trait};
/// let blessed = [Trait::Stat { stat: Stat::Atk, by: 2 }, Trait::Lifts(CheckName::ChampionIsOpen)];
/// assert_ne!(blessed[0], blessed[1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Trait {
    /// More or less of a stat.
    Stat {
        /// Which.
        stat: Stat,
        /// By how much; never 0.
        by: i8,
    },
    /// Its attacks pass protection, and their damage cannot be prevented.
    Piercing,
    /// Its attacks hit every opposing card in the front row at once, each for
    /// itself (the Champion only if this card may attack it).
    Sweeping,
    /// An exception: this check is lifted for what it does.
    Lifts(CheckName),
    /// A prohibition: it may not do this.
    Forbids(Ban),
    /// The next damage to it is prevented, up to so much in all. Only given,
    /// never printed.
    Shield(u8),
    /// Damage to these cards is dealt to it instead.
    Takes(Filter),
    /// It cannot suffer from this status.
    Immune(Status),
}
