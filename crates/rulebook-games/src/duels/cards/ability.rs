//! When abilities act.

use rulebook::prelude::*;

use super::{CardKind, Condition, Effect, Filter, Side, Status, Steps, Trait};

/// What a card does, in one of five forms.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet};
/// let set = CardSet::standard();
/// let abilities = set.cards().iter().flat_map(|card| &card.abilities);
/// assert!(abilities.filter(|ability| matches!(ability, Ability::Power(_))).count() > 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub enum Ability {
    /// Something happens, then its effects do.
    Triggered(Triggered),
    /// What a spell does when it is cast.
    Cast(Cast),
    /// What a Champion's player may use.
    Power(Power),
    /// It stands before an event.
    Ward(Ward),
    /// What holds as long as the card is in play.
    Standing(Standing),
}

impl Ability {
    /// What it is called, unique on its card.
    ///
    /// ```
    /// use rulebook_games::duels::cards::CardSet;
    /// let set = CardSet::standard();
    /// let hound = set.get(set.find("ember-hound").unwrap());
    /// assert_eq!(hound.abilities[0].label(), "when it wounds a card");
    /// ```
    pub fn label(&self) -> &str {
        match self {
            Ability::Triggered(Triggered { label, .. })
            | Ability::Cast(Cast { label, .. })
            | Ability::Power(Power { label, .. })
            | Ability::Ward(Ward { label, .. })
            | Ability::Standing(Standing { label, .. }) => label,
        }
    }

    pub(super) fn label_mut(&mut self) -> &mut String {
        match self {
            Ability::Triggered(Triggered { label, .. })
            | Ability::Cast(Cast { label, .. })
            | Ability::Power(Power { label, .. })
            | Ability::Ward(Ward { label, .. })
            | Ability::Standing(Standing { label, .. }) => label,
        }
    }
}

/// After the moment, if the conditions hold, the effects happen in order.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet, Moment};
/// let set = CardSet::standard();
/// let card = set.get(set.find("ember-hound").unwrap());
/// let Ability::Triggered(burns) = &card.abilities[0] else { panic!() };
/// assert_eq!(burns.on, Moment::Wounds);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Triggered {
    /// What it is called, unique on the card.
    pub label: String,
    /// When.
    pub on: Moment,
    /// Only if all of this holds, when it triggers and when it resolves.
    pub when: Vec<Condition>,
    /// The owner chooses such a card; if there is none, nothing happens.
    pub choose: Option<Filter>,
    /// What happens.
    pub effects: Vec<Effect>,
}

/// What a queued spell does in the Battle phase. Then it is discarded.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet, Side};
/// let set = CardSet::standard();
/// let card = set.get(set.find("fire-bolt").unwrap());
/// let Ability::Cast(bolt) = &card.abilities[0] else { panic!() };
/// assert_eq!(bolt.choose.unwrap().side, Side::Enemy);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Cast {
    /// What it is called, unique on the card.
    pub label: String,
    /// Only if all of this holds.
    pub when: Vec<Condition>,
    /// The target to be named when it is queued.
    pub choose: Option<Filter>,
    /// What happens.
    pub effects: Vec<Effect>,
}

/// What a Champion's player may use, in the steps that it allows.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet, Step};
/// let set = CardSet::standard();
/// let card = set.get(set.find("ash-queen").unwrap());
/// let Ability::Power(spark) = &card.abilities[0] else { panic!() };
/// assert!(spark.steps.contains(Step::Strategy) && spark.cooldown == 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Power {
    /// What it is called, unique on the card.
    pub label: String,
    /// In which steps of the owner's turn.
    pub steps: Steps,
    /// For how many of the owner's turns after the present one it rests; 0:
    /// once in each turn.
    pub cooldown: u8,
    /// Only if all of this holds.
    pub when: Vec<Condition>,
    /// The target to be named when it is used.
    pub choose: Option<Filter>,
    /// What happens.
    pub effects: Vec<Effect>,
}

/// Before an event that concerns such a card, the ward acts.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet, WardAct, Warded};
/// let set = CardSet::standard();
/// let card = set.get(set.find("wall-golem").unwrap());
/// let Ability::Ward(hide) = &card.abilities[0] else { panic!() };
/// assert_eq!((hide.before, &hide.act), (Warded::Damage, &WardAct::Prevent(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Ward {
    /// What it is called, unique on the card.
    pub label: String,
    /// Before what.
    pub before: Warded,
    /// To whom it would happen.
    pub whom: Filter,
    /// Only if all of this holds.
    pub when: Vec<Condition>,
    /// What it does.
    pub act: WardAct,
    /// How often.
    pub uses: Uses,
    /// What it does in addition, right after.
    pub rider: Vec<Effect>,
}

/// As long as the card is in play and the conditions hold, these cards have
/// the trait.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet, Filter, Trait};
/// let set = CardSet::standard();
/// let card = set.get(set.find("cinder-lancer").unwrap());
/// let Ability::Standing(lance) = &card.abilities[0] else { panic!() };
/// assert_eq!((lance.grants, lance.whom), (Trait::Piercing, Filter::THIS));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Standing {
    /// What it is called, unique on the card.
    pub label: String,
    /// What they have.
    pub grants: Trait,
    /// Who has it.
    pub whom: Filter,
    /// Only if all of this holds.
    pub when: Vec<Condition>,
}

/// When a triggered ability acts. What is said of `it` is the card that
/// [`Target::It`](super::Target::It) means then.
///
/// ```
/// use rulebook_games::duels::cards::{CardKind, Moment, Side};
/// assert!(Moment::Attacks.has_it());
/// assert!(!Moment::TurnEnds(Side::Own).has_it());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Moment {
    /// This card was placed from the hand.
    Placed,
    /// This card attacks, before damage; it: the card attacked, if any.
    Attacks,
    /// An attack of this card did damage to a card; it: that card.
    Wounds,
    /// This card took damage; it: the card whose attack or effect it was.
    Damaged,
    /// Damage to this card was prevented, all or in part.
    Prevented,
    /// This card was destroyed.
    Destroyed,
    /// Another such card was destroyed; it: that card, in the discard pile.
    OtherDestroyed(Filter),
    /// A spell of that side is about to do what it does; it: the spell.
    SpellCast(Side),
    /// A lane of that side broke.
    LaneBroke(Side),
    /// A turn of that side begins, before the draw.
    TurnBegins(Side),
    /// The End phase of a turn of that side.
    TurnEnds(Side),
}

impl Moment {
    /// Whether there may be a card that it is about.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Moment, Side};
    /// assert!(Moment::SpellCast(Side::Enemy).has_it());
    /// ```
    pub fn has_it(self) -> bool {
        matches!(
            self,
            Moment::Attacks
                | Moment::Wounds
                | Moment::Damaged
                | Moment::OtherDestroyed(_)
                | Moment::SpellCast(_)
        )
    }

    /// Whether it can come for a card of that kind.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{CardKind, Moment};
    /// assert!(Moment::Placed.concerns(CardKind::Spell));
    /// assert!(!Moment::Attacks.concerns(CardKind::Spell));
    /// ```
    pub fn concerns(self, kind: CardKind) -> bool {
        kind.fights()
            || !matches!(
                self,
                Moment::Attacks
                    | Moment::Wounds
                    | Moment::Damaged
                    | Moment::Prevented
                    | Moment::Destroyed
            )
    }
}

/// Before what a ward stands.
///
/// ```
/// use rulebook_games::duels::cards::Warded;
/// assert!(Warded::Damage.is_counted() && !Warded::Destruction.is_counted());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Warded {
    /// Damage to a card.
    Damage,
    /// Damage to a lane: the filter means whose; a column, the lane's.
    LaneDamage,
    /// A card is destroyed.
    Destruction,
    /// A card is to suffer from a status: from this one, or from any.
    Status(Option<Status>),
    /// A card is healed.
    Healing,
    /// A player draws: the filter means whose.
    Draw,
}

impl Warded {
    /// Whether there is an amount of it, so that part of it can be prevented or
    /// more of it be done.
    ///
    /// ```
    /// use rulebook_games::duels::cards::Warded;
    /// assert!(!Warded::Draw.is_counted());
    /// ```
    pub fn is_counted(self) -> bool {
        matches!(self, Warded::Damage | Warded::LaneDamage | Warded::Healing)
    }
}

/// What a ward does to an event.
///
/// ```
/// use rulebook_games::duels::cards::WardAct;
/// assert_ne!(WardAct::Prevent(2), WardAct::PreventAll);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub enum WardAct {
    /// Prevents so much of it.
    Prevent(u8),
    /// Prevents it.
    PreventAll,
    /// It cannot happen.
    Forbid,
    /// So much more of it, or less.
    Add(i8),
    /// Twice as much of it.
    Double,
    /// It happens to the card with the ward.
    TakeOver,
    /// This happens instead. [`Target::It`](super::Target::It) is the card to
    /// which it would have happened.
    Instead(Vec<Effect>),
}

/// How often a ward acts.
///
/// ```
/// use rulebook_games::duels::cards::Uses;
/// assert_ne!(Uses::Always, Uses::Times(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Uses {
    /// Every time.
    Always,
    /// So many times in all, as long as the card stays in play.
    Times(u8),
    /// So many times in each turn.
    EachTurn(u8),
}
