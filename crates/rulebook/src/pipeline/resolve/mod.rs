//! Resolve: what the chosen rule proposes happens, as far as guards let it, and
//! is observed.
//!
//! Where the game has neither a turn machine nor reactions, events happen in
//! order, and that is all. Otherwise what is proposed becomes [work](work):
//! each event or group is [settled](settle) by [consulting](consult) guards,
//! happens, and is [observed](triggers) by triggers. At the end the game is
//! brought to [rest](mod@rest). Every loop is bounded by
//! [`Limits`](crate::Limits).

pub(crate) mod circle;
mod consult;
mod equals;
mod fall;
mod happen;
mod judge;
pub(crate) mod rest;
pub(crate) mod settle;
mod standing;
pub(crate) mod token;
pub(crate) mod triggers;
pub(crate) mod work;

use crate::book::rule::EventKind;
use crate::book::{Compiled, RuleId};
use crate::context::{Effect, Halt};
use crate::error::FaultKind;
use crate::game::{Game, Kind, KindSet, Kinded};
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::calm::Calm;
use crate::pipeline::decide::Decision;
use crate::pipeline::place::naming;
use crate::pipeline::resolve::rest::Queue;
use crate::pipeline::{Core, Log, Place, Stop, verify};
use crate::session::account::{Account, Because, Line};
use crate::session::frame::Origin;
use crate::session::legal::Valid;
use crate::session::options::{Recovery, Verify};

/// What has happened so far. Only this stage makes one.
pub(crate) struct Resolution {
    /// How many events happened; at rest one more, if anything was proposed
    /// at all. (One number, because it is handed on through the hot path.)
    events: usize,
}

impl Resolution {
    /// Whether anything was proposed at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.events == 0
    }
}

/// What one action's reactions have come to so far.
pub(crate) struct Reacting<G: Game> {
    pub account: Account<G>,
    /// The triggers that wait.
    pub queue: Queue<G>,
    /// The kinds of events that happened since standing rules were last asked.
    pub since_rest: KindSet<EventKind<G>>,
    /// What the game looked like, and what waited, at each turn of the way to
    /// rest: to find out when it goes in circles.
    pub turns: circle::Turns<G>,
    /// Whether nobody is to be told.
    pub quiet: bool,
}

impl<G: Game> Reacting<G> {
    pub(crate) fn new() -> Self {
        Reacting {
            account: Account::new(),
            queue: Queue::new(),
            since_rest: KindSet::none(),
            turns: circle::Turns::new(),
            quiet: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        if !self.account.is_empty() || !self.account.groups.is_empty() {
            self.account = Account::new();
        }
        self.queue.clear();
        self.since_rest = KindSet::none();
        self.turns.clear();
        self.quiet = false;
    }

    /// The account, if there is anything in it.
    pub(crate) fn take_account(&mut self) -> Option<Account<G>> {
        let account = std::mem::replace(&mut self.account, Account::new());
        (!account.is_empty()).then_some(account)
    }
}

/// Nothing has happened yet.
#[inline]
pub(crate) fn begin() -> Resolution {
    Resolution { events: 0 }
}

/// Lets the chosen rule's events happen.
#[inline]
pub(crate) fn resolve<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    decision: &Decision,
    so_far: Resolution,
) -> Result<Resolution, Stop<G>> {
    let rule = decision.rule();
    let plain = CALM || core.book.inner.plain;
    let lines = core.desk.reacting.account.lines.len();
    if !plain && core.book.inner.has_costs {
        pay(core, legal, rule)?;
    }
    core.desk.place = Place::Effect(rule);
    let Core { book, state, bench, desk, .. } = core;
    let quick = match CALM {
        true => &book.inner.quick[rule.index()],
        false => decision.quick(&book.inner),
    };
    let mut cx = Effect { ask: legal.ask(state), bench };
    // An early stop is read from the bench, also if the effect swallowed it.
    let _ = quick.code.propose(&mut cx, &mut desk.slots[quick.slot as usize]);
    look_up(core, Because::Rule(rule))?;
    if plain {
        happen::<G, L, CALM>(core, Origin::Rule(rule))?;
    } else {
        work::work(core, legal, Because::Rule(rule))?;
    }
    let events = core.desk.events;
    // Only where others may still apply, there is anything to mask.
    if !CALM && events > so_far.events && core.book.inner.tree.applies_all {
        let Core { book, desk, .. } = core;
        let entry = &book.inner.rules[rule.index()];
        if !entry.groups.is_empty() && has_applied(&desk.reacting.account, lines, rule) {
            for &(word, mine) in &entry.mask {
                desk.mask[word as usize] |= mine;
            }
            desk.applied_groups.extend(&entry.groups);
        }
    }
    Ok(Resolution { events })
}

/// Whether an event of the rule's own was among those that just happened. Of a game
/// without reactions there is no account: nothing else happens there.
fn has_applied<G: Game>(account: &Account<G>, from: usize, rule: RuleId) -> bool {
    let own = |line: &Line<G>| line.because == Because::Rule(rule) && line.applied.is_some();
    account.is_empty() || account.lines[from..].iter().any(own)
}

/// Pays what a rule costs, before its effect.
pub(crate) fn pay<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    rule: RuleId,
) -> Result<(), Stop<G>> {
    let book = core.book.inner.clone();
    let entry = &book.rules[rule.index()];
    for cost in &entry.def.costs {
        core.desk.place = Place::Cost(rule);
        let Core { state, bench, desk, .. } = core;
        let quick = &book.quick[rule.index()];
        let found = quick.code.look(&desk.slots[quick.slot as usize]);
        let mut cx = Effect { ask: legal.ask(state), bench };
        // As with the effect.
        let _ = (cost.pay)(&mut cx, found);
        look_up(core, Because::Cost(rule))?;
        if let Some(line) = work::pay(core, legal, rule)? {
            let event = core.desk.reacting.account.lines[line].proposed.clone();
            let (rule, reason) = (book.rule_name(rule), cost.reason.clone());
            let cause = Cause::Unpaid { rule, reason, event };
            return Err(Stop::refused(RefusalKind::Disallowed, cause));
        }
    }
    Ok(())
}

/// Brings the game to rest, after all rules have been resolved.
pub(crate) fn rest<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    _: Resolution,
) -> Result<Resolution, Stop<G>> {
    rest::rest(core, legal)?;
    let proposed = !core.desk.reacting.account.is_empty();
    Ok(Resolution { events: core.desk.events + usize::from(proposed) })
}

/// Whether the effect that just ran got through.
#[inline]
pub(super) fn look_up<G: Game, L>(core: &mut Core<G, L>, because: Because) -> Result<(), Stop<G>> {
    if !core.bench.stirred {
        return Ok(());
    }
    look_closer(core, because)
}

#[cold]
fn look_closer<G: Game, L>(core: &mut Core<G, L>, because: Because) -> Result<(), Stop<G>> {
    let bench = &mut core.bench;
    let place = || core.desk.place.describe(&core.book.inner);
    if bench.halt.is_none() && !bench.overflowed && !bench.peeked {
        if !bench.brackets.is_empty() && core.book.inner.reactions.is_none() {
            return Err(FaultKind::NoReactions { place: place() }.into());
        }
        return Ok(());
    }
    if bench.peeked {
        return Err(Stop::DiceAhead);
    }
    match bench.halt.take() {
        Some(Halt::Choice(choice)) => Err(Stop::Asked(choice)),
        Some(Halt::NoSuchSeat(seat, question)) => {
            Err(FaultKind::NoSuchSeat { place: place(), seat, question }.into())
        }
        Some(Halt::NoOptions(question)) => {
            Err(FaultKind::NoOptions { place: place(), question }.into())
        }
        Some(Halt::WrongAnswer(question)) => {
            Err(FaultKind::WrongAnswer { place: place(), question }.into())
        }
        Some(Halt::TooManyChoices) => {
            Err(limit(core, "choices", core.bench.max_choices, because).into())
        }
        None => Err(limit(core, "events", core.bench.max_proposed, because).into()),
    }
}

/// The fault of a limit, with the chain of causes.
fn limit<G: Game, L>(
    core: &Core<G, L>,
    limit: &'static str,
    bound: usize,
    because: Because,
) -> FaultKind {
    FaultKind::Limit { limit, bound, chain: causes(core, because) }
}

/// The chain of causes up to this one.
fn causes<G: Game, L>(core: &Core<G, L>, last: Because) -> Vec<String> {
    let account = &core.desk.reacting.account;
    let mut origins = vec![last.origin()];
    let mut at = account.caused_by(last);
    while let Some(line) = at {
        let because = account.lines[line].because;
        origins.push(because.origin());
        at = account.caused_by(because);
    }
    // In an account, moves of the turn are links of the chain.
    let told_apart = core.book.inner.reactions.is_none();
    let moves = core.desk.moves.iter().filter(|_| told_apart).map(|past| past.origin);
    told(core, moves.chain(origins.into_iter().rev()))
}

/// The moves of the turn that led here.
fn chain<G: Game, L>(core: &Core<G, L>, last: Origin) -> Vec<String> {
    let moves = core.desk.moves.iter().map(|past| past.origin);
    told(core, moves.chain([last]))
}

/// A chain of causes, as far as a person wants to read it: how it began, and
/// how it ended. What repeats itself is said once.
fn told<G: Game, L>(core: &Core<G, L>, origins: impl Iterator<Item = Origin>) -> Vec<String> {
    const FIRST: usize = 5;
    const LAST: usize = 7;
    let mut runs: Vec<(Origin, usize)> = Vec::new();
    for origin in origins {
        match runs.last_mut() {
            Some((last, times)) if *last == origin => *times += 1,
            _ => runs.push((origin, 1)),
        }
    }
    let say = |(origin, times): &(Origin, usize)| {
        let origin = origin.describe(&core.book.inner);
        if *times == 1 { origin } else { format!("{origin} ({times} times)") }
    };
    if runs.len() <= FIRST + LAST {
        return runs.iter().map(say).collect();
    }
    let between = runs.len() - FIRST - LAST;
    let mut shown: Vec<_> = runs[..FIRST].iter().map(say).collect();
    shown.push(format!("… ({between} more) …"));
    shown.extend(runs[runs.len() - LAST..].iter().map(say));
    shown
}

/// Lets what was proposed happen, where transitions are calm, or would be if
/// nobody watched.
#[inline(always)]
pub(super) fn happen_calmly<G: Game, L: Log<G>, const WATCHED: bool>(
    core: &mut Core<G, L>,
    origin: Origin,
) -> Result<Resolution, Stop<G>> {
    match WATCHED {
        true => happen::<G, L, false>(core, origin)?,
        false => happen::<G, L, true>(core, origin)?,
    }
    Ok(Resolution { events: core.desk.events })
}

/// Lets what was proposed happen, in order.
#[inline(always)]
fn happen<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    origin: Origin,
) -> Result<(), Stop<G>> {
    if let [_] = core.bench.proposed[..]
        && let Some(event) = core.bench.proposed.pop()
    {
        return apply::<G, L, CALM>(core, event, origin);
    }
    happen_in_order::<G, L, CALM>(core, origin)
}

/// The same for several events, or none.
#[inline(never)]
fn happen_in_order<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    origin: Origin,
) -> Result<(), Stop<G>> {
    let mut proposed = std::mem::take(&mut core.bench.proposed);
    let done = proposed.drain(..).try_for_each(|event| apply::<G, L, CALM>(core, event, origin));
    core.bench.proposed = proposed;
    done
}

/// One event happens, and is told.
#[inline(always)]
fn apply<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    event: G::Event,
    origin: Origin,
) -> Result<(), Stop<G>> {
    enact::<G, L, CALM>(core, event, origin)?;
    if CALM {
        return Ok(());
    }
    core.log.tell_last(origin, &mut core.desk.place);
    if core.desk.verify == Verify::EveryEvent {
        return verify::after_event(core);
    }
    Ok(())
}

/// One event happens.
#[inline(always)]
fn enact<G: Game, L: Log<G>, const CALM: bool>(
    core: &mut Core<G, L>,
    event: G::Event,
    origin: Origin,
) -> Result<(), Stop<G>> {
    let Core { book, state, log, desk, bench, recovery, .. } = core;
    if !desk.saved && *recovery == Recovery::Snapshot {
        desk.place = Place::CloneState;
        log.save(state);
        desk.saved = true;
    }
    desk.events += 1;
    if desk.events > bench.max_proposed {
        let bound = bench.max_proposed;
        let chain = chain(core, origin);
        return Err(FaultKind::Limit { limit: "events", bound, chain }.into());
    }
    desk.place = Place::Engine;
    let kind = event.kind();
    if book.inner.minds_kinds {
        desk.happened = desk.happened.with(kind);
    }
    desk.place = Place::Apply(kind.index());
    let trace = G::apply(state, &event);
    desk.place = Place::Engine;
    desk.note_written(&book.inner, kind);
    log.applied(event, trace, origin);
    Ok(())
}

/// The one event that was proposed happens, the first of a calm transition. A
/// book may not have a limit of no events.
#[inline(always)]
pub(super) fn one_event<G: Game, L: Log<G>, const WATCHED: bool>(
    core: &mut Core<G, L>,
    origin: Origin,
) -> Calm<G> {
    let Core { book, state, log, desk, bench, recovery, .. } = core;
    let Some(event) = bench.proposed.pop() else { return Calm::Other(Err(Stop::NoChange)) };
    if *recovery == Recovery::Snapshot {
        naming(&mut desk.place, Place::CloneState, || log.save(state));
    }
    let kind = event.kind();
    let place = Place::Apply(kind.index());
    let trace = naming(&mut desk.place, place, || G::apply(state, &event));
    log.applied(event, trace, origin);
    if WATCHED {
        log.tell_last(origin, &mut desk.place);
    }
    if book.inner.minds_kinds {
        return mind(core, kind);
    }
    Calm::Ordinary(verify::needless(&book.inner))
}

/// Verifies what came of one event, where the book minds its kind.
#[inline]
pub(super) fn mind<G: Game, L: Log<G>>(core: &mut Core<G, L>, kind: EventKind<G>) -> Calm<G> {
    match verify::check_after(core, kind) {
        Ok(verified) if !core.book.inner.minded[kind.index()].reveals => Calm::Ordinary(verified),
        ran => Calm::Other(ran),
    }
}

/// A refusal because invariants broke, with the events that led there.
pub(crate) fn broken<G: Game, L: Log<G>>(core: &Core<G, L>, broken: Vec<String>) -> Stop<G> {
    Stop::refused(RefusalKind::Aborted, Cause::Invariants { broken, events: core.log.under_way() })
}

/// Whether a rule of the book could refuse after events have happened.
pub(crate) fn may_refuse_late<G: Game>(book: &Compiled<G>) -> bool {
    book.tree.applies_all || book.has_costs
}
