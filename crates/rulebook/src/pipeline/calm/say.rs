//! What a rule says that is asked in a straight line.

use crate::book::rule::Said;
use crate::book::{Compiled, Quick, QuickTest, RuleId, Tests};
use crate::context::{Ask, Effect};
use crate::game::Game;
use crate::pipeline::place::naming;
use crate::pipeline::{Desk, Place, Stop, decide};
use crate::plan::lone::Lone;
use crate::plan::predicates::is_awaited;

/// The only rule that could decide does not match.
#[cold]
pub(crate) fn unmatched<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    said: Said<G::Reason>,
    action: &G::Action,
) -> Stop<G> {
    match said {
        Said::Refuse(kind, reason) => decide::refused_by(book, rule, kind, reason),
        Said::Match | Said::Skip | Said::Unmet(_) => decide::handled_by_none(action),
    }
}

/// What a rule says, having proposed if it matches.
#[inline(always)]
pub(crate) fn said_by<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) -> Said<G::Reason> {
    match unmet(book, quick, desk, rule, &cx.ask) {
        None => naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx)),
        Some(at) => Said::Unmet(at as usize),
    }
}

/// What a rule says whose first condition holds, having proposed if it matches.
#[inline(always)]
pub(super) fn said_further<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) -> Said<G::Reason> {
    if let Tests::Many(tests) = &quick.tests
        && let Some(at) = unmet_from(book, tests, 1, desk, rule, &cx.ask)
    {
        return Said::Unmet(at as usize);
    }
    naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx))
}

/// What a rule says, which has proposed nothing yet.
#[inline(always)]
pub(super) fn answered<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    asked: &Lone<G>,
    ask: &Ask<'_, G>,
) -> Said<G::Reason> {
    let (rule, quick) = (asked.rule(), &asked.quick);
    match unmet(book, quick, desk, rule, ask) {
        Some(at) => Said::Unmet(at as usize),
        None if asked.answers() => answer(desk, quick, rule, ask),
        None => Said::Match,
    }
}

/// What a rule answers whose conditions hold.
#[inline(always)]
pub(in crate::pipeline) fn answer<G: Game>(
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Said<G::Reason> {
    let slot = &mut desk.slots[quick.slot as usize];
    naming(&mut desk.place, Place::Answer(rule), || quick.code.ask(ask, slot))
}

/// The chosen rule proposes, with what it found when it answered.
#[inline(always)]
pub(in crate::pipeline) fn propose<G: Game>(
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) {
    let slot = &mut desk.slots[quick.slot as usize];
    // An early stop is read from the bench, also if the effect swallowed it.
    let _ = naming(&mut desk.place, Place::Effect(rule), || quick.code.propose(cx, slot));
}

/// The first condition of a rule that does not hold.
#[inline(always)]
pub(in crate::pipeline) fn unmet<G: Game>(
    book: &Compiled<G>,
    quick: &Quick<G>,
    desk: &mut Desk<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Option<u32> {
    match &quick.tests {
        Tests::None => None,
        Tests::One(QuickTest::Own(holds)) => {
            let holds = naming(&mut desk.place, Place::Condition(rule, 0), || holds.holds(ask));
            if holds { None } else { Some(0) }
        }
        tests => unmet_from(book, tests.all(), 0, desk, rule, ask),
    }
}

/// The same where it is not its only one, or not its own, from one of them on. A function
/// of its own, so that those who have but one keep no registers free for it.
#[inline(never)]
fn unmet_from<G: Game>(
    book: &Compiled<G>,
    tests: &[QuickTest<G>],
    from: usize,
    desk: &mut Desk<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Option<u32> {
    let mut fails = |at: u32, test: &QuickTest<G>| match test {
        QuickTest::Own(holds) => {
            !naming(&mut desk.place, Place::Condition(rule, at), || holds.holds(ask))
        }
        QuickTest::Shared(awaited) => !is_awaited(book, ask.state, *awaited, desk),
    };
    let mut asked = (0..).zip(tests).skip(from);
    asked.find(|&(at, test)| fails(at, test)).map(|(at, _)| at)
}
