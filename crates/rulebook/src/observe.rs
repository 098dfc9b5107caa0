//! Observers: one closed set of notices that feeds logs, tests and debuggers.
//!
//! A session without an observer pays a branch. A panic in an observer is a
//! fault like any other author's, and the transition it was told of is taken
//! back.

use crate::actor::By;
use crate::book::RuleId;
use crate::book::standing::StandingId;
use crate::book::strategy::Strategy;
use crate::coverage::Coverage;
use crate::error::Fault;
use crate::explain;
use crate::game::Game;
use crate::outcome::{Refusal, RefusalKind};
use crate::pipeline::place::naming;
use crate::pipeline::{Core, Log, Place};
use crate::plan::asking::Selected;
use crate::plan::diary::Diary;
use crate::plan::passes::Pass;
use crate::session::account::{Announcement, Fired, Line};
use crate::session::choice::Choice;
use crate::session::frame::{Frame, FrameView, Origin};
use crate::session::legal::Valid;

/// Somebody who is told what happens in a session.
///
/// # Example
///
/// ```
/// use std::sync::mpsc::{Sender, channel};
/// use rulebook::prelude::*;
/// use rulebook::{Notice, Observer};
///
/// struct Chronicle(Sender<String>);
/// impl<G: Game> Observer<G> for Chronicle {
///     fn notice(&mut self, notice: &Notice<'_, G>) {
///         if let Notice::Committed { frame } = notice {
///             self.0.send(frame.to_string()).unwrap();
///         }
///     }
/// }
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
///
/// let (sender, lines) = channel();
/// let mut game = book.start(0, Seed(1))?;
/// game.observe(Chronicle(sender));
/// game.submit(Seat(0), 5)?;
/// assert_eq!(lines.recv()?, "frame 1: 5 by seat 0\n  5 (the rule \"count\")");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer<G: Game> {
    /// Something happened.
    fn notice(&mut self, notice: &Notice<'_, G>);

    /// How much this observer wants to know.
    fn detail(&self) -> Detail {
        Detail::Decisions
    }

    /// Whether what it is told counts for this coverage already, so that nobody
    /// counts it twice. Only an observer that stands around another one has to say
    /// more than the default: what that one says.
    fn counts_for(&self, _: &Coverage<G>) -> bool {
        false
    }
}

/// How much an observer wants to know.
///
/// # Example
///
/// ```
/// use rulebook::Detail;
/// assert!(Detail::Outcomes < Detail::Decisions);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// What was submitted and what came of it.
    Outcomes,
    /// Also which rules were chosen.
    Selections,
    /// Also each skip and each conflict among rules. This asks rules that the
    /// decision did not need.
    Decisions,
}

/// What an observer is told.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use std::sync::mpsc::{Sender, channel};
/// use rulebook::{Notice, Observer};
///
/// struct Names(Sender<&'static str>);
/// impl Observer<Counter> for Names {
///     fn notice(&mut self, notice: &Notice<'_, Counter>) {
///         self.0.send(notice.name()).unwrap();
///     }
/// }
///
/// let (sender, names) = channel();
/// let mut game = book.start(0, Seed(1))?;
/// game.observe(Names(sender));
/// game.submit(Seat(0), 5)?;
/// game.undo()?;
/// drop(game);
/// assert_eq!(
///     names.iter().collect::<Vec<_>>(),
///     ["submitted", "selected", "happened", "committed", "undone"],
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Notice<'n, G: Game> {
    /// An action was submitted.
    Submitted {
        /// By whom.
        by: By,
        /// What.
        action: &'n G::Action,
    },
    /// An exception lifted a failed check.
    Lifted {
        /// The exception.
        exception: &'n str,
        /// The check.
        check: &'n str,
    },
    /// A rule was reached and passed over.
    Skipped {
        /// The rule.
        rule: RuleId,
        /// Why.
        why: &'n explain::Standing<'n, G::Reason>,
    },
    /// A pass of the plan avoided looking at rules, or evaluating predicates,
    /// that could not have mattered.
    Avoided {
        /// The pass.
        pass: Pass,
        /// How many.
        count: u64,
    },
    /// A rule was chosen.
    Selected {
        /// The rule.
        rule: RuleId,
        /// The strategy of its phase.
        strategy: Strategy,
    },
    /// A rule was chosen although others would have decided too.
    Conflict {
        /// The rule that was chosen.
        selected: RuleId,
        /// The others, with the strategy that settled it and how they lost.
        rejected: &'n [Rejected],
    },
    /// An event happened, in a transition that is not committed yet.
    Happened {
        /// The event.
        event: &'n G::Event,
        /// What applying it left behind.
        trace: &'n G::Trace,
        /// Where it came from.
        origin: Origin,
    },
    /// What became of a proposed event is settled.
    Settled {
        /// The event, its fate and how that came to be.
        line: &'n Line<G>,
    },
    /// Something was prevented.
    Prevented {
        /// What, by whom, how much.
        announcement: &'n Announcement,
    },
    /// A trigger resolves, or does not because a condition is false now.
    Triggered {
        /// The trigger.
        fired: &'n Fired,
    },
    /// Standing rules propose something.
    Rest {
        /// Which round it is, from zero.
        round: usize,
        /// The rules that propose.
        standing: &'n [StandingId],
    },
    /// A frame is being committed.
    Committed {
        /// The frame.
        frame: FrameView<'n, G>,
    },
    /// An action changed nothing.
    NoChange,
    /// Something was refused.
    Refused {
        /// In which way.
        kind: RefusalKind,
        /// What, and why.
        refusal: &'n Refusal<G>,
    },
    /// A player must choose first.
    Pending {
        /// What.
        choice: &'n Choice,
    },
    /// A frame is being undone.
    Undone {
        /// The frame.
        frame: &'n Frame<G>,
    },
    /// A frame is being redone.
    Redone {
        /// The frame.
        frame: &'n Frame<G>,
    },
    /// A sequence did not get through, and its frames were taken back.
    RolledBack {
        /// The number of the last frame that stands.
        to: u64,
    },
    /// The book is at fault.
    Fault {
        /// The fault.
        fault: &'n Fault,
    },
}

impl<G: Game> Notice<'_, G> {
    /// Whether it is critical: a fault, or a broken invariant.
    pub fn is_critical(&self) -> bool {
        match self {
            Notice::Fault { .. } => true,
            Notice::Refused { refusal, .. } => !refusal.is_retryable(),
            _ => false,
        }
    }

    /// The notice's name.
    pub fn name(&self) -> &'static str {
        match self {
            Notice::Submitted { .. } => "submitted",
            Notice::Lifted { .. } => "lifted",
            Notice::Skipped { .. } => "skipped",
            Notice::Avoided { .. } => "avoided",
            Notice::Selected { .. } => "selected",
            Notice::Conflict { .. } => "conflict",
            Notice::Happened { .. } => "happened",
            Notice::Settled { .. } => "settled",
            Notice::Prevented { .. } => "prevented",
            Notice::Triggered { .. } => "triggered",
            Notice::Rest { .. } => "rest",
            Notice::Committed { .. } => "committed",
            Notice::NoChange => "no change",
            Notice::Refused { .. } => "refused",
            Notice::Pending { .. } => "pending",
            Notice::Undone { .. } => "undone",
            Notice::Redone { .. } => "redone",
            Notice::RolledBack { .. } => "rolled back",
            Notice::Fault { .. } => "fault",
        }
    }
}

/// A rule that would have decided, and lost.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Lost, Notice, Observer};
///
/// struct Judge;
/// impl Observer<Counter> for Judge {
///     fn notice(&mut self, notice: &Notice<'_, Counter>) {
///         if let Notice::Conflict { rejected, .. } = notice {
///             assert_eq!(rejected[0].lost, Lost::ByOrder);
///             assert_eq!(rejected[0].strategy, Strategy::FirstWins);
///         }
///     }
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.observe(Judge);
/// game.submit(Seat(0), 5)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The rule.
    pub rule: RuleId,
    /// The strategy of the phase where it lost.
    pub strategy: Strategy,
    /// How.
    pub lost: Lost,
}

/// How a rule lost against another.
///
/// # Example
///
/// ```
/// use rulebook::Lost;
/// assert_eq!(Lost::ByPriority.to_string(), "lost by priority");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The other has a higher priority.
    ByPriority,
    /// The other comes first in the strategy's order.
    ByOrder,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Lost::ByPriority => "lost by priority",
            Lost::ByOrder => "lost by order",
        })
    }
}

/// Tells the observer that an action was submitted; says how much it wants to
/// know.
#[inline]
pub(crate) fn submitted<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
) -> Detail {
    let Some(observer) = core.log.observer() else { return Detail::Outcomes };
    naming(&mut core.desk.place, Place::Observer, || {
        observer.notice(&Notice::Submitted { by, action });
        observer.detail()
    })
}

/// Has the walk write down what the observer wants to know.
#[cold]
pub(crate) fn listen<G: Game, L: Log<G>>(core: &mut Core<G, L>, detail: Detail) {
    core.desk.tells_chosen = detail == Detail::Selections;
    if detail == Detail::Decisions {
        let rules = core.book.inner.rules.len();
        core.desk.diary = core.desk.spare_diary.take().or_else(|| Some(Diary::new(rules)));
        core.desk.counts = true;
        core.desk.told_avoided = core.desk.avoided;
    }
}

/// Writes down that a rule was chosen, and tells the observer how it came to
/// be.
#[cold]
pub(crate) fn note_decision<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    selected: &Selected<G::Reason>,
) {
    if let Some(diary) = &mut core.desk.diary {
        diary.selected.push(selected.clone());
    }
    if core.log.observer().is_none() {
        return;
    }
    tell_skips(core);
    let rejected = explain::rejected(core, legal.by(), legal.action(), selected.rule);
    tell_decided(core, selected.rule, &rejected);
}

/// Tells the observer which rule was chosen, and against which others.
pub(crate) fn tell_decided<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    selected: RuleId,
    rejected: &[Rejected],
) {
    let Core { book, log, desk, .. } = core;
    let Some(observer) = log.observer() else { return };
    if !rejected.is_empty() {
        let notice = Notice::Conflict { selected, rejected };
        naming(&mut desk.place, Place::Observer, || observer.notice(&notice));
    }
    let strategy = book.inner.rules[selected.index()].strategy;
    tell_selected(observer, &mut desk.place, selected, strategy);
}

/// Tells an observer which rule was chosen.
#[inline(always)]
pub(crate) fn tell_selected<G: Game>(
    observer: &mut (dyn Observer<G> + Send + 'static),
    place: &mut Place,
    rule: RuleId,
    strategy: Strategy,
) {
    naming(place, Place::Observer, || observer.notice(&Notice::Selected { rule, strategy }));
}

/// Tells the observer of a chosen rule, and of nothing else.
#[cold]
pub(crate) fn tell_chosen<G: Game, L: Log<G>>(core: &mut Core<G, L>, rule: RuleId) {
    tell_decided(core, rule, &[]);
}

/// Tells the observer of the rules that were passed over since last time.
#[cold]
pub(crate) fn tell_skips<G: Game, L: Log<G>>(core: &mut Core<G, L>) {
    let Some(observer) = core.log.observer() else { return };
    let Some(mut diary) = core.desk.diary.take() else { return };
    core.desk.place = Place::Observer;
    for at in diary.told..diary.reached.len() {
        let rule = diary.reached[at];
        if let Some(why) = diary.why(&core.book.inner, rule) {
            observer.notice(&Notice::Skipped { rule, why: &why });
        }
    }
    for &pass in &Pass::ALL {
        let count = core.desk.avoided.by(pass) - core.desk.told_avoided.by(pass);
        if count > 0 {
            observer.notice(&Notice::Avoided { pass, count });
        }
    }
    core.desk.told_avoided = core.desk.avoided;
    diary.told = diary.reached.len();
    core.desk.diary = Some(diary);
}

/// Tells the observer what a commit settled and announced.
pub(crate) fn tell_settled<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    first_line: usize,
    first_announcement: usize,
) {
    let Core { log, desk, .. } = core;
    let Some(observer) = log.observer().filter(|_| !desk.reacting.quiet) else { return };
    desk.place = Place::Observer;
    let account = &desk.reacting.account;
    for line in &account.lines[first_line..] {
        observer.notice(&Notice::Settled { line });
    }
    for announcement in &account.announcements[first_announcement..] {
        observer.notice(&Notice::Prevented { announcement });
    }
    desk.place = Place::Engine;
}

/// Tells the observer of a trigger whose turn came.
pub(crate) fn tell_fired<G: Game, L: Log<G>>(core: &mut Core<G, L>, firing: usize) {
    let Core { log, desk, .. } = core;
    let Some(observer) = log.observer().filter(|_| !desk.reacting.quiet) else { return };
    desk.place = Place::Observer;
    observer.notice(&Notice::Triggered { fired: &desk.reacting.account.fired[firing] });
    desk.place = Place::Engine;
}

/// Tells the observer of a round of rest.
pub(crate) fn tell_round<G: Game, L: Log<G>>(core: &mut Core<G, L>, round: usize) {
    let Core { log, desk, .. } = core;
    let Some(observer) = log.observer().filter(|_| !desk.reacting.quiet) else { return };
    desk.place = Place::Observer;
    observer.notice(&Notice::Rest { round, standing: &desk.reacting.account.rounds[round] });
    desk.place = Place::Engine;
}
