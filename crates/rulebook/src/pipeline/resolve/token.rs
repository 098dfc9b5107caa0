//! What settling works on: proposals as tokens, what waits to happen, what was
//! spent and prevented, and places to return to.

use crate::book::rule::EventKind;
use crate::game::{Game, KindSet};
use crate::group::{Edge, GroupKind};
use crate::session::account::Because;
use crate::session::stance::Sentry;

/// A proposed event, as a member of whatever is around it.
pub(crate) struct Item<G: Game> {
    pub event: G::Event,
    pub edge: Edge,
    /// The guards that have been applied to it, or to what it was before.
    pub used: Vec<Sentry>,
    pub because: Because,
}

impl<G: Game> Item<G> {
    pub(crate) fn new(event: G::Event, because: Because) -> Self {
        Item { event, edge: Edge::Required, used: Vec::new(), because }
    }
}

/// Proposals, in order.
pub(crate) enum Token<G: Game> {
    Event(Item<G>),
    Open(GroupKind, Edge),
    Close,
}

impl<G: Game> Token<G> {
    /// The event, if it is one.
    pub(super) fn event(&self) -> Option<&G::Event> {
        match self {
            Token::Event(item) => Some(&item.event),
            Token::Open(..) | Token::Close => None,
        }
    }
}

/// What is settled and waits to happen with its batch.
#[derive(Clone, Copy)]
pub(crate) enum Deferred {
    Event {
        line: usize,
        edge: Edge,
    },
    /// A group, with its number and its first line.
    Open {
        kind: GroupKind,
        edge: Edge,
        note: usize,
        first: usize,
    },
    /// Its end, with the line after its last.
    Close {
        end: usize,
    },
}

/// Charges that are spent when the commit is made.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Spend {
    pub sentry: Sentry,
    pub amount: u32,
    pub line: usize,
}

/// Something that was prevented.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Prevention {
    pub sentry: Sentry,
    pub amount: u32,
    pub left: u32,
    pub line: usize,
    /// Which one of its line it is.
    pub nth: usize,
}

/// A place to return to.
pub(super) struct Mark<G: Game> {
    pub(super) events: usize,
    pub(super) counted: usize,
    pub(super) happened: KindSet<EventKind<G>>,
    pub(super) since_rest: KindSet<EventKind<G>>,
    pub(super) moves: usize,
    pub(super) arrived: usize,
    pub(super) departed: usize,
    /// The state, where it cannot be reverted.
    pub(super) saved: Option<G::State>,
}

/// A group that is being settled.
pub(super) struct Open<G: Game> {
    pub(super) kind: GroupKind,
    pub(super) edge: Edge,
    pub(super) note: usize,
    pub(super) mark: Option<Mark<G>>,
    pub(super) lines: usize,
    pub(super) deferred: usize,
    pub(super) spends: usize,
    pub(super) preventions: usize,
    pub(super) riders: usize,
    pub(super) heard: usize,
    pub(super) memories: usize,
}
