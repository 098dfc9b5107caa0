//! Looking at a game: show, legal, explain, lint.

use serde_json::Value;

use crate::common::{program, refused, run, says};

fn json(args: &[&str]) -> Value {
    let ran = run(&mut program(&[args, &["--json"]].concat()));
    assert_eq!(ran.err, "", "rulebook {args:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("rulebook {args:?}: {error}"))
}

/// The names of all games, from the program itself.
fn names() -> Vec<String> {
    let listed = json(&["games"]);
    let games = listed.as_array().unwrap().iter();
    games.map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_action_may_be_written_as_people_do() {
    let knight = says(&["explain", "chess", "Nf3"]);
    assert_eq!(knight, says(&["explain", "chess", "g1f3"]));
    let rolled = ["--position", "4HPwATDgc/ABMA 31"];
    let brief = says(&[&["explain", "backgammon", "24/20"], &rolled[..]].concat());
    assert!(brief.contains("24/21/20 by seat 0 would be committed"), "{brief}");
    refused(&["explain", "chess", "Nf9"], &["at character 3", "\n  Nf9\n    ^"]);
    refused(
        &["explain", "backgammon", "8/5", "6/x"],
        &["at character 7", "\n  8/5 6/x\n        ^"],
    );
}

#[test]
fn what_is_shown_of_a_game_can_be_shown_again() {
    for name in names() {
        let shown = json(&["show", &name]);
        let position = shown["position"].as_str().unwrap();
        assert_eq!(json(&["show", &name, "--position", position]), shown);
        let said = says(&["show", &name]);
        assert!(said.contains(&format!("position: {position}\nto act: ")));
        assert!(!said.lines().any(|line| line == position), "once is enough: {said}");
    }
}

#[test]
fn a_game_that_is_over_says_who_won() {
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1";
    let shown = says(&["show", "chess", "-p", mate]);
    assert!(shown.ends_with("over: seat 0 wins (seat 0: 1, seat 1: -1)\n"), "{shown}");
    assert_eq!(json(&["show", "chess", "-p", mate])["result"], serde_json::json!([1, -1]));
    let ran = run(&mut program(&["legal", "chess", "-p", mate]));
    assert_eq!(ran.out, "The game is over: seat 0 wins (seat 0: 1, seat 1: -1).\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
}

#[test]
fn what_is_listed_as_legal_is_explained_as_legal() {
    for name in names() {
        let offered = json(&["legal", &name]);
        let offered = offered.as_array().unwrap();
        assert!(!offered.is_empty(), "{name}");
        for one in offered.iter().take(3) {
            let action = one["action"].as_str().unwrap();
            let explained = json(&["explain", &name, action]);
            assert_eq!((&explained["legal"], &explained["by"]), (&true.into(), &one["by"]));
        }
        assert_eq!(says(&["legal", &name]).lines().count(), offered.len());
    }
}

#[test]
fn moves_are_told_from_what_is_said_aside() {
    assert_eq!(json(&["legal", "chess", "--moves"]).as_array().unwrap().len(), 20);
    assert!(says(&["legal", "chess"]).contains("seat 0: resign\n"));
    assert!(!says(&["legal", "chess", "--moves"]).contains("resign"));
}

#[test]
fn what_is_not_legal_says_why_and_ends_with_1() {
    let ran = run(&mut program(&["explain", "chess", "e1g1"]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    for words in ["✗ e1g1 by seat 0 would be refused", "The piece on g1 is in the way."] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let told = json(&["explain", "chess", "e7e5", "--by", "1"]);
    assert_eq!((&told["legal"], &told["by"]), (&false.into(), &"seat 1".into()));
    let failed = told["checks"].as_array().unwrap().iter();
    let failed: Vec<_> = failed.filter(|check| check["standing"] == "failed").collect();
    assert_eq!(failed[0]["reasons"][0]["code"], "NOT_YOUR_TURN");
}

#[test]
fn an_action_of_several_words_needs_no_quotes() {
    let at = "night 1 torch 0 river 0 show gold jade; 10 charm; 10 charm; 10 charm";
    let bare = says(&["explain", "night-market", "-p", at, "bid", "4", "with", "charm"]);
    assert_eq!(bare, says(&["explain", "night-market", "-p", at, "bid 4 with charm"]));
    let clock = says(&["explain", "night-market", "-p", at, "bell"]);
    assert!(clock.contains("bell by the clock would be committed"), "{clock}");
}

#[test]
fn wrong_use_says_what_to_write() {
    refused(&["explain", "chess", "castle"], &["\"castle\" cannot be read", "\"e2e4\""]);
    refused(&["explain", "chess"], &["<ACTION>"]);
    refused(&["explain", "chess", "e2e4", "--by", "white"], &["a seat's number", "'chance'"]);
    refused(&["show", "ches"], &["'ches'", "'chess'"]);
    refused(
        &["legal", "tic-tac-toe", "-p", "xxx"],
        &["at character 4", "\n     ^\n", "x.o/.x./o.."],
    );
    refused(&["lint"], &["<GAME>"]);
}

#[test]
fn the_books_of_all_games_are_clean() {
    for name in names() {
        assert_eq!(json(&["lint", &name])["findings"], serde_json::json!([]), "{name}");
        assert!(says(&["lint", &name]).starts_with("0 findings in the "));
        let outlined = says(&["lint", &name, "--outline"]);
        assert!(outlined.lines().count() > 5, "{outlined}");
    }
}

#[test]
fn what_never_comes_up_in_play_is_suspected() {
    let ran = run(&mut program(&["lint", "connect-four", "--play", "5"]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.starts_with("[suspected] "), "{}", ran.out);
    assert!(ran.out.contains("dropping/fill the board"), "{}", ran.out);
    let never = &json(&["lint", "connect-four", "--play", "5"])["findings"][0];
    assert_eq!((&never["kind"], &never["witness"]), (&"unreachable".into(), &Value::Null));
    let about = serde_json::json!({ "kind": "rule", "name": "dropping/fill the board" });
    assert_eq!(never["about"], about);
    assert!(never["why"].as_str().unwrap().contains("actions of its kinds were tried"), "{never}");
    let said = says(&["lint", "tic-tac-toe", "--play", "30"]);
    let (found, far) = said.split_once('\n').expect("two lines");
    assert_eq!(found, "0 findings in the 4 rules of tic-tac-toe");
    assert!(far.contains(" actions tried in ") && far.contains(" states of 30 games, at random"));
}

#[test]
fn other_games_are_played_from_another_seed_and_from_a_position() {
    let played = |args: &[&str]| json(&[&["lint", "tic-tac-toe", "--play", "2"], args].concat());
    let first = played(&[]);
    assert_eq!(
        (&first["seed"], &first["asked"], &first["games"]),
        (&1.into(), &2.into(), &2.into())
    );
    assert_eq!(first["complete"], false);
    assert_eq!(played(&["--seed", "1"]), first);
    assert_ne!(played(&["--seed", "3"])["states"], first["states"]);
    // One cell is left, or somebody resigns.
    let last = played(&["--position", "xox/oox/.xo"]);
    assert!(last["states"].as_u64().unwrap() <= 4, "{last}");
    // Who plays nothing begins nowhere.
    for args in [&["--seed", "3"][..], &["--position", "xox/oox/.xo"]] {
        refused(&[&["lint", "tic-tac-toe"], args].concat(), &["--play <GAMES>"]);
    }
    refused(&["lint", "tic-tac-toe", "--play", "2", "--position", "xxx"], &["at character 4"]);
    let never = json(&["lint", "tic-tac-toe"]);
    assert_eq!((&never["games"], &never["states"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_game_is_named_as_one_writes_it() {
    // The book is called "night market".
    let said = says(&["lint", "Night-Market"]);
    assert!(said.ends_with(" rules of night-market\n"), "{said}");
    assert!(says(&["plan", "Night-Market"]).starts_with("night-market: "));
    assert_eq!(json(&["plan", "Night-Market"])["game"], "night-market");
}

#[test]
fn a_plan_is_shown_of_every_game_whole_and_for_each_kind_of_action() {
    for name in names() {
        let whole = says(&["plan", &name]);
        assert!(whole.starts_with(&format!("{name}: ")), "{whole}");
        let facts = &json(&["plan", &name])["looked_up_by"];
        for kind in facts.as_object().unwrap().keys() {
            let some = says(&["plan", &name, "--kind", &kind.to_lowercase()]);
            let (heading, lines) = some.split_once('\n').expect("a heading");
            assert!(heading.ends_with(&format!(", for {kind}")), "{heading}");
            // The whole plan names all kinds together that are looked up in the same way.
            for line in lines.lines().filter(|line| !line.contains(" looked up by ")) {
                assert!(whole.lines().any(|all| all == line), "{line}");
            }
        }
    }
    let kinds = "no action of the kind \"castle\": write ";
    refused(&["plan", "chess", "--kind", "castle"], &[kinds, "Move", "Resign"]);
    refused(&["plan", "chess", "--cards", "none.json"], &["none.json cannot be read"]);
}

#[test]
fn shells_and_manuals_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = says(&["completions", shell]);
        assert!(script.contains("simulate"), "{shell}");
    }
    assert!(says(&["completions", "bash"]).contains("connect-four"));
    assert!(says(&["man"]).contains(".TH rulebook 1"));
    let scratch = crate::common::Scratch::new("man");
    let folder = scratch.path("pages");
    assert_eq!(says(&["man", "--dir", &folder]), "");
    let page = std::fs::read_to_string(format!("{folder}/rulebook-perft.1")).expect("a page");
    assert!(page.contains("dice or lots"), "{page}");
    refused(&["completions", "tcsh"], &["bash", "zsh"]);
}

#[test]
fn what_is_much_too_long_is_not_said_again_as_a_whole() {
    let long = "x".repeat(100_000);
    let calls: [&[&str]; 3] = [
        &["explain", "tic-tac-toe", &long],
        &["show", "chess", "--position", &long],
        &["show", "duels", "--position", &long],
    ];
    for args in calls {
        let ran = run(&mut program(args));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.len() < 5000, "{} bytes", ran.err.len());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn games_of_an_analysis_that_are_interrupted_are_told() {
    use crate::common::interrupted;
    let args = ["lint", "tic-tac-toe", "--play", "1000000000"];
    let ran = interrupted(&args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(" in the ") && told.contains(" rules of tic-tac-toe "), "{told}");
    assert!(told.contains(", and was ended before its time. Interrupted: "), "{told}");
    assert!(told.contains(" of 1000000000 games are played. What never came up"), "{told}");
    let ran = interrupted(&[&args[..], &["--json"]].concat());
    let said: Value = serde_json::from_str(&ran.out).expect("it is whole");
    assert_eq!((ran.code, &said["interrupted"]), (Some(1), &true.into()));
    assert!(said["games"].as_u64().unwrap() < 1_000_000_000, "{said}");
    let said = json(&["lint", "tic-tac-toe", "--play", "30"]);
    assert_eq!((&said["interrupted"], &said["games"]), (&false.into(), &30.into()));
}
