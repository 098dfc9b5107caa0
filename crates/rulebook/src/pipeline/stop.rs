//! Why a transition does not get through.

use crate::actor::By;
use crate::error::{Fault, FaultKind};
use crate::game::Game;
use crate::outcome::{Cause, RefusalKind};
use crate::session::choice::Choice;
use crate::session::legal::Legal;

/// Why a transition did not get through.
pub(crate) enum Stop<G: Game> {
    NoChange,
    Refused(Box<Refused<G>>),
    Asked(Box<Choice>),
    /// Somebody would have seen dice before they fell.
    DiceAhead,
    Fault(Fault),
}

/// In which way an action is refused, and why.
pub(crate) type Refused<G> = (RefusalKind, Cause<G>);

/// An action that did not get through.
pub(crate) struct Unfit<G: Game> {
    pub by: By,
    pub action: G::Action,
    pub stop: Stop<G>,
}

impl<G: Game> Unfit<G> {
    #[cold]
    pub(crate) fn of(legal: Legal<G>, stop: Stop<G>) -> Box<Self> {
        Unfit::boxed(legal.by(), legal.action, stop)
    }

    #[cold]
    pub(crate) fn boxed(by: By, action: G::Action, stop: Stop<G>) -> Box<Self> {
        Box::new(Unfit { by, action, stop })
    }
}

impl<G: Game> Stop<G> {
    #[cold]
    pub(crate) fn refused(kind: RefusalKind, cause: Cause<G>) -> Self {
        Stop::Refused(Box::new((kind, cause)))
    }
}

impl<G: Game> From<FaultKind> for Stop<G> {
    #[cold]
    fn from(fault: FaultKind) -> Self {
        Stop::Fault(fault.into())
    }
}

impl<G: Game> From<Fault> for Stop<G> {
    #[cold]
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}
