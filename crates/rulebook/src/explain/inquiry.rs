//! Finding out: each check on its own, the stages on trial with everything
//! written down, and then the rules that nobody asked.

use crate::actor::By;
use crate::book::check::Gate;
use crate::book::fact::{Read, wants};
use crate::book::rule::{ActionKind, Said, Slot, Test};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Seal};
use crate::explain::lost::how_lost;
use crate::explain::report::{Checked, End, Stand, Straight};
use crate::explain::{Explanation, Would};
use crate::game::{Game, Kind, Subject};
use crate::pipeline::{Core, Desk, Log, Lost, Stop, guarded, validate};
use crate::plan::asking::is_disabled;
use crate::plan::diary::{Diary, Note};
use crate::plan::passes::Avoided;
use crate::plan::predicates::holds;
use crate::session::legal::Valid;

impl<G: Game> Explanation<G> {
    /// Finds out by the stages as they stand, about an action that is claimed to
    /// be legal.
    pub(crate) fn find_out<L: Log<G>>(
        &mut self,
        core: &mut Core<G, L>,
        legal: Valid<'_, G>,
        seal: Seal,
    ) -> Result<(), Lost> {
        self.found.asked = Straight::Nobody;
        let checks = checks(core, &legal, self.kind);
        if !checks.is_empty() {
            self.found.more().checks = checks;
        }
        let mut diary = self.dry_run(core, legal, seal)?;
        let mut anyway = Anyway::new(legal.by(), legal.action(), self.kind);
        self.found.stands = stands(core, &mut anyway, &mut diary);
        if let Some(subject) = anyway.subject {
            self.found.more().subject = subject.map_err(Would::Panic);
        }
        if let several @ [_, _, ..] = &diary.selected[..] {
            self.found.more().deciding = several.iter().map(|selected| selected.rule).collect();
        }
        diary.clear();
        core.desk.spare_diary = Some(diary);
        Ok(())
    }
}

/// Runs each check on its own, up to the gate that ends it.
pub(super) fn checks<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    kind: ActionKind<G>,
) -> Vec<(u32, Checked<G::Reason>)> {
    let Core { book, state, desk, .. } = core;
    let book = &*book.inner;
    let concerned = &book.checks_by_kind[kind.index()];
    if concerned.is_empty() {
        return Vec::new();
    }
    let ask = Ask { state, action: legal.action(), by: legal.by() };
    let mut ended = false;
    let mut checks = Vec::with_capacity(concerned.len());
    for gate in Gate::ALL {
        let before = checks.len();
        let at_gate = concerned.iter().filter(|&&at| book.draft.checks[at as usize].gate == gate);
        checks.extend(at_gate.map(|&at| match ended {
            true => (at, Checked::NotReached),
            false => (at, run_check(book, at, &ask, desk)),
        }));
        ended |= checks[before..].iter().any(|(_, checked)| checked.ends_it());
    }
    checks
}

fn run_check<G: Game>(
    book: &Compiled<G>,
    at: u32,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> Checked<G::Reason> {
    let check = &book.draft.checks[at as usize];
    let ran = guarded(|| {
        let reasons = (check.test)(ask)?;
        Some((reasons.into_vec(), validate::lifting(book, at, check, ask, desk)))
    });
    match ran {
        Err(message) => Checked::Panicked(message),
        Ok(None) => Checked::Passed,
        Ok(Some((reasons, None))) => Checked::Failed(reasons),
        Ok(Some((reasons, Some(exception)))) => Checked::Lifted(exception, reasons),
    }
}

impl<G: Game> Explanation<G> {
    /// Runs the stages with everything written down, and takes it back.
    ///
    /// The plan chooses, and whom it passes over is asked afterwards. Under
    /// ApplyAll rules see what others have done: where one could be passed over for
    /// that, the reference chooses, and the plan runs before it only to be counted.
    fn dry_run<L: Log<G>>(
        &mut self,
        core: &mut Core<G, L>,
        legal: Valid<'_, G>,
        seal: Seal,
    ) -> Result<Diary<G::Reason>, Lost> {
        let rules = core.book.inner.rules.len();
        let dice = core.bench.dice.position();
        let plainly = must_go_by_reference(&core.book.inner, self.kind);
        let attempt = |core: &mut Core<G, L>| {
            core.trial(|core| core.attempt_quietly(legal.by(), legal.action().clone()))
        };
        if plainly {
            core.bench.answers.clear();
            core.begin(seal);
            // What it comes to is said by the reference.
            let ran = counting(core, &mut self.avoided, attempt);
            core.take_back_trial(dice, &ran)?;
        }
        core.bench.answers.clear();
        core.begin(seal);
        core.desk.diary = core.desk.spare_diary.take().or_else(|| Some(Diary::new(rules)));
        core.desk.plain = plainly;
        let ran = match plainly {
            true => attempt(core),
            false => counting(core, &mut self.avoided, attempt),
        };
        core.desk.plain = false;
        core.take_back_trial(dice, &ran)?;
        let account = core.desk.reacting.take_account();
        // What would be revealed is for nobody to see beforehand.
        let hidden = seal == Seal::Sealed && core.desk.happened.meets(core.book.revealing());
        self.account = account.filter(|_| !hidden && !core.bench.peeked).map(Box::new);
        let diary = core.desk.diary.take().unwrap_or_else(|| Diary::new(rules));
        self.found.end = End::of(ran);
        Ok(diary)
    }
}

/// Whether the plan may pass over rules for something that cannot be asked afterwards,
/// because events could have changed it: declared conditions and masks. With groups it
/// would also be counted otherwise while each rule is written down: of those that are
/// behind a closed phase, some are masked.
fn must_go_by_reference<G: Game>(book: &Compiled<G>, kind: ActionKind<G>) -> bool {
    let kind = kind.index();
    let facts = [&book.facts_by_kind[kind], &book.starting_by_kind[kind]];
    let passes_over = !book.groups.is_empty() || facts.into_iter().any(|facts| !facts.is_empty());
    book.tree.applies_all && passes_over
}

/// Runs something, and counts what the plan avoids in it.
fn counting<G: Game, L: Log<G>, T>(
    core: &mut Core<G, L>,
    avoided: &mut Avoided,
    run: impl FnOnce(&mut Core<G, L>) -> T,
) -> T {
    let before = std::mem::take(&mut core.desk.avoided);
    let counts = std::mem::replace(&mut core.desk.counts, true);
    let ran = run(core);
    core.desk.counts = counts;
    *avoided = std::mem::replace(&mut core.desk.avoided, before);
    ran
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Validates and runs the stages, and compares nothing.
    fn attempt_quietly(&mut self, by: By, action: G::Action) -> Result<(), Stop<G>> {
        match validate::validate(self, by, action) {
            Ok(legal) => self.stages::<false>(&legal.valid()).map(drop),
            Err(unfit) => Err(unfit.stop),
        }
    }
}

/// What each rule comes to that the action could concern.
fn stands<G: Game, L>(
    core: &mut Core<G, L>,
    anyway: &mut Anyway<'_, G>,
    diary: &mut Diary<G::Reason>,
) -> Vec<(RuleId, Stand<G::Reason>)> {
    let deciding: Vec<RuleId> = diary.selected.iter().map(|selected| selected.rule).collect();
    let rules = concerned(core, anyway, diary);
    let mut stands = Vec::with_capacity(rules.len());
    for rule in rules {
        let selected = diary.selected.iter().find(|selected| selected.rule == rule);
        let stand = match (selected, diary.rules[rule.index()].take()) {
            (Some(selected), _) => match &selected.refusal {
                None => Stand::Selected,
                Some((kind, reason)) => Stand::Refused(*kind, reason.clone()),
            },
            (None, Some(note)) => Stand::Noted(note),
            (None, None) => unreached(core, anyway, &deciding, rule),
        };
        // That is what it comes to anyway.
        if !matches!(stand, Stand::Noted(Note::OtherKind | Note::OtherSubject)) {
            stands.push((rule, stand));
        }
    }
    stands
}

/// The rules that the action could concern, by number: those for its kind and about
/// its subject. What they want of facts is for them to say.
fn concerned<G: Game, L>(
    core: &Core<G, L>,
    anyway: &mut Anyway<'_, G>,
    diary: &Diary<G::Reason>,
) -> Vec<RuleId> {
    let book = &*core.book.inner;
    let kind = anyway.kind.index();
    let Some(plan) = &book.plan else {
        return (0..book.rules.len() as u32).map(RuleId).collect();
    };
    let leaf = plan.rows_of(kind).whatever();
    let subject = match leaf.has_subjects() {
        true => anyway.subject(&core.state, &core.desk).clone().ok().flatten(),
        false => None,
    };
    let rows = leaf.rows(subject);
    let mut rules: Vec<RuleId> = rows.into_iter().flatten().map(|cell| cell.rule()).collect();
    rules.extend(&diary.reached);
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// What a rule that nobody asked comes to, where these decide.
pub(super) fn unreached<G: Game, L>(
    core: &mut Core<G, L>,
    anyway: &mut Anyway<'_, G>,
    deciding: &[RuleId],
    rule: RuleId,
) -> Stand<G::Reason> {
    let would = match anyway.ask(core, rule) {
        Ok(would) => would,
        Err(note) => return Stand::Noted(note),
    };
    let book = &*core.book.inner;
    let mut lost = deciding.iter().filter_map(|&to| Some((to, how_lost(book, to, rule)?)));
    match lost.next() {
        Some((to, (how, strategy))) if would.is_decisive() => {
            Stand::Lost { how, to, strategy, would }
        }
        _ => Stand::NotReached(would),
    }
}

/// An action about which rules are asked that the decision does not need.
pub(super) struct Anyway<'a, G: Game> {
    by: By,
    action: &'a G::Action,
    kind: ActionKind<G>,
    /// What it is about, or with what message it was not said, once somebody
    /// has asked.
    subject: Option<Result<Option<Subject>, String>>,
}

impl<'a, G: Game> Anyway<'a, G> {
    pub(super) fn new(by: By, action: &'a G::Action, kind: ActionKind<G>) -> Self {
        Anyway { by, action, kind, subject: None }
    }

    /// What the action is about.
    fn subject(&mut self, state: &G::State, desk: &Desk<G>) -> &Result<Option<Subject>, String> {
        let action = self.action;
        self.subject.get_or_insert_with(|| {
            let begun = desk.events > 0;
            if begun { Ok(desk.subject) } else { guarded(|| G::subject(state, action)) }
        })
    }

    /// Asks a rule, protected against its panic; or says why it need not even
    /// be asked.
    pub(super) fn ask<L>(
        &mut self,
        core: &mut Core<G, L>,
        rule: RuleId,
    ) -> Result<Would<G::Reason>, Note<G::Reason>> {
        let Core { book, state, disabled, desk, .. } = &mut *core;
        let entry = &book.inner.rules[rule.index()];
        if !entry.kinds.contains(self.kind) {
            return Err(Note::OtherKind);
        }
        if !entry.subjects.is_empty() {
            match self.subject(state, desk) {
                Err(message) => return Ok(Would::Panic(message.clone())),
                Ok(subject) if entry.is_about(*subject) => {}
                Ok(_) => return Err(Note::OtherSubject),
            }
        }
        if is_disabled(disabled, rule) {
            return Err(Note::Disabled);
        }
        match guarded(|| would_say(core, self.by, self.action, rule)) {
            Err(message) => Ok(Would::Panic(message)),
            Ok(Err(note)) => Err(note),
            Ok(Ok(Said::Match)) => Ok(Would::Match),
            Ok(Ok(Said::Refuse(kind, reason))) => Ok(Would::Refuse(kind, reason)),
            Ok(Ok(Said::Skip | Said::Unmet(_))) => Ok(Would::Skip),
        }
    }
}

/// What a rule says that concerns the action, or what stands against asking it.
fn would_say<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    rule: RuleId,
) -> Result<Said<G::Reason>, Note<G::Reason>> {
    let Core { book, state, ticket, desk, .. } = core;
    let book = &*book.inner;
    let entry = &book.rules[rule.index()];
    let ask = Ask { state, action, by };
    let begun = desk.events > 0;
    let unmet = entry.givens.iter().position(|given| {
        let fact = book.words.kept(given.fact);
        // After events, how a fact was at the start is known from then.
        if begun && fact != given.fact {
            return !given.is_met(&desk.facts);
        }
        let value = match &book.words.facts[fact as usize].read {
            Read::State(read) => read(state),
            Read::Ask(read) => read(&ask),
        };
        !wants(given.allowed, value)
    });
    if let Some(at) = unmet {
        return Err(Note::Given(at as u32));
    }
    if let Some((phase, which)) = closed_above(book, state, entry.node, *ticket, desk) {
        return Err(Note::Closed(phase, which));
    }
    let unmet = entry.def.conditions.iter().position(|condition| match &condition.test {
        Test::Own(holds) => !holds.holds(&ask),
        Test::Shared(predicate) => !predicate.holds(state),
    });
    if let Some(at) = unmet {
        return Err(Note::Unmet(at));
    }
    // A slot of its own: what the chosen rule found must not be lost.
    Ok(entry.def.code.ask(&ask, &mut Slot::default()))
}

/// The outermost phase around a node that is closed, and by which predicate.
fn closed_above<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    node: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> Option<(u32, u32)> {
    if !book.tree.guarded {
        return None;
    }
    let mut around: Vec<u32> = book.tree.ancestors(node).collect();
    around.reverse();
    // After events the state is not the one that predicates are about: then
    // only what is known already counts.
    let begun = desk.events > 0;
    let closed = around.into_iter().find(|&phase| {
        let known = desk.holds[phase as usize].ticket == ticket;
        (known || !begun) && !holds(book, state, phase, ticket, desk)
    })?;
    Some((closed, desk.holds[closed as usize].first_false.unwrap_or_default()))
}
