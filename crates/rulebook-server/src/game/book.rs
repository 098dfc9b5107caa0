//! Books as JSON.

use rulebook::{Book, ContentsEntry, ContentsItem, Entry, Finding};
use rulebook_games::Playable;

use super::decision::{force, strategy};
use crate::wire::{self, BookNodeKind};

/// A game's book, with what its analysis has to say.
pub(super) fn describe<G: Playable>(game: &str, book: &Book<G>) -> wire::Book {
    let contents = book.contents();
    let checks = contents.checks.into_iter().map(|check| wire::CheckLine {
        gate: check.gate.to_string(),
        name: check.name,
        force: force(check.force).to_owned(),
        exceptions: check.exceptions,
    });
    let all = |items: Vec<ContentsItem>, words: &str| {
        items.into_iter().map(|item| named(item, words)).collect::<Vec<_>>()
    };
    wire::Book {
        game: game.to_owned(),
        outline: tree(&contents.entries),
        checks: checks.collect(),
        guards: all(contents.guards, "if"),
        triggers: all(contents.triggers, "if"),
        standing: all(contents.standing, "if"),
        invariants: all(contents.invariants, "if"),
        steps: all(contents.steps, "leads to"),
        findings: book.analyse().findings().iter().map(finding).collect(),
    }
}

fn named(item: ContentsItem, joined_by: &str) -> wire::Named {
    let mut words = item.kinds.join(", ");
    if !item.conditions.is_empty() {
        let space = if words.is_empty() { "" } else { "; " };
        words.push_str(&format!("{space}{joined_by} {}", item.conditions.join(", ")));
    }
    wire::Named { name: item.name, words }
}

/// The entries stand in a row with their depth: each one's children follow it.
fn tree(entries: &[ContentsEntry]) -> wire::BookNode {
    let mut open: Vec<wire::BookNode> = Vec::new();
    let close = |open: &mut Vec<wire::BookNode>, depth: usize| {
        while open.len() > depth.max(1) {
            let Some(done) = open.pop() else { return };
            if let Some(around) = open.last_mut() {
                around.children.push(done);
            }
        }
    };
    for entry in entries {
        close(&mut open, entry.depth);
        open.push(node(entry));
    }
    close(&mut open, 1);
    // A book is a phase itself: there is always one entry.
    open.pop().unwrap_or_else(empty)
}

fn empty() -> wire::BookNode {
    wire::BookNode {
        kind: BookNodeKind::Phase,
        name: String::new(),
        path: String::new(),
        strategy: None,
        priority: None,
        label: None,
        group: None,
        predicates: Vec::new(),
        conditions: Vec::new(),
        children: Vec::new(),
    }
}

fn node(entry: &ContentsEntry) -> wire::BookNode {
    let common = wire::BookNode {
        name: entry.name.clone(),
        path: entry.path.clone(),
        priority: entry.priority.map(|priority| priority.to_string()),
        label: entry.label.clone(),
        group: entry.group.clone(),
        ..empty()
    };
    match &entry.what {
        Entry::Phase { strategy: how, predicates } => wire::BookNode {
            strategy: Some(strategy(*how)),
            predicates: predicates.clone(),
            ..common
        },
        Entry::Rule { subjects, conditions, .. } => {
            let about: Vec<String> = subjects.iter().map(ToString::to_string).collect();
            let about = (!about.is_empty()).then(|| format!("about {}", about.join(" or ")));
            let conditions = about.into_iter().chain(conditions.iter().cloned()).collect();
            wire::BookNode { kind: BookNodeKind::Rule, conditions, ..common }
        }
    }
}

fn finding(finding: &Finding) -> wire::Finding {
    wire::Finding {
        kind: finding.kind.to_string(),
        certainty: finding.certainty.to_string(),
        about: finding.about.to_string(),
        rules: finding.rules.clone(),
        why: finding.to_string(),
        witness: finding.witness.as_ref().map(ToString::to_string),
    }
}
