//! Decide: which rule answers a legal action.
//!
//! The product is a [`Decision`] for a rule that matched; a rule that refuses,
//! or no rule at all, is a refusal. Under ApplyAll there is one decision after
//! the other, with a resolution between. Nothing here changes the game.

use crate::book::RuleId;
use crate::book::rule::Said;
use crate::book::tree::NONE;
use crate::context::Ask;
use crate::game::{Game, Kind, Kinded};
use crate::observe;
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::plan::reference::{self, Selected, Walk, is_disabled};
use crate::session::legal::Legal;

/// A rule that was chosen. Only this stage makes one.
pub(crate) struct Decision {
    rule: RuleId,
}

impl Decision {
    pub(crate) fn rule(&self) -> RuleId {
        self.rule
    }
}

/// The first rule to apply.
#[inline]
pub(crate) fn first<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
) -> Result<Decision, Stop<G>> {
    if legal.stamp.rule != NONE
        && let Some(decision) = proven(core, legal)
    {
        return Ok(decision);
    }
    match walk(core, legal, |walk| walk.settle(0))? {
        Some(selected) => {
            prepare(core, selected.rule);
            conclude(core, legal, selected)
        }
        None => {
            let kind = legal.action().kind().name();
            Err(Stop::Refused(
                RefusalKind::Invalid,
                Cause::Unhandled { kind },
            ))
        }
    }
}

/// The next rule to apply, if a phase around the last one applies all its
/// children.
#[inline]
pub(crate) fn next<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    last: &Decision,
) -> Result<Option<Decision>, Stop<G>> {
    if !core.book.inner.tree.applies_all {
        return Ok(None);
    }
    match walk(core, legal, |walk| walk.next(last.rule))? {
        Some(selected) => conclude(core, legal, selected).map(Some),
        None => Ok(None),
    }
}

fn walk<G: Game, L: Log<G>, T>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    go: impl FnOnce(&mut Walk<'_, G>) -> T,
) -> T {
    let Core {
        book,
        state,
        ticket,
        disabled,
        desk,
        ..
    } = core;
    let book = &*book.inner;
    let subject = if book.uses_subjects && desk.events == 0 {
        desk.place = Place::Subject;
        desk.subject = G::subject(state, legal.action());
        desk.subject
    } else {
        desk.subject
    };
    go(&mut Walk {
        book,
        state,
        legal,
        subject,
        ticket: *ticket,
        disabled,
        desk,
    })
}

fn conclude<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    selected: Selected<G::Reason>,
) -> Result<Decision, Stop<G>> {
    if let Some(diary) = &mut core.desk.diary {
        diary.selected.push(selected.clone());
        observe::tell_decision(core, legal, &selected);
    }
    match selected.refusal {
        None => Ok(Decision {
            rule: selected.rule,
        }),
        Some((kind, reason)) => {
            let rule = core.book.inner.rule_name(selected.rule);
            Err(Stop::Refused(kind, Cause::Rule { rule, reason }))
        }
    }
}

/// Phase predicates see the starting state, also those whose turn comes after
/// events: before the first event below an ApplyAll phase they are all
/// evaluated.
fn prepare<G: Game, L: Log<G>>(core: &mut Core<G, L>, rule: RuleId) {
    let Core {
        book,
        state,
        ticket,
        desk,
        ..
    } = core;
    let book = &*book.inner;
    if book.tree.guarded_below.is_empty() {
        return;
    }
    let node = book.rules[rule.index()].node;
    let Some(outermost) = book.tree.outermost_apply_all(node) else {
        return;
    };
    let below = book
        .tree
        .guarded_below
        .iter()
        .find(|(phase, _)| *phase == outermost);
    for &phase in below.map_or(&[][..], |(_, phases)| phases) {
        let open = |above: u32| desk.holds[above as usize] != (*ticket << 1);
        // Below a phase that is closed nobody will ask.
        if book.tree.ancestors(phase).all(open) {
            reference::holds(book, state, phase, *ticket, desk);
        }
    }
}

/// The rule that vouches for the action, if its claim holds here: it is asked
/// alone. The compiler has seen to it that nothing else could decide.
#[inline]
fn proven<G: Game, L: Log<G>>(core: &mut Core<G, L>, legal: &Legal<G>) -> Option<Decision> {
    let rule = RuleId(legal.stamp.rule);
    let Core {
        book,
        state,
        disabled,
        desk,
        ..
    } = core;
    let entry = &book.inner.rules[rule.index()];
    if !entry.direct || is_disabled(disabled, rule) || desk.diary.is_some() {
        return None;
    }
    desk.place = Place::Answer(rule);
    let ask = Ask {
        state,
        action: legal.action(),
        by: legal.by(),
    };
    if !entry
        .def
        .conditions
        .iter()
        .all(|condition| (condition.holds)(&ask))
    {
        return None;
    }
    match entry
        .def
        .code
        .ask(&ask, &mut desk.slots[entry.slot as usize])
    {
        Said::Match => Some(Decision { rule }),
        Said::Skip | Said::Unmet(_) | Said::Refuse(..) => None,
    }
}
