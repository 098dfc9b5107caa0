//! What must be true of every analysis.

use rulebook::{
    About, Analysis, Certainty, Finding, FindingKind, Kind, Strategy, SubjectName, Witness,
    WitnessSubject,
};

use super::build::build;
use super::play::{Came, play};
use super::spec::{FLAGS, Given, OPPOSITE, Phase, Placed, Point, SHARED};
use crate::runner::{Coverage, Said, same};

/// A book with what was found in it, and what comes of every case.
struct Case<'s> {
    root: &'s Phase,
    rules: Vec<Placed<'s>>,
    /// The kinds that each rule may be asked about, one bit each.
    kinds: Vec<u8>,
    analysis: Analysis,
    points: Vec<Point>,
    came: Vec<Came>,
}

pub(crate) fn hold(root: &Phase, seen: &Coverage) -> Said {
    let mut points = Point::all();
    points.retain(|point| root.lets_pass(point));
    let rules = root.rules();
    let kinds_of = |placed: &Placed<'_>| {
        let wanted = points.iter().filter(|point| placed.is_declared_for(point));
        wanted.fold(0, |kinds, point| kinds | 1 << point.kind)
    };
    let case = Case {
        root,
        kinds: rules.iter().map(kinds_of).collect(),
        rules,
        analysis: build(root).0.analyse(),
        came: play(root, &points),
        points,
    };
    case.note(seen);
    case.never_chosen()?;
    case.shadows()?;
    case.overlaps()?;
    case.gaps()?;
    case.priorities()?;
    case.strategies()?;
    case.groups()?;
    case.conditions()
}

fn says(holds: bool, why: impl FnOnce() -> String) -> Said {
    if holds { Ok(()) } else { Err(why()) }
}

impl Case<'_> {
    fn note(&self, seen: &Coverage) {
        let masks = self.analysis.of(FindingKind::IdleMask).count();
        seen.saw_if(self.has_groups() && masks == 0, "groups that mask");
        seen.saw_if(self.came.iter().any(|came| !came.conflict().is_empty()), "conflicts");
        let wants = |why: &str| why.starts_with("it wants the step");
        let in_steps = self.analysis.findings().iter().filter(|finding| wants(&finding.why));
        seen.saw_if(in_steps.count() > 0, "never in a step that allows it");
        let witnesses = self.analysis.findings().iter().filter_map(|it| it.witness.as_ref());
        let others = witnesses.filter(|witness| !witness.also.is_empty());
        seen.saw_if(others.count() > 0, "gaps about several subjects");
        let gaps = || self.analysis.of(FindingKind::Gap);
        let again = |gap: &Finding| gaps().filter(|other| other.about == gap.about).count() > 1;
        seen.saw_if(gaps().any(again), "a gap in several cases");
        seen.saw_if(gaps().any(says_more), "more gaps than are told");
        for finding in self.analysis.findings() {
            seen.saw(match (finding.kind, finding.certainty) {
                (FindingKind::Unreachable, _) => "unreachable",
                (FindingKind::Shadowed, _) if finding.rules.len() > 2 => "shadowed together",
                (FindingKind::Shadowed, _) => "shadowed",
                (FindingKind::DeadPhase, _) => "dead phase",
                (FindingKind::Overlap, Certainty::Proved) => "overlap, proved",
                (FindingKind::Overlap, Certainty::Suspected) => "overlap, suspected",
                (FindingKind::Overlap, Certainty::Unknown) => "overlap, unknown",
                (FindingKind::Gap, Certainty::Proved) => "gap, proved",
                (FindingKind::Gap, _) => "gap, suspected",
                (FindingKind::RedundantPriority, _) => "redundant priority",
                (FindingKind::IdleStrategy, _) => "idle strategy",
                (FindingKind::IdleMask, _) => "idle group",
                (FindingKind::IdleMember, _) => "idle member",
                (FindingKind::IdleCondition, _) => "idle condition",
                _ => "something else",
            });
        }
    }

    fn has_groups(&self) -> bool {
        let mut groups = false;
        self.root.clone().each(&mut |_, of| groups |= of.group.is_some());
        groups
    }

    fn placed(&self, name: &str) -> Result<&Placed<'_>, String> {
        let known = self.rules.iter().find(|placed| placed.name == name);
        known.ok_or_else(|| format!("there is no rule {name}"))
    }

    fn cases(&self) -> impl Iterator<Item = (&Point, &Came)> {
        self.points.iter().zip(&self.came)
    }

    fn is_over(&self, name: &str) -> bool {
        let over = [FindingKind::Unreachable, FindingKind::Shadowed];
        self.analysis.proved().any(|finding| {
            over.contains(&finding.kind) && finding.rules[0] == name
                || finding.kind == FindingKind::DeadPhase && finding.names(name)
        })
    }

    /// A rule that is said to be never reached is never reached; and where one
    /// rule decides, all others are.
    fn never_chosen(&self) -> Said {
        for placed in &self.rules {
            let (name, number) = (&placed.name, placed.rule.number);
            let mut reached = self
                .cases()
                .filter(|(_, came)| came.chose(number) || came.conflict().contains(name));
            let mut at_fault = self
                .cases()
                .filter(|(point, came)| placed.answers(point) && !came.conflict().is_empty());
            if self.is_over(name) {
                let case = reached.next();
                says(case.is_none(), || format!("{name} is over, but it was reached: {case:?}"))?;
            } else if !self.root.has(Strategy::ApplyAll) {
                says(reached.next().is_some() || at_fault.next().is_some(), || {
                    format!("{name} is never reached, but nobody says so")
                })?;
            }
        }
        Ok(())
    }

    /// The rules that are said to shadow one cover it, and all are needed.
    fn shadows(&self) -> Said {
        if self.root.has(Strategy::ApplyAll) {
            return Ok(());
        }
        for finding in self.analysis.of(FindingKind::Shadowed) {
            let [name, by @ ..] = &finding.rules[..] else { return Err("nameless".into()) };
            let shadowed = self.placed(name)?;
            let by = by.iter().map(|name| self.placed(name)).collect::<Result<Vec<_>, _>>()?;
            let uncovered = |by: &[&&Placed<'_>]| {
                self.points.iter().any(|point| {
                    shadowed.answers(point) && !by.iter().any(|other| other.answers(point))
                })
            };
            let all: Vec<_> = by.iter().collect();
            says(!uncovered(&all), || format!("{finding}: they do not cover it"))?;
            for (left_out, without) in by.iter().enumerate() {
                let mut fewer = all.clone();
                fewer.remove(left_out);
                says(uncovered(&fewer), || format!("{finding}: {} is not needed", without.name))?;
            }
        }
        Ok(())
    }

    /// Every conflict was foreseen; what is proved always happens; and there is
    /// a case for what is suspected.
    fn overlaps(&self) -> Said {
        let found: Vec<&Finding> = self.analysis.of(FindingKind::Overlap).collect();
        for (point, came) in self.cases() {
            for (at, one) in came.conflict().iter().enumerate() {
                for other in &came.conflict()[at + 1..] {
                    let both = |finding: &&&Finding| finding.names(one) && finding.names(other);
                    says(found.iter().any(|finding| both(&finding)), || {
                        format!("{one} and {other} overlap, and nobody says so: {point:?}")
                    })?;
                }
            }
        }
        for finding in found {
            let Some(witness) = &finding.witness else { continue };
            let mut of_kind =
                self.cases().filter(|(point, _)| point.action().kind.name() == witness.action);
            if finding.certainty == Certainty::Proved {
                says(of_kind.all(|(_, came)| !came.conflict().is_empty()), || {
                    format!("{finding} But there is a case where it is none.")
                })?;
            } else if !self.root.has(Strategy::ApplyAll) {
                let (one, other) =
                    (self.placed(&finding.rules[0])?, self.placed(&finding.rules[1])?);
                let mut cases = self.points.iter().filter(|point| meets(point, witness));
                says(cases.all(|point| one.answers(point) && other.answers(point)), || {
                    format!("{finding} But there is a case that is none.")
                })?;
            }
        }
        Ok(())
    }

    /// What is said to be a gap is one, and where the author's own code is
    /// willing, all gaps are found.
    fn gaps(&self) -> Said {
        for finding in self.analysis.of(FindingKind::Gap) {
            let witness = match &finding.witness {
                Some(witness) => witness.clone(),
                None => match finding.about {
                    About::Action(kind) => Witness::of(kind),
                    _ => return Err(format!("{finding} is about no action")),
                },
            };
            let mut cases = self.cases().filter(|(point, _)| meets(point, &witness));
            says(cases.all(|(_, came)| *came == Came::Unhandled), || {
                format!("{finding} But somebody does.")
            })?;
        }
        for (point, came) in self.cases() {
            let is_known = point.subject.is_some()
                || self.reached(point).any(|placed| placed.rule.subjects.is_empty());
            let willing = point.flags == [true; FLAGS] && !self.wants_the_opposite();
            if *came == Came::Unhandled && willing && is_known {
                let named = self.analysis.of(FindingKind::Gap).any(|gap| self.tells(gap, point));
                says(named || self.names_no_such_subject(point), || {
                    format!("nobody answers {point:?}, and nobody says so")
                })?;
            }
        }
        Ok(())
    }

    /// Whether somebody waits for the opposite of what is shared.
    fn wants_the_opposite(&self) -> bool {
        let mut flags = self.rules.iter().flat_map(|placed| {
            let around = placed.around.iter().map(|phase| phase.flag);
            around.chain([placed.rule.flag])
        });
        flags.any(|flag| flag == Some(OPPOSITE))
    }

    /// Whether a gap is the one in which a case lies, or says that there are more.
    fn tells(&self, gap: &Finding, point: &Point) -> bool {
        gap.names(point.action().kind.name())
            && gap.witness.as_ref().is_none_or(|witness| {
                // A subject that no rule names is none.
                let named = point.subject.filter(|_| self.names_the_subject(point));
                is_about(witness, named) && has_values(point, witness) || says_more(gap)
            })
    }

    /// The rules that can be reached by an action of this kind.
    fn reached(&self, point: &Point) -> impl Iterator<Item = &Placed<'_>> {
        let of_kind = self.rules.iter().zip(&self.kinds);
        let of_kind = of_kind.filter(|(_, kinds)| *kinds >> point.kind & 1 == 1);
        of_kind.map(|(placed, _)| placed).filter(|placed| !self.is_over(&placed.name))
    }

    /// Whether a rule that can be reached names this subject.
    fn names_the_subject(&self, point: &Point) -> bool {
        let about = |subject: u32| {
            self.reached(point).any(|placed| placed.rule.subjects.contains(&subject))
        };
        point.subject.is_some_and(about)
    }

    /// Whether no rule that can be reached is about this subject.
    fn names_no_such_subject(&self, point: &Point) -> bool {
        point.subject.is_some()
            && !self.names_the_subject(point)
            && !self.reached(point).any(|placed| placed.rule.subjects.is_empty())
    }

    /// Without the priorities that change nothing, left out one after the other, nothing
    /// has changed; nor without one that does not wait for others.
    fn priorities(&self) -> Said {
        let mut fewer = self.root.clone();
        for finding in self.analysis.of(FindingKind::RedundantPriority) {
            let name = finding.about.name();
            let leave_out = |from: &mut Phase| {
                from.each(&mut |other, of| {
                    if other == name {
                        *of.priority = None;
                    }
                });
            };
            leave_out(&mut fewer);
            self.same_as(&fewer, &format!("without the priority of {name} and those before it"))?;
            if !finding.why.contains(", once ") {
                let mut alone = self.root.clone();
                leave_out(&mut alone);
                self.same_as(&alone, &format!("without the priority of {name} alone"))?;
            }
        }
        Ok(())
    }

    /// Without the strategies that have nothing to settle, nothing has changed.
    fn strategies(&self) -> Said {
        let idle = |name: &str| {
            let about = About::Phase(name.to_owned());
            self.analysis.of(FindingKind::IdleStrategy).any(|finding| finding.about == about)
        };
        let mut twin = self.root.clone();
        if idle("") {
            twin.strategy = Strategy::FirstWins;
        }
        twin.each(&mut |name, of| {
            if let Some(strategy) = of.strategy.filter(|_| idle(name)) {
                *strategy = Strategy::FirstWins;
            }
        });
        self.same_as(&twin, "without the idle strategies")
    }

    /// Without the groups that mask nothing, and with those that do left to whom they
    /// mean something, nothing has changed.
    fn groups(&self) -> Said {
        let about = |kind, group: u8| {
            let about = About::Group(format!("group {group}"));
            self.analysis.of(kind).find(move |finding| finding.about == about)
        };
        let idle = |name: &str, group: u8| {
            let members = about(FindingKind::IdleMember, group);
            about(FindingKind::IdleMask, group).is_some()
                || members.is_some_and(|finding| finding.rules.iter().any(|rule| rule == name))
        };
        let mut twin = self.root.clone();
        twin.each(&mut |name, of| {
            if of.group.is_some_and(|group| idle(name, group)) {
                *of.group = None;
            }
        });
        self.same_as(&twin, "without the idle groups and members")
    }

    /// Without the conditions that change nothing, nothing has changed.
    fn conditions(&self) -> Said {
        let mut twin = self.root.clone();
        twin.each(&mut |name, of| {
            let about = |finding: &&Finding| finding.about.name() == name;
            for finding in self.analysis.of(FindingKind::IdleCondition).filter(about) {
                // Of two that are the same, the second one says nothing new.
                let says =
                    |given: &Given| finding.why.starts_with(&format!("\"{}\"", words(*given)));
                let last = of.givens.iter().rposition(says);
                of.givens.remove(last.expect("it is one of its conditions"));
            }
        });
        self.same_as(&twin, "without the idle conditions")
    }

    fn same_as(&self, twin: &Phase, what: &str) -> Said {
        let twin = play(twin, &self.points);
        for ((point, came), other) in self.cases().zip(&twin) {
            same(&format!("{what}, {point:?}"), came, other)?;
        }
        Ok(())
    }
}

const FACTS: [&str; 3] = ["first", "second", "third"];
const VALUES: [&str; 3] = ["Zero", "One", "Two"];

/// A declared condition in words.
fn words((fact, wanted): Given) -> String {
    let wanted = VALUES.iter().enumerate().filter(|(at, _)| wanted >> at & 1 == 1);
    let wanted: Vec<&str> = wanted.map(|(_, value)| *value).collect();
    format!("{} is {}", FACTS[fact], wanted.join(" or "))
}

/// Whether an action about this is one that a witness is about.
fn is_about(witness: &Witness, subject: Option<u32>) -> bool {
    let is_it = |named: &SubjectName| subject == Some(named.subject.0);
    witness.also.iter().any(is_it)
        || match &witness.subject {
            WitnessSubject::Any => true,
            WitnessSubject::Named(named) => is_it(named),
            WitnessSubject::Other => subject.is_none(),
        }
}

/// Whether the predicate of this name holds.
fn holds(point: &Point, name: &str) -> bool {
    match name {
        "shared" => point.flags[SHARED],
        "opposite" => !point.flags[SHARED],
        own => (0..FLAGS).any(|flag| own == format!("flag {flag}") && point.flags[flag]),
    }
}

/// Whether a case is what a witness says.
fn meets(point: &Point, witness: &Witness) -> bool {
    point.action().kind.name() == witness.action
        && is_about(witness, point.subject)
        && witness.holds.iter().all(|held| holds(point, &held.predicate))
        && has_values(point, witness)
}

/// Whether the facts of a case are as a witness says.
fn has_values(point: &Point, witness: &Witness) -> bool {
    witness.facts.iter().all(|fact| {
        let at = FACTS.iter().position(|name| *name == fact.fact);
        at.is_some_and(|at| fact.values.contains(&VALUES[usize::from(point.facts[at])]))
    })
}

/// Whether there are more gaps like this one than are told.
fn says_more(gap: &Finding) -> bool {
    gap.why.contains("more case")
}
