//! Decisions of zen-engine, for the benchmarks of Rulebook.
//!
//! Reads one request a line. `version` is answered with zen-engine's version and
//! the number of this form of requests. `RULES TRACED CARD CARD …` decides about
//! each card in turn, and is answered with this thread's CPU time in nanoseconds
//! and the number of right decisions. The decision is a compiled table in which
//! each rule names one card. Traced ones (1, and not 0) tell which rules they
//! looked at.

use std::collections::BTreeMap;
use std::io::BufRead;

use cpu_time::ThreadTime;
use serde_json::{Value, json};
use zen_engine::model::DecisionContent;
use zen_engine::{Decision, DecisionEngine, EvaluationOptions};

/// Raised when requests change: the benchmarks know an old build by it. This
/// package has the version of the zen-engine that it is built with.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 2");

/// A table with a rule for each card, which says what it is worth.
fn table(rules: u64) -> Value {
    let rule = |card: u64| json!({ "_id": format!("r{card}"), "card": card.to_string(), "worth": (card * 3).to_string() });
    let rules: Vec<Value> = (0..rules).map(rule).collect();
    let content = json!({
        "hitPolicy": "first",
        "inputs": [{ "id": "card", "name": "card", "field": "card" }],
        "outputs": [{ "id": "worth", "name": "worth", "field": "worth" }],
        "rules": rules,
    });
    json!({
        "nodes": [
            { "id": "in", "type": "inputNode", "name": "in", "position": { "x": 0, "y": 0 } },
            { "id": "table", "type": "decisionTableNode", "name": "table", "content": content, "position": { "x": 0, "y": 0 } },
            { "id": "out", "type": "outputNode", "name": "out", "position": { "x": 0, "y": 0 } },
        ],
        "edges": [
            { "id": "a", "sourceId": "in", "targetId": "table" },
            { "id": "b", "sourceId": "table", "targetId": "out" },
        ],
    })
}

fn decision(rules: u64) -> Decision {
    let content: DecisionContent = serde_json::from_value(table(rules)).expect("it is a decision");
    let mut decision =
        DecisionEngine::default().create_decision(content.into()).expect("it is sound");
    decision.compile();
    decision
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut decisions: BTreeMap<u64, Decision> = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line can be read");
        if line == "version" {
            println!("{VERSION}");
            continue;
        }
        let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [rules, traced, cards @ ..] = &numbers[..] else { panic!("what is {line:?}?") };
        let (rules, traced) = (*rules, *traced == 1);
        let decision = decisions.entry(rules).or_insert_with(|| decision(rules));
        let asked = cards.iter().map(|card| (*card, json!({ "card": card }).into()));
        let asked: Vec<_> = asked.collect();
        let begin = ThreadTime::now();
        let right = runtime.block_on(async {
            let mut right = 0;
            for (card, context) in asked {
                let options = EvaluationOptions { trace: traced, ..Default::default() };
                let response = decision.evaluate_with_opts(context, options).await;
                let response = response.expect("it can be decided");
                let worth = response.result.dot("worth").and_then(|it| it.as_number());
                let is_right = worth.is_some_and(|it| it == (card * 3).into());
                right += u64::from(is_right && response.trace.is_some() == traced);
            }
            right
        });
        println!("{} {right}", begin.elapsed().as_nanos());
    }
}
