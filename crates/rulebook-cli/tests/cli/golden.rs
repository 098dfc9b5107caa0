//! What the program says, word for word. After a change that is meant, write
//! the files anew with `RULEBOOK_BLESS=1 cargo test -p rulebook-cli`, and read
//! what has changed.

use std::path::PathBuf;
use std::{env, fs};

use crate::common::{program, run};

fn golden(file: &str, args: &[&str], columns: &str) {
    let ran = run(program(args).env("COLUMNS", columns));
    assert_eq!(ran.err, "");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join("golden").join(file);
    if env::var_os("RULEBOOK_BLESS").is_some() {
        fs::write(&path, &ran.out).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).expect(HOW);
    let lines = || ran.out.lines().zip(expected.lines()).enumerate();
    if let Some((at, (now, then))) = lines().find(|(_, (now, then))| now != then) {
        panic!("line {} of {file} was\n  {then}\nand is\n  {now}\n{HOW}", at + 1);
    }
    assert_eq!(ran.out.lines().count(), expected.lines().count(), "lines of {file}. {HOW}");
}

const HOW: &str = "If it is meant, run RULEBOOK_BLESS=1 cargo test -p rulebook-cli";

#[test]
fn without_arguments() {
    golden("demo.txt", &["demo"], "80");
}

#[test]
fn in_a_narrow_window() {
    golden("demo-narrow.txt", &["demo"], "40");
}

#[test]
fn another_game() {
    golden("tic-tac-toe.txt", &["demo", "tic-tac-toe"], "80");
}

#[test]
fn the_list_of_games() {
    golden("games.txt", &["games"], "80");
}

#[test]
fn the_list_of_games_for_programs() {
    golden("games.json", &["games", "--json"], "80");
}

#[test]
fn a_board() {
    golden("show.txt", &["show", "chess"], "80");
}

#[test]
fn what_everybody_can_do() {
    golden("legal.txt", &["legal", "backgammon", "--position", "4HPwATDgc/ABMA 31"], "80");
}

#[test]
fn why_not() {
    golden("explain.txt", &["explain", "chess", "e1g1"], "80");
    let at = "night 1 torch 0 river 0 show gold jade; 10 charm; 10 charm; 10 charm";
    let args = ["explain", "night-market", "--position", at, "--by", "2", "bid", "12"];
    golden("explain-narrow.txt", &args, "40");
    golden("explain.json", &["explain", "tic-tac-toe", "b2", "--json"], "80");
}

#[test]
fn counts_by_the_first_move() {
    golden("perft.txt", &["perft", "chess", "--depth", "3", "--divide"], "80");
}

#[test]
fn what_rules_wait_for() {
    golden("plan.txt", &["plan", "chess"], "80");
    golden("plan.json", &["plan", "backgammon", "--kind", "step", "--json"], "80");
}

#[test]
fn what_fired() {
    golden("coverage.txt", &["coverage", "connect-four", "--games", "30"], "80");
}

#[test]
fn help() {
    golden("help.txt", &["--help"], "80");
    golden("help-perft.txt", &["perft", "--help"], "80");
}
