//! What the cases exercise: counted from the engine's own record, once for
//! each case.

use std::collections::BTreeSet;
use std::sync::Arc;

use rulebook::{Fate, Firing, GroupKind, Stance};

use super::dump::{Dump, Matter, Why};
use super::play::Came;
use super::spec::{Hears, Spec};
use crate::runner::Coverage;

/// What one case had.
pub(crate) struct Sight {
    spec: Arc<Spec>,
    had: BTreeSet<&'static str>,
}

impl Sight {
    pub(crate) fn new(spec: &Arc<Spec>) -> Self {
        Sight { spec: spec.clone(), had: BTreeSet::new() }
    }

    pub(crate) fn count(self, seen: &Coverage) {
        self.had.into_iter().for_each(|what| seen.saw(what));
    }

    pub(crate) fn note(&mut self, came: &Came) {
        match came {
            Came::Committed(dump) => {
                self.had("committed");
                self.lines(dump);
                self.groups(dump);
                self.guards(dump);
                self.triggers(dump);
            }
            Came::NoChange => self.had("no change"),
            Came::Unpaid(..) => self.had("a refused cost"),
            Came::Limit("depth") => self.had("a loop: limit of depth"),
            Came::Limit("rounds") => self.had("a loop: limit of rounds"),
            Came::Limit("choices") => self.had("too many choices"),
            Came::Limit(_) => self.had("a loop: limit of events"),
            Came::Loop => self.had("a loop: the same again"),
        }
        if matches!(came, Came::Limit(_) | Came::Loop) {
            self.had("a loop");
        }
    }

    fn had(&mut self, what: &'static str) {
        self.had.insert(what);
    }

    fn if_had(&mut self, had: bool, what: &'static str) {
        if had {
            self.had(what);
        }
    }

    fn lines(&mut self, dump: &Dump) {
        for line in &dump.lines {
            self.had(match line.fate {
                Fate::Applied => "fate: applied",
                Fate::Prevented => "fate: prevented",
                Fate::Replaced => "fate: replaced",
                Fate::Skipped => "fate: skipped",
                Fate::Impossible => "fate: impossible",
                Fate::Vanished => "fate: vanished",
                Fate::Fizzled => "fate: fizzled",
                Fate::RolledBack => "fate: rolled back",
            });
            let forbidden = line.fate == Fate::Impossible && !line.by.is_empty();
            self.if_had(forbidden, "forbidden");
            self.if_had(line.fate == Fate::Replaced, "a replacement");
            let skipped = line.fate == Fate::Skipped && !line.by.is_empty();
            self.if_had(skipped, "a replacement by nothing");
            let again = matches!(line.why, Why::Replacement(..)) && line.fate == Fate::Replaced;
            self.if_had(again, "a replacement of a replacement");
            self.if_had(matches!(line.why, Why::Rider(..)), "a rider");
            self.if_had(matches!(line.why, Why::Charge(..)), "charges spent");
            self.if_had(matches!(line.why, Why::Cost(_)), "a cost paid");
            let standing = matches!(line.why, Why::Standing(..)) && line.applied.is_some();
            self.if_had(standing, "a standing rule");
        }
        self.if_had(dump.rounds.len() > 1, "several rounds of rest");
        self.if_had(!dump.picked.is_empty(), "a choice");
        self.if_had(dump.picked.len() > 1, "several choices");
        for picked in &dump.picked {
            self.had(match picked.matter {
                Matter::Whom => "a choice of a player",
                Matter::YesOrNo => "a choice of yes or no",
                Matter::Portion => "a choice: a shield divided",
                Matter::Equals => "a choice among equal guards",
            });
        }
    }

    fn groups(&mut self, dump: &Dump) {
        for group in &dump.groups {
            let Some(killer) = group.doomed_by else { continue };
            self.had("a doomed group");
            let around = group.within.map(|within| &dump.groups[within]);
            let atomic = around.filter(|around| around.kind == GroupKind::Atomic);
            let Some(around) = atomic else { continue };
            let with_it = around.doomed_by == Some(killer);
            self.if_had(with_it, "a nested doomed group: doomed through an inner one");
            let alone = !with_it && group.optional;
            self.if_had(alone, "a nested doomed group: doom stopped at an optional edge");
        }
        let fizzled = |at: usize| dump.lines[at].fate == Fate::Fizzled;
        let by_fizzle = dump.groups.iter().any(|group| group.doomed_by.is_some_and(fizzled));
        self.if_had(by_fizzle, "a group doomed by a fizzle");
    }

    fn guards(&mut self, dump: &Dump) {
        for (line, considered) in dump.lines.iter().zip(&dump.considered) {
            let said = |what: fn(&Stance) -> bool| considered.iter().any(|(_, one)| what(one));
            let forbade = said(|stance| *stance == Stance::Forbade);
            let saved = forbade && line.fate == Fate::Replaced;
            self.if_had(saved, "saved by a self-replacement");
            let prevented = said(|stance| matches!(stance, Stance::Prevented { .. }));
            let given_back = prevented && line.fate == Fate::RolledBack;
            self.if_had(given_back, "a prevention given back");
        }
        for (_, stance) in dump.considered.iter().flatten() {
            match stance {
                Stance::Prevented { left: 0, .. } => self.had("a full prevention"),
                Stance::Prevented { .. } => self.had("a partial prevention"),
                Stance::Redirected => self.had("a redirection"),
                Stance::Modified => self.had("a modification"),
                Stance::CouldNotPrevent => self.had("it cannot be prevented"),
                Stance::NoCharges => self.had("no charges left"),
                Stance::Declined => self.had("a guard declined"),
                Stance::NotReached => self.had("a guard not reached"),
                _ => {}
            }
        }
        let shared = dump.told.iter().any(|told| told.prevented.len() > 1);
        self.if_had(shared, "one announcement of several preventions");
        let fell = dump.told.iter().any(|told| !told.fell.is_empty());
        self.if_had(fell, "an announcement of what fell");
    }

    fn triggers(&mut self, dump: &Dump) {
        for shot in &dump.shots {
            self.had("a trigger");
            let number = shot.trigger.0;
            let spec = self.spec.triggers.iter().find(|trigger| trigger.number == number);
            let back = spec.is_some_and(|spec| spec.hears == Hears::Back);
            self.if_had(back, "a trigger that looks back");
            self.if_had(shot.announcement.is_some(), "a trigger on an announcement");
            self.if_had(shot.lines.len() > 1, "one firing for several events");
            let changed = matches!(shot.came_to, Firing::ConditionFalse(_));
            self.if_had(changed, "a condition false at the second look");
            let other = dump.lines[shot.lines[0]].fate != Fate::Applied;
            self.if_had(other && shot.announcement.is_none(), "a trigger on another fate");
        }
    }
}
