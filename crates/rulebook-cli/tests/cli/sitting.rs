//! `rulebook play`: what is taken back, what cannot be read, and what ends it from
//! outside.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Scratch, play, program, says};
use crate::terminal::Terminal;

#[test]
fn what_is_taken_back_is_told_and_is_no_move() {
    let lines = "b2\na1\nc3\nundo\nredo\nundo\nundo\n";
    let ran = play(&["tic-tac-toe", "--seats", "human"], lines);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let moved = |line: &&str| line.contains("seat") && !line.contains("to act");
    let told: Vec<&str> = ran.out.lines().skip(4).filter(moved).collect();
    let expected = [
        "1. seat 0: b2",
        "· seat 0 marks b2",
        "2. seat 1: a1",
        "· seat 1 marks a1",
        "3. seat 0: c3",
        "· seat 0 marks c3",
        "taken back: 3. seat 0: c3",
        "done again: 3. seat 0: c3",
        "taken back: 3. seat 0: c3",
        "taken back: 2. seat 1: a1",
    ];
    assert_eq!(told, expected, "{}", ran.out);
    // What a bot did meanwhile is taken back with it, the last first.
    let args = ["tic-tac-toe", "--seats", "human,random", "--json"];
    let ran = play(&args, "b2\nundo\nredo\n");
    let of = |event: &str| {
        let objects = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let lines = |object: Value| {
            let lines = object["lines"].as_array().unwrap().clone();
            lines.into_iter().map(|line| line.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        objects.filter(|object| object["event"] == event).map(lines).collect::<Vec<_>>()
    };
    let (undone, redone) = (of("undone"), of("redone"));
    assert_eq!((undone.len(), redone.len(), of("happened").len()), (1, 1, 2), "{}", ran.out);
    assert_eq!(undone[0][1], "1. seat 0: b2");
    assert!(undone[0][0].starts_with("2. seat 1: "), "{undone:?}");
    assert!(undone[0].iter().rev().eq(&redone[0]), "{redone:?}");
}

#[test]
fn half_a_word_is_told_how_it_goes_on() {
    let ran = play(&["tic-tac-toe", "--seats", "human"], "why\nas\nb2\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for words in ["write why MOVE", "write as SEAT MOVE", "1. seat 0: b2"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
}

#[test]
fn a_line_that_is_no_text_is_refused_and_the_game_goes_on() {
    let mut command = program(&["play", "tic-tac-toe", "--seats", "human"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let lines = b"a1\n\xff\xfe b2\nc3\n";
    child.stdin.take().expect("it reads").write_all(lines).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("✗ Line 2 of the input is no text in UTF-8."), "{told}");
    assert!(told.contains("2. seat 1: c3"), "{told}");
}

#[test]
fn a_terminal_that_can_do_nothing_is_played_in_by_lines() {
    let line =
        format!("TERM=dumb {} play tic-tac-toe --seats human", env!("CARGO_BIN_EXE_rulebook"));
    let Some(terminal) = Terminal::with("dumb", (80, 24), &line) else { return };
    terminal.wait_for("seat 0 to act:");
    assert_eq!(terminal.tmux(&["display-message", "-p", "#{alternate_on}"]).trim(), "0");
    terminal.send(&["b2", "Enter"]);
    terminal.wait_for("1. seat 0: b2");
    terminal.send(&["quit", "Enter"]);
    terminal.wait_for("left with 0");
}

#[test]
fn a_signal_leaves_the_window_as_it_was_and_the_record_whole() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let scratch = Scratch::new(&format!("play-{signal}"));
        let (pid, file) = (scratch.path("pid"), scratch.path("game.jsonl"));
        let line = format!(
            "sh -c 'echo $$ > {pid}; exec {} play tic-tac-toe --seats human --record {file}'",
            env!("CARGO_BIN_EXE_rulebook")
        );
        let Some(terminal) = Terminal::with(signal, (80, 24), &line) else { return };
        terminal.wait_for("seat 0 (human) to act");
        let window = |terminal: &Terminal| {
            terminal.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"])
        };
        assert!(window(&terminal).starts_with("1 "), "it does not fill the window");
        terminal.send(&["b2", "Enter"]);
        terminal.wait_for("1. seat 0: b2");
        let pid = fs::read_to_string(&pid).expect("it is written");
        let kill = Command::new("kill").args([&format!("-{signal}"), pid.trim()]).status();
        assert!(kill.expect("there is kill").success());
        terminal.wait_for(&format!("left with {code}"));
        assert_eq!(window(&terminal).trim(), "0 1", "{signal}");
        says(&["verify", &file]);
    }
}

#[test]
fn who_closes_the_terminal_ends_the_program() {
    let scratch = Scratch::new("play-closed");
    let (pid, file) = (scratch.path("pid"), scratch.path("game.jsonl"));
    let line = format!(
        "sh -c 'echo $$ > {pid}; exec {} play tic-tac-toe --seats human --record {file}'",
        env!("CARGO_BIN_EXE_rulebook")
    );
    let Some(terminal) = Terminal::with("closed", (80, 24), &line) else { return };
    terminal.wait_for("seat 0 (human) to act");
    terminal.send(&["b2", "Enter"]);
    terminal.wait_for("1. seat 0: b2");
    let pid = fs::read_to_string(&pid).expect("it is written");
    let is_there = || {
        let asked = Command::new("kill").args(["-0", pid.trim()]).output();
        asked.expect("there is kill").status.success()
    };
    assert!(is_there());
    drop(terminal);
    let begin = Instant::now();
    while is_there() {
        assert!(begin.elapsed() < Duration::from_secs(30), "it goes on without a terminal");
        thread::sleep(Duration::from_millis(50));
    }
    let ran = play(&["tic-tac-toe", "--record", &file, "--continue"], "a1\n");
    assert!(ran.out.contains("2. seat 1: a1"), "{}{}", ran.out, ran.err);
}
