//! Rules switched on and off while a game runs.

use crate::book::RuleId;
use crate::error::Fault;
use crate::game::Game;
use crate::outcome::{Cause, Outcome, RefusalKind};
use crate::pipeline::{Place, commit};
use crate::plan::asking::is_disabled;
use crate::session::Session;
use crate::session::frame::Transition;
use crate::session::submit::NotReady;

impl<G: Game> Session<G> {
    /// Switches a rule off, as a recorded, undoable transition.
    ///
    /// Legal actions follow: what was this rule's is offered as long as
    /// another rule accepts it. For that the rule's generator still runs, and
    /// the exact generators that honour the rule are validated meanwhile.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// game.disable(book.rule("count").unwrap())?;
    /// assert!(matches!(game.submit(Seat(0), 5)?, Outcome::InvalidInput(_)));
    /// game.undo()?;
    /// assert!(game.submit(Seat(0), 5)?.is_committed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn disable(&mut self, rule: RuleId) -> Result<Outcome<G>, Fault> {
        self.switch(rule, Transition::Disabled(rule))
    }

    /// Switches a rule on again, as a recorded, undoable transition.
    ///
    /// # Errors
    ///
    /// A fault of the book; the session is as before.
    pub fn enable(&mut self, rule: RuleId) -> Result<Outcome<G>, Fault> {
        self.switch(rule, Transition::Enabled(rule))
    }

    /// Whether a rule is switched off.
    pub fn is_disabled(&self, rule: RuleId) -> bool {
        is_disabled(&self.core.disabled, rule)
    }

    fn switch(&mut self, rule: RuleId, what: Transition<G::Action>) -> Result<Outcome<G>, Fault> {
        if rule.index() >= self.core.book.inner.rules.len() {
            return self.refuse_call(RefusalKind::Invalid, Cause::NoSuchRule);
        }
        match self.ready() {
            Err(NotReady::Poisoned(fault)) => return Err(fault),
            Err(NotReady::Pending(cause)) => return self.refuse_call(RefusalKind::Invalid, cause),
            Ok(()) => {}
        }
        let over = self.core.guard(|core| {
            core.desk.place = Place::Result;
            G::result(&core.state)
        })?;
        if let Some(scores) = over {
            return self.refuse_call(RefusalKind::Invalid, Cause::Over { scores });
        }
        let already = match what {
            Transition::Enabled(_) => !self.is_disabled(rule),
            Transition::Disabled(_) | Transition::Action { .. } => self.is_disabled(rule),
        };
        if already {
            return Ok(Outcome::NoChange);
        }
        let digests = self.options.digests;
        match self.core.guard(|core| commit::switch(core, what, digests)) {
            Ok(id) => Ok(Outcome::Committed(id)),
            Err(fault) => {
                // The switch was turned before the panic: turn it back.
                commit::toggle(&mut self.core, &Transition::Enabled(rule));
                Err(self.fail(fault))
            }
        }
    }
}
