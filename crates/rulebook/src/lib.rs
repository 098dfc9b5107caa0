#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]
#![cfg_attr(any(feature = "derive", not(doctest)), doc = include_str!("../README.md"))]

pub(crate) mod actor;
pub(crate) mod analysis;
pub(crate) mod book;
pub(crate) mod context;
pub(crate) mod coverage;
pub(crate) mod dice;
pub(crate) mod digest;
pub(crate) mod error;
pub mod example;
pub(crate) mod explain;
pub(crate) mod game;
pub(crate) mod group;
pub(crate) mod limits;
pub(crate) mod observe;
pub(crate) mod outcome;
pub(crate) mod pipeline;
pub(crate) mod plan;
pub(crate) mod reactive;
pub(crate) mod session;
pub(crate) mod stack;
#[cfg(feature = "tracing")]
pub(crate) mod tracing;
pub(crate) mod view;

pub use actor::{Actors, By, Scores, Seat};
pub use analysis::{
    About, Analysis, AnalysisOptions, Certainty, Extent, FactValues, Finding, FindingKind, Held,
    PlayError, PlaySearch, Played, Progress, Searched, Witness, WitnessSubject,
};
pub use book::builder::{BookBuilder, PhaseBuilder};
pub use book::check::{
    Check, CheckBuilder, Exception, ExceptionBuilder, Force, Gate, Objections, Or,
};
pub use book::contents::{Contents, ContentsCheck, ContentsEntry, ContentsItem, Entry};
pub use book::draft::OrderKey;
pub use book::fact::{Fact, Part, Predicate};
pub use book::guard::{Guard, GuardBuilder, GuardId};
pub use book::invariant::{Holds, Invariant, InvariantBuilder};
pub use book::mistake::{Mistake, Mistakes};
pub use book::names::SubjectName;
pub use book::occasion::{Consult, Occasion};
pub use book::rule::{Always, Answer, Answering, Answers, Rule, RuleBuilder};
pub use book::standing::{StandingBuilder, StandingId, StandingRule};
pub use book::strategy::{Priority, Strategy};
pub use book::trigger::{Reaction, Seen, Trigger, TriggerBuilder, TriggerId, TriggerOrder};
pub use book::turn::{StepBuilder, TurnBuilder};
pub use book::verdict::{Capability, Instead, Replacing, Ruling, Tier, Verdict};
pub use book::warning::Warning;
pub use book::{Book, RuleId, RuleView};
pub use context::{Ask, Asked, Effect, Offer, Propose};
pub use coverage::{Coverage, CoverageReport, Covered, OtherBook, Side, Uses, Watch};
pub use dice::{Dice, Draw, Seed};
pub use digest::{Canonical, Digest, Encoder, ParseDigestError};
pub use error::{Difference, Fault, FaultKind, StartError};
pub use explain::{
    CheckReport, CheckStanding, Explanation, Forecast, GateReport, Others, RuleReport, Standing,
    Would,
};
pub use game::{Anything, Game, Kind, KindSet, Kinded, Never, Reason, Revert, Subject};
pub use group::{Group, GroupKind};
pub use limits::Limits;
pub use observe::{Detail, Lost, Notice, Observer, Rejected};
pub use outcome::{Cause, Outcome, Refusal, RefusalKind, Violation};
pub use plan::entry::PlanEntry;
pub use plan::node::PlanNode;
pub use plan::passes::{Avoided, Pass, Passes};
pub use plan::view::PlanView;
pub use reactive::{Memory, Reactive, Source, SourceId, SourceKind};
#[cfg(feature = "derive")]
pub use rulebook_derive::{Canonical, Kinds, Reason};
pub use session::Session;
pub use session::account::{Account, Announcement, Because, Fired, Firing, GroupNote, Line};
pub use session::choice::{Choice, ChoiceId, Made};
pub use session::fate::Fate;
pub use session::fleet::{Buffer, Fleet, FleetError, Numbered, Stepped};
pub use session::frame::{EventView, Frame, FrameEvent, FrameId, FrameView, Origin, Transition};
pub use session::legal::Legal;
pub use session::options::{
    Digests, History, Mode, Parity, Recovery, Reversibility, SessionOptions, Verify,
};
pub use session::search::Search;
pub use session::sequence::{Preview, Sequence, Stopped};
pub use session::stance::{Considered, Sentry, Stance};
pub use session::view::{EventSight, FrameSight, UnderWay, View};
pub use stack::{Passed, Stack, StackError, StackId, StackItem, StackMark};
pub use view::{Imagined, Open, Viewed, Viewer};

#[cfg(feature = "tracing")]
pub use tracing::TracingObserver;

/// What most games import.
pub mod prelude {
    pub use crate::{
        Actors, Answer, Anything, Ask, Asked, Book, By, Canonical, Digest, Effect, Fact, Game,
        Gate, Group, Kinded, Limits, Mistake, Never, Offer, Or, Outcome, Predicate, Priority,
        Reactive, Reason, Revert, Scores, Seat, Seed, Session, Source, SourceId, SourceKind,
        Strategy, Subject, Viewed, Viewer, Warning,
    };
    #[cfg(feature = "derive")]
    pub use rulebook_derive::Kinds;
}
