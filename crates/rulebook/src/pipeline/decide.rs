//! Decide: which rule answers a legal action.
//!
//! The product is a [`Decision`] for a rule that matched; a rule that refuses,
//! or no rule at all, is a refusal. Under ApplyAll there is one decision after
//! the other, with a resolution between. Nothing here changes the game.

use std::any::TypeId;

use crate::book::rule::Said;
use crate::book::tree::NONE;
use crate::book::{Compiled, Quick, RuleId};
use crate::context::Ask;
use crate::error::Fault;
use crate::game::{Game, Kind, Kinded};
use crate::observe;
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::{Core, Log, Place, Stop, calm};
use crate::plan::asking::{Asking, Selected, is_disabled};
use crate::session::legal::Valid;

/// A rule that was chosen. Only this stage makes one.
pub(crate) struct Decision {
    rule: RuleId,
    /// Its place among those that stand [alone](crate::plan::lone), or [`NONE`].
    place: u32,
}

impl Decision {
    pub(crate) fn rule(&self) -> RuleId {
        self.rule
    }

    /// What has to be known of the rule.
    #[inline]
    pub(crate) fn quick<'b, G: Game>(&self, book: &'b Compiled<G>) -> &'b Quick<G> {
        match book.lones.get(self.place) {
            Some(lone) => &lone.quick,
            None => &book.quick[self.rule.index()],
        }
    }

    #[inline]
    fn of(rule: RuleId) -> Self {
        Decision { rule, place: NONE }
    }
}

/// The first rule to apply.
#[inline]
pub(crate) fn first<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
) -> Result<Decision, Stop<G>> {
    if !CALM
        && legal.rule != NONE
        && let Some(decision) = proven(core, legal)
    {
        note_chosen(core, decision.rule);
        return Ok(decision);
    }
    if core.book.inner.uses_subjects {
        core.desk.place = Place::Subject;
        core.desk.subject = G::subject(&core.state, legal.action());
        // Where it is calm, nobody stands alone who has not been asked already.
        if !CALM && let Some(place) = alone(core, legal) {
            return decide_alone(core, legal, place);
        }
    }
    let selected = select(core, legal, |asking| {
        asking.read_facts_at_the_start();
        if CALM && let Some(plan) = &asking.book.plan {
            return asking.select_calmly(plan);
        }
        match &asking.book.plan {
            Some(plan) if !asking.desk.plain => asking.select(plan),
            _ => asking.settle(0),
        }
    });
    let selected = if CALM { selected? } else { settled(selected, core)? };
    let Some(selected) = selected else { return Err(unhandled(core, legal)) };
    if !CALM {
        note_chosen(core, selected.rule);
    }
    if !CALM {
        foresee(core, legal, selected.rule);
    }
    if !CALM && core.desk.diary.is_some() {
        observe::note_decision(core, legal, &selected);
    }
    conclude(core, selected)
}

/// The place of the only rule that could decide, if nobody wants to know more
/// than what it says.
#[inline]
fn alone<G: Game, L: Log<G>>(core: &mut Core<G, L>, legal: &Valid<'_, G>) -> Option<u32> {
    let Core { book, disabled, desk, .. } = core;
    let lones = &book.inner.lones;
    let quiet = desk.diary.is_none() && !desk.counts && !desk.plain && disabled.is_empty();
    if lones.is_empty() || !quiet {
        return None;
    }
    desk.place = Place::Engine;
    let place = lones.place(legal.action().kind().index(), desk.subject?)?;
    lones.get(place).map(|_| place)
}

/// Asks the rule at this place, which stands alone.
#[inline]
fn decide_alone<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    place: u32,
) -> Result<Decision, Stop<G>> {
    let Core { book, state, desk, .. } = &mut *core;
    let book = &*book.inner;
    let Some(lone) = book.lones.get(place) else { return Err(handled_by_none(legal.action())) };
    let (rule, quick) = (lone.rule(), &lone.quick);
    let ask = Ask { state, action: legal.action(), by: legal.by() };
    if calm::unmet(book, quick, desk, rule, &ask).is_some() {
        return Err(handled_by_none(legal.action()));
    }
    if lone.answers() {
        desk.place = Place::Answer(rule);
        match quick.code.ask(&ask, &mut desk.slots[quick.slot as usize]) {
            Said::Match => {}
            Said::Skip | Said::Unmet(_) => return Err(handled_by_none(legal.action())),
            Said::Refuse(kind, reason) => {
                note_chosen(core, rule);
                return Err(refused_by(&core.book.inner, rule, kind, reason));
            }
        }
    }
    note_chosen(core, rule);
    // No other rule is about this kind and subject: nobody's turn comes later.
    Ok(Decision { rule, place })
}

/// Says which rule was chosen, if somebody compares or watches.
#[inline]
fn note_chosen<G: Game, L: Log<G>>(core: &mut Core<G, L>, rule: RuleId) {
    if let Some(chosen) = &mut core.desk.chosen {
        chosen.push(rule);
    }
    if core.desk.tells_chosen {
        observe::tell_chosen(core, rule);
    }
}

/// Also where the walk ends in a conflict, the observer is told of the rules
/// that were passed over.
fn settled<G: Game, L: Log<G>, T>(
    walked: Result<T, Fault>,
    core: &mut Core<G, L>,
) -> Result<T, Fault> {
    if walked.is_err() && core.desk.diary.is_some() {
        observe::tell_skips(core);
    }
    walked
}

#[cold]
fn unhandled<G: Game, L: Log<G>>(core: &mut Core<G, L>, legal: &Valid<'_, G>) -> Stop<G> {
    observe::tell_skips(core);
    handled_by_none(legal.action())
}

#[cold]
pub(crate) fn handled_by_none<G: Game>(action: &G::Action) -> Stop<G> {
    Stop::refused(RefusalKind::Invalid, Cause::Unhandled { kind: action.kind().name() })
}

/// Whether there may be a next rule to apply, or somebody wants to know who is
/// passed over.
#[inline]
pub(crate) fn may_go_on<G: Game, L: Log<G>>(
    core: &Core<G, L>,
    legal: &Valid<'_, G>,
    last: &Decision,
) -> bool {
    let book = &*core.book.inner;
    let node = book.rules[last.rule.index()].node;
    book.tree.goes_on(node, legal.action().kind()) || core.desk.diary.is_some()
}

/// The next rule to apply, if a phase around the last one applies all its
/// children.
pub(crate) fn next<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    last: &Decision,
) -> Result<Option<Decision>, Stop<G>> {
    let goes_on = {
        let book = &*core.book.inner;
        book.tree.goes_on(book.rules[last.rule.index()].node, legal.action().kind())
    };
    if !goes_on && core.desk.diary.is_none() {
        return Ok(None);
    }
    let selected = select(core, legal, |asking| {
        // Unless something has happened since, the facts are what they were.
        if goes_on && asking.desk.facts_at != asking.desk.events {
            asking.read_facts();
        }
        match &asking.book.plan {
            Some(plan) if !asking.desk.plain => asking.select_next(plan, last.rule),
            _ => asking.next(last.rule),
        }
    });
    match settled(selected, core)? {
        Some(selected) => {
            note_chosen(core, selected.rule);
            if core.desk.events == 0 {
                foresee(core, legal, selected.rule);
            }
            if core.desk.diary.is_some() {
                observe::note_decision(core, legal, &selected);
            }
            conclude(core, selected).map(Some)
        }
        None => {
            if core.desk.diary.is_some() {
                observe::tell_skips(core);
            }
            Ok(None)
        }
    }
}

/// Asks rules, by the plan if there is one.
#[inline(always)]
fn select<G: Game, L: Log<G>, T>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    go: impl FnOnce(&mut Asking<'_, G>) -> T,
) -> T {
    let Core { book, state, ticket, disabled, desk, .. } = core;
    let book = &*book.inner;
    desk.place = Place::Engine;
    let kind = legal.action().kind();
    go(&mut Asking { book, state, legal, kind, ticket: *ticket, disabled, desk })
}

#[inline]
fn conclude<G: Game, L: Log<G>>(
    core: &Core<G, L>,
    selected: Selected<G::Reason>,
) -> Result<Decision, Stop<G>> {
    match selected.refusal {
        None => Ok(Decision::of(selected.rule)),
        Some((kind, reason)) => Err(refused_by(&core.book.inner, selected.rule, kind, reason)),
    }
}

#[cold]
pub(super) fn refused_by<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    kind: RefusalKind,
    reason: G::Reason,
) -> Stop<G> {
    Stop::refused(kind, Cause::Rule { rule: book.rule_name(rule), reason })
}

/// Before the first event below an ApplyAll phase, asks the predicates of phases
/// whose turn may come after it.
#[inline]
fn foresee<G: Game, L: Log<G>>(core: &mut Core<G, L>, legal: &Valid<'_, G>, rule: RuleId) {
    if core.book.inner.foresees && !core.book.inner.rules[rule.index()].direct {
        select(core, legal, |asking| match &asking.book.plan {
            Some(plan) if !asking.desk.plain => asking.foresee(plan, rule),
            _ => asking.foresee_plainly(rule),
        });
    }
}

/// The rule that vouches for the action, if its claim holds here: it is asked
/// alone, for what it finds. The compiler has seen to it that nothing else
/// could decide.
fn proven<G: Game, L: Log<G>>(core: &mut Core<G, L>, legal: &Valid<'_, G>) -> Option<Decision> {
    let rule = RuleId(legal.rule);
    let Core { book, disabled, desk, .. } = core;
    let quick = &book.inner.quick[rule.index()];
    if !quick.direct || is_disabled(disabled, rule) || desk.diary.is_some() {
        return None;
    }
    if quick.code.found() == TypeId::of::<()>() {
        return Some(Decision::of(rule));
    }
    match select(core, legal, |asking| asking.answer_alone(rule)) {
        Said::Match => Some(Decision::of(rule)),
        Said::Skip | Said::Unmet(_) | Said::Refuse(..) => None,
    }
}
