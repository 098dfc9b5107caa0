//! The match that plays itself.

use crate::common::{program, run, says};

/// The names of all games, from the program itself.
fn names() -> Vec<String> {
    let listed: serde_json::Value = serde_json::from_str(&says(&["games", "--json"])).unwrap();
    let games = listed.as_array().unwrap().iter();
    games.map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_default_match_is_of_the_night_market() {
    assert_eq!(says(&["demo"]), says(&["demo", "night-market", "--pace", "slow"]));
}

#[test]
fn the_default_match_shows_what_the_engine_can() {
    let text = says(&["demo"]);
    for (what, words) in [
        ("the rules", "bidding — ApplyAll"),
        ("dice", "  dice "),
        ("the clock", "the clock: bell"),
        ("the rule that decides", "▸ bidding/seal a bid"),
        ("why not another", "open the bids: only when “all bids are sealed”"),
        ("an exception", "but “the first lantern on credit” lets it pass"),
        ("a choice", "is asked: Which lantern do you take?"),
        ("a refused answer", "Refused: The choice is for seat"),
        ("a refusal", "Refused as disallowed by one check"),
        ("all reasons at once", "Refused as disallowed by 3 checks, all told at once"),
        ("that a refusal changes nothing", "Nothing changed: the digest is"),
        ("an undo", "↶ undo: frame"),
        ("a redo", "↷ redo: frame"),
        ("what cannot be undone", "It cannot be undone: dice had fallen"),
        ("an action after the end", "The game is over"),
        ("the result", "wins (seat 0:"),
        ("the digest", "the same on every machine"),
        ("where next", "rulebook --help"),
    ] {
        assert!(text.contains(words), "{what} is not shown: {words:?}");
    }
}

#[test]
fn every_rule_of_the_default_match_decides_something() {
    let text = says(&["demo"]);
    let rules: Vec<&str> = text.lines().filter(|line| line.contains(" × ")).collect();
    assert_eq!(rules.len(), 4, "{rules:?}");
    assert!(!rules.iter().any(|line| line.trim_start().starts_with("0 ×")), "{rules:?}");
}

#[test]
fn a_seed_names_a_match() {
    for name in names() {
        let match_of = |seed: &str| says(&["demo", &name, "--seed", seed]);
        assert_eq!(match_of("5"), match_of("5"));
        assert_ne!(match_of("5"), match_of("6"));
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    let greatest = u64::MAX.to_string();
    for name in names() {
        for seed in ["0", "1", "2", "3", &greatest] {
            let text = says(&["demo", &name, "--seed", seed]);
            assert!(text.contains("── The end ──"), "{name}, seed {seed}");
            let again = format!("rulebook demo {name} --seed {seed}");
            assert!(text.contains(&again), "{name}, seed {seed}");
        }
    }
}

#[test]
fn a_games_name_may_be_written_in_capitals() {
    assert_eq!(says(&["demo", "Tic-Tac-Toe"]), says(&["demo", "tic-tac-toe"]));
}

#[test]
fn no_line_is_wider_than_the_window() {
    for name in names() {
        for columns in [20, 33, 40, 80, 100] {
            let ran = run(program(&["demo", &name]).env("COLUMNS", columns.to_string()));
            assert_eq!(ran.code, Some(0));
            let widest = ran.out.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(widest.chars().count() <= columns, "{name}, {columns}: {widest}");
        }
    }
}

#[test]
fn a_width_that_makes_no_sense_is_overlooked() {
    let usual = says(&["demo"]);
    for columns in ["", "0", "-5", "wide", "99999999999999999999999"] {
        assert_eq!(run(program(&["demo"]).env("COLUMNS", columns)).out, usual, "{columns:?}");
    }
    let narrowest = run(program(&["demo"]).env("COLUMNS", "20")).out;
    assert_eq!(run(program(&["demo"]).env("COLUMNS", "1")).out, narrowest);
}

#[test]
fn colour_adds_nothing_but_colour() {
    let plain = says(&["demo"]);
    assert!(!plain.contains('\x1b'), "there is no terminal");
    let coloured = run(program(&["demo"]).env("CLICOLOR_FORCE", "1")).out;
    assert!(coloured.contains('\x1b'));
    assert_eq!(without_colour(&coloured), plain);
}

#[test]
fn no_color_is_honoured() {
    // Also where colour is asked for: who wants none has the last word.
    let ran = run(program(&["demo"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"));
    assert!(!ran.out.contains('\x1b'));
}

/// The text without sequences such as `ESC [ 1 m`.
fn without_colour(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}
