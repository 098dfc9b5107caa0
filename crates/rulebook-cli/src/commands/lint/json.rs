//! An analysis for programs.

use rulebook::{About, FactValues, Finding, FindingKind, Held, Played, Witness, WitnessSubject};
use serde_json::{Value, json};

use super::play::Far;
use crate::subject::subject;

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
        "states": far.map(|far| far.extent.progress.states),
        "tried": far.map(|far| far.extent.progress.tried),
        "complete": far.map(|far| far.extent.complete),
        "interrupted": far.is_some_and(Far::is_interrupted),
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "kind": identifier(finding.kind),
        "about": about(&finding.about),
        "rules": finding.rules,
        "certainty": finding.certainty.to_string(),
        "why": (!finding.why.is_empty()).then_some(&finding.why),
        "witness": finding.witness.as_ref().map(witness),
        "text": finding.to_string(),
    })
}

/// A kind as programs name it: `redundant_priority`.
fn identifier(kind: FindingKind) -> String {
    let mut name = String::new();
    for letter in format!("{kind:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// The part of a book. The book itself has no name here.
fn about(about: &About) -> Value {
    let kind = match about {
        About::Rule(_) => "rule",
        About::Phase(name) if name.is_empty() => "book",
        About::Phase(_) => "phase",
        About::Group(_) => "group",
        About::Check(_) => "check",
        About::Exception(_) => "exception",
        About::Action(_) => "action",
        _ => "other",
    };
    json!({ "kind": kind, "name": (kind != "book").then_some(about.name()) })
}

fn witness(witness: &Witness) -> Value {
    let which = match &witness.subject {
        WitnessSubject::Any => json!({ "is": "any" }),
        WitnessSubject::Named(named) => json!({ "is": "named", "subject": subject(named) }),
        WitnessSubject::Other => json!({ "is": "other" }),
    };
    let facts = witness.facts.iter().map(|FactValues { fact, values, at_start }| {
        json!({ "fact": fact, "values": values, "at_start": at_start })
    });
    let holds = witness.holds.iter().map(
        |Held { predicate, at_start, .. }| json!({ "predicate": predicate, "at_start": at_start }),
    );
    json!({
        "action": witness.action,
        "subject": which,
        "also": witness.also.iter().map(subject).collect::<Vec<_>>(),
        "facts": facts.collect::<Vec<_>>(),
        "holds": holds.collect::<Vec<_>>(),
        "played": witness.played.as_ref().map(played),
        "text": witness.to_string(),
    })
}

/// Where it was seen: 'rulebook lint GAME --play 1 --seed SEED' plays that game.
fn played(Played { seed, before, action }: &Played) -> Value {
    json!({ "seed": seed.0, "before": before, "action": action })
}

#[cfg(test)]
mod tests {
    use rulebook::prelude::*;
    use rulebook::{Fact, Predicate};
    use rulebook_games::tic_tac_toe::{ActionKind, Board, TicTacToe};

    use super::*;

    #[test]
    fn kinds_are_identifiers_each_of_its_own() {
        let mut all: Vec<String> = FindingKind::ALL.map(identifier).to_vec();
        let is_plain = |name: &String| name.chars().all(|c| c == '_' || c.is_ascii_lowercase());
        assert!(all.iter().all(is_plain), "{all:?}");
        assert_eq!(identifier(FindingKind::RedundantPriority), "redundant_priority");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), FindingKind::ALL.len());
    }

    /// What is found in two rules for marks that may meet.
    fn found() -> Value {
        let what = Fact::of_action("what", |ask: &Ask<'_, TicTacToe>| *ask.action);
        let early = Predicate::new("it is early", |board: &Board| board.turn() == Seat(0));
        let book = Book::<TicTacToe>::builder("two")
            .strategy(Strategy::Exclusive)
            .rule("one", |rule| rule.given(&what, ActionKind::Place).then(|_, ()| []))
            .rule("two", |rule| rule.on(ActionKind::Place).while_holds(&early).then(|_, ()| []))
            .compile()
            .unwrap();
        as_json(("tic-tac-toe", 2), None, book.analyse().findings(), None)
    }

    #[test]
    fn a_finding_says_what_it_is_about_and_in_which_case_it_shows() {
        let said = found();
        let findings = said["findings"].as_array().unwrap();
        let overlap = findings.iter().find(|found| found["kind"] == "overlap").expect("one");
        assert_eq!(overlap["about"], json!({ "kind": "book", "name": null }));
        assert_eq!(overlap["rules"], json!(["one", "two"]));
        let witness = &overlap["witness"];
        assert_eq!((&witness["action"], &witness["played"]), (&"Place".into(), &Value::Null));
        assert_eq!(witness["subject"], json!({ "is": "any" }));
        assert_eq!(witness["holds"], json!([{ "predicate": "it is early", "at_start": false }]));
        assert!(overlap["text"].as_str().unwrap().contains("may overlap"), "{overlap}");
        let gap = findings.iter().find(|found| found["kind"] == "gap").expect("one");
        assert_eq!(gap["about"], json!({ "kind": "action", "name": "Resign" }));
    }
}
