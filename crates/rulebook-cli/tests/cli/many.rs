//! Many games: simulate and coverage.

use std::fs;

use serde_json::Value;

use crate::common::{Scratch, program, refused, run, says};

fn json(args: &[&str]) -> Value {
    let said = says(&[args, &["--json"]].concat());
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("rulebook {args:?}: {error}"))
}

/// What a series comes to, without what is different every time.
fn simulated(args: &[&str]) -> Value {
    let mut said = json(&[&["simulate"], args].concat());
    let all = said.as_object_mut().expect("an object");
    for different in ["threads", "seconds", "games_per_second", "actions_per_second"] {
        assert!(all.remove(different).is_some(), "{different}");
    }
    said
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    for (name, games) in [("tic-tac-toe", "100"), ("night-market", "20"), ("chess960", "3")] {
        let by = |threads: &str| simulated(&[name, "-n", games, "--threads", threads]);
        assert_eq!(by("1"), by("3"), "{name}");
        assert_ne!(by("1"), simulated(&[name, "-n", games, "--seed", "2"]), "{name}");
    }
}

#[test]
fn the_numbers_fit_together() {
    let said = simulated(&["connect-four", "-n", "50"]);
    let number = |value: &Value| value.as_i64().expect("a number");
    let seats = said["seats"].as_array().unwrap();
    for seat in seats {
        let games = number(&seat["won"]) + number(&seat["drawn"]) + number(&seat["lost"]);
        assert_eq!(games, 50);
    }
    assert_eq!(seats[0]["won"], seats[1]["lost"]);
    assert_eq!(number(&seats[0]["points"]), -number(&seats[1]["points"]));
    let by_length = said["length"]["games_by_length"].as_array().unwrap();
    assert_eq!(by_length.iter().map(|pair| number(&pair[1])).sum::<i64>(), 50);
    assert!(number(&said["length"]["shortest"]) >= 7 && number(&said["length"]["longest"]) <= 42);
    assert_eq!(said["branching"]["most"], 7);
    let told = says(&["simulate", "connect-four", "-n", "50"]);
    let digest = said["digest"].as_str().unwrap();
    for words in ["50 games of connect-four", "seat 0", digest, "a second on"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_series_can_begin_anywhere_and_leave_long_games() {
    let said = simulated(&["tic-tac-toe", "-n", "20", "-p", "xx./oo./..."]);
    assert!(said["length"]["longest"].as_i64().unwrap() <= 5);
    let said = simulated(&["chess", "-n", "5", "--longest", "10"]);
    assert_eq!((&said["unfinished"], &said["length"]["longest"]), (&5.into(), &10.into()));
    let told = says(&["simulate", "chess", "-n", "5", "--longest", "10"]);
    assert!(told.contains("5 games were left because of length"), "{told}");
}

#[test]
fn a_picture_is_drawn() {
    let scratch = Scratch::new("plot");
    let file = scratch.path("games.svg");
    says(&["simulate", "connect-four", "-n", "30", "--plot", &file]);
    let svg = fs::read_to_string(&file).expect("it is there");
    for words in ["<svg ", "connect-four: 30 games", "Results by seat", "<polyline", "</svg>"] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert!(!svg.contains("interrupted") && !svg.contains("did not end"), "{svg}");
    let left: Vec<_> = fs::read_dir(scratch.path("")).expect("the folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_plot_says_what_is_not_in_it() {
    let scratch = Scratch::new("plot-unended");
    let file = scratch.path("games.svg");
    says(&["simulate", "connect-four", "-n", "3", "--longest", "4", "--plot", &file]);
    let svg = fs::read_to_string(&file).expect("it is there");
    assert!(svg.contains("; 3 games did not end, and count in no result<"), "{svg}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_plot_of_an_interrupted_series_says_so() {
    let scratch = Scratch::new("plot-interrupted");
    let file = scratch.path("games.svg");
    let many = ["simulate", "chess", "-n", "1000000", "--plot", &file];
    let ran = crate::common::interrupted(&many);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let svg = fs::read_to_string(&file).expect("it is there");
    assert!(svg.contains(" of 1000000 games are done"), "{svg}");
}

#[test]
fn wrong_use_says_what_to_do() {
    refused(&["simulate", "chess", "--games", "0"], &["--games <N>"]);
    refused(&["simulate", "chess", "--threads", "0"], &["--threads <N>"]);
    refused(&["simulate", "chess", "--seats", "genius"], &["'genius'", "random"]);
    refused(
        &["simulate", "night-market", "--seats", "random,random"],
        &["night-market has 3 seats, but --seats names 2"],
    );
    let missing = "missing-folder/games.svg";
    // So many that nobody would see the end of it.
    let many = "1000000000";
    let args = ["simulate", "tic-tac-toe", "-n", many, "--plot", missing];
    refused(&args, &["missing-folder/games.svg cannot be written"]);
    let args = ["coverage", "tic-tac-toe", "-n", many, "--html", "missing-folder/x.html"];
    refused(&args, &["missing-folder/x.html cannot be written"]);
    let scratch = Scratch::new("plot-folder");
    let args = ["simulate", "tic-tac-toe", "-n", many, "--plot", &scratch.path("")];
    refused(&args, &["cannot be written"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_series_reports_its_beginning_and_its_records_are_whole() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let scratch = Scratch::new("interrupted");
    let folder = scratch.path("records");
    let args = ["simulate", "chess", "-n", "1000000", "--threads", "4", "--record-dir", &folder];
    let mut command = program(&[&args[..], &["--json"]].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // Once there is a record, it plays, and hears us.
    let records = || {
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        let names = files.map(|file| file.path().display().to_string());
        names.filter(|name| name.ends_with(".jsonl")).collect::<Vec<_>>()
    };
    let begin = Instant::now();
    while records().is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no record comes");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let said: Value = serde_json::from_slice(&output.stdout).expect("it is whole");
    let games = said["games"].as_u64().unwrap();
    assert!(said["interrupted"] == true && games < 1_000_000, "{games}");
    // Nothing but whole records is left behind, and of those games alone that
    // are counted.
    let left = fs::read_dir(&folder).expect("it is there").count();
    let records = records();
    assert_eq!((left, left), (records.len(), games as usize));
    if games > 0 {
        let again = simulated(&["chess", "-n", &games.to_string()]);
        assert_eq!(again["digest"], said["digest"]);
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        says(&[&["verify"], &records[..]].concat());
    }
}

#[test]
fn coverage_says_what_fired_and_what_never_did() {
    let told = says(&["coverage", "night-market", "-n", "20"]);
    assert!(told.starts_with("Coverage of \"night market\": 30 of 30 fired (100 %)."), "{told}");
    let scratch = Scratch::new("coverage");
    let file = scratch.path("coverage.html");
    let said = json(&["coverage", "tic-tac-toe", "-n", "1", "--html", &file]);
    let items = said["items"].as_array().unwrap();
    let never = items.iter().filter(|item| item["times"] == 0).count();
    assert!(never > 0 && items.len() - never == said["fired"].as_u64().unwrap() as usize);
    let page = fs::read_to_string(&file).expect("it is there");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    let (fired, all) = (items.len() - never, items.len());
    let title = format!("<title>Coverage of tic-tac-toe: {fired} of {all} fired in 1 game</title>");
    assert!(page.contains(&title), "{page}");
    assert_eq!(page.matches("<tr class=\"never\">").count(), never);
    let ran = run(&mut program(&["coverage", "tic-tac-toe", "-n", "1", "--strict"]));
    assert_eq!(ran.code, Some(1));
}

/// The rule about bids answers by a closure: that this one refuses nothing, only its
/// author knows.
#[test]
fn coverage_names_a_rule_that_may_refuse_and_never_did_and_is_not_strict_about_it() {
    let scratch = Scratch::new("coverage-of-sides");
    let file = scratch.path("coverage.html");
    let ran =
        run(&mut program(&["coverage", "night-market", "-n", "20", "--strict", "--html", &file]));
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("  bidding/seal a bid (never refused)\n"), "{}", ran.out);
    let page = fs::read_to_string(&file).expect("it is there");
    assert!(page.contains("bidding/seal a bid <i>never refused</i>"), "{page}");
    let said = json(&["coverage", "night-market", "-n", "20"]);
    let items = said["items"].as_array().unwrap();
    let lacks = |name| items.iter().find(|item| item["name"] == name).map(|item| &item["lacks"]);
    assert_eq!(lacks("bidding/seal a bid"), Some(&"refused".into()));
    assert_eq!(lacks("bidding/pass at the bell"), Some(&Value::Null));
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_played_is_told_also_if_its_picture_cannot_be_written() {
    for (args, told) in [
        (["simulate", "tic-tac-toe", "-n", "5", "--plot", "/dev/full"], "5 games of tic-tac-toe"),
        (["coverage", "tic-tac-toe", "-n", "5", "--html", "/dev/full"], "Coverage of \"tic-tac"),
    ] {
        let ran = run(&mut program(&args));
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.out.starts_with(told), "{args:?}: {}", ran.out);
        assert!(ran.err.contains("the file /dev/full cannot be written"), "{}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn coverage_that_is_interrupted_is_told_to_programs() {
    let ran = crate::common::interrupted(&["coverage", "chess", "-n", "1000000000", "--json"]);
    let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
    assert_eq!((ran.code, &said["interrupted"]), (Some(1), &true.into()));
    assert_eq!(json(&["coverage", "tic-tac-toe", "-n", "2"])["interrupted"], false);
}
