//! Asking one rule: whether the action concerns it, whether the phases around
//! it are open, and what it answers.
//!
//! The order is part of what a book means: kind, subject, switched off, masked,
//! declared conditions, predicates of the phases around, outermost first,
//! shared predicates, conditions of its own, answer. Nothing is evaluated that
//! an earlier question has settled.

use crate::book::rule::{ActionKind, Said, Test};
use crate::book::tree::NONE;
use crate::book::{Compiled, QuickTest, RuleEntry, RuleId, Tests};
use crate::context::Ask;
use crate::game::{Game, Kind};
use crate::outcome::RefusalKind;
use crate::pipeline::place::naming;
use crate::pipeline::{Desk, Place};
use crate::plan::diary::Note;
use crate::plan::passes::Pass;
use crate::plan::predicates::{first_false, is_awaited};
use crate::session::legal::Valid;

/// The rule that decides, and its refusal if it refuses.
#[derive(Clone, Debug)]
pub(crate) struct Selected<R> {
    pub rule: RuleId,
    pub refusal: Option<(RefusalKind, R)>,
}

/// What trying a rule came to.
pub(crate) enum Tried<R> {
    Decides(Selected<R>),
    No,
    /// The phase around it that is closed.
    Closed(u32),
}

impl<R> Tried<R> {
    /// What a rule's own answer comes to.
    #[inline]
    pub(crate) fn of(rule: RuleId, said: Said<R>) -> Self {
        match said {
            Said::Match => Tried::Decides(Selected { rule, refusal: None }),
            Said::Skip | Said::Unmet(_) => Tried::No,
            Said::Refuse(kind, reason) => {
                Tried::Decides(Selected { rule, refusal: Some((kind, reason)) })
            }
        }
    }

    /// The rule, if it decides.
    pub(crate) fn decisive(self) -> Option<Selected<R>> {
        match self {
            Tried::Decides(selected) => Some(selected),
            Tried::No | Tried::Closed(_) => None,
        }
    }
}

/// One action, and everything that is needed to ask rules about it.
pub(crate) struct Asking<'a, G: Game> {
    pub book: &'a Compiled<G>,
    /// The working state.
    pub state: &'a G::State,
    pub legal: &'a Valid<'a, G>,
    /// The action's kind.
    pub kind: ActionKind<G>,
    /// The version of the state at the start of the action.
    pub ticket: u64,
    pub disabled: &'a [u64],
    pub desk: &'a mut Desk<G>,
}

impl<'a, G: Game> Asking<'a, G> {
    /// What rules are asked.
    pub(crate) fn question(&self) -> Ask<'a, G> {
        Ask { state: self.state, action: self.legal.action(), by: self.legal.by() }
    }

    /// Reads the facts that rules for this kind of action name.
    #[inline]
    pub(crate) fn read_facts(&mut self) {
        self.desk.facts_at = self.desk.events;
        read_facts(self.book, self.kind, &self.question(), self.desk);
    }

    /// The same at the start of the action, of which also some are kept as they
    /// are now.
    #[inline]
    pub(crate) fn read_facts_at_the_start(&mut self) {
        self.read_facts();
        if !self.book.words.starting.is_empty() {
            self.keep_starting_facts();
        }
    }

    fn keep_starting_facts(&mut self) {
        let (book, question) = (self.book, self.question());
        let read = &book.facts_by_kind[self.kind.index()];
        for &number in &book.starting_by_kind[self.kind.index()] {
            let fact = book.words.kept(number);
            let value = match read.contains(&fact) {
                true => self.desk.facts[fact as usize],
                false => read_fact(book, fact, &question, self.desk),
            };
            self.desk.facts[number as usize] = value;
        }
    }

    /// Asks a rule.
    #[inline]
    pub(crate) fn ask(&mut self, rule: RuleId) -> Tried<G::Reason> {
        let entry = &self.book.rules[rule.index()];
        if self.desk.diary.is_some() {
            return self.ask_and_note(entry, rule);
        }
        if self.passed_over(entry, rule).is_some() {
            return Tried::No;
        }
        if let Some((phase, _)) = self.closed(entry) {
            return Tried::Closed(phase);
        }
        if entry.always {
            return Tried::Decides(Selected { rule, refusal: None });
        }
        Tried::of(rule, self.answer(rule))
    }

    /// The same, with everything written down.
    #[cold]
    fn ask_and_note(&mut self, entry: &RuleEntry<G>, rule: RuleId) -> Tried<G::Reason> {
        let note = self.note(entry, rule);
        let tried = match &note {
            Note::Match => Tried::Decides(Selected { rule, refusal: None }),
            Note::Refuse(kind, reason) => {
                Tried::Decides(Selected { rule, refusal: Some((*kind, reason.clone())) })
            }
            Note::Closed(phase, _) => Tried::Closed(*phase),
            _ => Tried::No,
        };
        if let Some(diary) = &mut self.desk.diary {
            diary.note(rule, note);
        }
        tried
    }

    fn note(&mut self, entry: &RuleEntry<G>, rule: RuleId) -> Note<G::Reason> {
        if let Some(passed) = self.passed_over(entry, rule) {
            return passed;
        }
        if let Some((phase, which)) = self.closed(entry) {
            return Note::Closed(phase, which);
        }
        match self.answer(rule) {
            Said::Match => Note::Match,
            Said::Skip => Note::Skip,
            Said::Unmet(condition) => Note::Unmet(condition),
            Said::Refuse(kind, reason) => Note::Refuse(kind, reason),
        }
    }

    /// Why the rule is not even asked, if so.
    #[inline]
    pub(crate) fn passed_over(
        &mut self,
        entry: &RuleEntry<G>,
        rule: RuleId,
    ) -> Option<Note<G::Reason>> {
        if !entry.kinds.contains(self.kind) {
            return Some(Note::OtherKind);
        }
        if !entry.is_about(self.desk.subject) {
            return Some(Note::OtherSubject);
        }
        if is_disabled(self.disabled, rule) {
            return Some(Note::Disabled);
        }
        if self.is_masked(entry)
            && let Some(group) = self.applied_group(entry)
        {
            return Some(Note::Masked(group));
        }
        let mut givens = entry.givens.iter();
        let facts = &self.desk.facts;
        let unmet = givens.position(|given| !given.is_met(facts));
        unmet.map(|at| Note::Given(at as u32))
    }

    /// Whether the rule is not even asked, for whatever reason but that it is
    /// switched off.
    #[inline]
    pub(crate) fn stands_aside(&mut self, entry: &RuleEntry<G>) -> bool {
        !entry.kinds.contains(self.kind)
            || !entry.is_about(self.desk.subject)
            || self.is_masked(entry)
            || !entry.givens.iter().all(|given| given.is_met(&self.desk.facts))
    }

    /// Whether an exclusivity group of the rule has applied. By bits, that is known
    /// without a look at any group.
    #[inline]
    fn is_masked(&mut self, entry: &RuleEntry<G>) -> bool {
        if self.desk.applied_groups.is_empty() {
            return false;
        }
        if self.desk.plain || !self.book.draft.passes.has(Pass::Masks) {
            return self.applied_group(entry).is_some();
        }
        let applied = &self.desk.mask;
        let masked = entry.mask.iter().any(|&(word, mine)| applied[word as usize] & mine != 0);
        if masked {
            self.desk.avoid(Pass::Masks, 1);
        }
        masked
    }

    /// The first of its exclusivity groups that has applied, by name.
    fn applied_group(&self, entry: &RuleEntry<G>) -> Option<u32> {
        entry.groups.iter().copied().find(|group| self.desk.applied_groups.contains(group))
    }

    /// The outermost phase around a rule that is closed, and why.
    #[inline]
    pub(crate) fn closed(&mut self, entry: &RuleEntry<G>) -> Option<(u32, u32)> {
        for &phase in &entry.guards {
            if let Some(which) = first_false(self.book, self.state, phase, self.ticket, self.desk) {
                return Some((phase, which));
            }
        }
        None
    }

    #[inline]
    fn answer(&mut self, rule: RuleId) -> Said<G::Reason> {
        if let Some(unmet) = self.unmet(rule) {
            return Said::Unmet(unmet);
        }
        self.answer_alone(rule)
    }

    /// What the rule itself says, its conditions aside.
    #[inline]
    pub(crate) fn answer_alone(&mut self, rule: RuleId) -> Said<G::Reason> {
        self.desk.place = Place::Answer(rule);
        let question = self.question();
        let quick = &self.book.quick[rule.index()];
        quick.code.ask(&question, &mut self.desk.slots[quick.slot as usize])
    }

    /// The first condition that does not hold.
    pub(crate) fn unmet(&mut self, rule: RuleId) -> Option<usize> {
        if self.desk.plain {
            return self.unmet_plainly(rule);
        }
        let (book, question) = (self.book, self.question());
        match &book.quick[rule.index()].tests {
            Tests::None => None,
            Tests::One(test) => (!self.passes(&question, rule, 0, test)).then_some(0),
            Tests::Many(tests) => {
                (0..).zip(tests).position(|(at, test)| !self.passes(&question, rule, at, test))
            }
        }
    }

    /// Whether a condition does not hold, where the plan asks.
    #[inline(always)]
    pub(crate) fn fails(&mut self, question: &Ask<'_, G>, rule: RuleId) -> bool {
        let book = self.book;
        match &book.quick[rule.index()].tests {
            Tests::None => false,
            Tests::One(test) => !self.passes(question, rule, 0, test),
            Tests::Many(tests) => {
                (0..).zip(tests).any(|(at, test)| !self.passes(question, rule, at, test))
            }
        }
    }

    #[inline(always)]
    fn passes(
        &mut self,
        question: &Ask<'_, G>,
        rule: RuleId,
        at: u32,
        test: &QuickTest<G>,
    ) -> bool {
        match test {
            QuickTest::Own(holds) => {
                self.desk.place = Place::Condition(rule, at);
                holds.holds(question)
            }
            QuickTest::Shared(awaited) => is_awaited(self.book, self.state, *awaited, self.desk),
        }
    }

    /// The same by the reference: as the author wrote it down.
    #[cold]
    fn unmet_plainly(&mut self, rule: RuleId) -> Option<usize> {
        let question = self.question();
        let entry = &self.book.rules[rule.index()];
        let tests = self.book.quick[rule.index()].tests.all();
        let desk = &mut *self.desk;
        entry.def.conditions.iter().enumerate().position(|(at, condition)| !match &condition.test {
            Test::Own(holds) => {
                desk.place = Place::Condition(rule, at as u32);
                holds.holds(&question)
            }
            Test::Shared(predicate) => {
                if let QuickTest::Shared(awaited) = &tests[at] {
                    desk.place = Place::Shared(awaited.shared);
                }
                predicate.holds(question.state)
            }
        })
    }
}

/// Reads the facts that rules for a kind of action name.
#[inline]
pub(crate) fn read_facts<G: Game>(
    book: &Compiled<G>,
    kind: ActionKind<G>,
    question: &Ask<'_, G>,
    desk: &mut Desk<G>,
) {
    for &fact in &book.facts_by_kind[kind.index()] {
        desk.facts[fact as usize] = read_fact(book, fact, question, desk);
    }
}

#[inline]
fn read_fact<G: Game>(
    book: &Compiled<G>,
    fact: u32,
    question: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> u8 {
    let read = &book.words.facts[fact as usize];
    let value = naming(&mut desk.place, Place::Fact(fact), || read.value(question));
    // There are 128 at most.
    value as u8
}

/// Whether a rule is switched off.
pub(crate) fn is_disabled(disabled: &[u64], rule: RuleId) -> bool {
    disabled.get(rule.index() / 64).is_some_and(|word| word >> (rule.index() % 64) & 1 == 1)
}

/// The declared condition of a rule in words, and the phase that declares it.
pub(crate) fn given_name<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    at: u32,
) -> (Option<u32>, &str) {
    let entry = &book.rules[rule.index()];
    let given = entry.givens[at as usize];
    match given.phase {
        NONE => (None, &entry.def.givens[given.which as usize].name),
        phase => (Some(phase), book.draft.predicates(phase)[given.which as usize].name()),
    }
}
