//! A studio of its own for each test, and somebody who asks it.

mod described;
mod socket;
mod trap;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rulebook_server::{ServeOptions, Serving, Studio};
use serde_json::{Value, json};

pub(crate) use socket::{hear_of, socket};
pub(crate) use trap::{LOOKING, Plain, SIMULATING, THINKING, Trap};

/// A folder of its own that is gone after the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("rulebook-server-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in a folder for temporary files harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A studio that serves, with the reference games and one that panics.
pub(crate) struct Open {
    serving: Option<Serving>,
    pub(crate) folder: Folder,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the server writes UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The JSON of a good answer.
    pub(crate) fn good(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// A failure has this status and this code, and says something.
    pub(crate) fn failed(&self, status: u16, code: &str) {
        let said = self.json();
        assert_eq!((self.status, said["code"].as_str()), (status, Some(code)), "{said}");
        assert!(said["message"].as_str().is_some_and(|message| message.ends_with('.')), "{said}");
    }
}

pub(crate) fn studio() -> Studio {
    Studio::with_reference_games().game::<Trap>().game::<Plain>()
}

impl Open {
    pub(crate) fn new() -> Self {
        Open::with(|options| options)
    }

    /// With options of one's own.
    pub(crate) fn with(options: impl FnOnce(ServeOptions) -> ServeOptions) -> Self {
        let folder = Folder::new();
        let options = options(ServeOptions::new(&folder.0));
        let serving = studio().start(options).expect("it starts");
        Open { serving: Some(serving), folder }
    }

    /// Ends the server and starts another one with the same matches.
    pub(crate) fn again(&mut self) {
        self.again_with(|options| options);
    }

    /// The same, with options of one's own.
    pub(crate) fn again_with(&mut self, options: impl FnOnce(ServeOptions) -> ServeOptions) {
        self.serving.take().expect("it serves").stop();
        let options = options(ServeOptions::new(&self.folder.0));
        self.serving = Some(studio().start(options).expect("it starts again"));
    }

    /// Changes what is kept behind the server's back.
    pub(crate) fn edit(&self, sql: &str) {
        let file = rusqlite::Connection::open(self.folder.0.join("studio.sqlite"));
        file.and_then(|file| file.execute_batch(sql)).expect("the store can be edited");
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.serving.as_ref().expect("it serves").address()
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        ask(self.address(), "GET", path, &[], None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        let headers = [("content-type", "application/json")];
        ask(self.address(), "POST", path, &headers, Some(body.to_string().as_bytes()))
    }

    /// A new match of a game, with people on all seats; its id.
    pub(crate) fn new_match(&self, game: &str) -> String {
        let made = self.post("/api/matches", &json!({ "game": game, "seed": "7" })).good();
        made["id"].as_str().expect("a match has an id").to_owned()
    }

    /// Submits an action; its answer.
    pub(crate) fn act(&self, of: &str, id: &str, at: u64, by: &str, action: &str) -> Value {
        let asked = json!({ "id": id, "at": at, "by": by, "action": action });
        self.post(&format!("/api/matches/{of}/actions"), &asked).good()
    }

    /// Submits actions one after the other, by seat 0 and 1 in turn; the last
    /// node.
    pub(crate) fn play(&self, of: &str, actions: &[&str]) -> u64 {
        let mut at = 0;
        for (number, action) in actions.iter().enumerate() {
            let by = format!("seat{}", number % 2);
            let answer = self.act(of, &format!("play-{at}-{action}"), at, &by, action);
            assert_eq!(answer["status"], "accepted", "{answer}");
            at = answer["node"]["node"].as_u64().expect("a node has a number");
        }
        at
    }

    /// Waits until a match has so many nodes: chance and bots act by themselves.
    pub(crate) fn wait_for_nodes(&self, of: &str, nodes: u64) -> Value {
        for _ in 0..600 {
            let info = self.get(&format!("/api/matches/{of}")).good();
            if info["nodes"].as_u64() >= Some(nodes) {
                return info;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("nobody has moved");
    }
}

/// Asks once, on a connection of its own.
pub(crate) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Reply {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout can be set");
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        head.push_str(&format!("host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(body) = body {
        head.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).expect("the head is taken");
    // A server that has read enough may close before everything was sent.
    let _ = stream.write_all(body.unwrap_or_default());
    let reply = read(&mut stream);
    described::check(method, path, reply.status);
    reply
}

/// Reads an answer to its end.
pub(crate) fn read(stream: &mut TcpStream) -> Reply {
    let mut all = Vec::new();
    // What was cut off shows in what is missing.
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Reply { status: status.expect("a status"), head, body: all[end + 4..].to_vec() }
}
