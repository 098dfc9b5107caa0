//! The same as JSON for programs.

use serde_json::{Value, json};

use super::Finding;
use super::growth::Growth;
use super::machine;
use crate::goal::{Goal, Limit, Verdict};
use crate::measure::race::{Effort, Key, Measured, Missing, Unit};
use crate::measure::stats::Summary;

/// Raised when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

/// Everything that was found. Costs are nanoseconds or bytes for one unit of
/// work; `figure` is the median cost in the row's unit.
pub(crate) fn json(findings: &[Finding], effort: Effort) -> Value {
    json!({
        "format": FORMAT,
        "rulebook": env!("CARGO_PKG_VERSION"),
        "machine": {
            "processor": machine::processor(),
            "cores": machine::cores(),
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
        },
        "build": if cfg!(debug_assertions) { "debug" } else { "release" },
        "samples": effort.samples,
        "nanoseconds_per_sample": effort.nanoseconds_per_sample,
        "goals_missed": findings.iter().map(Finding::goals_missed).sum::<usize>(),
        "rows": findings.iter().map(row).collect::<Vec<_>>(),
    })
}

fn row(finding: &Finding) -> Value {
    let contestants = finding.measured.iter().map(|measured| contestant(finding, measured));
    let missing = finding
        .missing
        .iter()
        .map(|Missing { key, why }| json!({ "work": key.work, "name": key.name, "why": why }));
    let goals = finding.goals.iter().map(|(judged, verdict)| goal(finding.unit, judged, *verdict));
    json!({
        "row": finding.row,
        "unit": finding.unit.name(),
        "contestants": contestants.collect::<Vec<_>>(),
        "missing": missing.collect::<Vec<_>>(),
        "goals": goals.collect::<Vec<_>>(),
        "growth": finding.growths.iter().map(growth).collect::<Vec<_>>(),
    })
}

fn growth(growth: &Growth) -> Value {
    let point = |(size, cost): &(f64, f64)| json!({ "size": size, "median": cost });
    json!({
        "series": growth.series,
        "of": growth.of,
        "name": growth.name,
        "made_by": growth.maker.to_string(),
        "exponent": growth.exponent,
        "points": growth.points.iter().map(point).collect::<Vec<_>>(),
    })
}

fn contestant(finding: &Finding, measured: &Measured) -> Value {
    let cost = Summary::of(&measured.samples).map(|summary| {
        json!({
            "median": summary.median,
            "lower_quartile": summary.lower,
            "upper_quartile": summary.upper,
            "min": summary.min,
            "max": summary.max,
        })
    });
    let figure = Summary::of(&measured.samples).map(|s| finding.unit.figure(s.median));
    json!({
        "work": measured.key.work,
        "name": measured.key.name,
        "made_by": measured.maker.to_string(),
        "operations_per_sample": measured.ops,
        "figure": figure,
        "cost": cost,
        "times_ours": finding.times_ours(measured),
    })
}

fn goal(unit: Unit, goal: &Goal, verdict: Verdict) -> Value {
    let named = |key: &Key| json!({ "work": key.work, "name": key.name });
    let limit = match &goal.limit {
        Limit::AtMostTimes { factor, of } => json!({ "at_most_times": factor, "of": named(of) }),
        Limit::FasterBy { factor, than } => json!({ "faster_by": factor, "than": named(than) }),
        Limit::AtMost { cost, why } => json!({ "at_most": cost, "why": why }),
    };
    let (verdict_name, reached) = match verdict {
        Verdict::Met(figure) => ("met", Some(figure)),
        Verdict::Missed(figure) => ("missed", Some(figure)),
        Verdict::NotMeasured => ("not measured", None),
    };
    json!({
        "ours": named(&goal.ours),
        "limit": limit,
        "text": goal.describe(unit, verdict),
        "reached": reached,
        "verdict": verdict_name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn everything_is_there() {
        let value = json(&[finding()], Effort::QUICK);
        assert_eq!(value["goals_missed"], 2);
        assert!(value["machine"]["cores"].as_u64().is_some_and(|cores| cores > 0));
        assert!(value["machine"]["processor"].is_string() && value["build"].is_string());
        let row = &value["rows"][0];
        assert_eq!((&row["row"], &row["unit"]), (&json!("example"), &json!("ns/op")));
        assert_eq!(row["contestants"][1]["figure"], 1000.0);
        assert_eq!(row["contestants"][1]["times_ours"], 0.5);
        assert_eq!(row["contestants"][0]["cost"]["max"], 2200.0);
        assert_eq!(row["missing"][0]["why"], "it is gone");
        assert_eq!(row["goals"][0]["verdict"], "met");
        assert_eq!(row["goals"][1]["verdict"], "missed");
        assert_eq!(row["goals"][1]["reached"], 2.0);
        assert_eq!(row["goals"][2]["verdict"], "not measured");
        assert_eq!(row["goals"][0]["limit"]["of"]["name"], "in place");
        assert_eq!(row["growth"][0]["series"], "adding");
        assert_eq!(row["growth"][0]["points"][1]["size"], 100.0);
    }
}
