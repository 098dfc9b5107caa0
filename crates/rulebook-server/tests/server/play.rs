//! A match is played, looked at from every side, walked through, and is there
//! again after a restart.

use crate::common::Open;
use serde_json::{Value, json};

#[test]
fn every_reference_game_is_on_the_shelf_and_can_be_begun() {
    let open = Open::new();
    let games = open.get("/api/games").good();
    let names: Vec<&str> =
        games.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    for game in rulebook_games::games() {
        assert!(names.contains(&game.name()), "{} is missing", game.name());
        let id = open.new_match(game.name());
        let scene = open.get(&format!("/api/matches/{id}/nodes/0")).good();
        assert!(!scene["text"].as_str().unwrap().is_empty(), "{scene}");
        let book = open.get(&format!("/api/games/{}/book", game.name())).good();
        assert!(!book["outline"]["children"].as_array().unwrap().is_empty());
    }
    assert!(names.contains(&"trap"));
}

#[test]
fn a_match_can_be_played_to_its_end_and_forked_anywhere() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    let won = open.play(&id, &["a1", "a2", "b1", "b2", "c1"]);
    assert_eq!(won, 5);
    let scene = open.get(&format!("/api/matches/{id}/nodes/5")).good();
    assert_eq!(scene["result"]["scores"], json!([1, -1]));
    assert_eq!(scene["drawing"]["line"], json!([6, 7, 8]));
    assert!(scene["legal"].as_array().unwrap().is_empty());
    // Another way from the middle: both stay.
    let other = open.act(&id, "fork", 4, "seat0", "c3");
    assert_eq!(
        (other["node"]["node"].as_u64(), other["node"]["number"].as_u64()),
        (Some(6), Some(5))
    );
    let middle = open.get(&format!("/api/matches/{id}/nodes/4")).good();
    assert_eq!(middle["children"], json!([5, 6]));
    let first = open.get(&format!("/api/matches/{id}/nodes/5")).good();
    assert_eq!(first, scene);
    let nodes = open.get(&format!("/api/matches/{id}/nodes?from=5&count=10")).good();
    assert_eq!(nodes["total"], 7);
    let actions: Vec<_> =
        nodes["nodes"].as_array().unwrap().iter().map(|it| it["action"].clone()).collect();
    assert_eq!(actions, ["c1", "c3"]);
}

#[test]
fn refusals_say_which_check_and_why_and_change_nothing() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1"]);
    let out_of_turn = open.act(&id, "r1", 1, "seat0", "b1");
    assert_eq!(
        (out_of_turn["status"].as_str(), out_of_turn["refusal"].as_str()),
        (Some("refused"), Some("disallowed"))
    );
    assert!(out_of_turn["reasons"][0]["check"].is_string(), "{out_of_turn}");
    assert_eq!(out_of_turn["rule"], out_of_turn["reasons"][0]["check"]);
    let taken = open.act(&id, "r2", 1, "seat1", "a1");
    assert_eq!(taken["status"], "refused", "{taken}");
    let nobody = open.act(&id, "r4", 1, "seat9", "b1");
    assert_eq!(
        (nobody["code"].as_str(), nobody["rule"].as_str()),
        (Some("NO_SUCH_SEAT"), Some("engine")),
    );
    let nonsense = open.act(&id, "r3", 1, "seat1", "jump");
    assert_eq!(
        (nonsense["refusal"].as_str(), nonsense["code"].as_str()),
        (Some("invalid"), Some("UNREADABLE"))
    );
    assert_eq!(nonsense["rule"], "studio");
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 2);
    open.play(&id, &["a1", "a2", "b1", "b2", "c1"]);
}

#[test]
fn a_refusal_names_the_rule_that_gave_it() {
    let open = Open::new();
    for (game, by, action) in [
        ("chess", "seat0", "e2e5"),
        ("chess", "seat0", "claim repetition"),
        ("connect-four", "seat1", "d"),
        ("backgammon", "seat0", "double"),
        ("night-market", "seat0", "bid 40"),
        ("duels", "seat0", "fight"),
    ] {
        let id = open.new_match(game);
        let answer = open.act(&id, "no", 0, by, action);
        assert_eq!(answer["status"], "refused", "{game} {answer}");
        let book = open.get(&format!("/api/games/{game}/book")).good();
        let rule = answer["rule"].as_str().unwrap();
        let checks = book["checks"].as_array().unwrap();
        let is_check = checks.iter().any(|check| check["name"] == rule);
        assert!(is_check || book["outline"].to_string().contains(rule), "{game}: {answer}");
    }
}

#[test]
fn moves_of_chess_are_said_as_people_say_them() {
    let open = Open::new();
    let id = open.new_match("chess");
    let scene = open.get(&format!("/api/matches/{id}/nodes/0?viewer=seat0")).good();
    let legal = scene["legal"].as_array().unwrap();
    let knight = legal.iter().find(|it| it["action"] == "g1f3").unwrap();
    assert_eq!(knight["words"], "Nf3");
    let all = open.get(&format!("/api/matches/{id}/nodes/0")).good();
    assert!(all["legal"].as_array().unwrap().iter().any(|it| it["words"] == "e4"), "{all}");
}

#[test]
fn after_the_end_nothing_is_accepted() {
    let open = Open::new();
    let id = open.new_match("trap");
    open.act(&id, "a", 0, "seat0", "99");
    let after = open.act(&id, "b", 1, "seat0", "1");
    assert_eq!((after["status"].as_str(), after["code"].as_str()), (Some("refused"), Some("OVER")));
}

#[test]
fn a_repeated_id_is_answered_the_same_and_applied_once() {
    let mut open = Open::new();
    let id = open.new_match("connect-four");
    let first = open.act(&id, "once", 0, "seat0", "d");
    assert_eq!(open.act(&id, "once", 0, "seat0", "d"), first);
    open.again();
    assert_eq!(open.act(&id, "once", 0, "seat0", "d"), first);
    let refused = open.act(&id, "no", 1, "seat0", "d");
    assert_eq!(open.act(&id, "no", 1, "seat0", "d"), refused);
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 2);
}

#[test]
fn an_id_that_named_another_request_is_refused() {
    let mut open = Open::new();
    let id = open.new_match("connect-four");
    let first = open.act(&id, "once", 0, "seat0", "d");
    let others = |open: &Open| {
        let action = |at: u32, by: &str, action: &str| {
            ("actions", json!({ "id": "once", "at": at, "by": by, "action": action }))
        };
        for (path, other) in [
            action(0, "seat0", "e"),
            action(0, "seat1", "d"),
            action(1, "seat0", "d"),
            ("withdraw", json!({ "id": "once", "at": 0 })),
            ("bot", json!({ "id": "once", "at": 0 })),
            (
                "answers",
                json!({ "id": "once", "at": 0, "by": "seat0", "choice": "1-0-0", "option": 0 }),
            ),
        ] {
            open.post(&format!("/api/matches/{id}/{path}"), &other).failed(409, "id_taken");
        }
    };
    others(&open);
    open.again();
    others(&open);
    assert_eq!(open.act(&id, "once", 0, "seat0", "d"), first);
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 2);
    // In another match it is another id.
    let other = open.new_match("connect-four");
    assert_eq!(open.act(&other, "once", 0, "seat0", "e")["status"], "accepted");
}

#[test]
fn a_choice_waits_also_through_a_restart_and_can_be_withdrawn() {
    let mut open = Open::new();
    let id = open.new_match("trap");
    let asked = open.act(&id, "a", 0, "seat0", "7");
    assert_eq!(
        (asked["status"].as_str(), asked["choice"]["question"].as_str()),
        (Some("pending"), Some("How much more?"))
    );
    open.again();
    let scene = open.get(&format!("/api/matches/{id}/nodes/0")).good();
    assert_eq!(scene["choice"], asked["choice"]);
    assert_eq!(open.act(&id, "b", 0, "seat0", "1")["code"], "CHOICE_PENDING");
    let answers = format!("/api/matches/{id}/answers");
    let mut answer =
        json!({ "id": "c", "at": 0, "by": "seat0", "choice": asked["choice"]["id"], "option": 5 });
    assert_eq!(open.post(&answers, &answer).good()["code"], "NOT_OFFERED");
    answer["id"] = json!("d");
    answer["option"] = json!(1);
    let made = open.post(&format!("{answers}?viewer=everything"), &answer).good();
    assert_eq!(
        (made["status"].as_str(), made["node"]["answers"].clone()),
        (Some("accepted"), json!([1]))
    );
    let text = open.get(&format!("/api/matches/{id}/nodes/1")).good()["text"].clone();
    assert_eq!(text, "27\n");
    // The same again, and taken back.
    open.act(&id, "e", 1, "seat0", "7");
    let withdraw = json!({ "id": "f", "at": 1 });
    let taken = open.post(&format!("/api/matches/{id}/withdraw"), &withdraw).good();
    assert_eq!(taken["status"], "withdrawn");
    assert_eq!(open.act(&id, "g", 1, "seat0", "1")["status"], "accepted");
    open.again();
    assert_eq!(open.get(&format!("/api/matches/{id}/nodes/2")).good()["text"], "28\n");
}

#[test]
fn a_decision_names_the_winner_and_every_other_rule() {
    let open = Open::new();
    let id = open.new_match("chess");
    open.play(&id, &["e2e4"]);
    let decision = open.get(&format!("/api/matches/{id}/nodes/1/decision")).good();
    let standing = |kind: &str| {
        let rules = decision["rules"].as_array().unwrap().iter();
        rules.filter(|rule| rule["standing"]["kind"] == kind).count()
    };
    assert_eq!(standing("selected"), 1, "{decision}");
    assert!(decision["rules"].as_array().unwrap().len() > 1);
    assert_eq!(decision["legal"], true);
    let why = json!({ "at": 1, "by": "seat0", "action": "e4e5" });
    let not = open.post(&format!("/api/matches/{id}/why"), &why).good();
    assert_eq!(
        (not["legal"].as_bool(), not["forecast"]["kind"].as_str()),
        (Some(false), Some("refused"))
    );
    let checks =
        not["gates"].as_array().unwrap().iter().flat_map(|gate| gate["checks"].as_array().unwrap());
    assert!(checks.clone().any(|check| check["standing"] == "failed"), "{not}");
    // Asking has changed nothing.
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 2);
}

#[test]
fn states_differ_where_events_have_written() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1", "b2"]);
    let happening = open.get(&format!("/api/matches/{id}/nodes/2/happening")).good();
    let changed: Vec<&Value> = happening["events"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|event| event["changes"].as_array().unwrap())
        .collect();
    assert!(!changed.is_empty(), "{happening}");
    let diff = open.get(&format!("/api/matches/{id}/diff?from=1&to=2")).good();
    for change in diff.as_array().unwrap() {
        assert!(changed.iter().any(|it| it["path"] == change["path"]), "{change}");
    }
    let back = open.get(&format!("/api/matches/{id}/diff?from=2&to=1")).good();
    assert_eq!(back[0]["before"], diff[0]["after"]);
    let state = open.get(&format!("/api/matches/{id}/nodes/2/state")).good();
    let marks = &state["children"][0];
    assert_eq!(marks["name"], "marks", "{state}");
    let writers: Vec<_> = marks["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["written"]["node"].clone())
        .collect();
    assert_eq!(writers, [1, 2]);
    // Without them it is the same state.
    let plain = open.get(&format!("/api/matches/{id}/nodes/2/state?writers=false")).good();
    let names = |state: &Value| -> Vec<Value> {
        let marks = state["children"][0]["children"].as_array().unwrap();
        marks.iter().map(|it| json!([it["name"], it["value"]])).collect()
    };
    assert_eq!(names(&plain), names(&state));
    let first = &plain["children"][0]["children"][0];
    assert!(first["written"].is_null() && first["unknown"] == true, "{first}");
}

#[test]
fn what_wrote_a_value_is_known_on_every_branch() {
    let open = Open::new();
    let id = open.new_match("trap");
    let mut at = 0;
    for number in 0..300 {
        at = open.act(&id, &format!("a{number}"), at, "seat0", "1000")["node"]["node"]
            .as_u64()
            .unwrap();
    }
    let writer = |node: u64| {
        let state = open.get(&format!("/api/matches/{id}/nodes/{node}/state")).good();
        state["written"]["node"].clone()
    };
    assert_eq!(
        [writer(300), writer(270), writer(1), writer(0)],
        [json!(300), json!(270), json!(1), Value::Null]
    );
    // From the middle another way, as long as the first.
    at = 250;
    for number in 0..40 {
        at = open.act(&id, &format!("b{number}"), at, "seat0", "2000")["node"]["node"]
            .as_u64()
            .unwrap();
    }
    assert_eq!([writer(340), writer(310), writer(250), writer(300)], [340, 310, 250, 300]);
}

#[test]
fn reactions_are_told_as_a_tree_with_their_fates() {
    let open = Open::new();
    let made = json!({ "game": "duels", "seed": "3", "seats": ["random", "random"] });
    let id = open.post("/api/matches", &made).good()["id"].as_str().unwrap().to_owned();
    open.wait_for_nodes(&id, 2);
    let mut at = 1;
    let mut lines = 0;
    for number in 0..120 {
        let asked = json!({ "id": format!("bot-{number}"), "at": at });
        let answer = open.post(&format!("/api/matches/{id}/bot"), &asked);
        if answer.status != 200 {
            break;
        }
        if let Some(node) = answer.json()["node"]["node"].as_u64() {
            at = node;
            let happening = open.get(&format!("/api/matches/{id}/nodes/{at}/happening")).good();
            let account = happening["account"]["lines"].as_array().unwrap().clone();
            for line in &account {
                if let Some(cause) = line["caused_by"].as_u64() {
                    assert!(cause < line["index"].as_u64().unwrap());
                }
            }
            lines += account.len();
        }
    }
    assert!(lines > 20, "only {lines} lines in {at} nodes");
}

#[test]
fn coverage_counts_what_has_fired() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1", "a2"]);
    let here = open.get(&format!("/api/matches/{id}/coverage")).good();
    assert_eq!(here["committed"], 2);
    let batch = open.get("/api/games/tic-tac-toe/coverage?games=20&seed=3").good();
    assert_eq!(batch["games"], 20);
    let row = |kind: &str| {
        let rows = batch["rows"].as_array().unwrap().iter();
        rows.filter(|row| row["kind"] == kind && row["fired"].as_u64() > Some(0)).count()
    };
    assert!(row("rule") > 0 && row("check") > 0, "{batch}");
    let again = open.get("/api/games/tic-tac-toe/coverage?games=20&seed=3").good();
    assert_eq!(again, batch);
}

/// A match is known by its frames, and refusals leave none.
#[test]
fn only_of_games_that_were_watched_it_is_said_who_never_refused() {
    let open = Open::new();
    let id = open.new_match("chess");
    open.play(&id, &["g1f3"]);
    let move_of = |coverage: Value| {
        let rows = coverage["rows"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == "moving/ordinary move").unwrap().clone()
    };
    let here = move_of(open.get(&format!("/api/matches/{id}/coverage")).good());
    assert_eq!((&here["fired"], &here["lacks"]), (&1.into(), &Value::Null));
    let batch = move_of(open.get("/api/games/chess/coverage?games=1&seed=3").good());
    assert_eq!(batch["lacks"], "refused");
}
