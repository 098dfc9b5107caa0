//! `rulebook play` by lines: the last decision explained, choices, and what one
//! person does for another.

use serde_json::Value;

use crate::common::{Scratch, play, says};
use crate::terminal::Terminal;

const MARKET: [&str; 5] = ["night-market", "--seats", "human", "--seed", "10"];

/// What is said to a line, up to where the next one is asked for.
fn answers<'o>(out: &'o str, prompt: &str) -> Vec<&'o str> {
    out.split(prompt).skip(1).collect()
}

#[test]
fn the_last_decision_is_explained_in_the_words_of_the_game() {
    let ran = play(&["chess", "--seats", "human"], "last\nNf3\nlast\n");
    let told = answers(&ran.out, " to act:\n");
    assert_eq!(told[0], "Nothing has been decided yet: the game stands as it began.\nseat 0");
    let last = told[2];
    let begin = "1. seat 0: g1f3\n· knight g1f3 (ordinary move)\n\ng1f3 by seat 0 was committed by \
                 \"moving/ordinary move\".\nChecks:\n  ✓ it is your turn [Actor]\n";
    assert!(last.starts_with(begin), "{last}");
    assert!(!ran.out.contains("Move(") && !ran.out.contains("would be committed"), "{}", ran.out);
    // Rules for other actions are named together, and no line is too long.
    assert!(last.contains("  • for other actions: resign, offer a draw, accept a draw"), "{last}");
    assert!(last.lines().all(|line| line.chars().count() <= 80), "{last}");
}

#[test]
fn the_last_decision_is_explained_after_undo_and_redo() {
    let ran = play(&["tic-tac-toe", "--seats", "human"], "b2\na1\nundo\nlast\nredo\nlast\n");
    let told = answers(&ran.out, " to act:\n");
    assert!(told[3].starts_with("1. seat 0: b2\n"), "{}", told[3]);
    assert!(told[3].contains("\nb2 by seat 0 was committed by \"placing/place a mark\".\n"));
    assert!(told[5].starts_with("2. seat 1: a1\n"), "{}", told[5]);
    assert!(told[5].contains("\na1 by seat 1 was committed by \"placing/place a mark\".\n"));
}

#[test]
fn the_last_decision_is_explained_when_a_game_goes_on() {
    let scratch = Scratch::new("decision-continue");
    // Somebody moved, or dice fell that cannot be taken back, or somebody must choose.
    let games = [
        ("chess", "e4\n", "e2e4 by seat 0 was committed by \"moving/double step\"."),
        ("night-market", "", "unveil by chance let the dice decide, by \"unveil two lanterns\"."),
        ("night-market", "bid 4\nbid 0\nbid 0\n", "Seat 2's reasons are hidden from you."),
    ];
    for (nth, (game, lines, reason)) in games.into_iter().enumerate() {
        let file = scratch.path(&format!("{nth}.jsonl"));
        let begin = [game, "--seats", "human", "--seed", "10", "--record", &file];
        let ran = play(&begin, lines);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let ran = play(&[game, "--record", &file, "--continue"], "last\n");
        let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(reason), "{game}: {}", ran.out);
    }
}

#[test]
fn what_was_undone_in_a_record_is_explained_when_it_is_redone() {
    let scratch = Scratch::new("decision-redo");
    for name in ["game.jsonl", "game.rbr"] {
        let file = scratch.path(name);
        let begin = ["tic-tac-toe", "--seats", "human", "--record", &file];
        play(&begin, "b2\na1\nc3\nundo\nundo\n");
        let lines = "last\nredo\nlast\nredo\nlast\nundo\nb1\nlast\n";
        let ran = play(&["tic-tac-toe", "--record", &file, "--continue"], lines);
        let told = ran.out.lines().filter(|line| line.contains("was committed"));
        let told: Vec<&str> = told.filter_map(|line| line.split(" was ").next()).collect();
        let expected = ["b2 by seat 0", "a1 by seat 1", "c3 by seat 0", "b1 by seat 0"];
        assert_eq!(told, expected, "{name}: {}", ran.out);
    }
}

#[test]
fn everything_can_be_asked_while_a_choice_is_pending() {
    let lines = "bid 4\nbid 0\nbid 0\nlast\nhelp\nboard\nmoves\nhistory\ncards\nundo\nredo\nwhy bid 1\n\
                 why jade\nplum\njade\n";
    let ran = play(&MARKET, lines);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let told = answers(&ran.out, "seat 0, Which lantern do you take?\n  0: gold\n  1: jade\n");
    let expected = [
        "4. seat 2: in secret (not done yet)\n· seat 0 must choose first: Which lantern do you take?",
        "Write a move, or: moves",
        "\nNight 1 of 5: gold and jade.\n",
        "gold, jade\n",
        "1. chance: unveil\n2. seat 0: bid 4\n3. seat 1: in secret\n",
        "✗ Nobody sees a card",
        "✗ First seat 0 must answer: Which lantern do you take?\n",
        "✗ First seat 0 must answer: Which lantern do you take?\n",
        "bid 1 by seat 0 would be refused as invalid: First seat 0 must answer",
        "jade is one of the options of seat 0: Which lantern do you take?",
        "✗ \"plum\" is no option: write its number, or gold or jade.\n",
        // Who has chosen is not who has acted.
        "4. seat 2: in secret; seat 0 chose jade\n· the bidding closes\n",
    ];
    assert_eq!(told.len(), expected.len(), "{}", ran.out);
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{expected:?} is expected:\n{told}");
    }
}

#[test]
fn who_has_acted_sees_how_far_it_came_and_not_what_others_are_asked() {
    let ran = play(&MARKET, "bid 4\nbid 0\nbid 0\n");
    let done = "4. seat 2: bid 0 (not done yet)\n· seat 0 must choose first.\n";
    assert!(ran.out.contains(done), "{}", ran.out);
}

#[test]
fn what_somebody_is_told_of_their_own_bid_says_nothing_of_others() {
    // The last bid would be followed by a choice of whoever has bid most.
    let told = |bids: &str| {
        let ran = play(&MARKET, &format!("{bids}why bid 5\n"));
        let told = answers(&ran.out, "seat 2 to act:\n");
        told[0].to_owned()
    };
    let first = told("bid 9\nbid 0\n");
    assert!(first.starts_with("bid 5 by seat 2 would be accepted by \""), "{first}");
    assert_eq!(first, told("bid 0\nbid 9\n"));
    assert_eq!(first, told("bid 0\nbid 0\n"));
}

#[test]
fn the_reasons_of_a_bot_are_hidden_where_it_hides_something() {
    let args = ["duels", "--seats", "human,random", "--seed", "3", "--json"];
    let ran = play(&args, "last\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let is_last = |line: &&str| line.contains("\"event\":\"last\"");
    let last = ran.out.lines().find(is_last).expect("it is told");
    let last: Value = serde_json::from_str(last).expect("it is JSON");
    let lines = last["lines"].as_array().expect("there are lines");
    // What everybody sees of it is told all the same.
    assert!(lines[0].as_str().is_some_and(|line| line.contains("seat 1: place ")), "{last}");
    assert_eq!(lines.last().unwrap(), "Seat 1's reasons are hidden from you.");
    assert_eq!(lines.len(), lines.iter().position(|line| line == "").unwrap() + 2, "{last}");
}

#[test]
fn a_draw_can_be_accepted_on_the_others_turn() {
    for accept in ["accept draw", "as 1 accept draw"] {
        let ran = play(&["chess", "--seats", "human"], &format!("offer draw\nmoves\n{accept}\n"));
        assert!(ran.out.contains("seat 0 to act (or as 1 accept draw):\n"), "{}", ran.out);
        assert!(ran.out.contains("resign, as 1 accept draw\n"), "{}", ran.out);
        assert!(ran.out.contains("2. seat 1: accept draw\n"), "{}", ran.out);
        assert!(ran.out.ends_with("a draw (seat 0: 0, seat 1: 0)\n"), "{}", ran.out);
    }
    let lines = "accept draw\nas 1 e5\nas 7 e5\nwhy as 1 accept draw\nhelp\n";
    let ran = play(&["chess", "--seats", "human"], lines);
    let told = answers(&ran.out, "seat 0 to act:\n");
    assert!(told[0].starts_with("✗ "), "{}", told[0]);
    assert!(told[1].starts_with("✗ It is not your turn."), "{}", told[1]);
    assert!(told[2].starts_with("✗ There is no seat 7"), "{}", told[2]);
    assert!(told[3].starts_with("accept draw by seat 1 would be refused"), "{}", told[3]);
    assert!(told[4].contains("as SEAT MOVE"), "{}", told[4]);
}

#[test]
fn programs_are_told_what_others_can_do_meanwhile() {
    let ran = play(&["chess", "--seats", "human", "--json"], "offer draw\n");
    let turns = ran.out.lines().filter(|line| line.contains("\"event\":\"turn\""));
    let turns: Vec<Value> = turns.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(turns[0]["theirs"], serde_json::json!([]));
    assert_eq!(turns[1]["theirs"], serde_json::json!(["as 1 accept draw"]));
    assert!(!turns[1]["moves"].as_array().unwrap().contains(&"as 1 accept draw".into()));
}

#[test]
fn hints_name_nothing_that_only_chance_can_do() {
    for (game, words) in [("night-market", ["unveil", "bell"]), ("duels", ["deal", "deal"])] {
        let ran = play(&[game, "--seats", "human"], "moves\nnonsense\n");
        let told = answers(&ran.out, "seat 0 to act:\n").concat();
        assert!(told.contains("cannot be read"), "{told}");
        for word in words {
            let is_word = |part: &str| part.trim_matches(['"', ',', '.']) == word;
            assert!(!told.split_whitespace().any(is_word), "{word}: {told}");
        }
    }
}

#[test]
fn in_a_terminal_the_last_decision_is_explained_after_undo_and_when_it_goes_on() {
    let scratch = Scratch::new("terminal-decision");
    let file = scratch.path("game.jsonl");
    let args = format!("play chess --seats human --record {file}");
    let Some(terminal) = Terminal::new("decision", (80, 24), &args) else { return };
    terminal.wait_for("seat 0 (human) to act");
    terminal.send(&["e4", "Enter"]);
    terminal.wait_for("seat 1 (human) to act");
    terminal.send(&["e5", "Enter"]);
    terminal.wait_for("2. seat 1: e7e5");
    terminal.send(&["undo", "Enter"]);
    terminal.wait_for("seat 1 (human) to act");
    terminal.send(&["F2"]);
    terminal.wait_for("e2e4 by seat 0 was committed by");
    terminal.send(&["F2"]);
    terminal.wait_for("F1: keys");
    terminal.send(&["quit", "Enter"]);
    terminal.wait_for("Leave the game?");
    terminal.send(&["y"]);
    terminal.wait_for("left with 0");
    let args = format!("play chess --record {file} --continue");
    let Some(terminal) = Terminal::new("decided", (80, 24), &args) else { return };
    terminal.wait_for("seat 1 (human) to act");
    terminal.send(&["F2"]);
    terminal.wait_for("e2e4 by seat 0 was committed by");
    says(&["verify", &file]);
}
