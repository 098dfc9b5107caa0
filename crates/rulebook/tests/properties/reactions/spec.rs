//! A book as plain data: what is generated, built, interpreted and printed.

use rulebook::{Fate, GroupKind, TriggerOrder};

use super::game::{Act, Card, EvKind, Table};

/// A player, as an author's function names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Seat(u8),
    /// Who submitted the action.
    Actor,
    /// Whom the event is about.
    Victim,
    /// The one after that.
    Next,
    /// Whose the source is.
    Owner,
    Active,
    /// Whom the rule asked for.
    Chosen,
}

/// A number, as an author's function finds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Num {
    N(u8),
    /// The action's.
    Given,
    /// How much there was of the event.
    Seen,
    Prevented,
    Would,
    /// What is remembered of the source: its charges.
    Remembered,
    /// Two if the source is still there, otherwise one.
    Here,
}

/// A thing, as an author's function names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// One of those in play.
    Id(u8),
    /// The source itself.
    Mine,
    /// The one that the event is about.
    Theirs,
}

/// An event to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Make {
    Draw(Who, Num),
    Hurt(Who, Num, bool),
    Heal(Who, Num),
    Pay(Who, Num),
    Flip(u8),
    Turn(Who),
    /// One of the cards that are not in play.
    Enter(u8),
    Leave(Which),
    Give(Which, Who),
    Spend(Which),
    /// The event once more.
    Again,
}

/// What is proposed: an event, or a group with optional members.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Branch {
    One(Make),
    Many(GroupKind, Vec<(bool, Branch)>),
}

pub(crate) type Plan = Vec<Branch>;

/// What a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    AtLeast(u8),
    LifeBelow(Who, i32),
    LifeAbove(Who, i32),
    Flag(u8, bool),
    /// It is about the source's owner.
    Mine,
    /// It is about whoever acted.
    Actors,
    Charged(u8),
}

/// What a guard says.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Say {
    Prevent(u8),
    All,
    Double,
    Plus,
    Redirect(Who),
    Become(Make),
    Replace(Plan),
    Forbid,
}

/// A guard that asks first, and what it says to a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manners {
    Sure,
    PassOnNo,
    DeclineOnNo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charged {
    Not,
    ByAmount,
    ByUse,
}

/// What guards and triggers have in common.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Post {
    pub(crate) kinds: Vec<EvKind>,
    /// The kind of things that carry it; none: the book.
    pub(crate) carried: Option<u8>,
    pub(crate) own_subject: bool,
    pub(crate) priority: i32,
    pub(crate) when: Vec<Asks>,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GuardSpec {
    /// Its name is `g` and this number, wherever it is declared.
    pub(crate) number: usize,
    pub(crate) post: Post,
    pub(crate) own_tier: bool,
    pub(crate) charged: Charged,
    pub(crate) divided: bool,
    pub(crate) manners: Manners,
    pub(crate) say: Say,
    pub(crate) rider: Option<Plan>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hears {
    Applied,
    /// What happened, matched before it happens.
    Back,
    Fates(Vec<Fate>),
    Announcements,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TriggerSpec {
    /// Its name is `t` and this number, wherever it is declared.
    pub(crate) number: usize,
    pub(crate) post: Post,
    pub(crate) hears: Hears,
    pub(crate) once: bool,
    /// Whether its owner may say no.
    pub(crate) asks: bool,
    pub(crate) then: Plan,
}

/// When a standing rule proposes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    /// For each player with less life than that, who is the victim.
    Poor(i32),
    /// For each thing of that kind without charges, which is the source.
    Empty(u8),
    Flagged(u8),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StandingSpec {
    pub(crate) woken: Vec<EvKind>,
    pub(crate) stands: Stands,
    pub(crate) then: Plan,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RuleSpec {
    pub(crate) costs: Vec<Plan>,
    /// Whether whoever acts is asked for a player.
    pub(crate) asks: bool,
    pub(crate) then: Plan,
}

/// A book, where it starts, what is submitted by whom, and what is answered.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) order: TriggerOrder,
    pub(crate) affected_chooses: bool,
    pub(crate) rules: Vec<RuleSpec>,
    pub(crate) guards: Vec<GuardSpec>,
    pub(crate) triggers: Vec<TriggerSpec>,
    pub(crate) standing: Vec<StandingSpec>,
    /// All cards.
    pub(crate) cards: Vec<Card>,
    pub(crate) start: Table,
    pub(crate) actions: Vec<(u8, Act)>,
    pub(crate) answers: Vec<u8>,
}

/// How much one action may cause: little, so that loops end soon.
pub(crate) const EVENTS: usize = 150;
pub(crate) const DEPTH: usize = 30;
pub(crate) const ROUNDS: usize = 30;
pub(crate) const CHOICES: usize = 8;
