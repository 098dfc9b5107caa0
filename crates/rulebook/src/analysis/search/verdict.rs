//! From what was seen to findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::advice::Places;
use crate::analysis::finding::{About, Certainty, Finding, FindingKind};
use crate::analysis::text::many;
use crate::book::draft::What;
use crate::book::names::told;
use crate::book::{Compiled, RuleId};
use crate::game::Game;

use super::evidence::{Evidence, RuleSeen, Seen};
use super::extent::Extent;

/// All findings, by kind. Without a universe only legal actions were tried,
/// and nothing is said about checks. Whoever has not looked everywhere is told to look
/// further first.
pub(super) fn findings<G: Game>(
    book: &Compiled<G>,
    evidence: &Evidence,
    extent: &Extent,
) -> Vec<Finding> {
    let dead = dead_phases(book, evidence);
    let mut findings = rules(book, evidence, &dead);
    findings.extend(dead.iter().map(|&phase| dead_phase(book, phase)));
    findings.extend(evidence.overlaps.iter().map(|((phase, rules), seen)| {
        Finding::new(FindingKind::Overlap, About::Phase(phase.clone()), Certainty::Proved)
            .with_rules(rules.iter().cloned())
            .because(often(seen, evidence))
            .seen(seen.case.clone())
    }));
    findings.extend(evidence.gaps.iter().map(|(kind, seen)| {
        Finding::new(FindingKind::Gap, About::Action(kind), Certainty::Proved)
            .because(often(seen, evidence))
            .seen(seen.case.clone())
    }));
    findings.extend(masks(book, evidence));
    if extent.tries_all {
        findings.extend(checks(book, evidence));
        findings.extend(exceptions(book, evidence));
    }
    findings.sort_by_key(|finding| finding.kind);
    findings.iter_mut().for_each(|finding| finding.further = extent.further());
    if evidence.is_about_nothing() {
        subject_forgotten(book, evidence, &mut findings);
    }
    findings
}

/// Where the game says of no action what it is about, rules that name subjects are
/// never asked, however long somebody plays.
fn subject_forgotten<G: Game>(book: &Compiled<G>, evidence: &Evidence, findings: &mut [Finding]) {
    let rules = (0..book.rules.len()).filter(|&at| !book.rules[at].subjects.is_empty());
    let passed_over: BTreeSet<&str> =
        rules.filter(|&at| evidence.rules[at].tried > 0).map(|at| &*book.heads[at].name).collect();
    let suspected = findings.iter_mut().filter(|finding| {
        finding.kind == FindingKind::Unreachable && passed_over.contains(finding.about.name())
    });
    suspected.for_each(|finding| {
        finding.further = None;
        finding.advice = Some(
            "let the game say in `Game::subject` what an action is about, which it said of none"
                .to_owned(),
        );
    });
}

fn often(seen: &Seen, evidence: &Evidence) -> String {
    let passed = many(evidence.passed, "action");
    format!("seen {}, while {passed} came through the checks", times(seen.times))
}

fn rules<G: Game>(book: &Compiled<G>, evidence: &Evidence, dead: &[u32]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let rules = (0..book.rules.len()).map(|at| (&*book.heads[at].name, book.rules[at].node));
    let nodes: BTreeMap<&str, u32> = rules.collect();
    for (at, seen) in evidence.rules.iter().enumerate().filter(|(_, seen)| seen.decided == 0) {
        let name = book.rule_name(RuleId(at as u32));
        let within_dead = |phase| dead.contains(&phase);
        if seen.lost > 0 {
            let others: Vec<u32> =
                seen.lost_to.keys().filter_map(|rule| nodes.get(&**rule).copied()).collect();
            let advice = places(book).advice(book.rules[at].node, &others);
            findings.push(shadowed(name, seen).advising(advice));
        } else if !book.tree.ancestors(book.rules[at].node).any(within_dead) {
            findings.push(unreachable(name, seen));
        }
    }
    findings
}

/// The tree, for advice on who stands where.
fn places<G: Game>(book: &Compiled<G>) -> Places<'_, impl Fn(u32) -> bool, impl Fn(u32) -> About> {
    let about = |node: u32| {
        let path = book.draft.path(node as usize);
        match book.tree.phase(node) {
            Some(_) => About::Phase(path),
            None => About::Rule(path),
        }
    };
    Places { tree: &book.tree, by_key: |node| book.draft.orders_by_key(node), about }
}

fn shadowed(name: String, seen: &RuleSeen) -> Finding {
    let mut finding = Finding::new(FindingKind::Shadowed, About::Rule(name), Certainty::Suspected)
        .with_rules(by_count(&seen.lost_to).into_iter().map(|(winner, _)| winner.clone()))
        .because(format!("it would have answered {} in play, and never did", times(seen.lost)));
    finding.witness = seen.case.clone();
    finding
}

fn unreachable(name: String, seen: &RuleSeen) -> Finding {
    let (certainty, mut why) = match (seen.tried, seen.late) {
        (0, 0) => {
            let why = "no action of its kinds came through the checks in play";
            (Certainty::Unknown, why.to_owned())
        }
        (0, _) => {
            let why = "it stands after a choice, where only what is played is seen";
            (Certainty::Unknown, why.to_owned())
        }
        (tried, _) => {
            let tried = match tried {
                1 => "one action of its kinds was".to_owned(),
                more => format!("{more} actions of its kinds were"),
            };
            let why = format!("{tried} tried in play, and it answered none");
            (Certainty::Suspected, why)
        }
    };
    let most = by_count(&seen.obstacles);
    for (nth, (obstacle, count)) in most.iter().take(3).enumerate() {
        let colon = if nth == 0 { ";" } else { "," };
        why.push_str(&format!("{colon} {} {obstacle}", times(**count)));
    }
    Finding::new(FindingKind::Unreachable, About::Rule(name), certainty).because(why)
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// What there is most of first.
fn by_count(counts: &BTreeMap<String, u64>) -> Vec<(&String, &u64)> {
    let mut all: Vec<_> = counts.iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    all
}

/// The outermost phases that were never open. The book itself is none: it is open in
/// every state, and where no state was looked at nobody can say.
fn dead_phases<G: Game>(book: &Compiled<G>, evidence: &Evidence) -> Vec<u32> {
    let nodes = book.draft.nodes.iter().enumerate();
    let closed = nodes.filter(|(node, def)| {
        let within_open = def.parent.is_some_and(|parent| evidence.open[parent]);
        matches!(def.what, What::Phase(_)) && !evidence.open[*node] && within_open
    });
    closed.map(|(node, _)| node as u32).collect()
}

fn dead_phase<G: Game>(book: &Compiled<G>, phase: u32) -> Finding {
    let below = book
        .rules
        .iter()
        .enumerate()
        .filter(|(_, entry)| book.tree.ancestors(entry.node).any(|around| around == phase));
    let names = below.map(|(at, _)| book.rule_name(RuleId(at as u32)));
    let predicates = book.draft.predicates(phase).iter();
    let conditions: Vec<_> =
        predicates.map(|predicate| format!("\"{}\"", predicate.name())).collect();
    let (named, more) = told(conditions.len());
    let mut words = conditions[..named].join(" and ");
    if more > 0 {
        words.push_str(&format!(" and {more} more"));
    }
    Finding::new(
        FindingKind::DeadPhase,
        About::Phase(book.draft.path(phase as usize)),
        Certainty::Suspected,
    )
    .with_rules(names)
    .because(format!("in no state of play {words} held"))
}

fn masks<G: Game>(book: &Compiled<G>, evidence: &Evidence) -> Vec<Finding> {
    let idle = book.groups.iter().enumerate();
    let idle = idle.filter(|(_, group)| !evidence.masking.contains(*group));
    idle.map(|(at, group)| {
        let mine = book.rules.iter().enumerate();
        let mine = mine.filter(|(_, entry)| entry.groups.contains(&(at as u32)));
        let (mut names, mut decided) = (Vec::new(), 0);
        for (rule, _) in mine {
            names.push(book.rule_name(RuleId(rule as u32)));
            decided += evidence.rules[rule].decided;
        }
        let (certainty, why) = match decided {
            0 => (Certainty::Unknown, "none of its rules applied in play".to_owned()),
            _ if evidence.choices => (Certainty::Unknown, "choices stand in between".to_owned()),
            _ => {
                let applied = times(decided);
                let why = format!(
                    "its rules applied {applied} in play, and never kept another of them from \
                     applying"
                );
                (Certainty::Suspected, why)
            }
        };
        Finding::new(FindingKind::IdleMask, About::Group(group.clone()), certainty)
            .with_rules(names)
            .because(why)
    })
    .collect()
}

fn checks<G: Game>(book: &Compiled<G>, evidence: &Evidence) -> Vec<Finding> {
    let all = book.draft.checks.iter().map(|check| (&check.name, evidence.check(&check.name)));
    let unused = all.filter(|(_, seen)| seen.failed + seen.lifted == 0);
    unused
        .map(|(name, seen)| {
            let (certainty, why) = match seen.asked {
                0 => (Certainty::Unknown, "no action in play came to it".to_owned()),
                asked => (
                    Certainty::Suspected,
                    format!("it was asked {} in play, and never failed", times(asked)),
                ),
            };
            Finding::new(FindingKind::UnusedCheck, About::Check(name.clone()), certainty)
                .because(why)
        })
        .collect()
}

fn exceptions<G: Game>(book: &Compiled<G>, evidence: &Evidence) -> Vec<Finding> {
    let idle = book.draft.exceptions.iter();
    let idle = idle.filter(|exception| !evidence.lifting.contains(&exception.name));
    idle.map(|exception| {
        let check = exception.lifts.first().cloned().unwrap_or_default();
        let seen = evidence.check(&check);
        let (certainty, why) = match seen.failed + seen.lifted {
            0 => (Certainty::Unknown, format!("the check \"{check}\" never failed in play")),
            failed => {
                let failed = times(failed);
                let why = format!(
                    "the check \"{check}\" failed {failed} in play, and it never lifted it"
                );
                (Certainty::Suspected, why)
            }
        };
        Finding::new(
            FindingKind::IdleException,
            About::Exception(exception.name.clone()),
            certainty,
        )
        .because(why)
    })
    .collect()
}

/// Of what the contrary was seen.
pub(super) fn seen<G: Game>(
    book: &Compiled<G>,
    evidence: &Evidence,
) -> BTreeSet<(FindingKind, About)> {
    let mut seen = BTreeSet::new();
    for (at, rule) in evidence.rules.iter().enumerate() {
        let about = || About::Rule(book.rule_name(RuleId(at as u32)));
        if rule.decided + rule.lost > 0 {
            seen.insert((FindingKind::Unreachable, about()));
        }
        if rule.decided > 0 {
            seen.insert((FindingKind::Shadowed, about()));
        }
    }
    let open = evidence.open.iter().enumerate().filter(|(_, open)| **open);
    seen.extend(
        open.map(|(node, _)| (FindingKind::DeadPhase, About::Phase(book.draft.path(node)))),
    );
    let masking = evidence.masking.iter();
    seen.extend(masking.map(|group| (FindingKind::IdleMask, About::Group(group.clone()))));
    let used = evidence.checks.iter().filter(|(_, check)| check.failed + check.lifted > 0);
    seen.extend(used.map(|(name, _)| (FindingKind::UnusedCheck, About::Check(name.clone()))));
    let lifting = evidence.lifting.iter();
    seen.extend(lifting.map(|name| (FindingKind::IdleException, About::Exception(name.clone()))));
    seen
}
