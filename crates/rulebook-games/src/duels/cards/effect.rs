//! What abilities do, and to whom.

use std::fmt;

use rulebook::prelude::*;

use super::{DefId, Filter, Side, Stat, Trait};

/// What a Champion or monster may suffer from. Not stackable: the longer stays.
///
/// ```
/// use rulebook_games::duels::cards::Status;
/// assert_eq!(Status::Poison.to_string(), "Poison");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Status {
    /// No actions.
    Stun,
    /// DEF halved, rounded down.
    Freeze,
    /// 1 damage at each End.
    Burn,
    /// 1 damage at the first End, then 2, then 3.
    Poison,
}

impl Status {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Status;
    /// assert_eq!(Status::ALL.last(), Some(&Status::Poison));
    /// ```
    pub const ALL: [Status; 4] = [Status::Stun, Status::Freeze, Status::Burn, Status::Poison];
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// How long something lasts. Durations tick at every End phase, whoever's.
///
/// ```
/// use rulebook_games::duels::cards::Duration;
/// assert_eq!(Duration::Ends(1), Duration::TURN);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Duration {
    /// Until so many End phases have passed; at least 1.
    Ends(u8),
    /// As long as the card that has it is in play.
    Lasting,
}

impl Duration {
    /// Until the next End phase.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Duration;
    /// assert_eq!(Duration::TURN, Duration::Ends(1));
    /// ```
    pub const TURN: Duration = Duration::Ends(1);
}

/// How much, known when the effect is carried out.
///
/// ```
/// use rulebook_games::duels::cards::{Amount, Filter, Side};
/// let per_enemy = Amount::Count(Filter::of(Side::Enemy));
/// assert_ne!(per_enemy, Amount::Fixed(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Amount {
    /// So much.
    Fixed(u8),
    /// As much as the present stat of the card whose ability it is.
    Stat(Stat),
    /// As much as there are such cards in play.
    Count(Filter),
}

/// Whom an effect concerns.
///
/// ```
/// use rulebook_games::duels::cards::{Filter, Side, Target};
/// assert!(Target::Each(Filter::of(Side::Enemy)).is_area());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Target {
    /// The card whose ability it is.
    This,
    /// The card that the moment is about: the one attacked, the attacker, the
    /// one destroyed, the spell that is cast. See [`Moment`](super::Moment).
    It,
    /// The card that was chosen for the ability.
    Chosen,
    /// All such cards at once, each for itself: one batch.
    Each(Filter),
    /// One of such cards, by the dice. None, if there is none.
    Random(Filter),
    /// These lanes, each for itself.
    Lanes(Lanes),
}

impl Target {
    /// Whether several may be hit at once.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Target;
    /// assert!(!Target::Chosen.is_area());
    /// ```
    pub fn is_area(self) -> bool {
        matches!(self, Target::Each(_) | Target::Lanes(_))
    }
}

/// Which lanes are meant.
///
/// ```
/// use rulebook_games::duels::cards::{Lanes, Side, WhichLane};
/// let sides = Lanes { side: Side::Own, which: WhichLane::Sides };
/// assert!(sides.which.includes(0, 1) && !sides.which.includes(1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Lanes {
    /// Whose.
    pub side: Side,
    /// Which of them.
    pub which: WhichLane,
}

/// Which of a player's three lanes.
///
/// ```
/// use rulebook_games::duels::cards::WhichLane;
/// assert!(WhichLane::Same.includes(2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum WhichLane {
    /// The one in the card's own column.
    Same,
    /// The centre lane.
    Centre,
    /// Both side lanes.
    Sides,
    /// All three.
    All,
}

impl WhichLane {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::WhichLane;
    /// assert_eq!(WhichLane::ALL.last(), Some(&WhichLane::All));
    /// ```
    pub const ALL: [WhichLane; 4] =
        [WhichLane::Same, WhichLane::Centre, WhichLane::Sides, WhichLane::All];

    /// Whether the lane is meant, for a card that stands in that column.
    ///
    /// ```
    /// use rulebook_games::duels::cards::WhichLane;
    /// assert!((0..3).all(|lane| WhichLane::All.includes(lane, 0)));
    /// ```
    pub fn includes(self, lane: u8, column: u8) -> bool {
        match self {
            WhichLane::Same => lane == column,
            WhichLane::Centre => lane == 1,
            WhichLane::Sides => lane != 1,
            WhichLane::All => true,
        }
    }
}

/// Where a card goes.
///
/// ```
/// use rulebook_games::duels::cards::Destination;
/// assert_ne!(Destination::Hand, Destination::Aside);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Destination {
    /// To its owner's hand.
    Hand,
    /// On top of its owner's deck.
    DeckTop,
    /// Under its owner's deck.
    DeckBottom,
    /// To its owner's discard pile, without being destroyed.
    Discard,
    /// To an empty place next to it in its own row, the left one first. The
    /// only way in which a Champion can be moved.
    Aside,
}

impl Destination {
    /// All of them.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Destination;
    /// assert_eq!(Destination::ALL.last(), Some(&Destination::Aside));
    /// ```
    pub const ALL: [Destination; 5] = [
        Destination::Hand,
        Destination::DeckTop,
        Destination::DeckBottom,
        Destination::Discard,
        Destination::Aside,
    ];
}

/// What a card is given.
///
/// ```
/// use rulebook_games::duels::cards::{Duration, Gift, Status, Trait};
/// let gifts = [Gift::Status(Status::Burn, 2), Gift::Trait(Trait::Piercing, Duration::TURN)];
/// assert_ne!(gifts[0], gifts[1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Gift {
    /// A trait, for so long: a stat, a shield, an exception, a prohibition.
    Trait(Trait, Duration),
    /// A status, for so many End phases.
    Status(Status, u8),
}

/// What an ability does.
///
/// ```
/// use rulebook_games::duels::cards::{Amount, Effect, Filter, Side, Target};
/// let storm = Effect::Damage {
///     on: Target::Each(Filter::of(Side::Enemy)),
///     amount: Amount::Fixed(1),
///     piercing: false,
/// };
/// assert_ne!(storm, Effect::Draw { who: Side::Own, cards: 1 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub enum Effect {
    /// Damage: to DEF, or to a lane's hit points.
    Damage {
        /// To whom.
        on: Target,
        /// How much.
        amount: Amount,
        /// Whether it cannot be prevented.
        piercing: bool,
    },
    /// Damage is taken back, up to the printed DEF; a lane up to its first hit
    /// points. A broken lane stays broken.
    Heal {
        /// Of whom.
        on: Target,
        /// How much.
        amount: Amount,
    },
    /// Something is given.
    Give {
        /// To whom.
        on: Target,
        /// What.
        gift: Gift,
    },
    /// A status ends; all of them, if none is named.
    Cleanse {
        /// On whom.
        on: Target,
        /// Which.
        status: Option<Status>,
    },
    /// Cards are drawn. Here, nobody loses by an empty deck.
    Draw {
        /// By whom.
        who: Side,
        /// How many.
        cards: u8,
    },
    /// A card goes elsewhere.
    Move {
        /// Which.
        on: Target,
        /// Where.
        to: Destination,
    },
    /// A card is destroyed, whatever its DEF.
    Destroy {
        /// Which.
        on: Target,
    },
    /// A new monster stands on an empty place of the owner's front row, the
    /// left one first, with its gifts: all of it or nothing.
    Summon {
        /// Which.
        card: DefId,
        /// What it is given.
        gifts: Vec<Gift>,
    },
    /// The spell that the moment is about does nothing; it is discarded.
    Counter,
}
