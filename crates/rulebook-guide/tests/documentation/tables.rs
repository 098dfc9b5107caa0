//! The tables for those who come from elsewhere: every row names a test, and
//! every test that is named exists.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files::{files, page, pages};

const TABLES: [&str; 5] = [
    "docs/guide/from-herdingcats.md",
    "docs/guide/from-rule-priority.md",
    "docs/guide/from-counter-prevention.md",
    "docs/guide/from-decision-plan.md",
    "docs/guide/from-tridimensional-duels.md",
];

/// The rows of a page's tables: their cells, without heads and rulers.
fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let inner = line.trim_start_matches('|').trim_end_matches('|');
        inner.split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let lines: Vec<_> = text.lines().collect();
    let is_ruler = |line: &str| line.starts_with("| ---");
    let body = lines.iter().enumerate().filter(|(at, line)| {
        let head = lines.get(at + 1).is_some_and(|next| is_ruler(next));
        line.starts_with('|') && !is_ruler(line) && !head
    });
    body.map(|(_, line)| cells(line)).collect()
}

/// What a test's file is called: a folder's own file is called as the folder.
fn file_name(path: &Path) -> Option<&str> {
    let stem = path.file_stem()?.to_str()?;
    if stem == "mod" { path.parent()?.file_name()?.to_str() } else { Some(stem) }
}

/// Every test of the workspace, as `file::function`.
fn tests() -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for path in files("rs") {
        let file = file_name(&path).unwrap_or_default();
        let text = page(&path);
        let mut lines = text.lines().map(str::trim);
        while lines.by_ref().any(|line| line == "#[test]") {
            let function =
                lines.by_ref().find_map(|line| line.strip_prefix("fn ")?.split_once('('));
            tests.extend(function.map(|(name, _)| format!("{file}::{name}")));
        }
    }
    tests
}

#[test]
fn every_row_has_three_cells_and_names_a_test_that_exists() {
    let tests = tests();
    let mut wrong = Vec::new();
    for table in TABLES {
        let rows = rows(&page(table));
        assert!(rows.len() > 30, "{table} has only {} rows", rows.len());
        for row in rows {
            let [theirs, ours, shown] = &row[..] else {
                wrong.push(format!("{table}: not three cells: {row:?}"));
                continue;
            };
            let named: Vec<_> = shown.split('`').skip(1).step_by(2).collect();
            let excused = ours == "Not here today" || shown == "the second example above";
            if named.is_empty() && !excused {
                wrong.push(format!("{table}: no test for: {theirs}"));
            }
            let unknown = named.into_iter().filter(|name| !tests.contains(*name));
            wrong.extend(unknown.map(|name| format!("{table}: there is no test {name}")));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_promise_of_the_guide_is_shown_by_tests_that_exist() {
    let tests = tests();
    let mut wrong = Vec::new();
    let mut promises = 0;
    for (path, text) in pages().into_iter().filter(|(path, _)| path.starts_with("docs/guide")) {
        for table in text.split("| promise | shown by |").skip(1) {
            // The table ends with the first empty line; its ruler is no row.
            let body = table.trim_start().split("\n\n").next().unwrap_or_default();
            for row in body.lines().skip(1) {
                promises += 1;
                let shown = row.rsplit(" | ").next().unwrap_or_default();
                let named: Vec<_> = shown.split('`').skip(1).step_by(2).collect();
                let unknown = named.iter().any(|name| !tests.contains(*name));
                if named.is_empty() || unknown {
                    wrong.push(format!("{}: {row}", path.display()));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(promises > 20, "only {promises} promises were found");
}

#[test]
fn tests_are_found_by_file_and_function() {
    let tests = tests();
    assert!(tests.contains("tables::tests_are_found_by_file_and_function"));
    assert_eq!(file_name(Path::new("rows/dice/mod.rs")), Some("dice"));
    assert!(!tests.contains("tables::rows"));
}

#[test]
fn rows_are_found_without_heads_and_rulers() {
    let text =
        "Text.\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | `x|y` |\n\n| a |\n| --- |\n| 4 |\n";
    assert_eq!(rows(text), [vec!["1", "2"], vec!["3", "`x|y`"], vec!["4"]]);
}
