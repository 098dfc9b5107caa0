//! `rulebook studio`: opens, ends when told, and loses nothing when killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Scratch, program, refused};

/// How often the program is killed.
const KILLS: u64 = 100;

/// The program as a child, and where it listens.
struct Running {
    child: Child,
    address: SocketAddr,
    /// Kept open: it says more than one line.
    _out: BufReader<ChildStdout>,
}

impl Running {
    fn start(folder: &str) -> Self {
        let mut child = program(&["studio", "--port", "0", "--data", folder])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it has an output"));
        out.read_line(&mut line).expect("it says where it is");
        let address = line.trim_end().rsplit('/').next().and_then(|text| text.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        Running { child, address, _out: out }
    }

    /// Ends it at once, as a failing machine would.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it has ended");
    }
}

/// Asks once; nothing comes back from somebody who was killed meanwhile.
fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut all = String::new();
    stream.read_to_string(&mut all).ok()?;
    let (head, body) = all.split_once("\r\n\r\n")?;
    assert!(head.starts_with("HTTP/1.1 200"), "{method} {path}: {all}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    // An answer that was cut off is none.
    (body.len() == length.parse::<usize>().ok()?).then(|| serde_json::from_str(body).ok())?
}

/// A move that was acknowledged: the match, the request, the answer.
struct Kept {
    of: String,
    request: Value,
    answer: Value,
}

/// Makes moves as fast as it can until nobody answers any more.
fn play(address: SocketAddr, round: u64, ended: &AtomicBool, count: &AtomicU64) -> Vec<Kept> {
    let mut kept = Vec::new();
    'matches: for number in 0.. {
        let Some(made) = ask(address, "POST", "/api/matches", "{\"game\":\"connect-four\"}") else {
            return kept;
        };
        let of = made["id"].as_str().expect("a match has an id").to_owned();
        let mut at = 0;
        for turn in 0..42_u64 {
            if ended.load(Ordering::Relaxed) {
                return kept;
            }
            let column =
                ["a", "b", "c", "d", "e", "f", "g"][((turn * 3 + round + number) % 7) as usize];
            let id = format!("r{round}-{number}-{turn}");
            let by = format!("seat{}", turn % 2);
            let request = json!({ "id": id, "at": at, "by": by, "action": column });
            let path = format!("/api/matches/{of}/actions");
            let Some(answer) = ask(address, "POST", &path, &request.to_string()) else {
                return kept;
            };
            let node = answer["node"]["node"].as_u64();
            kept.push(Kept { of: of.clone(), request, answer });
            count.fetch_add(1, Ordering::Relaxed);
            let Some(node) = node else { continue 'matches };
            at = node;
        }
    }
    kept
}

/// Everything that was acknowledged is there: the same request is answered the
/// same, and its node is the one that it was.
fn check(address: SocketAddr, kept: &[Kept]) {
    for Kept { of, request, answer } in kept {
        let path = format!("/api/matches/{of}/actions");
        let again = ask(address, "POST", &path, &request.to_string());
        assert_eq!(again.as_ref(), Some(answer), "the answer to {request} is lost");
        if let Some(node) = answer["node"]["node"].as_u64() {
            let path = format!("/api/matches/{of}/nodes?from={node}&count=1");
            let mut nodes = ask(address, "GET", &path, "").expect("the match is there");
            nodes["nodes"][0]["digest"] = Value::Null;
            assert_eq!(nodes["nodes"][0], answer["node"]);
        }
    }
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_it_is_killed_a_hundred_times() {
    let folder = Scratch::new("killed");
    let data = folder.path("data");
    let mut before: Vec<Kept> = Vec::new();
    let mut acknowledged = 0;
    for round in 0..KILLS {
        let running = Running::start(&data);
        check(running.address, &before);
        let (ended, count) = (AtomicBool::new(false), AtomicU64::new(0));
        before = std::thread::scope(|scope| {
            let address = running.address;
            let playing = [0, 1].map(|player| {
                let (ended, count) = (&ended, &count);
                scope.spawn(move || play(address, round * 2 + player, ended, count))
            });
            // In the middle of whatever it does after so many moves.
            while count.load(Ordering::Relaxed) < 1 + round * 3 % 8 {
                std::thread::sleep(Duration::from_micros(300 + round * 7));
            }
            running.kill();
            ended.store(true, Ordering::Relaxed);
            playing.into_iter().flat_map(|player| player.join().expect("they play")).collect()
        });
        acknowledged += before.len();
    }
    let last = Running::start(&data);
    check(last.address, &before);
    last.kill();
    assert!(acknowledged >= KILLS as usize, "only {acknowledged} moves were made");
}

#[cfg(unix)]
#[test]
fn it_ends_well_when_it_is_told_to() {
    let folder = Scratch::new("ended");
    let mut running = Running::start(&folder.path("data"));
    let told = std::process::Command::new("kill")
        .args(["-INT", &running.child.id().to_string()])
        .status()
        .expect("it can be told");
    assert!(told.success());
    let ended = running.child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn a_folder_or_port_that_is_taken_is_said_to_be() {
    let folder = Scratch::new("taken");
    let data = folder.path("data");
    let running = Running::start(&data);
    refused(&["studio", "--port", "0", "--data", &data], &["another studio is using it"]);
    let (port, other) = (running.address.port().to_string(), folder.path("other"));
    refused(&["studio", "--port", &port, "--data", &other], &["Take another port, or 0."]);
    running.kill();
}
