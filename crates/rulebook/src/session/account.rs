//! A frame's account of its reactions: every event that was proposed and what
//! became of it, every guard that was considered, every trigger, every round
//! of rest, each with what led to it.

use std::fmt;

use crate::book::RuleId;
use crate::book::guard::GuardId;
use crate::book::standing::StandingId;
use crate::book::trigger::TriggerId;
use crate::game::Game;
use crate::group::GroupKind;
use crate::reactive::Source;
use crate::session::fate::Fate;
use crate::session::frame::Origin;
use crate::session::stance::{Considered, Sentry};

/// Why an event was proposed.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// use rulebook::Because;
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("it splits", |guard| guard
///         .before(Anything::Any)
///         .when("it can be halved", |occasion| occasion.amount > 1)
///         .replace(|cx| [cx.amount / 2, cx.amount - cx.amount / 2]))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let account = frame.account().unwrap();
/// assert_eq!(account.lines[0].because, Because::Rule(book.rule("hit").unwrap()));
/// assert!(matches!(account.lines[1].because, Because::Replacement { line: 0, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// A rule proposed it.
    Rule(RuleId),
    /// It is what a rule costs.
    Cost(RuleId),
    /// A step of the turn was left.
    Leaving {
        /// The step, by number.
        step: u32,
        /// The line of the event that moved the turn.
        line: usize,
    },
    /// A step of the turn was entered.
    Entering {
        /// The step, by number.
        step: u32,
        /// The line of the event that moved the turn.
        line: usize,
    },
    /// A guard put it in the place of another event.
    Replacement {
        /// The line of the other event.
        line: usize,
        /// The guard.
        guard: GuardId,
    },
    /// A guard does it in addition.
    Rider {
        /// The line of the event that it guarded.
        line: usize,
        /// The guard.
        guard: GuardId,
    },
    /// A guard's charges were spent.
    Charge {
        /// The line of the event on which it spent the first of them.
        line: usize,
        /// The guard.
        guard: GuardId,
    },
    /// A trigger resolved: which firing, by number.
    Trigger {
        /// The trigger.
        trigger: TriggerId,
        /// Which firing.
        firing: usize,
    },
    /// A standing rule proposed it.
    Standing {
        /// The rule.
        standing: StandingId,
        /// In which round of rest.
        round: usize,
        /// The line of the last event that had happened.
        line: usize,
    },
}

impl Because {
    /// Where the event comes from, without which of the times: as the frame's
    /// own events say it.
    pub fn origin(self) -> Origin {
        match self {
            Because::Rule(rule) => Origin::Rule(rule),
            Because::Cost(rule) => Origin::Cost(rule),
            Because::Leaving { step, .. } => Origin::Leaving(step),
            Because::Entering { step, .. } => Origin::Entering(step),
            Because::Replacement { guard, .. } => Origin::Replacement(guard),
            Because::Rider { guard, .. } => Origin::Rider(guard),
            Because::Charge { guard, .. } => Origin::Charge(guard),
            Because::Trigger { trigger, .. } => Origin::Trigger(trigger),
            Because::Standing { standing, .. } => Origin::Standing(standing),
        }
    }
}

/// One proposed event and everything that it became.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// # let book = Book::<Duel>::builder("duel")
/// #     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
/// #     .compile()?;
/// # let mut game = book.start(20, Seed(1))?;
/// # let id = game.submit(Seat(0), 5)?.committed()?;
/// # let frame = game.frame(id).unwrap();
/// use rulebook::Fate;
///
/// let line = &frame.account().unwrap().lines[0];
/// assert_eq!((line.proposed, line.event, line.fate), (5, 3, Fate::Applied));
/// assert_eq!(line.applied, Some(0)); // the first event of the frame
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Line<G: Game> {
    /// The event as it was proposed.
    pub proposed: G::Event,
    /// The event as guards left it.
    pub event: G::Event,
    /// What it became by each guard that changed it, prevented part of it or
    /// turned it elsewhere, in order.
    pub became: Vec<G::Event>,
    /// What became of it. (Where an account stops before its end, in an
    /// explanation that would wait for a choice, see
    /// [`is_settled`](Line::is_settled).)
    pub fate: Fate,
    /// The guards that caused its fate: those that prevented, forbade or
    /// replaced it.
    pub by: Vec<Sentry>,
    /// The line of the event with which it fell, if it fell with its group.
    pub fell_with: Option<usize>,
    /// The group in which it was proposed, by number.
    pub group: Option<usize>,
    /// Why it was proposed.
    pub because: Because,
    /// The guards that were considered, in order.
    pub considered: Vec<Considered>,
    /// Its place among the frame's events, if it happened.
    pub applied: Option<usize>,
}

/// A group of events that was proposed.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// let book = Book::<Duel>::builder("duel")
///     .rule("one two", |rule| rule.then(|cx, ()| Group::atomic([1, *cx.action, 2])))
///     .guard("parry", |guard| guard
///         .before(Anything::Any)
///         .when("it is heavy", |occasion| occasion.amount > 2)
///         .prevent_all())
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// assert_eq!(*game.state(), 20);
/// let frame = game.frame(id).unwrap();
///
/// let group = &frame.account().unwrap().groups[0];
/// assert_eq!((group.kind.to_string().as_str(), group.doomed_by), ("atomic", Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupNote {
    /// How its members belong together.
    pub kind: GroupKind,
    /// The group around it, by number.
    pub within: Option<usize>,
    /// Whether the group around it can do without it.
    pub optional: bool,
    /// The line of the event that doomed it, if it died.
    pub doomed_by: Option<usize>,
}

/// The announcement that something was prevented: one for each preventer and
/// commit.
///
/// # Example
///
/// ```
/// // In Atomic{1, 5, 2} the 5 is prevented: all three fall.
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// # let book = Book::<Duel>::builder("duel")
/// #     .rule("one two", |rule| rule.then(|cx, ()| Group::atomic([1, *cx.action, 2])))
/// #     .guard("parry", |guard| guard
/// #         .before(Anything::Any)
/// #         .when("it is heavy", |occasion| occasion.amount > 2)
/// #         .prevent_all())
/// #     .compile()?;
/// # let mut game = book.start(20, Seed(1))?;
/// # let id = game.submit(Seat(0), 5)?.committed()?;
/// # assert_eq!(*game.state(), 20);
/// # let frame = game.frame(id).unwrap();
/// let announcement = &frame.account().unwrap().announcements[0];
/// assert_eq!((announcement.amount, announcement.left), (5, 0));
/// assert_eq!(announcement.prevented, [1]);
/// assert_eq!(announcement.fell, [0, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Who prevented it.
    pub by: Sentry,
    /// The lines of the events that it prevented directly, whole or in part.
    pub prevented: Vec<usize>,
    /// The lines of those that fell with them.
    pub fell: Vec<usize>,
    /// How much it prevented in all.
    pub amount: u32,
    /// How much of these events it left.
    pub left: u32,
}

/// What came of a trigger that fired.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// use rulebook::{Firing, Trigger, TriggerBuilder};
///
/// fn strike_back(trigger: TriggerBuilder<Duel>) -> Trigger<Duel> {
///     trigger
///         .after(Anything::Any)
///         .when("still standing", |occasion| *occasion.state > 4)
///         .when("it is the action", |occasion| occasion.event == occasion.action)
///         .then(|_| [3])
/// }
///
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .trigger("first", strike_back)
///     .trigger("second", strike_back)
///     .compile()?;
/// let mut game = book.start(10, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
/// let fired = &frame.account().unwrap().fired;
/// assert_eq!(fired[0].came_to, Firing::Resolved);
/// assert_eq!(fired[1].came_to, Firing::ConditionFalse(0)); // 2 life left: not "still standing"
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Firing {
    /// It waits: what it proposes is still to come.
    Waiting,
    /// It resolved.
    Resolved,
    /// When its turn came, a condition did not hold any more: which one.
    ConditionFalse(u32),
}

/// A trigger that fired.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .trigger("a last blow", |trigger| trigger
///         .after(Anything::Any)
///         .when("it is deep", |occasion| occasion.amount > 2)
///         .then(|cx| [cx.amount() - 1]))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 4)?.committed()?;
/// assert_eq!(*game.state(), 20 - 4 - 3 - 2);
/// let frame = game.frame(id).unwrap();
/// let fired = &frame.account().unwrap().fired;
/// assert_eq!(fired.len(), 2);
/// assert_eq!((&fired[1].lines[..], fired[1].source), (&[1][..], None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// The trigger.
    pub trigger: TriggerId,
    /// What carries it.
    pub source: Option<Source>,
    /// The lines of the events that it reacts to.
    pub lines: Vec<usize>,
    /// The announcement that it reacts to, by number.
    pub announcement: Option<usize>,
    /// What came of it.
    pub came_to: Firing,
}

/// Everything that was proposed for one action, and what became of it.
///
/// Lines, groups, firings and rounds are named by their place in these lists.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Duel;
/// # impl Game for Duel {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
/// # }
/// # impl rulebook::Reactive for Duel {
/// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
/// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
/// # }
/// let book = Book::<Duel>::builder("duel")
///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
///     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
///     .compile()?;
/// let mut game = book.start(20, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.committed()?;
/// let frame = game.frame(id).unwrap();
///
/// let account = frame.account().unwrap();
/// assert_eq!(account.lines.len(), 1);
/// assert_eq!((account.lines[0].proposed, account.lines[0].event), (5, 3));
/// assert_eq!(account.announcements[0].amount, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Account<G: Game> {
    /// The proposed events, in the order in which they were settled.
    pub lines: Vec<Line<G>>,
    /// The groups, in the order in which they were begun.
    pub groups: Vec<GroupNote>,
    /// What was prevented, by whom.
    pub announcements: Vec<Announcement>,
    /// The triggers that fired, in the order in which they were put to wait.
    pub fired: Vec<Fired>,
    /// For each round of rest the standing rules that proposed something.
    pub rounds: Vec<Vec<StandingId>>,
}

impl<G: Game> Account<G> {
    pub(crate) fn new() -> Self {
        Account {
            lines: Vec::new(),
            groups: Vec::new(),
            announcements: Vec::new(),
            fired: Vec::new(),
            rounds: Vec::new(),
        }
    }

    /// Whether nothing was proposed.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.rounds.is_empty()
    }

    /// What led to a line: itself first, then the line that caused it, and so
    /// on to one that the action's own rule proposed. What a step proposes was
    /// caused by the event that moved the turn, what a standing rule proposes by
    /// the last event that had happened; where nothing had, it ends there.
    pub fn causes(&self, line: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = Some(line);
        while let Some(line) = at.filter(|line| *line < self.lines.len()) {
            chain.push(line);
            at = self.caused_by(self.lines[line].because);
        }
        chain
    }

    /// The line that led to this.
    pub(crate) fn caused_by(&self, because: Because) -> Option<usize> {
        match because {
            Because::Replacement { line, .. }
            | Because::Rider { line, .. }
            | Because::Charge { line, .. }
            | Because::Leaving { line, .. }
            | Because::Entering { line, .. }
            | Because::Standing { line, .. } => Some(line).filter(|line| *line < self.lines.len()),
            Because::Trigger { firing, .. } => {
                self.fired.get(firing).and_then(|fired| fired.lines.first().copied())
            }
            _ => None,
        }
    }
}

impl<G: Game> Line<G> {
    /// Whether its fate is settled. In a frame every line is; an explanation
    /// may stop before.
    pub fn is_settled(&self) -> bool {
        self.fate != Fate::Applied || self.applied.is_some()
    }
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        Line {
            proposed: self.proposed.clone(),
            event: self.event.clone(),
            became: self.became.clone(),
            by: self.by.clone(),
            considered: self.considered.clone(),
            ..*self
        }
    }
}

impl<G: Game> Clone for Account<G> {
    fn clone(&self) -> Self {
        Account {
            lines: self.lines.clone(),
            groups: self.groups.clone(),
            announcements: self.announcements.clone(),
            fired: self.fired.clone(),
            rounds: self.rounds.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("proposed", &self.proposed)
            .field("event", &self.event)
            .field("became", &self.became)
            .field("fate", &self.fate)
            .field("by", &self.by)
            .field("fell_with", &self.fell_with)
            .field("group", &self.group)
            .field("because", &self.because)
            .field("considered", &self.considered)
            .field("applied", &self.applied)
            .finish()
    }
}

impl<G: Game> fmt::Debug for Account<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("lines", &self.lines)
            .field("groups", &self.groups)
            .field("announcements", &self.announcements)
            .field("fired", &self.fired)
            .field("rounds", &self.rounds)
            .finish()
    }
}
