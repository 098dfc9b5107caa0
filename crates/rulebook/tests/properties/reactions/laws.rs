//! What holds of any record, whatever the book says; nothing here is
//! interpreted a second time.

use std::collections::BTreeSet;
use std::sync::Arc;

use rulebook::{Digest, Fate, Firing, Game, GroupKind, Recovery, Seat, Stance};

use super::build::{NUMBERS, book};
use super::dump::{Dump, Name, Why};
use super::game::{Act, Arena, Ev, Table};
use super::meaning::stand;
use super::play::{Came, Play};
use super::seen::Sight;
use super::spec::{Branch, Charged, Plan, Say, Spec};
use crate::runner::{Coverage, Said, same};

/// Whether the laws hold of everything that comes of a book.
pub(crate) fn hold(spec: &Spec, seen: &Coverage) -> Said {
    let spec = Arc::new(spec.clone());
    let book = book(&spec);
    let mut sight = Sight::new(&spec);
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let mut play = Play::new(&spec, &book, recovery);
        let mut moments = vec![(play.game.state().clone(), play.digest())];
        for (by, act) in &spec.actions {
            let before = play.game.state().clone();
            legal_is_payable(&spec, &mut play, *by)?;
            let came = play.act(*by, *act)?;
            sight.note(&came);
            if let Came::Committed(dump) = &came {
                of_record(&spec, dump)?;
                at_rest(&spec, dump, play.game.state())?;
                folded(&before, dump, play.game.state())?;
                moments.push((play.game.state().clone(), play.digest()));
            }
        }
        travels(&mut play, &moments)?;
    }
    sight.count(seen);
    Ok(())
}

/// What is offered is what would not be refused for its cost.
fn legal_is_payable(spec: &Spec, play: &mut Play, by: u8) -> Said {
    let before = (play.game.state().clone(), play.digest());
    let legal = play.game.legal(Seat(by)).map_err(|fault| fault.to_string())?;
    let offered: Vec<_> = legal.iter().map(|legal| *legal.action()).collect();
    let acts = (0..spec.rules.len()).flat_map(|rule| NUMBERS.map(|n| Act { rule: rule as u8, n }));
    let payable = |act: &Act| match play.game.fork().submit(Seat(by), *act) {
        Ok(outcome) => outcome.refusal().is_none(),
        Err(_) => true,
    };
    same("what is offered", &acts.filter(payable).collect(), &offered)?;
    same("offering changed the game", &before, &(play.game.state().clone(), play.digest()))
}

fn of_record(spec: &Spec, dump: &Dump) -> Said {
    one_fate_each(dump)?;
    no_half_groups(dump)?;
    if !has_options(spec) {
        all_or_nothing(dump)?;
    }
    once_for_each_line(dump)?;
    spent_is_announced(spec, dump)?;
    announced_once(dump)
}

/// What happened stands in the frame, each once; nothing else does.
fn one_fate_each(dump: &Dump) -> Said {
    let mut events: Vec<Option<Ev>> = vec![None; dump.events.len()];
    for (number, line) in dump.lines.iter().enumerate() {
        match (line.fate, line.applied) {
            (Fate::Applied, Some(at)) if events.get(at) == Some(&None) => {
                events[at] = Some(line.event);
            }
            (Fate::Applied, _) => {
                return Err(format!("line {number} happened, but not in the frame: {line:?}"));
            }
            (_, None) => {}
            (_, Some(_)) => return Err(format!("line {number} did not happen: {line:?}")),
        }
        let fell = matches!(line.fate, Fate::RolledBack | Fate::Prevented | Fate::Skipped);
        if line.fell_with.is_some() && !fell {
            return Err(format!("line {number} fell with another, and yet: {line:?}"));
        }
    }
    same("events of the frame", &dump.events.iter().copied().map(Some).collect(), &events)
}

/// The groups around a line, innermost first.
fn groups_around(dump: &Dump, line: usize) -> Vec<usize> {
    let mut around = Vec::new();
    let mut at = dump.lines[line].group;
    while let Some(group) = at {
        around.push(group);
        at = dump.groups[group].within;
    }
    around
}

/// In a group that died nothing happened; what fell, fell with a member of the
/// same dead group.
fn no_half_groups(dump: &Dump) -> Said {
    for (number, line) in dump.lines.iter().enumerate() {
        let around = groups_around(dump, number);
        let dead = around.iter().any(|group| dump.groups[*group].doomed_by.is_some());
        if line.fate == Fate::Applied && dead {
            return Err(format!("half of a group: line {number} in {:#?}", dump));
        }
        if let Some(killer) = line.fell_with {
            let doomed = |group: &&usize| dump.groups[**group].doomed_by == Some(killer);
            let together: BTreeSet<_> = around.iter().filter(doomed).collect();
            let killers = groups_around(dump, killer);
            if !killers.iter().any(|group| together.contains(group)) {
                return Err(format!("line {number} fell with a stranger: {dump:#?}"));
            }
        }
        if line.fate == Fate::RolledBack && line.fell_with.is_none() {
            return Err(format!("line {number} was rolled back for nothing: {dump:#?}"));
        }
    }
    Ok(())
}

/// Where no member is optional, either all of an atomic group happens or
/// nothing of it.
fn all_or_nothing(dump: &Dump) -> Said {
    for (number, group) in dump.groups.iter().enumerate() {
        if group.kind != GroupKind::Atomic || group.doomed_by.is_some() {
            continue;
        }
        let around = |at: Option<usize>| at.is_some_and(|at| dump.groups[at].doomed_by.is_some());
        let members = dump.lines.iter().filter(|line| line.group == Some(number));
        let fine = |fate| matches!(fate, Fate::Applied | Fate::Replaced | Fate::Vanished);
        let fell = |fate| matches!(fate, Fate::RolledBack | Fate::Replaced | Fate::Vanished);
        let fates: Vec<_> = members.map(|line| line.fate).collect();
        let with_another = around(group.within) || fates.contains(&Fate::RolledBack);
        let whole = match with_another {
            true => fates
                .iter()
                .all(|fate| fell(*fate) || *fate == Fate::Skipped || *fate == Fate::Prevented),
            false => fates.iter().all(|fate| fine(*fate)),
        };
        if !whole {
            return Err(format!("group {number} happened in part: {dump:#?}"));
        }
    }
    Ok(())
}

fn has_options(spec: &Spec) -> bool {
    fn optional(plan: &Plan) -> bool {
        plan.iter().any(|branch| match branch {
            Branch::One(_) => false,
            Branch::Many(_, members) => {
                members.iter().any(|(option, branch)| *option || optional(&vec![branch.clone()]))
            }
        })
    }
    let rules = spec.rules.iter().flat_map(|rule| rule.costs.iter().chain([&rule.then]));
    let guards = spec.guards.iter().flat_map(|guard| {
        let instead = match &guard.say {
            Say::Replace(plan) => Some(plan),
            _ => None,
        };
        instead.into_iter().chain(&guard.rider)
    });
    let triggers = spec.triggers.iter().map(|trigger| &trigger.then);
    let standing = spec.standing.iter().map(|standing| &standing.then);
    rules.chain(guards).chain(triggers).chain(standing).any(optional)
}

/// Each guard of each source is applied at most once to an event and
/// everything that it became.
fn once_for_each_line(dump: &Dump) -> Said {
    for start in 0..dump.lines.len() {
        let mut applied: Vec<Name> = Vec::new();
        let mut at = Some(start);
        while let Some(line) = at {
            let mut forbade = Vec::new();
            for (name, stance) in &dump.considered[line] {
                match stance {
                    Stance::Forbade => forbade.push(*name),
                    Stance::Prevented { .. }
                    | Stance::CouldNotPrevent
                    | Stance::Modified
                    | Stance::Redirected
                    | Stance::Replaced
                    | Stance::Declined => applied.push(*name),
                    _ => {}
                }
            }
            if forbade.len() > 1 {
                return Err(format!("line {line} was forbidden twice: {dump:#?}"));
            }
            at = match dump.lines[line].why {
                Why::Replacement(of, _) => Some(of),
                _ => None,
            };
        }
        let all = applied.len();
        applied.sort();
        applied.dedup();
        if applied.len() < all {
            return Err(format!("a guard was applied twice to line {start}: {dump:#?}"));
        }
    }
    Ok(())
}

/// What a guard that is charged by amounts spends is what it announces.
fn spent_is_announced(spec: &Spec, dump: &Dump) -> Said {
    for guard in &spec.guards {
        if guard.charged != Charged::ByAmount {
            continue;
        }
        let told = dump.told.iter().filter(|told| told.by.0 == guard.number);
        let announced: u32 = told.map(|told| told.amount).sum();
        let spent = dump.lines.iter().filter_map(|line| match (line.why, line.proposed) {
            (Why::Charge(_, by), Ev::Spend { n, .. }) if by == guard.number => Some(n),
            _ => None,
        });
        same(&format!("spent by g{}, {dump:#?}", guard.number), &announced, &spent.sum())?;
    }
    Ok(())
}

/// An announcement names what its guard prevented, and nothing else.
fn announced_once(dump: &Dump) -> Said {
    for told in &dump.told {
        let mut amount = 0;
        for line in &told.prevented {
            let said = dump.considered[*line].iter().find_map(|(name, stance)| match stance {
                Stance::Prevented { amount, .. } if *name == told.by => Some(*amount),
                _ => None,
            });
            amount += said.ok_or_else(|| format!("announced, not prevented: {dump:#?}"))?;
        }
        same("what is announced", &amount, &told.amount)?;
        let fell = told.fell.iter().all(|line| {
            dump.lines[*line].fell_with.is_some_and(|killer| told.prevented.contains(&killer))
        });
        if !fell {
            return Err(format!("it did not fall with what was prevented: {dump:#?}"));
        }
    }
    Ok(())
}

/// Nothing is pending: no trigger waits, and what standing rules would propose
/// has come to nothing since anything happened.
fn at_rest(spec: &Spec, dump: &Dump, table: &Table) -> Said {
    if dump.shots.iter().any(|shot| shot.came_to == Firing::Waiting) {
        return Err(format!("a trigger still waits: {dump:#?}"));
    }
    let awake = spec.standing.iter().filter(|standing| standing.woken.is_empty());
    let restless =
        awake.map(|rule| stand(spec, table, rule.stands, &rule.then)).any(|all| !all.is_empty());
    if !restless || dump.events.is_empty() {
        return Ok(());
    }
    let last = dump.rounds.len().checked_sub(1).ok_or("standing rules were never asked")?;
    let of_last = |why: Why| matches!(why, Why::Standing(_, round, _) if round == last);
    let from = dump.lines.iter().position(|line| of_last(line.why)).unwrap_or(dump.lines.len());
    match dump.lines[from..].iter().any(|line| line.fate == Fate::Applied) {
        true => Err(format!("not at rest: {dump:#?}")),
        false => Ok(()),
    }
}

/// The events of the frame make the state.
fn folded(before: &Table, dump: &Dump, after: &Table) -> Said {
    let mut table = before.clone();
    for event in &dump.events {
        Arena::apply(&mut table, event);
    }
    same("the events folded", &table, after)
}

/// Back to the start and forth again, each moment is as it was.
fn travels(play: &mut Play, moments: &[(Table, Digest)]) -> Said {
    let there = |play: &mut Play, moment: &(Table, Digest), what: &str| {
        play.sources_are_known()?;
        let now = (play.game.state().clone(), play.digest());
        same(what, moment, &now)
    };
    let dumps = |play: &Play| -> Vec<Dump> {
        play.game.frames().map(|frame| Dump::of_frame(&play.book, frame)).collect()
    };
    let all = dumps(play);
    for moment in moments.iter().rev().skip(1) {
        play.game.undo().map_err(|fault| fault.to_string())?;
        there(play, moment, "after an undo")?;
    }
    for moment in &moments[1..] {
        play.game.redo().map_err(|fault| fault.to_string())?;
        there(play, moment, "after a redo")?;
    }
    same("frames after undo and redo", &all, &dumps(play))
}
