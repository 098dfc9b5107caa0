//! `rulebook studio`: opens, ends when told, and loses nothing when killed.

use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::net::TcpListener;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
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
        Running::of(&mut program(&["studio", "--port", "0", "--data", folder])).0
    }

    /// Starts it; also what it says before it says where it is.
    fn of(program: &mut Command) -> (Self, String) {
        let started = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut before = String::new();
        loop {
            let mut line = String::new();
            let read = out.read_line(&mut line).expect("it says where it is");
            assert!(read > 0, "it ended, and said only {before:?}");
            let open = line.strip_prefix("The studio is open at http://");
            match open.or_else(|| line.strip_prefix("{\"address\":\"http://")?.split('"').next()) {
                None => before.push_str(&line),
                Some(address) => {
                    let address = address.trim_end().parse().expect("that is an address");
                    return (Running { child, address, _out: out }, before);
                }
            }
        }
    }

    /// Tells it to end, as Ctrl-C does; the exit code.
    #[cfg(unix)]
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-INT", &id]).status().expect("it can be told");
        assert!(told.success());
        self.child.wait().expect("it ends").code()
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

/// A move: the match, the request, and the answer if it was acknowledged.
struct Kept {
    of: String,
    request: Value,
    answer: Option<Value>,
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
            let path = format!("/api/matches/{of}/actions?viewer=everything");
            let Some(answer) = ask(address, "POST", &path, &request.to_string()) else {
                kept.push(Kept { of, request, answer: None });
                return kept;
            };
            let node = answer["node"]["node"].as_u64();
            kept.push(Kept { of: of.clone(), request, answer: Some(answer) });
            count.fetch_add(1, Ordering::Relaxed);
            let Some(node) = node else { continue 'matches };
            at = node;
        }
    }
    kept
}

/// Everything that was acknowledged is there: the same request is answered the
/// same, and its node is the one that it was. What was not acknowledged may have
/// been done or not: asked again, it is done once.
fn check(address: SocketAddr, kept: &[Kept]) {
    for Kept { of, request, answer } in kept {
        let path = format!("/api/matches/{of}/actions?viewer=everything");
        let again = ask(address, "POST", &path, &request.to_string());
        let answer = match answer {
            Some(answer) => answer.clone(),
            None => again.clone().expect("whoever asks again is answered"),
        };
        assert_eq!(again.as_ref(), Some(&answer), "the answer to {request} is lost");
        let twice = ask(address, "POST", &path, &request.to_string());
        assert_eq!(twice, again, "{request} is done twice");
        if let Some(node) = answer["node"]["node"].as_u64() {
            let path = format!("/api/matches/{of}/nodes?from={node}&count=1");
            let nodes = ask(address, "GET", &path, "").expect("the match is there");
            assert_eq!(nodes["nodes"][0], answer["node"]);
        }
        let children =
            |node: &&Value| node["parent"] == request["at"] && node["action"] == request["action"];
        let path = format!("/api/matches/{of}/nodes");
        let nodes = ask(address, "GET", &path, "").expect("the match is there");
        let made = nodes["nodes"].as_array().expect("they are listed").iter().filter(children);
        let is_accepted = answer["status"] == "accepted";
        assert_eq!(made.count(), usize::from(is_accepted), "{request} was done so often");
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
        acknowledged += before.iter().filter(|kept| kept.answer.is_some()).count();
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
    let running = Running::start(&folder.path("data"));
    assert_eq!(running.interrupt(), Some(0));
}

#[cfg(unix)]
#[test]
fn without_arguments_it_opens_also_if_the_usual_port_is_taken() {
    let folder = Scratch::new("alone");
    let mut alone = program(&[]);
    alone.env("XDG_DATA_HOME", folder.path("data"));
    let (running, _) = Running::of(&mut alone);
    let games = ask(running.address, "GET", "/api/games", "").expect("it answers");
    assert!(games.as_array().is_some_and(|games| games.len() > 5), "{games}");
    assert_eq!(running.interrupt(), Some(0));
    // If somebody else has taken it already, it may be free again at once.
    let taken = TcpListener::bind("127.0.0.1:7310");
    let (running, before) = Running::of(&mut alone);
    if taken.is_ok() {
        assert_eq!(before, "Port 7310 is taken, so this is another one.\n");
        assert_ne!(running.address.port(), 7310);
    }
    assert_eq!(running.interrupt(), Some(0));
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

#[cfg(unix)]
#[test]
fn a_program_is_told_where_it_is() {
    let scratch = Scratch::new("studio-json");
    let folder = scratch.path("matches");
    let args = ["studio", "--port", "0", "--data", &folder, "--json"];
    let (running, before) = Running::of(&mut program(&args));
    assert_eq!(before, "");
    let games = ask(running.address, "GET", "/api/games", "");
    assert!(games.is_some_and(|games| !games.to_string().is_empty()));
    assert_eq!(running.interrupt(), Some(0));
}
