//! A seat is told what it may see, and nothing else, on any way.

use crate::common::{Open, hear_of, socket};
use serde_json::{Value, json};

#[test]
fn no_seat_sees_the_others_hand_in_anything_that_it_is_told() {
    let open = Open::new();
    let id = open.new_match("duels");
    open.wait_for_nodes(&id, 2);
    let all = open.get(&format!("/api/matches/{id}/nodes/1")).good();
    // Champions are known to both before they are placed.
    let is_secret = |card: &&Value| card["kind"] != "champion";
    let hand = |seat: usize| {
        let cards = all["drawing"]["sides"][seat]["hand"].as_array().unwrap().iter();
        let names = cards.filter(is_secret).map(|card| card["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert!(hand(0).len() > 1 && hand(1).len() > 1, "{all}");
    for (seat, other) in [(0, 1), (1, 0)] {
        let mut said = String::new();
        for path in ["nodes/1", "nodes/1/happening", "nodes"] {
            let reply = open.get(&format!("/api/matches/{id}/{path}?viewer=seat{seat}"));
            assert_eq!(reply.status, 200, "{}", reply.text());
            said.push_str(reply.text());
        }
        let scene = open.get(&format!("/api/matches/{id}/nodes/1?viewer=seat{seat}")).good();
        let theirs = &scene["drawing"]["sides"][other];
        assert_eq!(theirs["hand"].as_array().unwrap().iter().filter(is_secret).count(), 0);
        assert_eq!(theirs["hand_count"], json!(hand(other).len() + 1));
        for name in hand(other) {
            // Both may hold a card of the same name.
            assert!(
                hand(seat).contains(&name) || !said.contains(&name),
                "seat {seat} reads {name}"
            );
        }
        assert_eq!(scene["position"], json!(null));
        assert!(
            scene["legal"].as_array().unwrap().iter().all(|it| it["by"] == format!("seat{seat}"))
        );
    }
    let spectator = open.get(&format!("/api/matches/{id}/nodes/1?viewer=spectator")).good();
    assert!(spectator["legal"].as_array().unwrap().is_empty());
}

#[test]
fn a_sealed_bid_is_its_bidders_alone() {
    let open = Open::new();
    let id = open.new_match("night-market");
    let info = open.wait_for_nodes(&id, 2);
    let at = info["head"].as_u64().unwrap();
    let answer = open.act(&id, "bid", at, "seat1", "bid 4");
    assert_eq!(answer["status"], "accepted", "{answer}");
    let node = answer["node"]["node"].as_u64().unwrap();
    let told = |viewer: &str| {
        let nodes = open.get(&format!("/api/matches/{id}/nodes?viewer={viewer}")).good();
        nodes["nodes"][node as usize].clone()
    };
    assert_eq!(told("seat1")["action"], "bid 4");
    for viewer in ["seat0", "seat2", "spectator"] {
        let line = told(viewer);
        assert_eq!(
            (line["by"].as_str(), line["action"].as_str(), line["digest"].as_str()),
            (Some("seat1"), None, None)
        );
    }
}

#[test]
fn only_the_eye_of_everything_sees_decisions_states_and_records() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    open.play(&id, &["a1"]);
    for path in ["nodes/1/decision", "nodes/1/state", "diff?from=0&to=1", "coverage", "record"] {
        let join = if path.contains('?') { '&' } else { '?' };
        for viewer in ["seat0", "seat1", "spectator"] {
            open.get(&format!("/api/matches/{id}/{path}{join}viewer={viewer}"))
                .failed(403, "hidden");
        }
        assert_eq!(open.get(&format!("/api/matches/{id}/{path}")).status, 200, "{path}");
    }
    let why = json!({ "at": 0, "by": "seat0", "action": "a1" });
    open.post(&format!("/api/matches/{id}/why?viewer=seat1"), &why).failed(403, "hidden");
    for path in ["", "/live", "/nodes", "/nodes/0", "/nodes/1/happening"] {
        let of = |viewer: &str| open.get(&format!("/api/matches/{id}{path}?viewer={viewer}"));
        of("seat9").failed(422, "no_such_viewer");
        of("god").failed(400, "unreadable");
    }
}

#[test]
fn no_seat_is_told_the_seed() {
    let open = Open::new();
    let id = open.new_match("duels");
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["seed"], "7");
    for viewer in ["seat0", "spectator"] {
        let told = open.get(&format!("/api/matches/{id}?viewer={viewer}")).good();
        assert_eq!(told["seed"], "");
    }
    assert_eq!(open.get("/api/matches").good()[0]["seed"], "");
}

#[test]
fn cards_have_names_wherever_somebody_reads_of_them() {
    let open = Open::new();
    let id = open.new_match("duels");
    open.wait_for_nodes(&id, 2);
    let scene = open.get(&format!("/api/matches/{id}/nodes/1")).good();
    let legal = scene["legal"].as_array().unwrap();
    let place =
        legal.iter().find(|it| it["action"].as_str().unwrap().starts_with("place")).unwrap();
    let words = place["words"].as_str().unwrap();
    assert!(words.starts_with("place ") && words.contains(" in column "), "{words}");
    let (by, action) = (place["by"].as_str().unwrap(), place["action"].as_str().unwrap());
    let answer = open.act(&id, "place", 1, by, action);
    assert_eq!(answer["node"]["words"], words, "{answer}");
    let nodes = open.get(&format!("/api/matches/{id}/nodes?from=2&viewer=spectator")).good();
    assert_eq!(nodes["nodes"][0]["words"], words);
    let happening = open.get(&format!("/api/matches/{id}/nodes/2/happening?viewer=spectator"));
    let text = happening.good()["events"][0]["text"].as_str().unwrap().to_owned();
    assert!(text.ends_with(" is placed in column 1") && !text.starts_with("card"), "{text}");
}

/// A match of night market in which all seats are bots, which wait to be asked;
/// and where they are to bid.
fn bidding(open: &Open) -> (String, u64) {
    let asked = json!({ "game": "night-market", "seed": "7", "seats": vec!["random"; 3] });
    let id = open.post("/api/matches", &asked).good()["id"].as_str().unwrap().to_owned();
    let at = open.wait_for_nodes(&id, 2)["head"].as_u64().unwrap();
    (id, at)
}

#[test]
fn whoever_asks_a_bot_is_not_told_what_it_hides() {
    let open = Open::new();
    let (id, at) = bidding(&open);
    let ask = |name: &str, viewer: &str| {
        let asked = json!({ "id": name, "at": at, "by": "seat1" });
        open.post(&format!("/api/matches/{id}/bot{viewer}"), &asked)
    };
    for viewer in ["everything", "seat1"] {
        let told = ask(viewer, &format!("?viewer={viewer}")).good();
        assert!(told["node"]["action"].is_string(), "{told}");
    }
    // Nor if nobody says who looks.
    for (name, viewer) in [("a", "?viewer=seat0"), ("b", "?viewer=spectator"), ("c", "")] {
        let told = ask(name, viewer).good();
        assert_eq!(
            (told["status"].as_str(), told["node"]["by"].as_str()),
            (Some("accepted"), Some("seat1"))
        );
        for hidden in ["action", "words", "events", "digest"] {
            assert!(told["node"][hidden].is_null(), "{hidden} of {told}");
        }
        // The same again, and no more to whoever asks again.
        assert_eq!(ask(name, viewer).good(), told);
        assert_eq!(ask(name, "").good(), told);
        // It is told as it is listed.
        let node = told["node"]["node"].as_u64().unwrap();
        let listed = open.get(&format!("/api/matches/{id}/nodes?from={node}&viewer=seat0")).good();
        assert_eq!(listed["nodes"][0], told["node"]);
    }
    ask("nobody", "?viewer=seat9").failed(422, "no_such_viewer");
}

#[test]
fn no_bot_moves_for_a_person_at_the_request_of_another_seat() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    let ask = |viewer: &str| {
        let asked = json!({ "id": viewer, "at": 0, "by": "seat0" });
        open.post(&format!("/api/matches/{id}/bot?viewer={viewer}"), &asked)
    };
    ask("seat1").failed(403, "not_yours");
    ask("spectator").failed(403, "not_yours");
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 1);
    assert_eq!(ask("seat0").good()["status"], "accepted");
    assert_eq!(ask("everything").good()["status"], "accepted");
    // What is misspelt is not taken for nothing.
    open.get(&format!("/api/matches/{id}/nodes/0?Viewer=seat0")).failed(400, "unreadable");
}

#[test]
fn whoever_asks_a_bot_over_a_socket_is_told_what_they_may_see_there() {
    let open = Open::new();
    let (id, at) = bidding(&open);
    for (viewer, is_told) in [("seat0", false), ("seat1", true), ("everything", true)] {
        let mut listening = socket(&open, &format!("/api/matches/{id}/live?viewer={viewer}"));
        let asked = json!({ "type": "bot", "id": viewer, "at": at, "by": "seat1" });
        listening.send(asked.to_string().into()).unwrap();
        let answer = hear_of(&mut listening, "answer")["answer"].clone();
        assert_eq!(answer["node"]["by"], "seat1", "{answer}");
        assert_eq!(answer["node"]["action"].is_string(), is_told, "{answer}");
        // Also not what somebody else was answered.
        let bid =
            json!({ "type": "action", "id": viewer, "at": at, "by": "seat1", "action": "bid 1" });
        listening.send(bid.to_string().into()).unwrap();
        let refused = if viewer == "seat0" { "not_yours" } else { "id_taken" };
        assert_eq!(hear_of(&mut listening, "error")["error"]["code"], refused);
    }
}

#[test]
fn nobody_can_ask_for_what_a_bot_did_by_itself() {
    let open = Open::new();
    let asked =
        json!({ "game": "night-market", "seed": "7", "seats": ["human", "random", "random"] });
    let id = open.post("/api/matches", &asked).good()["id"].as_str().unwrap().to_owned();
    let nodes = open.wait_for_nodes(&id, 4)["nodes"].as_u64().unwrap();
    let path = format!("/api/matches/{id}/actions");
    for at in 0..nodes {
        for moves in 1..=nodes {
            for count in 1..=nodes {
                let name = format!("auto-{at}-{moves}-{count}");
                let asked = json!({ "id": name, "at": 0, "by": "seat1", "action": "nonsense" });
                let answer = open.post(&path, &asked).good();
                assert_eq!(answer["code"], "UNREADABLE", "{answer}");
                // What they are called now is no name for a request.
                let asked = json!({ "id": name.replace("auto-", "~"), "at": 0, "by": "seat1", "action": "pass" });
                open.post(&path, &asked).failed(422, "wrong_id");
            }
        }
    }
}

#[test]
fn a_seat_acts_for_itself_and_a_spectator_does_not_act() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    let act = |viewer: &str, by: &str| {
        let asked = json!({ "id": format!("{viewer}-{by}"), "at": 0, "by": by, "action": "d" });
        open.post(&format!("/api/matches/{id}/actions?viewer={viewer}"), &asked)
    };
    act("seat1", "seat0").failed(403, "not_yours");
    act("spectator", "seat0").failed(403, "not_yours");
    act("seat0", "chance").failed(403, "not_yours");
    let taken = json!({ "id": "w", "at": 0 });
    open.post(&format!("/api/matches/{id}/withdraw?viewer=spectator"), &taken)
        .failed(403, "not_yours");
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 1);
    assert_eq!(act("seat0", "seat0").good()["status"], "accepted");
    assert_eq!(act("everything", "seat0").good()["status"], "accepted");
}
