//! Frames as history keeps them.

use crate::actor::By;
use crate::book::{Compiled, RuleId};
use crate::dice::Draw;
use crate::game::Game;
use crate::observe::Notice;
use crate::session::account::Account;
use crate::session::choice::Made;
use crate::session::frame::{EventView, FrameView, Origin, Transition};
use crate::session::legal::Warrant;
use crate::session::options::Reversibility;

/// A frame as history keeps it. Most are of the first sort: they are kept in as
/// few words as can be, because what an action writes is what it costs.
pub(crate) enum Record<G: Game> {
    /// An action that a rule has answered with one event, which was never listed.
    One {
        /// The version of the state after it.
        ticket: u64,
        /// By whom, and the rule.
        warrant: Warrant,
        action: G::Action,
        event: G::Event,
        trace: G::Trace,
    },
    /// An action whose events are listed.
    Listed { ticket: u64, by: By, action: G::Action, span: Span },
    /// Whatever else there is to be said.
    Rest { ticket: u64, rest: Box<Rest<G>> },
}

/// What a frame is the record of, and what else there is to be said of it.
pub(crate) type Said<'s, G> = (Transition<&'s <G as Game>::Action>, Option<&'s Rest<G>>);

/// Which of the events that the journal lists are a frame's.
#[derive(Clone, Copy, Default)]
pub(crate) struct Span {
    /// How many were listed before them since the game began. Only what is kept
    /// has to be told apart, so that it may begin again at 0.
    pub after: u32,
    pub count: u32,
}

/// A frame of which there is more to be said.
pub(crate) struct Rest<G: Game> {
    pub what: Transition<G::Action>,
    pub span: Span,
    pub extras: Option<Extras<G>>,
    pub reversibility: Reversibility,
    /// Whether it is undone and redone together with the frame before it.
    pub joined: bool,
}

impl<G: Game> Clone for Rest<G> {
    fn clone(&self) -> Self {
        Rest { what: self.what.clone(), extras: self.extras.clone(), ..*self }
    }
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Self {
        match self {
            Record::One { ticket, warrant, action, event, trace } => Record::One {
                ticket: *ticket,
                warrant: *warrant,
                action: action.clone(),
                event: event.clone(),
                trace: trace.clone(),
            },
            Record::Listed { ticket, by, action, span } => {
                Record::Listed { ticket: *ticket, by: *by, action: action.clone(), span: *span }
            }
            Record::Rest { ticket, rest } => Record::Rest { ticket: *ticket, rest: rest.clone() },
        }
    }
}

impl<G: Game> Record<G> {
    /// An action, of whose events nothing else is to be said. The journal adds
    /// where they are listed.
    #[inline(always)]
    pub(crate) fn ordinary(by: By, action: G::Action, ticket: u64) -> Self {
        Record::Listed { ticket, by, action, span: Span::default() }
    }

    /// The same with the only one.
    #[inline(always)]
    pub(crate) fn one(by: By, action: G::Action, ticket: u64, only: One<G>) -> Self {
        let One { event, trace, warrant } = only;
        Record::One { ticket, warrant: warrant.with(by), action, event, trace }
    }

    /// An action of which this is to be said.
    #[inline]
    pub(crate) fn with(
        (by, action, ticket): (By, G::Action, u64),
        extras: Option<Extras<G>>,
        reversibility: Reversibility,
        joined: bool,
    ) -> Self {
        if extras.is_none() && reversibility == Reversibility::Reversible && !joined {
            return Record::ordinary(by, action, ticket);
        }
        let (what, span) = (Transition::Action { by, action }, Span::default());
        let rest = Box::new(Rest { what, span, extras, reversibility, joined });
        Record::Rest { ticket, rest }
    }

    /// A rule that was switched.
    pub(crate) fn switch(what: Transition<G::Action>, ticket: u64) -> Self {
        let (span, reversibility) = (Span::default(), Reversibility::Reversible);
        let rest = Rest { what, span, extras: None, reversibility, joined: false };
        Record::Rest { ticket, rest: Box::new(rest) }
    }

    /// The version of the state after it.
    #[inline]
    pub(crate) fn ticket(&self) -> u64 {
        let (Record::One { ticket, .. }
        | Record::Listed { ticket, .. }
        | Record::Rest { ticket, .. }) = self;
        *ticket
    }

    /// What it is the record of, and the rest of it.
    #[inline]
    pub(crate) fn said(&self) -> Said<'_, G> {
        (self.what(), self.rest())
    }

    /// What it is the record of.
    #[inline]
    pub(crate) fn what(&self) -> Transition<&G::Action> {
        match self {
            Record::One { warrant, action, .. } => Transition::Action { by: warrant.by(), action },
            Record::Listed { by, action, .. } => Transition::Action { by: *by, action },
            Record::Rest { rest, .. } => rest.what.as_ref(),
        }
    }

    /// Its only event, if it holds it itself.
    #[inline]
    fn event(&self) -> Option<EventView<'_, G>> {
        let Record::One { event, trace, warrant, .. } = self else { return None };
        Some(EventView { event, trace, origin: Origin::Rule(RuleId(warrant.rule())) })
    }

    /// What is to be told of a frame with one event that it holds itself, which is by
    /// whom and of which rule the teller knows: the event and the frame.
    #[inline(always)]
    pub(crate) fn shown<'s>(
        &'s self,
        book: &'s Compiled<G>,
        number: u64,
        (by, rule): (By, RuleId),
    ) -> Option<(Notice<'s, G>, Notice<'s, G>)> {
        let Record::One { action, event, trace, .. } = self else { return None };
        let origin = Origin::Rule(rule);
        let what = Transition::Action { by, action };
        let events = Events::Held(self);
        let frame = FrameView { book, number, what, events, rest: None, digest: None };
        Some((Notice::Happened { event, trace, origin }, Notice::Committed { frame }))
    }

    /// The same, to be listed.
    pub(crate) fn into_applied(self) -> Option<Applied<G>> {
        let Record::One { event, trace, warrant, .. } = self else { return None };
        Some(Applied { event, trace, origin: Origin::Rule(RuleId(warrant.rule())) })
    }

    /// Where its events are listed, if they are.
    #[inline]
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Record::One { .. } => None,
            Record::Listed { span, .. } => Some(*span),
            Record::Rest { rest, .. } => Some(rest.span),
        }
    }

    /// The same, to be written down.
    #[inline(always)]
    pub(crate) fn span_mut(&mut self) -> Option<&mut Span> {
        match self {
            Record::One { .. } => None,
            Record::Listed { span, .. } => Some(span),
            Record::Rest { rest, .. } => Some(&mut rest.span),
        }
    }

    #[inline]
    fn rest(&self) -> Option<&Rest<G>> {
        match self {
            Record::Rest { rest, .. } => Some(rest),
            Record::One { .. } | Record::Listed { .. } => None,
        }
    }

    #[inline]
    pub(crate) fn extras(&self) -> Option<&Extras<G>> {
        self.rest()?.extras.as_ref()
    }

    #[inline]
    pub(crate) fn dice(&self) -> Option<(u64, u64)> {
        self.extras()?.dice
    }

    /// Whether nothing but the state went on by it, alone.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.rest().is_none()
    }

    #[inline]
    pub(crate) fn reversibility(&self) -> Reversibility {
        self.rest().map_or(Reversibility::Reversible, |rest| rest.reversibility)
    }

    #[inline]
    pub(crate) fn is_joined(&self) -> bool {
        self.rest().is_some_and(|rest| rest.joined)
    }
}

/// The events of a frame, to be read.
pub(crate) enum Events<'s, G: Game> {
    /// Whatever the frame holds itself.
    Held(&'s Record<G>),
    Listed(&'s [Applied<G>]),
}

impl<G: Game> Clone for Events<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Events<'_, G> {}

impl<'s, G: Game> Events<'s, G> {
    #[inline]
    pub(crate) fn len(self) -> usize {
        match self {
            Events::Held(record) => usize::from(record.event().is_some()),
            Events::Listed(listed) => listed.len(),
        }
    }

    #[inline]
    pub(crate) fn get(self, at: usize) -> Option<EventView<'s, G>> {
        match self {
            Events::Held(record) => record.event().filter(|_| at == 0),
            Events::Listed(listed) => listed.get(at).map(Applied::view),
        }
    }

    /// The only one, if there is but one.
    #[inline]
    pub(crate) fn only(self) -> Option<EventView<'s, G>> {
        match self {
            Events::Held(record) => record.event(),
            Events::Listed([only]) => Some(only.view()),
            Events::Listed(_) => None,
        }
    }

    /// All of them, in the order in which they happened.
    #[inline]
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = EventView<'s, G>> {
        (0..self.len()).map(move |at| self.get(at).expect("it is one of them"))
    }
}

/// An applied event as history keeps it.
pub(crate) struct Applied<G: Game> {
    pub event: G::Event,
    pub trace: G::Trace,
    pub origin: Origin,
}

impl<G: Game> Applied<G> {
    #[inline]
    fn view(&self) -> EventView<'_, G> {
        EventView { event: &self.event, trace: &self.trace, origin: self.origin }
    }
}

/// The only event of a transition that a rule has proposed, which is not listed.
pub(crate) struct One<G: Game> {
    pub event: G::Event,
    pub trace: G::Trace,
    /// The rule's, which has a number that can be kept.
    pub warrant: Warrant,
}

impl<G: Game> Clone for Applied<G> {
    fn clone(&self) -> Self {
        Applied { event: self.event.clone(), trace: self.trace.clone(), origin: self.origin }
    }
}

/// What only some frames have.
pub(crate) struct Extras<G: Game> {
    pub exceptions: Vec<u32>,
    pub choices: Vec<Made>,
    pub draws: Vec<Draw>,
    /// Where the dice stood before and after, if they were drawn.
    pub dice: Option<(u64, u64)>,
    /// What was proposed and what became of it, if the game has reactions.
    pub account: Option<Account<G>>,
}

impl<G: Game> Extras<G> {
    pub(crate) fn is_empty(&self) -> bool {
        self.exceptions.is_empty()
            && self.choices.is_empty()
            && self.draws.is_empty()
            && self.dice.is_none()
            && self.account.is_none()
    }
}

impl<G: Game> Clone for Extras<G> {
    fn clone(&self) -> Self {
        Extras {
            exceptions: self.exceptions.clone(),
            choices: self.choices.clone(),
            draws: self.draws.clone(),
            dice: self.dice,
            account: self.account.clone(),
        }
    }
}
