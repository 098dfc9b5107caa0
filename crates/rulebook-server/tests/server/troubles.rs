//! Servers in trouble: one that is asked too much, one whose store is damaged,
//! one with a game that panics or takes for ever.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::common::{LOOKING, Open, Reply, SIMULATING, ask, read};
use rulebook_server::ServeOptions;
use serde_json::json;

const JSON: (&str, &str) = ("content-type", "application/json");

/// Servers in trouble, each with a match.
pub(crate) struct Troubles {
    hurried: Open,
    damaged: (Open, String),
    panicking: (Open, String),
    slow: (Open, String),
}

/// Whether nobody can bring a route to that status from outside: what waits for
/// nothing is not slow, and what reads no store is not damaged.
pub(crate) fn is_beyond(method: &str, path: &str, status: u16) -> bool {
    let is_plain = ["/api/openapi.json", "/api/games", "/api/games/{game}/book"].contains(&path);
    match status {
        408 => is_plain || (method, path) == ("get", "/api/matches"),
        500 => is_plain || ["/api/games/{game}/coverage", "/api/records/verify"].contains(&path),
        _ => false,
    }
}

impl Troubles {
    pub(crate) fn new() -> Self {
        let hurried = Open::with(|options| ServeOptions { total_rate: 1, ..options });
        let mut damaged = Open::new();
        let id = damaged.new_match("trap");
        damaged.again();
        damaged.edit("ALTER TABLE matches RENAME TO m; ALTER TABLE nodes RENAME TO n");
        let damaged = (damaged, id);
        let mut panicking = Open::new();
        let id = panicking.new_match("trap");
        panicking.act(&id, "a", 0, "seat0", "1");
        panicking.again();
        panicking.edit("UPDATE nodes SET action = 'boom'");
        let panicking = (panicking, id);
        let mut slow = Open::new();
        let id = slow.new_match("plain");
        slow.act(&id, "a", 0, "seat0", "70");
        let patience = Duration::from_millis(300);
        slow.again_with(|options| ServeOptions { patience, ..options });
        Troubles { hurried, damaged, panicking, slow: (slow, id) }
    }

    /// Asks where too much was asked already, by others.
    pub(crate) fn hurried(&self, method: &str, path: &str, body: Option<&[u8]>) -> Reply {
        let ask = || ask(self.hurried.address(), &method.to_uppercase(), path, &[JSON], body);
        (0..100).map(|_| ask()).find(|reply| reply.status == 429).expect("it is too much")
    }

    /// Asks where the store cannot be read.
    pub(crate) fn damaged(&self, method: &str, path: &str, body: Option<&[u8]>) -> Reply {
        let (open, id) = &self.damaged;
        ask(open.address(), &method.to_uppercase(), &filled(path, id), &[JSON], body)
    }

    /// Asks where the game's own code panics.
    pub(crate) fn panicking(&self, method: &str, path: &str) -> Reply {
        let (open, id) = &self.panicking;
        let body = match path {
            "/api/matches" => json!({ "game": "trap", "position": "boom" }).to_string(),
            path if path.starts_with("/api/records") => {
                let other = open.new_match("trap");
                open.act(&other, "a", 0, "seat0", "1");
                let record = open.get(&format!("/api/matches/{other}/record"));
                record.text().replace("\"act\":\"1\"", "\"act\":\"boom\"")
            }
            _ => json!({ "at": 1, "by": "seat0", "action": "1" }).to_string(),
        };
        let body = (method == "post").then_some(body.as_bytes());
        ask(open.address(), &method.to_uppercase(), &filled(path, id), &[JSON], body)
    }

    /// Asks for something that takes for ever.
    pub(crate) fn slow(&self, method: &str, path: &str) -> Reply {
        let (open, id) = &self.slow;
        let filled = filled(path, id);
        if method == "post" {
            let mut stream = self.head(&filled);
            return read(&mut stream);
        }
        if path.contains("{game}") {
            SIMULATING.close();
            let reply = open.get("/api/games/plain/coverage?games=1");
            SIMULATING.open();
            return reply;
        }
        LOOKING[0].close();
        std::thread::scope(|scope| {
            // Whoever looks has the match alone.
            let first = scope.spawn(|| open.get(&format!("/api/matches/{id}/nodes/1")));
            LOOKING[0].wait_for_somebody();
            let reply = open.get(&filled);
            // Whoever may look before anybody notices that time is up is shown it.
            let first = first.join();
            LOOKING[0].open();
            assert_eq!(first.expect("it is answered").status, 408);
            reply
        })
    }

    /// The head of a request, and a part of its body.
    fn head(&self, path: &str) -> TcpStream {
        let address = self.slow.0.address();
        let mut stream = TcpStream::connect(address).expect("somebody listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout can be set");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).expect("the head is taken");
        stream
    }

    /// Sends half a body, and says that there is no more.
    pub(crate) fn half_sent(&self, path: &str) -> Reply {
        let mut stream = self.head(path);
        stream.shutdown(Shutdown::Write).expect("it can be ended");
        read(&mut stream)
    }
}

/// The path with its parameters filled in.
fn filled(path: &str, id: &str) -> String {
    let path = path.replace("{id}", id).replace("{node}", "1").replace("{game}", "trap");
    if path.ends_with("/diff") { format!("{path}?from=0&to=1") } else { path }
}

#[test]
fn a_burst_over_many_connections_is_slowed_down() {
    let open = Open::with(|options| ServeOptions { total_rate: 5, ..options });
    let asked: Vec<u16> = (0..40).map(|_| open.get("/nothing").status).collect();
    let count = |status: u16| asked.iter().filter(|it| **it == status).count();
    assert!(count(404) >= 10 && count(429) > 0, "{asked:?}");
    assert_eq!(count(404) + count(429), 40);
    let refused = (0..100).map(|_| open.get("/nothing")).find(|reply| reply.status == 429);
    let refused = refused.expect("it is too much");
    refused.failed(429, "too_fast");
    assert!(refused.head.contains("retry-after: 1"), "{}", refused.head);
}

#[test]
fn no_more_matches_are_made_than_anybody_wants() {
    let open = Open::with(|options| ServeOptions { new_matches: 1, ..options });
    let id = open.new_match("trap");
    let make = || open.post("/api/matches", &json!({ "game": "trap" }));
    let refused = (0..100).map(|_| make()).find(|reply| reply.status != 200);
    refused.expect("it is too much").failed(429, "too_fast");
    // What is there can be played.
    assert_eq!(open.act(&id, "a", 0, "seat0", "1")["status"], "accepted");
}

/// A match at which whoever looks waits until that gate is opened.
fn waiting_match(open: &Open, gate: usize) -> String {
    let id = open.new_match("plain");
    open.act(&id, "a", 0, "seat0", &(70 + gate).to_string());
    LOOKING[gate].close();
    id
}

#[test]
fn so_many_requests_are_under_way_at_once_and_no_more() {
    let open = Open::with(|options| ServeOptions { at_once: 1, ..options });
    let id = waiting_match(&open, 1);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| open.get(&format!("/api/matches/{id}/nodes/1")));
        LOOKING[1].wait_for_somebody();
        open.get("/api/games").failed(429, "too_fast");
        LOOKING[1].open();
        assert_eq!(first.join().expect("it is answered").status, 200);
    });
    // Whoever is answered leaves a place, and whoever is slow to send has none.
    let half = || {
        let mut stream = TcpStream::connect(open.address()).unwrap();
        let head = format!(
            "POST /api/matches HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: 15\r\n\r\n{{",
            open.address()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let slow: Vec<TcpStream> = (0..20).map(|_| half()).collect();
    let served = (0..1000).find(|_| {
        std::thread::sleep(Duration::from_millis(5));
        open.get("/api/games").status == 200
    });
    assert!(served.is_some(), "nobody is served");
    drop(slow);
}

#[test]
fn a_match_that_takes_for_ever_leaves_threads_for_the_others() {
    let open = Open::new();
    let (id, other) = (waiting_match(&open, 2), open.new_match("connect-four"));
    std::thread::scope(|scope| {
        let look = || open.get(&format!("/api/matches/{id}/nodes/1"));
        let waiting: Vec<_> = (0..80).map(|_| scope.spawn(look)).collect();
        LOOKING[2].wait_for_somebody();
        for number in 0..10 {
            let begun = Instant::now();
            open.get(&format!("/api/matches/{other}/nodes/0")).good();
            assert!(begun.elapsed() < Duration::from_secs(60), "{number} had to wait");
        }
        LOOKING[2].open();
        for look in waiting {
            assert_eq!(look.join().expect("it is answered").status, 200);
        }
    });
}

#[test]
fn thousands_of_matches_are_listed_page_by_page() {
    let open = Open::new();
    open.edit(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000)
         INSERT INTO matches (id, game, seed, position, seats, created)
         SELECT printf('%016x', n), 'chess', n, NULL, 'human,mcts', n / 3 FROM n;
         INSERT INTO nodes SELECT id, 1, 0, 'seat0', 'e2e4', '', 1, NULL, NULL FROM matches",
    );
    let first = open.get("/api/matches");
    assert!(first.body.len() < 20_000, "the first page has {} bytes", first.body.len());
    let first = first.good();
    let first = first.as_array().unwrap();
    assert_eq!((first.len(), first[0]["id"].as_str()), (50, Some("0000000000001388")));
    assert_eq!(first[0]["nodes"], 2);
    let (mut before, mut count) = (String::new(), 0);
    loop {
        let page = open.get(&format!("/api/matches?limit=500{before}")).good();
        let page = page.as_array().unwrap();
        let Some(last) = page.last() else { break };
        count += page.len();
        before = format!("&before={}", last["id"].as_str().unwrap());
    }
    assert_eq!(count, 5000);
    for (wrong, status, code) in [
        ("limit=0", 422, "wrong_limit"),
        ("limit=501", 422, "wrong_limit"),
        ("limit=x", 400, "unreadable"),
        ("before=nowhere", 404, "no_such_match"),
    ] {
        open.get(&format!("/api/matches?{wrong}")).failed(status, code);
    }
}

#[test]
fn what_is_no_request_is_told_so() {
    let open = Open::new();
    let say = |said: &[u8]| {
        let mut stream = TcpStream::connect(open.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(said).unwrap();
        read(&mut stream)
    };
    for garbage in [
        &b"hello\r\n\r\n"[..],
        b"GET / HTTP/1.1\r\nhost 1\r\n\r\n",
        b"G\x00T / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ] {
        say(garbage).failed(400, "no_request");
    }
    // A head without an end.
    let large = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}", "x".repeat(80_000));
    say(large.as_bytes()).failed(431, "too_large");
    let host = open.address();
    let long =
        format!("GET /{} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n", "x".repeat(9000));
    say(long.as_bytes()).failed(414, "too_long");
    // Half a head, and no more.
    let half = format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nacc");
    say(half.as_bytes()).failed(408, "too_slow");
    // Everybody else is served.
    assert_eq!(open.get("/api/games").status, 200);
}
