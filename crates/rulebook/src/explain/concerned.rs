//! The rules that an action concerns, and how many it does not: what can be read
//! of an explanation however many rules there are.

use std::fmt;

use crate::book::RuleId;
use crate::explain::report::{Case, Known, report};
use crate::explain::{Explanation, RuleReport, Standing};
use crate::game::{Game, Kind};

/// How many rules an action does not concern.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Others;
///
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .rule("count to seven", |rule| rule.subject(Subject(7)).then(|cx, ()| [*cx.action]))
/// #     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let others = game.explain(Seat(0), &5)?.others();
/// assert_eq!(others, Others { other_kind: 0, other_subject: 1 });
/// assert_eq!(others.to_string(), "1 more rule concerns other subjects");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// Those that concern other kinds of actions: [`Standing::OtherKind`].
    pub other_kind: usize,
    /// Those that concern other subjects: [`Standing::OtherSubject`].
    pub other_subject: usize,
}

impl Others {
    /// How many there are in all.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::Others;
    /// assert_eq!(Others { other_kind: 742, other_subject: 257 }.total(), 999);
    /// ```
    pub fn total(self) -> usize {
        self.other_kind + self.other_subject
    }
}

impl fmt::Display for Others {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Others { other_kind, other_subject } = *self;
        let rules = |count: usize| match count {
            1 => "1 more rule concerns".to_owned(),
            count => format!("{count} more rules concern"),
        };
        match (other_kind, other_subject) {
            (0, 0) => f.write_str("no more rules"),
            (kinds, 0) => write!(f, "{} other actions", rules(kinds)),
            (0, subjects) => write!(f, "{} other subjects", rules(subjects)),
            (kinds, subjects) => {
                write!(f, "{} other actions, {subjects} other subjects", rules(kinds))
            }
        }
    }
}

impl<G: Game> Explanation<G> {
    /// What each rule comes to that the action concerns, in order of declaration:
    /// [`rules`](Explanation::rules) without those that concern other kinds of
    /// actions or other subjects. How many these are is said by
    /// [`others`](Explanation::others).
    ///
    /// It takes as long as there are rules that the action concerns, however many
    /// there are in the book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let mut book = Book::<Counter>::builder("counter");
    /// for number in 0..1_000 {
    ///     book = book.rule(format!("rule {number}"), |rule| rule
    ///         .subject(Subject(number))
    ///         .then(|cx, ()| [*cx.action]));
    /// }
    /// let book = book.rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let explanation = game.explain(Seat(0), &5)?;
    /// let concerned: Vec<String> = explanation.concerned().map(|it| it.to_string()).collect();
    /// assert_eq!(concerned, ["▸ count (priority Normal (50)): selected"]);
    /// assert_eq!(explanation.others().other_subject, 1_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn concerned(&self) -> impl ExactSizeIterator<Item = RuleReport<'_, G::Reason>> {
        let left = match self.subject_unknown() {
            true => self.of_kind(),
            false => 0,
        };
        Concerned { alone: self.found.asked.alone(), known: self.known(), next: RuleId(0), left }
    }

    /// How many rules the action does not concern: those that
    /// [`concerned`](Explanation::concerned) leaves out.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    /// #     .rule("count to seven", |rule| rule.subject(Subject(7)).then(|cx, ()| [*cx.action]))
    /// #     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let explanation = game.explain(Seat(0), &5)?;
    /// assert_eq!(explanation.concerned().len(), 1);
    /// assert_eq!(explanation.others().total(), explanation.rules().len() - 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn others(&self) -> Others {
        let of_kind = self.of_kind();
        Others {
            other_kind: self.book.inner.rules.len() - of_kind,
            other_subject: match self.subject_unknown() {
                true => 0,
                false if self.found.asked.alone().is_some() => of_kind - 1,
                false => of_kind - self.known().len(),
            },
        }
    }

    /// How many rules concern the kind of the action.
    #[inline]
    fn of_kind(&self) -> usize {
        self.book.inner.ways[self.kind.index()].of_kind
    }
}

/// What each rule comes to that an action concerns, in order of declaration.
struct Concerned<'e, G: Game> {
    /// The only rule about what the action is about, if it was chosen and is still to
    /// come: then there is nobody else.
    alone: Option<RuleId>,
    known: Known<'e, G>,
    /// Where it was not said what the action is about, all rules for its kind are
    /// concerned, also those of which nothing is known: where to look for the next,
    /// and how many are left.
    next: RuleId,
    left: usize,
}

impl<'e, G: Game> Concerned<'e, G> {
    /// The next rule.
    #[inline(always)]
    fn rule(&mut self) -> Option<RuleId> {
        match self.alone.take() {
            None if self.left > 0 => self.next_of_kind(),
            None => self.known.first(),
            alone => alone,
        }
    }

    /// The next rule for the kind of the action.
    #[cold]
    fn next_of_kind(&mut self) -> Option<RuleId> {
        let Explanation { book, kind, .. } = self.known.explanation;
        let from = self.next.index();
        let behind = &book.inner.rules[from..];
        let at = behind.iter().position(|rule| rule.kinds.contains(*kind))?;
        let rule = RuleId((from + at) as u32);
        self.next = RuleId(rule.0 + 1);
        self.left -= 1;
        Some(rule)
    }
}

impl<'e, G: Game> Iterator for Concerned<'e, G> {
    type Item = RuleReport<'e, G::Reason>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rule = self.rule()?;
        let case = self.known.case(rule);
        let explanation = self.known.explanation;
        Some(explanation.report(rule, explanation.head(rule), case))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.alone.is_some()) + self.left.max(self.known.len());
        (left, Some(left))
    }

    /// In each case apart, as where [all rules](Explanation::rules) are read; and first
    /// that of a rule that was asked alone, for which nothing else has to be looked at.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        if let Some(rule) = self.alone {
            let head = self.known.explanation.head(rule);
            return f(init, report(rule, head, Standing::Selected));
        }
        let mut folded = init;
        while let Some(rule) = self.rule() {
            let explanation = self.known.explanation;
            let head = explanation.head(rule);
            folded = match self.known.case(rule) {
                Case::Selected => f(folded, report(rule, head, Standing::Selected)),
                Case::PassedOver(Some(name)) => {
                    f(folded, report(rule, head, Standing::ConditionFalse { condition: name }))
                }
                Case::PassedOver(None) => f(folded, report(rule, head, Standing::Skipped)),
                Case::Noted(stand) => f(folded, explanation.report_noted(rule, head, stand)),
            };
        }
        folded
    }
}

impl<G: Game> ExactSizeIterator for Concerned<'_, G> {}
