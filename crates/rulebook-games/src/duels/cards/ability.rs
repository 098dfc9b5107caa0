//! When abilities act, and on what conditions.

use std::fmt;

use rulebook::prelude::*;

use super::{CardKind, Effect, Filter, Side, Stat, Status, Trait};

/// What a card does, in one of five forms.
///
/// ```
/// use rulebook_games::duels::cards::{Ability, CardSet};
/// let abilities = CardSet::standard().cards().iter().flat_map(|card| &card.abilities);
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

/// Something that must hold.
///
/// ```
/// use rulebook_games::duels::cards::{Condition, Measure, Range, Side};
/// let desperate = Condition { measure: Measure::Hand(Side::Own), range: Range::at_most(1) };
/// assert!(desperate.range.contains(0) && !desperate.range.contains(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Condition {
    /// What is measured.
    pub measure: Measure,
    /// Between which bounds it must be.
    pub range: Range,
}

/// What a condition measures.
///
/// ```
/// use rulebook_games::duels::cards::{Measure, Side};
/// assert_ne!(Measure::Hand(Side::Own), Measure::BrokenLanes(Side::Own));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Measure {
    /// How many such cards are in play.
    Cards(Filter),
    /// A present stat of the card whose ability it is.
    Stat(Stat),
    /// How many cards are in a hand; of both sides, together.
    Hand(Side),
    /// How many lanes are broken.
    BrokenLanes(Side),
    /// 1 in a turn of that side, 0 in others.
    Turn(Side),
    /// 1 if `it` is such a card, 0 if not.
    It(Filter),
}

/// Between which numbers something must be, both included.
///
/// ```
/// use rulebook_games::duels::cards::Range;
/// assert!(Range::at_least(1).contains(7) && !Range::at_least(1).contains(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Range {
    /// At least this.
    pub least: u8,
    /// At most this.
    pub most: u8,
}

impl Range {
    /// At least so much.
    pub const fn at_least(least: u8) -> Range {
        Range { least, most: u8::MAX }
    }

    /// At most so much.
    pub const fn at_most(most: u8) -> Range {
        Range { least: 0, most }
    }

    /// Whether the number is in it.
    pub fn contains(self, number: u32) -> bool {
        (u32::from(self.least)..=u32::from(self.most)).contains(&number)
            || (self.most == u8::MAX && number > u32::from(u8::MAX))
    }
}

/// A step of the turn.
///
/// ```
/// use rulebook_games::duels::cards::Step;
/// assert_eq!(Step::ALL.map(|step| step.to_string()), ["Draw", "Strategy", "Battle", "End"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Step {
    /// One card is drawn.
    Draw,
    /// Cards are placed, actions chosen.
    Strategy,
    /// What was queued happens.
    Battle,
    /// What was temporary ends.
    End,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Step; 4] = [Step::Draw, Step::Strategy, Step::Battle, Step::End];
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A set of steps.
///
/// ```
/// use rulebook_games::duels::cards::{Step, Steps};
/// let steps = Steps::default().with(Step::Strategy);
/// assert!(steps.contains(Step::Strategy) && !steps.contains(Step::End));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct Steps(u8);

impl Steps {
    /// These and one more.
    #[must_use]
    pub fn with(self, step: Step) -> Steps {
        Steps(self.0 | 1 << step as u8)
    }

    /// Whether the step is one of them.
    pub fn contains(self, step: Step) -> bool {
        self.0 & 1 << step as u8 != 0
    }

    /// The steps, in order.
    ///
    /// ```
    /// use rulebook_games::duels::cards::{Step, Steps};
    /// let steps = Steps::default().with(Step::End).with(Step::Draw);
    /// assert_eq!(steps.iter().collect::<Vec<_>>(), [Step::Draw, Step::End]);
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.into_iter().filter(move |step| self.contains(*step))
    }
}
