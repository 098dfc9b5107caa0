//! An analysis for programs.

use rulebook::Finding;
use serde_json::{Value, json};

use super::play::Far;

/// What was found in so many rules of a game, and how far it was played.
pub(super) fn as_json(
    (game, rules): (&str, usize),
    outline: Option<&str>,
    findings: &[Finding],
    far: Option<&Far>,
) -> Value {
    json!({
        "game": game,
        "rules": rules,
        "outline": outline,
        "seed": far.map(|far| far.asked.seed),
        "asked": far.map(|far| far.asked.count),
        "games": far.map(|far| far.games),
        "states": far.map(|far| far.tried.states),
        "tried": far.map(|far| far.tried.tried),
        "complete": far.map(|far| far.complete),
        "interrupted": far.is_some_and(Far::is_interrupted),
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.to_string(),
        "certainty": finding.certainty.to_string(),
        "rules": finding.rules,
        "text": finding.to_string(),
    })
}
