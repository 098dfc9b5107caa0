//! Exit codes, wrong use, and readers that go away.

use std::io;

use crate::common::{program, refused, run, says};

#[test]
fn help_teaches_by_examples() {
    let help = says(&["--help"]);
    for words in ["Usage: rulebook", "demo", "games", "Examples:", "--pace step", "Exit codes"] {
        assert!(help.contains(words), "{words}");
    }
    assert_eq!(says(&["help"]), help);
    let demo = says(&["demo", "--help"]);
    for words in ["night-market", "connect-four", "tic-tac-toe", "--seed", "--pace"] {
        assert!(demo.contains(words), "{words}");
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(says(&["--version"]), concat!("rulebook ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn the_list_of_games_is_valid_json() {
    let games: serde_json::Value = serde_json::from_str(&says(&["games", "--json"])).unwrap();
    let games = games.as_array().unwrap();
    let market = games.iter().find(|game| game["name"] == "night-market").unwrap();
    assert_eq!(market["seats"], 3);
    assert!(market["about"].as_str().unwrap().ends_with('.'));
    for game in games {
        assert!(says(&["games"]).contains(game["name"].as_str().unwrap()));
    }
}

#[test]
fn an_unknown_game_is_answered_with_the_games_and_the_nearest() {
    let games = "tic-tac-toe, connect-four, chess, chess960, backgammon, night-market, duels";
    refused(&["demo", "hopscotch"], &["'hopscotch'", games]);
    refused(&["demo", "conect-for"], &[games, "similar", "'connect-four'"]);
    refused(&["demo", ""], &[games]);
}

#[test]
fn an_unknown_command_is_answered_with_the_nearest() {
    refused(&["gmaes"], &["'gmaes'", "'games'"]);
    refused(&["frobnicate"], &["'frobnicate'", "--help"]);
}

#[test]
fn a_game_instead_of_a_command_is_answered_with_the_command() {
    refused(&["connect-four"], &["run 'rulebook play connect-four'"]);
    for chess in ["Chess", "CHESS", "ches", "Ches"] {
        refused(&[chess], &[&format!("'{chess}'"), "to play chess, run 'rulebook play chess'"]);
    }
    // A command was meant.
    let ran = run(&mut program(&["gmaes"]));
    assert!(!ran.err.contains("rulebook play"), "{}", ran.err);
}

#[test]
fn no_tip_leads_to_the_same_mistake() {
    for args in [&["legal", "chess", "--bogus", "5"][..], &["demo", "--bogus"], &["show", "-x"]] {
        let ran = run(&mut program(args));
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(!ran.err.contains("tip:") && !ran.err.contains(" -- "), "{args:?}: {}", ran.err);
    }
    // What is true is still said.
    refused(&["demo", "--sed", "5"], &["a similar argument exists: '--seed'"]);
}

#[test]
fn a_seed_is_a_number_that_fits() {
    let range = "a seed is a whole number from 0 to 18446744073709551615";
    for seed in ["-1", "18446744073709551616", "1.5", "many", "", "0x10", "--pace"] {
        refused(&["demo", "--seed", seed], &["--seed <N>", range]);
    }
    refused(&["demo", "--seed"], &["--seed <N>"]);
}

#[test]
fn other_wrong_use_is_refused() {
    refused(&["demo", "--pace", "quick"], &["step, slow, normal, fast, none"]);
    refused(&["demo", "tic-tac-toe", "connect-four"], &["'connect-four'"]);
    refused(&["games", "--xml"], &["'--xml'"]);
}

#[test]
fn an_option_of_demo_without_the_word_is_answered_with_it() {
    refused(&["--seed", "5"], &["'--seed'", "run 'rulebook demo --seed …'"]);
    refused(&["--port", "5"], &["'--port'", "run 'rulebook studio --port …'"]);
    refused(&["--pace=fast"], &["'--pace'", "run 'rulebook demo --pace …'"]);
    for args in [&["games", "--seed", "5"][..], &["--sed", "5"]] {
        let ran = run(&mut program(args));
        assert!(!ran.err.contains("an option of demo"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_reader_that_has_gone_is_told_nothing() {
    let all: [&[&str]; 12] = [
        &[],
        &["demo", "connect-four"],
        &["games"],
        &["games", "--json"],
        &["--help"],
        &["show", "chess"],
        &["legal", "chess"],
        &["explain", "chess", "e2e4"],
        &["plan", "chess"],
        &["perft", "chess", "--depth", "2", "--divide"],
        &["simulate", "tic-tac-toe", "--games", "5"],
        &["coverage", "tic-tac-toe", "--games", "5"],
    ];
    for args in all {
        let (reader, writer) = io::pipe().expect("there are pipes");
        drop(reader);
        let ran = run(program(args).stdout(writer));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "rulebook {args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has one");
    let ran = run(program(&["games"]).stdout(full));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: the output cannot be written: "), "{}", ran.err);
}
