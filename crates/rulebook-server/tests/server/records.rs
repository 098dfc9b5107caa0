//! Matches become records and records become matches; long ones open at once.

use std::time::{Duration, Instant};

use crate::common::{Open, Reply, Trap, ask};
use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_record::{
    Positions, ReadError, ReadErrorKind, Reader, Recorder, RecorderOptions, session_options,
};
use serde_json::Value;

fn upload(open: &Open, path: &str, record: &[u8]) -> Reply {
    let headers = [("content-type", "application/octet-stream")];
    ask(open.address(), "POST", path, &headers, Some(record))
}

#[test]
fn a_match_that_was_saved_is_opened_again() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1", "a2", "b1"]);
    let saved = open.get(&format!("/api/matches/{id}/record"));
    assert!(saved.head.contains("attachment"), "{}", saved.head);
    let verdict = upload(&open, "/api/records/verify", &saved.body).good();
    assert_eq!((verdict["kind"].as_str(), verdict["frames"].as_u64()), (Some("same"), Some(3)));
    let opened = upload(&open, "/api/records", &saved.body).good();
    assert_eq!(opened["kind"], "opened", "{opened}");
    let other = opened["match"]["id"].as_str().unwrap();
    let scene = |of: &str| open.get(&format!("/api/matches/{of}/nodes/3")).good();
    assert_eq!(scene(other), scene(&id));
    // It can be played on.
    assert_eq!(open.act(other, "on", 3, "seat1", "c3")["status"], "accepted");
}

#[test]
fn choices_and_dice_are_in_the_record() {
    let open = Open::new();
    let id = open.new_match("trap");
    let asked = open.act(&id, "a", 0, "seat0", "7");
    let answer = serde_json::json!({ "id": "b", "at": 0, "by": "seat0", "choice": asked["choice"]["id"], "option": 1 });
    open.post(&format!("/api/matches/{id}/answers"), &answer).good();
    let saved = open.get(&format!("/api/matches/{id}/record"));
    let opened = upload(&open, "/api/records", &saved.body).good();
    let other = opened["match"]["id"].as_str().unwrap();
    assert_eq!(open.get(&format!("/api/matches/{other}/nodes/1")).good()["text"], "27\n");
}

#[test]
fn the_first_divergence_is_shown_and_what_agrees_is_kept() {
    let open = Open::new();
    // Somebody played it by other rules.
    let text = rulebook_record::examples::other_rules();
    let verdict = upload(&open, "/api/records/verify", text.as_bytes()).good();
    assert_eq!(verdict["kind"], "diverged", "{verdict}");
    let frame = verdict["frame"].as_u64().unwrap();
    assert_ne!(verdict["expected"], verdict["found"]);
    assert!(!verdict["differences"].as_array().unwrap().is_empty(), "{verdict}");
    let opened = upload(&open, "/api/records", text.as_bytes()).good();
    assert_eq!(
        (opened["kind"].as_str(), opened["match"]["nodes"].as_u64()),
        (Some("diverged"), Some(frame))
    );
}

/// Three moves of tic-tac-toe, as a record.
fn three_moves(open: &Open) -> String {
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1", "a2", "b1"]);
    open.get(&format!("/api/matches/{id}/record")).text().to_owned()
}

#[test]
fn a_record_that_was_edited_shows_what_comes_of_it_side_by_side() {
    let open = Open::new();
    let saved = three_moves(&open);
    let chain = |text: &Value| {
        assert!(text.as_str().is_some_and(|it| it.contains("the chain breaks")), "{text}");
    };
    // Another action than the one that was recorded.
    let edited = saved.replacen("\"b1\"", "\"c1\"", 1);
    assert_ne!(edited, saved);
    let verdict = upload(&open, "/api/records/verify", edited.as_bytes()).good();
    assert_eq!(
        (verdict["kind"].as_str(), verdict["frame"].as_u64(), verdict["action"].as_str()),
        (Some("diverged"), Some(3), Some("c1"))
    );
    assert_ne!(verdict["expected"], verdict["found"]);
    assert_eq!(verdict["against"], "recorded");
    let differences = verdict["differences"].as_array().unwrap();
    assert!(differences.iter().all(|it| it["before"].is_string() && it["after"].is_string()));
    assert_eq!(differences.len(), 1, "{verdict}");
    chain(&verdict["remark"]);
    let opened = upload(&open, "/api/records", edited.as_bytes()).good();
    assert_eq!(
        (opened["kind"].as_str(), opened["match"]["nodes"].as_u64()),
        (Some("diverged"), Some(3))
    );
    // One that cannot be done there.
    let edited = saved.replacen("\"b1\"", "\"a1\"", 1);
    let verdict = upload(&open, "/api/records/verify", edited.as_bytes()).good();
    assert!(verdict["found"].as_str().unwrap().starts_with("refused: "), "{verdict}");
    // Another header.
    let line = saved.lines().next().unwrap();
    let digest = line.split("\"digest\":\"").nth(1).unwrap().split('"').next().unwrap();
    let edited = saved.replacen(digest, "0123456789abcdef", 1);
    let verdict = upload(&open, "/api/records/verify", edited.as_bytes()).good();
    assert_eq!((verdict["kind"].as_str(), verdict["frame"].as_u64()), (Some("diverged"), Some(0)));
    chain(&verdict["remark"]);
    assert_eq!(upload(&open, "/api/records", edited.as_bytes()).good()["match"], Value::Null);
}

#[test]
fn a_record_that_was_edited_where_nothing_comes_of_it_is_no_record() {
    let open = Open::new();
    let saved = three_moves(&open);
    let last = saved.lines().last().unwrap();
    let chain = last.split("\"chain\":\"").nth(1).unwrap().split('"').next().unwrap();
    let edited = saved.replacen(chain, "0123456789abcdef", 1);
    for path in ["/api/records/verify", "/api/records"] {
        let told = upload(&open, path, edited.as_bytes()).good();
        assert_eq!(
            (told["kind"].as_str(), told["line"].as_u64()),
            (Some("unreadable"), Some(saved.lines().count() as u64)),
            "{told}"
        );
    }
    // A line that was left out.
    let lines: Vec<&str> = saved.lines().collect();
    let without = [&lines[..2], &lines[3..]].concat().join("\n");
    let told = upload(&open, "/api/records/verify", without.as_bytes()).good();
    assert_eq!(
        (told["kind"].as_str(), told["line"].as_u64()),
        (Some("unreadable"), Some(3)),
        "{told}"
    );
}

#[test]
fn a_record_that_is_cut_off_is_read_as_far_as_it_goes_and_says_so() {
    let open = Open::new();
    let saved = three_moves(&open);
    let whole = upload(&open, "/api/records/verify", saved.as_bytes()).good();
    assert!(whole["kind"] == "same" && whole["remark"].is_null(), "{whole}");
    let cut = &saved.as_bytes()[..saved.len() - 9];
    for (path, kind) in [("/api/records/verify", "same"), ("/api/records", "opened")] {
        let told = upload(&open, path, cut).good();
        assert_eq!(told["kind"], kind);
        let remark = told["remark"].as_str().unwrap_or_default();
        assert!(remark.contains("the record is cut off here"), "{path}: {told}");
    }
}

#[test]
fn a_record_of_another_version_of_the_rules_is_played_as_far_as_it_agrees() {
    let open = Open::new();
    let saved = three_moves(&open);
    let book = saved.split("\"book\":\"").nth(1).unwrap().split('"').next().unwrap();
    // The chain is mended too, as if it had been recorded so.
    let mut record = saved.replacen(book, "0123456789abcdef", 1);
    while let Err(error) = linked(&record) {
        record = record.replacen(&error.0, &error.1, 1);
    }
    let told = upload(&open, "/api/records/verify", record.as_bytes()).good();
    assert_eq!((told["kind"].as_str(), told["frames"].as_u64()), (Some("same"), Some(3)), "{told}");
    assert!(told["remark"].as_str().unwrap().contains("another version of the book"), "{told}");
}

/// Reads a record: where its chain breaks, what stands there and what should.
fn linked(record: &str) -> Result<(), (String, String)> {
    let told = |error: ReadError| match error.kind {
        ReadErrorKind::Chain { expected, found } => (found.to_string(), expected.to_string()),
        other => panic!("{other}"),
    };
    let mut reader = Reader::open(record.as_bytes()).map_err(told)?;
    while reader.next_entry().map_err(told)?.is_some() {}
    Ok(())
}

#[test]
fn what_is_no_record_is_said_to_be_none() {
    let open = Open::new();
    for wrong in [&b""[..], b"hello", b"{}", &[0xff; 100]] {
        let verdict = upload(&open, "/api/records/verify", wrong).good();
        assert_eq!(verdict["kind"], "unreadable", "{verdict}");
        assert!(!verdict["message"].as_str().unwrap().is_empty());
        assert_eq!(upload(&open, "/api/records", wrong).good()["kind"], "unreadable");
    }
}

/// Ten thousand moves, as a record.
fn long() -> Vec<u8> {
    let mut game = Trap::book().start_with(0, Seed(1), session_options()).unwrap();
    let options = RecorderOptions { positions: Positions::Never, ..RecorderOptions::default() };
    let mut recorder = Recorder::start_with(Vec::new(), &mut game, options).unwrap();
    for _ in 0..10_000 {
        recorder.submit(&mut game, Seat(0), 100).unwrap();
    }
    recorder.into_inner()
}

#[test]
fn any_node_of_a_match_of_ten_thousand_moves_opens_at_once() {
    let open = Open::new();
    let opened = upload(&open, "/api/records", &long()).good();
    let id = opened["match"]["id"].as_str().unwrap().to_owned();
    assert_eq!(opened["match"]["nodes"], 10_001);
    // The first look plays it through once.
    let begun = Instant::now();
    open.get(&format!("/api/matches/{id}/nodes/10000")).good();
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let mut took = Vec::new();
    for node in [1, 9_999, 5_000, 3, 7_777, 10_000, 0] {
        let begun = Instant::now();
        let scene = open.get(&format!("/api/matches/{id}/nodes/{node}")).good();
        took.push(begun.elapsed());
        assert_eq!(scene["text"], format!("{}\n", node * 100));
    }
    took.sort_unstable();
    assert!(took[took.len() / 2] < Duration::from_millis(400), "{took:?}");
    // A fork from the middle, and both ends at once.
    let fork = open.act(&id, "fork", 5_000, "seat0", "1");
    assert_eq!(fork["node"]["node"], 10_001);
    assert_eq!(open.get(&format!("/api/matches/{id}/nodes/10001")).good()["text"], "500001\n");
    assert_eq!(open.get(&format!("/api/matches/{id}/nodes/10000")).good()["text"], "1000000\n");
}
