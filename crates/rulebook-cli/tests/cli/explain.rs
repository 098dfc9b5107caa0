//! `rulebook explain` of records, and by whom.

use serde_json::Value;

use crate::common::{Scratch, play, program, refused, run, says};

fn json(args: &[&str]) -> Value {
    let said = says(&[args, &["--json"]].concat());
    serde_json::from_str(&said).expect("it is JSON")
}

/// A game that is put away while somebody must choose, and its file.
fn pending(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let file = scratch.path("game.jsonl");
    let args = ["night-market", "--seats", "human", "--seed", "10", "--record", &file];
    let ran = play(&args, "bid 4\nbid 0\nbid 0\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    (scratch, file)
}

#[test]
fn what_waits_for_a_choice_is_explained() {
    let (_scratch, file) = pending("explain-pending");
    let told = says(&["explain", "night-market", "--record", &file]);
    assert!(told.starts_with("✓ bid 0 by seat 2 waits for a choice by \""), "{told}");
    assert!(
        told.contains("  ▸ bidding/open the bids (priority Normal (50)): selected\n"),
        "{told}"
    );
    let end = "Frame 4 is not made yet\n  ? Pending: seat 0 must choose: Which lantern do you \
               take? (0: gold, 1: jade)\n";
    assert!(told.ends_with(end), "{told}");
    // It is the step after the last frame, and there is none behind it.
    assert_eq!(says(&["explain", "night-market", "--record", &file, "--at", "4"]), told);
    refused(&["explain", "night-market", "--record", &file, "--at", "5"], &["no frame 5"]);
    let before = says(&["explain", "night-market", "--record", &file, "--at", "3"]);
    assert!(before.starts_with("✓ bid 0 by seat 1 was committed by \""), "{before}");
    assert!(before.contains("\nFrame 3\n") && !before.contains("Pending"), "{before}");
}

#[test]
fn what_waits_for_a_choice_is_explained_to_programs() {
    let (_scratch, file) = pending("explain-pending-json");
    let told = json(&["explain", "night-market", "--record", &file]);
    let asked = serde_json::json!({
        "seat": 0, "question": "Which lantern do you take?", "options": ["gold", "jade"]
    });
    assert_eq!((&told["frame"], &told["pending"]), (&4.into(), &asked));
    let explained = &told["explanation"];
    assert_eq!((&explained["by"], &explained["action"]), (&"seat 2".into(), &"bid 0".into()));
    assert_eq!(told["digest"], Value::Null);
    assert_eq!(json(&["explain", "night-market", "--record", &file, "--at", "4"]), told);
    let before = json(&["explain", "night-market", "--record", &file, "--at", "3"]);
    assert_eq!((&before["frame"], &before["pending"]), (&3.into(), &Value::Null));
}

#[test]
fn what_was_chosen_is_a_frame_like_any_other() {
    let (_scratch, file) = pending("explain-chosen");
    let ran = play(&["night-market", "--record", &file, "--continue"], "1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let told = says(&["explain", "night-market", "--record", &file, "--at", "4"]);
    assert!(told.starts_with("✓ bid 0 by seat 2 was committed by \""), "{told}");
    assert!(told.contains("Frame 4\n  • seat 0: Which lantern do you take? jade\n"), "{told}");
}

#[test]
fn who_does_not_sit_there_is_told_who_does() {
    refused(&["explain", "chess", "e2e4", "--by", "7"], &["no seat 7", "its seats are 0 and 1"]);
    let market = ["explain", "night-market", "bid", "4", "--by", "3"];
    refused(&market, &["no seat 3", "its seats are 0, 1 and 2"]);
    // By whom a frame was made is not to be chosen.
    let (_scratch, file) = pending("explain-by");
    refused(&["explain", "night-market", "--record", &file, "--by", "1"], &["<ACTION>"]);
}

#[test]
fn an_answer_is_read_as_it_is_listed() {
    let (_scratch, file) = pending("explain-answer");
    let listed = says(&["legal", "night-market", "--record", &file]);
    let mut answers = 0;
    for line in listed.lines() {
        let Some((by, answer)) = line.split_once(": ").filter(|(by, _)| by.starts_with("seat"))
        else {
            continue;
        };
        answers += 1;
        let said = says(&["explain", "night-market", answer, "--record", &file]);
        let option = answer.rsplit(", ").next().unwrap();
        let first =
            format!("✓ {option} is one of the options of {by}: Which lantern do you take?\n");
        assert!(said.starts_with(&first), "{said}");
        assert!(said.ends_with("What waits for it\n  • bid 0 by seat 2\n"), "{said}");
        for short in [option, &answers_number(answers)] {
            assert_eq!(says(&["explain", "night-market", short, "--record", &file]), said);
        }
    }
    assert_eq!(answers, 2, "{listed}");
}

/// The number of the nth answer, which is counted from 0.
fn answers_number(nth: usize) -> String {
    (nth - 1).to_string()
}

#[test]
fn an_answer_is_of_the_one_who_is_asked() {
    let (_scratch, file) = pending("explain-answer-by");
    let asked = ["explain", "night-market", "jade", "--record", &file];
    let told = json(&asked);
    assert_eq!((&told["by"], &told["legal"]), (&"seat 0".into(), &true.into()));
    assert_eq!((&told["answer"], &told["option"]), (&1.into(), &"jade".into()));
    assert_eq!(told["waits"], serde_json::json!({ "by": "seat 2", "action": "bid 0" }));
    let ran = run(&mut program(&[&asked[..], &["--by", "1"]].concat()));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(
        ran.out.starts_with("✗ jade by seat 1 would be refused: seat 0 is asked."),
        "{}",
        ran.out
    );
    // What is neither an action nor an answer says what could be written.
    let plum = ["explain", "night-market", "plum", "--record", &file];
    refused(&plum, &["seat 0 must choose first", "is no option", "gold or jade"]);
    // Where nobody is asked, an option means nothing.
    refused(&["explain", "night-market", "jade"], &["\"jade\" cannot be read"]);
}
