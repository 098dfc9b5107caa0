//! Matches become records and records become matches; long ones open at once.

use std::time::{Duration, Instant};

use crate::common::{Open, Reply, Trap, ask};
use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_record::{Positions, Recorder, RecorderOptions, session_options};

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

#[test]
fn a_record_that_was_tampered_with_is_no_record() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1", "a2", "b1"]);
    let saved = open.get(&format!("/api/matches/{id}/record"));
    let text = saved.text().replacen("\"b1\"", "\"c1\"", 1);
    assert_ne!(text, saved.text());
    assert_eq!(upload(&open, "/api/records/verify", text.as_bytes()).good()["kind"], "unreadable");
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
