//! What the program says to programs: every command takes `--json`, also where
//! something goes wrong.

use serde_json::Value;

use crate::common::{Scratch, program, refused, run, says};

/// What a call says to programs, if all is well.
fn json(args: &[&str]) -> Value {
    let said = says(&[args, &["--json"]].concat());
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("rulebook {args:?}: {error}: {said}"))
}

/// What a call says that goes wrong.
fn wrong(args: &[&str]) -> (Option<i32>, Value) {
    let ran = run(&mut program(&[args, &["--json"]].concat()));
    assert_eq!(ran.err.lines().count(), 1, "rulebook {args:?}: {}", ran.err);
    let said = serde_json::from_str(&ran.err);
    (ran.code, said.unwrap_or_else(|error| panic!("rulebook {args:?}: {error}: {}", ran.err)))
}

#[test]
fn every_command_takes_it() {
    let help = says(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = commands.expect("the help lists the commands").lines();
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let help = says(&[name, "--help"]);
        assert!(help.contains("--json") && help.contains("Examples:"), "rulebook {name}: {help}");
    }
}

#[test]
fn what_goes_wrong_is_an_object_on_the_standard_error() {
    let scratch = Scratch::new("wrong-json");
    let damaged = scratch.file("damaged.jsonl", "{\"rulebook\":1}\n");
    let calls: [(&[&str], i32, &str); 8] = [
        (&["frobnicate"], 2, "unrecognized subcommand"),
        (&["show", "hopscotch"], 2, "invalid value"),
        (&["show", "chess", "--position", "nonsense"], 2, "is no position"),
        (&["replay", "none.jsonl"], 2, "none.jsonl cannot be read"),
        (&["replay", &damaged], 1, "the field \"game\" is missing"),
        (&["simulate", "chess", "--games", "0"], 2, "--games"),
        (&["cards", "none.json"], 2, "none.json cannot be read"),
        (&["new", "Not-A-Name"], 2, "cannot be the name of a game"),
    ];
    for (args, code, words) in calls {
        let (ended, said) = wrong(args);
        assert_eq!((ended, &said["exit_code"]), (Some(code), &code.into()), "{args:?}");
        let error = said["error"].as_str().expect("it is a text");
        assert!(error.contains(words) && !error.starts_with("error"), "{args:?}: {error}");
    }
}

#[test]
fn after_two_dashes_it_is_no_option() {
    let ran = run(&mut program(&["explain", "tic-tac-toe", "--", "--json"]));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
}

#[test]
fn a_demo_is_told_event_by_event() {
    let told = says(&["demo", "connect-four", "--seed", "5", "--json"]);
    let events: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let of = |name: &str| events.iter().filter(|event| event["event"] == name).collect::<Vec<_>>();
    assert_eq!(events[0]["event"], "begins");
    assert_eq!((of("undone").len(), of("redone").len(), of("over").len()), (1, 1, 1));
    let frames = of("frame");
    for (nth, frame) in frames.iter().enumerate() {
        assert_eq!(frame["frame"], nth + 1);
        assert!(frame["explanation"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(!frame["events"].as_array().unwrap().is_empty());
    }
    assert!(of("refused").iter().all(|event| event["text"].as_str().is_some()));
    // The same match as for people.
    let digest = events.last().unwrap()["digest"].as_str().unwrap();
    assert!(says(&["demo", "connect-four", "--seed", "5"]).contains(digest));
}

#[test]
fn scripts_pages_and_cards_are_told() {
    let said = json(&["completions", "bash"]);
    assert_eq!(said["shell"], "bash");
    assert_eq!(said["script"], says(&["completions", "bash"]).as_str());
    assert!(json(&["man"])["page"].as_str().unwrap().contains("rulebook"));
    let scratch = Scratch::new("man-json");
    let folder = scratch.path("man");
    assert_eq!(json(&["man", "--dir", &folder])["folder"], folder.as_str());
    assert!(json(&["cards", "--standard"])["cards"].as_array().unwrap().len() > 50);
    assert!(json(&["cards", "--schema"]).is_object());
    assert!(json(&["lint", "tic-tac-toe", "--outline"])["outline"].as_str().is_some());
}

#[test]
fn a_plan_is_told_by_name() {
    let said = json(&["plan", "chess"]);
    assert_eq!((&said["game"], &said["book"]), (&"chess".into(), &"chess".into()));
    assert_eq!(said["signature"].as_str().map(str::len), Some(16));
    assert_eq!(said["passes"].as_array().map(Vec::len), Some(8));
    let entries = said["entries"].as_array().unwrap();
    assert!(entries.iter().enumerate().all(|(nth, entry)| entry["number"] == nth), "{said}");
    let promotion = entries.iter().find(|entry| entry["rule"] == "moving/promotion").unwrap();
    assert_eq!(promotion["kinds"], serde_json::json!(["Move"]));
    assert_eq!(promotion["subjects"], serde_json::json!([{ "number": 0, "name": "pawns" }]));
    // The same entries as for people.
    let told = says(&["plan", "chess"]);
    for entry in entries {
        let (number, rule) = (&entry["number"], entry["rule"].as_str().unwrap());
        assert!(told.contains(&format!("\n  {number} {rule}")), "{told}");
    }
    let moves = json(&["plan", "chess", "--kind", "move"]);
    let numbers = |said: &Value| -> Vec<u64> {
        let entries = said["entries"].as_array().unwrap().iter();
        entries.map(|entry| entry["number"].as_u64().unwrap()).collect()
    };
    assert!(numbers(&moves).len() < entries.len() && !numbers(&moves).is_empty(), "{moves}");
    assert_eq!(moves["signature"], said["signature"]);
    let market = json(&["plan", "night-market"]);
    assert_eq!(
        (&market["game"], &market["book"]),
        (&"night-market".into(), &"night market".into())
    );
    let node = serde_json::json!({
        "number": 0, "phase": "bidding", "strategy": "ApplyAll", "entries": [1, 2, 3],
    });
    assert_eq!(market["nodes"], serde_json::json!([node]));
    let steps = json(&["plan", "backgammon", "--kind", "step"]);
    assert_eq!(steps["looked_up_by"], serde_json::json!({ "Step": ["class of the step"] }));
}

#[test]
fn what_cards_say_is_told() {
    let said = json(&["cards", "--standard", "--texts"]);
    let texts = said["texts"].as_array().unwrap();
    assert_eq!(said["cards"], texts.len());
    let hound = "Ember Hound: Monster, Attacker, ATK 3, DEF 2, SPD 4.\nWhen it wounds a card";
    assert!(texts.iter().any(|text| text.as_str().unwrap().starts_with(hound)), "{said}");
    let told = says(&["cards", "--standard", "--texts"]);
    assert!(told.contains("\nEmber Hound: Monster, "), "{told}");
    let shown = json(&["show", "duels", "--texts"]);
    assert!(!shown["texts"].as_array().unwrap().is_empty());
    let shown = says(&["show", "duels", "--texts"]);
    assert!(shown.contains(": Champion, "), "{shown}");
    refused(&["show", "chess", "--texts"], &["chess is played without cards"]);
}

#[test]
fn json_may_stand_before_the_command_and_help_is_told_too() {
    assert_eq!(says(&["--json", "games"]), says(&["games", "--json"]));
    let ran = run(&mut program(&["--json", "show", "hopscotch"]));
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.starts_with("{\"error\":"), "{}", ran.err);
    let said: Value = serde_json::from_str(&says(&["games", "--help", "--json"])).unwrap();
    let help = says(&["games", "--help"]);
    assert_eq!(said["help"].as_str(), Some(help.trim_end()));
    for args in [&["help", "games", "--json"][..], &["--json", "games", "--help"]] {
        assert_eq!(serde_json::from_str::<Value>(&says(args)).unwrap(), said, "{args:?}");
    }
    let ran = run(&mut program(&["--json", "chess"]));
    assert!(ran.code == Some(2) && ran.err.contains("run 'rulebook play chess'"), "{}", ran.err);
    let said: Value = serde_json::from_str(&says(&["--version", "--json"])).unwrap();
    assert_eq!(said["version"], concat!("rulebook ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_number_that_cannot_be_is_answered_with_those_that_can() {
    for number in ["-1", "0", "1.5", "many", "99999999999999999999"] {
        for command in ["simulate", "coverage"] {
            let said = ["--games <N>", "write a whole number from 1 to 18446744073709551615"];
            refused(&[command, "chess", "--games", number], &said);
        }
        refused(
            &["lint", "chess", "--play", number],
            &["--play <GAMES>", "from 1 to 18446744073709551615"],
        );
        refused(&["simulate", "chess", "--threads", number], &["from 1 to 1024"]);
    }
    refused(&["perft", "chess", "--depth", "-1"], &["write a whole number from 0 to 99"]);
    refused(&["replay", "a.jsonl", "--to", "-1"], &["--to <N>", "0 is the start of the game"]);
    refused(&["show", "chess", "--record", "a.jsonl", "--at", "-1"], &["0 is the start"]);
    // What comes next is no number, and is not taken for one.
    refused(&["simulate", "chess", "--games", "--json"], &["--games <N>"]);
}
