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
}

impl<R> Diary<R> {
    pub(crate) fn new(rules: usize) -> Self {
        Diary {
            rules: (0..rules).map(|_| None).collect(),
            reached: Vec::new(),
            told: 0,
            selected: Vec::new(),
        }
    }

    /// Why a rule was passed over, if it was: of what is behind a closed phase
    /// nobody is told.
    pub(crate) fn why<'b, G: Game<Reason = R>>(
        &self,
        book: &'b Compiled<G>,
        rule: RuleId,
    ) -> Option<Standing<'b, R>> {
        match self.rules[rule.index()].as_ref()? {
            Note::Closed(..) | Note::Match | Note::Refuse(..) => None,
            note => Some(explain::standing(book, rule, note)),
        }
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
