//! A book's table of contents says what the outline says, as data.

use rulebook::prelude::*;
use rulebook::{Entry, Force};

#[derive(Clone, Debug, PartialEq)]
enum Why {
    No,
}
impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("No.")
    }
}
impl Reason for Why {
    fn code(&self) -> &'static str {
        "NO"
    }
}

struct Counter;
impl Game for Counter {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Why;
    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }
}

fn book() -> Book<Counter> {
    Book::<Counter>::builder("counter")
        .prohibition("never", Gate::Specific, |check| check.require(|_| true, Why::No))
        .check("first", Gate::Timing, |check| check.liftable().require(|_| true, Why::No))
        .exception("but", |exception| exception.lifts("first").always())
        .phase("outer", |phase| {
            phase
                .strategy(Strategy::HighestPriority)
                .when("open", |_| true)
                .phase("inner", |phase| {
                    phase.rule("low", |rule| rule.priority(Priority::LOW).then(|_, ()| [1]))
                })
                .rule("masked", |rule| {
                    rule.exclusive("one").when("lucky", |_| true).then(|_, ()| [2])
                })
        })
        .rule("last", |rule| rule.label("house").then(|_, ()| [3]))
        .compile()
        .unwrap()
}

#[test]
fn every_phase_and_rule_is_listed_in_the_order_and_depth_of_the_outline() {
    let book = book();
    let contents = book.contents();
    let outline = book.outline();
    let lines: Vec<&str> = outline.lines().collect();
    assert_eq!(contents.entries.len(), lines.len());
    for (entry, line) in contents.entries.iter().zip(lines) {
        let indent = line.len() - line.trim_start().len();
        assert_eq!(indent, entry.depth * 2, "{line}");
        assert!(line.trim_start().starts_with(&entry.name), "{line}: {entry:?}");
        let told = [
            entry.label.as_ref().map(|label| format!("label {label}")),
            entry.group.as_ref().map(|group| format!("exclusivity group {group}")),
            entry.priority.map(|priority| format!("priority {priority}")),
        ];
        for words in told.into_iter().flatten() {
            assert!(line.contains(&words), "{line}: {words}");
        }
    }
}

#[test]
fn rules_are_those_of_the_book_with_their_conditions() {
    let book = book();
    let contents = book.contents();
    let rules: Vec<_> = contents
        .entries
        .iter()
        .filter_map(|entry| match &entry.what {
            Entry::Rule { rule, conditions, .. } => {
                assert_eq!(book.rule_view(*rule).name(), entry.path);
                Some((entry.path.as_str(), conditions.join(",")))
            }
            Entry::Phase { .. } => None,
        })
        .collect();
    let wanted = [("outer/inner/low", ""), ("outer/masked", "lucky"), ("last", "")];
    assert_eq!(rules, wanted.map(|(path, conditions)| (path, conditions.to_owned())));
}

#[test]
fn checks_are_listed_gate_by_gate_with_what_could_lift_them() {
    let contents = book().contents();
    let checks: Vec<_> = contents
        .checks
        .iter()
        .map(|check| (check.name.as_str(), check.gate, check.force, check.exceptions.join(",")))
        .collect();
    let wanted = [
        ("first", Gate::Timing, Force::Liftable, "but".to_owned()),
        ("never", Gate::Specific, Force::Prohibition, String::new()),
    ];
    assert_eq!(checks, wanted);
}
