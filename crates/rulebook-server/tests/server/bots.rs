//! Bots and chance act by themselves, and keep nobody waiting.

use crate::common::{Open, THINKING, hear_of, socket};
use serde_json::{Value, json};

fn made(open: &Open, asked: &Value) -> String {
    open.post("/api/matches", asked).good()["id"].as_str().expect("a match has an id").to_owned()
}

#[test]
fn a_bot_answers_by_itself_and_chance_acts_first() {
    let open = Open::new();
    let made = json!({ "game": "backgammon", "seed": "5", "seats": ["human", "human"] });
    let id = open.post("/api/matches", &made).good()["id"].as_str().unwrap().to_owned();
    // Chance throws for who begins.
    open.wait_for_nodes(&id, 2);
    let made = json!({ "game": "connect-four", "seats": ["human", "random"] });
    let id = open.post("/api/matches", &made).good()["id"].as_str().unwrap().to_owned();
    open.act(&id, "a", 0, "seat0", "d");
    open.wait_for_nodes(&id, 3);
    let scene = open.get(&format!("/api/matches/{id}/nodes/2")).good();
    assert_eq!(scene["turn"], "seat0");
}

#[test]
fn a_bot_that_searches_takes_the_win_and_says_that_it_thinks() {
    let open = Open::new();
    let asked = json!({
        "game": "tic-tac-toe",
        "position": "xx./oo./...",
        "seats": ["human", "mcts"],
    });
    let id = made(&open, &asked);
    let mut listening = socket(&open, &format!("/api/matches/{id}/live?viewer=seat0"));
    // Anything but the win, and but what prevents the other's.
    open.act(&id, "a", 0, "seat0", "a1");
    let thinks = hear_of(&mut listening, "thinking");
    assert_eq!((thinks["by"].as_str(), thinks["at"].as_u64()), (Some("seat1"), Some(1)));
    let moved = hear_of(&mut listening, "node");
    assert_eq!(moved["node"]["action"], "c2");
    hear_of(&mut listening, "idle");
    let scene = open.get(&format!("/api/matches/{id}/nodes/2")).good();
    assert_eq!(scene["result"]["scores"], json!([-1, 1]));
}

#[test]
fn bots_that_search_play_every_reference_game() {
    let open = Open::new();
    for game in rulebook_games::games() {
        let seats = vec!["mcts"; game.seats()];
        let id = made(&open, &json!({ "game": game.name(), "seed": "4", "seats": seats }));
        let mut at = 0;
        for number in 0..2 {
            let info = open.get(&format!("/api/matches/{id}")).good();
            at = at.max(info["head"].as_u64().unwrap());
            let asked = json!({ "id": format!("bot-{number}"), "at": at });
            let answer = open.post(&format!("/api/matches/{id}/bot"), &asked).good();
            assert_eq!(answer["status"], "accepted", "{}: {answer}", game.name());
            at = answer["node"]["node"].as_u64().unwrap();
        }
    }
}

#[test]
fn whoever_thinks_keeps_nobody_waiting() {
    let open = Open::new();
    let id = made(&open, &json!({ "game": "plain", "seats": ["mcts"] }));
    THINKING.close();
    std::thread::scope(|scope| {
        let bot = scope.spawn(|| {
            let asked = json!({ "id": "think", "at": 0 });
            open.post(&format!("/api/matches/{id}/bot"), &asked).good()
        });
        THINKING.wait_for_somebody();
        // Whoever comes later is told that somebody thinks.
        let mut listening = socket(&open, &format!("/api/matches/{id}/live"));
        assert_eq!(hear_of(&mut listening, "thinking")["by"], "seat0");
        // The match itself can be looked at and played, and so can others.
        assert_eq!(open.get(&format!("/api/matches/{id}/nodes/0")).good()["text"], "0\n");
        assert_eq!(open.act(&id, "meanwhile", 0, "seat0", "5")["node"]["node"], 1);
        let other = made(&open, &json!({ "game": "connect-four", "seats": ["human", "random"] }));
        open.act(&other, "a", 0, "seat0", "d");
        open.wait_for_nodes(&other, 3);
        THINKING.open();
        let answer = bot.join().expect("it is answered");
        assert_eq!(
            (answer["status"].as_str(), answer["node"]["node"].as_u64()),
            (Some("accepted"), Some(2))
        );
        hear_of(&mut listening, "idle");
    });
}

/// The number of nodes once it is the person's turn, or the game is over; none where
/// it is nobody's turn alone, so that bots may act at any time.
fn settled(open: &Open, id: &str) -> Option<u64> {
    let begin = std::time::Instant::now();
    loop {
        let nodes = open.get(&format!("/api/matches/{id}")).good()["nodes"].as_u64().unwrap();
        let scene = open.get(&format!("/api/matches/{id}/nodes/{}", nodes - 1)).good();
        if !scene["result"].is_null() || scene["turn"] == "seat0" {
            return Some(nodes);
        }
        let active = scene["active"].as_array().unwrap();
        if scene["turn"].is_null() && active.iter().any(|who| who == "seat0") {
            return None;
        }
        assert!(begin.elapsed().as_secs() < 60, "nobody acts: {scene}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Every bot has acted where it was its turn, and done nothing rare elsewhere.
fn no_bot_was_out_of_turn(open: &Open, id: &str, nodes: u64) {
    let told = open.get(&format!("/api/matches/{id}/nodes")).good();
    for node in &told["nodes"].as_array().unwrap()[1..nodes as usize] {
        let scene = open.get(&format!("/api/matches/{id}/nodes/{}", node["parent"])).good();
        let was_asked = scene["turn"].is_null() || !scene["choice"].is_null();
        assert!(
            node["by"] != "seat1" || was_asked || scene["turn"] == "seat1",
            "{node} was played where it was {}'s turn",
            scene["turn"]
        );
    }
}

#[test]
fn no_bot_acts_while_it_is_a_persons_turn_in_any_game() {
    let mut open = Open::new();
    let mut begun = Vec::new();
    for game in rulebook_games::games().iter().filter(|game| game.seats() > 1) {
        let mut seats = vec!["random"; game.seats()];
        seats[0] = "human";
        let id = made(&open, &json!({ "game": game.name(), "seed": "4", "seats": seats }));
        for number in 0..3 {
            let Some(nodes) = settled(&open, &id) else { break };
            no_bot_was_out_of_turn(&open, &id, nodes);
            let at = nodes - 1;
            let scene = open.get(&format!("/api/matches/{id}/nodes/{at}")).good();
            let legal = scene["legal"].as_array().unwrap();
            let plain = legal.iter().find(|it| it["by"] == "seat0" && it["rare"] == false);
            let Some(action) = plain.and_then(|it| it["action"].as_str()) else { break };
            open.act(&id, &format!("a{number}"), at, "seat0", action);
        }
        let Some(nodes) = settled(&open, &id) else { continue };
        no_bot_was_out_of_turn(&open, &id, nodes);
        begun.push((game.name(), id, nodes));
    }
    assert!(begun.len() >= 5, "{begun:?}");
    open.again();
    for (game, id, nodes) in begun {
        assert_eq!(settled(&open, &id), Some(nodes), "{game} went on when it was looked at");
    }
}

#[test]
fn a_bot_that_is_asked_moves_for_its_own_seat_and_never_for_a_person() {
    let open = Open::new();
    let ask = |id: &str, name: &str, at: u64, by: Option<&str>| {
        let mut asked = json!({ "id": name, "at": at });
        by.into_iter().for_each(|by| asked["by"] = json!(by));
        open.post(&format!("/api/matches/{id}/bot"), &asked)
    };
    // Both may act in chess: only one of them is to move.
    let id = made(&open, &json!({ "game": "chess", "seats": ["random", "random"] }));
    let first = ask(&id, "first", 0, None).good();
    assert_eq!(first["node"]["by"], "seat0");
    let second = ask(&id, "second", 1, None).good();
    assert_eq!(second["node"]["by"], "seat1");
    let named = ask(&id, "named", 2, Some("seat1")).good();
    assert_eq!(named["node"]["by"], "seat1");
    // A person's seat is left alone, where there are bots.
    let id = made(&open, &json!({ "game": "chess", "seats": ["human", "random"] }));
    ask(&id, "turn", 0, None).failed(422, "no_bot");
    ask(&id, "person", 0, Some("seat0")).failed(422, "no_bot");
    ask(&id, "nobody", 0, Some("chance")).failed(422, "nothing_to_do");
    // Among people alone it moves for whose turn it is.
    let id = made(&open, &json!({ "game": "chess" }));
    open.act(&id, "e4", 0, "seat0", "e4");
    assert_eq!(ask(&id, "try", 1, None).good()["node"]["by"], "seat1");
}
