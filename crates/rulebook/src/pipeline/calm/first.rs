//! The rule that decides, of those that are asked one after the other.

use crate::book::rule::{ActionKind, Said};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Effect};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::calm::say::{answered, propose, said_by, said_further};
use crate::pipeline::place::naming;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Desk, Place, Stop, decide};
use crate::plan::asking::read_facts;
use crate::plan::lone::Lone;
use crate::plan::reference::conflict;
use crate::plan::rows::{ByRank, Concerned};
use crate::plan::run::{Turn, Walk};

/// The only rule that could decide about what an action is about.
#[inline(always)]
pub(in crate::pipeline) fn lone_of<'b, G: Game>(
    book: &'b Compiled<G>,
    desk: &mut Desk<G>,
    kind: ActionKind<G>,
    ask: &Ask<'_, G>,
) -> Option<&'b Lone<G>> {
    let subject = naming(&mut desk.place, Place::Subject, || G::subject(ask.state, ask.action));
    book.lones.get(book.lones.place(kind.index(), subject?)?)
}

/// The first rule that matches of those that an action could concern, which has
/// proposed.
#[inline(always)]
pub(super) fn found_in_rows<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    cx: &mut Effect<'_, G>,
) -> Result<RuleId, Result<Verified, Stop<G>>> {
    let Some(plan) = &book.plan else { unreachable!("a book that is calm has a plan") };
    let (ask, kind) = (cx.ask, cx.action.kind());
    let subject = match book.uses_subjects {
        true => naming(&mut desk.place, Place::Subject, || G::subject(ask.state, ask.action)),
        false => None,
    };
    read_facts(book, kind, &ask, desk);
    let rows = plan.rows_of(kind.index());
    let found = match rows.concerned(subject, &desk.facts) {
        Concerned::One(row) => first_in(book, desk, row, cx),
        Concerned::Several(rows) => first_in(book, desk, rows, cx),
    };
    match found {
        Ok(Some(rule)) => Ok(rule),
        Ok(None) => Err(Err(decide::handled_by_none(cx.action))),
        Err(stop) => Err(Err(stop)),
    }
}

/// The first rule of rows that matches, which has proposed.
#[inline(always)]
fn first_in<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut rows: impl ByRank,
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    first_match(book, || {
        let rule = rows.take(u32::MAX)?.rule();
        Some((rule, said_by(book, desk, &book.quick[rule.index()], rule, cx)))
    })
}

/// The first rule that matches, of those that are asked one after the other.
#[inline(always)]
fn first_match<G: Game>(
    book: &Compiled<G>,
    mut ask_next: impl FnMut() -> Option<(RuleId, Said<G::Reason>)>,
) -> Result<Option<RuleId>, Stop<G>> {
    while let Some((rule, said)) = ask_next() {
        match said {
            Said::Match => return Ok(Some(rule)),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Ok(None)
}

/// The first rule of a row that matches, which has proposed.
#[inline(always)]
pub(super) fn first_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Lone<G>],
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    let mut row = row.iter();
    first_match(book, || {
        let asked = row.next()?;
        Some((asked.rule(), said_by(book, desk, &asked.quick, asked.rule(), cx)))
    })
}

/// The same where there are runs. Apart, so that short rows keep no registers free for it.
#[inline(never)]
pub(super) fn first_in_runs<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut row: Walk<'_, G>,
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    first_match(book, || {
        let Turn { asked, begun } = row.next(&cx.ask, &mut desk.place)?;
        let rule = asked.rule();
        Some((
            rule,
            match begun {
                false => said_by(book, desk, &asked.quick, rule, cx),
                true => said_further(book, desk, &asked.quick, rule, cx),
            },
        ))
    })
}

/// The only rule of a row that matches, which has proposed. Nobody proposes
/// before all have been asked.
#[inline(always)]
pub(super) fn only_one_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Lone<G>],
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    let mut row = row.iter();
    let (only, refusal) = loop {
        let Some(asked) = row.next() else { return Ok(None) };
        match answered(book, desk, asked, &cx.ask) {
            Said::Match => break (asked, None),
            Said::Refuse(kind, reason) => break (asked, Some((kind, reason))),
            Said::Skip | Said::Unmet(_) => {}
        }
    };
    let (rule, quick) = (only.rule(), &only.quick);
    while let Some(asked) = row.next() {
        if answered(book, desk, asked, &cx.ask).is_decisive() {
            let rules = vec![rule, asked.rule()];
            return Err(in_conflict(book, desk, rules, row.as_slice(), &cx.ask));
        }
    }
    if let Some((kind, reason)) = refusal {
        return Err(decide::refused_by(book, rule, kind, reason));
    }
    match only.answers() {
        true => propose(desk, quick, rule, cx),
        // It need not look for what it has not found.
        false => drop(naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx))),
    }
    Ok(Some(rule))
}

/// Two rules of a book that is Exclusive are decisive: those behind them are asked too,
/// so that all can be named.
#[cold]
fn in_conflict<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut rules: Vec<RuleId>,
    rest: &[Lone<G>],
    ask: &Ask<'_, G>,
) -> Stop<G> {
    let decisive = |asked: &&Lone<G>| answered(book, desk, asked, ask).is_decisive();
    rules.extend(rest.iter().filter(decisive).map(Lone::rule));
    let exclusive = book.plan.as_ref().and_then(|plan| plan.nodes.first());
    let phase = exclusive.map_or(0, |node| node.phase);
    Stop::Fault(conflict(book, phase, ask.action.kind(), &rules))
}
