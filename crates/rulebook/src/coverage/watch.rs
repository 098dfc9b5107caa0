//! The observer that counts.

use std::sync::Arc;

use crate::book::Compiled;
use crate::game::Game;
use crate::observe::{Detail, Notice, Observer};
use crate::outcome::{Cause, Refusal};
use crate::session::fate::Fate;
use crate::session::frame::{FrameView, Origin};

use super::counts::{Came, Mark};
use super::{Coverage, Shared};

/// The observer with which a [`Coverage`] counts. It comes from
/// [`Coverage::observer`], and [`Coverage::watch`] puts one in place.
///
/// # Panics
///
/// In a session of another book: a fault of the session, which says so.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::{Coverage, Detail, Observer};
///
/// let coverage = Coverage::of(&book);
/// assert_eq!(coverage.observer().detail(), Detail::Selections);
/// let mut game = book.start(0, Seed(1))?;
/// game.observe(coverage.observer());
/// game.submit(Seat(0), 5)?;
/// assert_eq!(coverage.report().committed, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Watch<G: Game> {
    coverage: Coverage<G>,
    /// Who watched before, and goes on watching.
    inner: Option<Box<dyn Observer<G> + Send>>,
    /// Which rules were chosen for the action under way.
    marks: Vec<Mark>,
    /// Which exceptions were used for it.
    lifted: Vec<usize>,
    /// Which guards stood in the way of a cost of its.
    in_the_way: Vec<usize>,
}

impl<G: Game> Watch<G> {
    pub(super) fn new(
        coverage: Coverage<G>,
        inner: Option<Box<dyn Observer<G> + Send>>,
    ) -> Watch<G> {
        let (marks, lifted, in_the_way) = (Vec::new(), Vec::new(), Vec::new());
        Watch { coverage, inner, marks, lifted, in_the_way }
    }

    fn forget(&mut self) {
        self.marks.clear();
        self.lifted.clear();
        self.in_the_way.clear();
    }

    fn committed(&mut self, frame: &FrameView<'_, G>) {
        let shared = &*self.coverage.shared;
        shared.expect(frame.book);
        shared.counts.frame(frame, &mut self.marks);
        self.forget();
    }

    fn unchanged(&mut self) {
        let shared = &*self.coverage.shared;
        shared.counts.outcomes.count(Came::Unchanged as usize);
        shared.counts.settle(&mut self.marks);
        self.lifted.iter().for_each(|&at| shared.counts.exceptions.count(at));
        self.forget();
    }

    fn refused(&mut self, refusal: &Refusal<G>) {
        // Without an action it is not an action that was refused.
        if refusal.action.is_none() {
            return;
        }
        let shared = &*self.coverage.shared;
        let Shared { inventory, counts, .. } = shared;
        assert!(counts.refusal(inventory, refusal), "{}", shared.foreign());
        self.lifted.iter().for_each(|&at| counts.exceptions.count(at));
        if matches!(refusal.cause, Cause::Unpaid { .. }) {
            for &guard in &self.in_the_way {
                counts.asked.count(guard);
                counts.applied.count(guard);
            }
        }
        self.forget();
    }
}

impl<G: Game> Shared<G> {
    /// Sees to it that a frame is of the book that is counted.
    fn expect(&self, book: &Compiled<G>) {
        let same = std::ptr::eq(&*self.book.inner, book)
            || self.book.name() == book.draft.name
                && self.inventory.difference(&super::Inventory::of(book)).is_none();
        assert!(same, "{}", self.foreign());
    }

    fn foreign(&self) -> String {
        format!(
            "The coverage is of the book \"{}\", and watches a session of another one: \
             count each book on its own.",
            self.book.name(),
        )
    }
}

impl<G: Game> Observer<G> for Watch<G> {
    fn notice(&mut self, notice: &Notice<'_, G>) {
        // First the other: if it panics, the transition does not stand.
        if let Some(inner) = &mut self.inner
            && !(matches!(notice, Notice::Selected { .. }) && inner.detail() == Detail::Outcomes)
        {
            inner.notice(notice);
        }
        match notice {
            Notice::Submitted { .. } | Notice::Pending { .. } => self.forget(),
            Notice::Lifted { exception, .. } => {
                let at = self.coverage.shared.inventory.exception(exception);
                assert!(at.is_some(), "{}", self.coverage.shared.foreign());
                self.lifted.extend(at);
            }
            Notice::Selected { rule, .. } => self.marks.push(Mark::Chosen(*rule)),
            Notice::Settled { line } if line.fate != Fate::Applied => {
                let origin = line.because.origin();
                if matches!(origin, Origin::Cost(_) | Origin::Replacement(_)) {
                    self.in_the_way.extend(line.by.iter().map(|sentry| sentry.guard.index()));
                }
            }
            Notice::Committed { frame } => self.committed(frame),
            Notice::NoChange => self.unchanged(),
            Notice::Refused { refusal, .. } => self.refused(refusal),
            Notice::Fault { .. } => {
                self.coverage.shared.counts.outcomes.count(Came::Fault as usize);
                self.forget();
            }
            _ => {}
        }
    }

    fn detail(&self) -> Detail {
        let inner = self.inner.as_ref().map(|inner| inner.detail());
        inner.unwrap_or(Detail::Selections).max(Detail::Selections)
    }

    fn counts_for(&self, coverage: &Coverage<G>) -> bool {
        Arc::ptr_eq(&self.coverage.shared, &coverage.shared)
            || self.inner.as_ref().is_some_and(|inner| inner.counts_for(coverage))
    }
}
