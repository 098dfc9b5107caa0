//! What is written down about each rule while somebody wants to know.

use crate::book::{Compiled, RuleId};
use crate::explain::{self, Standing};
use crate::game::Game;
use crate::outcome::RefusalKind;
use crate::plan::asking::Selected;

/// What is noted about a rule, for explanations.
#[derive(Clone, Debug)]
pub(crate) enum Note<R> {
    OtherKind,
    OtherSubject,
    Disabled,
    Masked(u32),
    /// A declared condition of its own or of a phase around it is false.
    Given(u32),
    /// A phase around it is closed: which, and by which of its predicates.
    Closed(u32, u32),
    Unmet(usize),
    Skip,
    Match,
    Refuse(RefusalKind, R),
}

/// What is written down while somebody wants to know.
#[derive(Clone, Debug)]
pub(crate) struct Diary<R> {
    /// By rule: what it came to, if it was reached.
    pub rules: Vec<Option<Note<R>>>,
    /// The rules that were reached, in order, and how many of them the
    /// observer knows of.
    pub reached: Vec<RuleId>,
    pub told: usize,
    /// The rules that decided, in order.
    pub selected: Vec<Selected<R>>,
    /// By rule: why it was passed over when the observer was last told, as data.
    /// It is mostly the same again, so it is not made again.
    said: Vec<Said<R>>,
}

/// Why a rule is passed over: which reason, and what of it.
type Why = (u8, u32);

/// What was said of a rule, if it was passed over.
type Said<R> = Option<(Why, Standing<R>)>;

impl<R> Diary<R> {
    pub(crate) fn new(rules: usize) -> Self {
        Diary {
            rules: (0..rules).map(|_| None).collect(),
            reached: Vec::new(),
            told: 0,
            selected: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Why a rule was passed over, if it was: of what is behind a closed phase
    /// nobody is told.
    pub(crate) fn why<G: Game<Reason = R>>(
        &mut self,
        book: &Compiled<G>,
        rule: RuleId,
    ) -> Option<&Standing<R>> {
        let note = self.rules[rule.index()].as_ref()?;
        let why = match note {
            Note::OtherKind => (0, 0),
            Note::OtherSubject => (1, 0),
            Note::Disabled => (2, 0),
            Note::Masked(group) => (3, *group),
            Note::Given(at) => (4, *at),
            Note::Unmet(at) => (5, *at as u32),
            Note::Skip => (6, 0),
            Note::Closed(..) | Note::Match | Note::Refuse(..) => return None,
        };
        let said = said_of(&mut self.said, self.rules.len(), rule);
        Some(again(said, why, || explain::standing(book, rule, note)))
    }

    /// Why a rule was passed over that has nothing but conditions and an
    /// answer: the condition that was not met, if it was that.
    #[inline]
    pub(crate) fn why_simply<G: Game<Reason = R>>(
        &mut self,
        book: &Compiled<G>,
        rule: RuleId,
        unmet: Option<u32>,
    ) -> &Standing<R> {
        let said = said_of(&mut self.said, self.rules.len(), rule);
        again(said, unmet.map_or((6, 0), |at| (5, at)), || say_simply(book, rule, unmet))
    }

    /// Forgets everything, for the next action.
    pub(crate) fn clear(&mut self) {
        self.reached.drain(..).for_each(|rule| self.rules[rule.index()] = None);
        self.told = 0;
        self.selected.clear();
    }

    pub(crate) fn note(&mut self, rule: RuleId, note: Note<R>) {
        self.reached.push(rule);
        self.rules[rule.index()] = Some(note);
    }
}

#[cold]
fn say_simply<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    unmet: Option<u32>,
) -> Standing<G::Reason> {
    let note = unmet.map_or(Note::Skip, |at| Note::Unmet(at as usize));
    explain::standing(book, rule, &note)
}

/// What was said of a rule last.
#[inline]
fn said_of<R>(said: &mut Vec<Said<R>>, rules: usize, rule: RuleId) -> &mut Said<R> {
    if said.len() < rules {
        said.resize_with(rules, || None);
    }
    &mut said[rule.index()]
}

/// The same as last time, unless it is something else now.
#[inline]
fn again<R>(said: &mut Said<R>, why: Why, make: impl FnOnce() -> Standing<R>) -> &Standing<R> {
    if said.as_ref().is_some_and(|(before, _)| *before != why) {
        *said = None;
    }
    let (_, standing) = said.get_or_insert_with(|| (why, make()));
    standing
}
