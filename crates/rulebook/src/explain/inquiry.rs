//! Finding out: each check on its own, the stages on trial with everything
//! written down, and then the rules that nobody asked.

use crate::actor::By;
use crate::book::check::Gate;
use crate::book::fact::{Read, wants};
use crate::book::rule::{Said, Slot, Test};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Seal};
use crate::error::{Fault, FaultKind};
use crate::explain::lost::how_lost;
use crate::explain::{
    CheckReport, CheckStanding, Explanation, Forecast, GateReport, RuleReport, Standing, Would,
};
use crate::game::{Game, Kind, Kinded};
use crate::outcome::RefusalKind;
use crate::pipeline::{Core, Desk, Log, Stop, decide, guarded, validate};
use crate::plan::asking::{given_name, is_disabled};
use crate::plan::diary::{Diary, Note};
use crate::plan::passes::Avoided;
use crate::plan::predicates::holds;
use crate::session::Session;
use crate::session::account::Account;

impl<G: Game> Session<G> {
    /// Why an action is legal or not, which rule decides, and why not the
    /// others. Nothing changes.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more.
    pub fn explain(
        &mut self,
        by: impl Into<By>,
        action: &G::Action,
    ) -> Result<Explanation<G>, Fault> {
        if let Some(fault) = self.poisoned() {
            return Err(fault.clone());
        }
        let by = by.into();
        let copy = self.core.guard(|_| action.clone())?;
        let seal = self.seal();
        self.core.log.muted = true;
        let explained = self.core.guard(|core| -> Result<_, Fault> {
            let gates = gates(core, by, action);
            let avoided = avoided(core, by, action, seal)?;
            let (forecast, account, mut diary) = dry_run(core, by, action, seal)?;
            let rules = rules(core, by, action, &diary);
            diary.clear();
            core.desk.spare_diary = Some(diary);
            Ok((gates, forecast, account, rules, avoided))
        });
        self.core.log.muted = false;
        let (gates, mut forecast, account, rules, avoided) = match explained.flatten() {
            Ok(explained) => explained,
            Err(fault) if matches!(fault.kind(), FaultKind::Poisoned { .. }) => {
                return Err(self.poison(fault));
            }
            Err(fault) => return Err(fault),
        };
        if let Some(cause) = self.pending_cause() {
            forecast = Forecast::Refused(RefusalKind::Invalid, cause);
        }
        let book = self.book().clone();
        Ok(Explanation { by, action: copy, forecast, gates, rules, account, avoided, book })
    }
}

/// Runs each check on its own, up to the gate that ends it.
fn gates<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
) -> Vec<GateReport<G::Reason>> {
    let Core { book, state, desk, .. } = core;
    let book = &*book.inner;
    let ask = Ask { state, action, by };
    let mut ended = false;
    let mut gates = Vec::with_capacity(Gate::ALL.len());
    for gate in Gate::ALL {
        let concerned = book.checks_by_kind[action.kind().index()].iter().copied();
        let at_gate = concerned.filter(|&at| book.draft.checks[at as usize].gate == gate);
        let checks: Vec<_> = at_gate
            .map(|at| {
                let check = &book.draft.checks[at as usize];
                let standing =
                    if ended { CheckStanding::NotReached } else { run_check(book, at, &ask, desk) };
                let exceptions = book.exceptions_of[at as usize].iter();
                CheckReport {
                    check: check.name.clone(),
                    force: check.force,
                    exceptions: exceptions
                        .map(|&at| book.draft.exceptions[at as usize].name.clone())
                        .collect(),
                    standing,
                }
            })
            .collect();
        ended |= checks.iter().any(|check| {
            matches!(check.standing, CheckStanding::Failed(_) | CheckStanding::Panicked(_))
        });
        gates.push(GateReport { gate, checks });
    }
    gates
}

fn run_check<G: Game>(
    book: &Compiled<G>,
    at: u32,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> CheckStanding<G::Reason> {
    let check = &book.draft.checks[at as usize];
    let ran = guarded(|| {
        let mut reasons = Vec::new();
        (check.test)(ask, &mut |reason| reasons.push(reason));
        let lifting =
            if reasons.is_empty() { None } else { validate::lifting(book, at, check, ask, desk) };
        (reasons, lifting)
    });
    match ran {
        Err(message) => CheckStanding::Panicked(message),
        Ok((reasons, _)) if reasons.is_empty() => CheckStanding::Passed,
        Ok((reasons, None)) => CheckStanding::Failed(reasons),
        Ok((reasons, Some(exception))) => CheckStanding::Lifted {
            by: book.draft.exceptions[exception as usize].name.clone(),
            reasons,
        },
    }
}

/// What the plan would avoid: the stages run by it as far as rules are chosen,
/// and are taken back.
fn avoided<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    seal: Seal,
) -> Result<Avoided, Fault> {
    let dice = core.dice.position();
    let (counts, before) = (core.desk.counts, std::mem::take(&mut core.desk.avoided));
    core.bench.answers.clear();
    core.begin::<false>(seal);
    core.desk.counts = true;
    // What it comes to is said by the reference.
    let chooses_once = !core.book.inner.tree.applies_all;
    let _ = core.trial(|core| match chooses_once {
        true => core.decide_quietly(by, action.clone()),
        false => core.attempt_quietly(by, action.clone()),
    });
    core.desk.counts = counts;
    let avoided = std::mem::replace(&mut core.desk.avoided, before);
    core.roll_back(dice)?;
    Ok(avoided)
}

type Dry<G> = (Forecast<G>, Option<Account<G>>, Diary<<G as Game>::Reason>);

/// Runs the stages with everything written down, and takes it back.
fn dry_run<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    seal: Seal,
) -> Result<Dry<G>, Fault> {
    let rules = core.book.inner.rules.len();
    let dice = core.dice.position();
    core.bench.answers.clear();
    core.begin::<false>(seal);
    core.desk.diary = core.desk.spare_diary.take().or_else(|| Some(Diary::new(rules)));
    // Every rule is to be spoken of, so there is nothing for the plan to avoid.
    core.desk.plain = true;
    let ran = core.trial(|core| core.attempt_quietly(by, action.clone()));
    core.desk.plain = false;
    core.roll_back(dice)?;
    let account = core.desk.reacting.take_account();
    // What would be revealed is for nobody to see beforehand.
    let hidden = seal == Seal::Sealed && core.desk.happened.meets(core.book.revealing());
    let account = account.filter(|_| !hidden && !core.bench.peeked);
    let diary = core.desk.diary.take().unwrap_or_else(|| Diary::new(rules));
    let book = &*core.book.inner;
    let names = || diary.selected.iter().map(|selected| book.rule_name(selected.rule)).collect();
    let forecast = match ran {
        Err(fault) => Forecast::Fault(fault),
        Ok(Ok(())) => Forecast::Commit(names()),
        Ok(Err(Stop::NoChange)) => Forecast::NoChange(names()),
        Ok(Err(Stop::Refused(refused))) => Forecast::Refused(refused.0, refused.1),
        Ok(Err(Stop::Asked(choice))) => Forecast::Choice(choice.to_string()),
        Ok(Err(Stop::DiceAhead)) => Forecast::Dice(names()),
        Ok(Err(Stop::Fault(fault))) => Forecast::Fault(fault),
    };
    Ok((forecast, account, diary))
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Validates and runs the stages, and compares nothing.
    fn attempt_quietly(&mut self, by: By, action: G::Action) -> Result<(), Stop<G>> {
        match validate::validate::<G, L, false>(self, by, action) {
            Ok(legal) => self.stages::<false>(&legal).map(drop),
            Err(unfit) => Err(unfit.stop),
        }
    }

    /// Validates and decides, and leaves it at that.
    fn decide_quietly(&mut self, by: By, action: G::Action) -> Result<(), Stop<G>> {
        match validate::validate::<G, L, false>(self, by, action) {
            Ok(legal) => decide::first::<G, L, false>(self, &legal).map(drop),
            Err(unfit) => Err(unfit.stop),
        }
    }
}

/// What each rule comes to.
fn rules<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    diary: &Diary<G::Reason>,
) -> Vec<RuleReport<G::Reason>> {
    let all = 0..core.book.inner.rules.len() as u32;
    all.map(RuleId)
        .map(|rule| {
            let standing = noted(&core.book.inner, diary, rule)
                .unwrap_or_else(|| unreached(core, by, action, diary, rule));
            let view = core.book.rule_view(rule);
            RuleReport {
                rule,
                name: view.name(),
                priority: view.priority(),
                label: view.label().map(str::to_owned),
                standing,
            }
        })
        .collect()
}

/// What the walk wrote down about a rule.
fn noted<G: Game>(
    book: &Compiled<G>,
    diary: &Diary<G::Reason>,
    rule: RuleId,
) -> Option<Standing<G::Reason>> {
    if let Some(selected) = diary.selected.iter().find(|selected| selected.rule == rule) {
        return Some(match &selected.refusal {
            None => Standing::Selected,
            Some((kind, reason)) => Standing::Refused(*kind, reason.clone()),
        });
    }
    Some(standing(book, rule, diary.rules[rule.index()].as_ref()?))
}

/// What a rule that was not chosen comes to, by what was written down about it.
pub(crate) fn standing<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    note: &Note<G::Reason>,
) -> Standing<G::Reason> {
    match note {
        Note::OtherKind => Standing::OtherKind,
        Note::OtherSubject => Standing::OtherSubject,
        Note::Disabled => Standing::Disabled,
        Note::Masked(group) => Standing::Masked { group: book.groups[*group as usize].clone() },
        Note::Given(at) => given_false(book, rule, *at),
        Note::Closed(phase, which) => predicate_false(book, *phase, *which as usize),
        Note::Unmet(at) => {
            let condition = &book.rules[rule.index()].def.conditions[*at];
            Standing::ConditionFalse { condition: condition.name.clone() }
        }
        Note::Skip => Standing::Skipped,
        Note::Match | Note::Refuse(..) => Standing::InConflict,
    }
}

/// A declared condition is false: of the rule's own, or of a phase around it.
fn given_false<G: Game, R>(book: &Compiled<G>, rule: RuleId, at: u32) -> Standing<R> {
    let (phase, name) = given_name(book, rule, at);
    let name = name.to_owned();
    match phase {
        None => Standing::ConditionFalse { condition: name },
        Some(phase) => {
            Standing::PredicateFalse { phase: book.draft.path(phase as usize), predicate: name }
        }
    }
}

fn predicate_false<G: Game, R>(book: &Compiled<G>, phase: u32, which: usize) -> Standing<R> {
    Standing::PredicateFalse {
        phase: book.draft.path(phase as usize),
        predicate: book.draft.predicates(phase)[which].name().to_owned(),
    }
}

/// What a rule that nobody asked comes to.
fn unreached<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    diary: &Diary<G::Reason>,
    rule: RuleId,
) -> Standing<G::Reason> {
    let would = match ask_anyway(core, by, action, rule) {
        Ok(would) => would,
        Err(standing) => return standing,
    };
    let book = &*core.book.inner;
    let winners = diary.selected.iter().map(|selected| selected.rule);
    let lost = winners.filter_map(|winner| Some((winner, how_lost(book, winner, rule)?))).next();
    match lost {
        Some((winner, (how, strategy))) if would.is_decisive() => {
            Standing::Lost { how, to: book.rule_name(winner), strategy, would }
        }
        _ => Standing::NotReached { would },
    }
}

/// Asks a rule that the decision does not need, protected against its panic.
pub(super) fn ask_anyway<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    rule: RuleId,
) -> Result<Would<G::Reason>, Standing<G::Reason>> {
    let Core { book, state, ticket, disabled, desk, .. } = core;
    let book = &*book.inner;
    let entry = &book.rules[rule.index()];
    let asked = guarded(|| {
        if !entry.kinds.contains(action.kind()) {
            return Err(Standing::OtherKind);
        }
        if !entry.subjects.is_empty() {
            let begun = desk.events > 0;
            let subject = if begun { desk.subject } else { G::subject(state, action) };
            if !subject.is_some_and(|subject| entry.subjects.contains(&subject)) {
                return Err(Standing::OtherSubject);
            }
        }
        if is_disabled(disabled, rule) {
            return Err(Standing::Disabled);
        }
        let ask = Ask { state, action, by };
        let unmet = entry.givens.iter().position(|given| {
            let value = match &book.words.facts[given.fact as usize].read {
                Read::State(read) => read(state),
                Read::Ask(read) => read(&ask),
            };
            !wants(given.allowed, value)
        });
        if let Some(at) = unmet {
            return Err(given_false(book, rule, at as u32));
        }
        if let Some(closed) = closed_above(book, state, entry.node, *ticket, desk) {
            return Err(closed);
        }
        let unmet = entry.def.conditions.iter().find(|condition| match &condition.test {
            Test::Own(holds) => !holds(&ask),
            Test::Shared(shared) => !(shared.holds)(state),
        });
        if let Some(unmet) = unmet {
            return Err(Standing::ConditionFalse { condition: unmet.name.clone() });
        }
        // A slot of its own: what the chosen rule found must not be lost.
        Ok(entry.def.code.ask(&ask, &mut Slot::default()))
    });
    match asked {
        Err(message) => Ok(Would::Panic(message)),
        Ok(Err(standing)) => Err(standing),
        Ok(Ok(Said::Match)) => Ok(Would::Match),
        Ok(Ok(Said::Refuse(kind, reason))) => Ok(Would::Refuse(kind, reason)),
        Ok(Ok(Said::Skip | Said::Unmet(_))) => Ok(Would::Skip),
    }
}

/// The outermost phase around a node whose predicate is false.
fn closed_above<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    node: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> Option<Standing<G::Reason>> {
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
    let which = desk.holds[closed as usize].first_false.unwrap_or_default();
    Some(predicate_false(book, closed, which as usize))
}
