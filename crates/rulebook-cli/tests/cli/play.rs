//! `rulebook play`: by lines, and in a terminal.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Scratch, play, program, refused, says};
use crate::terminal::Terminal;

#[test]
fn a_game_can_be_played_by_lines() {
    let ran = play(&["tic-tac-toe", "--seats", "human"], "a1\nb1\na2\nb2\na3\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("3 x . .\n2 x o .\n1 x o .\n"), "{}", ran.out);
    assert!(ran.out.ends_with("seat 0 wins (seat 0: 1, seat 1: -1)\n"), "{}", ran.out);
}

#[test]
fn a_refused_line_says_why_and_the_game_goes_on() {
    let lines = "b2\nb2\nupwards\nwhy b2\nmoves\nundo\nhistory\nquit\nc3\n";
    let ran = play(&["tic-tac-toe", "--seats", "human"], lines);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("✗ "), "{}", ran.out);
    assert!(ran.out.contains("\"upwards\" cannot be read"), "{}", ran.out);
    assert!(ran.out.contains("Checks:"), "{}", ran.out);
    // What comes after quit is not played.
    assert!(!ran.out.contains("seat 0: c3"), "{}", ran.out);
}

#[test]
fn it_ends_with_its_input() {
    let ran = play(&["connect-four", "--seats", "human,mcts:20"], "d\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("1. seat 0: d") && ran.out.contains("2. seat 1: "), "{}", ran.out);
}

#[test]
fn bots_play_among_themselves_and_always_the_same() {
    for game in ["tic-tac-toe", "night-market"] {
        let one = play(&[game, "--seats", "mcts:10", "--seed", "3"], "");
        assert_eq!((one.code, one.err.as_str()), (Some(0), ""), "{game}");
        assert!(one.out.contains("(seat 0: "), "{}", one.out);
        assert_eq!(play(&[game, "--seats", "mcts:10", "--seed", "3"], "").out, one.out);
    }
}

#[test]
fn choices_are_asked_and_wrong_answers_are_refused() {
    let args = ["night-market", "--seats", "human", "--seed", "10"];
    let ran = play(&args, "bid 4\nbid 0\nbid 0\nplum\n7\n1\nquit\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("seat 0, Which lantern do you take?"), "{}", ran.out);
    assert!(ran.out.contains("\"plum\" is no option"), "{}", ran.out);
    assert!(ran.out.contains("seat 0 takes the jade lantern home"), "{}", ran.out);
    // What the others have sealed is not told before it is opened.
    let secret = ran.out.find("in secret").expect("seat 1 does not see what seat 0 bids");
    assert!(secret < ran.out.find("opens a bid of 4").expect("it is opened"), "{}", ran.out);
}

#[test]
fn a_record_is_kept_and_can_be_verified() {
    let scratch = Scratch::new("play-record");
    let file = scratch.path("game.jsonl");
    let args = ["tic-tac-toe", "--seats", "human", "--record", &file];
    let ran = play(&args, "a1\nb1\nundo\nb2\na2\nc3\na3\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains(&format!("The record is in {file}")), "{}", ran.out);
    says(&["verify", &file]);
    // A game that was kept is not lost by another.
    let before = fs::read(&file).expect("it is there");
    let again = play(&args, "a1\n");
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("is there already"), "{}", again.err);
    assert_eq!(fs::read(&file).expect("it is there"), before);
}

#[test]
fn for_programs_each_line_is_an_object() {
    let lines = "b2\nb2\nmoves\nwhy a1\nhistory\nundo\nhelp\nresign\n";
    let ran = play(&["tic-tac-toe", "--seats", "human", "--json"], lines);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let objects: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let events: Vec<&str> =
        objects.iter().map(|object| object["event"].as_str().unwrap()).collect();
    let first = ["begins", "board", "turn", "happened", "board", "turn", "refused", "turn"];
    assert_eq!(events[..8], first, "{}", ran.out);
    for event in ["moves", "why", "history", "help"] {
        assert!(events.contains(&event), "{event} is missing in {}", ran.out);
    }
    assert_eq!(objects[0]["seats"][0], "human");
    assert_eq!(objects[2]["moves"].as_array().unwrap().len(), 10);
    assert_eq!(objects[6]["reasons"][0], "The cell b2 is taken.");
    // After the undo it is seat 0 who resigns.
    let last = objects.last().unwrap();
    assert_eq!((&last["event"], &last["scores"]), (&"over".into(), &serde_json::json!([-1, 1])));
}

#[test]
fn for_programs_choices_are_objects_too() {
    let args = ["night-market", "--seats", "human", "--seed", "10", "--json"];
    let ran = play(&args, "bid 4\nbid 0\nbid 0\nplum\n1\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let asked = ran.out.lines().find(|line| line.contains("\"choice\"")).expect("it is asked");
    let asked: Value = serde_json::from_str(asked).expect("it is JSON");
    assert_eq!((&asked["seat"], &asked["options"][1]), (&0.into(), &"jade".into()), "{asked}");
    assert!(ran.out.contains("is no option"), "{}", ran.out);
}

#[test]
fn a_game_goes_on_from_its_record_with_the_same_players() {
    let scratch = Scratch::new("play-continue");
    let file = scratch.path("game.jsonl");
    let args = ["connect-four", "--seats", "human,mcts:20", "--record", &file];
    play(&args, "d\n");
    let before = fs::read_to_string(&file).expect("it is there");
    let ran = play(&["connect-four", "--record", &file, "--continue"], "d\nundo\nc\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("connect-four: seat 0 human and seat 1 mcts:20"), "{}", ran.out);
    assert!(ran.out.contains("3. seat 0: c"), "{}", ran.out);
    let after = fs::read_to_string(&file).expect("it is there");
    assert!(after.starts_with(&before) && after.len() > before.len(), "{after}");
    says(&["verify", &file]);
    // In one sitting, the same would have come of it.
    let whole = scratch.path("whole.jsonl");
    let args = ["connect-four", "--seats", "human,mcts:20", "--record", &whole];
    play(&args, "d\nd\nundo\nc\n");
    assert_eq!(fs::read_to_string(&whole).expect("it is there"), after);
}

#[test]
fn a_record_that_was_cut_off_goes_on_where_it_can_be_read() {
    let scratch = Scratch::new("play-cut");
    for name in ["game.jsonl", "game.rbr"] {
        let file = scratch.path(name);
        let args = ["tic-tac-toe", "--seats", "human", "--record", &file];
        play(&args, "b2\na1\n");
        let whole = fs::read(&file).expect("it is there");
        fs::write(&file, &whole[..whole.len() - 3]).expect("it can be cut");
        let ran = play(&["tic-tac-toe", "--record", &file, "--continue"], "c3\n");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
        assert!(ran.out.contains("2. seat 1: c3"), "{}", ran.out);
        says(&["verify", &file]);
    }
}

#[test]
fn what_cannot_go_on_is_told_and_left_as_it_is() {
    let scratch = Scratch::new("play-no-more");
    let (over, missing) = (scratch.path("over.jsonl"), scratch.path("missing.jsonl"));
    play(&["tic-tac-toe", "--seats", "human", "--record", &over], "resign\n");
    let before = fs::read(&over).expect("it is there");
    refused(&["play", "tic-tac-toe", "--record", &over, "--continue"], &["is over", "replay"]);
    refused(&["play", "chess", "--record", &over, "--continue"], &["a record of tic-tac-toe"]);
    assert_eq!(fs::read(&over).expect("it is there"), before);
    let no_file = ["play", "tic-tac-toe", "--record", &missing, "--continue"];
    refused(&no_file, &["leave --continue out"]);
    refused(&["play", "tic-tac-toe", "--continue"], &["--record <FILE>"]);
    // An edited record is no game to go on with.
    let edited =
        scratch.file("edited.jsonl", &String::from_utf8_lossy(&before).replace("resign", "b2"));
    let ran = play(&["tic-tac-toe", "--record", &edited, "--continue"], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
}

#[test]
fn wrong_use_is_told() {
    refused(&["play"], &["<GAME>"]);
    refused(&["play", "chess", "--seats", "genius"], &["write human, random, mcts"]);
    refused(&["play", "chess", "--seats", "mcts:0"], &["from 1 to"]);
    refused(&["play", "night-market", "--seats", "human,mcts"], &["3 seats", "names 2"]);
    refused(&["simulate", "chess", "--seats", "human"], &["rulebook play"]);
}

#[test]
fn seats_that_think_win_simulated_games() {
    let told = says(&["simulate", "connect-four", "-n", "8", "--seats", "mcts:60,random"]);
    assert!(told.starts_with("8 games of connect-four by mcts:60 and random, seed 1"), "{told}");
    assert!(told.contains("seat 0   100.0 %"), "{told}");
}

#[test]
fn in_a_terminal_it_fills_the_window_and_leaves_it_as_it_was() {
    let args = "play tic-tac-toe --seats human,mcts:200";
    let Some(terminal) = Terminal::new("play", (80, 24), args) else { return };
    terminal.wait_for("seat 0 (human) to act");
    terminal.send(&["b2", "Enter"]);
    let shown = terminal.wait_for("2. seat 1: ");
    assert!(shown.contains(" x ") && shown.contains(" o"), "{shown}");
    // Wrong keys and wrong moves do no harm.
    terminal.send(&["F9", "Home", "b2", "Enter"]);
    let shown = terminal.wait_for("taken");
    assert!(shown.contains("seat 0 (human) to act"), "{shown}");
    // Each key waits for what the one before it did: a terminal cannot tell Escape and a key
    // right after it from one key.
    terminal.send(&["Escape"]);
    terminal.wait_without("taken");
    terminal.send(&["F2"]);
    terminal.wait_for("Esc: back to the game");
    terminal.send(&["F2"]);
    terminal.wait_for("F1: keys");
    terminal.send(&["C-z"]);
    terminal.wait_for("10 of 10");
    // A smaller window, and a larger one.
    terminal.tmux(&["resize-window", "-x", "40", "-y", "12"]);
    terminal.wait_for("F1: keys  F2: why  Ctrl-Z: take back\n");
    terminal.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    terminal.wait_for("F3: history");
    terminal.send(&["C-c"]);
    terminal.wait_for("Leave the game?");
    terminal.send(&["y"]);
    let shown = terminal.wait_for("left with 0");
    assert!(!shown.contains("F1: keys"), "{shown}");
}

#[test]
fn in_a_terminal_interrupting_twice_leaves_while_a_bot_thinks() {
    let args = "play chess --seats mcts:4000000,human";
    let Some(terminal) = Terminal::new("thinks", (80, 24), args) else { return };
    terminal.wait_for("seat 0 is thinking");
    terminal.send(&["C-c"]);
    terminal.wait_for("Leave the game?");
    terminal.send(&["C-c"]);
    terminal.wait_for("left with 0");
}

#[test]
fn in_a_terminal_a_game_goes_on_from_its_record() {
    let scratch = Scratch::new("terminal-record");
    let file = scratch.path("game.jsonl");
    let args = format!("play tic-tac-toe --seats human --record {file}");
    let Some(terminal) = Terminal::new("record", (80, 24), &args) else { return };
    terminal.wait_for("seat 0 (human) to act");
    terminal.send(&["b2", "Enter"]);
    terminal.wait_for("seat 1 (human) to act");
    // The line is in the file before anything else happens, also if all ends here. A terminal
    // that is closed does not wait for the program in it, which has the record to itself.
    drop(terminal);
    File::open(&file).and_then(|record| record.lock()).expect("the program lets its record go");
    let args = format!("play tic-tac-toe --record {file} --continue");
    let Some(terminal) = Terminal::new("again", (80, 24), &args) else { return };
    terminal.wait_for("seat 1 (human) to act");
    terminal.send(&["C-c"]);
    terminal.wait_for("Leave the game?");
    terminal.send(&["y"]);
    terminal.wait_for("left with 0");
    says(&["verify", &file]);
}

#[test]
fn a_record_is_written_by_one_program_at_a_time() {
    let scratch = Scratch::new("locked");
    let file = scratch.path("game.jsonl");
    let begin = ["tic-tac-toe", "--seats", "human", "--record", &file];
    play(&begin, "b2\n");
    let again = ["play", "tic-tac-toe", "--record", &file, "--continue"];
    let mut first = program(&[&again[..], &["--json"]].concat());
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::new(first.stdout.take().expect("it writes"));
    let mut line = String::new();
    while !line.contains("\"turn\"") {
        line.clear();
        assert!(out.read_line(&mut line).expect("it goes on") > 0, "it ended");
    }
    refused(&again, &["game.jsonl is being played by another program", "leave it there first"]);
    // To look at it meanwhile does no harm.
    says(&["replay", &file]);
    let mut input = first.stdin.take().expect("it reads");
    input.write_all(b"a1\nquit\n").expect("it hears");
    drop(input);
    assert!(first.wait().expect("it ends").success());
    let played = says(&["replay", &file]);
    assert!(played.contains("    2  a1 by seat 1"), "{played}");
    let second = play(&again[1..], "c3\n");
    assert_eq!(second.code, Some(0), "{}", second.err);
    assert!(says(&["replay", &file]).contains("    3  c3 by seat 0"));
}

#[test]
fn what_other_programs_read_is_not_taken_for_a_record() {
    let scratch = Scratch::new("no-record");
    for name in ["game.pgn", "game.MAT"] {
        let file = scratch.path(name);
        let said = ["name a .jsonl or .rbr file", "'rulebook convert'"];
        refused(&["play", "chess", "--record", &file], &said);
        assert!(fs::metadata(&file).is_err(), "nothing is written");
    }
    refused(&["play", "chess", "--record", "-"], &["a record is kept in a file"]);
}

#[test]
fn what_cards_say_can_be_read_while_one_plays() {
    let ran = play(&["duels", "--seats", "human"], "cards\n");
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(": Champion, "), "{told}");
    // Not what is in the other's hand.
    let spoken = told.matches(": Monster, ").count() + told.matches(": Spell").count();
    assert!(spoken < 12, "{told}");
    let ran = play(&["chess", "--seats", "human"], "cards\n");
    assert!(ran.out.contains("this game is played without"), "{}", ran.out);
    let ran = play(&["duels", "--seats", "human", "--json"], "cards\n");
    let is_cards = |line: &&str| line.contains("\"event\":\"cards\"");
    assert_eq!(ran.out.lines().filter(is_cards).count(), 1, "{}", ran.out);
}

#[test]
fn what_came_to_nothing_is_not_told() {
    let args = ["duels", "--seats", "random", "--seed", "3"];
    let ran = play(&args, "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains(" loses "), "{}", ran.out);
    assert!(!ran.out.contains("vanished") && !ran.out.contains(" loses 0"), "{}", ran.out);
}

#[test]
fn in_a_terminal_what_cards_say_is_a_page() {
    let args = "play duels --seats human,random";
    let Some(terminal) = Terminal::new("cards", (80, 24), args) else { return };
    terminal.wait_for("F4: cards");
    terminal.send(&["F4"]);
    terminal.wait_for("What the cards say");
    terminal.send(&["F4"]);
    terminal.wait_for("F1: keys");
}
