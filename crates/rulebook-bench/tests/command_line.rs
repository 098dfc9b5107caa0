//! The program as it is called: rows, files, exit codes.

use std::process::{Command, Output};

fn bench(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_rulebook-bench");
    Command::new(program).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

const ROWS: [&str; 26] = [
    "dispatch",
    "dispatch-text",
    "state",
    "frame-memory",
    "memory",
    "history",
    "rewind",
    "undo",
    "tic-tac-toe",
    "boardgame-io",
    "connect-four",
    "perft",
    "perft-bulk",
    "chess",
    "backgammon",
    "fleet",
    "threads",
    "rules",
    "plan-games",
    "strategies",
    "sources",
    "groups",
    "players",
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

/// A folder of one's own, gone in the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("rulebook-bench-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).expect("a temporary folder can be made");
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a temporary folder with a plain name").to_owned()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file was written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder can be removed");
    }
}

const PAGE: &str = "# Page\n\n<!-- measured: begin -->\n<!-- measured: end -->\n\nThe end.\n";

#[test]
fn a_run_is_written_drawn_and_put_into_a_page() {
    let folder = Folder::new("all");
    let [json, svg, page] = ["all.json", "all.svg", "page.md"].map(|name| folder.file(name));
    std::fs::write(&page, PAGE).expect("the page can be written");
    let files = ["--json", &json, "--plot", &svg, "--markdown", &page];
    let output = bench(&[&["--quick", "--only", "sources,frame-memory"], &files[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));

    let svg = folder.read("all.svg");
    assert!(
        svg.contains(">by hand, with a map</text>") && svg.contains(">herdingcats 0.5.0</text>")
    );
    let value: serde_json::Value =
        serde_json::from_str(&folder.read("all.json")).expect("the file is JSON");
    let growth = &value["rows"][1]["growth"][0];
    assert_eq!((&growth["of"], &growth["name"]), (&"sources".into(), &"rulebook".into()));
    assert!(growth["exponent"].is_f64(), "{growth}");
    let page = folder.read("page.md");
    assert!(page.starts_with("# Page\n") && page.ends_with("The end.\n"), "{page}");
    assert!(page.contains("| frame-memory: 4 KiB state, lists just full | rulebook, revert |"));
    assert!(
        page.contains(
            "| sources, one concerned; sources: | 10 | 100 | 1,000 | 10,000 | exponent |"
        )
    );
    let stdout = text(&output.stdout);
    assert!(stdout.contains("exponents of growth with sources: rulebook "), "{stdout}");
}

#[test]
fn a_picture_that_is_no_svg_is_refused() {
    let output = bench(&["--plot", "bench.png"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("its name must end in .svg"), "{stderr}");
}

#[test]
fn a_page_without_marks_is_refused_before_anything_runs_and_left_alone() {
    let folder = Folder::new("page");
    let page = folder.file("page.md");
    std::fs::write(&page, "# Page\n").expect("the page can be written");
    let output = bench(&["--markdown", &page]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("it has no line `<!-- measured: begin -->`"), "{stderr}");
    assert_eq!(folder.read("page.md"), "# Page\n");
    let output = bench(&["--markdown", &folder.file("none.md")]);
    assert!(text(&output.stderr).contains("none.md cannot be used as a page"));
}

#[test]
fn an_option_without_its_value_says_so() {
    for option in ["--json", "--plot", "--markdown", "--only"] {
        let output = bench(&[option]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(text(&output.stderr).contains("a value is required for"), "{option}");
    }
}

#[test]
fn timed_rows_are_checked_too() {
    let (_, json) = checked("dispatch");
    // Two for each way back.
    assert_eq!(json["rows"][0]["goals"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_anything_runs() {
    let output = bench(&["--quick", "--json", "no/such/folder/bench.json"]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("no/such/folder/bench.json cannot be written"), "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn files_that_are_there_stay_as_they_are_if_nothing_can_be_measured() {
    let folder = Folder::new("refused");
    let [json, svg] = ["old.json", "no/such/folder/new.svg"].map(|name| folder.file(name));
    std::fs::write(&json, "what was there").expect("a file can be written");
    let output = bench(&["--quick", "--json", &json, "--plot", &svg]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(folder.read("old.json"), "what was there");
}

#[test]
fn files_that_are_there_stay_as_they_are_if_a_run_is_broken_off() {
    let folder = Folder::new("killed");
    let [json, svg] = ["old.json", "old.svg"].map(|name| folder.file(name));
    for file in [&json, &svg] {
        std::fs::write(file, "what was there").expect("a file can be written");
    }
    let mut run = Command::new(env!("CARGO_BIN_EXE_rulebook-bench"))
        .args(["--json", &json, "--plot", &svg])
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    run.kill().expect("a run takes minutes");
    run.wait().expect("it is gone");
    assert_eq!(["old.json", "old.svg"].map(|name| folder.read(name)), ["what was there"; 2]);
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder is there").count(), 2);
}
