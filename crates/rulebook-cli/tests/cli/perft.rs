//! Counting: what others have counted, suites that are right, wrong, and
//! unreadable.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{Scratch, program, refused, run, says};

/// A file of the games' tests.
fn data(name: &str) -> String {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rulebook-games/tests");
    games.join(name).to_str().expect("the path is UTF-8").to_owned()
}

/// The last line of what a suite comes to.
fn last_line(args: &[&str]) -> String {
    says(args).lines().last().expect("it says something").to_owned()
}

#[test]
fn the_start_of_chess_has_as_many_moves_as_everybody_says() {
    for (depth, nodes) in [("0", "1\n"), ("1", "20\n"), ("2", "400\n"), ("3", "8902\n")] {
        assert_eq!(says(&["perft", "chess", "--depth", depth]), nodes);
        assert_eq!(says(&["perft", "chess", "--depth", depth, "--make-all"]), nodes);
    }
}

#[test]
fn divided_counts_add_up() {
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let args = ["perft", "chess", "-d", "3", "--divide", "-p", castling];
    let divided = says(&args);
    let (moves, sum) = divided.split_once("\n\n").expect("an empty line before the sum");
    assert_eq!(sum, "15 moves, and 1197 at depth 3\n");
    let counts = moves.lines().map(|line| line.split_whitespace().last().expect("a count"));
    assert_eq!(counts.map(|count| count.parse::<u64>().expect(count)).sum::<u64>(), 1197);
    assert!(moves.lines().any(|line| line.starts_with("e1g1 ")), "{moves}");
    let json: Value = serde_json::from_str(&says(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["nodes"], &json["position"]), (&1197.into(), &castling.into()));
    assert_eq!(json["divide"].as_array().unwrap().len(), 15);
    assert!(json["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn what_is_no_move_is_not_counted() {
    // One could resign, too.
    assert_eq!(says(&["perft", "tic-tac-toe", "--depth", "9"]), "127872\n");
    // Bare kings are a draw, but they can move.
    let bare = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(says(&["perft", "chess", "--depth", "1", "-p", bare]), "8\n");
    // The fifty moves are over.
    let late = "4k3/8/8/8/8/8/8/4K2R w K - 150 99";
    assert_eq!(says(&["perft", "chess", "--depth", "3", "-p", late]), "1197\n");
    // Nothing can be played.
    let closed_out = "rD6FAxDBc/BBQA 66";
    assert_eq!(says(&["perft", "backgammon", "--depth", "1", "-p", closed_out]), "0\n");
}

#[test]
fn the_last_move_counts_once_whatever_it_asks() {
    // From 0 to 3 coins on credit; who bids any chooses one of two lanterns.
    let at = "night 1 torch 0 river 0 show gold jade; 0; 0 bid 0; 0 bid 0";
    let args = ["perft", "night-market", "--depth", "1", "-p", at];
    assert_eq!(says(&args), "4\n");
    assert_eq!(says(&[&args[..], &["--make-all"]].concat()), "4\n");
    // On the last night the choice is followed, and nothing comes after it.
    let last = "night 5 torch 0 river 8 show gold jade; 3; 0 bid 0; 0 bid 0";
    assert_eq!(says(&["perft", "night-market", "--depth", "1", "-p", last]), "4\n");
    assert_eq!(says(&["perft", "night-market", "--depth", "2", "-p", last]), "0\n");
}

#[test]
fn suites_by_others_pass() {
    for (game, file, depth, passed) in [
        ("chess", "data/chess.perft.epd", "2", 126),
        ("chess960", "data/chess960.perft.epd", "1", 240),
        ("connect-four", "data/connect-four.perft.csv", "4", 4),
        ("backgammon", "backgammon_board/data/plays.csv", "1", 1500),
    ] {
        let args = ["perft", game, "--suite", &data(file), "--depth", depth];
        assert_eq!(last_line(&args), format!("{passed} passed, 0 failed"), "{game}");
    }
}

#[test]
fn a_count_that_differs_is_printed_and_the_code_is_1() {
    let scratch = Scratch::new("perft-differs");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let suite = scratch.file("wrong.epd", &format!("# remark\n{start} ;D1 21 ;D2 400 ;D3 7\n"));
    let args = ["perft", "chess", "--suite", &suite, "--depth", "2"];
    let ran = run(&mut program(&args));
    let wrong = format!("{suite}:2: 21 at depth 1, but 20 were counted: {start}");
    assert_eq!(ran.out, format!("{wrong}\n1 passed, 1 failed\n"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let ran = run(&mut program(&[&args[..], &["--json"]].concat()));
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    assert_eq!(
        (&json["failures"][0]["line"], &json["failures"][0]["found"]),
        (&2.into(), &20.into())
    );
    assert_eq!(ran.code, Some(1));
}

#[test]
fn a_position_that_cannot_be_counted_fails_and_hides_no_other() {
    let scratch = Scratch::new("perft-bad-position");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!(
        "8/8 w - - 0 1 ;D1 1 ;D2 3\n{start} ;D1 20\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 7\n{start} ;D1 1\n"
    );
    let suite = scratch.file("mixed.epd", &text);
    let args = ["perft", "chess", "--suite", &suite];
    let ran = run(&mut program(&args));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert!(
        lines[0].starts_with(&format!("{suite}:1: 2 counts cannot be checked: ")),
        "{}",
        ran.out
    );
    assert!(lines[0].contains("at character 4"), "{}", ran.out);
    assert!(
        lines[1].starts_with(&format!("{suite}:3: 1 count cannot be checked: ")),
        "{}",
        ran.out
    );
    assert!(lines[1].contains("king"), "{}", ran.out);
    assert_eq!(lines[2], format!("{suite}:4: 1 at depth 1, but 20 were counted: {start}"));
    assert_eq!(lines[3], "1 passed, 4 failed");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));

    let json = run(&mut program(&[&args[..], &["--json"]].concat()));
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &4.into()));
    assert_eq!(json["failures"][0]["position"], "8/8 w - - 0 1");
    assert!(json["failures"][0]["problem"].as_str().unwrap().contains("at character 4"));

    // Dice stop one count, and not the others.
    let rolls = scratch
        .file("dice.csv", "position,depth,nodes\n4HPwATDgc/ABMA 31,2,16\n4HPwATDgc/ABMA 31,1,16\n");
    let ran = run(&mut program(&["perft", "backgammon", "--suite", &rolls]));
    assert!(ran.out.contains("dice.csv:2: 1 count cannot be checked: dice or lots"), "{}", ran.out);
    assert!(ran.out.ends_with("\n1 passed, 1 failed\n"), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn wrong_use_is_refused_with_what_to_do() {
    refused(&["perft", "chess"], &["--depth <N>"]);
    refused(&["perft", "chess", "--depth", "many"], &["--depth <N>", "'many'"]);
    refused(
        &["perft", "chess", "--depth", "-1"],
        &["'-1'", "--depth <N>", "write a whole number from 0 to 99"],
    );
    refused(&["perft", "ches", "--depth", "2"], &["'ches'", "similar", "'chess'"]);
    refused(&["perft", "chess", "--suite", "missing.epd"], &["missing.epd", "cannot be read"]);
    refused(&["perft", "chess", "--suite", "a", "--divide"], &["--divide", "--suite"]);
    refused(
        &["perft", "chess", "-d", "2", "-p", "8/8/8/8/8/8/8/8 x - - 0 1"],
        &["at character 17", "'x' is nobody's turn", "\n                  ^\n", "write a FEN"],
    );
}

#[test]
fn dice_stop_the_count_with_what_to_do() {
    refused(&["perft", "backgammon", "-d", "1"], &["dice or lots decide first", "--position"]);
    refused(&["perft", "chess960", "-d", "1"], &["dice or lots decide first", "--position"]);
    let rolled = ["perft", "backgammon", "-d", "2", "-p", "4HPwATDgc/ABMA 31"];
    refused(&rolled, &["decide after 1 move", "Use --depth 1."]);
}

#[test]
fn a_suite_that_cannot_be_read_is_refused_at_its_line() {
    let scratch = Scratch::new("perft-unreadable");
    let refused_at = |game: &str, name: &str, text: &str, words: &[&str]| {
        refused(&["perft", game, "--suite", &scratch.file(name, text)], words);
    };
    refused_at("chess", "a.epd", "\n8/8 w - - 0 1\n", &["a.epd:2:", "has no counts"]);
    refused_at("chess", "c.epd", "# nothing\n", &["c.epd has no counts in it"]);
    refused_at("chess", "d.csv", "position,rules,depth0..N\n", &["d.csv:1:", "is not known"]);
    refused_at("chess", "e.csv", "depth,nodes\n1,x\n", &["e.csv:2:", "is no row"]);
    let deep = scratch.file("deep.csv", "depth,nodes\n9,7\n");
    refused(&["perft", "chess", "--suite", &deep, "-d", "8"], &["no counts up to depth 8"]);
    let binary = scratch.file("f.epd", "");
    fs::write(&binary, [0xFF, 0xFE, 0x00]).expect("it can be written");
    refused(&["perft", "chess", "--suite", &binary], &["f.epd is no text in UTF-8"]);
    let folder = data("data");
    refused(&["perft", "chess", "--suite", &folder], &["cannot be read"]);
}

#[test]
fn help_says_what_is_counted() {
    let help = says(&["perft", "--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["number of different sequences", "dice or lots", "--suite", ";D1 20 ;D2 400"] {
        assert!(help.contains(words), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_count_that_is_interrupted_says_how_far_it_came() {
    use crate::common::interrupted;
    // Nobody lives to see the end of it.
    let args = ["perft", "chess", "--depth", "30"];
    let ran = interrupted(&args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.starts_with("Interrupted: 0 of 20 first moves are counted, and "), "{told}");
    assert!(told.contains("which is not the whole count. a2a3 was being counted"), "{told}");
    for more in [&["--json"][..], &["--json", "--divide"], &["--json", "--make-all"]] {
        let ran = interrupted(&[&args[..], more].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{more:?}");
        let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
        assert_eq!((&said["interrupted"], &said["first_moves"]["all"]), (&true.into(), &20.into()));
        assert_eq!(said["under_way"]["nodes"], said["nodes"], "{said}");
    }
    let said: Value =
        serde_json::from_str(&says(&["perft", "chess", "-d", "2", "--json"])).unwrap();
    assert_eq!((&said["interrupted"], &said["nodes"]), (&false.into(), &400.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_suite_that_is_interrupted_says_what_was_checked() {
    use crate::common::interrupted;
    let scratch = Scratch::new("perft-interrupted");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let suite = scratch.file("long.epd", &format!("{start} ;D1 20 ;D30 7 ;D2 400\n"));
    let args = ["perft", "chess", "--suite", &suite];
    let ran = interrupted(&args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let last = ran.out.lines().last().expect("it says something");
    assert!(ran.out.starts_with("Interrupted: ") && ran.out.contains(" of 3 counts are checked."));
    assert!(last.ends_with(" passed, 0 failed"), "{}", ran.out);
    let ran = interrupted(&[&args[..], &["--json"]].concat());
    let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
    assert_eq!((&said["interrupted"], &said["failed"]), (&true.into(), &0.into()), "{said}");
    assert!(ran.code == Some(1) && said["passed"].as_u64().unwrap() < 2, "{said}");
}
