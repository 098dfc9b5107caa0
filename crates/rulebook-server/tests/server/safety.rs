//! What comes in is distrusted: the right status and a message, nothing lost,
//! and everybody else is served.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{Folder, Open, ask, hear_of, read, socket, studio};
use rulebook_server::ServeOptions;
use serde_json::{Value, json};
use tungstenite::Message;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn what_cannot_be_read_is_refused_with_a_message() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    let path = format!("/api/matches/{id}/actions");
    let send = |body: &[u8]| ask(open.address(), "POST", &path, &[JSON], Some(body));
    for malformed in [&b"{"[..], b"", b"nonsense", b"{\"id\": }", &[0xff, 0xfe]] {
        send(malformed).failed(400, "unreadable");
    }
    for other in [
        json!({}),
        json!([]),
        json!({ "id": 5, "at": 0, "by": "seat0", "action": "a1" }),
        json!({ "id": "a", "at": -1, "by": "seat0", "action": "a1" }),
        json!({ "id": "a", "at": 0, "by": "white", "action": "a1" }),
        json!({ "id": "a", "at": 0, "by": "seat0", "action": "a1", "more": 1 }),
    ] {
        send(other.to_string().as_bytes()).failed(422, "unreadable");
    }
    for wrong in ["", "a b", "ü", &"x".repeat(65)] {
        let body = json!({ "id": wrong, "at": 0, "by": "seat0", "action": "a1" });
        send(body.to_string().as_bytes()).failed(422, "wrong_id");
    }
    let plain = [("content-type", "text/plain")];
    ask(open.address(), "POST", &path, &plain, Some(b"{}")).failed(415, "not_json");
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 1);
}

#[test]
fn what_is_not_there_is_not_found() {
    let open = Open::new();
    let id = open.new_match("tic-tac-toe");
    for (path, code) in [
        ("/api/nothing", "no_such_route"),
        ("/nothing", "no_such_route"),
        ("/api/games/bridge/book", "no_such_game"),
        ("/api/matches/0", "no_such_match"),
        ("/api/matches/..%2f..", "no_such_match"),
    ] {
        open.get(path).failed(404, code);
    }
    for node in ["7", "-1", "x", "99999999999"] {
        open.get(&format!("/api/matches/{id}/nodes/{node}")).failed(404, "no_such_node");
    }
    let action = json!({ "id": "a", "at": 7, "by": "seat0", "action": "a1" });
    open.post(&format!("/api/matches/{id}/actions"), &action).failed(404, "no_such_node");
    ask(open.address(), "DELETE", "/api/games", &[], None).failed(405, "wrong_method");
}

#[test]
fn what_makes_no_sense_is_unfit() {
    let open = Open::new();
    for (asked, code) in [
        (json!({ "game": "chess", "seats": ["human"] }), "wrong_seats"),
        (json!({ "game": "chess", "seed": "x" }), "no_such_seed"),
        (json!({ "game": "chess", "position": "nothing" }), "no_such_position"),
    ] {
        open.post("/api/matches", &asked).failed(422, code);
    }
    open.post("/api/matches", &json!({ "game": "bridge" })).failed(404, "no_such_game");
    open.get("/api/games/chess/coverage?games=0").failed(422, "wrong_games");
}

#[test]
fn bodies_that_are_too_large_are_refused() {
    let open = Open::new();
    let id = open.new_match("trap");
    let large = vec![b' '; (1 << 20) + 1];
    let path = format!("/api/matches/{id}/actions");
    ask(open.address(), "POST", &path, &[JSON], Some(&large)).failed(413, "too_large");
    // Said to be huge, and never sent.
    let mut stream = TcpStream::connect(open.address()).unwrap();
    let head = format!(
        "POST /api/records HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 99999999999\r\n\r\n",
        open.address()
    );
    stream.write_all(head.as_bytes()).unwrap();
    read(&mut stream).failed(413, "too_large");
    // An action may be long, but not that long.
    let long = open.act(&id, "long", 0, "seat0", &"1".repeat(5000));
    assert_eq!(long["code"], "UNREADABLE");
}

#[test]
fn foreign_hosts_and_origins_are_turned_away() {
    let open = Open::new();
    let address = open.address();
    let host = format!("evil.example:{}", address.port());
    ask(address, "GET", "/", &[("host", &host)], None).failed(403, "foreign_host");
    for origin in ["http://evil.example", "null"] {
        let headers = [JSON, ("origin", origin)];
        let made = ask(address, "POST", "/api/matches", &headers, Some(b"{\"game\":\"chess\"}"));
        made.failed(403, "foreign_origin");
    }
    let own = format!("http://{address}");
    let headers = [JSON, ("origin", own.as_str())];
    ask(address, "POST", "/api/matches", &headers, Some(b"{\"game\":\"chess\"}")).good();
    assert_eq!(open.get("/api/matches").good().as_array().unwrap().len(), 1);
    // A socket is asked the same.
    let id = open.new_match("trap");
    let socket = [
        ("upgrade", "websocket"),
        ("connection", "upgrade"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", "http://evil.example"),
    ];
    ask(address, "GET", &format!("/api/matches/{id}/live"), &socket, None)
        .failed(403, "foreign_origin");
}

#[test]
fn a_connection_that_asks_too_fast_is_slowed_down() {
    let folder = Folder::new();
    let options = ServeOptions { rate: 5, ..ServeOptions::new(&folder.0) };
    let serving = studio().start(options).unwrap();
    let address = serving.address();
    let mut stream = TcpStream::connect(address).unwrap();
    let one = format!("GET /nothing HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let last = one.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
    stream.write_all((one.repeat(100) + &last).as_bytes()).unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    let count = |status: &str| heard.matches(&format!("HTTP/1.1 {status} ")).count();
    assert!(count("404") >= 10 && count("429") > 0, "{} {}", count("404"), count("429"));
    assert_eq!(count("404") + count("429"), 101);
    assert!(heard.contains("too_fast") && heard.contains("retry-after: 1"));
    // Others are not.
    assert_eq!(ask(address, "GET", "/api/games", &[], None).status, 200);
}

#[test]
fn whoever_sends_half_a_request_keeps_nobody_waiting_and_is_given_up() {
    let open = Open::new();
    let id = open.new_match("trap");
    let mut half: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(open.address()).unwrap();
            stream.write_all(b"POST /api/matches HTTP/1.1\r\nhost: 12").unwrap();
            stream
        })
        .collect();
    // One sends its head and half a body, and goes.
    let mut body = TcpStream::connect(open.address()).unwrap();
    let head = format!(
        "POST /api/matches/{id}/actions HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{{\"id\":\"x\"",
        open.address()
    );
    body.write_all(head.as_bytes()).unwrap();
    drop(body);
    let begun = Instant::now();
    assert_eq!(open.act(&id, "a", 0, "seat0", "1")["status"], "accepted");
    assert!(begun.elapsed() < Duration::from_secs(8));
    // After a while the server hangs up.
    let mut first = half.remove(0);
    first.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut rest = Vec::new();
    first.read_to_end(&mut rest).unwrap();
    assert!(rest.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&rest));
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 2);
}

#[test]
fn a_book_that_panics_hurts_nobody_else() {
    let open = Open::new();
    let (id, other) = (open.new_match("trap"), open.new_match("trap"));
    let fault = open.act(&id, "a", 0, "seat0", "13");
    assert_eq!(fault["status"], "fault", "{fault}");
    assert!(fault["message"].as_str().unwrap().contains("thirteen is too much"), "{fault}");
    // Nothing has happened, and it is answered the same again.
    assert_eq!(open.act(&id, "a", 0, "seat0", "13"), fault);
    assert_eq!(open.act(&id, "b", 0, "seat0", "1")["status"], "accepted");
    assert_eq!(open.act(&other, "a", 0, "seat0", "1")["status"], "accepted");
}

#[test]
fn code_that_panics_where_nothing_protects_it_costs_one_look() {
    let open = Open::new();
    let id = open.new_match("trap");
    open.act(&id, "a", 0, "seat0", "66");
    open.get(&format!("/api/matches/{id}/nodes/1")).failed(409, "broken");
    // Everything else goes on.
    assert_eq!(open.get(&format!("/api/matches/{id}/nodes/0")).good()["text"], "0\n");
    assert_eq!(open.act(&id, "b", 1, "seat0", "1")["status"], "accepted");
    assert_eq!(open.get(&format!("/api/matches/{id}/nodes/2")).good()["text"], "67\n");
}

#[test]
fn whoever_listens_hears_of_every_node_that_they_may_know() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    let mut listening = socket(&open, &format!("/api/matches/{id}/live?viewer=seat1"));
    open.act(&id, "a", 0, "seat0", "d");
    let said = hear_of(&mut listening, "node");
    assert_eq!(
        (said["node"]["node"].as_u64(), said["node"]["action"].as_str()),
        (Some(1), Some("d"))
    );
    assert_eq!(said["node"]["digest"], Value::Null);
}

#[test]
fn a_socket_takes_requests_and_answers_each_once() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    let mut line = socket(&open, &format!("/api/matches/{id}/live"));
    let action = json!({ "type": "action", "id": "s1", "at": 0, "by": "seat0", "action": "d" });
    line.send(Message::text(action.to_string())).unwrap();
    let answer = hear_of(&mut line, "answer")["answer"].clone();
    assert_eq!((answer["id"].as_str(), answer["status"].as_str()), (Some("s1"), Some("accepted")));
    line.send(Message::text(action.to_string())).unwrap();
    assert_eq!(hear_of(&mut line, "answer")["answer"], answer);
    // The same over HTTP, to the same eye.
    let again = json!({ "id": "s1", "at": 0, "by": "seat0", "action": "d" });
    let path = format!("/api/matches/{id}/actions?viewer=everything");
    assert_eq!(open.post(&path, &again).good(), answer);
    for wrong in ["nonsense", "{}", "{\"type\":\"action\"}"] {
        line.send(Message::text(wrong)).unwrap();
        assert_eq!(hear_of(&mut line, "error")["error"]["code"], "unreadable");
    }
    line.send(Message::binary(vec![1, 2])).unwrap();
    assert_eq!(hear_of(&mut line, "error")["error"]["code"], "not_text");
    let nowhere = json!({ "type": "action", "id": "s2", "at": 9, "by": "seat0", "action": "d" });
    line.send(Message::text(nowhere.to_string())).unwrap();
    let error = hear_of(&mut line, "error");
    assert_eq!(
        (error["id"].as_str(), error["error"]["code"].as_str()),
        (Some("s2"), Some("no_such_node"))
    );
}

#[test]
fn sockets_that_are_left_open_keep_nobody_waiting() {
    let open = Open::new();
    let id = open.new_match("connect-four");
    let left: Vec<_> = (0..50).map(|_| socket(&open, &format!("/api/matches/{id}/live"))).collect();
    open.play(&id, &["a", "b", "c", "d"]);
    drop(left);
    assert_eq!(open.get(&format!("/api/matches/{id}")).good()["nodes"], 5);
}

#[test]
fn the_page_is_served_with_its_policy_and_only_once() {
    let open = Open::new();
    let index = open.get("/");
    assert_eq!(index.status, 200);
    let head = index.head.to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'self'"), "{head}");
    assert!(head.contains("content-type: text/html"), "{head}");
    for (path, kind) in [("/studio.js", "text/javascript"), ("/studio.css", "text/css")] {
        let file = open.get(path);
        assert!(file.head.contains(kind), "{}", file.head);
        let tag = file.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        let known = ask(open.address(), "GET", path, &[("if-none-match", tag)], None);
        assert_eq!((known.status, known.body.len()), (304, 0));
    }
}
