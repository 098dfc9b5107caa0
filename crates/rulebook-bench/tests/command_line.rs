//! The program as it is called: rows, files, exit codes.

use std::process::{Command, Output};

fn bench(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_rulebook-bench");
    Command::new(program).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

const ROWS: [&str; 18] = [
    "dispatch",
    "dispatch-text",
    "state",
    "frame-memory",
    "undo",
    "tic-tac-toe",
    "connect-four",
    "perft",
    "perft-bulk",
    "chess",
    "backgammon",
    "rules",
    "plan-games",
    "strategies",
    "sources",
    "no-reactions",
    "diagnostics",
    "parity",
];

#[test]
fn the_list_names_every_row_and_runs_nothing() {
    let output = bench(&["--list"]);
    assert_eq!(output.status.code(), Some(0));
    let stdout = text(&output.stdout);
    let names: Vec<&str> = stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ROWS);
}

#[test]
fn an_unknown_row_is_a_mistake_that_lists_the_rows() {
    let output = bench(&["--only", "dispatch,chess-boxing"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("chess-boxing"), "{stderr}");
    assert!(ROWS.iter().all(|row| stderr.contains(row)), "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn only_takes_a_list_and_can_be_repeated() {
    let output = bench(&["--list", "--only", "undo,dispatch", "--only", "state"]);
    let stdout = text(&output.stdout);
    let names: Vec<&str> = stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["dispatch", "state", "undo"]);
}

/// Runs a row with `--check`, reads what it wrote as JSON, and sees that it fails
/// exactly if a goal is missed.
fn checked(row: &str) -> (Output, serde_json::Value) {
    let name = format!("rulebook-bench-{}-{row}.json", std::process::id());
    let file = std::env::temp_dir().join(name);
    let path = file.to_str().expect("a temporary folder with a plain name");
    let output = bench(&["--quick", "--check", "--only", row, "--json", path]);
    let json = std::fs::read_to_string(&file).expect("the file was written");
    std::fs::remove_file(&file).expect("the file can be removed");
    let json: serde_json::Value = serde_json::from_str(&json).expect("the file is JSON");

    let missed = json["goals_missed"].as_u64().expect("a number");
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(i32::from(missed > 0)), "{stdout}");
    assert_eq!(stdout.contains("MISSED"), missed > 0, "{stdout}");
    (output, json)
}

#[test]
fn a_row_is_printed_without_colour_and_written_as_json() {
    let (output, json) = checked("frame-memory");
    let stdout = text(&output.stdout);
    assert!(stdout.contains("herdingcats 0.5.0"), "{stdout}");
    assert!(stdout.contains("B/frame"), "{stdout}");
    assert!(!stdout.contains('\x1b'), "{stdout}");
    assert_eq!(json["rows"][0]["row"], "frame-memory");
    assert_eq!(json["rows"][0]["contestants"].as_array().map(Vec::len), Some(8));
}

#[test]
fn a_row_in_which_costs_grow_is_drawn_beside_its_json() {
    let folder = std::env::temp_dir().join(format!("rulebook-bench-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a temporary folder can be made");
    let json = folder.join("all.json");
    let path = json.to_str().expect("a temporary folder with a plain name");
    let output = bench(&["--quick", "--only", "sources,frame-memory", "--json", path]);
    let svg = std::fs::read_to_string(folder.join("all-sources.svg"));
    let files = std::fs::read_dir(&folder).expect("the folder is there").count();
    let value = std::fs::read_to_string(&json).expect("the file was written");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(svg.expect("the picture was written").contains(">by hand, with a map</text>"));
    assert_eq!(files, 2, "what does not grow is not drawn");
    let value: serde_json::Value = serde_json::from_str(&value).expect("the file is JSON");
    let growth = &value["rows"][1]["growth"][0];
    assert_eq!((&growth["of"], &growth["name"]), (&"sources".into(), &"rulebook".into()));
    assert!(growth["exponent"].is_f64(), "{growth}");
    let stdout = text(&output.stdout);
    assert!(stdout.contains("exponents of growth with sources: rulebook "), "{stdout}");
}

#[test]
fn timed_rows_are_checked_too() {
    let (_, json) = checked("dispatch");
    assert_eq!(json["rows"][0]["goals"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_anything_runs() {
    let output = bench(&["--quick", "--json", "no/such/folder/bench.json"]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("no/such/folder/bench.json cannot be written"), "{stderr}");
    assert!(output.stdout.is_empty());
}
