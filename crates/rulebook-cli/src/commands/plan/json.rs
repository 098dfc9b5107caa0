//! A plan for programs.

use rulebook::{Game, Pass, PlanEntry, PlanNode};
use rulebook_games::Playable;
use serde_json::{Map, Value, json};

use super::Shown;
use crate::subject::subject;

/// Everything that the plan says, by name.
pub(super) fn as_json<G: Playable>(shown: &Shown<'_, G>) -> Value {
    let passes = Pass::ALL.into_iter().filter(|pass| shown.plan.passes().has(*pass));
    let roots = shown.roots().map(|(group, root)| json!({ "group": group, "root": root }));
    let looked_up: Map<String, Value> =
        shown.looked_up().map(|(kind, facts)| (kind.to_owned(), facts.into())).collect();
    json!({
        "game": G::NAME,
        "book": shown.plan.name(),
        "signature": shown.plan.signature().to_string(),
        "passes": passes.map(|pass| pass.name().replace(' ', "_")).collect::<Vec<_>>(),
        "entries": shown.entries.iter().map(entry).collect::<Vec<_>>(),
        "nodes": shown.nodes().map(node).collect::<Vec<_>>(),
        "roots": roots.collect::<Vec<_>>(),
        "looked_up_by": looked_up,
    })
}

fn entry<G: Game>(entry: &PlanEntry<'_, G>) -> Value {
    let groups = entry.groups().map(|(group, root)| json!({ "group": group, "root": root }));
    json!({
        "number": entry.number(),
        "rule": entry.name(),
        "kinds": entry.kinds().collect::<Vec<_>>(),
        "subjects": entry.subjects().iter().map(subject).collect::<Vec<_>>(),
        "givens": entry.givens().collect::<Vec<_>>(),
        "shared": entry.shared().collect::<Vec<_>>(),
        "conditions": entry.conditions().collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "always": entry.is_always(),
        "answers": entry.answers(),
        "short_cut": entry.is_short_cut(),
        "node": entry.node(),
    })
}

/// A node. The book itself has no name as a phase.
fn node((number, node): (usize, PlanNode)) -> Value {
    json!({
        "number": number,
        "phase": (!node.phase.is_empty()).then_some(node.phase),
        "strategy": node.strategy.to_string(),
        "entries": node.entries.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use rulebook::Predicate;
    use rulebook::prelude::*;
    use rulebook_games::tic_tac_toe::{ActionKind, Board, TicTacToe};

    use super::*;

    /// Phases in each other that have nodes, with a group and a shared predicate.
    fn nested() -> Book<TicTacToe> {
        let early = Predicate::new("it is early", |board: &Board| board.turn() == Seat(0));
        Book::<TicTacToe>::builder("nested")
            .phase("outer", |phase| {
                phase
                    .strategy(Strategy::Exclusive)
                    .phase("inner", |phase| {
                        phase
                            .strategy(Strategy::ApplyAll)
                            .rule("first", |rule| rule.exclusive("one").then(|_, ()| []))
                            .rule("second", |rule| {
                                rule.on(ActionKind::Place)
                                    .exclusive("one")
                                    .while_holds(&early)
                                    .then(|_, ()| [])
                            })
                    })
                    .rule("third", |rule| {
                        rule.on(ActionKind::Resign).when("why not", |_| true).then(|_, ()| [])
                    })
            })
            .rule("last", |rule| rule.on(ActionKind::Resign).then(|_, ()| []))
            .compile()
            .unwrap()
    }

    #[test]
    fn an_entry_says_what_it_waits_for_and_names_the_innermost_node() {
        let book = nested();
        let said = as_json(&Shown::of(&book, None).unwrap());
        let entries = said["entries"].as_array().unwrap();
        let text = book.plan().unwrap().to_string();
        for (entry, line) in entries.iter().zip(text.lines().skip(1)) {
            let node = line.rsplit_once(", in node ").map(|(_, node)| node.parse::<u64>().unwrap());
            assert_eq!(entry["node"].as_u64(), node, "{line}");
        }
        let nodes: Vec<&Value> = entries.iter().map(|entry| &entry["node"]).collect();
        assert_eq!(nodes, [&json!(1), &json!(1), &json!(0), &Value::Null]);
        assert_eq!(entries[1]["rule"], "outer/inner/second");
        assert_eq!(entries[1]["kinds"], json!(["Place"]));
        assert_eq!(entries[1]["shared"], json!(["it is early"]));
        assert_eq!(entries[1]["groups"], json!([{ "group": "one", "root": 0 }]));
        assert_eq!(entries[2]["conditions"], json!(["why not"]));
        assert_eq!((&entries[2]["always"], &entries[3]["always"]), (&json!(false), &json!(true)));
        assert_eq!(said["roots"], json!([{ "group": "one", "root": 0 }]));
    }

    #[test]
    fn of_one_kind_of_action_only_what_concerns_it_is_told() {
        let book = nested();
        let shown = Shown::of(&book, Some(ActionKind::Resign)).unwrap();
        let said = as_json(&shown);
        let rules = said["entries"].as_array().unwrap().iter().map(|entry| &entry["rule"]);
        assert!(rules.eq(["outer/inner/first", "outer/third", "last"]), "{said}");
        assert_eq!(said["looked_up_by"], json!({ "Resign": [] }));
        let whole = book.plan().unwrap().to_string();
        let lines = shown.lines();
        assert!(lines.iter().all(|line| whole.lines().any(|all| all == line)), "{lines:?}");
        assert!(lines.contains(&"  exclusivity group one: root 0".to_owned()), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("  node ")).count(), 2);
    }
}
