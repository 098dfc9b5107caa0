//! What guards make of one event.

use std::cmp::Reverse;

use rulebook::{Fate, Kinded, Reactive};

use super::equals::described;
use super::{Ledger, Oracle, Rides, Stop};
use crate::reactions::dump::{Matter, Name, key};
use crate::reactions::game::{Arena, Ev, Table};
use crate::reactions::meaning::{Cx, Tree, Word, asked, say};
use crate::reactions::spec::{Charged, GuardSpec, Manners, Say};

/// What becomes of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Happens,
    Dies(Fate),
    Replaced(Vec<Tree>, usize),
}

/// One event before the guards.
#[derive(Clone)]
pub(super) struct Case<'v> {
    pub(super) view: &'v Table,
    pub(super) line: usize,
    pub(super) event: Ev,
    /// The guards that have been applied to it and what it was.
    pub(super) record: Vec<Name>,
    /// The events that are settled after it in the same batch.
    pub(super) siblings: Vec<Ev>,
    pub(super) by: Vec<Name>,
    pub(super) used_up: Ledger,
    passed: Vec<Name>,
    forbidden: bool,
    changed_by: Option<Name>,
    /// In which order equals are tried.
    pub(super) trial: Option<Vec<Name>>,
}

impl<'v> Case<'v> {
    pub(super) fn new(view: &'v Table, line: usize, event: Ev, record: Vec<Name>) -> Self {
        Case {
            view,
            line,
            event,
            record,
            siblings: Vec::new(),
            by: Vec::new(),
            used_up: Ledger::default(),
            passed: Vec::new(),
            forbidden: false,
            changed_by: None,
            trial: None,
        }
    }

    fn changes(&mut self, event: Ev, by: Name) {
        self.event = event;
        self.changed_by = Some(key(by));
        self.passed.clear();
    }
}

/// Somebody would have to be asked while orders are only tried.
struct WouldAsk;

pub(super) enum Halt {
    Stop(Stop),
    WouldAsk,
}

impl From<WouldAsk> for Halt {
    fn from(_: WouldAsk) -> Self {
        Halt::WouldAsk
    }
}

impl Oracle<'_> {
    /// Consults the guards, and enters what they used up.
    pub(super) fn consult(&mut self, case: &mut Case<'_>) -> Result<End, Stop> {
        let end = match self.hear(case) {
            Ok(end) => end,
            Err(Halt::Stop(stop)) => return Err(stop),
            Err(Halt::WouldAsk) => unreachable!("this is no trial"),
        };
        let used_up = std::mem::take(&mut case.used_up);
        let preventers = used_up.preventions.iter().map(|(who, ..)| *who);
        match &end {
            End::Happens => {}
            End::Dies(Fate::Prevented) => case.by = preventers.collect(),
            End::Dies(Fate::Vanished) => case.by = case.changed_by.into_iter().collect(),
            // The one who forbade is there already.
            End::Dies(_) if case.forbidden => {}
            End::Dies(_) => case.by = case.changed_by.into_iter().collect(),
            End::Replaced(..) => case.by = case.record.last().copied().into_iter().collect(),
        }
        self.ledger.spends.extend(used_up.spends);
        self.ledger.preventions.extend(used_up.preventions);
        self.ledger.riders.extend(used_up.riders);
        Ok(end)
    }

    pub(super) fn hear(&mut self, case: &mut Case<'_>) -> Result<End, Halt> {
        loop {
            let kind = case.event.kind();
            if Arena::amount(&case.event) == Some(0) && Arena::zero_is_nothing(kind) {
                // A prevention that comes to this ends the hearing itself.
                return Ok(End::Dies(Fate::Vanished));
            }
            if !Arena::possible(case.view, &case.event) {
                return Ok(End::Dies(Fate::Impossible));
            }
            let Some(name) = self.next_guard(case)? else {
                let end = if case.forbidden { End::Dies(Fate::Impossible) } else { End::Happens };
                return Ok(end);
            };
            if let Some(end) = self.apply_guard(case, name)? {
                return Ok(end);
            }
        }
    }

    fn guard_cx<'c>(&self, case: &'c Case<'_>, name: Name) -> Cx<'c> {
        Cx::new(case.view, self.by, self.act.n).about(&case.event, name.1)
    }

    fn spec_of(&self, number: usize) -> &GuardSpec {
        let guard = self.spec.guards.iter().find(|guard| guard.number == number);
        guard.expect("a guard is known by its number")
    }

    /// How much a guard has left, of what it counts.
    pub(super) fn left(&self, case: &Case<'_>, name: Name) -> Option<u32> {
        if self.spec_of(name.0).charged == Charged::Not {
            return None;
        }
        let there = case.view.charges(name.1.map(|source| source.id.0));
        let spent = self.ledger.spends.iter().chain(&case.used_up.spends);
        let spent = spent.filter(|(who, ..)| *who == key(name)).map(|(_, n, _)| *n).sum::<u32>();
        Some(there.saturating_sub(spent))
    }

    /// Whether an event concerns a guard at all.
    fn concerns(&self, name: Name, event: &Ev) -> bool {
        let guard = self.spec_of(name.0);
        let subject = name.1.and_then(|source| source.subject);
        guard.post.kinds.contains(&event.kind())
            && (!guard.post.own_subject || subject.is_some() && subject == Arena::about(event))
    }

    /// Whether a guard that the event concerns can be asked about it.
    fn ready(&self, case: &Case<'_>, name: Name) -> bool {
        let cx = self.guard_cx(case, name);
        self.spec_of(name.0).post.when.iter().all(|asks| cx.holds(*asks))
            && self.left(case, name) != Some(0)
    }

    /// All guards of all sources that could be asked now, in order.
    fn candidates(&self, case: &Case<'_>) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        for guard in &self.spec.guards {
            match guard.post.carried {
                None => names.push((guard.number, None)),
                Some(kind) => {
                    let carriers = case.view.things.iter().filter(|thing| thing.card.kind == kind);
                    names.extend(carriers.map(|thing| (guard.number, Some(thing.source()))));
                }
            }
        }
        names.retain(|name| {
            let guard = self.spec_of(name.0);
            let saves = guard.own_tier && matches!(guard.say, Say::Replace(_));
            self.concerns(*name, &case.event)
                && !case.record.contains(&key(*name))
                && !case.passed.contains(&key(*name))
                && (!case.forbidden || saves)
                && self.ready(case, *name)
        });
        names.sort_by_key(|name| {
            let tried = case.trial.as_ref().and_then(|trial| trial.iter().position(|n| n == name));
            (
                self.rank(name.0),
                tried.unwrap_or(usize::MAX),
                self.turn_order(case.view, *name),
                name.1.map(|source| source.since),
                self.spec.guards.iter().position(|guard| guard.number == name.0),
                name.1.map(|source| source.id),
            )
        });
        names
    }

    /// Forbidding guards first, then by tier, then by priority.
    fn rank(&self, guard: usize) -> (bool, bool, Reverse<i32>) {
        let guard = self.spec_of(guard);
        (guard.say != Say::Forbid, !guard.own_tier, Reverse(guard.post.priority))
    }

    /// How many seats after the active player's; those of nobody come last.
    pub(super) fn turn_order(&self, view: &Table, name: Name) -> u8 {
        match name.1.and_then(|source| source.seat) {
            Some(seat) => (seat.0 + view.seats - view.active) % view.seats,
            None => view.seats,
        }
    }

    fn next_guard(&mut self, case: &Case<'_>) -> Result<Option<Name>, Halt> {
        let candidates = self.candidates(case);
        let Some(first) = candidates.first().copied() else { return Ok(None) };
        if !self.spec.affected_chooses || case.trial.is_some() {
            return Ok(Some(first));
        }
        let rank = self.rank(first.0);
        let equals: Vec<_> =
            candidates.into_iter().filter(|name| self.rank(name.0) == rank).collect();
        let Some(seat) = Arena::affected(case.view, &case.event) else { return Ok(Some(first)) };
        if equals.len() == 1 || self.makes_no_difference(case, &equals) {
            return Ok(Some(first));
        }
        let options: Vec<_> = equals.iter().map(|name| described(*name)).collect();
        let chosen = self.ask(Matter::Equals, seat.0, &options).map_err(Halt::Stop)?;
        Ok(Some(equals[chosen]))
    }

    /// A yes or a no, if the guard asks for one.
    fn says_yes(&mut self, case: &Case<'_>, name: Name) -> Result<bool, Halt> {
        if self.spec_of(name.0).manners == Manners::Sure {
            return Ok(true);
        }
        if case.trial.is_some() {
            return Err(WouldAsk.into());
        }
        let seat = asked(&self.guard_cx(case, name));
        let options = ["yes".to_owned(), "no".to_owned()];
        Ok(self.ask(Matter::YesOrNo, seat, &options).map_err(Halt::Stop)? == 0)
    }

    fn apply_guard(&mut self, case: &mut Case<'_>, name: Name) -> Result<Option<End>, Halt> {
        if !self.says_yes(case, name)? {
            match self.spec_of(name.0).manners {
                Manners::DeclineOnNo => case.record.push(key(name)),
                _ => case.passed.push(key(name)),
            }
            return Ok(None);
        }
        let guard = self.spec_of(name.0).clone();
        let word = say(self.spec, &self.guard_cx(case, name), &guard.say);
        match word {
            Word::Forbid => {
                self.used(case, &guard, name, 0, true);
                case.forbidden = true;
                case.by = vec![key(name)];
            }
            Word::Prevent(n) => return self.prevent(case, &guard, name, n),
            Word::All => return self.prevent(case, &guard, name, u32::MAX),
            Word::Modify(event) | Word::Redirect(event) => {
                self.used(case, &guard, name, 0, true);
                case.record.push(key(name));
                case.changes(event, name);
            }
            Word::Replace(trees) => {
                self.used(case, &guard, name, 0, true);
                case.record.push(key(name));
                return Ok(Some(End::Replaced(trees, name.0)));
            }
        }
        Ok(None)
    }

    /// Enters what a guard that did something uses up and brings about.
    fn used(&self, case: &mut Case<'_>, guard: &GuardSpec, name: Name, n: u32, could: bool) {
        let spent = match guard.charged {
            Charged::Not => 0,
            Charged::ByAmount => n,
            Charged::ByUse => u32::from(could),
        };
        if spent > 0 {
            case.used_up.spends.push((key(name), spent, case.line));
        }
        if guard.rider.is_some() {
            let would = Arena::amount(&case.event).unwrap_or(1);
            let (line, event) = (case.line, case.event);
            case.used_up.riders.push(Rides { by: name, line, event, would, prevented: n });
        }
    }

    fn prevent(
        &mut self,
        case: &mut Case<'_>,
        guard: &GuardSpec,
        name: Name,
        most: u32,
    ) -> Result<Option<End>, Halt> {
        if !Arena::preventable(case.view, &case.event) {
            self.used(case, guard, name, 0, false);
            case.record.push(key(name));
            return Ok(None);
        }
        let whole = Arena::amount(&case.event).unwrap_or(1);
        let Some(n) = self.portion(case, guard, name, most.min(whole))? else {
            case.record.push(key(name));
            return Ok(None);
        };
        // All of nothing is something, where nothing is.
        if n == 0 && whole > 0 {
            case.passed.push(key(name));
            return Ok(None);
        }
        self.used(case, guard, name, n, true);
        case.record.push(key(name));
        case.used_up.preventions.push((key(name), n, whole - n, case.line));
        if n == whole {
            return Ok(Some(End::Dies(Fate::Prevented)));
        }
        let rest = Arena::with_amount(&case.event, whole - n);
        case.changes(rest, name);
        Ok(None)
    }

    /// How much it prevents; none if somebody wants it to prevent nothing.
    fn portion(
        &mut self,
        case: &Case<'_>,
        guard: &GuardSpec,
        name: Name,
        most: u32,
    ) -> Result<Option<u32>, Halt> {
        if guard.charged != Charged::ByAmount {
            return Ok(Some(most));
        }
        let left = self.left(case, name).unwrap_or(0);
        let most = most.min(left);
        let affected = Arena::affected(case.view, &case.event);
        let owner = name.1.and_then(|source| source.seat);
        let (Some(seat), true) = (affected.or(owner), guard.divided) else {
            return Ok(Some(most));
        };
        let elsewhere: u32 = case
            .siblings
            .iter()
            .filter(|event| self.concerns(name, event) && Arena::preventable(case.view, event))
            .filter(|event| self.ready(&Case { event: **event, ..case.clone() }, name))
            .map(|event| Arena::amount(event).unwrap_or(1))
            .sum();
        let least = most.min(left.saturating_sub(elsewhere));
        if least == most {
            return Ok(Some(most));
        }
        if case.trial.is_some() {
            return Err(WouldAsk.into());
        }
        let options: Vec<_> = (least..=most).map(|n| n.to_string()).collect();
        let chosen =
            least + self.ask(Matter::Portion, seat.0, &options).map_err(Halt::Stop)? as u32;
        Ok((chosen > 0).then_some(chosen))
    }
}
